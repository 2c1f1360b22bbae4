//! How shapes are made.

use serde::{Deserialize, Serialize};

/// What the user can choose about shapes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShapeSettings {
    /// A part may stand out of the mesh by this much, metres.
    pub max_protrusion: f64,
    /// The parts of a link may exceed the link's own volume by this share.
    pub max_excess: f64,
    /// No link is split into more parts.
    pub max_parts: u32,
    /// A part's hull has at most this many vertices: beyond, it is simplified and still encloses; 0 for no limit.
    pub part_vertices: u32,
    /// The same for the hull of a link.
    pub link_vertices: u32,
}

impl Default for ShapeSettings {
    fn default() -> Self {
        Self { max_protrusion: 0.006, max_excess: 0.018, max_parts: 64, part_vertices: 64, link_vertices: 0 }
    }
}
