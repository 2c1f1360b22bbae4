//! Signed distance and witness points between two shapes: the kernels.

use crate::math::Vec3;

/// The signed distance of two shapes and where it is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity {
    /// Metres; negative is the penetration depth.
    pub distance: f64,
    /// Witness point on the first shape, in the frame the query was made in.
    pub point_a: Vec3,
    /// Witness point on the second shape, same frame.
    pub point_b: Vec3,
}
