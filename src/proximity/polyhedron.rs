//! A convex polyhedron made ready for support queries.

use super::climb::Climb;
use super::group::Group;
use super::vector::{V3, dot};
use crate::shapes::Hull;

/// No vertex known to start from.
pub(super) const NONE: u32 = u32::MAX;

/// Up to this many vertices a scan over all of them beats climbing from a vertex near the answer.
const SCAN_LIMIT: usize = 16;

/// The vertices of a convex hull, metres, with what makes the furthest one along a direction quick to find.
#[derive(Clone, Debug)]
pub(super) struct Polyhedron {
    vertices: Vec<V3>,
    /// All of them, four by four.
    groups: Vec<Group>,
    climb: Option<Climb>,
}

impl Polyhedron {
    /// `None` if the hull has no vertices or one that is not finite.
    pub fn new(hull: &Hull) -> Option<Self> {
        if hull.vertices.is_empty() || hull.vertices.iter().any(|v| !v.iter().all(|c| c.is_finite())) {
            return None;
        }
        let vertices: Vec<V3> = hull.vertices.iter().map(V3::of).collect();
        let ids: Vec<u32> = (0..vertices.len() as u32).collect();
        let groups = ids.chunks(4).map(|four| Group::new(&vertices, four)).collect();
        let climb = if vertices.len() > SCAN_LIMIT { Climb::new(&vertices, &hull.triangles) } else { None };
        Some(Self { vertices, groups, climb })
    }

    pub fn vertices(&self) -> &[V3] {
        &self.vertices
    }

    /// The vertex furthest along `d`; `hint` is a vertex near it or [`NONE`].
    #[inline(always)]
    pub fn support(&self, d: V3, hint: u32) -> u32 {
        self.support_of(d.x, d.y, d.z, hint)
    }

    /// As [`Polyhedron::support`]; single numbers are handed over in registers, a vector would be in memory.
    #[inline(never)]
    fn support_of(&self, x: f64, y: f64, z: f64, hint: u32) -> u32 {
        let d = V3::new(x, y, z);
        match &self.climb {
            Some(climb) => {
                let start = if hint == NONE { climb.start(d) } else { hint };
                climb.climb(d, start, dot(d, self.vertices[start as usize]))
            }
            None => self.scan(d),
        }
    }

    /// The first of the vertices furthest along `d`, by looking at every one.
    #[inline(always)]
    fn scan(&self, d: V3) -> u32 {
        let (mut best, mut at) = (f64::NEG_INFINITY, 0);
        for group in &self.groups {
            group.improve(d, &mut best, &mut at);
        }
        at
    }
}
