//! Changes to files: bytes, numbers, words, tags, pieces of other files.

use super::random::Random;

/// Texts in place of numbers.
const NUMBERS: [&str; 18] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "1e308",
    "-1e308",
    "1e-320",
    "nan",
    "inf",
    "-inf",
    "0.1",
    "65535",
    "4294967295",
    "-2147483648",
    "9223372036854775807",
    "18446744073709551616",
    "1,5",
];
/// Bytes and words of them in place of binary numbers.
const BINARY: [u32; 12] =
    [0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7f80_0000, 0x7fc0_0000];

pub struct Mutator {
    words: &'static [&'static str],
}

impl Mutator {
    pub fn new(words: &'static [&'static str]) -> Self {
        Self { words }
    }

    /// A changed copy of one of the inputs, at most `most` bytes.
    pub fn mutate(&mut self, pool: &[Vec<u8>], random: &mut Random, most: usize) -> Vec<u8> {
        let mut bytes = random.pick(pool).cloned().unwrap_or_default();
        let rounds = 1 << random.below(4);
        for _ in 0..rounds {
            self.step(&mut bytes, pool, random);
        }
        bytes.truncate(most);
        bytes
    }

    fn step(&self, bytes: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut Random) {
        match random.below(14) {
            0 => {
                let at = random.below(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            1 => {
                let at = random.below(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.bits() as u8;
                }
            }
            2 => {
                let width = *random.pick(&[1, 2, 4]).unwrap_or(&4);
                let value = random.pick(&BINARY).copied().unwrap_or(0).to_le_bytes();
                let at = random.below(bytes.len().saturating_sub(width));
                if let (Some(target), Some(value)) = (bytes.get_mut(at..at + width), value.get(..width)) {
                    target.copy_from_slice(value);
                }
            }
            3 => {
                let (from, to) = span(bytes.len(), random);
                bytes.drain(from..to);
            }
            4 => {
                let (from, to) = span(bytes.len(), random);
                let piece = bytes.get(from..to).unwrap_or(&[]).to_vec();
                let at = random.below(bytes.len());
                bytes.splice(at..at, piece);
            }
            5 => bytes.truncate(random.below(bytes.len())),
            6 | 7 => {
                if let Some((from, to)) = number(bytes, random) {
                    let text = random.pick(&NUMBERS).copied().unwrap_or("0");
                    bytes.splice(from..to, text.bytes());
                }
            }
            8 => {
                let word = random.pick(self.words).copied().unwrap_or("");
                let at = random.below(bytes.len() + 1);
                bytes.splice(at..at, word.bytes());
            }
            9 => {
                // A word takes the place of another, or of a quoted text.
                let word = random.pick(self.words).copied().unwrap_or("");
                if let Some((from, to)) = quoted(bytes, random) {
                    bytes.splice(from..to, word.bytes());
                }
            }
            10 => {
                if let Some((from, to)) = tag(bytes, random) {
                    bytes.drain(from..to);
                }
            }
            11 => {
                if let Some((from, to)) = tag(bytes, random) {
                    let piece = bytes.get(from..to).unwrap_or(&[]).to_vec();
                    let at = tag(bytes, random).map_or(from, |(at, _)| at);
                    bytes.splice(at..at, piece);
                }
            }
            12 => {
                // A tag, quoted text or piece of another input.
                let other = random.pick(pool).cloned().unwrap_or_default();
                let piece = tag(&other, random).unwrap_or_else(|| span(other.len(), random));
                let at = tag(bytes, random).map_or_else(|| random.below(bytes.len()), |(at, _)| at);
                let piece = other.get(piece.0..piece.1).unwrap_or(&[]).to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                // The same name twice.
                if let (Some((from, to)), Some((at, end))) = (quoted(bytes, random), quoted(bytes, random)) {
                    let piece = bytes.get(from..to).unwrap_or(&[]).to_vec();
                    bytes.splice(at..end, piece);
                }
            }
        }
    }
}

/// A piece of a file, short ones more often.
fn span(length: usize, random: &mut Random) -> (usize, usize) {
    let from = random.below(length);
    let reach = 1 << random.below(10);
    (from, (from + 1 + random.below(reach)).min(length).max(from))
}

/// A number written in digits, near a random place.
fn number(bytes: &[u8], random: &mut Random) -> Option<(usize, usize)> {
    let start = random.below(bytes.len());
    let from = start + bytes.get(start..)?.iter().position(u8::is_ascii_digit)?;
    let part = |b: &u8| b.is_ascii_digit() || b".eE+-".contains(b);
    let length = bytes.get(from..)?.iter().position(|b| !part(b)).unwrap_or(bytes.len() - from);
    let before = from > 0 && bytes.get(from - 1) == Some(&b'-');
    Some((from - usize::from(before), from + length))
}

/// What is inside quotes, near a random place.
fn quoted(bytes: &[u8], random: &mut Random) -> Option<(usize, usize)> {
    let start = random.below(bytes.len());
    let from = start + bytes.get(start..)?.iter().position(|b| b"\"'".contains(b))? + 1;
    let length = bytes.get(from..)?.iter().position(|b| b"\"'".contains(b))?;
    Some((from, from + length))
}

/// A tag, near a random place, with its content if that ends soon.
fn tag(bytes: &[u8], random: &mut Random) -> Option<(usize, usize)> {
    let start = random.below(bytes.len());
    let from = start + bytes.get(start..)?.iter().position(|b| *b == b'<')?;
    let mut end = from;
    for _ in 0..1 + random.below(6) {
        end += bytes.get(end..)?.iter().position(|b| *b == b'>')? + 1;
    }
    Some((from, end))
}
