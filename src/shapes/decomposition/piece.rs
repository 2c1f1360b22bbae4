//! A piece of a mesh and its hull.

use super::surface::Surface;
use crate::math::{Mat3, Vec3};
use crate::shapes::Hull;
use crate::shapes::solid_hull::{Thickened, solid_hull};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A plane: unit normal and offset; below is `normal . x < offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: Vec3,
    pub offset: f64,
}

/// An edge where the surface bends inward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crease {
    pub middle: Vec3,
    /// Unit normals of the two faces.
    pub normals: [Vec3; 2],
    /// Length times the sine of the bend.
    pub weight: f64,
}

/// Triangles of the mesh, cut by planes, and the hull around them.
pub(super) struct Piece {
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub creases: Vec<Crease>,
    /// The cuts that made it; it lies below each.
    pub planes: Vec<Plane>,
    /// Where three cuts meet inside the solid. The surface alone does not reach there, the piece does.
    pub inner: Vec<Vec3>,
    pub hull: Arc<Hull>,
    pub thickened: Option<Thickened>,
    pub volume: f64,
}

impl Piece {
    /// The whole mesh: corners at one place become one vertex, triangles without area are kept (they must be
    /// covered). `None` without finite points.
    pub fn whole(triangles: &[[Vec3; 3]]) -> Option<Self> {
        let mut corners: Vec<Vec3> = triangles.iter().flatten().copied().collect();
        let order = |a: &Vec3, b: &Vec3| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z));
        corners.sort_unstable_by(order);
        corners.dedup();
        let find =
            |p: &Vec3| corners.binary_search_by(|q| order(q, p)).unwrap_or_else(|i| i.min(corners.len() - 1)) as u32;
        let triangles: Vec<[u32; 3]> = triangles.iter().map(|t| t.each_ref().map(find)).collect();
        let creases = creases(&corners, &triangles);
        Self::new(corners, triangles, creases, Vec::new(), Vec::new())
    }

    fn new(
        vertices: Vec<Vec3>,
        triangles: Vec<[u32; 3]>,
        creases: Vec<Crease>,
        planes: Vec<Plane>,
        inner: Vec<Vec3>,
    ) -> Option<Self> {
        let points: Vec<Vec3> = vertices.iter().chain(&inner).copied().collect();
        let (hull, thickened) = solid_hull(&points)?;
        let volume = hull.volume();
        Some(Self { vertices, triangles, creases, planes, inner, hull: Arc::new(hull), thickened, volume })
    }

    /// Cuts along `plane`: the pieces below and above. Both contain the cut's points, bit for bit. `None` if all is
    /// on one side.
    pub fn split(&self, plane: &Plane, surface: &Surface) -> Option<(Piece, Piece)> {
        let (low, high) = self.hull.aabb();
        let tolerance = 1e-9 * (high - low).norm();
        let heights: Vec<f64> = self
            .vertices
            .iter()
            .map(|v| {
                let h = plane.normal.dot(v) - plane.offset;
                if h.abs() <= tolerance { 0.0 } else { h }
            })
            .collect();
        let mut points = self.vertices.clone();
        let mut cuts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut sides: [Vec<[u32; 3]>; 2] = Default::default();
        for t in &self.triangles {
            let h = t.map(|v| heights[v as usize]);
            if h.iter().all(|&h| h == 0.0) {
                // A face in the plane belongs to the side that its solid is on.
                let [a, b, c] = t.map(|v| self.vertices[v as usize]);
                let up = (b - a).cross(&(c - a)).dot(&plane.normal) <= 0.0;
                sides[usize::from(up)].push(*t);
            } else if h.iter().all(|&h| h <= 0.0) {
                sides[0].push(*t);
            } else if h.iter().all(|&h| h >= 0.0) {
                sides[1].push(*t);
            } else {
                let mut rings: [Vec<u32>; 2] = Default::default();
                for i in 0..3 {
                    let j = (i + 1) % 3;
                    if h[i] <= 0.0 {
                        rings[0].push(t[i]);
                    }
                    if h[i] >= 0.0 {
                        rings[1].push(t[i]);
                    }
                    if h[i] * h[j] < 0.0 {
                        let key = (t[i].min(t[j]), t[i].max(t[j]));
                        let cut = *cuts.entry(key).or_insert_with(|| {
                            let (p, q) = (self.vertices[key.0 as usize], self.vertices[key.1 as usize]);
                            let (hp, hq) = (heights[key.0 as usize], heights[key.1 as usize]);
                            points.push(p + (q - p) * (hp / (hp - hq)));
                            points.len() as u32 - 1
                        });
                        rings[0].push(cut);
                        rings[1].push(cut);
                    }
                }
                for (side, ring) in sides.iter_mut().zip(&rings) {
                    for i in 1..ring.len().saturating_sub(1) {
                        side.push([ring[0], ring[i], ring[i + 1]]);
                    }
                }
            }
        }
        let [below, above] = sides;
        let strict = |side: &[[u32; 3]], sign: f64| {
            side.iter().flatten().any(|&v| heights.get(v as usize).is_some_and(|h| h * sign > 0.0))
        };
        if !strict(&below, -1.0) || !strict(&above, 1.0) {
            return None;
        }
        let corners = self.corners(plane, surface);
        let side = |triangles: &[[u32; 3]], sign: f64| {
            let height = |p: &Vec3| (plane.normal.dot(p) - plane.offset) * sign;
            let creases = self.creases.iter().filter(|c| height(&c.middle) > tolerance.max(1e-6)).copied().collect();
            let mut inner: Vec<Vec3> = self.inner.iter().filter(|p| height(p) >= 0.0).copied().collect();
            inner.extend(&corners);
            let mut planes = self.planes.clone();
            planes.push(Plane { normal: plane.normal * -sign, offset: plane.offset * -sign });
            compact(&points, triangles, creases, planes, inner)
        };
        Some((side(&below, -1.0)?, side(&above, 1.0)?))
    }

    /// Where `plane` meets two earlier cuts inside the piece.
    pub fn corners(&self, plane: &Plane, surface: &Surface) -> Vec<Vec3> {
        let mut corners = Vec::new();
        for (i, first) in self.planes.iter().enumerate() {
            for (j, second) in self.planes.iter().enumerate().skip(i + 1) {
                let rows =
                    Mat3::from_rows(&[plane.normal.transpose(), first.normal.transpose(), second.normal.transpose()]);
                if rows.determinant().abs() < 1e-6 {
                    continue;
                }
                let Some(inverse) = rows.try_inverse() else { continue };
                let corner = inverse * Vec3::new(plane.offset, first.offset, second.offset);
                let others = self.planes.iter().enumerate().filter(|(k, _)| *k != i && *k != j);
                if others.into_iter().all(|(_, p)| p.normal.dot(&corner) <= p.offset) && surface.contains(&corner) {
                    corners.push(corner);
                }
            }
        }
        corners
    }
}

/// A piece of the vertices that its triangles use.
fn compact(
    points: &[Vec3],
    triangles: &[[u32; 3]],
    creases: Vec<Crease>,
    planes: Vec<Plane>,
    inner: Vec<Vec3>,
) -> Option<Piece> {
    let mut index = vec![u32::MAX; points.len()];
    let mut vertices = Vec::new();
    let triangles = triangles
        .iter()
        .map(|t| {
            t.map(|v| {
                if index[v as usize] == u32::MAX {
                    index[v as usize] = vertices.len() as u32;
                    vertices.push(points[v as usize]);
                }
                index[v as usize]
            })
        })
        .collect();
    Piece::new(vertices, triangles, creases, planes, inner)
}

/// The edges between two faces that bend inward by more than 4 degrees.
fn creases(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Crease> {
    let normals: Vec<Vec3> = triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|v| vertices[v as usize]);
            let normal = (b - a).cross(&(c - a));
            let length = normal.norm();
            if length > 0.0 { normal / length } else { Vec3::zeros() }
        })
        .collect();
    let mut edges: Vec<(u32, u32, u32)> = Vec::with_capacity(3 * triangles.len());
    for (i, t) in triangles.iter().enumerate() {
        edges.extend((0..3).map(|e| (t[e], t[(e + 1) % 3], i as u32)));
    }
    edges.sort_unstable();
    let mut found = Vec::new();
    for &(from, to, face) in edges.iter().filter(|e| e.0 < e.1) {
        let Ok(twin) = edges.binary_search_by(|e| (e.0, e.1).cmp(&(to, from))) else { continue };
        let (p, q) = (vertices[from as usize], vertices[to as usize]);
        let pair = [normals[face as usize], normals[edges[twin].2 as usize]];
        // Positive where the surface bulges.
        let bend = pair[0].cross(&pair[1]).dot(&(q - p));
        let length = (q - p).norm();
        if length > 0.0 && bend < -0.07 * length {
            found.push(Crease { middle: (p + q) / 2.0, normals: pair, weight: -bend });
        }
    }
    found
}
