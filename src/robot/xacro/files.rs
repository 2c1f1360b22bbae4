//! Files that others include.

use super::dom::{Element, Place, copy};
use super::expander::Expander;
use super::failure::{Outcome, fail};
use crate::robot::error::RobotError;
use crate::robot::urdf::decode::decode;
use crate::robot::urdf::repair::repair;
use crate::robot::urdf::source::Report;
use std::rc::Rc;

/// Files above this are refused.
const MAX_FILES: usize = 2_000;

impl Expander<'_> {
    /// The folder of a file.
    pub(super) fn folder(&self, place: Place) -> &str {
        let file = self.files.get(place.file).map_or("", String::as_str);
        file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// A path as the resolver takes it: one that says its package, or one relative to the main file's folder's root,
    /// made from the folder of the file that names it.
    pub(super) fn resolve(&self, path: &str, place: Place) -> String {
        let path = path.trim().replace('\\', "/");
        let path = path.strip_prefix("file://").unwrap_or(&path);
        if path.starts_with('/') || path.contains("://") {
            return tidy(path);
        }
        match self.folder(place) {
            "" => tidy(path),
            folder => tidy(&format!("{folder}/{path}")),
        }
    }

    /// The root element of a file; `None` if it is not there.
    pub(super) fn document(&mut self, path: &str, place: Place) -> Outcome<Option<Rc<Element>>> {
        if let Some(root) = self.documents.get(path) {
            return Ok(Some(root.clone()));
        }
        let Some(bytes) = (self.resolver)(path) else { return Ok(None) };
        if self.files.len() >= MAX_FILES {
            return fail(place, format!("more than {MAX_FILES} files are included"), "Include fewer.");
        }
        match self.read(&bytes, path) {
            Ok(root) => {
                self.documents.insert(path.to_owned(), root.clone());
                Ok(Some(root))
            }
            Err(error) => {
                let place = Place { file: self.files.len() - 1, line: error.line.unwrap_or(1) };
                fail(place, error.problem.to_string(), error.problem.mend())
            }
        }
    }

    /// Reads a file and adds it to the list of files.
    pub(super) fn read(&mut self, bytes: &[u8], path: &str) -> Result<Rc<Element>, RobotError> {
        let file = self.files.len();
        self.files.push(path.to_owned());
        let mut report = Report::new(path);
        let text = decode(bytes, &mut report)?;
        let repaired = repair(text, &mut report)?;
        let document = repaired.document(&report)?;
        let root = copy(&repaired.text, &document, &repaired.lines, file, &mut self.namespaces, &report)?;
        // Prefixes that xacro files leave undeclared are no concern of their users.
        self.diagnostics.0.extend(report.diagnostics.0.into_iter().filter(|d| d.code != "xml-prefix-undeclared"));
        Ok(root)
    }
}

/// Removes `.`, `..` and double slashes behind a scheme, if there is one.
fn tidy(path: &str) -> String {
    let (scheme, rest) = match path.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => (if path.starts_with('/') { "/".to_owned() } else { String::new() }, path),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    scheme + &parts.join("/")
}
