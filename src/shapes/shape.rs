//! The shapes of one type, over which pairs are formed.

use super::{Hull, ShapeType};
use crate::math::{Mat3, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Metres, in the link frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSphere {
    pub center: Vec3,
    pub radius: f64,
}

/// An oriented bounding box: metres, in the link frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    pub center: Vec3,
    /// Columns are the box's axes in the link frame; right-handed.
    pub rotation: Mat3,
    pub half_extents: Vec3,
}

impl BoundingSphere {
    /// Cubic metres.
    pub fn volume(&self) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * self.radius * self.radius * self.radius
    }
}

impl Obb {
    /// Cubic metres.
    pub fn volume(&self) -> f64 {
        8.0 * self.half_extents.x * self.half_extents.y * self.half_extents.z
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShapeGeometry {
    Sphere(BoundingSphere),
    Box(Obb),
    Hull(Arc<Hull>),
}

/// The key of a shape across runs: names, never indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ShapeId {
    pub link: String,
    /// Index of the part within its link's decomposition; `None` at link level.
    pub part: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Index into `Robot::links`.
    pub link: usize,
    pub id: ShapeId,
    pub geometry: ShapeGeometry,
}

/// All shapes of one type, ordered by link and part. Links without geometry have none.
#[derive(Clone, Debug)]
pub struct ShapeSet {
    pub shape_type: ShapeType,
    pub shapes: Vec<Shape>,
}

impl ShapeSet {
    /// The number of unordered pairs, `n (n - 1) / 2`.
    pub fn pair_count(&self) -> usize {
        let n = self.shapes.len();
        n * n.saturating_sub(1) / 2
    }
}

/// Position of pair (i, j), i < j, among the `n (n - 1) / 2` pairs in the order (0,1), (0,2), ..., (1,2), ...
pub fn pair_index(n: usize, i: usize, j: usize) -> usize {
    debug_assert!(i < j && j < n);
    i * (2 * n - i - 1) / 2 + j - i - 1
}

/// The pairs (i, j), i < j < n, in the order of [`pair_index`].
pub fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
}
