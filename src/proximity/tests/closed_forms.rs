//! Cases whose answer is known on paper.

use super::super::{ConvexBody, Warm, signed_distance, signed_distance_warm};
use crate::math::{Mat3, Pose, Vec3};
use crate::shapes::{BoundingSphere, Obb};

fn cube(half: f64) -> ConvexBody {
    cuboid(Vec3::new(half, half, half))
}

fn cuboid(half_extents: Vec3) -> ConvexBody {
    ConvexBody::from_box(&Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents }).unwrap()
}

fn ball(center: Vec3, radius: f64) -> ConvexBody {
    ConvexBody::from_sphere(&BoundingSphere { center, radius }).unwrap()
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z))
}

/// Checks cold, warm and swapped, and that the witnesses are as far apart as the distance says.
fn expect(a: &ConvexBody, b: &ConvexBody, pose: &Pose, distance: f64) {
    let found = signed_distance(a, b, pose);
    assert!((found.distance - distance).abs() < 1e-12, "{} is not {distance}", found.distance);
    assert!(((found.point_b - found.point_a).norm() - distance.abs()).abs() < 1e-9, "{found:?}");
    let mut warm = Warm::new();
    for _ in 0..3 {
        assert!((signed_distance_warm(a, b, pose, &mut warm) - distance).abs() < 1e-12);
    }
    assert!((signed_distance(b, a, &pose.inverse()).distance - distance).abs() < 1e-12);
}

#[test]
fn spheres() {
    let (a, b) = (ball(Vec3::new(1.0, 0.0, 0.0), 0.5), ball(Vec3::new(0.0, 2.0, 0.0), 0.25));
    expect(&a, &b, &at(1.0, 1.0, 4.0), 5.0 - 0.75);
    expect(&a, &b, &at(1.0, -2.0, 0.25), 0.25 - 0.75);
    expect(&a, &b, &at(1.0, -1.25, 0.0), 0.0);
    let found = signed_distance(&a, &b, &at(1.0, 1.0, 4.0));
    assert!((found.point_a - Vec3::new(1.0, 0.3, 0.4)).norm() < 1e-12);
    // Concentric: any direction, but the full depth.
    expect(&a, &b, &at(1.0, -2.0, 0.0), -0.75);
}

#[test]
fn cubes_by_face_edge_and_corner() {
    let (a, b) = (cube(0.5), cube(0.5));
    expect(&a, &b, &at(3.0, 0.2, 0.1), 2.0);
    expect(&a, &b, &at(4.0, 5.0, 0.3), 5.0);
    expect(&a, &b, &at(2.0, 3.0, 3.0), 3.0);
    expect(&a, &b, &at(1.0, 0.0, 0.0), 0.0);
    expect(&a, &b, &at(0.75, 0.1, -0.2), -0.25);
    expect(&a, &b, &at(0.0, 0.0, 0.0), -1.0);
    let turned = Pose::new(Pose::from_axis_angle(&Vec3::z(), std::f64::consts::FRAC_PI_4).rotation, Vec3::x());
    expect(&a, &b, &turned, 0.5 - 0.5f64.sqrt());
    let turned = Pose::new(turned.rotation, Vec3::new(2.0, 0.0, 0.0));
    expect(&a, &b, &turned, 1.5 - 0.5f64.sqrt());
}

#[test]
fn a_small_box_deep_in_a_large_one() {
    expect(&cube(1.0), &cube(0.1), &at(0.3, 0.0, 0.0), -(1.0 + 0.1 - 0.3));
    expect(&cuboid(Vec3::new(1.0, 2.0, 0.5)), &cube(0.1), &at(0.3, 0.0, -0.2), -(0.5 + 0.1 - 0.2));
}

#[test]
fn crossed_edges_overlap_along_their_common_normal() {
    // Two long square bars, each standing on an edge, crossing at a right angle: the edges meet in z.
    let tilt = Pose::from_axis_angle(&Vec3::x(), std::f64::consts::FRAC_PI_4).rotation;
    let bar = Obb { center: Vec3::zeros(), rotation: tilt, half_extents: Vec3::new(2.0, 0.1, 0.1) };
    let a = ConvexBody::from_box(&bar).unwrap();
    let r = 0.1 * 2f64.sqrt();
    let quarter = Pose::from_axis_angle(&Vec3::z(), std::f64::consts::FRAC_PI_2).rotation;
    expect(&a, &a, &Pose::new(quarter, Vec3::new(0.0, 0.0, 0.2)), 0.2 - 2.0 * r);
    expect(&a, &a, &Pose::new(quarter, Vec3::new(0.3, 0.2, 0.4)), 0.4 - 2.0 * r);
}

#[test]
fn sphere_and_box() {
    let (a, b) = (cube(0.5), ball(Vec3::zeros(), 0.2));
    expect(&a, &b, &at(2.0, 0.0, 0.1), 1.3);
    expect(&a, &b, &at(0.6, 0.1, 0.0), -0.1);
    expect(&a, &b, &at(0.4, 0.0, 0.0), -0.3);
    expect(&a, &b, &at(1.5, 1.5, 0.0), 2f64.sqrt() - 0.2);
}

#[test]
fn the_way_out_parts_the_bodies() {
    let (a, b) = (cube(0.5), cube(0.5));
    let pose = Pose::new(Pose::from_xyz_rpy([0.0; 3], [0.3, 0.2, 0.1]).rotation, Vec3::new(0.4, 0.3, 0.2));
    let found = signed_distance(&a, &b, &pose);
    let out = found.point_a - found.point_b;
    let parted = Pose::new(pose.rotation, pose.translation + out * (1.0 + 1e-9));
    assert!(signed_distance(&a, &b, &parted).distance.abs() < 1e-8);
    assert!((out.norm() + found.distance).abs() < 1e-12);
}
