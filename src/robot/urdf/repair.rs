//! Mends what real files get wrong before a strict XML parser sees them. Every mend keeps the lines as they are, so
//! that later findings name the lines of the user's file.

use super::super::error::{RobotError, RobotProblem};
use super::source::{LineIndex, Report};
use crate::diagnostics::Diagnostic;
use roxmltree::{Document, Error, ParsingOptions};

/// Elements, attributes and texts above this are refused.
const MAX_NODES: u32 = 8_000_000;
/// Undeclared prefixes above this are refused.
const MAX_PREFIXES: usize = 64;

/// Text that [`parse`] has found to be well-formed.
#[derive(Debug)]
pub(in crate::robot) struct Repaired {
    pub text: String,
    pub lines: LineIndex,
}

impl Repaired {
    /// The document, and an error where the text is broken all the same (which [`repair`] has excluded).
    pub fn document(&self, report: &Report) -> Result<Document<'_>, RobotError> {
        parse(&self.text).map_err(|error| broken(&error, &self.lines, &self.text, report))
    }
}

fn parse(text: &str) -> Result<Document<'_>, Error> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, entity_resolver: None };
    Document::parse_with_options(text, options)
}

/// Mends the text until it is well-formed; each mend is reported with its line.
pub(in crate::robot) fn repair(text: String, report: &mut Report) -> Result<Repaired, RobotError> {
    let lines = LineIndex::new(&text);
    let mut text = Scanner::new(&text, &lines, report).run();
    for _ in 0..=MAX_PREFIXES {
        let error = match parse(&text) {
            Ok(_) => return Ok(Repaired { lines: LineIndex::new(&text), text }),
            Err(error) => error,
        };
        match &error {
            Error::UnknownNamespace(prefix, position) if is_name(prefix) => {
                let what = format!("The prefix '{prefix}:' is used and not declared; it was declared.");
                let mend = format!("Add xmlns:{prefix}=\"...\" to <robot>.");
                report.push(position.row, Diagnostic::warning("xml-prefix-undeclared", what).mend(mend));
                match declare(&text, prefix) {
                    Some(declared) => text = declared,
                    None => return Err(broken(&error, &lines, &text, report)),
                }
            }
            error => return Err(broken(error, &lines, &text, report)),
        }
    }
    let message = format!("more than {MAX_PREFIXES} prefixes are used and not declared");
    Err(report.error(None, RobotProblem::Xml { message }))
}

fn broken(error: &Error, lines: &LineIndex, text: &str, report: &Report) -> RobotError {
    let line = match error {
        Error::UnclosedRootNode | Error::NoRootNode => lines.line(text.len()),
        error => error.pos().row,
    };
    let message = match error {
        Error::UnclosedRootNode => "the file ends before the root element is closed (is it cut off?)".to_owned(),
        Error::NoRootNode => "there is no element".to_owned(),
        Error::UnexpectedCloseTag(expected, found, _) => format!("</{found}> stands where </{expected}> must"),
        Error::DuplicatedAttribute(name, _) => format!("the attribute '{name}' is given twice"),
        error => error.to_string(),
    };
    report.error(Some(line), RobotProblem::Xml { message })
}

/// Adds a declaration of `prefix` to the first element of a text whose prolog [`Scanner`] has cleaned.
fn declare(text: &str, prefix: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += text.get(at..)?.find('<')?;
        if text.get(at..)?.starts_with("<!--") {
            at += 4 + text.get(at + 4..)?.find("-->")?;
        } else if matches!(bytes.get(at + 1), Some(b'?' | b'!')) {
            at += 1;
        } else {
            break;
        }
    }
    let name = text.get(at + 1..)?;
    let length = name.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
    let split = at + 1 + length;
    Some(format!("{} xmlns:{prefix}=\"undeclared:{prefix}\"{}", text.get(..split)?, text.get(split..)?))
}

fn is_name(prefix: &str) -> bool {
    !prefix.is_empty() && !prefix.contains(|c: char| c.is_whitespace() || "<>\"'=&/:".contains(c))
}

/// One pass over the markup that copies it, mended.
struct Scanner<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    report: &'a mut Report,
    out: String,
    at: usize,
    depth: usize,
    /// Whether anything but white space has been passed.
    started: bool,
    told_comment: bool,
    told_control: bool,
    told_ampersand: bool,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, lines: &'a LineIndex, report: &'a mut Report) -> Self {
        let out = String::with_capacity(text.len() + 64);
        Self {
            text,
            lines,
            report,
            out,
            at: 0,
            depth: 0,
            started: false,
            told_comment: false,
            told_control: false,
            told_ampersand: false,
        }
    }

    fn run(mut self) -> String {
        let mut root_seen = false;
        while self.at < self.text.len() {
            let rest = self.rest();
            if root_seen && self.depth == 0 {
                self.tail();
                break;
            }
            if rest.starts_with("<!--") {
                self.comment();
            } else if rest.starts_with("<![CDATA[") {
                let length = rest.find("]]>").map_or(rest.len(), |end| end + 3);
                self.copy(length);
            } else if is_declaration(rest) {
                self.declaration();
            } else if rest.starts_with("<?") {
                let length = rest.find("?>").map_or(rest.len(), |end| end + 2);
                self.copy(length);
            } else if rest.starts_with("<!") {
                self.doctype();
            } else if rest.starts_with('<') {
                root_seen = true;
                self.tag();
            } else {
                let length = rest.find('<').unwrap_or(rest.len());
                self.characters(length);
            }
        }
        self.out
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn line(&self) -> u32 {
        self.lines.line(self.at)
    }

    /// Copies `length` bytes, replacing characters that XML does not allow and lone ampersands.
    fn copy(&mut self, length: usize) {
        let piece = self.text.get(self.at..self.at + length).unwrap_or("");
        self.started |= !piece.trim().is_empty();
        for (offset, c) in piece.char_indices() {
            if c == '&' && !is_reference(piece.get(offset..).unwrap_or("")) {
                if !std::mem::replace(&mut self.told_ampersand, true) {
                    let line = self.lines.line(self.at + offset);
                    let what = "A lone '&' was read as a plain character.";
                    self.report.push(line, Diagnostic::warning("xml-ampersand", what).mend("Write &amp;."));
                }
                self.out.push_str("&amp;");
            } else if is_xml_char(c) {
                self.out.push(c);
            } else {
                if !std::mem::replace(&mut self.told_control, true) {
                    let line = self.lines.line(self.at + offset);
                    let what = format!("Characters that XML does not allow (U+{:04X}) were left out.", u32::from(c));
                    self.report.push(line, Diagnostic::warning("xml-control-character", what));
                }
                self.out.push(' ');
            }
        }
        self.at += length;
    }

    /// Replaces `length` bytes by white space with the same lines.
    fn blank(&mut self, length: usize) {
        let piece = self.text.get(self.at..self.at + length).unwrap_or("");
        self.out.extend(piece.chars().map(|c| if c == '\n' || c == '\r' { c } else { ' ' }));
        self.at += length;
    }

    fn characters(&mut self, length: usize) {
        let piece = self.text.get(self.at..self.at + length).unwrap_or("");
        if self.depth > 0 {
            self.copy(length);
            return;
        }
        if !piece.trim().is_empty() {
            self.started = true;
            let lead = piece.len() - piece.trim_start().len();
            let what = "Text before the first element was skipped.";
            self.report.push(self.lines.line(self.at + lead), Diagnostic::warning("xml-leading-text", what));
        }
        self.blank(length);
    }

    fn comment(&mut self) {
        let rest = self.rest();
        let body = rest.get(4..).unwrap_or("");
        match body.find("-->") {
            Some(end) => {
                let inner = body.get(..end).unwrap_or("");
                if inner.contains("--") || inner.ends_with('-') {
                    if !std::mem::replace(&mut self.told_comment, true) {
                        let what = "A comment with '--' in it, which XML does not allow, was skipped.";
                        self.report.push(self.line(), Diagnostic::info("xml-comment", what));
                    }
                    self.started = true;
                    self.blank(end + 7);
                } else {
                    self.copy_plain(end + 7);
                }
            }
            None => self.copy_plain(rest.len()),
        }
    }

    /// Copies a comment: ampersands mean nothing there.
    fn copy_plain(&mut self, length: usize) {
        self.started = true;
        let piece = self.text.get(self.at..self.at + length).unwrap_or("");
        self.out.extend(piece.chars().map(|c| if is_xml_char(c) { c } else { ' ' }));
        self.at += length;
    }

    /// An XML declaration says nothing that is still needed: the text is decoded.
    fn declaration(&mut self) {
        let rest = self.rest();
        if self.started || self.at > 0 {
            let what = "The XML declaration is not at the very start of the file; it was skipped.";
            let mend = "Remove what stands before <?xml ...?>.";
            self.report.push(self.line(), Diagnostic::warning("xml-declaration-late", what).mend(mend));
        }
        self.started = true;
        let length = rest.find("?>").map_or(rest.len(), |end| end + 2);
        self.blank(length);
    }

    fn doctype(&mut self) {
        let rest = self.rest();
        let mut brackets = 0_usize;
        let mut length = rest.len();
        for (i, byte) in rest.bytes().enumerate() {
            match byte {
                b'[' => brackets += 1,
                b']' => brackets = brackets.saturating_sub(1),
                b'>' if brackets == 0 => {
                    length = i + 1;
                    break;
                }
                _ => {}
            }
        }
        let what = "The document type declaration was skipped; entities that it defines are unknown.";
        self.report.push(self.line(), Diagnostic::warning("xml-doctype", what));
        self.started = true;
        self.blank(length);
    }

    fn tag(&mut self) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let mut quote = None;
        let mut end = bytes.len();
        for (i, &byte) in bytes.iter().enumerate() {
            match (quote, byte) {
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'>') => {
                    end = i + 1;
                    break;
                }
                (Some(open), byte) if byte == open => quote = None,
                _ => {}
            }
        }
        let closing = bytes.get(1) == Some(&b'/');
        let empty = end >= 2 && bytes.get(end - 2) == Some(&b'/');
        if closing {
            self.depth = self.depth.saturating_sub(1);
        } else if !empty {
            self.depth += 1;
        }
        self.copy(end);
    }

    /// What follows the root element: comments may stay, anything else is cut off.
    fn tail(&mut self) {
        while self.at < self.text.len() {
            let rest = self.rest();
            let lead = rest.len() - rest.trim_start().len();
            if lead > 0 {
                self.blank(lead);
            } else if rest.starts_with("<!--") && rest.contains("-->") {
                let length = rest.find("-->").map_or(rest.len(), |end| end + 3);
                self.blank(length);
            } else {
                let what = if rest.starts_with("<robot") {
                    "A second <robot> follows the first; only the first was read."
                } else {
                    "What follows the root element was skipped."
                };
                let mend = "Remove it, or move it into a file of its own.";
                self.report.push(self.line(), Diagnostic::warning("xml-trailing-content", what).mend(mend));
                return;
            }
        }
    }
}

fn is_declaration(rest: &str) -> bool {
    rest.strip_prefix("<?xml").is_some_and(|after| after.starts_with(|c: char| c.is_whitespace() || c == '?'))
}

/// `Char` of XML 1.0, section 2.2.
fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}')
}

/// Whether the text starts with a reference that XML knows without a document type.
fn is_reference(text: &str) -> bool {
    let Some(end) = text.get(..text.len().min(16)).or(Some(text)).and_then(|head| head.find(';')) else {
        return false;
    };
    let name = text.get(1..end).unwrap_or("");
    match name {
        "amp" | "lt" | "gt" | "quot" | "apos" => true,
        _ => match name.strip_prefix('#') {
            Some(number) => match number.strip_prefix('x') {
                Some(hex) => !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()),
                None => !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()),
            },
            None => false,
        },
    }
}
