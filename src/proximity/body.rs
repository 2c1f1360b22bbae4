//! A convex body made ready for queries.

use super::boxes::BoxCore;
use super::polyhedron::Polyhedron;
use super::vector::V3;
use crate::math::Vec3;
use crate::shapes::{BoundingSphere, Hull, Obb, ShapeGeometry};
use thiserror::Error;

/// Why a geometry cannot be queried.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BodyError {
    #[error("the hull has no vertices; give it at least one")]
    Empty,
    #[error("the {0} has a coordinate or size that is not a finite number, or a negative size; mend the geometry")]
    NotFinite(&'static str),
}

/// A sphere, an oriented box or a convex hull, with what is computed once per shape. Metres, in the link frame.
#[derive(Clone, Debug)]
pub struct ConvexBody {
    pub(super) core: Core,
    /// The body is every point within `radius` of the core.
    pub(super) radius: f64,
    /// A ball that contains the body.
    center: Vec3,
    bound: f64,
}

#[derive(Clone, Debug)]
pub(super) enum Core {
    Point(V3),
    Box(BoxCore),
    Hull(Polyhedron),
}

impl ConvexBody {
    /// Makes a shape ready. Errors: an empty hull, a coordinate that is not finite, a negative radius or extent.
    pub fn new(geometry: &ShapeGeometry) -> Result<Self, BodyError> {
        match geometry {
            ShapeGeometry::Sphere(sphere) => Self::from_sphere(sphere),
            ShapeGeometry::Box(obb) => Self::from_box(obb),
            ShapeGeometry::Hull(hull) => Self::from_hull(hull),
        }
    }

    pub fn from_sphere(sphere: &BoundingSphere) -> Result<Self, BodyError> {
        if !finite(&sphere.center) || !sphere.radius.is_finite() || sphere.radius < 0.0 {
            return Err(BodyError::NotFinite("sphere"));
        }
        Ok(Self {
            core: Core::Point(V3::of(&sphere.center)),
            radius: sphere.radius,
            center: sphere.center,
            bound: sphere.radius,
        })
    }

    pub fn from_box(obb: &Obb) -> Result<Self, BodyError> {
        let ok = finite(&obb.center) && finite(&obb.half_extents) && obb.rotation.iter().all(|c| c.is_finite());
        if !ok || obb.half_extents.iter().any(|&h| h < 0.0) {
            return Err(BodyError::NotFinite("box"));
        }
        let core = BoxCore::new(obb);
        let bound = obb.half_extents.norm() * (1.0 + 1e-12);
        Ok(Self { core: Core::Box(core), radius: 0.0, center: obb.center, bound })
    }

    pub fn from_hull(hull: &Hull) -> Result<Self, BodyError> {
        if hull.vertices.is_empty() {
            return Err(BodyError::Empty);
        }
        let polyhedron = Polyhedron::new(hull).ok_or(BodyError::NotFinite("hull"))?;
        let (mut low, mut high) = (hull.vertices[0], hull.vertices[0]);
        for v in &hull.vertices {
            low = low.inf(v);
            high = high.sup(v);
        }
        let center = low + (high - low) * 0.5;
        let square = hull.vertices.iter().map(|v| (v - center).norm_squared()).fold(0.0, f64::max);
        let bound = square.sqrt() * (1.0 + 1e-12);
        if !bound.is_finite() {
            return Err(BodyError::NotFinite("hull"));
        }
        Ok(Self { core: Core::Hull(polyhedron), radius: 0.0, center, bound })
    }

    /// Centre and radius, metres, of a ball that contains the body (not the smallest).
    pub fn bounding_ball(&self) -> (Vec3, f64) {
        (self.center, self.bound)
    }

    /// The vertices whose convex hull, grown by [`ConvexBody::margin`], is the body. Eight for a box, the centre for a
    /// sphere.
    pub fn vertices(&self) -> Vec<Vec3> {
        match &self.core {
            Core::Point(p) => vec![p.to_vec3()],
            Core::Box(b) => b.corners().iter().map(|p| p.to_vec3()).collect(),
            Core::Hull(h) => h.vertices().iter().map(|p| p.to_vec3()).collect(),
        }
    }

    /// Metres by which the body exceeds the convex hull of its vertices in every direction: a sphere's radius, else 0.
    pub fn margin(&self) -> f64 {
        self.radius
    }
}

fn finite(v: &Vec3) -> bool {
    v.iter().all(|c| c.is_finite())
}
