//! The text of a description on its way to the parser: lines, findings, errors.

use super::super::error::{RobotError, RobotProblem};
use crate::diagnostics::{Diagnostic, Diagnostics};

/// Finds the line of a byte position. Lines end at `\n`, `\r\n` or a lone `\r`.
#[derive(Clone, Debug)]
pub(in crate::robot) struct LineIndex {
    /// Byte position at which each line starts.
    starts: Vec<usize>,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (i, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(i + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(i + 1);
            }
        }
        Self { starts }
    }

    /// The line of a byte position, from 1.
    pub fn line(&self, position: usize) -> u32 {
        let count = self.starts.partition_point(|&start| start <= position);
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

/// Collects findings about one file.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Report {
    pub file: String,
    pub diagnostics: Diagnostics,
}

impl Report {
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), diagnostics: Diagnostics::default() }
    }

    pub fn push(&mut self, line: u32, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.in_file(self.file.clone()).at_line(line));
    }

    pub fn error(&self, line: Option<u32>, problem: RobotProblem) -> RobotError {
        RobotError { problem, file: self.file.clone(), line }
    }
}
