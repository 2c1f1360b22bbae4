//! The words of a decision.

use crate::shapes::ShapeType;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Check,
    Skip,
}

impl Decision {
    /// The word used in files: `check` or `skip`.
    pub fn word(self) -> &'static str {
        match self {
            Decision::Check => "check",
            Decision::Skip => "skip",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        [Decision::Check, Decision::Skip].into_iter().find(|d| d.word() == word)
    }
}

/// Why a pair is skipped, or why a user's or a file's word overrides that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Parts of one link, or links joined only by fixed joints.
    SameBody,
    /// Joined by one moving joint (bridging links without geometry and fixed joints).
    Adjacent,
    /// Collides in at least the "always" share of samples.
    Always,
    /// No collision seen, or proved impossible; see [`Evidence`].
    Never,
    User,
    Imported,
}

impl Reason {
    pub const ALL: [Reason; 6] =
        [Reason::SameBody, Reason::Adjacent, Reason::Always, Reason::Never, Reason::User, Reason::Imported];

    /// The word used in files: `same_body`, ...
    pub fn word(self) -> &'static str {
        match self {
            Reason::SameBody => "same_body",
            Reason::Adjacent => "adjacent",
            Reason::Always => "always",
            Reason::Never => "never",
            Reason::User => "user",
            Reason::Imported => "imported",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.word() == word)
    }
}

/// What a `never` rests on, or why there is none although no sample collides; of an `always` a proof of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Evidence {
    /// Cannot collide at any value of the joints; for `always`, overlaps at every value.
    Proved,
    /// Cannot collide within the joint limits; for `always`, overlaps everywhere within them.
    ProvedWithinLimits,
    /// Not seen in `samples` samples; at 95 % confidence the probability of collision is below `bound`.
    Unseen { samples: u64, bound: f64 },
    /// No sample showed it, but a search found a collision: signed metres, and where, one value per degree of freedom.
    /// The pair is checked.
    Refuted { distance: f64, configuration: Vec<f64> },
}

#[derive(Clone, Debug, PartialEq)]
pub struct PairEntry {
    pub decision: Decision,
    /// `None` for a pair that is checked because it collides in some samples and not in all.
    pub reason: Option<Reason>,
    pub evidence: Option<Evidence>,
    /// The word of an imported file, kept as written (SRDF `reason`).
    pub note: Option<String>,
}

impl PairEntry {
    /// A pair that is checked for no special reason.
    pub fn check() -> Self {
        Self { decision: Decision::Check, reason: None, evidence: None, note: None }
    }

    pub fn skip(reason: Reason, evidence: Option<Evidence>) -> Self {
        Self { decision: Decision::Skip, reason: Some(reason), evidence, note: None }
    }
}

/// One entry per pair, in the order of [`crate::shapes::pair_index`].
#[derive(Clone, Debug, PartialEq)]
pub struct SkipMatrix {
    pub shape_type: ShapeType,
    /// Number of shapes.
    pub size: usize,
    pub entries: Vec<PairEntry>,
}
