//! A shape in the frame of its rigid body, ready for distance queries.

use super::bodies::placed;
use crate::math::{Pose, Vec3};
use crate::proximity::{BodyError, ConvexBody};
use crate::shapes::{BoundingSphere, ShapeGeometry};

pub(super) struct Solid {
    pub body: ConvexBody,
    /// Set if the shape is a sphere.
    pub sphere: Option<BoundingSphere>,
    /// Of a ball around the body.
    pub center: Vec3,
}

impl Solid {
    pub fn new(geometry: &ShapeGeometry, in_body: &Pose) -> Result<Self, BodyError> {
        let geometry = placed(geometry, in_body);
        let body = ConvexBody::new(&geometry)?;
        let sphere = if let ShapeGeometry::Sphere(sphere) = geometry { Some(sphere) } else { None };
        let center = body.bounding_ball().0;
        Ok(Self { body, sphere, center })
    }
}
