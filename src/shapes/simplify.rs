//! A hull with fewer vertices around a hull.
//!
//! Edges are collapsed one after the other, that first which adds the least volume. The new vertex lies outside the
//! planes of all triangles around the edge, so that nothing is cut off (Sander et al., "Silhouette clipping", 2000,
//! section 4, progressive hulls); where no such point is near, the edge stays.

use super::Hull;
use super::hull::face_normal;
use super::quickhull::convex_hull;
use crate::math::{Mat3, Vec3};

/// A hull of at most `budget` vertices that encloses `hull`, and how far it stands out of it (metres). `None` if the
/// budget is kept already or cannot be reached.
pub(super) fn simplify(hull: &Hull, budget: usize) -> Option<(Hull, f64)> {
    let budget = budget.max(8);
    if hull.vertices.len() <= budget {
        return None;
    }
    let (low, high) = hull.aabb();
    let size = (high - low).norm();
    // Sharp spikes add little volume and stand out far: they are the last resort.
    [0.01, 0.03, 0.1, 1.0].iter().find_map(|share| {
        // What rounding cut off by a hair is added again, which may go beyond the budget: then some are spared for it.
        [0, 2, 8].iter().find_map(|spare| {
            let found = simplify_within(hull, budget.saturating_sub(*spare).max(4), size, share * size);
            found.filter(|(simple, _)| simple.vertices.len() <= budget)
        })
    })
}

/// The same with no collapse that stands out by more than `limit`.
fn simplify_within(hull: &Hull, budget: usize, size: f64, limit: f64) -> Option<(Hull, f64)> {
    let mut current = hull.clone();
    // Several rounds: each collapses edges that are apart from each other, then takes the hull anew.
    for _ in 0..40 {
        let excess = current.vertices.len().saturating_sub(budget);
        if excess == 0 {
            break;
        }
        let points = collapse(&current, excess.min(1 + current.vertices.len() / 12), size, limit);
        let (vertices, triangles) = convex_hull(&points).ok()?;
        if vertices.len() >= current.vertices.len() {
            break;
        }
        current = Hull::new(vertices, triangles);
    }
    if current.vertices.len() > budget {
        return None;
    }
    // Rounding may have left an old vertex outside by a hair: then it is added again.
    let planes = current.planes();
    let lost: Vec<Vec3> =
        hull.vertices.iter().filter(|p| planes.iter().any(|(n, d)| n.dot(p) - d > 1e-10 * size)).copied().collect();
    if !lost.is_empty() {
        let points: Vec<Vec3> = current.vertices.iter().chain(&lost).copied().collect();
        let (vertices, triangles) = convex_hull(&points).ok()?;
        current = Hull::new(vertices, triangles);
    }
    let original = hull.planes();
    let excess = current.vertices.iter().map(|p| stands_out(p, &original)).fold(0.0, f64::max);
    Some((current, excess))
}

/// At least the distance of `p` from the polyhedron, metres: the furthest plane's.
fn stands_out(p: &Vec3, planes: &[(Vec3, f64)]) -> f64 {
    planes.iter().map(|(n, d)| n.dot(p) - d).fold(0.0, f64::max)
}

/// The vertices after up to `count` collapses of edges that have no triangle in common.
fn collapse(hull: &Hull, count: usize, size: f64, limit: f64) -> Vec<Vec3> {
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); hull.vertices.len()];
    for (i, t) in hull.triangles.iter().enumerate() {
        t.iter().for_each(|&v| around[v as usize].push(i as u32));
    }
    let mut collapses: Vec<(f64, u32, u32, Vec3)> = Vec::new();
    for a in 0..hull.vertices.len() {
        for &b in hull.neighbours(a).iter().filter(|b| **b as usize > a) {
            let mut faces: Vec<u32> = around[a].iter().chain(&around[b as usize]).copied().collect();
            faces.sort_unstable();
            faces.dedup();
            if let Some((added, point)) = best_point(hull, &faces, size, limit) {
                collapses.push((added, a as u32, b, point));
            }
        }
    }
    collapses.sort_by(|p, q| p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))));
    let mut touched = vec![false; hull.vertices.len()];
    let mut gone = vec![false; hull.vertices.len()];
    let mut points = Vec::new();
    for (_, a, b, point) in collapses {
        if points.len() >= count {
            break;
        }
        let ring = || [a, b].into_iter().flat_map(|v| hull.neighbours(v as usize).iter().copied());
        if touched[a as usize] || touched[b as usize] || ring().any(|v| gone[v as usize]) {
            continue;
        }
        ring().for_each(|v| touched[v as usize] = true);
        gone[a as usize] = true;
        gone[b as usize] = true;
        points.push(point);
    }
    points.extend(hull.vertices.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(v, _)| *v));
    points
}

/// The point outside all planes of `faces` that adds the least volume over them: at a corner of three of the planes.
fn best_point(hull: &Hull, faces: &[u32], size: f64, limit: f64) -> Option<(f64, Vec3)> {
    let mut planes: Vec<(Vec3, f64)> = Vec::with_capacity(faces.len());
    // The volume over a face is its area vector times the height: linear in the point.
    let mut gradient = Vec3::zeros();
    let mut constant = 0.0;
    for &face in faces {
        let [a, b, c] = hull.triangle(face as usize);
        let normal = (b - a).cross(&(c - a));
        gradient += normal / 6.0;
        constant += normal.dot(&a) / 6.0;
        let Some(normal) = face_normal(&[a, b, c]) else { continue };
        let plane = (normal, normal.dot(&a));
        if !planes.iter().any(|p| p.0.dot(&normal) > 1.0 - 1e-10) {
            planes.push(plane);
        }
    }
    if planes.len() > 16 {
        return None;
    }
    let mut best: Option<(f64, Vec3)> = None;
    for i in 0..planes.len() {
        for j in i + 1..planes.len() {
            for k in j + 1..planes.len() {
                let (p, q, r) = (planes[i], planes[j], planes[k]);
                let rows = Mat3::from_rows(&[p.0.transpose(), q.0.transpose(), r.0.transpose()]);
                if rows.determinant().abs() < 1e-6 {
                    continue;
                }
                let Some(inverse) = rows.try_inverse() else { continue };
                let point = inverse * Vec3::new(p.1, q.1, r.1);
                let added = gradient.dot(&point) - constant;
                if best.as_ref().is_some_and(|(least, _)| added >= *least) {
                    continue;
                }
                let fits = |h: f64| h >= -1e-13 * size && h <= limit;
                if planes.iter().all(|(n, d)| fits(n.dot(&point) - d)) {
                    best = Some((added, point));
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::solid_hull::solid_hull;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn encloses_within_the_budget(
            points in prop::collection::vec(prop::array::uniform3(-1.0f64..1.0), 120..300),
            stretch in prop::array::uniform3(0.05f64..0.5),
        ) {
            let stretch = Vec3::from(stretch);
            let round = |p: [f64; 3]| Some(Vec3::from(p)).filter(|p| p.norm() > 0.1).map(|p| p.normalize());
            let points: Vec<Vec3> = points.into_iter().filter_map(round).map(|p| p.component_mul(&stretch)).collect();
            let (hull, _) = solid_hull(&points).unwrap();
            let (simple, excess) = simplify(&hull, 64).unwrap();
            prop_assert!(simple.vertices.len() <= 64);
            for (normal, offset) in simple.planes() {
                prop_assert!(points.iter().all(|p| normal.dot(p) - offset < 1e-9));
            }
            prop_assert!(excess > 0.0 && simple.volume() > hull.volume());
            prop_assert!(simple.volume() < 1.3 * hull.volume(), "{}", simple.volume() / hull.volume());
        }
    }
}
