//! A polyhedron around the solid of revolution of a body.

use crate::math::{Pose, Vec3};
use crate::proximity::ConvexBody;
use crate::shapes::Hull;
use std::f64::consts::PI;

/// Sides of the prisms that stand for circles. A circumscribed 48-gon exceeds its circle by 0.2 %.
const SIDES: usize = 48;

/// A convex polyhedron that contains every position of `body` when it turns about the z axis of `frame`, which is given
/// in the body's own. `None` if the kernel cannot use the result.
///
/// The turned body lies in the convex hull of the circles that its vertices run on; of those, the ones on the upper
/// hull of the profile (radius over height) suffice. Every circle is replaced by the regular polygon around it.
pub(super) fn revolve(body: &ConvexBody, frame: &Pose) -> Option<ConvexBody> {
    let mut profile: Vec<[f64; 2]> = Vec::new();
    for v in body.vertices() {
        let local = frame.inverse_transform_point(&v);
        let radius = libm::sqrt(local.x * local.x + local.y * local.y);
        let m = body.margin();
        if m > 0.0 {
            // A ball's profile lies in the square around it.
            profile.push([local.z - m, radius + m]);
            profile.push([local.z + m, radius + m]);
        } else {
            profile.push([local.z, radius]);
        }
    }
    let profile = upper_hull(profile);
    // Grown by more than rounding can take away.
    let grow = (1.0 + 1e-12) / libm::cos(PI / SIDES as f64);
    let mut vertices = Vec::with_capacity(profile.len() * SIDES);
    for [z, radius] in &profile {
        for k in 0..SIDES {
            let (s, c) = libm::sincos(2.0 * PI * k as f64 / SIDES as f64);
            let r = radius * grow + 1e-12;
            vertices.push(frame.transform_point(&Vec3::new(r * c, r * s, *z)));
        }
    }
    let triangles = rings(profile.len());
    ConvexBody::from_hull(&Hull::new(vertices, triangles)).ok()
}

/// The points on the upper side of the convex hull of (height, radius), by height.
fn upper_hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(b[1].total_cmp(&a[1])));
    points.dedup_by(|next, kept| next[0] == kept[0]);
    let mut hull: Vec<[f64; 2]> = Vec::new();
    for p in points {
        while let [.., a, b] = hull.as_slice() {
            // Strictly convex, so that rings are never coplanar with both their neighbours.
            let turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
            if turn < 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(p);
    }
    hull
}

/// Outward triangles over `count` rings of [`SIDES`] vertices, closed at both ends.
fn rings(count: usize) -> Vec<[u32; 3]> {
    let at = |ring: usize, k: usize| (ring * SIDES + k % SIDES) as u32;
    let mut triangles = Vec::new();
    for k in 1..SIDES - 1 {
        triangles.push([at(0, 0), at(0, k + 1), at(0, k)]);
        triangles.push([at(count - 1, 0), at(count - 1, k), at(count - 1, k + 1)]);
    }
    for ring in 1..count {
        for k in 0..SIDES {
            triangles.push([at(ring - 1, k), at(ring - 1, k + 1), at(ring, k)]);
            triangles.push([at(ring - 1, k + 1), at(ring, k + 1), at(ring, k)]);
        }
    }
    triangles
}
