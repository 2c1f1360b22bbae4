//! A convex polyhedron made ready for support queries.

use super::climb::Climb;
use super::frame::dot;
use crate::math::Vec3;
use crate::shapes::Hull;

/// No vertex known to start from.
pub(super) const NONE: u32 = u32::MAX;

/// Up to this many vertices a scan over all of them beats climbing from a vertex near the answer.
const SCAN_LIMIT: usize = 8;

/// The vertices of a convex hull, metres, with what makes the furthest one along a direction quick to find.
#[derive(Clone, Debug)]
pub(super) struct Polyhedron {
    vertices: Vec<Vec3>,
    /// The same coordinates in pairs of vertices: x0 x1 y0 y1 z0 z1; an odd last one is repeated.
    pairs: Vec<[f64; 6]>,
    climb: Option<Climb>,
}

impl Polyhedron {
    /// `None` if the hull has no vertices or one that is not finite.
    pub fn new(hull: &Hull) -> Option<Self> {
        if hull.vertices.is_empty() || hull.vertices.iter().any(|v| !v.iter().all(|c| c.is_finite())) {
            return None;
        }
        let vertices = hull.vertices.clone();
        let pairs = pack(&vertices);
        let climb = if vertices.len() > SCAN_LIMIT { Climb::new(&vertices, &hull.triangles) } else { None };
        Some(Self { vertices, pairs, climb })
    }

    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// The vertex furthest along `d`; `hint` is a vertex near it or [`NONE`].
    #[inline]
    pub fn support(&self, d: &Vec3, hint: u32) -> u32 {
        match &self.climb {
            Some(climb) => {
                let start = if hint == NONE { climb.start(d) } else { hint };
                climb.climb(d, start, dot(d, &self.vertices[start as usize]))
            }
            None => self.scan(d),
        }
    }

    /// The first of the vertices furthest along `d`, by looking at every one.
    pub fn scan(&self, d: &Vec3) -> u32 {
        let mut best = [f64::NEG_INFINITY; 2];
        let mut at = [0u32; 2];
        for (k, p) in self.pairs.iter().enumerate() {
            for lane in 0..2 {
                let s = d.x * p[lane] + d.y * p[2 + lane] + d.z * p[4 + lane];
                if s > best[lane] {
                    best[lane] = s;
                    at[lane] = k as u32;
                }
            }
        }
        let last = self.vertices.len() as u32 - 1;
        if best[1] > best[0] || (best[1] == best[0] && at[1] < at[0]) { (2 * at[1] + 1).min(last) } else { 2 * at[0] }
    }
}

/// Vertices two by two; an odd last one stands twice.
pub(super) fn pack(vertices: &[Vec3]) -> Vec<[f64; 6]> {
    vertices
        .chunks(2)
        .map(|c| {
            let (p, q) = (c[0], c[c.len() - 1]);
            [p.x, q.x, p.y, q.y, p.z, q.z]
        })
        .collect()
}
