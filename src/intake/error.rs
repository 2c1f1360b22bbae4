//! Why nothing can be loaded.

use crate::diagnostics::Diagnostic;
use crate::robot::RobotError;
use thiserror::Error;

/// Why nothing can be loaded. What can be worked around is a diagnostic instead.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LoadError {
    #[error("there is no robot among the {files} files{}", .found.as_ref().map_or_else(String::new, |f| format!(" ({f})")))]
    NoRobot {
        files: usize,
        /// What there is instead.
        found: Option<String>,
    },
    #[error("{path} is not among the files")]
    NoSuchFile { path: String },
    #[error(transparent)]
    Robot(#[from] RobotError),
}

impl LoadError {
    pub fn to_diagnostic(&self) -> Diagnostic {
        match self {
            Self::NoRobot { .. } => Diagnostic::error("no-robot", format!("{}.", capital(&self.to_string())))
                .mend("Give a URDF (or xacro) together with the folders of its meshes."),
            Self::NoSuchFile { path } => Diagnostic::error("no-such-file", format!("{self}."))
                .mend("Choose one of the robots that are listed.")
                .in_file(path),
            Self::Robot(error) => error.to_diagnostic(),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
