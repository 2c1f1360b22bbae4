//! Boxes around what is drawn: what the camera frames and where the floor lies.

use super::{Drawn, SelectedPair};
use noclash::intake::Solid;
use noclash::math::{Pose, Vec3 as V};
use noclash::shapes::ShapeGeometry;

fn grow(low: &mut V, high: &mut V, point: &V) {
    *low = low.inf(point);
    *high = high.sup(point);
}

fn grow_by_shape(low: &mut V, high: &mut V, geometry: &ShapeGeometry, pose: &Pose) {
    match geometry {
        ShapeGeometry::Sphere(sphere) => {
            let center = pose.transform_point(&sphere.center);
            let r = V::from_element(sphere.radius);
            grow(low, high, &(center - r));
            grow(low, high, &(center + r));
        }
        ShapeGeometry::Box(obb) => {
            for corner in 0..8 {
                let sign = |bit: usize| if corner & bit == 0 { -1.0 } else { 1.0 };
                let h = obb.half_extents;
                let local = V::new(sign(1) * h.x, sign(2) * h.y, sign(4) * h.z);
                grow(low, high, &pose.transform_point(&(obb.center + obb.rotation * local)));
            }
        }
        ShapeGeometry::Hull(hull) => {
            for vertex in &hull.vertices {
                grow(low, high, &pose.transform_point(vertex));
            }
        }
    }
}

/// The axis-aligned box, in the root's frame, of the collision geometry at these link poses; a unit box around the
/// origin if there is none.
pub fn extent(drawn: &Drawn, poses: &[Pose]) -> (V, V) {
    let mut low = V::from_element(f64::INFINITY);
    let mut high = V::from_element(f64::NEG_INFINITY);
    if let Some(model) = &drawn.model {
        for (geometry, pose) in model.links.iter().zip(poses) {
            let elements = if geometry.collision.is_empty() { &geometry.visual } else { &geometry.collision };
            for element in elements {
                let at = *pose * element.pose;
                let (lo, hi) = solid_extent(&element.solid);
                for corner in 0..8 {
                    let pick = |bit: usize, l: f64, h: f64| if corner & bit == 0 { l } else { h };
                    let local = V::new(pick(1, lo.x, hi.x), pick(2, lo.y, hi.y), pick(4, lo.z, hi.z));
                    if local.iter().all(|c| c.is_finite()) {
                        grow(&mut low, &mut high, &at.transform_point(&local));
                    }
                }
            }
        }
    }
    if low.iter().chain(high.iter()).all(|c| c.is_finite()) {
        (low, high)
    } else {
        (V::from_element(-0.5), V::from_element(0.5))
    }
}

fn solid_extent(solid: &Solid) -> (V, V) {
    let half = match solid {
        Solid::Box { half_extents } => V::from(*half_extents),
        Solid::Sphere { radius } => V::from_element(*radius),
        Solid::Cylinder { radius, half_length } => V::new(*radius, *radius, *half_length),
        Solid::Capsule { radius, half_length } => V::new(*radius, *radius, half_length + radius),
        Solid::Mesh(mesh) => {
            let mut low = V::from_element(f64::INFINITY);
            let mut high = V::from_element(f64::NEG_INFINITY);
            for vertex in &mesh.vertices {
                grow(&mut low, &mut high, vertex);
            }
            return (low, high);
        }
    };
    (-half, half)
}

/// The box around the two shapes of a pair.
pub fn pair_extent(drawn: &Drawn, pair: &SelectedPair) -> (V, V) {
    let mut low = V::from_element(f64::INFINITY);
    let mut high = V::from_element(f64::NEG_INFINITY);
    if let Some(set) = &drawn.shapes {
        for index in [pair.a, pair.b] {
            if let Some(shape) = set.shapes.get(index)
                && let Some(pose) = drawn.link_poses.get(shape.link)
            {
                grow_by_shape(&mut low, &mut high, &shape.geometry, pose);
            }
        }
    }
    if low.iter().chain(high.iter()).all(|c| c.is_finite()) { (low, high) } else { extent(drawn, &drawn.link_poses) }
}
