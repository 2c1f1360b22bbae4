//! All shapes of a robot.

use super::{Hull, MadeLink, ShapeSet, ShapeType, Thickened};
use crate::diagnostics::Diagnostics;
use std::sync::Arc;

/// The six shape sets and how well they fit.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// In the order of [`ShapeType::ALL`].
    pub sets: [Arc<ShapeSet>; 6],
    /// One per link of the robot, in the robot's order; links without geometry have no parts and no hull.
    pub links: Vec<LinkShapes>,
    /// What a [`ShapeStore`](super::ShapeStore) keeps: the links with their keys.
    pub made: Vec<Arc<MadeLink>>,
    /// How many of them were not made anew but known from before.
    pub reused: usize,
    pub diagnostics: Diagnostics,
}

impl Shapes {
    pub fn set(&self, shape_type: ShapeType) -> &Arc<ShapeSet> {
        &self.sets[shape_type.index()]
    }
}

/// How well one link's shapes fit. Lengths in metres, volumes in cubic metres.
#[derive(Clone, Debug, Default)]
pub struct LinkShapes {
    pub link: String,
    /// Triangles of the meshes and polyhedra the shapes were made from.
    pub triangles: usize,
    /// `None` if the link has no geometry.
    pub hull: Option<Fit>,
    /// Of the link's bounding sphere and box; 0 without geometry.
    pub sphere_volume: f64,
    pub box_volume: f64,
    /// In the order of their numbers.
    pub parts: Vec<Fit>,
    /// Sum of the volumes of the parts.
    pub parts_volume: f64,
    /// Volume of the solid the meshes bound; `None` where they bound none (open surfaces, flat geometry).
    pub solid_volume: Option<f64>,
    /// The share, 0 to 1, of points spread over the meshes' surface that lie in a part (to a micrometre); `None` where
    /// there is no mesh with an area.
    pub coverage: Option<f64>,
    /// How far the union of the parts stands out of the mesh; `None` where it was not measured.
    pub protrusion: Option<f64>,
}

/// One hull and the mesh it stands for.
#[derive(Clone, Debug)]
pub struct Fit {
    pub hull: Arc<Hull>,
    pub volume: f64,
    /// Vertices of the exact hull.
    pub exact_vertices: usize,
    /// How far a simplified hull stands out of the exact one; 0 for an exact hull.
    pub excess: f64,
    /// How far the hull stands out of the mesh; `None` where it was not measured.
    pub protrusion: Option<f64>,
    /// Set if the geometry has no volume and was given a thickness.
    pub thickened: Option<Thickened>,
}
