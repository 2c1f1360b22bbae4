//! Collects triangles, whatever the format.

use super::error::MeshError;
use super::load::MeshGroup;
use super::note::MeshNote;
use super::polygon::triangulate;
use super::triangle_mesh::TriangleMesh;
use super::weld::Welder;
use crate::math::{Mat3, Vec3};

/// Above this a mesh is refused: about 800 MB as binary STL.
pub(super) const MAX_TRIANGLES: usize = 16_000_000;

/// Coordinates beyond this (metres) are garbage; squares and cubes of what is below stay finite.
const MAX_COORDINATE: f64 = 1e12;

/// Diffuse colour, sRGB and alpha, 0 to 1.
pub(super) type Color = [f32; 4];

/// An affine map `x -> linear * x + translation`, metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub(super) linear: Mat3,
    pub(super) translation: Vec3,
}

impl Affine {
    pub(super) fn identity() -> Self {
        Self { linear: Mat3::identity(), translation: Vec3::zeros() }
    }

    pub(super) fn apply(&self, p: &Vec3) -> Vec3 {
        self.linear * p + self.translation
    }

    /// First `other`, then `self`.
    pub(super) fn then_inner(&self, other: &Affine) -> Affine {
        Affine { linear: self.linear * other.linear, translation: self.linear * other.translation + self.translation }
    }

    /// The map turns inside out what it maps.
    pub(super) fn mirrors(&self) -> bool {
        self.linear.determinant() < 0.0
    }
}

/// Welds positions, drops what is not finite, sorts triangles by colour.
pub(super) struct MeshBuilder {
    welder: Welder,
    triangles: Vec<[u32; 3]>,
    /// Palette index per triangle; empty while there is one colour only.
    colors: Vec<u16>,
    palette: Vec<Option<Color>>,
    current: u16,
    flip: bool,
    dropped: usize,
    out_of_range: usize,
}

impl MeshBuilder {
    pub(super) fn new() -> Self {
        Self {
            welder: Welder::new(),
            triangles: Vec::new(),
            colors: Vec::new(),
            palette: vec![None],
            current: 0,
            flip: false,
            dropped: 0,
            out_of_range: 0,
        }
    }

    /// The colour of the triangles that follow.
    pub(super) fn set_color(&mut self, color: Option<Color>) {
        let known = self.palette.iter().position(|c| *c == color);
        let index = known.unwrap_or_else(|| {
            // A file with more colours than this is a picture; the rest takes the first colour.
            if self.palette.len() < 4096 {
                self.palette.push(color);
                self.palette.len() - 1
            } else {
                0
            }
        });
        self.current = index as u16;
    }

    /// Whether the winding of the triangles that follow is turned round.
    pub(super) fn set_flip(&mut self, flip: bool) {
        self.flip = flip;
    }

    /// Counts a face that refers to vertices which do not exist.
    pub(super) fn face_out_of_range(&mut self) {
        self.out_of_range += 1;
    }

    /// One triangle, metres. Dropped and counted if a coordinate is not usable.
    pub(super) fn triangle(&mut self, corners: [Vec3; 3]) -> Result<(), MeshError> {
        if !corners.iter().all(usable) {
            self.dropped += 1;
            return Ok(());
        }
        if self.triangles.len() >= MAX_TRIANGLES {
            return Err(MeshError::TooManyTriangles { limit: MAX_TRIANGLES });
        }
        let [a, b, c] = corners.map(|p| self.welder.index(p));
        if self.current != 0 && self.colors.is_empty() {
            self.colors = vec![0; self.triangles.len()];
        }
        if self.current != 0 || !self.colors.is_empty() {
            self.colors.push(self.current);
        }
        self.triangles.push(if self.flip { [a, c, b] } else { [a, b, c] });
        Ok(())
    }

    /// One polygon of three or more corners, metres; fewer corners are no face and are left out silently.
    pub(super) fn polygon(&mut self, corners: &[Vec3]) -> Result<(), MeshError> {
        match *corners {
            [] | [_] | [_, _] => Ok(()),
            [a, b, c] => self.triangle([a, b, c]),
            _ if !corners.iter().all(usable) => {
                self.dropped += 1;
                Ok(())
            }
            _ => triangulate(corners).into_iter().try_for_each(|t| self.triangle(t.map(|i| corners[i]))),
        }
    }

    pub(super) fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The mesh, with triangles of one colour side by side in order of the colours' first use, and what was dropped.
    ///
    /// # Errors
    /// [`MeshError::NoTriangles`] if nothing is left.
    pub(super) fn finish(self, notes: &mut Vec<MeshNote>) -> Result<(TriangleMesh, Vec<MeshGroup>), MeshError> {
        if self.dropped > 0 {
            notes.push(MeshNote::NotFinite { faces: self.dropped });
        }
        if self.out_of_range > 0 {
            notes.push(MeshNote::IndexOutOfRange { faces: self.out_of_range });
        }
        if self.triangles.is_empty() {
            return Err(MeshError::NoTriangles { dropped: self.dropped + self.out_of_range });
        }
        let total = self.triangles.len() as u32;
        let (triangles, groups) = if self.colors.is_empty() {
            (self.triangles, vec![MeshGroup { start: 0, end: total, color: None }])
        } else {
            let mut sorted = Vec::with_capacity(self.triangles.len());
            let mut groups = Vec::new();
            let mut buckets: Vec<Vec<[u32; 3]>> = vec![Vec::new(); self.palette.len()];
            for (triangle, color) in self.triangles.iter().zip(&self.colors) {
                buckets[*color as usize].push(*triangle);
            }
            for (bucket, color) in buckets.iter().zip(&self.palette) {
                if !bucket.is_empty() {
                    let start = sorted.len() as u32;
                    sorted.extend_from_slice(bucket);
                    groups.push(MeshGroup { start, end: sorted.len() as u32, color: *color });
                }
            }
            (sorted, groups)
        };
        Ok((TriangleMesh { vertices: self.welder.into_vertices(), triangles }, groups))
    }
}

fn usable(p: &Vec3) -> bool {
    // False for NaN too.
    p.iter().all(|c| c.abs() <= MAX_COORDINATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_dropped_and_counted() {
        let mut builder = MeshBuilder::new();
        builder.triangle([Vec3::x(), Vec3::y(), Vec3::z()]).unwrap();
        builder.triangle([Vec3::x(), Vec3::y(), Vec3::new(f64::NAN, 0.0, 0.0)]).unwrap();
        builder.polygon(&[Vec3::x(), Vec3::y(), Vec3::z(), Vec3::new(0.0, f64::INFINITY, 0.0)]).unwrap();
        let mut notes = Vec::new();
        let (mesh, groups) = builder.finish(&mut notes).unwrap();
        assert_eq!(mesh.triangles, vec![[0, 1, 2]]);
        assert_eq!(mesh.vertices.len(), 3);
        assert_eq!(groups, vec![MeshGroup { start: 0, end: 1, color: None }]);
        assert_eq!(notes, vec![MeshNote::NotFinite { faces: 2 }]);
    }

    #[test]
    fn colours_come_side_by_side() {
        let red = Some([1.0, 0.0, 0.0, 1.0]);
        let mut builder = MeshBuilder::new();
        for color in [None, red, None] {
            builder.set_color(color);
            builder.triangle([Vec3::x(), Vec3::y(), Vec3::z()]).unwrap();
        }
        let (mesh, groups) = builder.finish(&mut Vec::new()).unwrap();
        assert_eq!(mesh.triangles.len(), 3);
        assert_eq!(groups.len(), 2);
        assert_eq!((groups[0].end, groups[1].color), (2, red));
    }
}
