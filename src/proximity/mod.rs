//! Signed distance and witness points between two shapes: the kernels.
//!
//! [`ConvexBody`] is a shape made ready; [`signed_distance`] answers one query, [`signed_distance_warm`] a run of
//! queries on one pair of bodies. Distances are exact to rounding, apart and in penetration; metres throughout.

mod body;
mod boxes;
mod climb;
mod depth;
mod frame;
mod gjk;
mod group;
mod polyhedron;
mod polytope;
mod query;
mod raycast;
mod separation;
mod simplex;
mod vector;

pub use body::{BodyError, ConvexBody};
pub use query::{Warm, signed_distance, signed_distance_warm};
pub use separation::{Separation, gap, separation_warm};

#[cfg(test)]
mod tests;

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
