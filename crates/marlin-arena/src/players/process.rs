//! [`Process`]: a child process that ends with its handle.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use marlin_support::group::ProcessGroup;

/// The time that a program has to end by itself after its input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// A child process. The processes that it has started end with it, and all of them end with this process when the user
/// interrupts it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    // Until this value is dropped.
    group: Option<ProcessGroup>,
}

impl Process {
    /// Starts a program. Its standard error is that of this process.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let (child, group) = ProcessGroup::start(&mut command)?;
        Ok(Self { child, group: Some(group) })
    }

    /// Takes the program's input and output, once.
    pub(super) fn take_pipes(&mut self) -> io::Result<(ChildStdin, ChildStdout)> {
        let pipes = self.child.stdin.take().zip(self.child.stdout.take());
        pipes.ok_or_else(|| io::Error::other("it has no pipes"))
    }

    /// Returns whether the program has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Returns the exit status of the program, `None` if it still runs after half a second.
    pub(super) fn wait_briefly(&mut self) -> Option<ExitStatus> {
        let asked = Instant::now();
        loop {
            match self.child.try_wait() {
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
        let _ = self.child.kill();
        drop(self.group.take());
        let _ = self.child.wait();
    }
}
