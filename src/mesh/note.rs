//! What a reader dropped, mended or ignored.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a reader dropped, mended or ignored; `Display` gives a sentence for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum MeshNote {
    /// Faces with coordinates that are not numbers, or beyond 10^12 m.
    NotFinite { faces: usize },
    /// Faces that refer to vertices which do not exist.
    IndexOutOfRange { faces: usize },
    /// The file ends before what it announces.
    Truncated { announced: u64, found: u64 },
    /// A binary STL whose triangle count is smaller than what the file holds.
    WrongCount { announced: u64, found: u64 },
    /// Bytes after the end of the data.
    TrailingBytes { bytes: u64 },
    /// The file's name says one format, its content is another.
    OtherFormat { named: String, found: String },
    /// Lengths in the file were converted to metres.
    Unit { metres: f64 },
    /// The file's up axis is not z; it was ignored, as RViz does.
    UpAxisIgnored { axis: String },
    /// The mesh was turned so that the file's up axis points along z.
    UpAxisApplied { axis: String },
    /// Lines and points, which have no surface.
    LinesIgnored { elements: usize },
    /// Skeletons, morph targets and the like: the mesh is used as it rests.
    RestPose,
    /// Several elements share an id; the first is used.
    DuplicateIds { count: usize },
    /// The file places nothing in a scene; its geometries are used as they are.
    NoScene,
    /// References to elements that do not exist.
    DanglingReferences { count: usize },
    /// Transforms of a kind that only cameras use.
    TransformIgnored { name: String, count: usize },
    /// A node that contains itself.
    CyclicNodes,
    /// A file that this one refers to (colours only) is missing.
    MissingCompanion { name: String },
}

impl MeshNote {
    /// Geometry may differ from what the author meant.
    pub fn is_warning(&self) -> bool {
        !matches!(
            self,
            Self::Unit { .. }
                | Self::UpAxisIgnored { .. }
                | Self::UpAxisApplied { .. }
                | Self::LinesIgnored { .. }
                | Self::DuplicateIds { .. }
                | Self::MissingCompanion { .. }
                | Self::TrailingBytes { .. }
                | Self::OtherFormat { .. }
        )
    }
}

impl fmt::Display for MeshNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { faces } => write!(f, "{faces} faces with coordinates that are not numbers were dropped"),
            Self::IndexOutOfRange { faces } => write!(f, "{faces} faces that refer to missing vertices were dropped"),
            Self::Truncated { announced, found } => {
                write!(f, "the file is cut off: {found} of the {announced} elements that it announces were read")
            }
            Self::WrongCount { announced, found } => {
                write!(f, "the file announces {announced} triangles and holds {found}; all were read")
            }
            Self::TrailingBytes { bytes } => write!(f, "{bytes} bytes after the last triangle were ignored"),
            Self::OtherFormat { named, found } => write!(f, "the file is named .{named}, its content is {found}"),
            Self::Unit { metres } => write!(f, "the file's unit is {metres} m"),
            Self::UpAxisIgnored { axis } => write!(f, "the up axis {axis} is ignored, as RViz does"),
            Self::UpAxisApplied { axis } => write!(f, "the mesh was turned from up axis {axis} to z"),
            Self::LinesIgnored { elements } => write!(f, "{elements} sets of lines or points were ignored"),
            Self::RestPose => write!(f, "the mesh deforms (skin or morph); it is used as it rests"),
            Self::DuplicateIds { count } => write!(f, "{count} ids are used more than once; the first of each counts"),
            Self::NoScene => write!(f, "the file places nothing in a scene; all its geometries were taken as they are"),
            Self::DanglingReferences { count } => write!(f, "{count} references to elements that do not exist"),
            Self::TransformIgnored { name, count } => write!(f, "{count} transforms were ignored ({name})"),
            Self::CyclicNodes => write!(f, "a node contains itself; the inner one was left out"),
            Self::MissingCompanion { name } => write!(f, "{name} is missing; it would have given the colours"),
        }
    }
}
