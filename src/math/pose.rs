//! A rigid transform as rotation matrix and translation.

use super::{Mat3, Vec3};
use std::ops::Mul;

/// A rigid transform `x -> rotation * x + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub rotation: Mat3,
    /// Metres.
    pub translation: Vec3,
}

impl Pose {
    pub fn identity() -> Self {
        Self { rotation: Mat3::identity(), translation: Vec3::zeros() }
    }

    pub fn new(rotation: Mat3, translation: Vec3) -> Self {
        Self { rotation, translation }
    }

    pub fn from_translation(translation: Vec3) -> Self {
        Self { rotation: Mat3::identity(), translation }
    }

    /// A URDF origin: translation in metres and fixed-axis roll, pitch, yaw in radians, `R = Rz(yaw) Ry(pitch) Rx(roll)`.
    pub fn from_xyz_rpy(xyz: [f64; 3], rpy: [f64; 3]) -> Self {
        let (sr, cr) = libm::sincos(rpy[0]);
        let (sp, cp) = libm::sincos(rpy[1]);
        let (sy, cy) = libm::sincos(rpy[2]);
        let rotation = Mat3::new(
            cy * cp,
            cy * sp * sr - sy * cr,
            cy * sp * cr + sy * sr,
            sy * cp,
            sy * sp * sr + cy * cr,
            sy * sp * cr - cy * sr,
            -sp,
            cp * sr,
            cp * cr,
        );
        Self { rotation, translation: Vec3::from(xyz) }
    }

    /// Rotation by `angle` radians about the unit vector `axis` (Rodrigues' formula).
    pub fn from_axis_angle(axis: &Vec3, angle: f64) -> Self {
        let (s, c) = libm::sincos(angle);
        let t = 1.0 - c;
        let (x, y, z) = (axis.x, axis.y, axis.z);
        let rotation = Mat3::new(
            t * x * x + c,
            t * x * y - s * z,
            t * x * z + s * y,
            t * x * y + s * z,
            t * y * y + c,
            t * y * z - s * x,
            t * x * z - s * y,
            t * y * z + s * x,
            t * z * z + c,
        );
        Self { rotation, translation: Vec3::zeros() }
    }

    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        Self { rotation, translation: -(rotation * self.translation) }
    }

    /// `self^-1 * other`: the pose of `other`'s frame seen from `self`'s.
    pub fn relative(&self, other: &Self) -> Self {
        let rt = self.rotation.transpose();
        Self { rotation: rt * other.rotation, translation: rt * (other.translation - self.translation) }
    }

    pub fn transform_point(&self, p: &Vec3) -> Vec3 {
        self.rotation * p + self.translation
    }

    pub fn inverse_transform_point(&self, p: &Vec3) -> Vec3 {
        self.rotation.tr_mul(&(p - self.translation))
    }

    pub fn transform_vector(&self, v: &Vec3) -> Vec3 {
        self.rotation * v
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::identity()
    }
}

impl Mul for Pose {
    type Output = Pose;

    fn mul(self, rhs: Pose) -> Pose {
        Pose { rotation: self.rotation * rhs.rotation, translation: self.rotation * rhs.translation + self.translation }
    }
}

impl Mul for &Pose {
    type Output = Pose;

    fn mul(self, rhs: &Pose) -> Pose {
        *self * *rhs
    }
}
