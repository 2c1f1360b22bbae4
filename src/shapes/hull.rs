//! A convex polyhedron.

use crate::math::Vec3;

/// A convex polyhedron with outward counter-clockwise triangles. May be flat (two-sided) for degenerate input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hull {
    /// Metres, in the link frame.
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}
