//! The text of an SRDF to its collision entries; the rest stays text.

use super::super::error::FormatError;
use super::super::tally::Tally;
use crate::diagnostics::{Diagnostics, Severity};
use crate::robot::mend_xml;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;
use std::ops::Range;

/// An SRDF with its collision entries in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Srdf {
    /// The name of the robot that it is for.
    pub robot_name: Option<String>,
    /// `<disable_collisions>`
    pub disabled: Vec<SrdfPair>,
    /// `<enable_collisions>`
    pub enabled: Vec<SrdfPair>,
    /// `<disable_default_collisions>`
    pub default_disabled: Vec<SrdfLink>,
    /// The whole document, well-formed.
    pub(super) text: String,
    /// Where the name of the robot stands in `text`, without quotes.
    pub(super) name_range: Option<Range<usize>>,
    /// Where the root element ends in `text`.
    pub(super) root_end: usize,
    /// Where the comments stand that [`super::write`] made.
    pub(super) own_comments: Vec<Range<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SrdfPair {
    pub link1: String,
    pub link2: String,
    /// `Adjacent`, `Never`, `Always`, `Default`, `User` or any other word; as written.
    pub reason: Option<String>,
    /// From 1.
    pub line: u32,
    pub(super) range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SrdfLink {
    pub link: String,
    /// From 1.
    pub line: u32,
    pub(super) range: Range<usize>,
}

/// How a comment begins that [`super::write`] made.
pub(super) const OWN_COMMENT: &str = " noclash: ";

/// Reads an SRDF. Entries without link names, self pairs, duplicates and reversed duplicates are reported; the first
/// of several entries for one pair holds. Broken XML is mended where that can be done safely. Fails if the text can't
/// be parsed, is a URDF, or is a xacro that has not been expanded.
pub fn read(bytes: &[u8], file_name: &str) -> Result<(Srdf, Diagnostics), FormatError> {
    let mut found = Diagnostics::default();
    let strict = std::str::from_utf8(bytes).map(|text| text.strip_prefix('\u{feff}').unwrap_or(text)).ok();
    let text = match strict.filter(|text| parse(text).is_ok()) {
        Some(text) => text.to_owned(),
        None => {
            let (text, mends) = mend_xml(bytes, file_name).map_err(|error| FormatError::Syntax {
                what: error.problem.to_string(),
                line: error.line.map_or(1, u64::from),
                column: 1,
            })?;
            found.extend(mends);
            text
        }
    };
    let document = parse(&text)?;
    let root = document.root_element();
    if root.tag_name().name() != "robot" {
        return Err(FormatError::NotAnSrdf { found: root.tag_name().name().to_owned() });
    }
    if let Some(node) = root.descendants().find(is_xacro) {
        return Err(FormatError::IsXacro { what: format!("<{}>", node.tag_name().name()) });
    }
    let lines = Lines::new(&text);
    let mut tally = Tally::default();
    let (mut disabled, mut enabled, mut default_disabled) = (Vec::new(), Vec::new(), Vec::new());
    let mut links = 0_usize;
    for node in root.children().filter(Node::is_element) {
        let (range, line) = (node.range(), lines.line(node.range().start));
        match node.tag_name().name() {
            "disable_collisions" => disabled.extend(pair(node, line, &mut tally)),
            "enable_collisions" => enabled.extend(pair(node, line, &mut tally)),
            "disable_default_collisions" => match node.attribute("link") {
                Some(link) => default_disabled.push(SrdfLink { link: link.to_owned(), line, range }),
                None => tally.add("srdf-link-missing", || format!("line {line}")),
            },
            "link" => links += 1,
            _ => {}
        }
    }
    if links > 0 && disabled.is_empty() && enabled.is_empty() && default_disabled.is_empty() {
        return Err(FormatError::IsUrdf);
    }
    repeated(&disabled, &mut tally);
    repeated(&enabled, &mut tally);
    report(&tally, file_name, &mut found);
    let own_comments = root
        .children()
        .filter(|node| node.is_comment() && node.text().is_some_and(|t| t.starts_with(OWN_COMMENT)))
        .map(|node| node.range())
        .collect();
    let name = root.attribute_node("name");
    let (robot_name, name_range) = (name.map(|n| n.value().to_owned()), name.map(|n| n.range_value()));
    let root_end = root.range().end;
    drop(document);
    Ok((Srdf { robot_name, disabled, enabled, default_disabled, text, name_range, root_end, own_comments }, found))
}

fn parse(text: &str) -> Result<Document<'_>, FormatError> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: 4_000_000, entity_resolver: None };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        FormatError::Syntax { what: error.to_string(), line: at.row.into(), column: at.col.into() }
    })
}

fn is_xacro(node: &Node<'_, '_>) -> bool {
    node.is_element()
        && node
            .tag_name()
            .namespace()
            .is_some_and(|ns| matches!(ns, "http://www.ros.org/wiki/xacro" | "http://ros.org/wiki/xacro"))
}

fn pair(node: Node<'_, '_>, line: u32, tally: &mut Tally) -> Option<SrdfPair> {
    let (Some(link1), Some(link2)) = (node.attribute("link1"), node.attribute("link2")) else {
        tally.add("srdf-link-missing", || format!("line {line}"));
        return None;
    };
    if link1 == link2 {
        tally.add("srdf-self-pair", || format!("`{link1}` (line {line})"));
    }
    let reason = node.attribute("reason").map(str::to_owned);
    Some(SrdfPair { link1: link1.to_owned(), link2: link2.to_owned(), reason, line, range: node.range() })
}

fn repeated(entries: &[SrdfPair], tally: &mut Tally) {
    let mut first: BTreeMap<(&str, &str), &SrdfPair> = BTreeMap::new();
    for entry in entries {
        let (a, b) = (entry.link1.as_str(), entry.link2.as_str());
        match first.get(&(a.min(b), a.max(b))) {
            None => {
                first.insert((a.min(b), a.max(b)), entry);
            }
            Some(earlier) => {
                let code = if earlier.link1 == a { "srdf-duplicate" } else { "srdf-reversed" };
                tally.add(code, || format!("`{a}`-`{b}` (lines {} and {})", earlier.line, entry.line));
                if earlier.reason != entry.reason {
                    tally.add("srdf-reasons-differ", || {
                        let word = |r: &Option<String>| r.clone().unwrap_or_else(|| "none".to_owned());
                        format!("`{a}`-`{b}` ({}, then {})", word(&earlier.reason), word(&entry.reason))
                    });
                }
            }
        }
    }
}

fn report(tally: &Tally, file_name: &str, found: &mut Diagnostics) {
    use Severity::{Info, Warning};
    let start = found.len();
    for (severity, code, what, mend) in [
        (Warning, "srdf-link-missing", "collision entries name no link and were left out", "Give both links."),
        (Warning, "srdf-self-pair", "entries pair a link with itself; they mean nothing", "Remove them."),
        (Info, "srdf-duplicate", "pairs are listed more than once", "Remove the later entries."),
        (Info, "srdf-reversed", "pairs are listed again with their links reversed", "Remove the later entries."),
        (Warning, "srdf-reasons-differ", "pairs are listed with different reasons; the first holds", ""),
    ] {
        tally.report(found, severity, code, what, mend);
    }
    for diagnostic in &mut found.0[start..] {
        diagnostic.file = Some(file_name.to_owned());
    }
}

/// Finds the line of a byte position in logarithmic time.
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn new(text: &str) -> Self {
        Self { starts: text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1).collect() }
    }

    fn line(&self, at: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|&start| start <= at) + 1).unwrap_or(u32::MAX)
    }
}
