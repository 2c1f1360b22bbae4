//! URDF to [`Robot`]: links, joints, limits, mimic; forward kinematics.

mod model;

pub use model::{Dof, DofKind, Geometry, GeometryElement, Joint, JointKind, Limits, Link, Mimic, Robot};
