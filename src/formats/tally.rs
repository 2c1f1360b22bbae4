//! Findings of one kind, counted: a file with 15,000 bad lines gives one diagnostic with a few examples.

use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use std::collections::BTreeMap;

const EXAMPLES: usize = 4;

#[derive(Default)]
pub(super) struct Tally {
    kinds: BTreeMap<&'static str, (usize, Vec<String>)>,
}

impl Tally {
    /// Counts one finding; `example` is called only for the first few.
    pub fn add(&mut self, code: &'static str, example: impl FnOnce() -> String) {
        let (count, examples) = self.kinds.entry(code).or_default();
        *count += 1;
        if examples.len() < EXAMPLES {
            examples.push(example());
        }
    }

    /// Adds one diagnostic of this code if it was found at all: `what` with count and examples, how to mend it.
    pub fn report(&self, into: &mut Diagnostics, severity: Severity, code: &'static str, what: &str, mend: &str) {
        let Some((count, examples)) = self.kinds.get(code) else { return };
        let more = if *count > examples.len() { ", ..." } else { "" };
        let message = format!("{count} {what}: {}{more}", examples.join(", "));
        into.push(Diagnostic::new(severity, code, message).mend(mend));
    }
}
