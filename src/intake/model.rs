//! A robot together with its geometry: what every later stage computes from.

use crate::math::Pose;
use crate::mesh::TriangleMesh;
use crate::robot::Robot;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A robot whose mesh files have been found and read.
#[derive(Clone, Debug)]
pub struct RobotModel {
    pub robot: Robot,
    /// Same order and length as `robot.links`.
    pub links: Vec<LinkGeometry>,
    pub hashes: Hashes,
    /// Path of the URDF or xacro within the file set.
    pub urdf_path: String,
    /// The URDF: the file as it was given, or what the xacro expands to.
    pub urdf: Arc<[u8]>,
}

/// SHA-256, lower-case hexadecimal, of what a matrix is computed from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashes {
    /// Of [`RobotModel::urdf`].
    pub urdf: String,
    /// Of the resolved collision geometry of every link: kinds, sizes, poses, vertices, triangles.
    pub geometry: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GeometrySource {
    Collision,
    /// The link has no usable `<collision>`, its `<visual>`s stand in.
    Visual,
    None,
}

#[derive(Clone, Debug)]
pub struct LinkGeometry {
    pub source: GeometrySource,
    /// What the link collides with; empty if `source` is `None`.
    pub collision: Vec<SolidElement>,
    /// What is drawn as the link's visual meshes.
    pub visual: Vec<SolidElement>,
}

/// A solid placed in the link frame.
#[derive(Clone, Debug)]
pub struct SolidElement {
    /// The solid's frame in the link frame.
    pub pose: Pose,
    pub solid: Solid,
    pub color: Option<[f32; 4]>,
}

/// Lengths in metres, in the element's own frame.
#[derive(Clone, Debug)]
pub enum Solid {
    /// Half edge lengths.
    Box {
        half_extents: [f64; 3],
    },
    /// Along z, centred.
    Cylinder {
        radius: f64,
        half_length: f64,
    },
    Sphere {
        radius: f64,
    },
    /// Along z, centred; half the length of the cylindrical middle.
    Capsule {
        radius: f64,
        half_length: f64,
    },
    /// Scale applied, winding flipped where the scale mirrors.
    Mesh(Arc<TriangleMesh>),
}
