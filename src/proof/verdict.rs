//! What is known of a pair beyond what sampling saw.

use serde::{Deserialize, Serialize};

/// What a proof is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofSettings {
    /// Metres: a pair is clear if it never comes closer than this. Zero or more.
    pub clearance: f64,
    /// Boxes of joint values that may be examined for one pair.
    pub pair_budget: u64,
    /// Boxes of joint values that may be examined for all pairs of a shape type together.
    pub total_budget: u64,
    /// Random starts of the search for a collision, per pair.
    pub restarts: u32,
    pub seed: u64,
    /// Per degree of freedom the range to which "within limits" refers; empty means the robot's own.
    pub ranges: Vec<(f64, f64)>,
}

impl Default for ProofSettings {
    fn default() -> Self {
        Self {
            clearance: 0.0,
            pair_budget: 4_000_000,
            total_budget: 40_000_000,
            restarts: 50,
            seed: 0,
            ranges: Vec::new(),
        }
    }
}

/// How a pair stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Stays clear at any angle of every turning joint between the two shapes. Never said of a pair with a sliding
    /// joint between them.
    Proved,
    /// Stays clear within the ranges.
    ProvedWithinLimits,
    /// Overlaps at any angle of every turning joint between the two shapes.
    AlwaysProved,
    /// Overlaps everywhere within the ranges.
    AlwaysProvedWithinLimits,
    /// Comes within the clearance at [`PairProof::configuration`].
    Refuted,
    /// Neither a configuration was found nor a proof within the budget.
    Open,
}

/// The verdict on one pair and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct PairProof {
    /// Position in the order of [`crate::shapes::pair_index`].
    pub pair: usize,
    pub verdict: Verdict,
    /// The smallest signed distance found anywhere, metres: an upper bound on the true minimum. The deepest overlap
    /// found if the pair is refuted.
    pub closest: f64,
    /// Where `closest` was found: a full configuration within the ranges.
    pub configuration: Vec<f64>,
    /// Boxes of joint values examined.
    pub boxes: u64,
    /// For a proof, the smallest amount, metres, by which a box's distance exceeded the most it could lose inside the
    /// box; infinite if there is no proof.
    pub margin: f64,
}
