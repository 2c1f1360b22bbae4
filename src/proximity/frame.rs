//! The pose of one body in the other's frame, laid out for the inner loops.

use super::vector::{V3, dot};
use crate::math::Pose;

/// `x -> c0 x.x + c1 x.y + c2 x.z + t`, columns of the rotation and the translation in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    c0: V3,
    c1: V3,
    c2: V3,
    t: V3,
}

impl Frame {
    #[inline]
    pub fn new(pose: &Pose) -> Self {
        let r = &pose.rotation;
        Self {
            c0: V3::new(r.m11, r.m21, r.m31),
            c1: V3::new(r.m12, r.m22, r.m32),
            c2: V3::new(r.m13, r.m23, r.m33),
            t: V3::of(&pose.translation),
        }
    }

    /// The same rotation, further along by `shift`.
    pub fn moved(&self, shift: V3) -> Self {
        Self { t: self.t + shift, ..*self }
    }

    pub fn identity() -> Self {
        Self { c0: V3::X, c1: V3::Y, c2: V3::Z, t: V3::ZERO }
    }

    #[inline(always)]
    pub fn point(&self, p: V3) -> V3 {
        V3::new(
            self.c0.x * p.x + self.c1.x * p.y + self.c2.x * p.z + self.t.x,
            self.c0.y * p.x + self.c1.y * p.y + self.c2.y * p.z + self.t.y,
            self.c0.z * p.x + self.c1.z * p.y + self.c2.z * p.z + self.t.z,
        )
    }

    #[inline(always)]
    pub fn vector(&self, p: V3) -> V3 {
        V3::new(
            self.c0.x * p.x + self.c1.x * p.y + self.c2.x * p.z,
            self.c0.y * p.x + self.c1.y * p.y + self.c2.y * p.z,
            self.c0.z * p.x + self.c1.z * p.y + self.c2.z * p.z,
        )
    }

    /// The transposed rotation: a direction of the outer frame in the inner one.
    #[inline(always)]
    pub fn inverse_vector(&self, p: V3) -> V3 {
        V3::new(dot(self.c0, p), dot(self.c1, p), dot(self.c2, p))
    }

    /// An upper bound on how far any point of a ball (centre `c`, radius `rho`, inner frame) moves in a straight line
    /// from its place under `self` to its place under `other`.
    ///
    /// `|dR (p - c)| <= |dR|_2 rho`, and the difference of two rotations has the singular values (s, s, 0), so
    /// `|dR|_2` is its Frobenius norm over the root of two, here rounded up for rotations that are not quite exact.
    #[inline]
    pub fn motion(&self, other: &Frame, c: V3, rho: f64) -> f64 {
        let (d0, d1, d2) = (self.c0 - other.c0, self.c1 - other.c1, self.c2 - other.c2);
        let frobenius = (dot(d0, d0) + dot(d1, d1) + dot(d2, d2)).sqrt();
        let shift = self.t - other.t
            + V3::new(
                d0.x * c.x + d1.x * c.y + d2.x * c.z,
                d0.y * c.x + d1.y * c.y + d2.y * c.z,
                d0.z * c.x + d1.z * c.y + d2.z * c.z,
            );
        0.7072 * frobenius * rho + dot(shift, shift).sqrt()
    }
}
