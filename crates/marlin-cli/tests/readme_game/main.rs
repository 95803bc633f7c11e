//! The action of the game in a README, from the issues to the answers: its script with git, a remote, and programs that stand
//! in for `gh` and a second writer.
//!
//! | file | contents |
//! |---|---|
//! | `world` | a repository with its issues, and runs of the script |
//! | `runs` | one run, and what it leaves |
//! | `hundred` | a hundred issues at once, with a second writer |
//! | `trouble` | runs that are killed, refused or failed by GitHub at each step |
//! | `install` | how the action gets its program |
//! | `stand-ins/` | the programs in the place of `git`, `gh` and `marlin-cli` |

#![cfg(unix)]
// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod hundred;
mod install;
mod runs;
mod trouble;
mod world;
