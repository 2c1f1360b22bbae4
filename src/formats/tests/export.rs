//! The formats of others: parsed again with parsers of their languages.

use super::sample::Sample;
use crate::formats::{ExportInput, FORMATS, Format, FormatError, LinkMatrix, MatrixDocument};
use crate::matrix::{Decision, Override, Overrides, PairEntry, PairKey, Reason};
use crate::shapes::{ShapeId, ShapeType};
use roxmltree::Document;
use serde_json::{Value, json};

const URDF: &str = "<robot name=\"chain\">\n  <link name=\"a\"/>\n  <klampt use_vis_geom=\"1\"><noselfcollision pairs=\"x y\"/><sensors/></klampt>\n</robot>\n<!-- end -->\n";

fn export(sample: &Sample, document: &MatrixDocument, id: &str, urdf: &str) -> (String, Vec<String>) {
    let input = ExportInput { document, robot: &sample.model.robot, urdf: Some(urdf.as_bytes()), srdf: None };
    let export = Format::find(id).unwrap().write(&input).unwrap();
    (String::from_utf8(export.bytes).unwrap(), export.diagnostics.iter().map(|d| d.code.clone()).collect())
}

/// a-b, b-c and c-d are adjacent, a-c is checked, a-d collides always, b-d never.
fn sample() -> (Sample, MatrixDocument) {
    let sample = Sample::new(&["a", "b", "c", "d"], ShapeType::LinkSpheres);
    let document = sample.document(&Overrides::new());
    let skip: Vec<_> = document.pairs.iter().map(|p| p.entry.decision == Decision::Skip).collect();
    assert_eq!(skip, [true, false, true, true, true, true]);
    (sample, document)
}

const SKIPPED: [(&str, &str); 5] = [("a", "b"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")];

#[test]
fn parts_collapse_only_together() {
    let sample = Sample::new(&["a", "b", "c"], ShapeType::PartHulls);
    let id = |link: &str, part| ShapeId { link: link.to_owned(), part: Some(part) };
    let mut overrides = Overrides::new();
    let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let (last, others) = pairs.split_last().unwrap();
    let skip = Some(Override::imported(Decision::Skip, Some("Default".to_owned())));
    for (x, y) in others {
        overrides.set(PairKey::new(id("a", *x), id("c", *y)), skip.clone());
    }
    overrides.set(PairKey::new(id("a", last.0), id("c", last.1)), Some(Override::user(Decision::Check)));
    let links = LinkMatrix::new(&sample.document(&overrides));
    assert_eq!(links.links, ["a", "b", "c"]);
    assert_eq!(
        links.pairs.iter().map(|p| p.decision).collect::<Vec<_>>(),
        [Decision::Skip, Decision::Check, Decision::Skip]
    );
    assert_eq!(links.pairs[0].reason, Some(Reason::Adjacent));
    assert_eq!(links.lost, 3);
    let (text, found) = export(&sample, &sample.document(&overrides), "mujoco", URDF);
    assert_eq!(found, ["export-parts-lost"]);
    assert!(text.contains("3 skipped pairs of parts are not here"));

    overrides.set(PairKey::new(id("a", last.0), id("c", last.1)), skip);
    let links = LinkMatrix::new(&sample.document(&overrides));
    assert_eq!((links.pairs[1].decision, links.lost), (Decision::Skip, 0));
    assert_eq!((links.pairs[1].reason, links.pairs[1].note.as_deref()), (Some(Reason::Imported), Some("Default")));
}

#[test]
fn mujoco() {
    let (sample, mut document) = sample();
    document.pairs[0].entry = PairEntry::skip(Reason::SameBody, None);
    let (text, found) = export(&sample, &document, "mujoco", URDF);
    assert!(found.is_empty());
    let xml = Document::parse(&text).unwrap();
    let pairs: Vec<_> = xml
        .descendants()
        .filter(|n| n.has_tag_name("exclude"))
        .map(|n| (n.attribute("body1").unwrap(), n.attribute("body2").unwrap()))
        .collect();
    assert_eq!(pairs, SKIPPED[1..], "one body needs no exclusion");
}

#[test]
fn drake() {
    let (sample, document) = sample();
    let (text, _) = export(&sample, &document, "drake_urdf", URDF);
    let xml = Document::parse(&text).unwrap();
    let groups: Vec<_> = xml.descendants().filter(|n| n.tag_name().name() == "collision_filter_group").collect();
    assert_eq!(groups.len(), 5);
    for (group, (a, b)) in groups.iter().zip(SKIPPED) {
        let children: Vec<_> = group.children().filter(|n| n.is_element()).collect();
        assert_eq!(children[0].attribute("link"), Some(a));
        assert_eq!(children[1].attribute("link"), Some(b));
        assert_eq!(children[2].attribute("name"), group.attribute("name"));
        assert_eq!(group.lookup_prefix(group.tag_name().namespace().unwrap()), Some("drake"));
    }
    assert!(text.ends_with("</robot>\n<!-- end -->\n"));
    assert!(text.contains("<link name=\"a\"/>"));
    let (again, _) = export(&sample, &document, "drake_urdf", &text);
    assert_eq!(again, text, "written over itself");

    let (yaml, _) = export(&sample, &document, "drake_directives", URDF);
    let value: Value = serde_saphyr::from_str(&yaml).unwrap();
    assert_eq!(value["directives"][1]["add_collision_filter_group"]["members"], json!(["chain::a", "chain::d"]));
    assert_eq!(value["directives"].as_array().unwrap().len(), 5);
}

#[test]
fn klampt_keeps_what_else_its_element_holds() {
    let (sample, document) = sample();
    let (text, _) = export(&sample, &document, "klampt", URDF);
    let xml = Document::parse(&text).unwrap();
    let klampt = xml.descendants().find(|n| n.has_tag_name("klampt")).unwrap();
    assert_eq!(klampt.attribute("use_vis_geom"), Some("1"));
    let names: Vec<_> = klampt.children().filter(|n| n.is_element()).map(|n| n.tag_name().name()).collect();
    assert_eq!(names, ["sensors", "noselfcollision"]);
    assert_eq!(klampt.last_element_child().unwrap().attribute("pairs"), Some("a b a d b c b d c d"));
    let (again, _) = export(&sample, &document, "klampt", &text);
    assert_eq!(again, text);
    let (fresh, _) = export(&sample, &document, "klampt", "<robot name='chain'/>");
    assert_eq!(
        fresh,
        "<robot name='chain'>\n  <klampt><noselfcollision pairs=\"a b a d b c b d c d\"/></klampt>\n</robot>"
    );
}

#[test]
fn sphere_planners() {
    let (mut sample, _) = sample();
    sample.rules.clearance = 0.02;
    let document = sample.document(&Overrides::new());
    let (yaml, found) = export(&sample, &document, "curobo", URDF);
    assert!(found.is_empty());
    let value: Value = serde_saphyr::from_str(&yaml).unwrap();
    let kinematics = &value["robot_cfg"]["kinematics"];
    assert_eq!(kinematics["collision_link_names"], json!(["a", "b", "c", "d"]));
    assert_eq!(kinematics["self_collision_ignore"], json!({"a": ["b", "d"], "b": ["c", "d"], "c": ["d"]}));
    assert_eq!(kinematics["self_collision_buffer"]["d"], 0.01);
    assert_eq!(kinematics["collision_spheres"]["a"], json!([{"center": [0.1, -0.1 / 3.0, 1e-5], "radius": 0.1}]));

    let (yaml, _) = export(&sample, &document, "xrdf", URDF);
    let value: Value = serde_saphyr::from_str(&yaml).unwrap();
    assert_eq!((&value["format"], &value["format_version"]), (&json!("xrdf"), &json!(1.0)));
    let geometry = value["self_collision"]["geometry"].as_str().unwrap();
    assert_eq!(value["geometry"][geometry]["spheres"]["b"][0]["radius"], 0.11);
    assert_eq!(value["self_collision"]["ignore"]["a"], json!(["b", "d"]));

    let boxes = Sample::new(&["a", "b"], ShapeType::LinkBoxes);
    let (_, found) = export(&boxes, &boxes.document(&Overrides::new()), "curobo", URDF);
    assert_eq!(found, ["export-no-spheres"]);
}

#[test]
fn lists_of_pairs_to_check() {
    let (sample, document) = sample();
    let (text, _) = export(&sample, &document, "placo", URDF);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!([["a", "c"]]));
    let (text, _) = export(&sample, &document, "openrr", URDF);
    assert!(text.ends_with("self_collision_check_pairs = [\n    \"a:c\",\n]\n"));
}

#[test]
fn tesseract_replaces_its_margins() {
    let (mut sample, _) = sample();
    sample.rules.clearance = 0.02;
    let document = sample.document(&Overrides::new());
    let (base, _) =
        crate::formats::srdf::read(b"<robot name='chain'><collision_margins default_margin='1'/></robot>", "x")
            .unwrap();
    let input = ExportInput { document: &document, robot: &sample.model.robot, urdf: None, srdf: Some(&base) };
    let export = Format::find("tesseract").unwrap().write(&input).unwrap();
    let text = String::from_utf8(export.bytes).unwrap();
    let xml = Document::parse(&text).unwrap();
    let margins: Vec<_> = xml.descendants().filter(|n| n.has_tag_name("collision_margins")).collect();
    assert_eq!(margins.len(), 1);
    assert_eq!(margins[0].attribute("default_margin"), Some("0.02"));
    assert_eq!(xml.descendants().filter(|n| n.has_tag_name("disable_collisions")).count(), 5);
}

#[test]
fn usd_and_csv_and_script() {
    let (sample, document) = sample();
    let (usd, _) = export(&sample, &document, "usd", URDF);
    assert!(usd.starts_with("#usda 1.0\n"));
    assert!(usd.contains("over \"a\" (\n        prepend apiSchemas = [\"PhysicsFilteredPairsAPI\"]\n    )\n"));
    assert!(usd.contains("prepend rel physics:filteredPairs = [</chain/b>, </chain/d>]"));
    let (csv, _) = export(&sample, &document, "csv", URDF);
    let rows: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[2], "a,,c,,check,,,,,-0.001,0.124,0.3323333333333333,2,100,0.02");
    let (script, _) = export(&sample, &document, "pybullet", URDF);
    assert!(script.contains("    (\"a\", \"b\"),\n"));

    let odd = Sample::new(&["a-b", "a_b", "c"], ShapeType::LinkHulls);
    let document = odd.document(&Overrides::new());
    let input = ExportInput { document: &document, robot: &odd.model.robot, urdf: None, srdf: None };
    let error = |id: &str| Format::find(id).unwrap().write(&input).unwrap_err();
    assert!(matches!(error("usd"), FormatError::NamesCollide { .. }));
    assert!(matches!(error("klampt"), FormatError::NeedsUrdf { .. }));
}

#[test]
fn names_that_trap_every_language() {
    let names = ["no", "1e3", "a: b", "a:b", "x\"<&>'y", "木 の", "{{", "#x", "--", ""];
    for shape_type in [ShapeType::LinkSpheres, ShapeType::PartBoxes] {
        let sample = Sample::new(&names, shape_type);
        let document = sample.document(&Overrides::new());
        for format in FORMATS {
            let input = ExportInput {
                document: &document,
                robot: &sample.model.robot,
                urdf: Some(URDF.as_bytes()),
                srdf: None,
            };
            let Ok(export) = format.write(&input) else {
                assert_eq!(format.id, "usd");
                continue;
            };
            let text = String::from_utf8(export.bytes).unwrap();
            match format.extension.rsplit('.').next().unwrap() {
                "xml" | "urdf" | "srdf" => assert!(Document::parse(&text).is_ok(), "{text}"),
                "yaml" | "yml" | "xrdf" => assert!(serde_saphyr::from_str::<Value>(&text).is_ok(), "{text}"),
                "json" => assert!(serde_json::from_str::<Value>(&text).is_ok()),
                _ => {}
            }
            assert!(format.file_name(&document).starts_with("chain."));
        }
    }
    let mut ids: Vec<_> = FORMATS.iter().flat_map(|format| [format.id, format.extension]).collect();
    ids.sort_unstable();
    ids.dedup();
    // `csv`, `xrdf` and `srdf` are both word and extension.
    assert_eq!(ids.len(), 2 * FORMATS.len() - 3);
}
