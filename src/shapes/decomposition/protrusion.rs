//! How far a hull stands out of the mesh it stands for.

use super::surface::Surface;
use crate::math::Vec3;
use crate::shapes::Hull;

/// The largest distance, over the points of the hull's surface that lie outside the solid, from the mesh's surface:
/// metres. By branch and bound over the hull's triangles (the distance changes by at most as much as the point
/// moves): the true value is at most the answer plus `slack`, and answers up to `floor` are given as `floor`.
pub(in crate::shapes) fn protrusion(hull: &Hull, surface: &Surface, floor: f64, slack: f64) -> f64 {
    let mut furthest = floor;
    let mut stack: Vec<[Vec3; 3]> = Vec::new();
    for i in 0..hull.triangles.len() {
        stack.push(hull.triangle(i));
        while let Some([a, b, c]) = stack.pop() {
            let center = (a + b + c) / 3.0;
            let reach = (a - center).norm().max((b - center).norm()).max((c - center).norm());
            let enough = furthest + slack - reach;
            let distance = surface.distance(&center, enough);
            if distance <= enough {
                continue;
            }
            if distance > furthest.min(reach) {
                if surface.contains(&center) {
                    if distance >= reach {
                        // No surface near: the whole triangle is inside.
                        continue;
                    }
                } else {
                    furthest = furthest.max(distance);
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
            stack.push([p, middle, r]);
            stack.push([middle, q, r]);
        }
    }
    furthest
}
