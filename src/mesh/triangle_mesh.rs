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

impl TriangleMesh {
    /// Lowest and highest corner of the axis-aligned bounding box of all vertices, in metres; `None` without vertices.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let first = *self.vertices.first()?;
        Some(self.vertices.iter().fold((first, first), |(low, high), v| (low.inf(v), high.sup(v))))
    }

    /// The edge lengths of the axis-aligned bounding box, in metres; zeros without vertices.
    pub fn extents(&self) -> Vec3 {
        self.bounds().map_or_else(Vec3::zeros, |(low, high)| high - low)
    }

    /// The mesh with each axis multiplied by its factor. A scale that mirrors (negative product) turns the winding
    /// round, so that triangles keep facing outwards.
    pub fn scaled(&self, scale: [f64; 3]) -> TriangleMesh {
        let factor = Vec3::from(scale);
        let mirrored = scale.iter().filter(|s| **s < 0.0).count() % 2 == 1;
        TriangleMesh {
            vertices: self.vertices.iter().map(|v| v.component_mul(&factor)).collect(),
            triangles: self.triangles.iter().map(|&[a, b, c]| if mirrored { [a, c, b] } else { [a, b, c] }).collect(),
        }
    }

    /// The triangles in `range` with only the vertices that they use, in order of first use. Bounds beyond the end are
    /// cut off.
    pub fn submesh(&self, range: std::ops::Range<usize>) -> TriangleMesh {
        const UNUSED: u32 = u32::MAX;
        let end = range.end.min(self.triangles.len());
        let start = range.start.min(end);
        let mut new_index = vec![UNUSED; self.vertices.len()];
        let mut mesh = TriangleMesh::default();
        mesh.triangles.reserve(end - start);
        for triangle in &self.triangles[start..end] {
            mesh.triangles.push(triangle.map(|old| {
                let old = old as usize;
                if new_index[old] == UNUSED {
                    new_index[old] = mesh.vertices.len() as u32;
                    mesh.vertices.push(self.vertices[old]);
                }
                new_index[old]
            }));
        }
        mesh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> TriangleMesh {
        TriangleMesh {
            vertices: vec![Vec3::zeros(), Vec3::x(), 2.0 * Vec3::y(), 3.0 * Vec3::z()],
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        }
    }

    /// Six times the signed volume, by the divergence theorem.
    fn volume6(mesh: &TriangleMesh) -> f64 {
        mesh.triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| mesh.vertices[i as usize]);
                a.dot(&b.cross(&c))
            })
            .sum()
    }

    #[test]
    fn mirroring_keeps_the_inside_inside() {
        let mesh = tetrahedron();
        assert_eq!(volume6(&mesh), 6.0);
        assert_eq!(volume6(&mesh.scaled([1.0, -1.0, 1.0])), 6.0);
        assert_eq!(volume6(&mesh.scaled([-1.0, -2.0, 1.0])), 12.0);
        assert_eq!(mesh.scaled([1.0, -1.0, 1.0]).vertices[2], Vec3::new(0.0, -2.0, 0.0));
    }

    #[test]
    fn bounds_and_parts() {
        let mesh = tetrahedron();
        assert_eq!(mesh.extents(), Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(TriangleMesh::default().extents(), Vec3::zeros());
        let part = mesh.submesh(1..2);
        assert_eq!(part.vertices, vec![Vec3::zeros(), Vec3::x(), 3.0 * Vec3::z()]);
        assert_eq!(part.triangles, vec![[0, 1, 2]]);
        assert_eq!(mesh.submesh(3..99).triangles.len(), 1);
    }
}
