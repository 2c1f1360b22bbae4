//! URDF to [`Robot`]: links, joints, limits, mimic; forward kinematics, relative poses, rigid bodies, adjacency.

mod bodies;
mod chain;
mod error;
mod kinematics;
mod model;
mod urdf;
pub mod xacro;

pub use chain::{ChainStep, RelativeChain, StepKind};
pub use error::{RobotError, RobotProblem};
pub use model::{Dof, DofKind, Geometry, GeometryElement, Joint, JointKind, Limits, Link, Mimic, Robot};
pub use urdf::{ParsedRobot, mend_xml, parse_urdf};

#[cfg(test)]
mod tests;
