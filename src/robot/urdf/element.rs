//! An XML element as the reader sees it: attributes as text, numbers and vectors, with findings on what is odd.

use super::source::{LineIndex, Report};
use crate::diagnostics::Diagnostic;
use roxmltree::Node;

/// An element together with what is needed to say where it is.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub node: Node<'a, 'a>,
    lines: &'a LineIndex,
}

impl<'a> Element<'a> {
    pub fn new(node: Node<'a, 'a>, lines: &'a LineIndex) -> Self {
        Self { node, lines }
    }

    pub fn lines(&self) -> &'a LineIndex {
        self.lines
    }

    pub fn line(&self) -> u32 {
        self.lines.line(self.node.range().start)
    }

    pub fn tag(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Whether the element is of the description's own vocabulary, not of an extension with a prefix.
    pub fn is_plain(&self) -> bool {
        let root = self.node.document().root_element();
        self.node.tag_name().namespace() == root.tag_name().namespace()
    }

    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// The attribute if it is there and not empty.
    pub fn name(&self, attribute: &str) -> Option<&'a str> {
        self.attribute(attribute).filter(|name| !name.is_empty())
    }

    /// The child elements of the description's own vocabulary.
    pub fn children(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let lines = self.lines;
        self.node
            .children()
            .filter(Node::is_element)
            .map(move |node| Element::new(node, lines))
            .filter(Element::is_plain)
    }

    /// All child elements, also those of other vocabularies.
    pub fn all_children(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let lines = self.lines;
        self.node.children().filter(Node::is_element).map(move |node| Element::new(node, lines))
    }

    /// The first child of this name; further ones are reported.
    pub fn child(&self, tag: &str, report: &mut Report) -> Option<Element<'a>> {
        let mut found = self.children().filter(|child| child.tag() == tag);
        let first = found.next()?;
        if let Some(second) = found.next() {
            let what = format!("A second <{tag}> in <{}> was ignored.", self.tag());
            report.push(second.line(), Diagnostic::warning("element-repeated", what));
        }
        Some(first)
    }

    /// A number, `None` if the attribute is absent or (reported) not a number.
    pub fn number(&self, attribute: &str, report: &mut Report) -> Option<f64> {
        let [value] = self.numbers(attribute, report)?;
        Some(value)
    }

    /// `N` finite numbers separated by white space, `None` if the attribute is absent or (reported) not that.
    pub fn numbers<const N: usize>(&self, attribute: &str, report: &mut Report) -> Option<[f64; N]> {
        let text = self.attribute(attribute)?;
        match parse_numbers(text) {
            Some((values, commas)) => {
                if commas {
                    let what = format!("Commas in {attribute}=\"{text}\" were read as {}.", comma_meaning(&values));
                    let mend = "Separate numbers by spaces and write decimals with a point.";
                    report.push(self.line(), Diagnostic::warning("number-comma", what).mend(mend));
                }
                Some(values)
            }
            None => {
                let wanted = if N == 1 { "a number".to_owned() } else { format!("{N} numbers") };
                let what = format!("{attribute}=\"{text}\" of <{}> is not {wanted}; it was ignored.", self.tag());
                report.push(self.line(), Diagnostic::error("number-unreadable", what).mend(format!("Write {wanted}.")));
                None
            }
        }
    }
}

fn comma_meaning(values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(f64::to_string).collect();
    values.join(" ")
}

/// Reads `N` finite numbers. A comma is a decimal point if there are `N` words without it being a separator, else a
/// separator; the flag says that there were commas.
pub(super) fn parse_numbers<const N: usize>(text: &str) -> Option<([f64; N], bool)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(values) = all(words.iter().map(|word| word.parse::<f64>().ok())) {
        return Some((values, false));
    }
    if !text.contains(',') {
        return None;
    }
    let decimals = words.iter().map(|word| word.replacen(',', ".", 1).parse::<f64>().ok());
    let trailing = words.iter().any(|word| word.starts_with(',') || word.ends_with(','));
    if !trailing && let Some(values) = all(decimals) {
        return Some((values, true));
    }
    // A separator stands in every gap, or it is not clear what is meant.
    if text.matches(',').count() + 1 < N {
        return None;
    }
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    all(parts.map(|part| part.parse::<f64>().ok())).map(|values| (values, true))
}

fn all<const N: usize>(values: impl Iterator<Item = Option<f64>>) -> Option<[f64; N]> {
    let values: Option<Vec<f64>> = values.map(|value| value.filter(|v| v.is_finite())).collect();
    values?.try_into().ok()
}
