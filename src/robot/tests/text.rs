//! Encodings and broken XML: every mend is reported with its line.

use super::super::parse_urdf;
use super::{findings, parse};

const GOOD: &str = "<?xml version=\"1.0\"?>\n<robot name=\"r\">\n<link name=\"a\"/>\n</robot>\n";

#[test]
fn clean_text_has_no_findings() {
    let parsed = parse(GOOD).unwrap();
    assert_eq!(parsed.robot.name, "r");
    assert_eq!(parsed.robot.links[0].line, Some(3));
    assert!(parsed.diagnostics.is_empty());
}

#[test]
fn encodings_are_read() {
    let named = GOOD.replace("\"a\"", "\"Gelenk ä 关节\"");
    let mut utf8 = vec![0xef, 0xbb, 0xbf];
    utf8.extend(named.bytes());
    let little = named.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let big = named.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let marked = |mark: [u8; 2], bytes: &[u8]| [&mark[..], bytes].concat();
    let cases = [
        (utf8, "text-bom"),
        (marked([0xff, 0xfe], &little), "text-utf16"),
        (marked([0xfe, 0xff], &big), "text-utf16"),
        (little, "text-utf16"),
        (big, "text-utf16"),
    ];
    for (bytes, code) in cases {
        let parsed = parse_urdf(&bytes, "x.urdf").unwrap();
        assert_eq!(parsed.robot.links[0].name, "Gelenk ä 关节");
        assert_eq!(findings(&parsed), [(code, 1)]);
    }
}

#[test]
fn latin_1_is_read_and_named() {
    let bytes = b"<robot name=\"r\">\n<link name=\"Tr\xe4ger\x80\"/></robot>";
    let parsed = parse_urdf(bytes, "x.urdf").unwrap();
    assert_eq!(parsed.robot.links[0].name, "Träger€");
    assert_eq!(findings(&parsed), [("text-latin1", 2)]);
}

#[test]
fn a_late_declaration_is_skipped() {
    let parsed = parse(&format!("\n\n  {GOOD}")).unwrap();
    assert_eq!(findings(&parsed), [("xml-declaration-late", 3)]);
    assert_eq!(parsed.robot.links[0].line, Some(5));
    let parsed = parse(&format!("<!-- made by hand -->\n{GOOD}")).unwrap();
    assert_eq!(findings(&parsed), [("xml-declaration-late", 2)]);
    let parsed = parse(&format!("[INFO] expanded\n{GOOD}")).unwrap();
    assert_eq!(findings(&parsed), [("xml-leading-text", 1), ("xml-declaration-late", 2)]);
}

#[test]
fn undeclared_prefixes_are_declared() {
    let text = "<!-- <x> --><robot name=\"r\">\n<link name=\"a\"/>\n<drake:group d:of=\"1\"><drake:m/></drake:group>\n</robot>";
    let parsed = parse(text).unwrap();
    let expected = [("xml-prefix-undeclared", 3), ("xml-prefix-undeclared", 3), ("element-ignored", 3)];
    assert_eq!(findings(&parsed), expected);
}

#[test]
fn trailing_content_is_cut_off() {
    for tail in ["</robot>", "garbage", "<robot name=\"s\"><link name=\"b\"/></robot>", "\0\0"] {
        let parsed = parse(&format!("{GOOD}\n{tail}")).unwrap();
        assert_eq!(findings(&parsed), [("xml-trailing-content", 6)], "{tail}");
        assert_eq!(parsed.robot.links.len(), 1);
    }
    assert!(parse(&format!("{GOOD}\n<!-- the end -->\n")).unwrap().diagnostics.is_empty());
}

#[test]
fn small_offences_against_xml_are_mended() {
    let text = "<robot name=\"a & b\">\n<!-- one -- two --->\n<link name=\"a &amp; &#98;\"/>\u{1}\n</robot>";
    let parsed = parse(text).unwrap();
    assert_eq!(parsed.robot.name, "a & b");
    assert_eq!(parsed.robot.links[0].name, "a & b");
    assert_eq!(findings(&parsed), [("xml-ampersand", 1), ("xml-comment", 2), ("xml-control-character", 3)]);
}

#[test]
fn line_ends_do_not_matter() {
    for end in ["\r\n", "\r"] {
        let parsed = parse(&GOOD.replace('\n', end)).unwrap();
        assert_eq!(parsed.robot.links[0].line, Some(3));
        assert!(parsed.diagnostics.is_empty());
    }
}

#[test]
fn what_cannot_be_mended_says_where_and_how() {
    let cases = [
        ("", "urdf-empty", None),
        (" \n ", "urdf-empty", None),
        ("hello", "xml-broken", Some(1)),
        ("<robot name=\"r\">\n<link name=\"a\">\n</robot>", "xml-broken", Some(3)),
        ("<robot name=\"r\">\n<link name=\"a\"/>\n", "xml-broken", Some(3)),
        ("<robot>\n<link name=\"a\" name=\"b\"/></robot>", "xml-broken", Some(2)),
        ("<sdf version=\"1.6\"/>", "urdf-not-a-robot", Some(1)),
        ("<robot name=\"r\"/>", "urdf-no-links", Some(1)),
    ];
    for (text, code, line) in cases {
        let error = parse(text).unwrap_err();
        assert_eq!((error.problem.code(), error.line), (code, line), "{text}");
        let diagnostic = error.to_diagnostic();
        assert!(!diagnostic.mend.is_empty());
        assert!(error.to_string().contains("robots/test.urdf"));
    }
    assert_eq!(parse_urdf(&[0x1f, 0x8b, 0, 0xff, 0xfe], "x").unwrap_err().problem.code(), "urdf-not-text");
}

#[test]
fn a_xacro_is_not_taken_for_a_urdf() {
    let text = "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n<xacro:arm/>\n</robot>";
    let error = parse(text).unwrap_err();
    assert_eq!((error.problem.code(), error.line), ("xacro-not-expanded", Some(2)));
    let error = parse("<robot name=\"r\">\n<link name=\"${prefix}a\"/></robot>").unwrap_err();
    assert_eq!((error.problem.code(), error.line), ("xacro-not-expanded", Some(2)));
    let declared_only = "<robot name=\"r\" xmlns:xacro=\"http://ros.org/wiki/xacro\"><link name=\"a\"/></robot>";
    assert!(parse(declared_only).is_ok());
}

#[test]
fn deep_nesting_does_not_overflow() {
    let deep = "<a>".repeat(200_000);
    assert_eq!(parse(&deep).unwrap_err().problem.code(), "xml-broken");
    let closed = format!("<robot name=\"r\">{deep}{}<link name=\"a\"/></robot>", "</a>".repeat(200_000));
    let _ = parse(&closed);
}
