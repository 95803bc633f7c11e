//! [`Program`]: a child process that doesn't outlive its handle.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a program is given to end by itself when nobody talks to it any more.
const FAREWELL: Duration = Duration::from_millis(500);

/// A child process. On Unix what it has started ends with it, and all of that ends with this process when the user
/// interrupts it.
#[derive(Debug)]
pub(super) struct Program(Child);

impl Program {
    /// Starts a program. What it writes to standard error is seen by the user.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        group::spawn(&mut command).map(Self)
    }

    /// Returns what the program reads and what it writes, for the first time.
    pub(super) fn take_pipes(&mut self) -> io::Result<(ChildStdin, ChildStdout)> {
        let pipes = self.0.stdin.take().zip(self.0.stdout.take());
        pipes.ok_or_else(|| io::Error::other("it has no pipes"))
    }

    /// Returns whether the program has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }

    /// Returns how the program ended, `None` if it still runs after half a second.
    pub(super) fn wait_a_little(&mut self) -> Option<ExitStatus> {
        let asked = Instant::now();
        loop {
            match self.0.try_wait() {
                Ok(None) if asked.elapsed() < FAREWELL => thread::sleep(Duration::from_millis(2)),
                waited => return waited.ok().flatten(),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.wait_a_little();
        // What has ended can't be killed, which is just as well.
        let _ = self.0.kill();
        group::kill(&self.0);
        let _ = self.0.wait();
    }
}

/// Programs as leaders of process groups, to which the processes belong that they start.
#[cfg(unix)]
mod group {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};
    use std::thread;

    use rustix::process::{Pid, Signal, kill_process_group};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The groups that run.
    static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn groups() -> MutexGuard<'static, Vec<Pid>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program as the leader of a group.
    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| {
            // Without it programs are told of an interrupt by the end of their input only.
            let _ = watch();
        });
        // Held while the program starts, so that no interrupt finds it started and not in the list.
        let mut groups = groups();
        let child = command.process_group(0).spawn()?;
        groups.push(Pid::from_child(&child));
        Ok(child)
    }

    /// Kills what is left of the group of a program.
    pub(super) fn kill(leader: &Child) {
        let leader = Pid::from_child(leader);
        // A group in which nobody is left can't be killed, which is the usual case.
        let _ = kill_process_group(leader, Signal::KILL);
        groups().retain(|&group| group != leader);
    }

    /// Kills all groups before a signal of the terminal ends this process: the terminal signals only its own group.
    fn watch() -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let watch = move || {
            for signal in signals.forever() {
                let groups = groups();
                for &group in groups.iter() {
                    let _ = kill_process_group(group, Signal::KILL);
                }
                let _ = emulate_default_handler(signal);
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(watch).map(drop)
    }
}

/// Programs without a group.
#[cfg(not(unix))]
mod group {
    use std::io;
    use std::process::{Child, Command};

    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) const fn kill(_: &Child) {}
}
