//! The distance of two shapes, each held in the frame of its rigid body.

use crate::math::{Pose, Vec3};
use crate::shapes::ShapeGeometry;
use parry3d_f64::math::{Matrix, Pose as Isometry, Rotation, Vector};
use parry3d_f64::query::contact;
use parry3d_f64::shape::SharedShape;

/// parry's absolute tolerances suit lengths in millimetres.
const SCALE: f64 = 1e3;

pub(super) struct Solid {
    shape: SharedShape,
    pub center: Vec3,
}

#[derive(Default)]
pub(super) struct Warm(());

impl Solid {
    pub fn new(geometry: &ShapeGeometry, in_body: &Pose) -> Self {
        let points: Vec<Vec3> = match geometry {
            ShapeGeometry::Sphere(s) => {
                let center = in_body.transform_point(&s.center);
                let at = Isometry::from_parts(vector(&center), Rotation::IDENTITY);
                return Self { shape: SharedShape::compound(vec![(at, SharedShape::ball(s.radius * SCALE))]), center };
            }
            ShapeGeometry::Box(b) => (0..8)
                .map(|i| {
                    let sign = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
                    let h = b.half_extents.component_mul(&Vec3::new(sign(1), sign(2), sign(4)));
                    b.center + b.rotation * h
                })
                .collect(),
            ShapeGeometry::Hull(hull) => hull.vertices.clone(),
        };
        let points: Vec<Vec3> = points.iter().map(|p| in_body.transform_point(p)).collect();
        let center = points.iter().sum::<Vec3>() / points.len().max(1) as f64;
        let scaled: Vec<Vector> = points.iter().map(vector).collect();
        let shape = SharedShape::convex_hull(&scaled).unwrap_or_else(|| SharedShape::ball(0.0));
        Self { shape, center }
    }

    pub fn distance(&self, other: &Solid, pose: &Pose, _warm: &mut Warm) -> f64 {
        let r = &pose.rotation;
        let column = |i| Vector::new(r[(0, i)], r[(1, i)], r[(2, i)]);
        let matrix = Matrix::from_cols(column(0), column(1), column(2));
        let at = Isometry::from_parts(vector(&pose.translation), Rotation::from_mat3(&matrix));
        match contact(&Isometry::IDENTITY, &*self.shape, &at, &*other.shape, f64::MAX) {
            Ok(Some(contact)) => contact.dist / SCALE,
            _ => 0.0,
        }
    }
}

fn vector(v: &Vec3) -> Vector {
    Vector::new(v.x * SCALE, v.y * SCALE, v.z * SCALE)
}
