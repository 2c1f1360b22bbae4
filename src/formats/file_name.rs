//! Names of files that every file system takes.

use crate::shapes::ShapeType;

/// `<robot>.<shape_type>.<extension>`, the robot's name made safe by [`safe_name`].
pub fn file_name(robot: &str, shape_type: ShapeType, extension: &str) -> String {
    format!("{}.{}.{extension}", safe_name(robot), shape_type.word())
}

/// `name` as part of a file name: letters of any script stay, what a file system forbids becomes `_`, and names that
/// Windows keeps for devices get a `_` in front. Never empty; at most 120 bytes.
pub fn safe_name(name: &str) -> String {
    let mut safe: String = name
        .chars()
        .map(|c| match c {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
            // Marks of text direction and byte order can make a name look like another.
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => '_',
            c if c.is_control() => '_',
            c => c,
        })
        .collect();
    let end = safe.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= 120).last().unwrap_or(0);
    safe.truncate(end);
    let trimmed = safe.trim_matches(|c: char| c == '.' || c.is_whitespace());
    if trimmed.is_empty() {
        return "robot".to_owned();
    }
    let stem = trimmed.split('.').next().unwrap_or(trimmed).trim_end().to_ascii_uppercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL") || numbered("COM") || numbered("LPT") {
        return format!("_{trimmed}");
    }
    trimmed.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names() {
        assert_eq!(file_name("ur5", ShapeType::LinkHulls, "json"), "ur5.link_hulls.json");
        assert_eq!(safe_name("機械 arm é"), "機械 arm é");
        assert_eq!(safe_name("a/b\\c:d"), "a_b_c_d");
        assert_eq!(safe_name("../../etc"), "_.._etc");
        assert_eq!(safe_name(" .. "), "robot");
        assert_eq!(safe_name(""), "robot");
        assert_eq!(safe_name("con"), "_con");
        assert_eq!(safe_name("Com1.x"), "_Com1.x");
        assert_eq!(safe_name("console"), "console");
        assert_eq!(safe_name(&"木".repeat(100)), "木".repeat(40));
    }

    proptest! {
        #[test]
        fn never_a_path(name in any::<String>()) {
            let safe = safe_name(&name);
            prop_assert!(!safe.is_empty() && safe.len() <= 121);
            prop_assert!(!safe.contains(['/', '\\', '\0', '\n']) && !safe.starts_with('.') && !safe.ends_with('.'));
            prop_assert_eq!(safe_name(&safe), safe);
        }
    }
}
