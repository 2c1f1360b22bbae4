//! The content of one Noclash matrix file.

use crate::intake::Hashes;
use crate::matrix::PairEntry;
use crate::robot::Limits;
use crate::shapes::{ShapeGeometry, ShapeId, ShapeType};

/// The word in the field `format`.
pub const FORMAT: &str = "noclash-matrix";
/// The number in the field `version`.
pub const VERSION: u64 = 1;
/// What this program writes into the field `generator`.
pub const GENERATOR: &str = concat!("noclash ", env!("CARGO_PKG_VERSION"));

/// A self-collision matrix with everything it rests on. Metres and radians.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixDocument {
    /// Name and version of the program that wrote it.
    pub generator: String,
    pub robot: String,
    pub hashes: Hashes,
    pub shape_type: ShapeType,
    pub survey: SurveyRecord,
    pub shapes: Vec<ShapeRecord>,
    /// One per pair of `shapes`, in the order of [`crate::shapes::pair_index`].
    pub pairs: Vec<PairRecord>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurveyRecord {
    pub samples: u64,
    pub seed: u64,
    /// The names of the degrees of freedom: the order of the values of a configuration.
    pub joints: Vec<String>,
    /// The sampled range per joint; same order and length as `joints`.
    pub limits: Vec<Limits>,
    /// Metres.
    pub clearance: f64,
    pub always_threshold: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ShapeRecord {
    pub id: ShapeId,
    /// `None` only if a file that was read does not say.
    pub geometry: Option<RecordedGeometry>,
}

/// Metres, in the link frame.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedGeometry {
    Sphere {
        center: [f64; 3],
        radius: f64,
    },
    /// The rows of the rotation matrix whose columns are the box's axes.
    Box {
        center: [f64; 3],
        rotation: [[f64; 3]; 3],
        half_extents: [f64; 3],
    },
    Hull {
        vertices: Vec<[f64; 3]>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct PairRecord {
    pub entry: PairEntry,
    /// `None` if no sample was taken.
    pub stats: Option<Box<RecordedStats>>,
}

/// Signed metres over `samples` configurations. `min <= 0` exactly when `collisions > 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedStats {
    pub min: f64,
    pub mean: f64,
    pub max: f64,
    pub collisions: u64,
    pub samples: u64,
    pub witness: Option<Witness>,
}

/// The configurations of the least and the greatest distance; values in the order of [`SurveyRecord::joints`].
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    pub min: Vec<f64>,
    pub max: Vec<f64>,
}

impl RecordedGeometry {
    pub fn new(geometry: &ShapeGeometry) -> Self {
        match geometry {
            ShapeGeometry::Sphere(s) => Self::Sphere { center: s.center.into(), radius: s.radius },
            ShapeGeometry::Box(b) => Self::Box {
                center: b.center.into(),
                rotation: std::array::from_fn(|row| std::array::from_fn(|column| b.rotation[(row, column)])),
                half_extents: b.half_extents.into(),
            },
            ShapeGeometry::Hull(h) => Self::Hull { vertices: h.vertices.iter().map(|&v| v.into()).collect() },
        }
    }

    /// Every number within `tolerance` metres (or, for rotations, units) of the other's, in the same order.
    pub fn close_to(&self, other: &Self, tolerance: f64) -> bool {
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| (x - y).abs() <= tolerance);
        match (self, other) {
            (Self::Sphere { center, radius }, Self::Sphere { center: c, radius: r }) => {
                close(center, c) && close(&[*radius], &[*r])
            }
            (Self::Box { center, rotation, half_extents }, Self::Box { center: c, rotation: r, half_extents: h }) => {
                close(center, c) && close(half_extents, h) && close(rotation.as_flattened(), r.as_flattened())
            }
            (Self::Hull { vertices }, Self::Hull { vertices: v }) => {
                vertices.len() == v.len() && close(vertices.as_flattened(), v.as_flattened())
            }
            _ => false,
        }
    }
}
