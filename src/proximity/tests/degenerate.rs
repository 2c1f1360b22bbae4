//! Flat, thin, tiny, coincident and broken bodies.

use super::super::{BodyError, ConvexBody, signed_distance};
use super::reference;
use crate::math::{Mat3, Pose, Vec3};
use crate::shapes::{BoundingSphere, Hull, Obb};

fn two_sided(vertices: Vec<Vec3>, outline: &[[u32; 3]]) -> ConvexBody {
    let back = outline.iter().map(|t| [t[0], t[2], t[1]]);
    let triangles = outline.iter().copied().chain(back).collect();
    ConvexBody::from_hull(&Hull::new(vertices, triangles)).unwrap()
}

fn square() -> ConvexBody {
    let p = |x: f64, y: f64| Vec3::new(x, y, 0.0);
    two_sided(vec![p(-1.0, -1.0), p(1.0, -1.0), p(1.0, 1.0), p(-1.0, 1.0)], &[[0, 1, 2], [0, 2, 3]])
}

fn cube(half: f64) -> ConvexBody {
    let half_extents = Vec3::new(half, half, half);
    ConvexBody::from_box(&Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents }).unwrap()
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z))
}

fn near(a: &ConvexBody, b: &ConvexBody, pose: &Pose, distance: f64) {
    let found = signed_distance(a, b, pose).distance;
    assert!((found - distance).abs() < 1e-9, "{found} is not {distance}");
}

#[test]
fn flat_hulls() {
    let s = square();
    near(&s, &s, &at(0.2, 0.1, 0.5), 0.5);
    near(&s, &s, &at(2.5, 0.0, 0.0), 0.5);
    // In one plane: no depth.
    near(&s, &s, &at(0.2, 0.1, 0.0), 0.0);
    near(&s, &s, &at(0.0, 0.0, 0.0), 0.0);
    // A box of no thickness, and a square that sticks in a cube.
    near(&s, &cube(0.25), &at(0.0, 0.0, 0.1), -0.15);
    near(&s, &cube(0.25), &at(0.0, 0.0, 0.0), -0.25);
    let upright = Pose::new(Pose::from_axis_angle(&Vec3::x(), std::f64::consts::FRAC_PI_2).rotation, Vec3::zeros());
    near(&s, &s, &upright, -1.0);
    let flat = Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents: Vec3::new(1.0, 1.0, 0.0) };
    let flat = ConvexBody::from_box(&flat).unwrap();
    near(&flat, &flat, &at(0.1, 0.3, 0.0), 0.0);
    near(&flat, &flat, &at(0.1, 0.3, 0.25), 0.25);
    near(&flat, &s, &upright, -1.0);
}

#[test]
fn points_and_segments() {
    let point = ConvexBody::from_hull(&Hull::new(vec![Vec3::zeros()], vec![])).unwrap();
    let segment = Hull::new(vec![-Vec3::x(), Vec3::x()], vec![]);
    let segment = ConvexBody::from_hull(&segment).unwrap();
    near(&point, &point, &at(0.0, 3.0, 4.0), 5.0);
    near(&point, &point, &at(0.0, 0.0, 0.0), 0.0);
    near(&segment, &point, &at(2.0, 1.0, 0.0), 2f64.sqrt());
    near(&segment, &point, &at(0.5, 0.0, 0.0), 0.0);
    near(&segment, &segment, &at(0.5, 0.0, 0.0), 0.0);
    near(&segment, &segment, &at(0.5, 0.0, 2.0), 2.0);
    near(&cube(0.5), &point, &at(0.4, 0.0, 0.0), -0.1);
    near(&cube(0.5), &segment, &at(0.0, 0.0, 0.0), -0.5);
    let ball = ConvexBody::from_sphere(&BoundingSphere { center: Vec3::zeros(), radius: 0.5 }).unwrap();
    near(&segment, &ball, &at(0.2, 0.3, 0.0), -0.2);
    near(&segment, &ball, &at(0.2, 0.0, 0.0), -0.5);
}

#[test]
fn coincident_hulls_of_many_sizes() {
    for size in [1e-3, 1e-2, 1.0, 10.0] {
        let points: Vec<Vec3> = (0..8)
            .map(|i| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1) * 2.0, f64::from(i >> 2) * 3.0) * size)
            .collect();
        let hull = reference::body(&points);
        let found = signed_distance(&hull, &hull, &Pose::identity()).distance;
        assert!((found + size).abs() < 1e-9 * size, "{found} is not {}", -size);
    }
}

#[test]
fn a_needle_and_a_slab() {
    let needle = Vec3::new(0.5, 1e-6, 1e-6);
    let needle = Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents: needle };
    let needle = ConvexBody::from_hull(&box_hull(&needle)).unwrap();
    let slab = Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents: Vec3::new(1.0, 1.0, 1e-7) };
    let slab = ConvexBody::from_hull(&box_hull(&slab)).unwrap();
    near(&needle, &slab, &at(0.0, 0.0, 0.01), 0.01 - 1.1e-6);
    near(&needle, &slab, &at(0.0, 0.0, 0.0), -1.1e-6);
    let upright = Pose::new(Pose::from_axis_angle(&Vec3::y(), std::f64::consts::FRAC_PI_2).rotation, Vec3::zeros());
    near(&slab, &needle, &upright, -0.5 - 1e-7);
}

fn box_hull(obb: &Obb) -> Hull {
    let vertices = ConvexBody::from_box(obb).unwrap().vertices();
    let quads: [[u32; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
    Hull::new(vertices, triangles)
}

#[test]
fn a_surface_that_is_not_closed_or_not_convex_is_scanned() {
    // The triangles of a cube, some missing, some wrong: the vertices alone decide.
    let whole = box_hull(&Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents: Vec3::repeat(0.5) });
    let mut broken = whole.clone();
    broken.triangles.truncate(5);
    let mut wrong = whole.clone();
    wrong.triangles[0] = [0, 0, 99];
    let pose = Pose::new(Pose::from_xyz_rpy([0.0; 3], [0.5, 0.4, 0.3]).rotation, Vec3::new(1.5, 0.2, 0.1));
    let expected = signed_distance(&cube(0.5), &cube(0.5), &pose).distance;
    for hull in [whole, broken, wrong] {
        let body = ConvexBody::from_hull(&hull).unwrap();
        near(&body, &body, &pose, expected);
    }
}

#[test]
fn what_cannot_be_queried_is_refused() {
    let hull = |vertices| ConvexBody::from_hull(&Hull::new(vertices, vec![])).err();
    assert_eq!(hull(vec![]), Some(BodyError::Empty));
    assert_eq!(hull(vec![Vec3::new(f64::NAN, 0.0, 0.0)]), Some(BodyError::NotFinite("hull")));
    assert_eq!(hull(vec![Vec3::repeat(-1e308), Vec3::repeat(1e308)]), Some(BodyError::NotFinite("hull")));
    let sphere = BoundingSphere { center: Vec3::zeros(), radius: -1.0 };
    assert_eq!(ConvexBody::from_sphere(&sphere).err(), Some(BodyError::NotFinite("sphere")));
    let obb = Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents: Vec3::new(1.0, -1.0, 1.0) };
    assert_eq!(ConvexBody::from_box(&obb).err(), Some(BodyError::NotFinite("box")));
}
