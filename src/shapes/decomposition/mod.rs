//! A mesh to convex parts that cover it.

use super::ShapeSettings;
use crate::math::Vec3;
use crate::mesh::TriangleMesh;
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};

/// The points of every part; their hulls cover the mesh.
pub(super) fn parts(mesh: &TriangleMesh, settings: &ShapeSettings) -> Vec<Vec<Vec3>> {
    let points: Vec<Vector> = mesh.vertices.iter().map(|v| Vector::new(v.x, v.y, v.z)).collect();
    let parameters = VHACDParameters {
        concavity: 0.003,
        resolution: 64,
        max_convex_hulls: settings.max_parts,
        ..Default::default()
    };
    let decomposition = VHACD::decompose(&parameters, &points, &mesh.triangles, true);
    decomposition
        .compute_exact_convex_hulls(&points, &mesh.triangles)
        .into_iter()
        .map(|(vertices, _)| vertices.iter().map(|v| Vec3::new(v.x, v.y, v.z)).collect::<Vec<_>>())
        .filter(|part| !part.is_empty())
        .collect()
}
