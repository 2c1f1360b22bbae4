//! Text for XML attributes and comments.

/// Appends `text` so that any XML parser reads it back from a double-quoted attribute. Characters that XML 1.0 can't
/// hold become U+FFFD.
pub(crate) fn attribute(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

/// `text` ready for a double-quoted attribute, see [`attribute`].
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    attribute(&mut out, text);
    out
}

/// `text` ready for a comment: two hyphens in a row would end it.
pub(crate) fn comment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '-' if out.ends_with('-') => out.push_str(" -"),
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    if out.ends_with('-') {
        out.push(' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_and_comments_are_read_back() {
        let text = "a<b>&\"c'd\te\nf\rg \u{e9}";
        let xml = format!("<a b=\"{}\"><!--{}--></a>", escaped(text), comment("--x--\u{1}-"));
        let document = match roxmltree::Document::parse(&xml) {
            Ok(document) => document,
            Err(error) => panic!("{error}: {xml}"),
        };
        // A parser makes spaces of line ends and tabs that are written as such.
        assert_eq!(document.root_element().attribute("b"), Some(text));
        assert_eq!(escaped("a\u{0}b\u{ffff}"), "a\u{fffd}b\u{fffd}");
    }
}
