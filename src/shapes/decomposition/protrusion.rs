//! How far a hull stands out of the mesh it stands for.

use super::surface::{Surface, distance_to};
use crate::math::Vec3;
use crate::shapes::Hull;

/// What is asked of a measurement, metres.
#[derive(Clone, Copy, Debug)]
pub(in crate::shapes) struct Limits {
    /// Values up to this are given as this.
    pub floor: f64,
    /// Once it stands out further than this the measurement ends: infinite for the true value.
    pub enough: f64,
}

/// The true value is at most this share of the answer above it, plus a tenth of the floor.
const SLACK: f64 = 0.05;

/// The largest distance, over the points of the hull's surface that lie outside the solid, from the mesh's surface:
/// metres. By branch and bound over the hull's triangles, the largest first (the distance changes by at most as much as
/// the point moves): the true value is at most [`SLACK`] above the answer. `hidden` says which triangles of the hull
/// may run inside the solid.
pub(in crate::shapes) fn protrusion(
    hull: &Hull,
    surface: &Surface,
    limits: Limits,
    hidden: impl Fn(&[Vec3; 3]) -> bool,
) -> f64 {
    let mut furthest = limits.floor;
    let mut triangles: Vec<(f64, [Vec3; 3])> = (0..hull.triangles.len())
        .map(|i| {
            let [a, b, c] = hull.triangle(i);
            ((b - a).cross(&(c - a)).norm_squared(), [a, b, c])
        })
        .collect();
    triangles.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut stack: Vec<([Vec3; 3], Known<'_>)> = Vec::new();
    for (_, triangle) in triangles {
        let hidden = hidden(&triangle);
        stack.push((triangle, Known { point: triangle[0], distance: f64::INFINITY, inside: None, face: None }));
        while let Some(([a, b, c], parent)) = stack.pop() {
            let center = (a + b + c) / 3.0;
            let reach = (a - center).norm().max((b - center).norm()).max((c - center).norm());
            let allowed = furthest * (1.0 + SLACK) + 0.1 * limits.floor;
            // The distance from one face of the mesh is convex: no point of the triangle is further than its corners.
            let flush = |face: &[Vec3; 3]| [a, b, c].iter().all(|corner| distance_to(face, corner) <= allowed);
            if parent.face.is_some_and(flush) {
                continue;
            }
            let enough = allowed - reach;
            let moved = (center - parent.point).norm();
            // No further than from the point before plus the way from there.
            let ceiling = (parent.distance + moved) * (1.0 + 1e-9);
            if ceiling <= enough {
                continue;
            }
            let (distance, face) = surface.nearest(&center, enough, ceiling);
            if distance <= enough || face.is_some_and(flush) {
                continue;
            }
            let mut known = Known { point: center, distance, inside: None, face: face.or(parent.face) };
            if distance > furthest.min(reach) {
                // Between two points nearer to each other than to the surface no surface passes.
                let same_side = parent.inside.filter(|_| moved < parent.distance);
                let inside = hidden && same_side.unwrap_or_else(|| surface.contains(&center));
                known.inside = Some(inside);
                if inside {
                    if distance >= reach {
                        // No surface near: the whole triangle is inside.
                        continue;
                    }
                } else if distance > furthest {
                    furthest = distance;
                    if furthest > limits.enough {
                        return furthest;
                    }
                }
            }
            // Halve the longest edge.
            let (ab, bc, ca) = ((b - a).norm_squared(), (c - b).norm_squared(), (a - c).norm_squared());
            let (p, q, r) = if ab >= bc && ab >= ca {
                (a, b, c)
            } else if bc >= ca {
                (b, c, a)
            } else {
                (c, a, b)
            };
            let middle = (p + q) / 2.0;
            stack.push(([p, middle, r], known));
            stack.push(([middle, q, r], known));
        }
    }
    furthest
}

/// What the middle of a larger triangle told.
#[derive(Clone, Copy)]
struct Known<'a> {
    point: Vec3,
    /// From the surface, or more.
    distance: f64,
    inside: Option<bool>,
    /// The nearest face of the mesh.
    face: Option<&'a [Vec3; 3]>,
}
