//! A near minimal oriented box around a hull.
//!
//! Candidates: the link frame, the principal axes, boxes flush with faces of the hull (with the smallest rectangle
//! over each, by rotating calipers) and a spread of rotations. The best are refined by pattern search over small
//! rotations. The optimum need not be flush with a face (O'Rourke, "Finding minimal enclosing boxes", 1985), so the
//! search decides, and the result is never larger than any candidate.

use super::Hull;
use super::Obb;
use super::solid_hull::any_normal;
use crate::math::{Mat3, Pose, Vec3, symmetric_eigen};

/// How many face directions and how many starts are looked at.
const FACES: usize = 48;
const STARTS: usize = 14;
/// Vertices over which candidates are compared; the chosen ones are refined over all.
const SCOUTS: usize = 160;

/// A box around the hull's vertices, in their unit. Its faces are rounded outward.
pub(super) fn min_box(hull: &Hull) -> Obb {
    let points = &hull.vertices;
    let scouts = scouts(points);
    let mut starts: Vec<(f64, Mat3)> = Vec::new();
    let consider = |rotation: Mat3, list: &mut Vec<(f64, Mat3)>| list.push((volume(&scouts, &rotation), rotation));
    consider(principal_axes(hull), &mut starts);
    for normal in face_normals(hull) {
        consider(calipers(&scouts, &normal), &mut starts);
    }
    for rotation in spread() {
        consider(rotation, &mut starts);
    }
    starts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = (volume(points, &Mat3::identity()), Mat3::identity());
    let principal = principal_axes(hull);
    let mut tried: Vec<Mat3> = vec![Mat3::identity(), principal];
    for (_, start) in starts {
        if tried.len() >= STARTS + 2 {
            break;
        }
        if !tried.iter().any(|t| same_box(t, &start)) {
            tried.push(start);
        }
    }
    for start in tried {
        let refined = refine(points, start);
        // An upright box wins over a tilted one of the same volume.
        if refined.0 < best.0 * (1.0 - 1e-9) {
            best = refined;
        }
    }
    fit(points, &best.1)
}

/// The box with these axes around `points`.
pub(super) fn fit(points: &[Vec3], rotation: &Mat3) -> Obb {
    let (low, high) = extent(points, rotation);
    let middle = (low + high) / 2.0;
    let slack = points.iter().map(|p| p.amax()).fold(0.0, f64::max) * 8.0 * f64::EPSILON;
    Obb { center: rotation * middle, rotation: *rotation, half_extents: (high - low) / 2.0 + Vec3::repeat(slack) }
}

fn extent(points: &[Vec3], rotation: &Mat3) -> (Vec3, Vec3) {
    let transposed = rotation.transpose();
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = Vec3::repeat(f64::NEG_INFINITY);
    for p in points {
        let q = transposed * p;
        low = low.inf(&q);
        high = high.sup(&q);
    }
    (low, high)
}

fn volume(points: &[Vec3], rotation: &Mat3) -> f64 {
    let (low, high) = extent(points, rotation);
    let size = high - low;
    size.x * size.y * size.z
}

/// A subset that is extreme in many directions: few enough to compare hundreds of rotations.
fn scouts(points: &[Vec3]) -> Vec<Vec3> {
    if points.len() <= SCOUTS {
        return points.to_vec();
    }
    let mut chosen: Vec<usize> = directions(SCOUTS)
        .iter()
        .map(|d| {
            let mut best = (f64::NEG_INFINITY, 0);
            for (i, p) in points.iter().enumerate() {
                let along = d.dot(p);
                if along > best.0 {
                    best = (along, i);
                }
            }
            best.1
        })
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|i| points[i]).collect()
}

/// `count` unit vectors spread over the sphere (a Fibonacci lattice).
pub(super) fn directions(count: usize) -> Vec<Vec3> {
    let turn = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count)
        .map(|i| {
            let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
            let r = (1.0 - z * z).max(0.0).sqrt();
            let (s, c) = libm::sincos(turn * i as f64);
            Vec3::new(r * c, r * s, z)
        })
        .collect()
}

/// Axes of the covariance of the hull's surface.
fn principal_axes(hull: &Hull) -> Mat3 {
    let mut area = 0.0;
    let mut mean = Vec3::zeros();
    let mut second = Mat3::zeros();
    for i in 0..hull.triangles.len() {
        let [a, b, c] = hull.triangle(i);
        let weight = (b - a).cross(&(c - a)).norm();
        let sum = a + b + c;
        area += weight;
        mean += sum * (weight / 3.0);
        // Exact for a triangle: (sum of corner squares + square of the sum) / 12.
        let squares = a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose();
        second += squares * (weight / 12.0);
    }
    if area <= 0.0 {
        return Mat3::identity();
    }
    mean /= area;
    let covariance = second / area - mean * mean.transpose();
    let axes = symmetric_eigen(&covariance).1;
    orthonormal(&axes.column(0).into_owned(), &axes.column(1).into_owned())
}

/// A rotation whose first axis is `x` and whose second is nearest to `y`.
fn orthonormal(x: &Vec3, y: &Vec3) -> Mat3 {
    let x = if x.norm() > 0.0 { x.normalize() } else { Vec3::x() };
    let across = y - x * x.dot(y);
    let y = if across.norm() > 1e-9 { across.normalize() } else { any_normal(&x) };
    Mat3::from_columns(&[x, y, x.cross(&y)])
}

/// The normals of the largest faces; nearly parallel ones count as one.
fn face_normals(hull: &Hull) -> Vec<Vec3> {
    let mut weighted: Vec<(f64, Vec3)> = (0..hull.triangles.len())
        .filter_map(|i| {
            let [a, b, c] = hull.triangle(i);
            let normal = (b - a).cross(&(c - a));
            let twice_area = normal.norm();
            (twice_area > 0.0).then(|| (twice_area, normal / twice_area))
        })
        .collect();
    weighted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut chosen: Vec<Vec3> = Vec::new();
    for (_, normal) in weighted {
        if chosen.len() >= FACES {
            break;
        }
        // Within a degree, to either side: the opposite face gives the same box.
        if !chosen.iter().any(|c| c.dot(&normal).abs() > 0.99985) {
            chosen.push(normal);
        }
    }
    chosen
}

/// The axes of the smallest box around `points` with one axis along `normal`: the smallest rectangle around the
/// projection has a side along an edge of the projection's convex hull (Freeman, Shapira, 1975).
fn calipers(points: &[Vec3], normal: &Vec3) -> Mat3 {
    let u = any_normal(normal);
    let v = normal.cross(&u);
    let ring = ring(points.iter().map(|p| [u.dot(p), v.dot(p)]).collect());
    let mut best = (f64::INFINITY, [1.0, 0.0]);
    for i in 0..ring.len() {
        let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
        let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
        let length = (dx * dx + dy * dy).sqrt();
        if length <= 0.0 {
            continue;
        }
        let (dx, dy) = (dx / length, dy / length);
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for r in &ring {
            for (axis, value) in [dx * r[0] + dy * r[1], dx * r[1] - dy * r[0]].into_iter().enumerate() {
                low[axis] = low[axis].min(value);
                high[axis] = high[axis].max(value);
            }
        }
        let area = (high[0] - low[0]) * (high[1] - low[1]);
        if area < best.0 {
            best = (area, [dx, dy]);
        }
    }
    let side = u * best.1[0] + v * best.1[1];
    orthonormal(normal, &side)
}

/// The convex hull in the plane, counter-clockwise (Andrew's monotone chain).
fn ring(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turn = |a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let mut chain: Vec<[f64; 2]> = Vec::new();
    for pass in 0..2 {
        let start = chain.len();
        let half = |chain: &mut Vec<[f64; 2]>, p: [f64; 2]| {
            while chain.len() >= start + 2 && turn(&chain[chain.len() - 2], &chain[chain.len() - 1], &p) <= 0.0 {
                chain.pop();
            }
            chain.push(p);
        };
        if pass == 0 {
            points.iter().for_each(|p| half(&mut chain, *p));
        } else {
            points.iter().rev().for_each(|p| half(&mut chain, *p));
        }
        chain.pop();
    }
    chain
}

/// Rotations spread over a box's symmetry cell: a direction for the first axis and turns about it.
fn spread() -> Vec<Mat3> {
    let mut rotations = Vec::new();
    for d in directions(60) {
        if d.x < 0.0 || d.y < 0.0 || d.z < 0.0 {
            continue;
        }
        let u = any_normal(&d);
        let v = d.cross(&u);
        for step in 0..6 {
            let (s, c) = libm::sincos(std::f64::consts::FRAC_PI_2 * step as f64 / 6.0);
            rotations.push(orthonormal(&d, &(u * c + v * s)));
        }
    }
    rotations
}

/// The same axes, up to order and sign, within two degrees.
fn same_box(a: &Mat3, b: &Mat3) -> bool {
    let between = a.transpose() * b;
    (0..3).all(|i| between.row(i).amax() > 0.9994)
}

/// Turns the box about its own axes, ever less, while that makes it smaller.
fn refine(points: &[Vec3], start: Mat3) -> (f64, Mat3) {
    let mut best = (volume(points, &start), start);
    let mut step = 0.12;
    while step > 2e-6 {
        let mut improved = false;
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let turn = Pose::from_axis_angle(&Vec3::ith(axis, 1.0), sign * step).rotation;
                let rotation = best.1 * turn;
                let candidate = volume(points, &rotation);
                if candidate < best.0 {
                    best = (candidate, rotation);
                    improved = true;
                    break;
                }
            }
        }
        if !improved {
            step *= 0.45;
        }
    }
    let tidy = orthonormal(&best.1.column(0).into_owned(), &best.1.column(1).into_owned());
    (volume(points, &tidy), tidy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::solid_hull::{box_corners, solid_hull};
    use proptest::prelude::*;

    fn assert_encloses(obb: &Obb, points: &[Vec3]) {
        for p in points {
            let q = obb.rotation.tr_mul(&(p - obb.center)).abs() - obb.half_extents;
            assert!(q.max() <= 1e-14, "{q}");
        }
        assert!((obb.rotation.determinant() - 1.0).abs() < 1e-12);
    }

    fn box_volume(obb: &Obb) -> f64 {
        8.0 * obb.half_extents.x * obb.half_extents.y * obb.half_extents.z
    }

    /// The smallest box around a regular tetrahedron is the cube it is inscribed in: three times its volume.
    #[test]
    fn tetrahedron() {
        let turn = Pose::from_xyz_rpy([0.1, 0.2, 0.3], [0.4, -1.1, 2.0]);
        let corners = [[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]].map(|c| Vec3::from(c.map(f64::from)));
        let points: Vec<Vec3> = corners.iter().map(|p| turn.transform_point(p)).collect();
        let obb = min_box(&solid_hull(&points).unwrap().0);
        assert_encloses(&obb, &points);
        assert!(box_volume(&obb) < 1.0 + 1e-5, "{}", box_volume(&obb));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        /// Points within a tilted box that has its corners among them: nothing is smaller than that box.
        #[test]
        fn finds_a_tilted_box(
            rpy in prop::array::uniform3(-3.0f64..3.0),
            half in prop::array::uniform3(0.02f64..0.5),
            inner in prop::collection::vec(prop::array::uniform3(-1.0f64..1.0), 0..60),
        ) {
            let half = Vec3::from(half);
            let turn = Pose::from_xyz_rpy([0.3, -0.2, 0.1], rpy);
            let mut points = box_corners(&half);
            points.extend(inner.into_iter().map(|p| Vec3::from(p).component_mul(&half)));
            let points: Vec<Vec3> = points.iter().map(|p| turn.transform_point(p)).collect();
            let obb = min_box(&solid_hull(&points).unwrap().0);
            assert_encloses(&obb, &points);
            prop_assert!(box_volume(&obb) <= 8.0 * half.x * half.y * half.z * (1.0 + 1e-4));
        }

        #[test]
        fn never_worse_than_upright_or_principal(points in prop::collection::vec(prop::array::uniform3(-1.0f64..1.0), 4..60)) {
            let points: Vec<Vec3> = points.into_iter().map(Vec3::from).collect();
            let (hull, _) = solid_hull(&points).unwrap();
            let obb = min_box(&hull);
            assert_encloses(&obb, &points);
            for rotation in [Mat3::identity(), principal_axes(&hull)] {
                prop_assert!(box_volume(&obb) <= box_volume(&fit(&points, &rotation)) * (1.0 + 1e-12));
            }
        }
    }
}
