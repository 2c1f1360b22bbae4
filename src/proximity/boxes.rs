//! Boxes: support in a box's own frame, and the depth of two overlapping boxes by their fifteen separating axes.

use super::frame::{Frame, cross, dot};
use super::gjk::Support;
use crate::math::{Pose, Vec3};

use super::body::BoxCore;

/// A box centred in its own frame; bit k of a vertex number set means the positive side of axis k.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisBox {
    pub half: Vec3,
}

impl Support for AxisBox {
    #[inline(always)]
    fn support(&self, d: &Vec3, _hint: u32) -> u32 {
        u32::from(d.x > 0.0) | u32::from(d.y > 0.0) << 1 | u32::from(d.z > 0.0) << 2
    }

    #[inline(always)]
    fn vertex(&self, id: u32) -> Vec3 {
        let s = |k: u32, h: f64| if id >> k & 1 == 1 { h } else { -h };
        Vec3::new(s(0, self.half.x), s(1, self.half.y), s(2, self.half.z))
    }
}

/// B's box frame in A's box frame.
#[inline]
pub(super) fn relative(a: &BoxCore, b: &BoxCore, b_in_a: &Pose) -> Pose {
    let turn = b_in_a.rotation * b.rotation;
    let shift = b_in_a.rotation * b.center + b_in_a.translation - a.center;
    Pose::new(a.rotation.tr_mul(&turn), a.rotation.tr_mul(&shift))
}

/// The smallest overlap of two boxes over the fifteen axes on which it can be smallest: metres, negative if an axis
/// separates them, and the unit axis (in A's box frame) that points from A to B's centre.
///
/// The faces of the Minkowski difference of two boxes are square to a face of either or to an edge of each (Gottschalk,
/// Lin, Manocha 1996, for the yes-or-no test). The overlap along any unit axis is an upper bound on the depth, so an
/// axis that is badly conditioned cannot make the depth too small.
pub(super) fn overlap(a: &AxisBox, b: &AxisBox, frame: &Frame) -> (f64, Vec3) {
    let t = frame.point(&Vec3::zeros());
    let u = [frame.vector(&Vec3::x()), frame.vector(&Vec3::y()), frame.vector(&Vec3::z())];
    let mut best = (f64::INFINITY, Vec3::x());
    let mut test = |n: Vec3| {
        let reach = a.half.x * n.x.abs() + a.half.y * n.y.abs() + a.half.z * n.z.abs();
        let other = b.half.x * dot(&u[0], &n).abs() + b.half.y * dot(&u[1], &n).abs() + b.half.z * dot(&u[2], &n).abs();
        let along = dot(&t, &n);
        let value = reach + other - along.abs();
        if value < best.0 {
            best = (value, if along < 0.0 { -n } else { n });
        }
    };
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    axes.iter().for_each(|n| test(*n));
    u.iter().for_each(|n| test(*n));
    for e in &axes {
        for f in &u {
            let n = cross(e, f);
            let square = dot(&n, &n);
            // Parallel edges give no axis of their own.
            if square > 1e-16 {
                test(n * (1.0 / square.sqrt()));
            }
        }
    }
    best
}
