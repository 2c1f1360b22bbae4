//! How much of a mesh's surface its parts cover, by points spread over it.

use super::Hull;
use crate::math::Vec3;
use crate::mesh::TriangleMesh;

/// So many points are looked at.
const POINTS: usize = 2000;
/// A point this near to a part, metres, is in it.
const HAIR: f64 = 1e-6;

/// The corners of the box around a part, and its planes.
type Body = (Vec3, Vec3, Vec<(Vec3, f64)>);

/// The share, 0 to 1, of points spread evenly over the surface of `mesh` that lie in one of `parts`; `None` for a mesh
/// without area.
pub(super) fn coverage(mesh: &TriangleMesh, parts: &[&Hull]) -> Option<f64> {
    let bodies: Vec<Body> = parts
        .iter()
        .map(|hull| {
            let (low, high) = hull.aabb();
            (low - Vec3::repeat(HAIR), high + Vec3::repeat(HAIR), hull.planes())
        })
        .collect();
    let points = surface_points(mesh);
    let mut last = 0;
    let mut covered = 0;
    for point in &points {
        let within = |(low, high, planes): &Body| {
            (0..3).all(|axis| low[axis] <= point[axis] && point[axis] <= high[axis])
                && planes.iter().all(|(normal, offset)| normal.dot(point) - offset <= HAIR)
        };
        // The next point is likely in the same part.
        if bodies.get(last).is_some_and(within) {
            covered += 1;
        } else if let Some(found) = bodies.iter().position(within) {
            last = found;
            covered += 1;
        }
    }
    (!points.is_empty()).then(|| f64::from(covered) / points.len() as f64)
}

fn surface_points(mesh: &TriangleMesh) -> Vec<Vec3> {
    let corners = |t: &[u32; 3]| t.map(|v| mesh.vertices[v as usize]);
    let twice_area = |[a, b, c]: [Vec3; 3]| (b - a).cross(&(c - a)).norm();
    let share = mesh.triangles.iter().map(|t| twice_area(corners(t))).sum::<f64>() / POINTS as f64;
    let mut points = Vec::with_capacity(POINTS);
    if share <= 0.0 || !share.is_finite() {
        return points;
    }
    let mut passed = 0.0;
    for t in &mesh.triangles {
        let [a, b, c] = corners(t);
        passed += twice_area([a, b, c]);
        while passed > share * (points.len() as f64 + 0.5) && points.len() < POINTS {
            // A low-discrepancy place within the triangle (Roberts' R2 sequence).
            let i = points.len() as f64;
            let (mut u, mut v) = ((i * 0.754_877_666_246_692_8).fract(), (i * 0.569_840_290_998_053_3).fract());
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            points.push(a + (b - a) * u + (c - a) * v);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::solid_hull::{box_corners, solid_hull};

    #[test]
    fn half_a_square_is_half_covered() {
        let square = TriangleMesh {
            vertices: [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        };
        let half = |shift: f64| {
            let corners = box_corners(&Vec3::new(0.25, 1.0, 1.0));
            solid_hull(&corners.iter().map(|p| p + Vec3::x() * shift).collect::<Vec<_>>()).unwrap().0
        };
        let (left, right) = (half(0.25), half(0.75));
        assert!((coverage(&square, &[&left]).unwrap() - 0.5).abs() < 0.01);
        assert_eq!(coverage(&square, &[&left, &right]), Some(1.0));
        assert_eq!(coverage(&square, &[]), Some(0.0));
        assert_eq!(coverage(&TriangleMesh::default(), &[&left]), None);
    }
}
