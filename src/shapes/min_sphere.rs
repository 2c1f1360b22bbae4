//! The smallest sphere around points.
//!
//! Welzl, "Smallest enclosing disks (balls and ellipsoids)", 1991, in the form of a basis that is improved with the
//! furthest point (Gärtner, "Fast and robust smallest enclosing balls", 1999). A basis has at most four points, so
//! the best of a basis and one more point is found among all its subsets.

use super::BoundingSphere;
use crate::math::{Mat3, Vec3};

/// The smallest sphere around `points`, in their unit; radius 0 at the origin if there is none. The radius is rounded
/// up, so that no point's computed distance from the centre exceeds it.
pub(super) fn min_sphere(points: &[Vec3]) -> BoundingSphere {
    let Some(&first) = points.first() else { return BoundingSphere { center: Vec3::zeros(), radius: 0.0 } };
    let mut basis = vec![first];
    let mut ball = (first, 0.0);
    // Each round strictly enlarges the ball, so bases do not repeat; the cap is for rounding alone.
    for _ in 0..1000 {
        let (point, distance) = furthest(points, &ball.0);
        if distance <= ball.1 * (1.0 + 1e-13) {
            break;
        }
        let mut candidates = basis.clone();
        candidates.push(point);
        let Some((better, chosen)) = best_of(&candidates) else { break };
        if better.1 <= ball.1 {
            break;
        }
        ball = better;
        basis = chosen;
    }
    let (_, reach) = furthest(points, &ball.0);
    BoundingSphere { center: ball.0, radius: reach * (1.0 + 4.0 * f64::EPSILON) }
}

fn furthest(points: &[Vec3], center: &Vec3) -> (Vec3, f64) {
    let mut best = (*center, -1.0);
    for p in points {
        let d = (p - center).norm_squared();
        if d > best.1 {
            best = (*p, d);
        }
    }
    (best.0, best.1.max(0.0).sqrt())
}

/// The smallest ball around at most five points, with the points that define it. The last point is on its boundary.
fn best_of(points: &[Vec3]) -> Option<((Vec3, f64), Vec<Vec3>)> {
    let last = points.len() - 1;
    let mut best: Option<((Vec3, f64), Vec<Vec3>)> = None;
    for mask in 0..1u32 << last {
        if mask.count_ones() > 3 {
            continue;
        }
        let mut chosen: Vec<Vec3> = (0..last).filter(|i| mask >> i & 1 == 1).map(|i| points[i]).collect();
        chosen.push(points[last]);
        let Some(center) = circumcenter(&chosen) else { continue };
        let radius = chosen.iter().map(|p| (p - center).norm()).fold(0.0, f64::max);
        let holds = points.iter().all(|p| (p - center).norm() <= radius * (1.0 + 1e-12));
        if holds && best.as_ref().is_none_or(|(ball, _)| radius < ball.1) {
            best = Some(((center, radius), chosen));
        }
    }
    best
}

/// The point in the span of one to four points that is equally far from all; `None` if they are dependent.
fn circumcenter(points: &[Vec3]) -> Option<Vec3> {
    let origin = points[0];
    let edge = |i: usize| points[i] - origin;
    match points.len() {
        1 => Some(origin),
        2 => Some(origin + edge(1) / 2.0),
        3 => {
            let (a, b) = (edge(1), edge(2));
            let normal = a.cross(&b);
            let center = (b * a.norm_squared() - a * b.norm_squared()).cross(&normal) / (2.0 * normal.norm_squared());
            center.iter().all(|x| x.is_finite()).then_some(origin + center)
        }
        4 => {
            let rows = Mat3::from_rows(&[edge(1).transpose(), edge(2).transpose(), edge(3).transpose()]);
            let half = Vec3::new(edge(1).norm_squared(), edge(2).norm_squared(), edge(3).norm_squared()) / 2.0;
            let center = rows.try_inverse()? * half;
            center.iter().all(|x| x.is_finite()).then_some(origin + center)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_spheres() {
        assert_eq!(min_sphere(&[]).radius, 0.0);
        let two = min_sphere(&[Vec3::zeros(), Vec3::x() * 2.0]);
        assert!((two.center - Vec3::x()).norm() < 1e-15 && (two.radius - 1.0).abs() < 1e-14);
        // A regular triangle of side 1 has circumradius 1 / sqrt(3).
        let triangle = [Vec3::zeros(), Vec3::x(), Vec3::new(0.5, 0.75f64.sqrt(), 0.0)];
        assert!((min_sphere(&triangle).radius - (1.0f64 / 3.0).sqrt()).abs() < 1e-14);
        // A regular tetrahedron with corners on a cube of side 1: half its diagonal.
        let corners = [[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]].map(|c| Vec3::from(c.map(f64::from)));
        assert!((min_sphere(&corners).radius - 0.75f64.sqrt()).abs() < 1e-14);
        // Many points on one sphere.
        let cube: Vec<Vec3> = crate::shapes::solid_hull::box_corners(&Vec3::new(1.0, 2.0, 3.0));
        assert!((min_sphere(&cube).radius - 14f64.sqrt()).abs() < 1e-13);
    }

    /// The smallest over all balls through two to four of the points.
    fn brute_force(points: &[Vec3]) -> f64 {
        let mut best = f64::INFINITY;
        for mask in 1u32..1 << points.len() {
            if !(2..=4).contains(&mask.count_ones()) {
                continue;
            }
            let chosen: Vec<Vec3> = (0..points.len()).filter(|i| mask >> i & 1 == 1).map(|i| points[i]).collect();
            if let Some(center) = circumcenter(&chosen) {
                let radius = (chosen[0] - center).norm();
                if radius < best && points.iter().all(|p| (p - center).norm() <= radius * (1.0 + 1e-9)) {
                    best = radius;
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn minimal_and_enclosing(points in prop::collection::vec(prop::array::uniform3(-1.0f64..1.0), 2..9)) {
            let points: Vec<Vec3> = points.into_iter().map(Vec3::from).collect();
            let ball = min_sphere(&points);
            prop_assert!(points.iter().all(|p| (p - ball.center).norm() <= ball.radius));
            prop_assert!((ball.radius - brute_force(&points)).abs() < 1e-9);
        }

        #[test]
        fn encloses_coplanar_and_cospherical_points(points in prop::collection::vec(prop::array::uniform3(-2i8..3), 1..40)) {
            let points: Vec<Vec3> = points.into_iter().map(|p| Vec3::from(p.map(f64::from)) * 0.1).collect();
            let ball = min_sphere(&points);
            prop_assert!(points.iter().all(|p| (p - ball.center).norm() <= ball.radius));
            let widest = points.iter().flat_map(|p| points.iter().map(move |q| (p - q).norm())).fold(0.0, f64::max);
            // Jung's theorem: in three dimensions the radius is at most sqrt(3/8) of the diameter.
            prop_assert!(ball.radius <= widest * 0.375f64.sqrt() + 1e-12 && ball.radius >= widest / 2.0);
        }
    }
}
