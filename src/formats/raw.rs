//! The fields of a Noclash file as they stand, before they are checked.

use crate::intake::Hashes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// Fields that this version does not know are ignored.
#[derive(Deserialize)]
pub(super) struct RawDocument {
    pub format: Option<String>,
    pub version: Option<u64>,
    #[serde(default)]
    pub generator: String,
    #[serde(default)]
    pub robot: String,
    #[serde(default)]
    pub hashes: Hashes,
    #[serde(default)]
    pub shape_type: String,
    #[serde(default)]
    pub survey: RawSurvey,
    #[serde(default)]
    pub shapes: Vec<RawShape>,
    pub matrix: Option<Vec<Vec<bool>>>,
    #[serde(default)]
    pub pairs: Vec<RawPair>,
}

/// Enough of any file to tell whether it is ours.
#[derive(Deserialize)]
pub(super) struct RawHead {
    pub format: Option<RawWord>,
    pub version: Option<u64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum RawWord {
    Word(String),
    Other(IgnoredAny),
}

#[derive(Default, Deserialize)]
pub(super) struct RawSurvey {
    #[serde(default)]
    pub samples: u64,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub joints: Vec<String>,
    #[serde(default)]
    pub joint_limits: BTreeMap<String, RawLimits>,
    #[serde(default)]
    pub clearance: f64,
    pub always_threshold: Option<f64>,
}

#[derive(Deserialize)]
pub(super) struct RawLimits {
    pub lower: f64,
    pub upper: f64,
}

#[derive(Deserialize)]
pub(super) struct RawShape {
    pub link: String,
    pub part: Option<u32>,
    pub geometry: Option<RawGeometry>,
}

#[derive(Deserialize)]
pub(super) struct RawGeometry {
    #[serde(rename = "type")]
    pub kind: String,
    pub center: Option<[f64; 3]>,
    pub radius: Option<f64>,
    pub rotation: Option<[[f64; 3]; 3]>,
    pub half_extents: Option<[f64; 3]>,
    pub vertices: Option<Vec<[f64; 3]>>,
}

#[derive(Deserialize)]
pub(super) struct RawId {
    pub link: String,
    pub part: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct RawPair {
    pub a: RawId,
    pub b: RawId,
    pub decision: String,
    pub reason: Option<String>,
    pub evidence: Option<RawEvidence>,
    pub note: Option<String>,
    pub distance: Option<RawDistance>,
    #[serde(default)]
    pub collisions: u64,
    #[serde(default)]
    pub samples: u64,
    pub witness: Option<RawWitness>,
}

#[derive(Deserialize)]
pub(super) struct RawEvidence {
    pub kind: String,
    pub samples: Option<u64>,
    pub bound: Option<f64>,
    pub distance: Option<f64>,
    pub configuration: Option<Vec<f64>>,
}

#[derive(Deserialize)]
pub(super) struct RawDistance {
    pub min: Option<f64>,
    pub mean: Option<f64>,
    pub max: Option<f64>,
}

#[derive(Deserialize)]
pub(super) struct RawWitness {
    pub min: Vec<f64>,
    pub max: Vec<f64>,
}
