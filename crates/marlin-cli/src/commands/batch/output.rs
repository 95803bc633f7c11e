//! [`Output`]: writes the replies.

use std::io::{self, Write};

use indicatif::ProgressBar;

use super::reply::EntryReply;
use super::tally::Tally;

/// The output of the replies.
pub(super) struct Output<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) bar: ProgressBar,
    /// Whether the answers and the bar are on one screen.
    pub(super) one_screen: bool,
    pub(super) tally: Tally,
}

impl Output<'_> {
    /// Writes the next replies.
    pub(super) fn take(&mut self, replies: Vec<io::Result<EntryReply>>) -> io::Result<()> {
        let count = replies.len() as u64;
        let mut text = String::new();
        for reply in replies {
            let reply = match reply {
                Ok(reply) => reply,
                Err(error) => {
                    self.write(&text, "")?;
                    return Err(error);
                }
            };
            self.tally.count(reply.state);
            text += &reply.text;
            if !reply.complaint.is_empty() {
                self.write(&std::mem::take(&mut text), &reply.complaint)?;
            }
        }
        self.write(&text, "")?;
        // A hidden bar would estimate its speed all the same.
        if !self.bar.is_hidden() {
            self.bar.inc(count);
        }
        Ok(())
    }

    /// Writes text and a complaint at once, with the bar out of their way.
    pub(super) fn write(&mut self, text: &str, complaint: &str) -> io::Result<()> {
        let Self { bar, out, one_screen, .. } = self;
        let mut write = || {
            out.write_all(text.as_bytes())?;
            out.flush()?;
            if !complaint.is_empty() {
                // If standard error is closed, there is nowhere left to say so.
                let _ = io::stderr().write_all(complaint.as_bytes());
            }
            Ok(())
        };
        // To erase the bar and draw it again takes longer than an easy position.
        if *one_screen || !complaint.is_empty() { bar.suspend(write) } else { write() }
    }
}
