//! The camera: orbit, pan, zoom by mouse and touch; framing; the part of the window that the panels leave free.

use super::extent::extent;
use super::scene::to_bevy;
use super::{Drawn, style};
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, ClearColorConfig, Viewport};
use bevy::light::EnvironmentMapLight;
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::PrimaryWindow;
use bevy_egui::PrimaryEguiContext;
use bevy_panorbit_camera::PanOrbitCamera;

/// The free rectangle in logical pixels, and whether the panels want the pointer.
#[derive(Resource, Default)]
pub struct ViewRect {
    pub min: Vec2,
    pub max: Vec2,
    pub pointer_taken: bool,
}

#[derive(Component)]
pub struct MainCamera;

pub fn spawn(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut egui: ResMut<bevy_egui::EguiGlobalSettings>,
) {
    egui.auto_create_primary_context = false;
    let sky = EnvironmentMapLight {
        intensity: 520.0,
        ..EnvironmentMapLight::hemispherical_gradient(
            &mut images,
            Color::srgb(0.92, 0.95, 1.0),
            Color::srgb(0.55, 0.58, 0.62),
            Color::srgb(0.30, 0.29, 0.28),
        )
    };
    let camera = commands.spawn((
        MainCamera,
        Camera3d::default(),
        Camera { is_active: false, ..default() },
        Msaa::Sample4,
        bevy::core_pipeline::tonemapping::Tonemapping::None,
        Projection::Perspective(PerspectiveProjection { fov: 0.7, near: 0.005, ..default() }),
        Transform::from_xyz(2.0, 1.5, 2.0).looking_at(Vec3::ZERO, Vec3::Y),
        PanOrbitCamera {
            yaw: Some(0.75),
            pitch: Some(0.38),
            radius: Some(3.0),
            zoom_lower_limit: 0.01,
            zoom_upper_limit: Some(200.0),
            orbit_smoothness: 0.0,
            pan_smoothness: 0.0,
            zoom_smoothness: 0.0,
            trackpad_pinch_to_zoom_enabled: true,
            ..default()
        },
        AmbientLight { brightness: 40.0, ..default() },
        sky,
    ));
    let camera = camera.id();
    // One lamp over the viewer's left shoulder, the only one that WebGL allows, and a sky around everything for
    // the sides that it does not reach: shape without shadows, which software rendering could not afford.
    commands.spawn((
        DirectionalLight { illuminance: 3400.0, ..default() },
        Transform::default().looking_to(Vec3::new(0.45, -0.6, -1.0), Vec3::Y),
        ChildOf(camera),
    ));
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        RenderLayers::none(),
        Msaa::Off,
        Camera {
            order: 1,
            output_mode: CameraOutputMode::Write {
                blend_state: Some(BlendState::ALPHA_BLENDING),
                clear_color: ClearColorConfig::None,
            },
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        },
    ));
}

/// Fits the camera's viewport to the free rectangle and hands it the pointer only there.
pub fn follow_view_rect(
    rect: Res<ViewRect>,
    drawn: Res<Drawn>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut clear: ResMut<ClearColor>,
    camera: Single<(&mut Camera, &mut PanOrbitCamera), With<MainCamera>>,
) {
    let (mut camera, mut orbit) = camera.into_inner();
    clear.0 = if drawn.light_theme { style::background_light() } else { style::background() };
    let scale = window.scale_factor();
    let limit = UVec2::new(window.physical_width(), window.physical_height());
    let min = (rect.min * scale).round().as_uvec2().min(limit);
    let max = (rect.max * scale).round().as_uvec2().min(limit);
    let size = max.saturating_sub(min);
    let active = drawn.model.is_some() && size.x > 8 && size.y > 8;
    if camera.is_active != active {
        camera.is_active = active;
    }
    if active {
        let same = camera.viewport.as_ref().is_some_and(|v| v.physical_position == min && v.physical_size == size);
        if !same {
            camera.viewport = Some(Viewport { physical_position: min, physical_size: size, ..default() });
        }
    }
    orbit.enabled = active && !rect.pointer_taken;
}

/// Puts the whole robot, or the selected pair when one is selected, into the picture: once for every new robot and
/// whenever the user asks.
pub fn frame_robot(
    drawn: Res<Drawn>,
    camera: Single<(&Camera, &mut PanOrbitCamera), With<MainCamera>>,
    mut framed: Local<(usize, u64)>,
) {
    let Some(model) = &drawn.model else {
        framed.0 = 0;
        return;
    };
    let identity = std::sync::Arc::as_ptr(model) as usize;
    let new_robot = framed.0 != identity;
    if (!new_robot && framed.1 == drawn.frame_requests) || drawn.link_poses.len() != model.links.len() {
        return;
    }
    *framed = (identity, drawn.frame_requests);
    let (camera, mut orbit) = camera.into_inner();
    let (low, high) = match (&drawn.selected, new_robot) {
        (Some(pair), false) => super::extent::pair_extent(&drawn, pair),
        _ => extent(&drawn, &drawn.link_poses),
    };
    let center = (low + high) * 0.5;
    let half = ((high - low).norm() * 0.5).max(0.01) as f32;
    let aspect = camera.viewport.as_ref().map_or(1.5, |v| v.physical_size.x as f32 / v.physical_size.y.max(1) as f32);
    let half_fov = 0.35_f32;
    let narrow = (half_fov.tan() * aspect.min(1.0)).atan();
    orbit.target_focus = to_bevy(Vec3::new(center.x as f32, center.y as f32, center.z as f32));
    orbit.target_radius = half / narrow.sin() * 1.02;
    if new_robot {
        orbit.target_yaw = 0.75;
        orbit.target_pitch = 0.38;
    }
    orbit.force_update = true;
}
