//! Boxes: support, and the depth of two overlapping boxes by their fifteen separating axes.

use super::frame::Frame;
use super::gjk::Support;
use super::vector::{V3, cross, dot};
use crate::math::Vec3;
use crate::shapes::Obb;

/// A box in its body's frame, metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxCore {
    center: V3,
    /// Unit.
    axes: [V3; 3],
    half: V3,
    /// Bit k of a corner's number set: the positive side of axis k.
    corners: [V3; 8],
}

impl BoxCore {
    pub fn new(obb: &Obb) -> Self {
        let corner = |id: usize| {
            let side = |k: usize| if id >> k & 1 == 1 { obb.half_extents[k] } else { -obb.half_extents[k] };
            V3::of(&(obb.center + obb.rotation * Vec3::new(side(0), side(1), side(2))))
        };
        Self {
            center: V3::of(&obb.center),
            axes: [0, 1, 2].map(|k| V3::of(&obb.rotation.column(k).into_owned())),
            half: V3::of(&obb.half_extents),
            corners: [0, 1, 2, 3, 4, 5, 6, 7].map(corner),
        }
    }

    pub fn corners(&self) -> &[V3; 8] {
        &self.corners
    }
}

impl Support for BoxCore {
    #[inline(always)]
    fn support(&self, d: V3, _hint: u32) -> u32 {
        let [x, y, z] = self.axes;
        u32::from(dot(x, d) > 0.0) | u32::from(dot(y, d) > 0.0) << 1 | u32::from(dot(z, d) > 0.0) << 2
    }

    #[inline(always)]
    fn vertex(&self, id: u32) -> V3 {
        self.corners[(id & 7) as usize]
    }
}

/// The smallest overlap of two boxes over the fifteen axes on which it can be smallest: metres, negative if an axis
/// separates them, and the unit axis (in A's frame) that points from A to B's centre.
///
/// The faces of the Minkowski difference of two boxes are square to a face of either or to an edge of each (Gottschalk,
/// Lin, Manocha 1996, for the yes-or-no test). The overlap along any unit axis is an upper bound on the depth, so an
/// axis that is badly conditioned cannot make the depth too small.
pub(super) fn overlap(a: &BoxCore, b: &BoxCore, frame: &Frame) -> (f64, V3) {
    let t = frame.point(b.center) - a.center;
    let v = &a.axes;
    let u = [frame.vector(b.axes[0]), frame.vector(b.axes[1]), frame.vector(b.axes[2])];
    let mut best = (f64::INFINITY, V3::X);
    let mut test = |n: V3| {
        let reach = a.half.x * dot(v[0], n).abs() + a.half.y * dot(v[1], n).abs() + a.half.z * dot(v[2], n).abs();
        let other = b.half.x * dot(u[0], n).abs() + b.half.y * dot(u[1], n).abs() + b.half.z * dot(u[2], n).abs();
        let along = dot(t, n);
        let value = reach + other - along.abs();
        if value < best.0 {
            best = (value, if along < 0.0 { -n } else { n });
        }
    };
    v.iter().for_each(|n| test(*n));
    u.iter().for_each(|n| test(*n));
    for e in v {
        for f in &u {
            let n = cross(*e, *f);
            let square = dot(n, n);
            // Parallel edges give no axis of their own.
            if square > 1e-16 {
                test(n * (1.0 / square.sqrt()));
            }
        }
    }
    best
}
