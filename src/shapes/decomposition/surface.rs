//! Distance to a mesh's surface, and whether a point is inside.

use crate::math::Vec3;

const LEAF: usize = 4;
/// A group of triangles is seen as one dipole from further than this many of its radii.
const FAR: f64 = 2.0;

/// A tree of boxes over the triangles of a mesh.
pub(in crate::shapes) struct Surface {
    /// In the order of the leaves.
    triangles: Vec<[Vec3; 3]>,
    nodes: Vec<Node>,
}

struct Node {
    low: Vec3,
    high: Vec3,
    first: u32,
    /// Of a leaf; 0 for an inner node, whose left child comes next.
    count: u32,
    right: u32,
    /// Sum of the area vectors of the triangles below, the centre of their areas, and their reach from it.
    area: Vec3,
    center: Vec3,
    radius: f64,
}

impl Surface {
    pub fn new(mut triangles: Vec<[Vec3; 3]>) -> Self {
        let mut nodes = Vec::with_capacity(triangles.len() / 2 + 1);
        if !triangles.is_empty() {
            build(&mut triangles, 0, &mut nodes);
        }
        Self { triangles, nodes }
    }

    /// The distance of `point` from the surface if it is above `floor`; otherwise any value from there up to `floor`.
    /// `ceiling` is no less than the distance. The triangle is the nearest, if one is nearer than the ceiling.
    pub fn nearest(&self, point: &Vec3, floor: f64, ceiling: f64) -> (f64, Option<&[Vec3; 3]>) {
        let floor = floor.max(0.0) * floor.max(0.0);
        let mut best = ceiling * ceiling;
        let mut found = None;
        let mut stack = [(0u32, 0.0f64); 64];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let (index, nearest) = stack[depth];
            if nearest >= best {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.count > 0 {
                for triangle in &self.triangles[node.first as usize..(node.first + node.count) as usize] {
                    let distance = (closest(triangle, point) - point).norm_squared();
                    if distance < best {
                        best = distance;
                        found = Some(triangle);
                    }
                }
                if best <= floor {
                    break;
                }
                continue;
            }
            let near = (index + 1, self.nodes[index as usize + 1].distance_squared(point));
            let far = (node.right, self.nodes[node.right as usize].distance_squared(point));
            let (near, far) = if near.1 <= far.1 { (near, far) } else { (far, near) };
            // The tree is balanced, so that its depth is far below the stack's length.
            for child in [far, near] {
                if child.1 < best && depth < stack.len() {
                    stack[depth] = child;
                    depth += 1;
                }
            }
        }
        (best.sqrt(), found)
    }

    /// The generalised winding number: 1 inside a closed surface, 0 outside, in between where the surface has holes
    /// (Jacobson, Kavan, Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers",
    /// 2013), far groups as dipoles (Barill et al., "Fast winding numbers for soups and clouds", 2018).
    pub fn winding(&self, point: &Vec3) -> f64 {
        let mut sum = 0.0;
        let mut near = Turns::default();
        let mut stack = [0u32; 64];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let node = &self.nodes[stack[depth] as usize];
            let to = node.center - point;
            let distance = to.norm();
            if distance > FAR * node.radius {
                sum += node.area.dot(&to) / (distance * distance * distance);
            } else if node.count > 0 {
                for triangle in &self.triangles[node.first as usize..(node.first + node.count) as usize] {
                    near.add(solid_angle(triangle, point));
                }
            } else if depth + 1 < stack.len() {
                // The tree is balanced, so that its depth is far below the stack's length.
                let index = stack[depth];
                stack[depth] = node.right;
                stack[depth + 1] = index + 1;
                depth += 2;
            }
        }
        (sum + 2.0 * near.angle()) / (4.0 * std::f64::consts::PI)
    }

    /// Inside or on a solid; also where the surface is turned inside out.
    pub fn contains(&self, point: &Vec3) -> bool {
        self.winding(point).abs() > 0.5
    }
}

impl Node {
    #[inline]
    fn distance_squared(&self, point: &Vec3) -> f64 {
        let outside = (self.low - point).sup(&(point - self.high)).sup(&Vec3::zeros());
        outside.norm_squared()
    }
}

/// Adds the nodes of `triangles`, which begin at `first` in the whole.
fn build(triangles: &mut [[Vec3; 3]], first: u32, nodes: &mut Vec<Node>) {
    let mut low = triangles[0][0];
    let mut high = low;
    let mut area = Vec3::zeros();
    let (mut center, mut weight) = (Vec3::zeros(), 0.0);
    for [a, b, c] in triangles.iter() {
        for p in [a, b, c] {
            low = low.inf(p);
            high = high.sup(p);
        }
        let vector = (b - a).cross(&(c - a)) / 2.0;
        let size = vector.norm();
        area += vector;
        center += (a + b + c) * (size / 3.0);
        weight += size;
    }
    center = if weight > 0.0 { center / weight } else { (low + high) / 2.0 };
    let radius = triangles.iter().flatten().map(|p| (p - center).norm()).fold(0.0, f64::max);
    let index = nodes.len();
    let leaf = triangles.len() <= LEAF;
    let count = if leaf { triangles.len() as u32 } else { 0 };
    nodes.push(Node { low, high, first, count, right: 0, area, center, radius });
    if leaf {
        return;
    }
    let axis = (high - low).imax();
    let middle = triangles.len() / 2;
    let key = |t: &[Vec3; 3]| t[0][axis] + t[1][axis] + t[2][axis];
    triangles.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
    let (left, right) = triangles.split_at_mut(middle);
    build(left, first, nodes);
    nodes[index].right = nodes.len() as u32;
    build(right, first + middle as u32, nodes);
}

/// The distance of `p` from a triangle.
pub(super) fn distance_to(triangle: &[Vec3; 3], p: &Vec3) -> f64 {
    (closest(triangle, p) - p).norm()
}

/// The point of a triangle nearest to `p` (Ericson, "Real-Time Collision Detection", 5.1.5).
fn closest([a, b, c]: &[Vec3; 3], p: &Vec3) -> Vec3 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * share(d1, d1 - d3);
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * share(d2, d2 - d6);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return b + (c - b) * share(d4 - d3, (d4 - d3) + (d5 - d6));
    }
    let sum = va + vb + vc;
    a + ab * share(vb, sum) + ac * share(vc, sum)
}

/// `part / whole`, 0 for triangles without area.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// A sum of angles, each within (-pi, pi], as a product of complex numbers: one arctangent for all of them.
struct Turns {
    re: f64,
    im: f64,
    whole: i32,
}

impl Default for Turns {
    fn default() -> Self {
        Self { re: 1.0, im: 0.0, whole: 0 }
    }
}

impl Turns {
    fn add(&mut self, (re, im): (f64, f64)) {
        let length = (re * re + im * im).sqrt();
        if length.is_nan() || length <= 0.0 {
            return;
        }
        let (re, im) = (re / length, im / length);
        let (was, is) = (self.im, im);
        (self.re, self.im) = (self.re * re - self.im * im, self.re * im + self.im * re);
        // Two angles of one sign whose sum lies on the other side have gone past a half turn.
        if was > 0.0 && is > 0.0 && self.im <= 0.0 {
            self.whole += 1;
        } else if was < 0.0 && is < 0.0 && self.im >= 0.0 {
            self.whole -= 1;
        }
    }

    fn angle(&self) -> f64 {
        libm::atan2(self.im, self.re) + f64::from(self.whole) * std::f64::consts::TAU
    }
}

/// Half the signed solid angle of a triangle seen from `p`, as cosine and sine of any length (van Oosterom, Strackee,
/// "The solid angle of a plane triangle", 1983).
fn solid_angle(triangle: &[Vec3; 3], p: &Vec3) -> (f64, f64) {
    let [a, b, c] = triangle.map(|v| v - p);
    let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
    let determinant = a.dot(&b.cross(&c));
    let denominator = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    (denominator, determinant)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube of side 2 around the origin, every side divided into a grid of 8 x 8 squares.
    fn cube() -> Vec<[Vec3; 3]> {
        let mut triangles = Vec::new();
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let at = |i: usize, j: usize| {
                    let mut p = Vec3::zeros();
                    p[axis] = sign;
                    p[(axis + 1) % 3] = i as f64 / 4.0 - 1.0;
                    p[(axis + 2) % 3] = j as f64 / 4.0 - 1.0;
                    p
                };
                for i in 0..8 {
                    for j in 0..8 {
                        let square = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                        for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
                            let (b, c) = if sign > 0.0 { (b, c) } else { (c, b) };
                            triangles.push([square[a], square[b], square[c]]);
                        }
                    }
                }
            }
        }
        triangles
    }

    #[test]
    fn winding_tells_inside_from_outside() {
        let surface = Surface::new(cube());
        for x in [-0.99, -0.4, 0.0, 0.3, 0.97] {
            for y in [-0.9, 0.1, 0.6] {
                assert!((surface.winding(&Vec3::new(x, y, 0.2)) - 1.0).abs() < 0.05);
                assert!(surface.winding(&Vec3::new(x, y, 1.02)).abs() < 0.05);
                assert!(surface.winding(&Vec3::new(2.0 + x, y, -3.0)).abs() < 0.05);
            }
        }
        let twice = Surface::new([cube(), cube()].concat());
        assert!((twice.winding(&Vec3::new(0.1, 0.2, 0.3)) - 2.0).abs() < 0.1);
        let turned: Vec<[Vec3; 3]> = cube().into_iter().map(|[a, b, c]| [a, c, b]).collect();
        assert!((Surface::new(turned).winding(&Vec3::new(0.1, 0.2, 0.3)) + 1.0).abs() < 0.05);
    }
}
