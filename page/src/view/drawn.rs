//! What is to be drawn: the view's copy of the part of the session that it needs.

use bevy::prelude::Resource;
use noclash::intake::RobotModel;
use noclash::math::{Pose, Vec3};
use noclash::shapes::ShapeSet;
use std::sync::Arc;

/// Filled from the session before every update.
#[derive(Resource, Default)]
pub struct Drawn {
    pub model: Option<Arc<RobotModel>>,
    /// The shapes of the shown type; `None` while they are being computed.
    pub shapes: Option<Arc<ShapeSet>>,
    /// The visual meshes instead of the shapes.
    pub visual: bool,
    /// Pose of every link in the root's frame at the present configuration.
    pub link_poses: Vec<Pose>,
    /// The same at the home configuration: what the camera frames and where the floor lies.
    pub home_poses: Vec<Pose>,
    pub selected: Option<SelectedPair>,
    /// Per shape of `shapes`: it collides with another one that is checked, at the present configuration.
    pub colliding: Vec<bool>,
    /// Grows by one each time the user asks to frame the robot or the selected pair.
    pub frame_requests: u64,
    pub light_theme: bool,
    /// The first of two shapes that are to be clicked.
    pub first_pick: Option<usize>,
    /// Shapes under a click, the nearest first; taken by the page after the update.
    pub picked: Option<Vec<usize>>,
}

/// The isolated pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectedPair {
    /// Index into the shapes of the shown type.
    pub a: usize,
    pub b: usize,
    /// Witness points in the root's frame, metres.
    pub point_a: Vec3,
    pub point_b: Vec3,
    /// Signed, metres.
    pub distance: f64,
}
