//! Numbers and strings whose text means the same in JSON, YAML 1.1 and YAML 1.2.

use std::fmt::Write;

/// Appends the shortest text that reads back as `value`, always with a decimal point and a signed exponent: YAML 1.1
/// takes `1e-5` for a string. Numbers that are not finite become `null`, which neither language could tell better.
pub(super) fn number(out: &mut String, value: f64) {
    if !value.is_finite() {
        out.push_str("null");
        return;
    }
    let start = out.len();
    // Writing to a String does not fail.
    let _ = write!(out, "{value:?}");
    let Some(at) = out[start..].find('e').map(|at| start + at) else { return };
    let exponent = out.split_off(at);
    if !out[start..].contains('.') {
        out.push_str(".0");
    }
    let digits = &exponent[1..];
    out.push('e');
    match digits.strip_prefix('-') {
        Some(digits) => {
            let _ = write!(out, "-{digits:0>2}");
        }
        None => {
            let _ = write!(out, "+{digits:0>2}");
        }
    }
}

/// Appends `values` as `[x, y, ...]`.
pub(super) fn numbers(out: &mut String, values: &[f64]) {
    out.push('[');
    for (k, &value) in values.iter().enumerate() {
        if k > 0 {
            out.push_str(", ");
        }
        number(out, value);
    }
    out.push(']');
}

/// Appends `text` in double quotes. Non-ASCII letters stay as they are; what one of the languages forbids raw, or
/// takes for a line break, is escaped as `\uXXXX`.
pub(super) fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(value: f64) -> String {
        let mut out = String::from("x");
        number(&mut out, value);
        out.split_off(1)
    }

    #[test]
    fn numbers_are_floats_in_both_yaml_versions() {
        assert_eq!(text(1.0), "1.0");
        assert_eq!(text(-0.25), "-0.25");
        assert_eq!(text(1e-5), "1.0e-05");
        assert_eq!(text(-1.5e-7), "-1.5e-07");
        assert_eq!(text(1e16), "1.0e+16");
        assert_eq!(text(1.25e300), "1.25e+300");
        assert_eq!(text(0.1 + 0.2), "0.30000000000000004");
        assert_eq!(text(f64::NAN), "null");
        assert_eq!(text(f64::NEG_INFINITY), "null");
    }

    #[test]
    fn strings_are_escaped() {
        let mut out = String::new();
        string(&mut out, "a\"b\\c\n\u{85}\u{2028}\u{1}é木🤖");
        assert_eq!(out, "\"a\\\"b\\\\c\\n\\u0085\\u2028\\u0001é木🤖\"");
    }

    proptest! {
        #[test]
        fn numbers_and_strings_read_back(value in any::<f64>(), name in any::<String>()) {
            prop_assume!(value.is_finite());
            let mut quoted = String::new();
            string(&mut quoted, &name);
            prop_assert_eq!(serde_json::from_str::<f64>(&text(value)).unwrap().to_bits(), value.to_bits());
            prop_assert_eq!(serde_saphyr::from_str::<f64>(&text(value)).unwrap().to_bits(), value.to_bits());
            prop_assert_eq!(&serde_json::from_str::<String>(&quoted).unwrap(), &name);
            prop_assert_eq!(&serde_saphyr::from_str::<String>(&quoted).unwrap(), &name);
        }
    }
}
