//! The text of a URDF to a [`Robot`].
//!
//! An own reader over roxmltree rather than a URDF library: those refuse much of what real files contain, stop at the
//! first problem, and do not know lines.

pub(super) mod decode;
mod dofs;
mod element;
mod geometry;
mod joint;
mod mimic;
mod reader;
pub(super) mod repair;
pub(super) mod source;
pub(super) mod tree;

pub use reader::{ParsedRobot, mend_xml, parse_urdf};
