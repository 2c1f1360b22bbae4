//! Expansion of xacro: properties, arguments, macros with blocks, includes, conditions, expressions.
//!
//! It follows what the `xacro` program of ROS does (wiki.ros.org/xacro, and its successor for ROS 2), with these
//! differences: `$(find package)` becomes `package://package`, which the resolver of files and of meshes understands;
//! no environment is read; comprehensions, lambdas and includes by pattern are named as not supported; and there are
//! limits on depth, size and work, so that no file runs without end.

mod arguments;
mod call;
mod dom;
mod eval;
mod evaluate;
mod expander;
mod failure;
mod files;
mod functions;
mod lexer;
mod macros;
mod output;
mod parser;
mod scope;
mod text;
mod value;
mod yaml;

#[cfg(test)]
mod tests;

pub use arguments::{XacroArgument, arguments};

use super::error::{RobotError, RobotProblem};
use super::urdf::{ParsedRobot, parse_urdf};
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use dom::Place;
use expander::{Blame, Expander};
use failure::Failure;
use output::Writer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Finds the bytes of a file that a xacro includes or loads. The path is `package://name/...`, absolute, or relative
/// to where the name of the main file starts from; it has no `.`, and `..` at most at its start.
pub type Resolver<'a> = dyn Fn(&str) -> Option<Arc<[u8]>> + 'a;

/// What the user may set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct XacroSettings {
    /// Values of `xacro:arg`s by name; they beat the defaults of the file.
    pub arguments: BTreeMap<String, String>,
    /// What `$(env ...)` and `$(optenv ...)` see.
    pub environment: BTreeMap<String, String>,
}

/// An expanded xacro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// The XML, one element a line.
    pub text: String,
    pub diagnostics: Diagnostics,
    /// Files that took part, the main one first.
    pub files: Vec<String>,
    /// Per line of `text` the index of a file and the line there.
    lines: Vec<(usize, u32)>,
}

impl Expanded {
    /// The file and line that a line of the text (from 1) comes from.
    pub fn origin(&self, line: u32) -> Option<(&str, u32)> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let (file, line) = self.lines.get(index)?;
        Some((self.files.get(*file)?, *line))
    }
}

/// A robot read from a xacro, and the URDF that the xacro expands to.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandedRobot {
    pub parsed: ParsedRobot,
    pub urdf: String,
}

/// Whether a file uses xacro: by its name, or because it declares the namespace and uses it or has `${...}`.
pub fn is_xacro(bytes: &[u8], file_name: &str) -> bool {
    if file_name.to_ascii_lowercase().ends_with(".xacro") {
        return true;
    }
    let has = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
    has(b"<xacro:")
}

/// Expands a xacro file.
///
/// # Errors
/// The first thing that cannot be done, with its file and line and the macros that led to it.
pub fn expand(
    bytes: &[u8],
    file_name: &str,
    resolver: &Resolver<'_>,
    settings: &XacroSettings,
) -> Result<Expanded, RobotError> {
    let mut expander = Expander::new(resolver, settings);
    let root = expander.read(bytes, file_name)?;
    let expanded = expander.root(&root).map_err(|mut failure| {
        if expander.blame == Blame::FileMissing {
            failure.mend =
                "Add the file, or the folder of its package. If an argument chooses it, choose another.".into();
        }
        // A file that is not there can only be to blame for what it would have defined.
        if let Some(missing) = expander.missing.last().filter(|_| expander.blame == Blame::Undefined) {
            failure.message.push_str(&format!(" ('{missing}', which is included, is not there)"));
            failure.mend = "Add the missing file, or the folder of its package.".into();
        }
        error_of(*failure, &expander.files)
    })?;
    for name in settings.arguments.keys() {
        if !expander.known_arguments.contains(name) {
            let what = format!("The argument '{name}' was given and is not one of the file.");
            expander.tell(Place { file: 0, line: 1 }, Diagnostic::warning("xacro-argument-unknown", what));
        }
    }
    let writer = Writer::write(&expanded, &expander.namespaces);
    Ok(Expanded {
        // Folders of packages are found by their package, also where a file scheme stands before.
        text: writer.text.replace("file://package://", "package://"),
        diagnostics: expander.diagnostics,
        files: expander.files,
        lines: writer.places.into_iter().map(|place| (place.file, place.line)).collect(),
    })
}

/// Expands a xacro file and reads the robot. Findings name the files and lines of the xacro.
///
/// # Errors
/// As [`expand`] and [`parse_urdf`].
pub fn parse_xacro(
    bytes: &[u8],
    file_name: &str,
    resolver: &Resolver<'_>,
    settings: &XacroSettings,
) -> Result<ExpandedRobot, RobotError> {
    let mut expanded = expand(bytes, file_name, resolver, settings)?;
    let mut parsed = parse_urdf(expanded.text.as_bytes(), file_name).map_err(|mut error| {
        if let Some((file, line)) = error.line.and_then(|line| expanded.origin(line)) {
            (error.file, error.line) = (file.to_owned(), Some(line));
        }
        error
    })?;
    let mut diagnostics = std::mem::take(&mut expanded.diagnostics);
    for mut diagnostic in std::mem::take(&mut parsed.diagnostics).0 {
        if let Some((file, line)) = diagnostic.line.and_then(|line| expanded.origin(line)) {
            (diagnostic.file, diagnostic.line) = (Some(file.to_owned()), Some(line));
        }
        // A macro that is called often says the same often.
        if diagnostic.severity == Severity::Info && diagnostics.0.contains(&diagnostic) {
            continue;
        }
        diagnostics.push(diagnostic);
    }
    parsed.diagnostics = diagnostics;
    let main_line = |line: &mut Option<u32>| {
        *line =
            line.and_then(|line| expanded.origin(line)).filter(|(file, _)| *file == file_name).map(|(_, line)| line);
    };
    for link in &mut parsed.robot.links {
        main_line(&mut link.line);
        link.collisions.iter_mut().chain(&mut link.visuals).for_each(|element| main_line(&mut element.line));
    }
    for joint in &mut parsed.robot.joints {
        main_line(&mut joint.line);
    }
    Ok(ExpandedRobot { parsed, urdf: expanded.text })
}

fn error_of(failure: Failure, files: &[String]) -> RobotError {
    const SHOWN: usize = 4;
    let file_of = |place: Place| files.get(place.file).cloned().unwrap_or_default();
    let mut message = failure.message;
    for (what, place) in failure.trace.iter().take(SHOWN) {
        message.push_str(&format!(", in {what} from {} line {}", file_of(*place), place.line));
    }
    let problem = RobotProblem::Xacro { message, mend: failure.mend };
    RobotError { problem, file: file_of(failure.place), line: Some(failure.place.line) }
}
