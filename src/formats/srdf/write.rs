//! Pairs of links into an SRDF, everything else of it left as it was.

use super::super::GENERATOR;
use super::super::link_matrix::{LinkMatrix, LinkPair};
use super::read::{OWN_COMMENT, Srdf, SrdfPair};
use crate::matrix::Reason;
use crate::robot::Robot;
use crate::xml::{attribute, comment, escaped};
use std::collections::BTreeSet;
use std::ops::Range;

/// The word that MoveIt uses for a pair's reason; an imported pair keeps the word that it came with, or none.
///
/// MoveIt has no word for two links of one rigid body: they are `Adjacent` if a joint joins them, else `Always` or
/// `Never` as they collide or not.
pub fn reason_word(robot: &Robot, matrix: &LinkMatrix, pair: &LinkPair) -> Option<String> {
    let word = match pair.reason {
        Some(Reason::SameBody) => {
            let (a, b) = matrix.names(pair);
            let name = |link: usize| robot.links.get(link).map(|link| link.name.as_str());
            let joined = robot.joints.iter().any(|joint| {
                let ends = (name(joint.parent), name(joint.child));
                ends == (Some(a), Some(b)) || ends == (Some(b), Some(a))
            });
            match (joined, pair.collides) {
                (true, _) => "Adjacent",
                (_, Some(true)) => "Always",
                _ => "Never",
            }
        }
        Some(Reason::Adjacent) => "Adjacent",
        Some(Reason::Always) => "Always",
        Some(Reason::Never) => "Never",
        Some(Reason::Imported) => return pair.note.clone(),
        Some(Reason::User) | None => "User",
    };
    Some(word.to_owned())
}

/// An SRDF that disables the skipped pairs of `matrix`.
///
/// With `base` that document comes back with its collision entries replaced and the robot's name set right; groups,
/// states, end effectors, comments and all else stay byte for byte. Entries for links that `matrix` does not have
/// stay too. What `base` disables by default is written out pair by pair.
pub fn write(base: Option<&Srdf>, robot: &Robot, matrix: &LinkMatrix) -> Vec<u8> {
    match base {
        Some(base) => into_base(base, robot, matrix),
        None => {
            let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"");
            attribute(&mut out, &robot.name);
            out.push_str("\">\n");
            block(&mut out, robot, matrix, "  ", "\n");
            out.push_str("</robot>\n");
            out.into_bytes()
        }
    }
}

fn block(out: &mut String, robot: &Robot, matrix: &LinkMatrix, indent: &str, end: &str) {
    out.push_str(indent);
    out.push_str("<!--");
    out.push_str(OWN_COMMENT);
    out.push_str(&comment(&format!("the pairs below were written by {GENERATOR}")));
    if matrix.lost > 0 {
        out.push_str(&format!(
            "; {} skipped pairs of parts are not among them, as other parts of their links have to be checked",
            matrix.lost
        ));
    }
    out.push_str(" -->");
    out.push_str(end);
    for pair in matrix.skipped() {
        let (a, b) = matrix.names(pair);
        out.push_str(indent);
        out.push_str(&format!("<disable_collisions link1=\"{}\" link2=\"{}\"", escaped(a), escaped(b)));
        if let Some(word) = reason_word(robot, matrix, pair) {
            out.push_str(&format!(" reason=\"{}\"", escaped(&word)));
        }
        out.push_str("/>");
        out.push_str(end);
    }
}

fn into_base(base: &Srdf, robot: &Robot, matrix: &LinkMatrix) -> Vec<u8> {
    let text = base.text.as_str();
    let links: BTreeSet<&str> = matrix.links.iter().map(String::as_str).collect();
    let ours = |entry: &&SrdfPair| {
        (links.contains(entry.link1.as_str()) && links.contains(entry.link2.as_str())) || entry.link1 == entry.link2
    };
    let mut cuts: Vec<Range<usize>> = base
        .disabled
        .iter()
        .chain(&base.enabled)
        .filter(ours)
        .map(|entry| entry.range.clone())
        .chain(base.default_disabled.iter().filter(|e| links.contains(e.link.as_str())).map(|e| e.range.clone()))
        .chain(base.own_comments.iter().cloned())
        .map(|range| whole_line(text, range))
        .collect();
    cuts.sort_by_key(|range| range.start);

    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let place = cuts.first().map(|range| range.start).or_else(|| closing_line(&text[..base.root_end]));
    let Some(place) = place else {
        // The root is an empty element, <robot name="x"/>: it has nothing worth keeping.
        return write(None, robot, matrix);
    };
    let indent = cuts.first().map_or("  ", |range| {
        let line = &text[range.start..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    });
    let mut written = String::new();
    if place > 0 && !text[..place].ends_with('\n') {
        written.push_str(end);
    }
    block(&mut written, robot, matrix, indent, end);

    let mut edits: Vec<(Range<usize>, &str)> = vec![(place..place, &written)];
    edits.extend(cuts.into_iter().map(|range| (range, "")));
    let name = escaped(&robot.name);
    if let Some(range) = base.name_range.clone().filter(|_| base.robot_name.as_deref() != Some(&robot.name)) {
        edits.push((range, &name));
    }
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len() + written.len());
    let mut at = 0;
    for (range, replacement) in edits {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(replacement);
        at = at.max(range.end);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out.into_bytes()
}

/// The range of an element, together with its line if it has that for itself.
fn whole_line(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
    let alone = text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    if alone { start..end } else { range }
}

/// The start of the line with the root's closing tag, or of the tag if something stands before it there. `text` ends
/// with the root.
fn closing_line(text: &str) -> Option<usize> {
    let tag = text.rfind("</").filter(|_| !text.ends_with("/>"))?;
    let line = text[..tag].rfind('\n').map_or(0, |at| at + 1);
    Some(if text[line..tag].trim().is_empty() { line } else { tag })
}
