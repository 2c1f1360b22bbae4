//! Plain vectors for the inner loops.
//!
//! Three named numbers, passed by value, stay in registers; those of nalgebra are arrays behind a pointer to the
//! optimiser, which wrote and read them in memory, several times slower.

use crate::math::Vec3;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// A point or direction, metres unless a function says otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct V3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

impl V3 {
    pub const ZERO: V3 = V3::new(0.0, 0.0, 0.0);
    pub const X: V3 = V3::new(1.0, 0.0, 0.0);
    pub const Y: V3 = V3::new(0.0, 1.0, 0.0);
    pub const Z: V3 = V3::new(0.0, 0.0, 1.0);

    #[inline(always)]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    #[inline(always)]
    pub fn of(v: &Vec3) -> Self {
        Self::new(v[0], v[1], v[2])
    }

    #[inline(always)]
    pub fn to_vec3(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.z)
    }

    /// The largest coordinate without its sign.
    pub fn largest(self) -> f64 {
        self.x.abs().max(self.y.abs()).max(self.z.abs())
    }

    #[inline(always)]
    pub fn norm(self) -> f64 {
        dot(self, self).sqrt()
    }
}

#[inline(always)]
pub(super) fn dot(a: V3, b: V3) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

#[inline(always)]
pub(super) fn cross(a: V3, b: V3) -> V3 {
    V3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

impl Add for V3 {
    type Output = V3;
    #[inline(always)]
    fn add(self, o: V3) -> V3 {
        V3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl AddAssign for V3 {
    #[inline(always)]
    fn add_assign(&mut self, o: V3) {
        *self = *self + o;
    }
}

impl Sub for V3 {
    type Output = V3;
    #[inline(always)]
    fn sub(self, o: V3) -> V3 {
        V3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Neg for V3 {
    type Output = V3;
    #[inline(always)]
    fn neg(self) -> V3 {
        V3::new(-self.x, -self.y, -self.z)
    }
}

impl Mul<f64> for V3 {
    type Output = V3;
    #[inline(always)]
    fn mul(self, s: f64) -> V3 {
        V3::new(self.x * s, self.y * s, self.z * s)
    }
}

impl Div<f64> for V3 {
    type Output = V3;
    #[inline(always)]
    fn div(self, s: f64) -> V3 {
        V3::new(self.x / s, self.y / s, self.z / s)
    }
}
