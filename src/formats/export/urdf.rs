//! An element put into an XML description, the rest left byte for byte.

use super::Job;
use crate::formats::FormatError;
use crate::robot::mend_xml;
use roxmltree::{Document, Node};

/// How the comments begin that exports put into a copy.
const OWN_COMMENT: &str = " Self-collision pairs, ";

/// The URDF as well-formed text.
pub(super) fn text(job: &Job<'_>, format: &'static str) -> Result<String, FormatError> {
    let bytes = job.input.urdf.ok_or(FormatError::NeedsUrdf { format })?;
    let strict = std::str::from_utf8(bytes).map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
    if let Ok(text) = strict
        && Document::parse(text).is_ok()
    {
        return Ok(text.to_owned());
    }
    let (text, _) = mend_xml(bytes, "").map_err(|error| FormatError::Syntax {
        what: error.problem.to_string(),
        line: error.line.map_or(1, u64::from),
        column: 1,
    })?;
    Ok(text)
}

/// What is taken out: elements of this name, of which an attribute begins with a value if that is given.
pub(super) type Replaced<'a> = (&'a str, Option<(&'a str, &'a str)>);

/// Puts `element` before the end of the root, or of the root's child `parent` (which is made if it is not there), and
/// takes out the children there that it replaces.
pub(super) fn put(
    text: &str,
    parent: Option<&str>,
    replaced: Replaced<'_>,
    element: &str,
) -> Result<String, FormatError> {
    let document = parse(text)?;
    let root = document.root_element();
    let Some(parent) = parent else { return Ok(put_into(text, root, replaced, "\n  ", element)) };
    let found = root.children().find(|node| node.is_element() && node.tag_name().name() == parent);
    Ok(match found {
        Some(node) => put_into(text, node, replaced, "\n    ", element),
        None => put_into(text, root, replaced, "\n  ", &format!("<{parent}>{element}</{parent}>")),
    })
}

/// Puts `element` before the end of the link of this name, and takes out its children called `replaced`.
pub(super) fn put_into_link(text: &str, link: &str, replaced: &str, element: &str) -> Result<String, FormatError> {
    let document = parse(text)?;
    let found = document.root_element().children().filter(|node| node.has_tag_name("link"));
    let node = found.into_iter().find(|node| node.attribute("name").is_some_and(|name| name.trim() == link.trim()));
    Ok(node.map_or_else(|| text.to_owned(), |node| put_into(text, node, (replaced, None), "\n    ", element)))
}

fn parse(text: &str) -> Result<Document<'_>, FormatError> {
    Document::parse(text).map_err(|error| {
        let at = error.pos();
        FormatError::Syntax { what: error.to_string(), line: at.row.into(), column: at.col.into() }
    })
}

fn put_into(text: &str, node: Node<'_, '_>, (name, attribute): Replaced<'_>, lead: &str, element: &str) -> String {
    let replaced = |node: &Node<'_, '_>| {
        let own = node.is_comment() && node.text().is_some_and(|text| text.starts_with(OWN_COMMENT));
        let fits = |(key, prefix)| node.attribute(key).is_some_and(|value: &str| value.starts_with(prefix));
        own || (node.is_element() && node.tag_name().name() == name && attribute.is_none_or(fits))
    };
    let range = node.range();
    let mut out = String::with_capacity(text.len() + element.len() + 64);
    let mut at = 0;
    for child in node.children().filter(replaced) {
        out.push_str(&text[at..child.range().start]);
        // The white space before it goes too, so that writing again and again does not pile up empty lines.
        out.truncate(out.trim_end().len());
        at = child.range().end;
    }
    let before = &text[..range.end];
    if let Some(open) = before.strip_suffix("/>") {
        let tag = text[range.start + 1..].split([' ', '\t', '\r', '\n', '/', '>']).next().unwrap_or_default();
        out.push_str(&open[at..]);
        out.push_str(&format!(">{lead}{element}{}</{tag}>", lead.strip_suffix("  ").unwrap_or_default()));
    } else {
        let closing = before.rfind("</").unwrap_or(range.end);
        out.push_str(&text[at..closing]);
        out.truncate(out.trim_end().len());
        out.push_str(&format!("{lead}{element}{}", lead.strip_suffix("  ").unwrap_or_default()));
        out.push_str(&text[closing..range.end]);
    }
    out.push_str(&text[range.end..]);
    out
}
