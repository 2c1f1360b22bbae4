//! The convex hull of points, by quickhull with exact predicates.
//!
//! Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls", 1996; visibility is decided by the adaptive
//! exact orientation predicate of Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
//! predicates", 1997. With exact signs a point on a face's plane does not see the face, so the visible region is
//! always a disk, no triangle is degenerate, and the result is a convex polyhedron in exact arithmetic.

use crate::math::Vec3;
use robust::{Coord3D, orient3d};

/// Why points have no hull with an inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Degenerate {
    /// No finite point.
    Empty,
    /// All at one place.
    Point(Vec3),
    /// All on a line: its ends.
    Line(Vec3, Vec3),
    /// All on a plane with this unit normal.
    Plane { normal: Vec3 },
}

/// Beyond this the products of the predicate could overflow; no robot is a million kilometres wide.
const MAX_COORDINATE: f64 = 1e9;
/// A body thinner than this share of its longest side, or than 1e-10 m, is flat.
const FLAT_SHARE: f64 = 1e-9;
const FLAT_METRES: f64 = 1e-10;
const NONE: u32 = u32::MAX;

struct Face {
    corners: [u32; 3],
    /// Across the edge from corner i to corner i + 1.
    neighbours: [u32; 3],
    /// Outward, of the length of twice the area.
    normal: Vec3,
    /// What rounding can do to the product of the normal with a point's way from the first corner.
    doubt: f64,
    /// The first of the points that see this face and are not yet inside; the others follow in [`Builder::next`].
    outside: u32,
    alive: bool,
    mark: u32,
}

/// The convex hull of `points`: vertices (bit-equal to input points) and outward triangles. Points that are not
/// finite are left out.
pub(super) fn convex_hull(points: &[Vec3]) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), Degenerate> {
    let (mut vertices, mut triangles) = quick_hull(points)?;
    loop {
        let keep = corners_only(&vertices, &triangles);
        if keep.len() == vertices.len() {
            return Ok((vertices, triangles));
        }
        vertices = keep;
        (vertices, triangles) = Builder::new(&vertices)?.run();
    }
}

/// The same body; some vertices may lie within an edge or a face.
pub(super) fn quick_hull(points: &[Vec3]) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), Degenerate> {
    let mut unique: Vec<Vec3> =
        points.iter().filter(|p| p.iter().all(|x| x.abs() <= MAX_COORDINATE)).copied().collect();
    let order = |a: &Vec3, b: &Vec3| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z));
    unique.sort_unstable_by(order);
    unique.dedup_by(|a, b| a == b);
    Ok(Builder::new(&unique)?.run())
}

struct Builder<'a> {
    points: &'a [Vec3],
    /// No two points are further apart.
    extent: f64,
    faces: Vec<Face>,
    /// Faces that may have outside points.
    pending: Vec<u32>,
    /// The lists of outside points: what follows each point in its list.
    next: Vec<u32>,
    /// The faces that the apex sees, and the edges around them with the face beyond: empty between two raises.
    visible: Vec<u32>,
    rim: Vec<(u32, u32, u32)>,
}

impl<'a> Builder<'a> {
    fn new(points: &'a [Vec3]) -> Result<Self, Degenerate> {
        let [a, b, c, d] = first_simplex(points)?;
        let (low, high) = super::hull::aabb(points);
        let mut builder = Self {
            points,
            extent: (high - low).norm() * (1.0 + 1e-9),
            faces: Vec::with_capacity(4 * points.len().min(400)),
            pending: Vec::new(),
            next: vec![NONE; points.len()],
            visible: Vec::new(),
            rim: Vec::new(),
        };
        // Outward when the fourth corner lies behind.
        let (b, c) = if builder.exactly([a, b, c], d) < 0.0 { (b, c) } else { (c, b) };
        for corners in [[a, b, c], [a, c, d], [a, d, b], [b, d, c]] {
            builder.add(corners);
        }
        let neighbours = [[2, 3, 1], [0, 3, 2], [1, 3, 0], [2, 1, 0]];
        for (face, neighbours) in builder.faces.iter_mut().zip(neighbours) {
            face.neighbours = neighbours;
        }
        // Ascending, as a list from its end.
        let mut list = NONE;
        for p in (0..points.len() as u32).rev().filter(|p| ![a, b, c, d].contains(p)) {
            builder.next[p as usize] = list;
            list = p;
        }
        builder.distribute(list, 0);
        builder.pending = vec![0, 1, 2, 3];
        Ok(builder)
    }

    /// Positive if point `p` is strictly outside the face with these corners: six times the volume of the tetrahedron.
    fn exactly(&self, [a, b, c]: [u32; 3], p: u32) -> f64 {
        let at = |i: u32| {
            let p = &self.points[i as usize];
            Coord3D { x: p.x, y: p.y, z: p.z }
        };
        -orient3d(at(a), at(b), at(c), at(p))
    }

    /// The same in floating point.
    fn height(&self, face: &Face, p: u32) -> f64 {
        face.normal.dot(&(self.points[p as usize] - self.points[face.corners[0] as usize]))
    }

    /// Point `p` is strictly outside the face: decided exactly where rounding leaves a doubt.
    fn sees(&self, face: &Face, p: u32) -> bool {
        let height = self.height(face, p);
        if height.abs() > face.doubt { height > 0.0 } else { self.exactly(face.corners, p) > 0.0 }
    }

    fn add(&mut self, corners: [u32; 3]) -> u32 {
        let [a, b, c] = corners.map(|i| self.points[i as usize]);
        let (ab, ac) = (b - a, c - a);
        let normal = ab.cross(&ac);
        // Differences are off by half a unit in the last place of each of their parts, which leaves the product off by
        // less than ten units of the edges' lengths times the way to the point.
        let doubt = 32.0 * f64::EPSILON * ab.norm() * ac.norm() * self.extent;
        let index = self.faces.len() as u32;
        self.faces.push(Face { corners, neighbours: [NONE; 3], normal, doubt, outside: NONE, alive: true, mark: 0 });
        index
    }

    /// Gives every point of a list to the first face, from `first` on, that it sees; drops those that see none.
    fn distribute(&mut self, mut list: u32, first: usize) {
        while list != NONE {
            let p = list;
            list = self.next[p as usize];
            for i in first..self.faces.len() {
                if self.sees(&self.faces[i], p) {
                    let face = &mut self.faces[i];
                    self.next[p as usize] = face.outside;
                    face.outside = p;
                    break;
                }
            }
        }
    }

    fn run(mut self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut starts = vec![NONE; self.points.len()];
        let mut round = 0;
        while let Some(face) = self.pending.pop() {
            if !self.faces[face as usize].alive || self.faces[face as usize].outside == NONE {
                continue;
            }
            round += 1;
            let apex = self.furthest(face);
            self.raise(face, apex, round, &mut starts);
        }
        self.finish()
    }

    fn furthest(&self, face: u32) -> u32 {
        let face = &self.faces[face as usize];
        let mut best = (f64::NEG_INFINITY, NONE);
        let mut p = face.outside;
        while p != NONE {
            let height = self.height(face, p);
            if height > best.0 || best.1 == NONE {
                best = (height, p);
            }
            p = self.next[p as usize];
        }
        best.1
    }

    /// Replaces the faces that `apex` sees by the cone from it over their rim.
    fn raise(&mut self, seed: u32, apex: u32, round: u32, starts: &mut [u32]) {
        let (mut visible, mut rim) = (std::mem::take(&mut self.visible), std::mem::take(&mut self.rim));
        visible.clear();
        rim.clear();
        visible.push(seed);
        self.faces[seed as usize].mark = round;
        let mut next = 0;
        while next < visible.len() {
            let face = visible[next] as usize;
            next += 1;
            for edge in 0..3 {
                let other = self.faces[face].neighbours[edge];
                if self.faces[other as usize].mark == round {
                    continue;
                }
                if self.sees(&self.faces[other as usize], apex) {
                    self.faces[other as usize].mark = round;
                    visible.push(other);
                } else {
                    let corners = self.faces[face].corners;
                    rim.push((corners[edge], corners[(edge + 1) % 3], other));
                }
            }
        }
        let mut orphans = NONE;
        for &face in &visible {
            let face = &mut self.faces[face as usize];
            face.alive = false;
            let mut p = std::mem::replace(&mut face.outside, NONE);
            while p != NONE {
                let after = self.next[p as usize];
                if p != apex {
                    self.next[p as usize] = orphans;
                    orphans = p;
                }
                p = after;
            }
        }
        let first = self.faces.len();
        for &(from, to, kept) in &rim {
            let new = self.add([from, to, apex]);
            starts[from as usize] = new;
            self.faces[new as usize].neighbours[0] = kept;
            let kept = &mut self.faces[kept as usize];
            for edge in 0..3 {
                if kept.corners[edge] == to && kept.corners[(edge + 1) % 3] == from {
                    kept.neighbours[edge] = new;
                }
            }
        }
        for new in first..self.faces.len() {
            let after = starts[self.faces[new].corners[1] as usize];
            self.faces[new].neighbours[1] = after;
            self.faces[after as usize].neighbours[2] = new as u32;
        }
        self.distribute(orphans, first);
        self.pending.extend(first as u32..self.faces.len() as u32);
        (self.visible, self.rim) = (visible, rim);
    }

    fn finish(self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut index = vec![NONE; self.points.len()];
        let mut vertices = Vec::new();
        let mut triangles = Vec::new();
        for face in self.faces.iter().filter(|f| f.alive) {
            triangles.push(face.corners.map(|v| {
                if index[v as usize] == NONE {
                    index[v as usize] = vertices.len() as u32;
                    vertices.push(self.points[v as usize]);
                }
                index[v as usize]
            }));
        }
        (vertices, triangles)
    }
}

/// Four points far apart that span a tetrahedron.
fn first_simplex(points: &[Vec3]) -> Result<[u32; 4], Degenerate> {
    let Some(&origin) = points.first() else { return Err(Degenerate::Empty) };
    let mut extremes = [(0usize, 0usize); 3];
    for (i, p) in points.iter().enumerate() {
        for (axis, (low, high)) in extremes.iter_mut().enumerate() {
            if p[axis] < points[*low][axis] {
                *low = i;
            }
            if p[axis] > points[*high][axis] {
                *high = i;
            }
        }
    }
    let length = |&(low, high): &(usize, usize)| (points[high] - points[low]).norm();
    let mut longest = extremes[0];
    for pair in &extremes[1..] {
        if length(pair) > length(&longest) {
            longest = *pair;
        }
    }
    let (a, b) = longest;
    let extent = length(&longest);
    let flat = FLAT_METRES.max(FLAT_SHARE * extent);
    if extent <= flat {
        return Err(Degenerate::Point(origin));
    }
    let along = (points[b] - points[a]) / extent;
    let (c, height) = furthest(points, |p| {
        let from = p - points[a];
        (from - along * from.dot(&along)).norm()
    });
    if height <= flat {
        let (mut first, mut last) = (a, b);
        for (i, p) in points.iter().enumerate() {
            if (p - points[first]).dot(&along) < 0.0 {
                first = i;
            }
            if (p - points[last]).dot(&along) > 0.0 {
                last = i;
            }
        }
        return Err(Degenerate::Line(points[first], points[last]));
    }
    let normal = along.cross(&(points[c] - points[a])).normalize();
    let (d, thickness) = furthest(points, |p| normal.dot(&(p - points[a])).abs());
    // The plane through three points far apart is within a few times the thickness of the best plane.
    if thickness <= flat {
        return Err(Degenerate::Plane { normal });
    }
    Ok([a, b, c, d].map(|i| i as u32))
}

fn furthest(points: &[Vec3], distance: impl Fn(&Vec3) -> f64) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, p) in points.iter().enumerate() {
        let d = distance(p);
        if d > best.1 {
            best = (i, d);
        }
    }
    best
}

/// The vertices where faces of at least three planes meet; the others lie within an edge or a face.
fn corners_only(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let at = |i: u32| {
        let p = &vertices[i as usize];
        Coord3D { x: p.x, y: p.y, z: p.z }
    };
    // Every edge once per direction: (from, to, third corner).
    let mut edges: Vec<(u32, u32, u32)> =
        triangles.iter().flat_map(|t| (0..3).map(|i| (t[i], t[(i + 1) % 3], t[(i + 2) % 3]))).collect();
    edges.sort_unstable();
    let mut creases = vec![0u8; vertices.len()];
    for &(from, to, third) in edges.iter().filter(|e| e.0 < e.1) {
        let Ok(twin) = edges.binary_search_by(|e| (e.0, e.1).cmp(&(to, from))) else { continue };
        if orient3d(at(from), at(to), at(third), at(edges[twin].2)) != 0.0 {
            for v in [from, to] {
                creases[v as usize] = creases[v as usize].saturating_add(1);
            }
        }
    }
    vertices.iter().zip(&creases).filter(|(_, creases)| **creases >= 3).map(|(v, _)| *v).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::Hull;
    use proptest::prelude::*;

    fn hull(points: &[Vec3]) -> Hull {
        let (v, t) = convex_hull(points).unwrap();
        Hull::new(v, t)
    }

    /// Euler's formula, every edge twice, every vertex an input, no input outside (exactly).
    fn assert_hull_of(hull: &Hull, points: &[Vec3]) {
        assert_eq!(hull.triangles.len(), 2 * hull.vertices.len() - 4);
        let mut edges: Vec<(u32, u32)> =
            hull.triangles.iter().flat_map(|t| (0..3).map(|i| (t[i], t[(i + 1) % 3]))).collect();
        edges.sort_unstable();
        let twins: Vec<(u32, u32)> = edges.iter().map(|&(a, b)| (b, a)).collect();
        assert!(twins.iter().all(|e| edges.binary_search(e).is_ok()));
        let at = |p: &Vec3| Coord3D { x: p.x, y: p.y, z: p.z };
        for i in 0..hull.triangles.len() {
            let [a, b, c] = hull.triangle(i);
            assert!(points.iter().all(|p| orient3d(at(&a), at(&b), at(&c), at(p)) >= 0.0));
        }
        assert!(hull.vertices.iter().all(|v| points.contains(v)));
    }

    #[test]
    fn cube_with_points_in_faces_edges_and_inside_has_eight_corners() {
        let steps = [0.0, 0.25, 0.5, 1.0];
        let mut points = Vec::new();
        for x in steps {
            for y in steps {
                points.extend(steps.map(|z| Vec3::new(x, y, z)));
            }
        }
        let hull = hull(&points);
        assert_hull_of(&hull, &points);
        assert_eq!(hull.vertices.len(), 8);
        assert_eq!(hull.volume(), 1.0);
        assert_eq!(hull.area(), 6.0);
    }

    #[test]
    fn degenerate_points_are_named() {
        assert_eq!(convex_hull(&[]), Err(Degenerate::Empty));
        assert_eq!(convex_hull(&[Vec3::repeat(f64::NAN)]), Err(Degenerate::Empty));
        let p = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(convex_hull(&[p, p]), Err(Degenerate::Point(p)));
        let line: Vec<Vec3> = (0..5).map(|i| p * f64::from(i)).collect();
        assert_eq!(convex_hull(&line), Err(Degenerate::Line(p * 0.0, p * 4.0)));
        let square = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::x() + Vec3::y()];
        assert!(matches!(convex_hull(&square), Err(Degenerate::Plane { normal }) if normal.z.abs() == 1.0));
    }

    proptest! {
        #[test]
        fn random_points(points in prop::collection::vec(prop::array::uniform3(-1.0f64..1.0), 4..200)) {
            let points: Vec<Vec3> = points.into_iter().map(Vec3::from).collect();
            assert_hull_of(&hull(&points), &points);
        }

        /// Grids make coplanar and collinear points the rule.
        #[test]
        fn points_on_a_coarse_grid(points in prop::collection::vec(prop::array::uniform3(-2i8..3), 4..80)) {
            let points: Vec<Vec3> = points.into_iter().map(|p| Vec3::from(p.map(f64::from)) * 0.1).collect();
            if let Ok((v, t)) = convex_hull(&points) {
                assert_hull_of(&Hull::new(v, t), &points);
            }
        }

        /// Points on a sphere: all are corners.
        #[test]
        fn points_on_a_sphere(points in prop::collection::vec(prop::array::uniform3(-1.0f64..1.0), 8..150)) {
            let points: Vec<Vec3> =
                points.into_iter().map(Vec3::from).filter(|p| p.norm() > 0.1).map(|p| p.normalize() * 0.3).collect();
            prop_assume!(points.len() > 7);
            let hull = hull(&points);
            assert_hull_of(&hull, &points);
            prop_assert_eq!(hull.vertices.len(), points.len());
        }
    }
}
