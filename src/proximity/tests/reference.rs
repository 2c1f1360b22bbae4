//! Slow and plain: the signed distance of two convex hulls of points by trying everything.

use crate::math::{Pose, Vec3};
use crate::proximity::ConvexBody;
use crate::shapes::Hull;
use parry3d_f64::transformation::try_convex_hull;

/// Every direction in which the shortest way out can lie is square to a triangle of points of either hull or to a
/// segment of each. Enough for penetration; apart, all triangles and segments are measured against each other.
pub fn signed_distance(a: &[Vec3], b: &[Vec3], b_in_a: &Pose) -> f64 {
    let b: Vec<Vec3> = b.iter().map(|p| b_in_a.transform_point(p)).collect();
    let mut normals = Vec::new();
    let edges = |p: &[Vec3]| -> Vec<Vec3> {
        (0..p.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| p[i] - p[j]).collect()
    };
    for p in [a, &b] {
        for i in 0..p.len() {
            for j in 0..i {
                for k in 0..j {
                    normals.push((p[j] - p[i]).cross(&(p[k] - p[i])));
                }
            }
        }
    }
    for e in edges(a) {
        for f in edges(&b) {
            normals.push(e.cross(&f));
        }
    }
    let size = a.iter().chain(&b).map(|p| (p - a[0]).norm()).fold(0.0, f64::max);
    let mut depth = f64::INFINITY;
    for n in normals.iter().filter(|n| n.norm() > 1e-10 * size * size) {
        for n in [n.normalize(), -n.normalize()] {
            let far = a.iter().map(|p| n.dot(p)).fold(f64::NEG_INFINITY, f64::max);
            let near = b.iter().map(|p| n.dot(p)).fold(f64::INFINITY, f64::min);
            depth = depth.min(far - near);
        }
    }
    if depth > 0.0 { -depth } else { apart(a, &b).max(-depth) }
}

fn apart(a: &[Vec3], b: &[Vec3]) -> f64 {
    let mut best = f64::INFINITY;
    for (p, q) in [(a, b), (b, a)] {
        for x in p {
            for i in 0..q.len() {
                for j in 0..i {
                    best = best.min(point_segment(x, &q[i], &q[j]));
                    for k in 0..j {
                        best = best.min(point_triangle(x, &q[i], &q[j], &q[k]));
                    }
                }
            }
        }
    }
    for i in 0..a.len() {
        for j in 0..i {
            for k in 0..b.len() {
                for l in 0..k {
                    best = best.min(segment_segment(&a[i], &a[j], &b[k], &b[l]));
                }
            }
        }
    }
    best
}

fn point_segment(x: &Vec3, p: &Vec3, q: &Vec3) -> f64 {
    let d = q - p;
    let t = ((x - p).dot(&d) / d.norm_squared().max(1e-300)).clamp(0.0, 1.0);
    (x - p - d * t).norm()
}

/// Infinite where the foot of the perpendicular is outside: then an edge is closer.
fn point_triangle(x: &Vec3, p: &Vec3, q: &Vec3, r: &Vec3) -> f64 {
    let n = (q - p).cross(&(r - p));
    if n.norm() < 1e-12 * (q - p).norm() * (r - p).norm() {
        return f64::INFINITY;
    }
    let inside = |u: &Vec3, v: &Vec3| (v - u).cross(&(x - u)).dot(&n) >= 0.0;
    if inside(p, q) && inside(q, r) && inside(r, p) { ((x - p).dot(&n) / n.norm()).abs() } else { f64::INFINITY }
}

/// Interior points of both only; ends are measured as points.
fn segment_segment(p: &Vec3, q: &Vec3, r: &Vec3, s: &Vec3) -> f64 {
    let (d, e) = (q - p, s - r);
    let n = d.cross(&e);
    let nn = n.norm_squared();
    if nn < 1e-20 * d.norm_squared() * e.norm_squared() {
        return f64::INFINITY;
    }
    let w = r - p;
    let (t, u) = (w.cross(&e).dot(&n) / nn, w.cross(&d).dot(&n) / nn);
    if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) { (p + d * t - r - e * u).norm() } else { f64::INFINITY }
}

/// The hull of points, by parry at a size that suits its tolerances; vertices are exactly points of the input.
pub fn hull(points: &[Vec3]) -> Hull {
    let size = points.iter().map(|p| p.amax()).fold(0.0, f64::max);
    let scaled: Vec<_> = points.iter().map(|p| (p * (100.0 / size)).into()).map(|c: [f64; 3]| c.into()).collect();
    let (vertices, triangles) = try_convex_hull(&scaled).expect("points in general position");
    let back = |v: &parry3d_f64::math::Vector| {
        let v = Vec3::new(v.x, v.y, v.z) * (size / 100.0);
        *points.iter().min_by(|p, q| (*p - v).norm().total_cmp(&(*q - v).norm())).unwrap()
    };
    Hull::new(vertices.iter().map(back).collect(), triangles)
}

pub fn body(points: &[Vec3]) -> ConvexBody {
    ConvexBody::from_hull(&hull(points)).unwrap()
}
