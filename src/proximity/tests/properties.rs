//! Random hulls and boxes.

use super::super::{ConvexBody, Warm, signed_distance, signed_distance_warm};
use super::reference;
use crate::math::{Pose, Vec3};
use crate::shapes::Obb;
use proptest::prelude::*;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

fn pose(reach: f64) -> impl Strategy<Value = Pose> {
    (prop::array::uniform3(-3.2..3.2), vector(reach))
        .prop_map(|(rpy, t)| Pose::new(Pose::from_xyz_rpy([0.0; 3], rpy).rotation, t))
}

fn points(n: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<Vec3>> {
    prop::collection::vec(vector(1.0), n)
}

fn cuboid() -> impl Strategy<Value = Obb> {
    (pose(0.3), prop::array::uniform3(0.05..1.0f64)).prop_map(|(p, h)| Obb {
        center: p.translation,
        rotation: p.rotation,
        half_extents: Vec3::from(h),
    })
}

/// 1 mm to 10 m.
fn size() -> impl Strategy<Value = f64> {
    (-3.0..1.0f64).prop_map(|e| libm::pow(10.0, e))
}

fn scaled(points: &[Vec3], size: f64) -> Vec<Vec3> {
    points.iter().map(|p| p * size).collect()
}

/// Lipschitz walk: a pose near the last one.
fn step(pose: &Pose, by: &Pose, amount: f64) -> Pose {
    let small = Pose::from_xyz_rpy(
        (by.translation * amount).into(),
        [by.rotation.m21 * amount, by.rotation.m31 * amount, by.rotation.m32 * amount],
    );
    *pose * small
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn hulls_against_enumeration(a in points(4..9), b in points(4..9), p in pose(1.8), s in size()) {
        let (a, b) = (scaled(&a, s), scaled(&b, s));
        let p = Pose::new(p.rotation, p.translation * s);
        let expected = reference::signed_distance(&a, &b, &p);
        let found = signed_distance(&reference::body(&a), &reference::body(&b), &p);
        prop_assert!((found.distance - expected).abs() < 1e-9 * s, "{} is not {expected}", found.distance);
        let between = (found.point_b - found.point_a).norm();
        prop_assert!((between - expected.abs()).abs() < 1e-8 * s, "{between} between the witnesses, not {expected}");
    }

    #[test]
    fn boxes_against_enumeration(a in cuboid(), b in cuboid(), p in pose(1.5), s in size()) {
        let grow = |o: &Obb| Obb { center: o.center * s, half_extents: o.half_extents * s, ..*o };
        let (a, b) = (ConvexBody::from_box(&grow(&a)).unwrap(), ConvexBody::from_box(&grow(&b)).unwrap());
        let p = Pose::new(p.rotation, p.translation * s);
        let expected = reference::signed_distance(&a.vertices(), &b.vertices(), &p);
        let found = signed_distance(&a, &b, &p);
        prop_assert!((found.distance - expected).abs() < 1e-9 * s, "{} is not {expected}", found.distance);
        let between = (found.point_b - found.point_a).norm();
        prop_assert!((between - expected.abs()).abs() < 1e-8 * s, "{between} between the witnesses, not {expected}");
        // The same boxes as hulls take another way to the same answer.
        let (a, b) = (reference::body(&a.vertices()), reference::body(&b.vertices()));
        let found = signed_distance(&a, &b, &p).distance;
        prop_assert!((found - expected).abs() < 1e-9 * s, "{found} as hulls is not {expected}");
    }

    #[test]
    fn order_and_frame_do_not_matter(a in points(10..60), b in points(10..60), p in pose(1.2), f in pose(3.0)) {
        let moved = |q: &[Vec3]| q.iter().map(|v| f.transform_point(v)).collect::<Vec<_>>();
        let (x, y) = (reference::body(&a), reference::body(&b));
        let distance = signed_distance(&x, &y, &p).distance;
        let swapped = signed_distance(&y, &x, &p.inverse()).distance;
        prop_assert!((distance - swapped).abs() < 1e-9, "{distance} and {swapped}");
        let elsewhere = signed_distance(&reference::body(&moved(&a)), &y, &(f * p)).distance;
        prop_assert!((distance - elsewhere).abs() < 1e-9, "{distance} and {elsewhere}");
    }

    #[test]
    fn a_warm_start_does_not_matter(
        a in points(10..80), b in points(10..80), p in pose(0.9), walk in prop::collection::vec(pose(1.0), 40),
    ) {
        let (x, y) = (reference::body(&a), reference::body(&b));
        let mut warm = Warm::new();
        let mut at = p;
        for (k, by) in walk.iter().enumerate() {
            // Tiny steps, small ones, and now and then a leap.
            at = step(&at, by, [1e-5, 1e-3, 1e-2, 5e-2, 1e-4, 1e-1, 1e-2, 1.0][k % 8]);
            let cold = signed_distance(&x, &y, &at).distance;
            let found = signed_distance_warm(&x, &y, &at, &mut warm);
            prop_assert!((found - cold).abs() < 1e-9, "step {k}: {found} warm, {cold} cold");
        }
    }
}
