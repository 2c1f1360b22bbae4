//! Text and numbers as mesh files write them.

use std::borrow::Cow;

/// The file as text: byte-order marks, UTF-16 and Latin-1 understood.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => latin1_unless_utf8(rest),
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        _ => latin1_unless_utf8(bytes),
    }
}

fn latin1_unless_utf8(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|b| char::from(*b)).collect()),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// A number; NaN if it is none. A comma may stand for the point.
pub(super) fn number(word: &str) -> f64 {
    match word.parse() {
        Ok(value) => value,
        Err(_) if word.contains(',') => word.replace(',', ".").parse().unwrap_or(f64::NAN),
        Err(_) => f64::NAN,
    }
}

/// As [`number`], from bytes.
pub(super) fn number_bytes(word: &[u8]) -> f64 {
    std::str::from_utf8(word).map_or(f64::NAN, number)
}

/// `%20` and the like resolved, as far as they give UTF-8.
pub(crate) fn percent_decoded(uri: &str) -> Cow<'_, str> {
    if !uri.contains('%') {
        return Cow::Borrowed(uri);
    }
    let bytes = uri.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| uri.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).map_or(Cow::Borrowed(uri), Cow::Owned)
}

/// The words of a text, from first to last.
#[derive(Clone)]
pub(super) struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Bytes read so far.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// The rest of the current line, which stays unread.
    pub(super) fn peek_line(&self) -> &'a [u8] {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|b| *b == b'\n' || *b == b'\r').unwrap_or(rest.len());
        &rest[..end]
    }

    /// Skips bytes, which must lie on the current line.
    pub(super) fn pass_over(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        while let Some(b) = self.text.get(self.at) {
            if !b.is_ascii_whitespace() && *b != 0 {
                break;
            }
            self.at += 1;
        }
        let start = self.at;
        while self.text.get(self.at).is_some_and(|b| !b.is_ascii_whitespace()) {
            self.at += 1;
        }
        (self.at > start).then(|| &self.text[start..self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_writers() {
        assert_eq!(number("1.5e-3"), 0.0015);
        assert_eq!(number("+.5"), 0.5);
        assert_eq!(number("1,25"), 1.25);
        assert!(number("-1.#IND").is_nan() && number("nan").is_nan() && number("").is_nan());
    }

    #[test]
    fn words_and_lines() {
        assert_eq!(Words::new(b"a b\r\n\r\n  c d e\n").count(), 5);
        let mut words = Words::new(b"solid a name\nfacet");
        words.next();
        assert_eq!(words.peek_line(), b" a name");
        words.pass_over(7);
        assert_eq!(words.next(), Some(&b"facet"[..]));
    }

    #[test]
    fn encodings() {
        assert_eq!(decode(b"\xef\xbb\xbfab"), "ab");
        assert_eq!(decode(b"\xff\xfea\0b\0"), "ab");
        assert_eq!(decode(b"\xfe\xff\0a\0b"), "ab");
        assert_eq!(decode(b"gr\xfcn"), "gr\u{fc}n");
    }
}
