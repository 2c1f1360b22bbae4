//! The text of a URDF to a [`Robot`].
//!
//! An own reader over roxmltree rather than a URDF library: those refuse much of what real files contain, stop at the
//! first problem, and do not know lines.

mod decode;
mod dofs;
mod element;
mod geometry;
mod joint;
mod mimic;
mod reader;
mod repair;
mod source;
mod tree;

pub use reader::{ParsedRobot, mend_xml, parse_urdf};
