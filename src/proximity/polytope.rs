//! A closed surface of triangles within the Minkowski difference, grown towards its boundary around the origin.

use super::vector::{V3, cross, dot};

const DEAD: f64 = f64::INFINITY;

#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Counter-clockwise seen from outside.
    pub v: [u32; 3],
    /// The face across the edge from `v[k]` to `v[k + 1]`.
    pub across: [u32; 3],
    /// Unit outward normal, zero for a face too thin to have one.
    pub normal: V3,
    /// Distance of the face's plane from the origin along the normal.
    pub offset: f64,
    /// Pose number for which the plane was computed.
    pub stamp: u32,
    alive: bool,
    mark: u32,
}

/// Vertices are pairs of vertex numbers, one of each body; their positions are those of the pose they were last
/// computed for.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub ids: Vec<(u32, u32)>,
    pub points: Vec<V3>,
    /// Pose number at which the point was computed.
    pub stamps: Vec<u32>,
    pub faces: Vec<Face>,
    /// Per face a lower bound on the distance of the triangle from the origin, plus the path travelled when it was
    /// computed; infinite for faces that are gone.
    pub keys: Vec<f64>,
    free: Vec<u32>,
    stack: Vec<u32>,
    visible: Vec<u32>,
    horizon: Vec<Edge>,
    /// Per vertex the horizon edge that starts there, valid if the mark is current.
    starts: Vec<(u32, u32)>,
    mark: u32,
}

/// From `u` to `v`, seen from the visible side; `face` is on the other side.
#[derive(Clone, Copy, Debug)]
struct Edge {
    u: u32,
    v: u32,
    face: u32,
}

impl Polytope {
    pub fn clear(&mut self) {
        self.ids.clear();
        self.points.clear();
        self.stamps.clear();
        self.faces.clear();
        self.keys.clear();
        self.free.clear();
        self.starts.clear();
        self.mark = 0;
    }

    pub fn alive(&self, f: usize) -> bool {
        self.faces[f].alive
    }

    pub fn add_vertex(&mut self, id: (u32, u32), point: V3, stamp: u32) -> u32 {
        self.ids.push(id);
        self.points.push(point);
        self.stamps.push(stamp);
        self.starts.push((0, 0));
        self.ids.len() as u32 - 1
    }

    /// Starts from the tetrahedron of the first four vertices, which must not be flat.
    pub fn start_tetrahedron(&mut self, stamp: u32) {
        let [a, b, c, d] = [self.points[0], self.points[1], self.points[2], self.points[3]];
        let flip = dot(cross(b - a, c - a), d - a) > 0.0;
        let [b, c] = if flip { [2, 1] } else { [1, 2] };
        // Outward: the fourth vertex is behind the face (0, b, c).
        self.faces.clear();
        self.keys.clear();
        for (v, across) in
            [([0, b, c], [1, 2, 3]), ([0, 3, b], [3, 2, 0]), ([b, 3, c], [1, 3, 0]), ([c, 3, 0], [2, 1, 0])]
        {
            self.add_face(v, across, stamp);
        }
    }

    fn add_face(&mut self, v: [u32; 3], across: [u32; 3], stamp: u32) -> u32 {
        let (normal, offset) = self.plane(v);
        let face = Face { v, across, normal, offset, stamp, alive: true, mark: 0 };
        match self.free.pop() {
            Some(slot) => {
                self.faces[slot as usize] = face;
                slot
            }
            None => {
                self.faces.push(face);
                self.keys.push(DEAD);
                self.faces.len() as u32 - 1
            }
        }
    }

    /// Unit normal and offset, computed from the positions at hand.
    #[inline]
    fn plane(&self, v: [u32; 3]) -> (V3, f64) {
        let (a, b, c) = (self.points[v[0] as usize], self.points[v[1] as usize], self.points[v[2] as usize]);
        let (ab, ac) = (b - a, c - a);
        let n = cross(ab, ac);
        let nn = dot(n, n);
        if nn <= 1e-24 * dot(ab, ab) * dot(ac, ac) || nn == 0.0 {
            return (V3::ZERO, 0.0);
        }
        let n = n * (1.0 / nn.sqrt());
        // The mean of the three differs from each by rounding only, and favours none.
        let offset = dot(n, a + b + c) / 3.0;
        (n, offset)
    }

    /// Computes the plane again from the positions at hand.
    #[inline]
    pub fn refresh_plane(&mut self, f: u32) {
        let (normal, offset) = self.plane(self.faces[f as usize].v);
        let face = &mut self.faces[f as usize];
        face.normal = normal;
        face.offset = offset;
    }

    /// Replaces the faces that `apex` (a vertex already added) sees, connected with `from`, by a fan to `apex`.
    /// `refresh` is called on every face before it is looked at. New faces are handed to `made`.
    /// False, and nothing changed, if the rim is not one simple loop.
    pub fn expand(
        &mut self,
        from: u32,
        apex: u32,
        eps: f64,
        mut refresh: impl FnMut(&mut Self, u32),
        mut made: impl FnMut(&mut Self, u32),
    ) -> bool {
        self.mark += 1;
        let mark = self.mark;
        let p = self.points[apex as usize];
        self.stack.clear();
        self.visible.clear();
        self.horizon.clear();
        self.stack.push(from);
        self.faces[from as usize].mark = mark;
        while let Some(f) = self.stack.pop() {
            self.visible.push(f);
            let face = self.faces[f as usize];
            for k in 0..3 {
                let g = face.across[k];
                if self.faces[g as usize].mark == mark {
                    continue;
                }
                refresh(self, g);
                let other = &mut self.faces[g as usize];
                if dot(other.normal, p) - other.offset > eps {
                    other.mark = mark;
                    self.stack.push(g);
                }
            }
        }
        for i in 0..self.visible.len() {
            let face = self.faces[self.visible[i] as usize];
            for k in 0..3 {
                let g = face.across[k];
                if self.faces[g as usize].mark == mark {
                    continue;
                }
                let (u, v) = (face.v[k], face.v[(k + 1) % 3]);
                let start = &mut self.starts[u as usize];
                if start.0 == mark {
                    return false;
                }
                *start = (mark, self.horizon.len() as u32);
                self.horizon.push(Edge { u, v, face: g });
            }
        }
        if self.horizon.len() < 3 || !self.one_loop(mark) {
            return false;
        }
        for i in 0..self.visible.len() {
            let f = self.visible[i];
            self.faces[f as usize].alive = false;
            self.keys[f as usize] = DEAD;
            self.free.push(f);
        }
        let mut at = 0u32;
        let (mut first, mut last) = (0u32, 0u32);
        for step in 0..self.horizon.len() {
            let edge = self.horizon[at as usize];
            let f = self.add_face([edge.u, edge.v, apex], [edge.face, 0, 0], self.stamps[apex as usize]);
            let other = &mut self.faces[edge.face as usize];
            for k in 0..3 {
                if other.v[k] == edge.v && other.v[(k + 1) % 3] == edge.u {
                    other.across[k] = f;
                }
            }
            if step == 0 {
                first = f;
            } else {
                self.faces[f as usize].across[2] = last;
                self.faces[last as usize].across[1] = f;
            }
            last = f;
            at = self.starts[edge.v as usize].1;
            made(self, f);
        }
        self.faces[first as usize].across[2] = last;
        self.faces[last as usize].across[1] = first;
        true
    }

    fn one_loop(&self, mark: u32) -> bool {
        let mut at = 0u32;
        for _ in 0..self.horizon.len() - 1 {
            let (m, next) = self.starts[self.horizon[at as usize].v as usize];
            if m != mark || next == 0 {
                return false;
            }
            at = next;
        }
        let (m, next) = self.starts[self.horizon[at as usize].v as usize];
        m == mark && next == 0
    }
}
