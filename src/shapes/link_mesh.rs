//! The collision geometry of one link in the link frame.

use super::decomposition::convex_solid;
use super::{Hull, primitive};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::intake::{LinkGeometry, Solid, SolidElement};
use crate::math::Vec3;
use crate::mesh::TriangleMesh;
use std::ops::Range;
use std::sync::Arc;

/// Sides longer than this are not meant.
const MAX_COORDINATE: f64 = 1e9;
/// A mesh with more triangles is not taken for a part that somebody made.
const MOST_TRIANGLES: usize = 4000;

/// What a link's shapes are made from.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkMesh {
    /// All mesh elements together.
    pub mesh: TriangleMesh,
    /// Of several elements those that are convex: they are parts as they are. Where their triangles are in the mesh, and
    /// their hulls.
    pub convex: Vec<(Range<usize>, Arc<Hull>)>,
    /// The elements that are not meshes, with the vertices of the polyhedra around them.
    pub primitives: Vec<(SolidElement, Vec<Vec3>)>,
}

impl LinkMesh {
    /// Gathers the elements of `geometry`; what is not finite is left out and said.
    pub fn new(link: &str, geometry: &LinkGeometry, diagnostics: &mut Diagnostics) -> Self {
        let mut gathered = Self::default();
        let mut lost = 0;
        let several = geometry.collision.len() > 1;
        for element in &geometry.collision {
            match &element.solid {
                Solid::Mesh(mesh) => {
                    let first = gathered.mesh.triangles.len();
                    lost += gathered.add_mesh(element, mesh);
                    if several {
                        gathered.note_convex(first);
                    }
                }
                _ => {
                    let points = primitive::polyhedron(element);
                    if points.is_empty() || points.iter().any(|p| !is_usable(p)) {
                        diagnostics.push(
                            Diagnostic::warning(
                                "solid-unusable",
                                format!("A solid of link '{link}' has no finite size; it is left out."),
                            )
                            .mend("Give the box, cylinder, sphere or capsule finite sizes."),
                        );
                    } else {
                        gathered.primitives.push((element.clone(), points));
                    }
                }
            }
        }
        if lost > 0 {
            diagnostics.push(
                Diagnostic::warning(
                    "triangles-unusable",
                    format!("{lost} triangles of link '{link}' have corners that are not finite; they are left out."),
                )
                .mend("Export the mesh again."),
            );
        }
        gathered
    }

    /// Adds a mesh; returns how many of its triangles could not be used.
    fn add_mesh(&mut self, element: &SolidElement, mesh: &TriangleMesh) -> usize {
        let first = self.mesh.vertices.len();
        let Ok(offset) = u32::try_from(first) else { return mesh.triangles.len() };
        self.mesh.vertices.extend(mesh.vertices.iter().map(|v| element.pose.transform_point(v)));
        let count = mesh.triangles.len();
        let usable = |t: &[u32; 3]| {
            t.iter()
                .all(|&v| mesh.vertices.get(v as usize).is_some() && is_usable(&self.mesh.vertices[first + v as usize]))
        };
        let kept: Vec<[u32; 3]> = mesh.triangles.iter().filter(|t| usable(t)).map(|t| t.map(|v| v + offset)).collect();
        let lost = count - kept.len();
        self.mesh.triangles.extend(kept);
        lost
    }

    /// Keeps in mind that the triangles from `first` on bound a convex solid, if they do.
    fn note_convex(&mut self, first: usize) {
        let all = &self.mesh.triangles[first..];
        // The test costs a hull; parts that somebody made have few triangles.
        if all.len() > MOST_TRIANGLES {
            return;
        }
        let corners: Vec<[Vec3; 3]> = all.iter().map(|t| t.map(|v| self.mesh.vertices[v as usize])).collect();
        if let Some(hull) = convex_solid(&corners) {
            self.convex.push((first..self.mesh.triangles.len(), hull));
        }
    }

    /// The triangles that are not of a convex element.
    pub fn to_decompose(&self) -> Vec<[Vec3; 3]> {
        let convex = |i: &usize| self.convex.iter().any(|(range, _)| range.contains(i));
        let corners = |i: usize| self.mesh.triangles[i].map(|v| self.mesh.vertices[v as usize]);
        (0..self.mesh.triangles.len()).filter(|i| !convex(i)).map(corners).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.mesh.triangles.is_empty() && self.primitives.is_empty()
    }

    /// The link is this one primitive and nothing else.
    pub fn single_primitive(&self) -> Option<&SolidElement> {
        match (self.mesh.triangles.is_empty(), self.primitives.as_slice()) {
            (true, [(element, _)]) => Some(element),
            _ => None,
        }
    }

    /// All points whose hull is the link's: mesh vertices in use, and the corners of the polyhedra.
    pub fn points(&self) -> Vec<Vec3> {
        let mut used = vec![false; self.mesh.vertices.len()];
        for &v in self.mesh.triangles.iter().flatten() {
            used[v as usize] = true;
        }
        let mesh = self.mesh.vertices.iter().zip(&used).filter(|(_, used)| **used).map(|(v, _)| *v);
        mesh.chain(self.primitives.iter().flat_map(|(_, points)| points.iter().copied())).collect()
    }
}

fn is_usable(p: &Vec3) -> bool {
    p.iter().all(|x| x.abs() <= MAX_COORDINATE)
}
