//! XML as xacro sees it: names with their prefixes, and where each element stands.

use crate::robot::error::{RobotError, RobotProblem};
use crate::robot::urdf::source::{LineIndex, Report};
use std::rc::Rc;

/// Elements nested deeper than this are refused.
const MAX_DEPTH: usize = 100;

/// Where something is written: an index into the list of files, and a line from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub file: usize,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Element {
    /// With its prefix, as written.
    pub name: String,
    /// With their prefixes, without declarations of namespaces.
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Node>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Element(Rc<Element>),
    Text(String),
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub fn elements(&self) -> impl Iterator<Item = &Rc<Element>> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }
}

/// Copies a document. Declared namespaces are added to `namespaces` as (prefix, URI).
pub(super) fn copy(
    text: &str,
    document: &roxmltree::Document<'_>,
    lines: &LineIndex,
    file: usize,
    namespaces: &mut Vec<(String, String)>,
    report: &Report,
) -> Result<Rc<Element>, RobotError> {
    Copier { text, lines, file, namespaces, report }.element(document.root_element(), 0)
}

struct Copier<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    file: usize,
    namespaces: &'a mut Vec<(String, String)>,
    report: &'a Report,
}

impl Copier<'_> {
    fn element(&mut self, node: roxmltree::Node<'_, '_>, depth: usize) -> Result<Rc<Element>, RobotError> {
        let start = node.range().start;
        let line = self.lines.line(start);
        if depth > MAX_DEPTH {
            let message = format!("elements are nested more than {MAX_DEPTH} deep");
            return Err(self.report.error(Some(line), RobotProblem::Xml { message }));
        }
        for namespace in node.namespaces() {
            let prefix = namespace.name().unwrap_or("");
            let known = self.namespaces.iter().any(|(other, _)| other == prefix);
            if !known && !prefix.is_empty() && prefix != "xml" && self.namespaces.len() < 64 {
                self.namespaces.push((prefix.to_owned(), namespace.uri().to_owned()));
            }
        }
        let qualified = |at: usize| {
            let rest = self.text.get(at..).unwrap_or("");
            let end = rest.find(|c: char| c.is_whitespace() || "=/>".contains(c)).unwrap_or(rest.len());
            rest.get(..end).unwrap_or("").to_owned()
        };
        let name = qualified(start + 1);
        let attributes = node.attributes().map(|a| (qualified(a.range().start), a.value().to_owned())).collect();
        let mut children = Vec::new();
        for child in node.children() {
            if child.is_element() {
                children.push(Node::Element(self.element(child, depth + 1)?));
            } else if let Some(text) = child.text().filter(|_| child.is_text()) {
                children.push(Node::Text(text.to_owned()));
            }
        }
        Ok(Rc::new(Element { name, attributes, children, place: Place { file: self.file, line } }))
    }
}
