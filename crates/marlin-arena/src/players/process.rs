//! [`Process`]: a child process that doesn't outlive its handle.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a program has to end by itself after its input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// A child process. On Unix the processes that it has started end with it, and all of them end with this process when the
/// user interrupts it.
#[derive(Debug)]
pub(super) struct Process(Child);

impl Process {
    /// Starts a program. Its standard error goes to the user.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        group::spawn(&mut command).map(Self)
    }

    /// Takes the program's input and output, once.
    pub(super) fn take_pipes(&mut self) -> io::Result<(ChildStdin, ChildStdout)> {
        let pipes = self.0.stdin.take().zip(self.0.stdout.take());
        pipes.ok_or_else(|| io::Error::other("it has no pipes"))
    }

    /// Returns whether the program has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }

    /// Returns how the program ended, `None` if it still runs after half a second.
    pub(super) fn wait_briefly(&mut self) -> Option<ExitStatus> {
        let asked = Instant::now();
        loop {
            match self.0.try_wait() {
                Ok(None) if asked.elapsed() < GRACE => thread::sleep(Duration::from_millis(2)),
                waited => return waited.ok().flatten(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait_briefly();
        // If it has ended, there is nothing to kill.
        let _ = self.0.kill();
        group::kill(&self.0);
        let _ = self.0.wait();
    }
}

/// Programs as leaders of process groups: the processes that they start belong to the same group.
///
/// Crates for process groups don't end the groups when this process is interrupted; this does both.
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

    /// The running groups.
    static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn groups() -> MutexGuard<'static, Vec<Pid>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program as the leader of a group.
    pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            // Without it, programs notice an interrupt only by the end of their input.
            let _ = kill_groups_on_signal();
        });
        // Locked while the program starts: an interrupt must not find it running but not listed.
        let mut groups = groups();
        let child = command.process_group(0).spawn()?;
        groups.push(Pid::from_child(&child));
        Ok(child)
    }

    /// Kills the rest of a program's group.
    pub(super) fn kill(leader: &Child) {
        let leader = Pid::from_child(leader);
        // Usually the group is empty by now. That error doesn't matter.
        let _ = kill_process_group(leader, Signal::KILL);
        groups().retain(|&group| group != leader);
    }

    /// Kills all groups before a signal of the terminal ends this process: the terminal signals only its own group.
    fn kill_groups_on_signal() -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let handler = move || {
            for signal in signals.forever() {
                let groups = groups();
                for &group in groups.iter() {
                    let _ = kill_process_group(group, Signal::KILL);
                }
                let _ = emulate_default_handler(signal);
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(handler).map(drop)
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
