//! [`Group`]: a program and all processes that it starts.

use std::io;
use std::process::{Child, Command};

/// The processes of a program: itself, and those that they start.
///
/// They are killed when this value is dropped, and by an interrupt of this process. On Unix they are a process group, on
/// Windows a job, which ends in whatever way this process ends.
///
/// # Examples
///
/// ```
/// # #[cfg(unix)] {
/// use std::process::Command;
///
/// use marlin_support::group::Group;
///
/// let (mut child, group) = Group::start(&mut Command::new("sleep").arg("1000"))?;
/// drop(group);
/// assert!(!child.wait()?.success());
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Group {
    _processes: Processes,
}

impl Group {
    /// Starts a program whose processes end with the group.
    ///
    /// # Errors
    ///
    /// Those of the system, which has not started the program then.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        let (child, processes) = Processes::start(command)?;
        Ok((child, Self { _processes: processes }))
    }
}

#[cfg(windows)]
use job::Processes;
#[cfg(unix)]
use process_group::Processes;

/// Programs as leaders of process groups.
#[cfg(unix)]
mod process_group {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    use crate::interrupts::Cleanup;

    /// A process group. An interrupt kills it because the terminal signals only its own group.
    #[derive(Debug)]
    pub(super) struct Processes {
        leader: Pid,
        _cleanup: Cleanup,
    }

    impl Processes {
        pub(super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
            let start = || command.process_group(0).spawn();
            let killer = |child: &Child| {
                let leader = Pid::from_child(child);
                move || kill(leader)
            };
            let (child, cleanup) = Cleanup::make(start, killer)?;
            let leader = Pid::from_child(&child);
            Ok((child, Self { leader, _cleanup: cleanup }))
        }
    }

    impl Drop for Processes {
        fn drop(&mut self) {
            kill(self.leader);
        }
    }

    fn kill(leader: Pid) {
        // Usually the group is empty by now. That error doesn't matter.
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

/// Programs in jobs.
#[cfg(windows)]
mod job {
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::process::{Child, Command};

    use win32job::{ExtendedLimitInfo, Job, JobError};

    /// A job, which is killed when its last handle is closed. There is none where the system refuses it, and for a program
    /// that has ended at once.
    #[derive(Debug)]
    pub(super) struct Processes {
        _job: Option<Job>,
    }

    impl Processes {
        pub(super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
            let child = command.spawn()?;
            let job = job_of(&child).ok();
            Ok((child, Self { _job: job }))
        }
    }

    fn job_of(child: &Child) -> Result<Job, JobError> {
        let mut limits = ExtendedLimitInfo::new();
        let job = Job::create_with_limit_info(limits.limit_kill_on_job_close())?;
        job.assign_process(child.as_raw_handle() as isize)?;
        Ok(job)
    }
}
