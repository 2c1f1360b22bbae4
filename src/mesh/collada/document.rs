//! The XML of a COLLADA file and its elements by id.

use super::FORMAT;
use crate::mesh::error::MeshError;
use crate::mesh::text::decode;
use roxmltree::{Document, Error, Node, ParsingOptions};
use std::borrow::Cow;
use std::collections::HashMap;

/// An XML node takes about 70 bytes, the shortest element 4: a cap keeps memory in proportion to sane files.
const MAX_NODES: u32 = 8_000_000;

/// Parses the file, mending namespace prefixes that nobody declared, and hands the root to `use_root`.
pub(super) fn with_document<T>(bytes: &[u8], use_root: impl FnOnce(Node<'_, '_>) -> T) -> Result<T, MeshError> {
    let mut text = decode(bytes);
    let start = text.find('<').unwrap_or(0);
    if start > 0 {
        text = Cow::Owned(text[start..].to_owned());
    }
    // Every round declares one prefix; files have a handful of them.
    for _ in 0..16 {
        let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        match Document::parse_with_options(&text, options) {
            Ok(document) => return Ok(use_root(document.root_element())),
            Err(Error::UnknownNamespace(prefix, position)) => match declare(&text, &prefix) {
                Some(mended) => text = Cow::Owned(mended),
                None => return Err(syntax(&Error::UnknownNamespace(prefix, position))),
            },
            Err(error) => return Err(syntax(&error)),
        }
    }
    Err(MeshError::syntax(FORMAT, "too many undeclared namespace prefixes"))
}

fn syntax(error: &Error) -> MeshError {
    MeshError::syntax_at(FORMAT, error.to_string(), error.pos().row)
}

/// Declares `prefix` at the root element.
fn declare(text: &str, prefix: &str) -> Option<String> {
    let root = text.find("<COLLADA")? + "<COLLADA".len();
    Some(format!("{} xmlns:{prefix}=\"urn:undeclared:{prefix}\"{}", &text[..root], &text[root..]))
}

/// The first child element of this name, whatever its namespace.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

pub(super) fn children<'a, 'i, 'n>(
    node: Node<'a, 'i>,
    name: &'n str,
) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i, 'n> {
    node.children().filter(move |c| c.is_element() && c.tag_name().name() == name)
}

/// Elements that others refer to, by their kind and id.
pub(super) struct Library<'a, 'i> {
    by_id: HashMap<(&'a str, &'a str), Node<'a, 'i>>,
    pub(super) geometries: Vec<Node<'a, 'i>>,
    /// Ids that were given before to an element of the same kind.
    pub(super) duplicates: usize,
}

impl<'a, 'i> Library<'a, 'i> {
    pub(super) fn new(root: Node<'a, 'i>) -> Self {
        let mut library = Self { by_id: HashMap::new(), geometries: Vec::new(), duplicates: 0 };
        for node in root.descendants().filter(Node::is_element) {
            let kind = node.tag_name().name();
            if kind == "geometry" {
                library.geometries.push(node);
            }
            let referred = matches!(
                kind,
                "geometry"
                    | "controller"
                    | "node"
                    | "visual_scene"
                    | "material"
                    | "effect"
                    | "source"
                    | "float_array"
                    | "vertices"
            );
            if let Some(id) = node.attribute("id").filter(|_| referred) {
                match library.by_id.entry((kind, id)) {
                    std::collections::hash_map::Entry::Occupied(_) => library.duplicates += 1,
                    std::collections::hash_map::Entry::Vacant(slot) => {
                        slot.insert(node);
                    }
                }
            }
        }
        library
    }

    /// The element to which a reference such as `#id` (or `file.dae#id`) points.
    pub(super) fn find(&self, kind: &str, reference: &str) -> Option<Node<'a, 'i>> {
        let id = reference.rsplit('#').next()?.trim();
        self.by_id.get(&(kind, id)).copied()
    }
}
