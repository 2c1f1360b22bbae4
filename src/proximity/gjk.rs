//! The distance of two convex bodies by the algorithm of Gilbert, Johnson and Keerthi (1988), from a warm start.

use super::frame::Frame;
use super::polyhedron::{NONE, Polyhedron};
use super::simplex::{Closest, Simplex};
use super::vector::{V3, dot};

/// A convex polyhedron given by numbered vertices.
pub(super) trait Support {
    /// The vertex furthest along `d`. `hint`: a vertex believed to be near it, or [`NONE`].
    fn support(&self, d: V3, hint: u32) -> u32;

    fn vertex(&self, id: u32) -> V3;
}

impl Support for Polyhedron {
    #[inline(always)]
    fn support(&self, d: V3, hint: u32) -> u32 {
        Polyhedron::support(self, d, hint)
    }

    #[inline(always)]
    fn vertex(&self, id: u32) -> V3 {
        self.vertices()[id as usize]
    }
}

/// The Minkowski difference A - B, B placed in A's frame.
pub(super) struct Difference<'a, A, B> {
    pub a: &'a A,
    pub b: &'a B,
    pub frame: Frame,
    /// Size of the bodies in metres, for tolerances.
    pub scale: f64,
}

impl<A: Support, B: Support> Difference<'_, A, B> {
    #[inline(always)]
    pub fn vertex(&self, id: (u32, u32)) -> V3 {
        self.a.vertex(id.0) - self.frame.point(self.b.vertex(id.1))
    }

    /// The vertex furthest along `d`.
    #[inline(always)]
    pub fn support(&self, d: V3, hint: (u32, u32)) -> (u32, u32) {
        let inner = -self.frame.inverse_vector(d);
        (self.a.support(d, hint.0), self.b.support(inner, hint.1))
    }
}

/// Relative to the size of the bodies: the distance is found when it is known this closely.
pub(super) const GAP: f64 = 1e-11;

const MAX_STEPS: usize = 128;

#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// Apart: distance and barycentric weights of the closest point in the simplex.
    Apart { distance: f64, weights: [f64; 3] },
    /// The bodies touch or overlap; the simplex is near or around the origin.
    Touching,
}

/// Runs from `simplex` (vertex numbers; positions are computed here) and leaves the final one there. An empty simplex
/// is a cold start.
#[inline]
pub(super) fn distance<A: Support, B: Support>(m: &Difference<A, B>, simplex: &mut Simplex, toward: V3) -> Found {
    let warm = simplex.len > 0;
    if warm {
        for k in 0..simplex.len {
            simplex.w[k] = m.vertex(simplex.id[k]);
        }
    } else {
        let id = m.support(toward, (NONE, NONE));
        simplex.push(m.vertex(id), id);
    }
    // Below this the sign of the distance is the business of the penetration search.
    let touch = 1e-13 * m.scale;
    let tolerance = GAP * m.scale;
    let mut lower = 0.0;
    let mut previous = f64::INFINITY;
    let (mut best, mut best_len) = (simplex.id, simplex.len);
    let mut best_weights = [1.0, 0.0, 0.0];
    let mut hint = if warm { simplex.id[0] } else { (NONE, NONE) };
    for _ in 0..MAX_STEPS {
        let Closest::Point { point, direction, weights } = simplex.reduce() else { return Found::Touching };
        let square = dot(point, point);
        if square <= touch * touch {
            return Found::Touching;
        }
        if square >= previous {
            // No progress within rounding: the step before was the best there is.
            break;
        }
        previous = square;
        (best, best_len) = (simplex.id, simplex.len);
        best_weights = weights;
        let id = m.support(-direction, hint);
        hint = id;
        let distance = square.sqrt();
        if simplex.contains(id) {
            return Found::Apart { distance, weights };
        }
        let w = m.vertex(id);
        // The plane through the new vertex, square to the direction, has the difference on its far side.
        let bound = dot(direction, w) / dot(direction, direction).sqrt();
        if bound > lower {
            lower = bound;
        }
        if distance - lower <= tolerance {
            return Found::Apart { distance, weights };
        }
        simplex.push(w, id);
    }
    (simplex.id, simplex.len) = (best, best_len);
    Found::Apart { distance: previous.sqrt(), weights: best_weights }
}
