//! What turns statistics into decisions.

use serde::{Deserialize, Serialize};

/// The settings of [`super::decide`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// A pair that collides in at least this share of the samples is skipped as `always`. 0 to 1; default 0.95.
    pub always_threshold: f64,
    /// A pair is skipped as `never` only if no sample came as near as this, metres; default 0.
    pub clearance: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self { always_threshold: 0.95, clearance: 0.0 }
    }
}
