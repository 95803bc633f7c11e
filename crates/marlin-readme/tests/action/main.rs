//! The action, from the issues to the answers: its script with git, a remote, a stand-in for `gh`, and a
//! second writer.
//!
//! | file | contents |
//! |---|---|
//! | `world` | a repository with its issues, and runs of the script |
//! | `runs` | one run, and its result |
//! | `hundred` | a hundred issues at once, with a second writer |
//! | `trouble` | runs that are killed, refused or failed by GitHub at each step |
//! | `install` | the installation of the program |
//! | `stand-ins/` | the stand-ins for `git`, `gh` and `marlin-readme` |

#![cfg(unix)]
// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod hundred;
mod install;
mod runs;
mod trouble;
mod world;
