//! Signed distance of two bodies: one query, or a run of them with a warm start.

use super::Proximity;
use super::body::{ConvexBody, Core};
use super::boxes::{self, BoxCore};
use super::depth::{Overlap, Surface};
use super::frame::Frame;
use super::gjk::{self, Difference, Found, Support};
use super::polyhedron::NONE;
use super::simplex::Simplex;
use super::vector::{V3, dot};
use crate::math::Pose;

/// What one query leaves behind for the next one on the same pair of bodies. Reuse it where the pose changes little;
/// the answer does not depend on it beyond rounding (1e-9 m at the size of robots).
#[derive(Clone, Debug)]
pub struct Warm {
    pub(super) simplex: Simplex,
    overlapping: bool,
    surface: Surface,
}

impl Warm {
    pub fn new() -> Self {
        Self { simplex: Simplex::new(), overlapping: false, surface: Surface::new() }
    }

    /// Forgets the last query: call it before another pair of bodies. Keeps the memory.
    pub fn reset(&mut self) {
        self.simplex.len = 0;
        self.overlapping = false;
        self.surface.invalidate();
    }
}

impl Default for Warm {
    fn default() -> Self {
        Self::new()
    }
}

/// How the cores of two bodies lie: signed distance, and a witness on demand.
pub(super) struct Cores {
    pub distance: f64,
    pub way: Way,
}

pub(super) enum Way {
    /// Weights of the final simplex's vertices.
    Weights([f64; 3]),
    /// Unit direction in which B leaves A on the shortest way.
    Normal(V3),
}

/// The signed distance of `a` and `b`, metres, `b_in_a` being the pose of `b`'s frame in `a`'s; negative is the
/// penetration depth, the length of the shortest translation that parts them. The witness points are in `a`'s frame
/// and differ by a vector of the distance's length: `point_b - point_a` is the way from A to B if the bodies are
/// apart, and in penetration it is minus the translation of `b` that parts them.
pub fn signed_distance(a: &ConvexBody, b: &ConvexBody, b_in_a: &Pose) -> Proximity {
    let mut warm = Warm::new();
    match (&a.core, &b.core) {
        (Core::Box(p), Core::Box(q)) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale: a.core_bound() + b.core_bound() };
            let cores = box_cores(&m, &mut warm);
            witness(&m, &warm, &cores)
        }
        (Core::Hull(p), Core::Hull(q)) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale: a.core_bound() + b.core_bound() };
            let cores = cores(&m, b, &mut warm);
            witness(&m, &warm, &cores)
        }
        (p, q) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale: a.core_bound() + b.core_bound() };
            let cores = cores(&m, b, &mut warm);
            grow(witness(&m, &warm, &cores), &cores, a.radius, b.radius)
        }
    }
}

/// As [`signed_distance`], distance only, beginning where the last query on this pair of bodies ended.
#[inline]
pub fn signed_distance_warm(a: &ConvexBody, b: &ConvexBody, b_in_a: &Pose, warm: &mut Warm) -> f64 {
    match (&a.core, &b.core) {
        (Core::Point(p), Core::Point(q)) => {
            let d = Frame::new(b_in_a).point(*q) - *p;
            d.norm() - (a.radius + b.radius)
        }
        (Core::Box(p), Core::Box(q)) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale: a.core_bound() + b.core_bound() };
            box_cores(&m, warm).distance
        }
        (Core::Hull(p), Core::Hull(q)) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale: a.core_bound() + b.core_bound() };
            cores(&m, b, warm).distance
        }
        (p, q) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale: a.core_bound() + b.core_bound() };
            cores(&m, b, warm).distance - (a.radius + b.radius)
        }
    }
}

impl ConvexBody {
    #[inline]
    pub(super) fn core_bound(&self) -> f64 {
        self.bounding_ball().1 - self.radius
    }
}

impl Support for Core {
    fn support(&self, d: V3, hint: u32) -> u32 {
        match self {
            Core::Point(_) => 0,
            Core::Box(b) => b.support(d, hint),
            Core::Hull(h) => h.support(d, hint),
        }
    }

    fn vertex(&self, id: u32) -> V3 {
        match self {
            Core::Point(p) => *p,
            Core::Box(b) => b.vertex(id),
            Core::Hull(h) => h.vertices()[id as usize],
        }
    }
}

/// Toward B from A: the first direction of a cold start.
fn first_direction<A: Support, B: Support>(m: &Difference<A, B>) -> V3 {
    let d = m.frame.point(m.b.vertex(0)) - m.a.vertex(0);
    if dot(d, d) > 0.0 { d } else { V3::X }
}

#[inline]
pub(super) fn cores<A: Support, B: Support>(m: &Difference<A, B>, b: &ConvexBody, warm: &mut Warm) -> Cores {
    if warm.overlapping {
        let (center, bound) = b.bounding_ball();
        match warm.surface.warm(m, V3::of(&center), bound) {
            Overlap::Depth { depth, normal } => return Cores { distance: -depth, way: Way::Normal(normal) },
            Overlap::Apart { .. } | Overlap::Lost => {
                warm.simplex.len = 0;
                if let Some(ids) = warm.surface.nearest_face() {
                    ids.into_iter().for_each(|id| warm.simplex.push(V3::ZERO, id));
                }
            }
        }
    }
    let toward = if warm.simplex.len == 0 { first_direction(m) } else { V3::X };
    match gjk::distance(m, &mut warm.simplex, toward) {
        Found::Apart { distance, weights } => {
            warm.overlapping = false;
            Cores { distance, way: Way::Weights(weights) }
        }
        Found::Touching => {
            let overlap = warm.surface.cold(m, &warm.simplex);
            warm.simplex.len = warm.simplex.len.min(3);
            warm.overlapping = true;
            match overlap {
                Overlap::Depth { depth, normal } => Cores { distance: -depth, way: Way::Normal(normal) },
                Overlap::Apart { distance, normal } => Cores { distance, way: Way::Normal(normal) },
                Overlap::Lost => Cores { distance: 0.0, way: Way::Normal(V3::X) },
            }
        }
    }
}

#[inline]
pub(super) fn box_cores(m: &Difference<BoxCore, BoxCore>, warm: &mut Warm) -> Cores {
    if warm.overlapping {
        let (depth, normal) = boxes::overlap(m.a, m.b, &m.frame);
        if depth >= 0.0 {
            return Cores { distance: -depth, way: Way::Normal(normal) };
        }
    }
    let toward = if warm.simplex.len == 0 { first_direction(m) } else { V3::X };
    match gjk::distance(m, &mut warm.simplex, toward) {
        Found::Apart { distance, weights } => {
            warm.overlapping = false;
            Cores { distance, way: Way::Weights(weights) }
        }
        Found::Touching => {
            warm.simplex.len = warm.simplex.len.min(3);
            warm.overlapping = true;
            let (depth, normal) = boxes::overlap(m.a, m.b, &m.frame);
            Cores { distance: -depth, way: Way::Normal(normal) }
        }
    }
}

/// Witness points on the cores, in the frame of the difference's A.
fn witness<A: Support, B: Support>(m: &Difference<A, B>, warm: &Warm, cores: &Cores) -> Proximity {
    let distance = cores.distance;
    match cores.way {
        Way::Weights(weights) => {
            let mut point_a = V3::ZERO;
            for (k, id) in warm.simplex.id[..warm.simplex.len].iter().enumerate() {
                point_a += m.a.vertex(id.0) * weights[k];
            }
            let mut point_b = V3::ZERO;
            for (k, id) in warm.simplex.id[..warm.simplex.len].iter().enumerate() {
                point_b += m.frame.point(m.b.vertex(id.1)) * weights[k];
            }
            Proximity { distance, point_a: point_a.to_vec3(), point_b: point_b.to_vec3() }
        }
        Way::Normal(normal) => {
            let (point_a, point_b) = deepest(m, normal, distance);
            Proximity { distance, point_a: point_a.to_vec3(), point_b: point_b.to_vec3() }
        }
    }
}

/// Points of contact on the two supporting planes square to `normal`: the closest points of the bodies after B has been
/// moved along `normal` until the planes are apart, moved back.
fn deepest<A: Support, B: Support>(m: &Difference<A, B>, normal: V3, distance: f64) -> (V3, V3) {
    let gap = m.scale * 1e-3;
    let shift = normal * (gap - distance);
    let apart = Difference { a: m.a, b: m.b, frame: m.frame.moved(shift), scale: m.scale };
    let mut simplex = Simplex::new();
    let Found::Apart { weights, .. } = gjk::distance(&apart, &mut simplex, normal) else {
        let a = m.a.vertex(m.a.support(normal, NONE));
        return (a, a + normal * distance);
    };
    let mut point = V3::ZERO;
    for (k, id) in simplex.id[..simplex.len].iter().enumerate() {
        point += m.a.vertex(id.0) * weights[k];
    }
    (point, point + normal * distance)
}

/// From the cores to the bodies: radii `ra` and `rb` are added.
fn grow(core: Proximity, cores: &Cores, ra: f64, rb: f64) -> Proximity {
    let between = V3::of(&(core.point_b - core.point_a));
    let length = between.norm();
    let normal = match cores.way {
        Way::Normal(normal) => normal,
        Way::Weights(_) if length > 0.0 => between / length,
        Way::Weights(_) => V3::X,
    };
    Proximity {
        distance: core.distance - (ra + rb),
        point_a: core.point_a + (normal * ra).to_vec3(),
        point_b: core.point_b - (normal * rb).to_vec3(),
    }
}
