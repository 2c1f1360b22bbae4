//! What the user gave to a [`FileSet`]; finding the URDF; resolving mesh URIs; the [`RobotModel`].

mod file_set;
mod model;

pub use file_set::FileSet;
pub use model::{GeometrySource, Hashes, LinkGeometry, RobotModel, Solid, SolidElement};
