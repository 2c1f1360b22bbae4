//! Files that others wrote, mended by hand, damaged or forged.

use super::sample::{Sample, is_valid};
use crate::formats::{FormatError, looks_like_matrix, read, write_json, write_yaml};
use crate::matrix::{Decision, Overrides, Reason};
use crate::shapes::ShapeType;
use proptest::prelude::*;
use serde_json::{Value, json};

fn sample_value() -> Value {
    let sample = Sample::new(&["a", "b", "c", "d"], ShapeType::LinkHulls);
    serde_json::from_slice(&write_json(&sample.document(&Overrides::new()))).unwrap()
}

fn codes(value: &Value) -> Vec<String> {
    let (_, found) = read(value.to_string().as_bytes()).unwrap();
    found.iter().map(|d| d.code.clone()).collect()
}

#[test]
fn whatever_is_not_ours_is_named() {
    assert_eq!(read(b"\xff\xfe").unwrap_err(), FormatError::NotText { at: 0 });
    assert_eq!(read(b"{\"a\": 1}").unwrap_err(), FormatError::NotAMatrix);
    assert_eq!(read(b"{\"format\": 4, \"version\": 1}").unwrap_err(), FormatError::NotAMatrix);
    assert_eq!(read(b"format: other\nversion: 1").unwrap_err(), FormatError::NotAMatrix);
    assert!(matches!(read(b"").unwrap_err(), FormatError::NotAMatrix | FormatError::Syntax { .. }));
    assert!(matches!(read(b"{\n\n  oops").unwrap_err(), FormatError::Syntax { line: 3, .. }));
    assert_eq!(
        read(b"format: noclash-matrix\nversion: 2\npairs: {new: shape}").unwrap_err(),
        FormatError::Version { found: 2 }
    );
    let mut value = sample_value();
    value["shape_type"] = "link_capsules".into();
    assert!(matches!(read(value.to_string().as_bytes()).unwrap_err(), FormatError::ShapeType { .. }));
    value = sample_value();
    value["pairs"][2]["samples"] = "many".into();
    let error = read(serde_json::to_string_pretty(&value).unwrap().as_bytes()).unwrap_err();
    assert!(matches!(&error, FormatError::Syntax { line, .. } if *line > 1), "{error}");
    let many: Vec<Value> = (0..3000).map(|k| json!({"link": k.to_string()})).collect();
    value = sample_value();
    value["shapes"] = many.into();
    assert!(matches!(read(value.to_string().as_bytes()).unwrap_err(), FormatError::TooManyShapes { .. }));
    assert!(looks_like_matrix(b"{\n\"format\": \"noclash-matrix\""));
    assert!(!looks_like_matrix(b"<robot/>"));
}

#[test]
fn block_yaml_with_a_byte_order_mark_is_read() {
    let text = "\u{feff}# mine\nformat: noclash-matrix\nversion: 1\nshape_type: link_spheres\nrobot: no\nshapes:\n  - link: a\n  - link: on\n    geometry:\n      type: sphere\n      center: [0, 0, 0]\n      radius: 1\npairs:\n  - a: {link: on}\n    b:\n      link: a\n    decision: skip\n    reason: user\n";
    let (document, found) = read(text.as_bytes()).unwrap();
    assert_eq!(document.robot, "no");
    assert_eq!(document.pairs[0].entry.reason, Some(Reason::User));
    assert_eq!(found.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), ["matrix-geometry-missing"]);
}

#[test]
fn order_and_indices_do_not_matter() {
    let sample = Sample::new(&["a", "b", "c", "d"], ShapeType::LinkHulls);
    let document = sample.document(&Overrides::new());
    let mut value = sample_value();
    let pairs = value["pairs"].as_array_mut().unwrap();
    pairs.reverse();
    for pair in pairs {
        let a = pair["a"].take();
        pair["a"] = pair["b"].take();
        pair["b"] = a;
    }
    value["shapes"][0]["index"] = 3.into();
    let (read, found) = read(value.to_string().as_bytes()).unwrap();
    assert_eq!(read, document);
    assert!(found.is_empty());
}

#[test]
fn contradictions_are_reported_and_the_rest_is_used() {
    let mut value = sample_value();
    value["pairs"][0]["decision"] = "perhaps".into();
    value["pairs"][1]["b"]["link"] = "gone".into();
    value["pairs"][2] = value["pairs"][3].clone();
    value["pairs"][4]["collisions"] = 0.into();
    value["pairs"][4]["distance"]["min"] = json!(-0.5);
    value["pairs"][5]["b"] = value["pairs"][5]["a"].clone();
    assert!(!is_valid(&value));
    let found = codes(&value);
    for code in [
        "matrix-word-unknown",
        "matrix-pair-unknown",
        "matrix-pair-repeated",
        "matrix-statistics-contradict",
        "matrix-self-pair",
        "matrix-pair-missing",
    ] {
        assert!(found.iter().any(|c| c == code), "{code} in {found:?}");
    }
}

#[test]
fn the_table_speaks_for_missing_pairs_only() {
    let mut value = sample_value();
    value["pairs"].as_array_mut().unwrap().remove(1);
    let (document, _) = read(value.to_string().as_bytes()).unwrap();
    assert_eq!(document.pairs[1].entry.decision, Decision::Check);

    value["matrix"][0][2] = false.into();
    value["matrix"][2][0] = false.into();
    let (document, _) = read(value.to_string().as_bytes()).unwrap();
    assert_eq!(document.pairs[1].entry.reason, Some(Reason::Imported));

    value["matrix"][0][1] = true.into();
    assert!(codes(&value).contains(&"matrix-table-asymmetric".to_owned()));
    value["matrix"][1][0] = true.into();
    assert!(codes(&value).contains(&"matrix-table-differs".to_owned()));
    value["matrix"].as_array_mut().unwrap().pop();
    assert!(codes(&value).contains(&"matrix-table-size".to_owned()));
}

#[test]
fn a_reason_that_does_not_fit_becomes_imported() {
    let mut value = sample_value();
    value["pairs"][0]["decision"] = "check".into();
    value["pairs"][1]["decision"] = "skip".into();
    assert!(!is_valid(&value));
    let (document, _) = read(value.to_string().as_bytes()).unwrap();
    assert_eq!(document.pairs[0].entry.reason, Some(Reason::Imported));
    assert_eq!(document.pairs[1].entry.reason, Some(Reason::Imported));
}

#[test]
fn a_yaml_bomb_is_refused_quickly() {
    let mut text = String::from("format: noclash-matrix\nversion: 1\na0: &a0 [x]\n");
    for k in 1..40 {
        text.push_str(&format!("a{k}: &a{k} [*a{p}, *a{p}, *a{p}, *a{p}]\n", p = k - 1));
    }
    text.push_str("generator: *a39\n");
    assert!(read(text.as_bytes()).is_err());
    assert!(read("[".repeat(100_000).as_bytes()).is_err());
    assert!(read(format!("{{\"a\": {}", "[".repeat(100_000)).as_bytes()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn mutated_bytes_never_panic(
        yaml in any::<bool>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..8)
    ) {
        let document = Sample::new(&["a", "b", "c"], ShapeType::LinkBoxes).document(&Overrides::new());
        let mut bytes = if yaml { write_yaml(&document) } else { write_json(&document) };
        for (at, byte, what) in edits {
            let at = at.index(bytes.len());
            match what {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.drain(at..(at + usize::from(byte)).min(bytes.len() - 1)); }
            }
        }
        if let Ok((document, _)) = read(&bytes) {
            let n = document.shapes.len();
            prop_assert_eq!(document.pairs.len(), n * n.saturating_sub(1) / 2);
            prop_assert!(read(&write_yaml(&document)).is_ok());
        }
    }
}
