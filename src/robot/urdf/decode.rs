//! Bytes to text: UTF-8, UTF-16 and, where neither fits, Windows-1252.

use super::super::error::{RobotError, RobotProblem};
use super::source::Report;
use crate::diagnostics::Diagnostic;

/// Descriptions above this are refused: the largest published ones have 2 MB.
const MAX_BYTES: usize = 128 << 20;

/// Decodes a description. What is not plain UTF-8 is reported.
pub(in crate::robot) fn decode(bytes: &[u8], report: &mut Report) -> Result<String, RobotError> {
    if bytes.len() > MAX_BYTES {
        let problem = RobotProblem::TooLarge { bytes: bytes.len(), limit: MAX_BYTES };
        return Err(report.error(None, problem));
    }
    let text = match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
            return Err(report.error(None, RobotProblem::NotText { what: "it is UTF-32".into() }));
        }
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes, "little-endian", report)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes, "big-endian", report)?,
        [b'<', 0, ..] => utf16(bytes, u16::from_le_bytes, "little-endian", report)?,
        [0, b'<', ..] => utf16(bytes, u16::from_be_bytes, "big-endian", report)?,
        [0xef, 0xbb, 0xbf, rest @ ..] => {
            let what = "The file starts with a byte order mark, which was skipped.";
            report.push(1, Diagnostic::info("text-bom", what));
            utf8(rest, report)?
        }
        _ => utf8(bytes, report)?,
    };
    if text.trim().is_empty() {
        return Err(report.error(None, RobotProblem::Empty));
    }
    Ok(text)
}

fn utf16(bytes: &[u8], from_bytes: fn([u8; 2]) -> u16, order: &str, report: &mut Report) -> Result<String, RobotError> {
    let units = bytes.chunks_exact(2).map(|pair| from_bytes([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if bytes.len().is_multiple_of(2) => {
            let what = format!("The file is {order} UTF-16 and was read as such.");
            report.push(1, Diagnostic::info("text-utf16", what).mend("Save it as UTF-8."));
            Ok(text)
        }
        _ => Err(report.error(None, RobotProblem::NotText { what: "it is broken UTF-16".into() })),
    }
}

fn utf8(bytes: &[u8], report: &mut Report) -> Result<String, RobotError> {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text.to_owned()),
        Err(error) => error.valid_up_to(),
    };
    if bytes.contains(&0) {
        return Err(report.error(None, RobotProblem::NotText { what: "it has bytes that no text has".into() }));
    }
    let before = bytes.get(..valid).unwrap_or(&[]);
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let what = "The file is not UTF-8; it was read as Windows-1252 (Latin-1). Names may look wrong.";
    let line = u32::try_from(line).unwrap_or(u32::MAX);
    report.push(line, Diagnostic::warning("text-latin1", what).mend("Save it as UTF-8."));
    Ok(bytes.iter().map(|&byte| windows_1252(byte)).collect())
}

/// The WHATWG "windows-1252" index; bytes without a character there stand for themselves.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
        '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}', '\u{2019}',
        '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}',
        '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
    ];
    match byte {
        0x80..=0x9f => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or(char::from(byte)),
        _ => char::from(byte),
    }
}
