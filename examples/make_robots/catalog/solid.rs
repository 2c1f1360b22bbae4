//! Closed solids as machines are made of: turned, swept, extruded with rounded edges.

use noclash::math::{Mat3, Pose, Vec3};
use std::f64::consts::{PI, TAU};

/// How round things are, and whether they lie inside or around the true surface.
#[derive(Clone, Copy)]
pub struct Quality {
    /// Corners of a full circle, a multiple of 4.
    pub corners: usize,
    /// Steps of a rounded edge.
    pub steps: usize,
    /// Corners lie outside so that the faces touch the circle: a collision mesh encloses what it stands for.
    pub around: bool,
}

pub const FINE: Quality = Quality { corners: 28, steps: 2, around: false };
pub const COARSE: Quality = Quality { corners: 12, steps: 1, around: true };

/// An index into a robot's palette.
pub type Paint = usize;

/// A closed, consistently oriented mesh of one colour.
#[derive(Clone)]
pub struct Piece {
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub paint: Paint,
}

/// The pieces of one link.
#[derive(Clone, Default)]
pub struct Body {
    pub pieces: Vec<Piece>,
}

impl Body {
    pub fn with(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }
}

/// A ring of a sweep: an ellipse around `center` with half axes `x` and `y`; `x` cross `y` points along the way.
struct Ring {
    center: Vec3,
    x: Vec3,
    y: Vec3,
}

impl Piece {
    pub fn placed(mut self, pose: Pose) -> Self {
        for vertex in &mut self.vertices {
            *vertex = pose.transform_point(vertex);
        }
        self
    }

    pub fn at(self, x: f64, y: f64, z: f64) -> Self {
        self.placed(Pose::from_translation(Vec3::new(x, y, z)))
    }

    /// Turns the z axis to x, keeping y.
    pub fn along_x(self) -> Self {
        self.placed(Pose::new(Mat3::new(0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0), Vec3::zeros()))
    }

    /// Turns the z axis to y, keeping x.
    pub fn along_y(self) -> Self {
        self.placed(Pose::new(Mat3::new(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0), Vec3::zeros()))
    }

    fn from_rings(rings: &[Vec<Vec3>], bottom: Vec3, top: Vec3, paint: Paint) -> Self {
        let n = rings[0].len();
        let mut vertices: Vec<Vec3> = rings.iter().flatten().copied().collect();
        let index = |ring: usize, corner: usize| (ring * n + corner % n) as u32;
        let mut triangles = Vec::new();
        for ring in 0..rings.len() - 1 {
            for corner in 0..n {
                let (a, b) = (index(ring, corner), index(ring, corner + 1));
                let (c, d) = (index(ring + 1, corner), index(ring + 1, corner + 1));
                triangles.extend([[a, b, d], [a, d, c]]);
            }
        }
        let (low, high) = (vertices.len() as u32, vertices.len() as u32 + 1);
        vertices.extend([bottom, top]);
        let last = rings.len() - 1;
        for corner in 0..n {
            triangles.push([low, index(0, corner + 1), index(0, corner)]);
            triangles.push([high, index(last, corner), index(last, corner + 1)]);
        }
        Self { vertices, triangles, paint }
    }
}

fn circle(quality: Quality) -> impl Iterator<Item = (f64, f64)> {
    let n = quality.corners;
    let grow = if quality.around { 1.0 / libm::cos(PI / n as f64) } else { 1.0 };
    (0..n).map(move |i| {
        let (s, c) = libm::sincos(TAU * i as f64 / n as f64);
        (c * grow, s * grow)
    })
}

fn sweep(rings: &[Ring], quality: Quality, paint: Paint) -> Piece {
    let points: Vec<Vec<Vec3>> = rings
        .iter()
        .map(|ring| circle(quality).map(|(c, s)| ring.center + ring.x * c + ring.y * s).collect())
        .collect();
    Piece::from_rings(&points, rings[0].center, rings[rings.len() - 1].center, paint)
}

/// A body turned about z. `profile` lists (z, radius) upwards; the ends are closed by flat discs.
pub fn turned(profile: &[(f64, f64)], quality: Quality, paint: Paint) -> Piece {
    let rings: Vec<Ring> =
        profile.iter().map(|&(z, r)| Ring { center: Vec3::z() * z, x: Vec3::x() * r, y: Vec3::y() * r }).collect();
    sweep(&rings, quality, paint)
}

/// (inset, height) of a rounded edge from the side (inset 0, height `-bevel`) to the face (inset `bevel`, height 0).
fn fillet(bevel: f64, steps: usize) -> Vec<(f64, f64)> {
    let step = |i: usize| {
        let (s, c) = libm::sincos(PI / 2.0 * i as f64 / steps as f64);
        (bevel * (1.0 - c), bevel * (s - 1.0))
    };
    (0..=steps).map(step).collect()
}

/// A cylinder about z from `z0` to `z1` with rounded edges.
pub fn drum(radius: f64, z0: f64, z1: f64, bevel: f64, quality: Quality, paint: Paint) -> Piece {
    taper(radius, radius, z0, z1, bevel, quality, paint)
}

/// A cone about z from radius `r0` at `z0` to `r1` at `z1` with rounded edges.
pub fn taper(r0: f64, r1: f64, z0: f64, z1: f64, bevel: f64, quality: Quality, paint: Paint) -> Piece {
    let edge = fillet(bevel, quality.steps);
    let low = edge.iter().rev().map(|(inset, down)| (z0 - down, r0 - inset));
    let high = edge.iter().map(|(inset, down)| (z1 + down, r1 - inset));
    turned(&low.chain(high).collect::<Vec<_>>(), quality, paint)
}

/// A round tube along a smooth curve from `a` (leaving along `along_a`) to `b` (arriving along `along_b`), radius `ra`
/// to `rb`. `side` is a direction across the curve everywhere.
#[derive(Clone, Copy)]
pub struct Bend {
    pub a: Vec3,
    pub along_a: Vec3,
    pub b: Vec3,
    pub along_b: Vec3,
    pub ra: f64,
    pub rb: f64,
    pub side: Vec3,
}

/// A tube along a cubic Hermite curve.
pub fn bent(bend: Bend, sections: usize, quality: Quality, paint: Paint) -> Piece {
    let Bend { a, along_a, b, along_b, ra, rb, side } = bend;
    let length = (b - a).norm();
    let (ta, tb) = (along_a * length, along_b * length);
    let rings: Vec<Ring> = (0..=sections)
        .map(|i| {
            let t = i as f64 / sections as f64;
            let (t2, t3) = (t * t, t * t * t);
            let center =
                a * (2.0 * t3 - 3.0 * t2 + 1.0) + ta * (t3 - 2.0 * t2 + t) + b * (3.0 * t2 - 2.0 * t3) + tb * (t3 - t2);
            let tangent = a * (6.0 * t2 - 6.0 * t)
                + ta * (3.0 * t2 - 4.0 * t + 1.0)
                + b * (6.0 * t - 6.0 * t2)
                + tb * (3.0 * t2 - 2.0 * t);
            let y = tangent.normalize().cross(&side).normalize();
            let r = ra + (rb - ra) * t;
            Ring { center, x: side * r, y: y * r }
        })
        .collect();
    sweep(&rings, quality, paint)
}

/// An outline in the xy plane, counter-clockwise and convex, shrunk by an inset, always with as many corners.
type Outline<'a> = &'a dyn Fn(f64) -> Vec<[f64; 2]>;

/// A plate of an outline from `z0` to `z1` with rounded edges.
fn extruded(outline: Outline, z0: f64, z1: f64, bevel: f64, steps: usize, paint: Paint) -> Piece {
    let edge = fillet(bevel, steps);
    let ring =
        |inset: f64, z: f64| -> Vec<Vec3> { outline(inset).into_iter().map(|[x, y]| Vec3::new(x, y, z)).collect() };
    let mut rings: Vec<Vec<Vec3>> = edge.iter().rev().map(|&(inset, down)| ring(inset, z0 - down)).collect();
    rings.extend(edge.iter().map(|&(inset, down)| ring(inset, z1 + down)));
    let middle = |ring: &Vec<Vec3>| ring.iter().sum::<Vec3>() / ring.len() as f64;
    let (bottom, top) = (middle(&rings[0]), middle(&rings[rings.len() - 1]));
    Piece::from_rings(&rings, bottom, top, paint)
}

/// A lever: the hull of a circle of radius `r0` at the origin and one of radius `r1` at (`length`, 0), from `z0` to
/// `z1`, edges rounded.
#[derive(Clone, Copy)]
pub struct Lever {
    pub r0: f64,
    pub r1: f64,
    pub length: f64,
    pub z0: f64,
    pub z1: f64,
    pub bevel: f64,
}

pub fn lever(lever: Lever, quality: Quality, paint: Paint) -> Piece {
    let half = quality.corners / 2;
    let outline = |inset: f64| {
        let (r0, r1) = (lever.r0 - inset, lever.r1 - inset);
        let grow = if quality.around { 1.0 / libm::cos(PI / (2.0 * half as f64)) } else { 1.0 };
        let alpha = libm::acos((r0 - r1) / lever.length);
        let arc = |x: f64, r: f64, from: f64, to: f64| -> Vec<[f64; 2]> {
            (0..=half)
                .map(|i| {
                    let (s, c) = libm::sincos(from + (to - from) * i as f64 / half as f64);
                    [x + r * grow * c, r * grow * s]
                })
                .collect()
        };
        let mut points = arc(lever.length, r1, -alpha, alpha);
        points.extend(arc(0.0, r0, alpha, TAU - alpha));
        points
    };
    extruded(&outline, lever.z0, lever.z1, lever.bevel, quality.steps, paint)
}

/// A block of `size` (x, y, z) centred at the origin; vertical edges of radius `corner`, others of radius `bevel`.
pub fn block(size: [f64; 3], corner: f64, bevel: f64, quality: Quality, paint: Paint) -> Piece {
    let steps = (quality.corners / 8).max(1);
    let outline = |inset: f64| {
        let (hx, hy) = (size[0] / 2.0 - corner, size[1] / 2.0 - corner);
        let radius = corner - inset;
        let centers = [[hx, hy], [-hx, hy], [-hx, -hy], [hx, -hy]];
        let mut points = Vec::new();
        for (quarter, [x, y]) in centers.into_iter().enumerate() {
            for i in 0..=steps {
                let angle = PI / 2.0 * (quarter as f64 + i as f64 / steps as f64);
                let (s, c) = libm::sincos(angle);
                points.push([x + radius * c, y + radius * s]);
            }
        }
        points
    };
    extruded(&outline, -size[2] / 2.0, size[2] / 2.0, bevel, quality.steps, paint)
}
