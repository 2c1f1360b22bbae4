//! One decision, reason and evidence per pair; rules, edits with history, merge.
//!
//! [`decide`] computes a [`SkipMatrix`] from the robot's structure and a survey. What the user or a file says is kept
//! apart in [`Overrides`], keyed by names, so that computing again loses nothing; [`effective`] lays one over the
//! other. Every change of the overrides is an [`Edit`] in a [`History`].

mod bulk;
mod decide;
mod decision;
mod effective;
#[cfg(test)]
pub(crate) mod fixture;
mod history;
mod overrides;
mod rules;
mod structure;

pub use bulk::{BulkPair, BulkPreview, BulkRule, Risk, below_distance, below_ratio, ratio};
pub use decide::{Finding, apply_finding, decide, refute, unseen_bound};
pub use decision::{Decision, Evidence, PairEntry, Reason, SkipMatrix};
pub use effective::{EffectiveMatrix, Overridden, effective};
pub use history::{Change, Edit, History};
pub use overrides::{AllOverrides, Origin, Override, Overrides, PairKey};
pub use rules::Rules;
pub use structure::Structure;
