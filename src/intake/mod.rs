//! What the user gave to a [`FileSet`]; finding the robot; resolving mesh URIs; the [`RobotModel`] and a report of
//! how each mesh was found.
//!
//! [`candidates`] says which files are robots, [`companions`] what lies beside one. [`load_model`] does everything at
//! once; [`LoadPlan`] and [`LoadPipeline`] do the same in small units.

mod assemble;
mod candidates;
mod companions;
mod digest;
mod error;
mod file_set;
mod findings;
mod model;
mod path;
mod pipeline;
mod plan;
mod prepare;
mod report;
mod resolve;
mod size;
mod suffix;
mod tags;
mod uri;
mod zip;

pub use candidates::{Candidate, CandidateKind, candidates};
pub use companions::{Companions, SrdfFile, companions};
pub use error::LoadError;
pub use file_set::FileSet;
pub use model::{GeometrySource, Hashes, LinkGeometry, RobotModel, Solid, SolidElement};
pub use pipeline::{LoadHandle, LoadPipeline};
pub use plan::{GeometryChoice, LoadPlan, LoadSettings, Loaded, load_model, xacro_arguments};
pub use report::{LinkReport, LoadReport, MeshUse, Role, SizeSuspicion};
pub use resolve::{Found, FoundBy, Resolver, Unresolved, resolve_uri};
pub use zip::{Unzipped, ZipError};

#[cfg(test)]
mod tests;
