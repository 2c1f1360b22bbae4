//! The tags of an XML file, well-formed or not.

/// A start tag, as it stands in the file.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    attributes: &'a str,
    pub(super) closes: bool,
    /// The names of the elements around it, outermost first.
    pub(super) depth: usize,
}

impl<'a> Tag<'a> {
    /// The value of an attribute, entities left as they are.
    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        loop {
            let (key, after) = rest.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let (value, after) = after[1..].split_once(quote)?;
            if key.trim() == name {
                return Some(value);
            }
            rest = after;
        }
    }
}

/// Walks over the tags of a text; comments, declarations and character data are passed over. For looking into files
/// of which nobody knows yet whether they are sound.
pub(super) struct Tags<'a> {
    text: &'a str,
    depth: usize,
}

/// What [`Tags`] gives.
pub(super) enum TagEvent<'a> {
    Start(Tag<'a>),
    /// The element that is closed, and its depth.
    End(&'a str, usize),
}

impl<'a> Tags<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, depth: 0 }
    }

    /// Drops everything up to and with `end`; all of it if there is none.
    fn pass(&mut self, end: &str) {
        self.text = self.text.split_once(end).map_or("", |(_, rest)| rest);
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = TagEvent<'a>;

    fn next(&mut self) -> Option<TagEvent<'a>> {
        loop {
            let (_, rest) = self.text.split_once('<')?;
            self.text = rest;
            if rest.starts_with("!--") {
                self.pass("-->");
            } else if rest.starts_with("![CDATA[") {
                self.pass("]]>");
            } else if rest.starts_with('?') || rest.starts_with('!') {
                self.pass(">");
            } else if let Some(name) = rest.strip_prefix('/') {
                let end = name.find('>').unwrap_or(name.len());
                self.text = name.get(end + 1..).unwrap_or("");
                self.depth = self.depth.saturating_sub(1);
                return Some(TagEvent::End(name[..end].trim(), self.depth));
            } else {
                let end = tag_end(rest)?;
                self.text = &rest[end + 1..];
                let inside = &rest[..end];
                let closes = inside.ends_with('/');
                let inside = inside.trim_end_matches('/');
                let (name, attributes) = inside.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((inside, ""));
                let tag = Tag { name, attributes, closes, depth: self.depth };
                if !closes {
                    self.depth += 1;
                }
                return Some(TagEvent::Start(tag));
            }
        }
    }
}

/// Where the tag ends; a `>` within quotes does not count.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_a_careless_file() {
        let text = "<?xml?><!-- <link name='no'/> --><robot name = \"a>b\"><drake:x y='1'/><link name='l'/>< /robot";
        let starts: Vec<_> = Tags::new(text)
            .filter_map(|e| match e {
                TagEvent::Start(tag) => Some((tag.name, tag.attribute("name"), tag.depth)),
                TagEvent::End(..) => None,
            })
            .collect();
        assert_eq!(starts, vec![("robot", Some("a>b"), 0), ("drake:x", None, 1), ("link", Some("l"), 1)]);
    }
}
