//! Reading and writing matrices: Noclash JSON and YAML, SRDF and the formats of simulators and planners.
//!
//! A [`MatrixDocument`] is the content of one Noclash file (version 1; `public/noclash-matrix.schema.json`). [`build`]
//! makes it from what was computed, [`write_json`] and [`write_yaml`] write it, [`read`] reads either, and [`merge`]
//! brings a read document to a robot, by names.

mod archive;
mod build;
mod document;
mod emit;
mod error;
mod export;
mod file_name;
mod geometry;
mod link_matrix;
mod merge;
mod raw;
mod read;
pub mod srdf;
mod tally;
#[cfg(test)]
mod tests;
mod write;

pub use archive::{Archive, write_zip};
pub use build::{BuildInput, build};
pub use document::{
    FORMAT, GENERATOR, MatrixDocument, PairRecord, RecordedGeometry, RecordedStats, ShapeRecord, SurveyRecord, VERSION,
    Witness,
};
pub use error::FormatError;
pub use export::{Export, ExportInput, FORMATS, Format};
pub use file_name::{file_name, safe_name};
pub use geometry::{mesh_paths, obj};
pub use link_matrix::{LinkMatrix, LinkPair};
pub use merge::{Merge, merge};
pub use read::{looks_like_matrix, read};
pub use write::{write_json, write_yaml};
