//! The kinematic tree as the URDF describes it.

use crate::math::{Pose, Vec3};

/// A robot: a tree of links connected by joints.
///
/// Indices into `links` and `joints` are stable for the life of the value; names are unique.
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    pub name: String,
    pub links: Vec<Link>,
    /// Ordered so that a joint's parent link is reached before its child (parents first).
    pub joints: Vec<Joint>,
    /// Index of the root link.
    pub root: usize,
    /// The independent variables of a configuration, in the order of the values of a configuration vector:
    /// the order in which their joints appear in the file.
    pub dofs: Vec<Dof>,
    /// Per link, the joint that moves it; `None` for the root.
    pub parent_joint: Vec<Option<usize>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub name: String,
    pub collisions: Vec<GeometryElement>,
    pub visuals: Vec<GeometryElement>,
    /// Line of the link in the URDF, from 1.
    pub line: Option<u32>,
}

/// One `<collision>` or `<visual>` of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct GeometryElement {
    pub name: Option<String>,
    /// The element's frame in the link frame.
    pub origin: Pose,
    pub geometry: Geometry,
    /// Colour of a visual, sRGB and alpha, 0 to 1.
    pub color: Option<[f32; 4]>,
    pub line: Option<u32>,
}

/// Lengths in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// Full edge lengths.
    Box {
        size: [f64; 3],
    },
    /// Along z, centred.
    Cylinder {
        radius: f64,
        length: f64,
    },
    Sphere {
        radius: f64,
    },
    /// Along z, centred; `length` is that of the cylindrical middle, without the caps.
    Capsule {
        radius: f64,
        length: f64,
    },
    /// `uri` as written in the file.
    Mesh {
        uri: String,
        scale: [f64; 3],
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    Fixed,
    Revolute,
    Continuous,
    Prismatic,
    Planar,
    Floating,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Radians or metres.
    pub lower: f64,
    pub upper: f64,
}

/// `value = multiplier * value(of) + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// Index of the joint that is followed.
    pub joint: usize,
    pub multiplier: f64,
    pub offset: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    pub name: String,
    pub kind: JointKind,
    pub parent: usize,
    pub child: usize,
    /// The joint frame in the parent link's frame, at value zero the child link's frame.
    pub origin: Pose,
    /// Unit vector in the joint frame. For a planar joint the normal of the plane.
    pub axis: Vec3,
    /// The hard limits as written; `None` if the file gives none (or the kind has none).
    pub limits: Option<Limits>,
    /// `safety_controller` soft limits, if written.
    pub soft_limits: Option<Limits>,
    pub mimic: Option<Mimic>,
    /// Index into [`Robot::dofs`] of the first of this joint's own variables; `None` for fixed and mimic joints.
    pub dof: Option<usize>,
    pub line: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DofKind {
    /// Radians.
    Revolute,
    /// Metres.
    Prismatic,
}

/// One independent variable of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Dof {
    /// The joint's name; for joints with several variables with a suffix (`base/x`, `base/yaw`, ...).
    pub name: String,
    pub joint: usize,
    pub kind: DofKind,
    /// The range that is sampled and shown: hard limits narrowed by those of the joints that mimic this one,
    /// or a stated default where the file gives none.
    pub lower: f64,
    pub upper: f64,
    /// False if the file gave no limit and `lower..upper` is the stated default (-pi..pi for rotations).
    pub limited: bool,
    /// True for continuous joints: the value wraps around.
    pub wraps: bool,
}
