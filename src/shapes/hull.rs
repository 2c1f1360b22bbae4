//! A convex polyhedron.

use crate::math::Vec3;

/// A convex polyhedron with outward counter-clockwise triangles and the neighbours of every vertex.
///
/// Equality compares vertices and triangles.
#[derive(Clone, Debug, Default)]
pub struct Hull {
    /// Metres, in the link frame.
    pub vertices: Vec<Vec3>,
    /// Indices into `vertices`.
    pub triangles: Vec<[u32; 3]>,
    /// Where the neighbours of vertex i begin in `adjacency`; one entry more than vertices.
    offsets: Vec<u32>,
    adjacency: Vec<u32>,
}

impl Hull {
    /// A hull from its vertices and outward triangles; computes the neighbour lists. Triangles with an index out of
    /// range are left out.
    pub fn new(vertices: Vec<Vec3>, mut triangles: Vec<[u32; 3]>) -> Self {
        let count = vertices.len();
        triangles.retain(|t| t.iter().all(|&v| (v as usize) < count));
        let mut edges: Vec<(u32, u32)> = triangles
            .iter()
            .flat_map(|t| (0..3).map(|i| (t[i], t[(i + 1) % 3])))
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let mut offsets = Vec::with_capacity(count + 1);
        let mut adjacency = Vec::with_capacity(edges.len());
        offsets.push(0);
        let mut next = 0;
        for vertex in 0..count {
            while next < edges.len() && edges[next].0 as usize == vertex {
                adjacency.push(edges[next].1);
                next += 1;
            }
            offsets.push(adjacency.len() as u32);
        }
        Self { vertices, triangles, offsets, adjacency }
    }

    /// The vertices that share an edge with `vertex`, ascending; empty if `vertex` is out of range.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        match (self.offsets.get(vertex), self.offsets.get(vertex + 1)) {
            (Some(&start), Some(&end)) => &self.adjacency[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The neighbour lists one after the other: where each begins (one entry more than vertices), and the lists.
    pub fn adjacency(&self) -> (&[u32], &[u32]) {
        (&self.offsets, &self.adjacency)
    }

    /// The corners of triangle `i`.
    pub fn triangle(&self, i: usize) -> [Vec3; 3] {
        self.triangles[i].map(|v| self.vertices[v as usize])
    }

    /// Cubic metres: the divergence theorem, about the first vertex to keep rounding small.
    pub fn volume(&self) -> f64 {
        let Some(origin) = self.vertices.first() else { return 0.0 };
        let sum: f64 = (0..self.triangles.len())
            .map(|i| {
                let [a, b, c] = self.triangle(i).map(|p| p - origin);
                a.dot(&b.cross(&c))
            })
            .sum();
        sum / 6.0
    }

    /// Square metres.
    pub fn area(&self) -> f64 {
        let twice: f64 = (0..self.triangles.len())
            .map(|i| {
                let [a, b, c] = self.triangle(i);
                (b - a).cross(&(c - a)).norm()
            })
            .sum();
        twice / 2.0
    }

    /// The outward planes of the triangles: unit normal and offset, `normal . x <= offset` inside. Triangles so thin
    /// that rounding decides where they face are left out; their neighbours bound the same body.
    pub fn planes(&self) -> Vec<(Vec3, f64)> {
        (0..self.triangles.len())
            .filter_map(|i| {
                let corners = self.triangle(i);
                let normal = face_normal(&corners)?;
                Some((normal, corners.iter().map(|p| normal.dot(p)).fold(f64::NEG_INFINITY, f64::max)))
            })
            .collect()
    }

    /// Smallest and largest corner of the box along the axes; zeros for an empty hull.
    pub fn aabb(&self) -> (Vec3, Vec3) {
        aabb(&self.vertices)
    }
}

impl PartialEq for Hull {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.triangles == other.triangles
    }
}

/// Smallest and largest corner of the box along the axes around `points`; zeros if there is none.
pub(super) fn aabb(points: &[Vec3]) -> (Vec3, Vec3) {
    let Some(&first) = points.first() else { return (Vec3::zeros(), Vec3::zeros()) };
    points.iter().fold((first, first), |(lo, hi), p| (lo.inf(p), hi.sup(p)))
}

/// The unit normal of a triangle; `None` if it is too thin for one: its height is below a billionth of its longest
/// edge, where the rounding of its corners tilts the normal noticeably.
pub(super) fn face_normal([a, b, c]: &[Vec3; 3]) -> Option<Vec3> {
    let longest = (b - a).norm_squared().max((c - b).norm_squared()).max((a - c).norm_squared());
    let normal = (b - a).cross(&(c - a));
    let length = normal.norm();
    (length > 1e-9 * longest).then(|| normal / length)
}
