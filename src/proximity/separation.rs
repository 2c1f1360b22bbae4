//! Planes between two bodies: what proofs rest on.

use super::body::{ConvexBody, Core};
use super::frame::Frame;
use super::gjk::{Difference, Support};
use super::polyhedron::NONE;
use super::query::{Cores, Warm, Way, box_cores, cores};
use super::vector::V3;
use crate::math::{Pose, Vec3};

/// The signed distance of two bodies and the plane that shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Signed distance, metres.
    pub distance: f64,
    /// Unit, in A's frame, from A to B: [`gap`] along it is the distance. Any unit vector if both are points at one
    /// place.
    pub normal: Vec3,
}

/// As [`super::signed_distance_warm`], with the direction of the distance.
pub fn separation_warm(a: &ConvexBody, b: &ConvexBody, b_in_a: &Pose, warm: &mut Warm) -> Separation {
    let scale = a.core_bound() + b.core_bound();
    let (core, normal) = match (&a.core, &b.core) {
        (Core::Box(p), Core::Box(q)) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale };
            let found = box_cores(&m, warm);
            (found.distance, normal_of(&m, warm, &found))
        }
        (Core::Hull(p), Core::Hull(q)) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale };
            let found = cores(&m, b, warm);
            (found.distance, normal_of(&m, warm, &found))
        }
        (p, q) => {
            let m = Difference { a: p, b: q, frame: Frame::new(b_in_a), scale };
            let found = cores(&m, b, warm);
            (found.distance, normal_of(&m, warm, &found))
        }
    };
    Separation { distance: core - (a.radius + b.radius), normal: normal.to_vec3() }
}

fn normal_of<A: Support, B: Support>(m: &Difference<A, B>, warm: &Warm, found: &Cores) -> V3 {
    match found.way {
        Way::Normal(normal) => normal,
        Way::Weights(weights) => {
            let mut between = V3::ZERO;
            for (id, weight) in warm.simplex.id[..warm.simplex.len].iter().zip(weights) {
                between += m.vertex(*id) * -weight;
            }
            let length = between.norm();
            if length > 0.0 { between / length } else { V3::X }
        }
    }
}

/// How far the plane square to the unit vector `normal` (in A's frame) keeps A and B apart, metres: the least of B
/// along it, less the most of A. Never above the signed distance.
pub fn gap(a: &ConvexBody, b: &ConvexBody, b_in_a: &Pose, normal: &Vec3) -> f64 {
    let most = normal.dot(&a.core_support(normal));
    let least = normal.dot(&b_in_a.transform_point(&b.core_support(&-b_in_a.rotation.tr_mul(normal))));
    least - most - (a.radius + b.radius)
}

impl ConvexBody {
    /// A point of the body without its margin that is furthest along `direction`.
    fn core_support(&self, direction: &Vec3) -> Vec3 {
        self.core.vertex(self.core.support(V3::of(direction), NONE)).to_vec3()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::{BoundingSphere, Obb};

    fn cube(center: Vec3, half: f64) -> ConvexBody {
        let rotation = crate::math::Mat3::identity();
        ConvexBody::from_box(&Obb { center, rotation, half_extents: Vec3::repeat(half) }).unwrap()
    }

    #[test]
    fn the_gap_along_the_normal_is_the_distance() {
        let ball = ConvexBody::from_sphere(&BoundingSphere { center: Vec3::new(0.0, 0.0, 3.0), radius: 0.5 }).unwrap();
        let pose = Pose::from_xyz_rpy([0.1, -0.2, 0.3], [0.4, 0.5, 0.6]);
        for (a, b) in [(cube(Vec3::zeros(), 0.5), cube(Vec3::new(1.0, 2.0, 0.5), 0.25)), (cube(Vec3::x(), 1.0), ball)] {
            let found = separation_warm(&a, &b, &pose, &mut Warm::new());
            assert!(found.distance > 0.1 && (found.normal.norm() - 1.0).abs() < 1e-12);
            assert!((gap(&a, &b, &pose, &found.normal) - found.distance).abs() < 1e-9);
            assert!(gap(&a, &b, &pose, &Vec3::z()) <= found.distance);
        }
        let (a, b) = (cube(Vec3::zeros(), 0.5), cube(Vec3::zeros(), 0.25));
        let pose = Pose::from_translation(Vec3::new(0.6, 0.05, 0.0));
        let found = separation_warm(&a, &b, &pose, &mut Warm::new());
        assert!((found.distance + 0.15).abs() < 1e-12 && (found.normal - Vec3::x()).norm() < 1e-12);
        assert!((gap(&a, &b, &pose, &found.normal) + 0.15).abs() < 1e-12);
    }
}
