//! Vectors, rotations and rigid transforms in f64. Trigonometry comes from `libm` so that every target computes
//! the same bits.

mod eigen;
mod pose;

pub use eigen::symmetric_eigen;
pub use pose::Pose;

/// A point or vector, metres unless a function says otherwise.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A 3 x 3 matrix; as a rotation its columns are the rotated axes.
pub type Mat3 = nalgebra::Matrix3<f64>;
