//! Why a mesh file cannot be used.

use thiserror::Error;

/// Why a mesh file cannot be used. The caller knows which file it is; [`MeshError::mend`] says what to do.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MeshError {
    #[error("the file is empty")]
    Empty,
    #[error("the file's format is not known ({hint})")]
    UnknownFormat { hint: String },
    #[error("the file is a Git LFS pointer, not the mesh itself")]
    LfsPointer,
    #[error("the file is a web page, not a mesh")]
    WebPage,
    #[error("{format} files cannot be read")]
    UnsupportedFormat { format: &'static str },
    #[error("{format}: {what} is not supported")]
    UnsupportedFeature { format: &'static str, what: String },
    #[error("{format}: {message}")]
    Syntax { format: &'static str, message: String, line: Option<u32> },
    #[error("the file refers to {name}, which is missing")]
    MissingPart { name: String },
    #[error("the mesh has no triangles{}", dropped_text(*.dropped))]
    NoTriangles {
        /// Faces that were dropped because they were unusable.
        dropped: usize,
    },
    #[error("the mesh has more than {limit} triangles")]
    TooManyTriangles { limit: usize },
}

fn dropped_text(dropped: usize) -> String {
    match dropped {
        0 => String::new(),
        n => format!(" (all {n} faces of the file are unusable)"),
    }
}

impl MeshError {
    pub(super) fn syntax(format: &'static str, message: impl Into<String>) -> Self {
        Self::Syntax { format, message: message.into(), line: None }
    }

    pub(super) fn syntax_at(format: &'static str, message: impl Into<String>, line: u32) -> Self {
        Self::Syntax { format, message: message.into(), line: Some(line) }
    }

    /// The line in the mesh file, from 1, where there is one.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::Syntax { line, .. } => *line,
            _ => None,
        }
    }

    /// What the user can do about it.
    pub fn mend(&self) -> String {
        match self {
            Self::Empty => "Export or copy the mesh again.".into(),
            Self::UnknownFormat { .. } => "Save the mesh as STL, OBJ, COLLADA, glTF or PLY.".into(),
            Self::LfsPointer => "Run `git lfs pull` in the repository, then add the folder again.".into(),
            Self::WebPage => "The download failed: fetch the file itself, not the page that shows it.".into(),
            Self::UnsupportedFormat { .. } => "Convert the mesh to STL, OBJ, COLLADA, glTF or PLY.".into(),
            Self::UnsupportedFeature { .. } => "Export the mesh without it.".into(),
            Self::Syntax { .. } => "The file is damaged or was cut off: export it again.".into(),
            Self::MissingPart { name } => format!("Add {name} beside the mesh."),
            Self::NoTriangles { .. } => "Export the mesh again, with faces.".into(),
            Self::TooManyTriangles { .. } => "Simplify the mesh, for instance to 100,000 triangles.".into(),
        }
    }
}
