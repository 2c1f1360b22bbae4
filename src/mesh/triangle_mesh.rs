//! The one mesh type of the program.

use crate::math::Vec3;

/// Triangles over shared vertices. Counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// Metres (after the file's own unit; scale of the URDF not yet applied when fresh from a file).
    pub vertices: Vec<Vec3>,
    /// Indices into `vertices`, every one in range.
    pub triangles: Vec<[u32; 3]>,
}
