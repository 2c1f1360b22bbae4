//! What lies under a click.

use super::camera::MainCamera;
use super::{Drawn, ViewRect};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use noclash::math::Vec3 as V;
use noclash::shapes::ShapeGeometry;

/// A click without a drag asks which shapes lie under the pointer.
pub fn pick(
    mut drawn: ResMut<Drawn>,
    rect: Res<ViewRect>,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform), With<MainCamera>>,
    mut pressed: Local<Option<Vec2>>,
) {
    let Some(pointer) = window.cursor_position() else { return };
    if buttons.just_pressed(MouseButton::Left) {
        *pressed = (!rect.pointer_taken).then_some(pointer);
    }
    if !buttons.just_released(MouseButton::Left) {
        return;
    }
    let Some(start) = pressed.take() else { return };
    if start.distance(pointer) > 4.0 {
        return;
    }
    let (camera, at) = camera.into_inner();
    let Ok(ray) = camera.viewport_to_world(at, pointer) else { return };
    let back = |v: Vec3| V::new(f64::from(v.x), f64::from(-v.z), f64::from(v.y));
    let (origin, direction) = (back(ray.origin), back(*ray.direction));
    let Some(set) = drawn.shapes.clone() else { return };
    let mut hits: Vec<(f64, usize)> = Vec::new();
    for (index, shape) in set.shapes.iter().enumerate() {
        let Some(pose) = drawn.link_poses.get(shape.link) else { continue };
        let o = pose.inverse_transform_point(&origin);
        let d = pose.rotation.tr_mul(&direction);
        if let Some(t) = hit(&shape.geometry, &o, &d) {
            hits.push((t, index));
        }
    }
    hits.sort_by(|a, b| a.0.total_cmp(&b.0));
    drawn.picked = Some(hits.into_iter().map(|(_, index)| index).collect());
}

/// Distance along the ray to the shape, all in the link frame.
fn hit(geometry: &ShapeGeometry, o: &V, d: &V) -> Option<f64> {
    match geometry {
        ShapeGeometry::Sphere(sphere) => {
            let to = sphere.center - o;
            let along = to.dot(d);
            let off = sphere.radius * sphere.radius - (to.norm_squared() - along * along);
            (off >= 0.0).then(|| along - off.sqrt()).filter(|t| *t > 0.0)
        }
        ShapeGeometry::Box(obb) => {
            let o = obb.rotation.tr_mul(&(o - obb.center));
            let d = obb.rotation.tr_mul(d);
            let (mut near, mut far) = (f64::NEG_INFINITY, f64::INFINITY);
            for i in 0..3 {
                if d[i].abs() < 1e-12 {
                    if o[i].abs() > obb.half_extents[i] {
                        return None;
                    }
                    continue;
                }
                let (a, b) = ((-obb.half_extents[i] - o[i]) / d[i], (obb.half_extents[i] - o[i]) / d[i]);
                near = near.max(a.min(b));
                far = far.min(a.max(b));
            }
            (near <= far && near > 0.0).then_some(near)
        }
        ShapeGeometry::Hull(hull) => {
            // Clips the ray by the hull's faces (Cyrus and Beck).
            let (mut near, mut far) = (0.0_f64, f64::INFINITY);
            for triangle in &hull.triangles {
                let [a, b, c] = triangle.map(|i| hull.vertices.get(i as usize).copied().unwrap_or_default());
                let normal = (b - a).cross(&(c - a));
                let slope = normal.dot(d);
                let height = normal.dot(&(a - o));
                if slope.abs() < 1e-18 {
                    if height < 0.0 {
                        return None;
                    }
                } else if slope < 0.0 {
                    near = near.max(height / slope);
                } else {
                    far = far.min(height / slope);
                }
            }
            (near <= far && near > 0.0).then_some(near)
        }
    }
}
