//! Hill climbing along the edges of a convex polyhedron.

use super::group::Group;
use super::vector::{V3, cross, dot};

/// Neighbours of every vertex, and where to start for a direction about which nothing is known.
///
/// On a convex polyhedron a vertex none of whose neighbours lies further along a direction is the furthest of all
/// (the linear objective has no local maxima), so climbing is exact. It is only used where the surface was found to
/// be closed, connected and locally convex.
#[derive(Clone, Debug)]
pub(super) struct Climb {
    /// Range of `groups` per vertex.
    starts: Vec<u32>,
    /// Neighbours in fours, coordinates stored beside each other so that a step reads memory in order.
    groups: Vec<Group>,
    /// The furthest vertex along the centre of each cell of a cube map, `side * side` cells per face.
    table: Vec<u32>,
    side: usize,
}

impl Climb {
    /// `None` if the triangles are not the closed, connected, convex surface of all the vertices: then scan.
    pub fn new(vertices: &[V3], triangles: &[[u32; 3]]) -> Option<Self> {
        let n = vertices.len();
        if n > u32::MAX as usize / 2 || triangles.iter().flatten().any(|&i| i as usize >= n) {
            return None;
        }
        let neighbours = neighbours(n, triangles)?;
        if !connected(&neighbours) || !locally_convex(vertices, triangles) {
            return None;
        }
        let mut starts = Vec::with_capacity(n + 1);
        let mut groups = Vec::new();
        for list in &neighbours {
            starts.push(groups.len() as u32);
            groups.extend(list.chunks(4).map(|four| Group::new(vertices, four)));
        }
        starts.push(groups.len() as u32);
        let side = if n < 48 {
            2
        } else if n < 256 {
            4
        } else {
            8
        };
        let mut climb = Self { starts, groups, table: Vec::new(), side };
        climb.fill_table(vertices).then_some(climb)
    }

    /// False if climbing did not find what a scan finds.
    fn fill_table(&mut self, vertices: &[V3]) -> bool {
        let size = vertices.iter().map(|v| v.largest()).fold(0.0, f64::max);
        let side = self.side;
        let mut table = Vec::with_capacity(6 * side * side);
        let mut last = 0u32;
        let at = |k: usize| (2 * k + 1) as f64 / side as f64 - 1.0;
        for face in 0..6 {
            for j in 0..side {
                for i in 0..side {
                    let sign = if face % 2 == 0 { 1.0 } else { -1.0 };
                    let d = match face / 2 {
                        0 => V3::new(sign, at(i), at(j)),
                        1 => V3::new(at(j), sign, at(i)),
                        _ => V3::new(at(i), at(j), sign),
                    };
                    last = self.climb(d, last, dot(d, vertices[last as usize]));
                    let furthest = vertices.iter().map(|v| dot(d, *v)).fold(f64::NEG_INFINITY, f64::max);
                    if dot(d, vertices[last as usize]) < furthest - 1e-12 * size {
                        return false;
                    }
                    table.push(last);
                }
            }
        }
        self.table = table;
        true
    }

    /// A vertex that is furthest along some direction near `d`.
    #[inline]
    pub fn start(&self, d: V3) -> u32 {
        let (ax, ay, az) = (d.x.abs(), d.y.abs(), d.z.abs());
        let (axis, m, u, v) = if ax >= ay && ax >= az {
            (0, d.x, d.y, d.z)
        } else if ay >= az {
            (1, d.y, d.z, d.x)
        } else {
            (2, d.z, d.x, d.y)
        };
        let scale = 0.5 * self.side as f64 / m.abs();
        // Float to integer conversion saturates, and NaN gives 0.
        let cell = |c: f64| ((c * scale + 0.5 * self.side as f64) as usize).min(self.side - 1);
        let face = 2 * axis + usize::from(m < 0.0);
        self.table[(face * self.side + cell(v)) * self.side + cell(u)]
    }

    /// The vertex furthest along `d`, from `at` whose value is `value`.
    #[inline(always)]
    pub fn climb(&self, d: V3, mut at: u32, value: f64) -> u32 {
        let mut best = value;
        loop {
            let here = at;
            let range = self.starts[here as usize] as usize..self.starts[here as usize + 1] as usize;
            for group in &self.groups[range] {
                group.improve(d, &mut best, &mut at);
            }
            if at == here {
                return at;
            }
        }
    }
}

/// Sorted neighbour lists; `None` if an edge does not have exactly one triangle on each side.
fn neighbours(n: usize, triangles: &[[u32; 3]]) -> Option<Vec<Vec<u32>>> {
    let mut edges: Vec<(u32, u32)> = Vec::with_capacity(3 * triangles.len());
    for t in triangles {
        for k in 0..3 {
            edges.push((t[k], t[(k + 1) % 3]));
        }
    }
    edges.sort_unstable();
    if edges.windows(2).any(|w| w[0] == w[1]) || edges.iter().any(|&(a, b)| a == b) {
        return None;
    }
    let mut lists = vec![Vec::new(); n];
    for &(a, b) in &edges {
        edges.binary_search(&(b, a)).ok()?;
        lists[a as usize].push(b);
    }
    Some(lists)
}

fn connected(neighbours: &[Vec<u32>]) -> bool {
    let mut seen = vec![false; neighbours.len()];
    let mut stack = vec![0u32];
    seen[0] = true;
    let mut count = 1;
    while let Some(v) = stack.pop() {
        for &w in &neighbours[v as usize] {
            if !seen[w as usize] {
                seen[w as usize] = true;
                count += 1;
                stack.push(w);
            }
        }
    }
    count == neighbours.len()
}

/// Every triangle's plane has the vertices of its neighbours on the inner side, up to rounding. Triangles too thin to
/// have a plane are passed over here, they cannot tell.
fn locally_convex(vertices: &[V3], triangles: &[[u32; 3]]) -> bool {
    let mut edges: Vec<(u32, u32, u32)> = Vec::with_capacity(3 * triangles.len());
    for t in triangles {
        for k in 0..3 {
            edges.push((t[k], t[(k + 1) % 3], t[(k + 2) % 3]));
        }
    }
    edges.sort_unstable();
    let size = vertices.iter().map(|v| (*v - vertices[0]).largest()).fold(0.0, f64::max);
    triangles.iter().all(|t| {
        let [a, b, c] = t.map(|i| vertices[i as usize]);
        let normal = cross(b - a, c - a);
        let length = dot(normal, normal).sqrt();
        if length <= 1e-9 * size * size {
            return true;
        }
        (0..3).all(|k| {
            let (p, q) = (t[k], t[(k + 1) % 3]);
            let Ok(at) = edges.binary_search_by(|e| (e.0, e.1).cmp(&(q, p))) else { return false };
            dot(normal, vertices[edges[at].2 as usize] - a) <= 1e-9 * size * length
        })
    })
}
