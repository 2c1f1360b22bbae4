//! The point of a simplex that is closest to the origin.
//!
//! Up to four points of the Minkowski difference. Region tests after Ericson, Real-Time Collision Detection (2005),
//! 5.1.5 and 5.1.6, with degenerate triangles and tetrahedra sent to their edges and faces.

use super::vector::{V3, cross, dot};

/// Points with the pair of vertex numbers each one came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simplex {
    pub w: [V3; 4],
    pub id: [(u32, u32); 4],
    pub len: usize,
}

/// What [`Simplex::reduce`] found. `direction` is along the vector from the origin to the closest point, and better
/// conditioned than the point itself where that is near the origin; its length has no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) enum Closest {
    Point {
        point: V3,
        direction: V3,
        weights: [f64; 3],
    },
    /// The origin lies inside the tetrahedron.
    Inside,
}

/// A face of the simplex by the positions of its vertices, how many count, and the closest point on it.
#[derive(Clone, Copy)]
struct Part {
    keep: [usize; 3],
    len: usize,
    point: V3,
    direction: V3,
    weights: [f64; 3],
}

impl Simplex {
    pub fn new() -> Self {
        Self { w: [V3::ZERO; 4], id: [(0, 0); 4], len: 0 }
    }

    #[inline]
    pub fn push(&mut self, w: V3, id: (u32, u32)) {
        debug_assert!(self.len < 4);
        self.w[self.len] = w;
        self.id[self.len] = id;
        self.len += 1;
    }

    #[inline]
    pub fn contains(&self, id: (u32, u32)) -> bool {
        let mut found = false;
        for k in 0..4 {
            found |= k < self.len && self.id[k] == id;
        }
        found
    }

    /// Finds the closest point and keeps only the vertices that carry it. The simplex must not be empty.
    #[inline(always)]
    pub fn reduce(&mut self) -> Closest {
        // A warm start mostly finds all of the vertices still needed.
        match self.len {
            1 => return Closest::Point { point: self.w[0], direction: self.w[0], weights: [1.0, 0.0, 0.0] },
            2 => {
                if let Some((point, weights)) = inside_segment(self.w[0], self.w[1]) {
                    return Closest::Point { point, direction: point, weights };
                }
            }
            3 => {
                if let Some((point, direction, weights)) = inside_triangle(self.w[0], self.w[1], self.w[2]) {
                    return Closest::Point { point, direction, weights };
                }
            }
            _ => {}
        }
        match self.reduce_to_part() {
            Some(part) => Closest::Point { point: part.point, direction: part.direction, weights: part.weights },
            None => Closest::Inside,
        }
    }

    #[inline(never)]
    fn reduce_to_part(&mut self) -> Option<Part> {
        let part = match self.len {
            1 => vertex(&self.w, 0),
            2 => segment(&self.w, 0, 1),
            3 => triangle(&self.w, 0, 1, 2),
            _ => self.tetrahedron()?,
        };
        let (w, id) = (self.w, self.id);
        for (k, &from) in part.keep[..part.len].iter().enumerate() {
            self.w[k] = w[from];
            self.id[k] = id[from];
        }
        self.len = part.len;
        Some(part)
    }

    /// The closest point on the faces that the origin is not safely inside of; `None` if it is inside of all.
    fn tetrahedron(&self) -> Option<Part> {
        // The newest vertex is the last. It lies on the origin's side of the other three, so that their face counts only
        // where no other does, or where rounding decides.
        const FACES: [[usize; 4]; 4] = [[0, 1, 3, 2], [1, 2, 3, 0], [2, 0, 3, 1], [0, 1, 2, 3]];
        let mut best: Option<Part> = None;
        let mut best_square = f64::INFINITY;
        let mut flat = false;
        for (face, [i, j, k, opposite]) in FACES.into_iter().enumerate() {
            if face == 3 && best.is_some() && !flat {
                break;
            }
            let a = self.w[i];
            let n = cross(self.w[j] - a, self.w[k] - a);
            let origin = -dot(n, a);
            let other = dot(n, self.w[opposite] - a);
            let thick = other * other > 1e-26 * dot(n, n) * dot(a, a);
            flat |= !thick;
            if origin * other > 0.0 && thick {
                continue;
            }
            let part = triangle(&self.w, i, j, k);
            let square = dot(part.point, part.point);
            if square < best_square {
                best_square = square;
                best = Some(part);
            }
        }
        best
    }
}

/// The closest point of a segment, if it lies between the ends.
#[inline(always)]
fn inside_segment(a: V3, b: V3) -> Option<(V3, [f64; 3])> {
    let ab = b - a;
    let (along, length) = (-dot(a, ab), dot(ab, ab));
    if !(along > 0.0 && along < length) {
        return None;
    }
    let t = along / length;
    Some((a + ab * t, [1.0 - t, t, 0.0]))
}

/// The closest point of a triangle that is not thin, if it lies within the edges, and the direction to it.
#[inline(always)]
fn inside_triangle(a: V3, b: V3, c: V3) -> Option<(V3, V3, [f64; 3])> {
    let (ab, ac) = (b - a, c - a);
    let n = cross(ab, ac);
    let nn = dot(n, n);
    let (d1, d2) = (-dot(ab, a), -dot(ac, a));
    let (d3, d4) = (-dot(ab, b), -dot(ac, b));
    let (d5, d6) = (-dot(ab, c), -dot(ac, c));
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    let thick = nn > 1e-24 * dot(ab, ab) * dot(ac, ac);
    if !((va > 0.0) & (vb > 0.0) & (vc > 0.0) & thick) {
        return None;
    }
    let na = dot(n, a);
    let sum = 1.0 / (va + vb + vc);
    let direction = if na >= 0.0 { n } else { -n };
    Some((n * (na / nn), direction, [va * sum, vb * sum, vc * sum]))
}

#[inline(always)]
fn vertex(w: &[V3; 4], i: usize) -> Part {
    Part { keep: [i, 0, 0], len: 1, point: w[i], direction: w[i], weights: [1.0, 0.0, 0.0] }
}

#[inline]
fn segment(w: &[V3; 4], i: usize, j: usize) -> Part {
    let (a, b) = (w[i], w[j]);
    let ab = b - a;
    let along = -dot(a, ab);
    if along <= 0.0 {
        return vertex(w, i);
    }
    let length = dot(ab, ab);
    if along >= length {
        return vertex(w, j);
    }
    on_edge(w, i, j, along / length)
}

#[inline]
fn on_edge(w: &[V3; 4], i: usize, j: usize, t: f64) -> Part {
    let point = w[i] + (w[j] - w[i]) * t;
    Part { keep: [i, j, 0], len: 2, point, direction: point, weights: [1.0 - t, t, 0.0] }
}

#[inline]
fn triangle(w: &[V3; 4], i: usize, j: usize, k: usize) -> Part {
    let (a, b, c) = (w[i], w[j], w[k]);
    let (ab, ac) = (b - a, c - a);
    let n = cross(ab, ac);
    let nn = dot(n, n);
    if nn <= 1e-24 * dot(ab, ab) * dot(ac, ac) {
        return thin_triangle(w, i, j, k);
    }
    let (d1, d2) = (-dot(ab, a), -dot(ac, a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return vertex(w, i);
    }
    let (d3, d4) = (-dot(ab, b), -dot(ac, b));
    if d3 >= 0.0 && d4 <= d3 {
        return vertex(w, j);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return on_edge(w, i, j, d1 / (d1 - d3));
    }
    let (d5, d6) = (-dot(ab, c), -dot(ac, c));
    if d6 >= 0.0 && d5 <= d6 {
        return vertex(w, k);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return on_edge(w, i, k, d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return on_edge(w, j, k, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let na = dot(n, a);
    let point = n * (na / nn);
    let sum = va + vb + vc;
    let direction = if na >= 0.0 { n } else { -n };
    Part { keep: [i, j, k], len: 3, point, direction, weights: [va / sum, vb / sum, vc / sum] }
}

#[cold]
fn thin_triangle(w: &[V3; 4], i: usize, j: usize, k: usize) -> Part {
    let parts = [segment(w, i, j), segment(w, j, k), segment(w, i, k)];
    let mut best = parts[0];
    for part in &parts[1..] {
        if dot(part.point, part.point) < dot(best.point, best.point) {
            best = *part;
        }
    }
    best
}
