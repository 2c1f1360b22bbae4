//! One decision, reason and evidence per pair; rules, edits with history, merge.

mod decision;

pub use decision::{Decision, Evidence, PairEntry, Reason, SkipMatrix};
