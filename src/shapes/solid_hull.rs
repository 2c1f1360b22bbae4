//! The hull of any points: flat and tiny ones get a thickness, so that every link has a body.

use super::Hull;
use super::quickhull::{Degenerate, convex_hull};
use crate::math::Vec3;

/// Half the thickness given to what has none, metres.
pub(super) const HALF_THICKNESS: f64 = 0.5e-6;

/// What a hull had to be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thickened {
    /// All points at one place: a cube of one micrometre.
    Point,
    /// All points on a line: a bar of one micrometre.
    Line,
    /// All points on a plane: a plate of one micrometre.
    Plane,
}

impl Thickened {
    /// For people: what the geometry is.
    pub fn word(self) -> &'static str {
        match self {
            Thickened::Point => "a single point",
            Thickened::Line => "a line",
            Thickened::Plane => "flat",
        }
    }
}

/// The convex hull of `points` (metres), exactly if they span a volume, else thickened by one micrometre. `None` if
/// there is no finite point.
pub(super) fn solid_hull(points: &[Vec3]) -> Option<(Hull, Option<Thickened>)> {
    let grown = |offsets: &[Vec3], base: &[Vec3]| {
        let moved: Vec<Vec3> = base.iter().flat_map(|p| offsets.iter().map(move |o| p + o)).collect();
        convex_hull(&moved).ok().map(|(v, t)| Hull::new(v, t))
    };
    match convex_hull(points) {
        Ok((vertices, triangles)) => Some((Hull::new(vertices, triangles), None)),
        Err(Degenerate::Empty) => None,
        Err(Degenerate::Point(p)) => {
            grown(&box_corners(&Vec3::repeat(HALF_THICKNESS)), &[p]).map(|h| (h, Some(Thickened::Point)))
        }
        Err(Degenerate::Line(a, b)) => {
            let along = (b - a).normalize();
            let side = any_normal(&along);
            let other = along.cross(&side);
            let h = HALF_THICKNESS;
            let offsets = [side * h + other * h, side * h - other * h, other * h - side * h, -side * h - other * h];
            // A little beyond the ends: inner points may lie off the line within its tolerance.
            grown(&offsets, &[a - along * h, b + along * h]).map(|h| (h, Some(Thickened::Line)))
        }
        Err(Degenerate::Plane { normal }) => {
            let finite: Vec<Vec3> = points.iter().filter(|p| p.iter().all(|x| x.is_finite())).copied().collect();
            let offset = normal * HALF_THICKNESS;
            grown(&[offset, -offset], &finite).map(|h| (h, Some(Thickened::Plane)))
        }
    }
}

/// A unit vector across `direction`, a unit vector.
pub(super) fn any_normal(direction: &Vec3) -> Vec3 {
    let axis = if direction.x.abs() < 0.6 { Vec3::x() } else { Vec3::y() };
    direction.cross(&axis).normalize()
}

/// The corners of a box around the origin.
pub(super) fn box_corners(half: &Vec3) -> Vec<Vec3> {
    let sign = |corner: u32, axis: u32| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    (0..8).map(|corner| Vec3::new(sign(corner, 0), sign(corner, 1), sign(corner, 2)).component_mul(half)).collect()
}
