//! Boxes, spheres, cylinders and capsules: exact spheres and boxes, and polyhedra around them.

use super::quickhull::convex_hull;
use super::solid_hull::box_corners;
use super::{BoundingSphere, Obb};
use crate::intake::{Solid, SolidElement};
use crate::math::{Pose, Vec3};

/// How far a polyhedron's vertices may stand out of the round solid: a share of its radius, or metres if more.
const EXCESS_SHARE: f64 = 0.004;
const EXCESS_METRES: f64 = 2e-5;

/// Vertices, in the link frame, whose hull encloses the solid; none for a mesh or sizes that are not finite. Exact for
/// a box; for round solids a circumscribed polyhedron that stands out by at most 0.4 % of the radius (or 0.02 mm).
pub(super) fn polyhedron(element: &SolidElement) -> Vec<Vec3> {
    let local = match element.solid {
        Solid::Box { half_extents: [x, y, z] } => box_corners(&Vec3::new(x.abs(), y.abs(), z.abs())),
        Solid::Sphere { radius } => ball(radius.abs()),
        Solid::Cylinder { radius, half_length } => prism(radius.abs(), half_length.abs()),
        Solid::Capsule { radius, half_length } => {
            let offset = Vec3::z() * half_length.abs();
            let ball = ball(radius.abs());
            ball.iter().map(|p| p + offset).chain(ball.iter().map(|p| p - offset)).collect()
        }
        Solid::Mesh(_) => Vec::new(),
    };
    local.into_iter().map(|p| element.pose.transform_point(&p)).collect()
}

/// The exact smallest sphere around a primitive; `None` for a mesh.
pub(super) fn exact_sphere(element: &SolidElement) -> Option<BoundingSphere> {
    let radius = match element.solid {
        Solid::Box { half_extents } => Vec3::from(half_extents).norm(),
        Solid::Sphere { radius } => radius.abs(),
        Solid::Cylinder { radius, half_length } => (radius * radius + half_length * half_length).sqrt(),
        Solid::Capsule { radius, half_length } => radius.abs() + half_length.abs(),
        Solid::Mesh(_) => return None,
    };
    Some(BoundingSphere { center: element.pose.translation, radius: radius * (1.0 + f64::EPSILON) })
}

/// The exact box along a primitive's own axes; `None` for a mesh.
pub(super) fn exact_box(element: &SolidElement) -> Option<Obb> {
    let half_extents = match element.solid {
        Solid::Box { half_extents: [x, y, z] } => Vec3::new(x.abs(), y.abs(), z.abs()),
        Solid::Sphere { radius } => Vec3::repeat(radius.abs()),
        Solid::Cylinder { radius, half_length } => Vec3::new(radius.abs(), radius.abs(), half_length.abs()),
        Solid::Capsule { radius, half_length } => {
            Vec3::new(radius.abs(), radius.abs(), radius.abs() + half_length.abs())
        }
        Solid::Mesh(_) => return None,
    };
    let Pose { rotation, translation } = element.pose;
    Some(Obb { center: translation, rotation, half_extents })
}

/// The share by which vertices may stand out of a round solid of this radius.
fn allowed(radius: f64) -> f64 {
    if radius > 0.0 { EXCESS_SHARE.max(EXCESS_METRES / radius).min(0.1) } else { 0.1 }
}

/// A regular prism around a cylinder.
fn prism(radius: f64, half_length: f64) -> Vec<Vec3> {
    let mut sides = 8;
    while sides < 64 && 1.0 / libm::cos(std::f64::consts::PI / sides as f64) > 1.0 + allowed(radius) {
        sides += 4;
    }
    let outer = radius / libm::cos(std::f64::consts::PI / sides as f64) * (1.0 + 4.0 * f64::EPSILON);
    (0..sides)
        .flat_map(|i| {
            let (s, c) = libm::sincos(2.0 * std::f64::consts::PI * i as f64 / sides as f64);
            [Vec3::new(outer * c, outer * s, half_length), Vec3::new(outer * c, outer * s, -half_length)]
        })
        .collect()
}

/// A geodesic polyhedron around a ball at the origin.
fn ball(radius: f64) -> Vec<Vec3> {
    let mut last = Vec::new();
    for frequency in 2..=8 {
        let points = geodesic(frequency);
        let Ok((vertices, triangles)) = convex_hull(&points) else { continue };
        let nearest = triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| vertices[v as usize]);
                (b - a).cross(&(c - a)).normalize().dot(&a)
            })
            .fold(1.0, f64::min);
        let done = 1.0 / nearest <= 1.0 + allowed(radius);
        last = vertices.iter().map(|p| p * (radius / nearest * (1.0 + 1e-14))).collect();
        if done {
            break;
        }
    }
    last
}

/// Unit vectors at the corners of an icosahedron whose faces are divided into `frequency` squared triangles.
fn geodesic(frequency: u32) -> Vec<Vec3> {
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    let mut corners = Vec::new();
    for a in [-1.0, 1.0] {
        for b in [-golden, golden] {
            corners.extend([Vec3::new(0.0, a, b), Vec3::new(a, b, 0.0), Vec3::new(b, 0.0, a)]);
        }
    }
    let Ok((corners, faces)) = convex_hull(&corners) else { return Vec::new() };
    let n = frequency;
    faces
        .iter()
        .flat_map(|face| {
            let [a, b, c] = face.map(|v| corners[v as usize]);
            (0..=n).flat_map(move |i| {
                (0..=n - i).map(move |j| (a * f64::from(i) + b * f64::from(j) + c * f64::from(n - i - j)).normalize())
            })
        })
        .collect()
}
