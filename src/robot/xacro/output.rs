//! The expanded tree to text, one element a line, each line knowing where it comes from.

use super::dom::{Element, Node, Place};
use crate::xml::escaped;

pub(super) struct Writer {
    pub text: String,
    /// Where each line comes from.
    pub places: Vec<Place>,
}

impl Writer {
    pub fn write(root: &Element, namespaces: &[(String, String)]) -> Self {
        let mut writer = Writer { text: String::new(), places: Vec::new() };
        let declarations: String = namespaces
            .iter()
            .filter(|(prefix, _)| prefix != "xacro")
            .map(|(prefix, uri)| format!(" xmlns:{prefix}=\"{}\"", escaped(uri)))
            .collect();
        writer.element(root, &declarations, 0);
        writer
    }

    fn line(&mut self, place: Place, depth: usize, text: &str) {
        self.text.extend(std::iter::repeat_n(' ', 2 * depth.min(40)));
        self.text.push_str(text);
        self.text.push('\n');
        // Line ends within are escaped, so that this is one line.
        self.places.push(place);
    }

    fn element(&mut self, element: &Element, declarations: &str, depth: usize) {
        let attributes: String =
            element.attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value))).collect();
        let open = format!("<{}{declarations}{attributes}", element.name);
        let texts: String = element
            .children
            .iter()
            .filter_map(|node| match node {
                Node::Text(text) => Some(text.trim()),
                Node::Element(_) => None,
            })
            .collect();
        if element.elements().next().is_none() {
            let line = if texts.is_empty() {
                format!("{open}/>")
            } else {
                format!("{open}>{}</{}>", escaped(&texts), element.name)
            };
            self.line(element.place, depth, &line);
            return;
        }
        self.line(element.place, depth, &format!("{open}>"));
        if !texts.is_empty() {
            self.line(element.place, depth + 1, &escaped(&texts));
        }
        for child in element.elements() {
            self.element(child, "", depth + 1);
        }
        self.line(element.place, depth, &format!("</{}>", element.name));
    }
}
