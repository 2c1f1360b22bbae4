//! The line between the closest points of the selected pair.

use super::Drawn;
use super::camera::MainCamera;
use super::scene::to_bevy;
use bevy::prelude::*;
use noclash::math::Vec3 as V;

/// Lines that lie over everything else.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct Overlay;

/// Where the panels write the distance: logical pixels of the window.
#[derive(Resource, Default)]
pub struct Label(pub Option<Vec2>);

pub fn configure(mut store: ResMut<GizmoConfigStore>) {
    let (config, _) = store.config_mut::<Overlay>();
    config.depth_bias = -1.0;
    config.line.width = 3.5;
}

fn point(v: &V) -> Vec3 {
    to_bevy(Vec3::new(v.x as f32, v.y as f32, v.z as f32))
}

/// A line with balls at its ends when separated; an arrow in the direction in which the second shape must move when
/// in penetration.
pub fn draw(
    drawn: Res<Drawn>,
    mut label: ResMut<Label>,
    mut gizmos: Gizmos<Overlay>,
    camera: Single<(&Camera, &GlobalTransform), With<MainCamera>>,
) {
    label.0 = None;
    let Some(pair) = &drawn.selected else { return };
    let (a, b) = (point(&pair.point_a), point(&pair.point_b));
    let (camera, at) = camera.into_inner();
    let eye = at.translation();
    let ball = (eye.distance((a + b) * 0.5) * 0.006).max(1e-4);
    if pair.distance > 0.0 {
        let color = if drawn.light_theme { Color::srgb(0.1, 0.1, 0.12) } else { Color::WHITE };
        gizmos.line(a, b, color);
        gizmos.sphere(Isometry3d::from_translation(a), ball, Color::srgb_u8(0x2f, 0x81, 0xf7));
        gizmos.sphere(Isometry3d::from_translation(b), ball, Color::srgb_u8(0xf5, 0xc5, 0x18));
    } else {
        let color = Color::srgb_u8(0xff, 0x5a, 0x4d);
        gizmos.arrow(b, a, color).with_tip_length((a.distance(b) * 0.35 + ball).min(0.05));
        gizmos.sphere(Isometry3d::from_translation(b), ball, color);
    }
    if let Ok(at) = camera.world_to_viewport(at, (a + b) * 0.5) {
        label.0 = Some(at);
    }
}
