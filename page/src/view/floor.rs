//! The grid below the robot and the axes of the root frame.

use super::Drawn;
use super::extent::extent;
use super::scene::to_bevy;
use bevy::asset::RenderAssetUsages;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

#[derive(Component)]
pub struct Floor;

/// Fine lines every 0.1 of the grid's unit, strong ones every unit, fading outwards.
fn grid_mesh() -> Mesh {
    const HALF: i32 = 30;
    let mut positions: Vec<[f32; 3]> = Vec::new();
    let mut colors: Vec<[f32; 4]> = Vec::new();
    let reach = HALF as f32 * 0.1;
    let shade = |x: f32, z: f32, strong: bool| {
        let r = (x * x + z * z).sqrt() / reach;
        let fade = (1.0 - r).clamp(0.0, 1.0);
        [0.55, 0.62, 0.72, fade * if strong { 0.38 } else { 0.13 }]
    };
    let mut line = |a: [f32; 2], b: [f32; 2], strong: bool| {
        const PIECES: i32 = 12;
        for piece in 0..PIECES {
            for end in [piece, piece + 1] {
                let t = end as f32 / PIECES as f32;
                let (x, z) = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t);
                positions.push([x, 0.0, z]);
                colors.push(shade(x, z, strong));
            }
        }
    };
    for i in -HALF..=HALF {
        let at = i as f32 * 0.1;
        line([at, -reach], [at, reach], i % 10 == 0);
        line([-reach, at], [reach, at], i % 10 == 0);
    }
    Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
}

pub fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let material =
        StandardMaterial { base_color: Color::WHITE, unlit: true, alpha_mode: AlphaMode::Blend, ..default() };
    commands.spawn((
        Floor,
        Mesh3d(meshes.add(grid_mesh())),
        MeshMaterial3d(materials.add(material)),
        Transform::default(),
        Visibility::Hidden,
        bevy::camera::visibility::NoFrustumCulling,
    ));
}

/// The floor lies under the lowest point of the robot at home or at the root, whichever is lower; small robots get a
/// grid of centimetres.
pub fn place(
    drawn: Res<Drawn>,
    mut floor: Single<(&mut Transform, &mut Visibility), With<Floor>>,
    mut seen: Local<usize>,
    mut gizmos: Gizmos,
    mut scale: Local<f32>,
) {
    let Some(model) = &drawn.model else {
        *floor.1 = Visibility::Hidden;
        *seen = 0;
        return;
    };
    let identity = std::sync::Arc::as_ptr(model) as usize;
    if *seen != identity && drawn.home_poses.len() == model.links.len() {
        *seen = identity;
        let (low, high) = extent(&drawn, &drawn.home_poses);
        let size = (high - low).norm() as f32;
        *scale = if size < 0.6 { 0.1 } else { 1.0 };
        let ground = low.z.min(0.0) as f32;
        *floor.0 = Transform::from_xyz(0.0, ground, 0.0).with_scale(Vec3::splat(*scale));
        *floor.1 = Visibility::Visible;
    }
    let length = 0.15 * *scale;
    for (axis, color) in [
        (Vec3::X, Color::srgb(0.90, 0.30, 0.30)),
        (Vec3::Y, Color::srgb(0.35, 0.75, 0.35)),
        (Vec3::Z, Color::srgb(0.35, 0.55, 0.95)),
    ] {
        gizmos.line(Vec3::ZERO, to_bevy(axis * length), color);
    }
}
