//! Bevy: scene, camera, highlight, picking. Draws what the session says and owns none of it.
//!
//! The robot's world is z up; Bevy's is y up. Everything of the robot hangs below one root entity that turns the
//! one into the other.

mod camera;
mod drawn;
mod extent;
mod floor;
mod frames;
mod looks;
mod meshes;
mod picking;
mod scene;
mod silhouette;
mod style;
mod witness;

pub use drawn::{Drawn, SelectedPair};
pub use frames::FrameTimes;

use bevy::prelude::*;

/// Everything that is drawn in three dimensions.
pub struct ViewPlugin;

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((silhouette::SilhouettePlugin, bevy_panorbit_camera::PanOrbitCameraPlugin))
            .init_gizmo_group::<witness::Overlay>()
            .insert_resource(ClearColor(style::background()))
            .init_resource::<Drawn>()
            .init_resource::<looks::Looks>()
            .init_resource::<camera::ViewRect>()
            .init_resource::<frames::FrameTimes>()
            .add_systems(Startup, (camera::spawn, floor::spawn, scene::spawn_root, witness::configure))
            .add_systems(First, frames::begin)
            .add_systems(
                Update,
                (
                    scene::rebuild,
                    scene::place,
                    scene::restyle,
                    floor::place,
                    camera::follow_view_rect,
                    camera::frame_robot,
                    witness::draw,
                    picking::pick,
                )
                    .chain(),
            )
            .add_systems(Last, frames::end);
    }
}

pub use camera::ViewRect;
pub use witness::Label;
