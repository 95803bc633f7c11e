//! [`ProcessGroup`]: a program and all processes that it starts.
//!
//! The crate `process-wrap` makes process groups and jobs too. It kills them only on request: not when their value is
//! dropped, not on an interrupt, and not the daemons that have left them.

use std::io;
use std::process::{Child, Command};

/// The processes of a program: the program and its descendants.
///
/// They are killed when this value is dropped, and by an interrupt of this process.
///
/// - On Unix they are a process group.
/// - On Linux, daemons that have left the group are killed with the last group of this process: it adopts them when their
///   parents end, and kills all its children in other process groups than its own.
/// - On Windows they are a job, which ends with this process, however that ends.
///
/// # Examples
///
/// ```
/// # #[cfg(unix)] {
/// use std::process::Command;
///
/// use marlin_support::group::ProcessGroup;
///
/// let (mut child, group) = ProcessGroup::start(&mut Command::new("sleep").arg("1000"))?;
/// drop(group);
/// assert!(!child.wait()?.success());
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ProcessGroup {
    _processes: Processes,
}

impl ProcessGroup {
    /// Starts a program whose processes end with the group.
    ///
    /// # Errors
    ///
    /// Those of the system. Then the program has not been started.
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
    use std::collections::BTreeSet;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    #[cfg(target_os = "linux")]
    use super::strays;
    use crate::interrupts::Cleanup;

    /// The leaders of the open groups.
    static LEADERS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    /// A process group. An interrupt kills it because the terminal signals only its own group.
    #[derive(Debug)]
    pub(super) struct Processes {
        leader: Pid,
        _cleanup: Cleanup,
    }

    impl Processes {
        pub(super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
            let start = || {
                #[cfg(target_os = "linux")]
                strays::adopt();
                // Held meanwhile, so that no new leader is taken for a stray.
                let mut leaders = LEADERS.lock().unwrap_or_else(PoisonError::into_inner);
                let child = command.process_group(0).spawn()?;
                leaders.insert(Pid::from_child(&child).as_raw_nonzero().get());
                Ok(child)
            };
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
        // Usually the group is empty by now, and that error does not matter.
        let _ = kill_process_group(leader, Signal::KILL);
        let mut leaders = LEADERS.lock().unwrap_or_else(PoisonError::into_inner);
        let was_last = leaders.remove(&leader.as_raw_nonzero().get()) && leaders.is_empty();
        if was_last {
            #[cfg(target_os = "linux")]
            strays::kill();
        }
    }
}

/// Daemons: processes that have left the group of the program that started them.
#[cfg(target_os = "linux")]
mod strays {
    use std::fs;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process, set_child_subreaper};

    /// The time in which killed strays end, usually.
    const TIMEOUT: Duration = Duration::from_secs(2);
    /// The time between two scans of the processes.
    const PAUSE: Duration = Duration::from_millis(2);

    /// Makes this process the parent of descendants whose parents end.
    pub(super) fn adopt() {
        // Without it, strays belong to the system.
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Kills the children of this process that are in other process groups, and then theirs, which are adopted.
    pub(super) fn kill() {
        let begun = Instant::now();
        while begun.elapsed() < TIMEOUT {
            let strays = find();
            if strays.is_empty() {
                return;
            }
            for stray in strays {
                // One that has ended meanwhile is no error.
                let _ = kill_process(stray, Signal::KILL);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Returns the children of this process that are in other process groups and still run.
    fn find() -> Vec<Pid> {
        let (parent, group) = (getpid().as_raw_nonzero().get(), getpgrp().as_raw_nonzero().get());
        let is_stray = |pid: &Pid| {
            let path = format!("/proc/{}/stat", pid.as_raw_nonzero());
            let stat = fs::read_to_string(path).unwrap_or_default();
            // The name before it may have any character.
            let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
            let state = fields.next();
            let mut number = || fields.next().and_then(|field| field.parse::<i32>().ok());
            let (found_parent, found_group) = (number(), number());
            !matches!(state, None | Some("Z" | "X"))
                && found_parent == Some(parent)
                && found_group != Some(group)
        };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let pids = entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
        pids.filter(is_stray).collect()
    }
}

/// Programs in jobs.
#[cfg(windows)]
mod job {
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::process::{Child, Command};

    use win32job::{ExtendedLimitInfo, Job, JobError};

    /// A job, which is killed when its last handle is closed. There is none where the system refuses it, or the program has
    /// ended already.
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
