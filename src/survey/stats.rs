//! What a survey is asked for and what it answers.

use crate::shapes::ShapeType;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurveySettings {
    pub samples: u64,
    pub seed: u64,
    /// Per degree of freedom the sampled range, radians or metres; empty means the robot's own.
    pub ranges: Vec<(f64, f64)>,
}

impl Default for SurveySettings {
    fn default() -> Self {
        Self { samples: 100_000, seed: 0, ranges: Vec::new() }
    }
}

/// Statistics of one pair over the samples taken so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairStats {
    /// Signed metres.
    pub min: f64,
    pub mean: f64,
    pub max: f64,
    /// Samples with `distance <= 0`.
    pub collisions: u64,
    pub samples: u64,
    /// Index of the sample that gave `min`; the configuration follows from (seed, index).
    pub argmin: u64,
    pub argmax: u64,
}

/// The survey of one shape type; `pairs` in the order of [`crate::shapes::pair_index`].
#[derive(Clone, Debug)]
pub struct TypeSurvey {
    pub shape_type: ShapeType,
    /// Samples taken so far; equal for all pairs.
    pub samples: u64,
    pub pairs: Vec<PairStats>,
}
