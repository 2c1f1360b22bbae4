//! Where to cut a piece.
//!
//! The solid's volume is what it is: the best cut is the one after which the two hulls have the least volume. This
//! needs no inside or outside, so it works for open and self-crossing surfaces. A convex piece gains nothing by any
//! cut. Where no single cut gains (a bucket needs one per wall), the cut that takes away the most hidden space counts:
//! the length of the outward rays from the surface to the hull, summed over the surface.

use super::piece::{Piece, Plane};
use super::surface::Surface;
use crate::math::{Mat3, Vec3, symmetric_eigen};
use crate::shapes::quickhull::quick_hull;
use crate::shapes::solid_hull::any_normal;

/// Cuts along each axis at this many places.
const OFFSETS: usize = 7;
/// Cuts along faces that meet at inward edges.
const FLUSH: usize = 16;
/// A sketch has about this many vertices; a rough one, over which all cuts are compared at first, fewer.
const SKETCH: usize = 280;
const ROUGH: usize = 100;
/// This many of the cuts that leave the least volume in the rough sketch are compared in the finer one.
const SEMIFINALISTS: usize = 20;
/// Points from which hidden space is looked for, and the share at which it counts beside volume.
const RAYS: usize = 128;
const HIDDEN_WEIGHT: f64 = 0.05;

/// A piece in short: points and edges enough to tell good cuts from bad.
struct Sketch<'a> {
    piece: &'a Piece,
    surface: &'a Surface,
    points: Vec<Vec3>,
    edges: Vec<(u32, u32)>,
    /// Only to tell bad cuts from those that may be good.
    rough: bool,
}

/// Point, outward normal, area.
type Ray = (Vec3, Vec3, f64);

/// This many of the cuts that leave the least volume are compared by hidden space as well.
const FINALISTS: usize = 10;

/// The best cut found, `None` if there is nothing to cut.
pub(super) fn best_cut(piece: &Piece, surface: &Surface) -> Option<Plane> {
    let sketch = Sketch::new(piece, surface, SKETCH);
    let mut ranked: Vec<(f64, Plane)> =
        candidates(piece, &sketch).into_iter().map(|plane| (f64::INFINITY, plane)).collect();
    if sketch.points.len() > 2 * ROUGH {
        sort(&mut ranked, &Sketch::new(piece, surface, ROUGH));
        ranked.truncate(SEMIFINALISTS);
    }
    sort(&mut ranked, &sketch);
    ranked.truncate(FINALISTS);
    let rays = rays(piece);
    let (cost, plane) = ranked
        .iter()
        .filter_map(|(_, plane)| Some((sketch.cost(plane, &rays)?, *plane)))
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(sketch.slide(plane, cost, &rays))
}

/// By the volume that they leave in a sketch; those that do not divide it are dropped.
fn sort(planes: &mut Vec<(f64, Plane)>, sketch: &Sketch<'_>) {
    planes.retain_mut(|(cost, plane)| {
        sketch.cost(plane, &[]).is_some_and(|found| {
            *cost = found;
            true
        })
    });
    planes.sort_by(|a, b| a.0.total_cmp(&b.0));
}

fn candidates(piece: &Piece, sketch: &Sketch<'_>) -> Vec<Plane> {
    let mut planes = flush(piece);
    let mut axes = vec![Vec3::x(), Vec3::y(), Vec3::z()];
    let principal = principal_axes(&sketch.points);
    for i in 0..3 {
        let axis = principal.column(i).into_owned();
        if axes.iter().all(|a| a.dot(&axis).abs() < 0.99) {
            axes.push(axis);
        }
    }
    for normal in axes {
        let (low, high) = range(&sketch.points, &normal);
        for i in 1..=OFFSETS {
            let offset = low + (high - low) * i as f64 / (OFFSETS + 1) as f64;
            planes.push(Plane { normal, offset });
        }
    }
    planes
}

/// The planes of the faces at inward edges, those that many or long edges agree on first.
fn flush(piece: &Piece) -> Vec<Plane> {
    let (low, high) = piece.hull.aabb();
    let near = 0.01 * (high - low).norm();
    let mut groups: Vec<(f64, Plane)> = Vec::new();
    let mut creases = piece.creases.clone();
    creases.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    for crease in creases.iter().take(2000) {
        for normal in crease.normals {
            if normal == Vec3::zeros() {
                continue;
            }
            let offset = normal.dot(&crease.middle);
            let alike = |p: &Plane| {
                let along = p.normal.dot(&normal);
                along.abs() > 0.985 && (p.offset - p.normal.dot(&crease.middle)).abs() < near
            };
            match groups.iter().position(|g| alike(&g.1)) {
                Some(group) => groups[group].0 += crease.weight,
                None if groups.len() < 200 => groups.push((crease.weight, Plane { normal, offset })),
                None => {}
            }
        }
    }
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    groups.into_iter().take(FLUSH).map(|g| g.1).collect()
}

fn range(points: &[Vec3], normal: &Vec3) -> (f64, f64) {
    points.iter().map(|p| p.dot(normal)).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
}

fn principal_axes(points: &[Vec3]) -> Mat3 {
    let mean = points.iter().sum::<Vec3>() / points.len().max(1) as f64;
    let covariance = points.iter().map(|p| (p - mean) * (p - mean).transpose()).sum::<Mat3>();
    symmetric_eigen(&covariance).1
}

impl<'a> Sketch<'a> {
    /// With at most about `size` vertices.
    fn new(piece: &'a Piece, surface: &'a Surface, size: usize) -> Self {
        let (low, high) = piece.hull.aabb();
        let rough = size <= ROUGH;
        if piece.vertices.len() <= size {
            let edges = edges(piece.triangles.iter().copied());
            return Self { piece, surface, points: piece.vertices.clone(), edges, rough };
        }
        // One vertex stands for all in its cell.
        let limit = size;
        let mut cells = 24.0;
        loop {
            let size = (high - low).max() / cells;
            let mut keyed: Vec<([i32; 3], u32)> = piece
                .vertices
                .iter()
                .enumerate()
                .map(|(i, v)| ([0, 1, 2].map(|a| ((v[a] - low[a]) / size) as i32), i as u32))
                .collect();
            keyed.sort_unstable();
            let mut stands = vec![0u32; piece.vertices.len()];
            let mut points = Vec::new();
            let mut last = None;
            for (cell, vertex) in keyed {
                if last != Some(cell) {
                    last = Some(cell);
                    points.push(piece.vertices[vertex as usize]);
                }
                stands[vertex as usize] = points.len() as u32 - 1;
            }
            if points.len() <= limit || cells < 6.0 {
                let edges = edges(piece.triangles.iter().map(|t| t.map(|v| stands[v as usize])));
                return Self { piece, surface, points, edges, rough };
            }
            cells *= 0.8;
        }
    }

    /// The volume of the two hulls after the cut, and a share of the space that they hide from the rays; `None` if it
    /// does not divide.
    fn cost(&self, plane: &Plane, rays: &[Ray]) -> Option<f64> {
        let heights: Vec<f64> = self.points.iter().map(|p| p.dot(&plane.normal) - plane.offset).collect();
        let mut sides: [Vec<Vec3>; 2] = Default::default();
        for (p, h) in self.points.iter().zip(&heights) {
            sides[usize::from(*h > 0.0)].push(*p);
        }
        if sides.iter().any(Vec::is_empty) {
            return None;
        }
        let mut section = Vec::new();
        for &(a, b) in &self.edges {
            let (ha, hb) = (heights[a as usize], heights[b as usize]);
            if (ha > 0.0) != (hb > 0.0) {
                let (a, b) = (self.points[a as usize], self.points[b as usize]);
                section.push(a + (b - a) * (ha / (ha - hb)));
            }
        }
        let section = corners_within(&section, &plane.normal);
        sides.iter_mut().for_each(|side| side.extend(&section));
        for p in &self.piece.inner {
            sides[usize::from(p.dot(&plane.normal) > plane.offset)].push(*p);
        }
        if !self.rough {
            for corner in self.piece.corners(plane, self.surface) {
                sides.iter_mut().for_each(|s| s.push(corner));
            }
        }
        let mut cost = 0.0;
        for (side, points) in sides.iter().enumerate() {
            let Ok((vertices, triangles)) = quick_hull(points) else { continue };
            let mut planes = Vec::with_capacity(if rays.is_empty() { 0 } else { triangles.len() });
            let mut volume = 0.0;
            for t in &triangles {
                let [a, b, c] = t.map(|v| vertices[v as usize] - vertices[0]);
                let normal = (b - a).cross(&(c - a));
                volume += a.dot(&normal) / 6.0;
                if rays.is_empty() {
                    continue;
                }
                let normal = normal / normal.norm().max(f64::MIN_POSITIVE);
                planes.push((normal, normal.dot(&(a + vertices[0]))));
            }
            let mut hidden = 0.0;
            for (point, normal, area) in rays {
                if (point.dot(&plane.normal) - plane.offset > 0.0) == (side == 1) {
                    hidden += area * reach(point, normal, &planes);
                }
            }
            cost += volume + HIDDEN_WEIGHT * hidden;
        }
        Some(cost)
    }

    /// Moves a plane along its normal while that lowers the cost.
    fn slide(&self, mut plane: Plane, mut cost: f64, rays: &[Ray]) -> Plane {
        let (low, high) = range(&self.piece.hull.vertices, &plane.normal);
        let mut step = (high - low) / (2.0 * (OFFSETS + 1) as f64);
        for _ in 0..3 {
            for sign in [1.0, -1.0] {
                let moved = Plane { offset: plane.offset + sign * step, ..plane };
                if let Some(better) = self.cost(&moved, rays)
                    && better < cost * (1.0 - 1e-6)
                {
                    (plane, cost) = (moved, better);
                    break;
                }
            }
            step /= 2.0;
        }
        plane
    }
}

/// The corners of the convex polygon around points of one plane (Andrew's monotone chain); points within a hair of its
/// sides are left out.
fn corners_within(points: &[Vec3], normal: &Vec3) -> Vec<Vec3> {
    let u = any_normal(normal);
    let v = normal.cross(&u);
    let mut flat: Vec<(f64, f64, u32)> =
        points.iter().enumerate().map(|(i, p)| (u.dot(p), v.dot(p), i as u32)).collect();
    flat.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let (Some(first), Some(last)) = (flat.first(), flat.last()) else { return Vec::new() };
    let hair = 1e-9 * ((last.0 - first.0) * (last.0 - first.0)).max(f64::MIN_POSITIVE);
    type Flat = (f64, f64, u32);
    let turn = |a: &Flat, b: &Flat, c: &Flat| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let mut chain: Vec<Flat> = Vec::with_capacity(flat.len().min(64));
    for pass in 0..2 {
        let start = chain.len();
        for i in 0..flat.len() {
            let p = if pass == 0 { flat[i] } else { flat[flat.len() - 1 - i] };
            while chain.len() >= start + 2 && turn(&chain[chain.len() - 2], &chain[chain.len() - 1], &p) <= hair {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
    }
    chain.iter().map(|p| points[p.2 as usize]).collect()
}

/// How far an outward ray runs within the hull.
fn reach(point: &Vec3, direction: &Vec3, planes: &[(Vec3, f64)]) -> f64 {
    let mut nearest = f64::INFINITY;
    for (normal, offset) in planes {
        let along = normal.dot(direction);
        if along > 1e-9 {
            nearest = nearest.min((offset - normal.dot(point)) / along);
        }
    }
    if nearest.is_finite() { nearest.max(0.0) } else { 0.0 }
}

fn edges(triangles: impl Iterator<Item = [u32; 3]>) -> Vec<(u32, u32)> {
    let mut edges: Vec<(u32, u32)> = triangles
        .flat_map(|t| (0..3).map(move |i| (t[i].min(t[(i + 1) % 3]), t[i].max(t[(i + 1) % 3]))))
        .filter(|(a, b)| a != b)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Points spread over the surface in proportion to its area.
fn rays(piece: &Piece) -> Vec<Ray> {
    let corners = |t: &[u32; 3]| t.map(|v| piece.vertices[v as usize]);
    let total: f64 = piece.triangles.iter().map(&corners).map(|[a, b, c]| (b - a).cross(&(c - a)).norm()).sum();
    let share = total / RAYS as f64;
    let mut rays = Vec::with_capacity(RAYS);
    if share <= 0.0 {
        return rays;
    }
    let mut passed = 0.0;
    for t in &piece.triangles {
        let [a, b, c] = corners(t);
        let normal = (b - a).cross(&(c - a));
        let twice_area = normal.norm();
        passed += twice_area;
        while passed > share * (rays.len() as f64 + 0.5) && rays.len() < RAYS {
            // A low-discrepancy place within the triangle (Roberts' R2 sequence).
            let i = rays.len() as f64;
            let (mut u, mut v) = ((i * 0.754_877_666_246_692_8).fract(), (i * 0.569_840_290_998_053_3).fract());
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            rays.push((a + (b - a) * u + (c - a) * v, normal / twice_area, share / 2.0));
        }
    }
    rays
}
