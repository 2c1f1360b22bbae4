//! All shapes of a robot.

use super::{Hull, ShapeSet, ShapeType, Thickened};
use crate::diagnostics::Diagnostics;
use std::sync::Arc;

/// The six shape sets and how well they fit.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// In the order of [`ShapeType::ALL`].
    pub sets: [Arc<ShapeSet>; 6],
    /// One per link of the robot, in the robot's order; links without geometry have no parts and no hull.
    pub links: Vec<LinkShapes>,
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
    /// In the order of their numbers.
    pub parts: Vec<Fit>,
    /// Sum of the volumes of the parts.
    pub parts_volume: f64,
    /// Volume of the solid the meshes bound; `None` where they bound none (open surfaces, flat geometry).
    pub solid_volume: Option<f64>,
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
