//! Short messages that go away by themselves.

use crate::diagnostics::Severity;
use web_time::{Duration, Instant};

/// One short message to the user.
#[derive(Clone, Debug)]
pub struct Toast {
    pub id: u64,
    pub severity: Severity,
    pub text: String,
    pub until: Instant,
}

/// The messages that show now, the newest last.
#[derive(Clone, Debug, Default)]
pub struct Toasts {
    list: Vec<Toast>,
    next: u64,
}

/// More would hide the robot.
const MOST: usize = 4;

impl Toasts {
    /// Shows a message: errors for 12 s, warnings for 8 s, all else for 5 s.
    pub fn push(&mut self, severity: Severity, text: impl Into<String>) {
        let seconds = match severity {
            Severity::Info => 5,
            Severity::Warning => 8,
            Severity::Error => 12,
        };
        let text = text.into();
        self.list.retain(|toast| toast.text != text);
        if self.list.len() >= MOST {
            self.list.remove(0);
        }
        self.next += 1;
        self.list.push(Toast { id: self.next, severity, text, until: Instant::now() + Duration::from_secs(seconds) });
    }

    /// Removes what has been shown long enough; true if anything went.
    pub fn expire(&mut self, now: Instant) -> bool {
        let before = self.list.len();
        self.list.retain(|toast| toast.until > now);
        self.list.len() != before
    }

    pub fn dismiss(&mut self, id: u64) {
        self.list.retain(|toast| toast.id != id);
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Toast> {
        self.list.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
