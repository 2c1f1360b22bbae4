//! Polygons to triangles.

use crate::math::Vec3;

/// Above this many corners ear clipping (quadratic to cubic) gives way to a fan.
const MAX_EAR_CORNERS: usize = 2048;

/// Triangulates a polygon of three or more corners; the indices refer to `corners` and keep its direction.
///
/// Always `n - 2` triangles. A convex polygon becomes a fan about its first corner, a concave one is cut ear by ear
/// in the plane of its area vector (Newell's sum); what is left of a polygon that crosses itself becomes a fan.
pub(super) fn triangulate(corners: &[Vec3]) -> Vec<[usize; 3]> {
    let n = corners.len();
    let Some(normal) = area_vector(corners) else { return fan(&(0..n).collect::<Vec<_>>()) };
    let flat = project(corners, &normal);
    let convex = (0..n).all(|i| turn(flat[i], flat[(i + 1) % n], flat[(i + 2) % n]) >= 0.0);
    if n == 3 || (convex && winds_once(&flat)) || n > MAX_EAR_CORNERS {
        return fan(&(0..n).collect::<Vec<_>>());
    }
    let mut left: Vec<usize> = (0..n).collect();
    let mut triangles = Vec::with_capacity(n - 2);
    while left.len() > 3 {
        let m = left.len();
        let ear = (0..m).find(|&i| is_ear(&flat, &left, i));
        let Some(i) = ear else { break };
        triangles.push([left[(i + m - 1) % m], left[i], left[(i + 1) % m]]);
        left.remove(i);
    }
    triangles.extend(fan(&left));
    triangles
}

fn fan(corners: &[usize]) -> Vec<[usize; 3]> {
    corners.windows(2).skip(1).map(|edge| [corners[0], edge[0], edge[1]]).collect()
}

/// Twice the area vector; `None` if the polygon has no area to speak of.
fn area_vector(corners: &[Vec3]) -> Option<Vec3> {
    let origin = corners[0];
    let sum: Vec3 = corners.windows(2).map(|e| (e[0] - origin).cross(&(e[1] - origin))).sum();
    let span = corners.iter().map(|c| (c - origin).norm_squared()).fold(0.0, f64::max);
    (sum.norm() > 1e-14 * span).then_some(sum)
}

/// Drops the coordinate along which the area vector is longest; counter-clockwise stays so.
fn project(corners: &[Vec3], normal: &Vec3) -> Vec<[f64; 2]> {
    let axis = normal.iamax();
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let (u, v) = if normal[axis] >= 0.0 { (u, v) } else { (v, u) };
    corners.iter().map(|c| [c[u], c[v]]).collect()
}

/// Positive if a, b, c turn left.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
}

/// A polygon that only turns left goes round once if its edges' direction changes sides of the x axis twice.
fn winds_once(flat: &[[f64; 2]]) -> bool {
    let n = flat.len();
    let upward: Vec<bool> =
        (0..n).map(|i| flat[(i + 1) % n][1] - flat[i][1]).filter(|dy| *dy != 0.0).map(|dy| dy > 0.0).collect();
    let changes = (0..upward.len()).filter(|&i| upward[i] != upward[(i + 1) % upward.len()]).count();
    changes <= 2
}

fn is_ear(flat: &[[f64; 2]], left: &[usize], i: usize) -> bool {
    let m = left.len();
    let (a, b, c) = (flat[left[(i + m - 1) % m]], flat[left[i]], flat[left[(i + 1) % m]]);
    if turn(a, b, c) <= 0.0 {
        return false;
    }
    !(2..m - 1).map(|k| flat[left[(i + k) % m]]).any(|p| {
        // Corners that coincide with the ear's own (a slit to a hole) do not block it.
        p != a && p != b && p != c && turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[Vec3], triangles: &[[usize; 3]]) -> (f64, f64) {
        let parts: Vec<Vec3> = triangles
            .iter()
            .map(|t| 0.5 * (corners[t[1]] - corners[t[0]]).cross(&(corners[t[2]] - corners[t[0]])))
            .collect();
        (parts.iter().sum::<Vec3>().norm(), parts.iter().map(|p| p.norm()).sum())
    }

    fn corners(flat: &[[f64; 2]]) -> Vec<Vec3> {
        // A tilted plane, so that no coordinate is constant.
        flat.iter().map(|p| Vec3::new(p[0], p[1], 0.25 * p[0] - 0.5 * p[1])).collect()
    }

    #[test]
    fn a_concave_polygon_is_covered_exactly() {
        // An L of area 3; a fan about its first corner would leave it.
        let l = corners(&[[2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.0, 0.0]]);
        let tilt = (1.0_f64 + 0.0625 + 0.25).sqrt();
        for shift in 0..6 {
            let mut rotated = l.clone();
            rotated.rotate_left(shift);
            let triangles = triangulate(&rotated);
            assert_eq!(triangles.len(), 4);
            let (signed, absolute) = area(&rotated, &triangles);
            assert!((signed - 3.0 * tilt).abs() < 1e-12 && (absolute - 3.0 * tilt).abs() < 1e-12);
        }
    }

    #[test]
    fn a_pentagram_and_a_line_end() {
        let star: Vec<[f64; 2]> = [0.0_f64, 2.0, 4.0, 1.0, 3.0]
            .iter()
            .map(|k| [(k * std::f64::consts::TAU / 5.0).cos(), (k * std::f64::consts::TAU / 5.0).sin()])
            .collect();
        assert_eq!(triangulate(&corners(&star)).len(), 3);
        assert_eq!(triangulate(&corners(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])).len(), 2);
        assert_eq!(triangulate(&[Vec3::x(); 5]).len(), 3);
    }

    #[test]
    fn a_square_keeps_its_direction() {
        let square = corners(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(triangulate(&square), vec![[0, 1, 2], [0, 2, 3]]);
        let mut back = square.clone();
        back.reverse();
        assert_eq!(triangulate(&back), vec![[0, 1, 2], [0, 2, 3]]);
    }
}
