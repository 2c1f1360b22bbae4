//! Penetration depth: how far the origin lies inside the Minkowski difference.
//!
//! The expanding polytope of van den Bergen (2001), kept from query to query. A closed surface of triangles between
//! points of the convex difference M, which winds around the origin, proves that M contains the ball around the origin
//! as large as the nearest triangle is far: every ray from the origin meets the surface at least that far out, and M
//! contains the segment up to there. The proof needs no convexity of the surface, so it survives a change of pose:
//! when the vertices (pairs of vertices of the two bodies) move by at most s along straight lines, every triangle's
//! distance changes by at most s, and the winding number cannot change before a triangle comes to the origin. So only
//! the triangles whose last known distance, less the path travelled since, is below the present depth are computed
//! anew. The depth itself is always the support value along a unit normal, which no rounding in the surface can make
//! too small.

use super::frame::Frame;
use super::gjk::{Difference, GAP, Support};
use super::polyhedron::NONE;
use super::polytope::Polytope;
use super::simplex::{Closest, Simplex};
use super::vector::{V3, dot};

/// Relative to the size of the bodies: a vertex is above a face's plane if it is further out than this.
const ABOVE: f64 = 1e-13;
const MAX_STEPS: usize = 20_000;

#[derive(Clone, Copy, Debug)]
pub(super) enum Overlap {
    /// Depth in metres, the unit direction of the shortest way out for B (in A's frame), and a point on the face
    /// there, as weights of three vertex pairs.
    Depth { depth: f64, normal: V3 },
    /// The bodies are apart: a plane square to `normal` separates them by `distance`.
    Apart { distance: f64, normal: V3 },
    /// The surface of the last query could not be carried over.
    Lost,
}

#[derive(Clone, Debug)]
pub(super) struct Surface {
    polytope: Polytope,
    frame: Frame,
    stamp: u32,
    /// Upper bound on how far any vertex has moved since the surface was begun.
    path: f64,
    best: u32,
    /// The surface winds around the origin and can be carried over.
    valid: bool,
    limit: usize,
}

impl Surface {
    pub fn new() -> Self {
        Self {
            polytope: Polytope::default(),
            frame: Frame::identity(),
            stamp: 0,
            path: 0.0,
            best: 0,
            valid: false,
            limit: 0,
        }
    }

    pub fn invalidate(&mut self) {
        self.valid = false;
    }

    /// The vertex pairs of the face nearest to the origin.
    pub fn nearest_face(&self) -> Option<[(u32, u32); 3]> {
        let face = self.polytope.faces.get(self.best as usize)?;
        Some(face.v.map(|v| self.polytope.ids[v as usize]))
    }

    /// Carries the surface over from the last query. `center`, `rho`: a ball around B, in B's frame.
    #[inline]
    pub fn warm<A: Support, B: Support>(&mut self, m: &Difference<A, B>, center: V3, rho: f64) -> Overlap {
        if !self.valid {
            return Overlap::Lost;
        }
        self.valid = false;
        self.path += self.frame.motion(&m.frame, center, rho);
        self.frame = m.frame;
        self.stamp = self.stamp.wrapping_add(1);
        if self.path.is_nan() || self.path >= 1e3 * m.scale || self.polytope.ids.len() > self.limit {
            return Overlap::Lost;
        }
        let (_, nearest) = self.nearest();
        if nearest - self.path <= 0.0 && !self.all_outward(m) {
            return Overlap::Lost;
        }
        self.evaluate(m, self.best);
        self.grow(m, Some(self.best))
    }

    /// Begins a surface at the final simplex of a distance query that found the bodies touching.
    pub fn cold<A: Support, B: Support>(&mut self, m: &Difference<A, B>, simplex: &Simplex) -> Overlap {
        self.polytope.clear();
        self.frame = m.frame;
        self.stamp = 0;
        self.path = 0.0;
        self.valid = false;
        let mut corners = *simplex;
        if let Err(normal) = full_simplex(m, &mut corners) {
            // The difference has no inside: the depth along its normal is nothing.
            return Overlap::Depth { depth: 0.0, normal };
        }
        for k in 0..4 {
            self.polytope.add_vertex(corners.id[k], corners.w[k], 0);
        }
        self.polytope.start_tetrahedron(0);
        for f in 0..4 {
            set_key(&mut self.polytope, f, 0.0);
        }
        let overlap = self.grow(m, None);
        self.limit = 2 * self.polytope.ids.len() + 32;
        overlap
    }

    /// Grows the surface until nothing within the depth is left to find.
    #[inline]
    fn grow<A: Support, B: Support>(&mut self, m: &Difference<A, B>, warm: Option<u32>) -> Overlap {
        let tolerance = GAP * m.scale;
        let eps = ABOVE * m.scale;
        let mut depth = f64::INFINITY;
        let mut normal = V3::X;
        let mut next = warm;
        for _ in 0..MAX_STEPS {
            let f = match next.take() {
                Some(f) => f,
                None => {
                    let (f, key) = self.nearest();
                    if key - self.path >= depth - tolerance {
                        return self.finish(f, depth, normal, tolerance);
                    }
                    f
                }
            };
            if self.polytope.faces[f as usize].stamp != self.stamp {
                self.evaluate(m, f);
                continue;
            }
            let face = self.polytope.faces[f as usize];
            if warm.is_some() && face.offset <= 0.0 {
                return Overlap::Lost;
            }
            let n = if face.normal == V3::ZERO { self.thin_direction(f) } else { face.normal };
            let id = m.support(n, self.polytope.ids[face.v[2] as usize]);
            let w = m.vertex(id);
            let value = dot(n, w);
            if value < 0.0 {
                return Overlap::Apart { distance: -value, normal: n };
            }
            if value < depth {
                depth = value;
                normal = n;
                self.best = f;
            }
            let at_corner = face.v.iter().any(|&v| self.polytope.ids[v as usize] == id);
            if value - face.offset <= tolerance || at_corner || face.normal == V3::ZERO {
                self.polytope.keys[f as usize] = self.path + value;
                continue;
            }
            let known = self.polytope.ids.contains(&id);
            if known && warm.is_some() {
                return Overlap::Lost;
            }
            let grown = !known && {
                let (stamp, path) = (self.stamp, self.path);
                let apex = self.polytope.add_vertex(id, w, stamp);
                self.polytope.expand(
                    f,
                    apex,
                    eps,
                    |p, g| {
                        if p.faces[g as usize].stamp != stamp {
                            evaluate(p, m, g, stamp, path);
                        }
                    },
                    |p, g| set_key(p, g, path),
                )
            };
            if !grown {
                if warm.is_some() {
                    return Overlap::Lost;
                }
                self.polytope.keys[f as usize] = self.path + value;
            }
        }
        let (f, _) = self.nearest();
        self.finish(f, depth, normal, f64::INFINITY)
    }

    fn finish(&mut self, nearest: u32, depth: f64, normal: V3, tolerance: f64) -> Overlap {
        if !self.polytope.alive(self.best as usize) {
            self.best = nearest;
        }
        self.valid = depth > 4.0 * tolerance;
        Overlap::Depth { depth, normal }
    }

    fn nearest(&self) -> (u32, f64) {
        let mut best = (0u32, f64::INFINITY);
        for (f, &key) in self.polytope.keys.iter().enumerate() {
            if key < best.1 {
                best = (f as u32, key);
            }
        }
        best
    }

    #[inline]
    fn evaluate<A: Support, B: Support>(&mut self, m: &Difference<A, B>, f: u32) {
        evaluate(&mut self.polytope, m, f, self.stamp, self.path);
    }

    /// Computes every face anew; true if all of them look away from the origin, which proves that the surface still
    /// winds around it: each generic ray then meets the closed surface the same positive number of times.
    fn all_outward<A: Support, B: Support>(&mut self, m: &Difference<A, B>) -> bool {
        for f in 0..self.polytope.faces.len() {
            if self.polytope.alive(f) {
                self.evaluate(m, f as u32);
                if self.polytope.faces[f].offset <= 0.0 {
                    return false;
                }
            }
        }
        true
    }

    fn thin_direction(&self, f: u32) -> V3 {
        let (_, direction) = thin(&self.polytope, f);
        let length = dot(direction, direction).sqrt();
        if length > 0.0 { direction / length } else { V3::X }
    }
}

fn evaluate<A: Support, B: Support>(p: &mut Polytope, m: &Difference<A, B>, f: u32, stamp: u32, path: f64) {
    for v in p.faces[f as usize].v {
        let v = v as usize;
        if p.stamps[v] != stamp {
            p.points[v] = m.vertex(p.ids[v]);
            p.stamps[v] = stamp;
        }
    }
    p.refresh_plane(f);
    p.faces[f as usize].stamp = stamp;
    set_key(p, f, path);
}

/// The plane of a triangle is no further away than the triangle itself.
fn set_key(p: &mut Polytope, f: u32, path: f64) {
    let face = &p.faces[f as usize];
    p.keys[f as usize] = if face.normal == V3::ZERO { path + thin(p, f).0 } else { path + face.offset };
}

/// Distance of a triangle without a plane from the origin, and the direction of its closest point.
#[cold]
fn thin(p: &Polytope, f: u32) -> (f64, V3) {
    let mut s = Simplex::new();
    for v in p.faces[f as usize].v {
        s.push(p.points[v as usize], (v, NONE));
    }
    match s.reduce() {
        Closest::Point { point, direction, .. } => (dot(point, point).sqrt(), direction),
        Closest::Inside => (0.0, V3::ZERO),
    }
}

/// Completes a simplex to a tetrahedron that is not flat, as large as the directions tried give. `Err`: the difference
/// is flat (or a segment, or a point), with a unit normal.
fn full_simplex<A: Support, B: Support>(m: &Difference<A, B>, s: &mut Simplex) -> Result<(), V3> {
    let flat = 1e-11 * m.scale;
    if s.len == 4 {
        let [a, b, c, d] = s.w;
        let n = super::vector::cross(b - a, c - a);
        let nn = dot(n, n).sqrt();
        if nn > flat * m.scale && dot(n, d - a).abs() > flat * nn {
            return Ok(());
        }
        s.len = 3;
    }
    let axes = [V3::X, -V3::X, V3::Y, -V3::Y, V3::Z, -V3::Z];
    let mut found: Vec<(V3, (u32, u32))> = (0..s.len).map(|k| (s.w[k], s.id[k])).collect();
    for d in axes {
        let id = m.support(d, (NONE, NONE));
        found.push((m.vertex(id), id));
    }
    s.len = 0;
    let pick = |found: &[(V3, (u32, u32))], measure: &dyn Fn(V3) -> f64| {
        let mut best = (0.0, found[0]);
        for f in found {
            let value = measure(f.0);
            if value > best.0 {
                best = (value, *f);
            }
        }
        best
    };
    let a = found[0];
    s.push(a.0, a.1);
    let (length, b) = pick(&found, &|p| (p - a.0).norm());
    if length <= flat {
        return Err(V3::X);
    }
    s.push(b.0, b.1);
    let line = (b.0 - a.0) / length;
    let (u, v) = perpendicular(line);
    for d in [u, -u, v, -v, u + v, -(u + v), u - v, v - u] {
        let id = m.support(d, (NONE, NONE));
        found.push((m.vertex(id), id));
    }
    let (width, c) = pick(&found, &|p| super::vector::cross(p - a.0, line).norm());
    if width <= flat {
        return Err(u);
    }
    s.push(c.0, c.1);
    let n = super::vector::cross(line, c.0 - a.0);
    let n = n / dot(n, n).sqrt();
    for d in [n, -n] {
        let id = m.support(d, (NONE, NONE));
        found.push((m.vertex(id), id));
    }
    let (height, d) = pick(&found, &|p| dot(p - a.0, n).abs());
    if height <= flat {
        return Err(n);
    }
    s.push(d.0, d.1);
    Ok(())
}

/// Two unit vectors square to `d` and to each other.
pub(super) fn perpendicular(d: V3) -> (V3, V3) {
    let other = if d.x.abs() <= d.y.abs() && d.x.abs() <= d.z.abs() {
        V3::X
    } else if d.y.abs() <= d.z.abs() {
        V3::Y
    } else {
        V3::Z
    };
    let u = super::vector::cross(d, other);
    let u = u / dot(u, u).sqrt();
    (u, super::vector::cross(d, u))
}
