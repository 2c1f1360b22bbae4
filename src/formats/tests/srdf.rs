//! SRDF: small files of every kind, published ones, and files that were damaged.

use super::sample::{Sample, any_name, corpus_root, model};
use crate::formats::srdf::{Srdf, import, read, write};
use crate::formats::{FormatError, LinkMatrix};
use crate::matrix::{AllOverrides, Decision, Edit, History, PairKey, Reason, decide, effective};
use crate::robot::parse_urdf;
use crate::shapes::{ShapeSet, ShapeType};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn srdf(body: &str) -> (Srdf, Vec<String>) {
    let (srdf, found) = read(format!("<robot name=\"chain\">\n{body}\n</robot>").as_bytes(), "x.srdf").unwrap();
    (srdf, found.iter().map(|d| d.code.clone()).collect())
}

/// The matrix of a sample whose effective decisions are the computed ones under those of the SRDF.
fn link_matrix(sample: &Sample, srdf: &Srdf) -> LinkMatrix {
    let imported = import(srdf, &sample.model.robot, &sample.set);
    LinkMatrix::new(&sample.document(&imported.overrides()))
}

#[test]
fn entries_apply_in_moveits_order() {
    let sample = Sample::new(&["a", "b", "c", "d"], ShapeType::LinkHulls);
    let (srdf, found) = srdf(
        r#"<disable_collisions link1="b" link2="d" reason="Made up"/>
        <enable_collisions link1="b" link2="d"/>
        <enable_collisions link1="c" link2="a" reason="wanted"/>
        <disable_default_collisions link="a"/>"#,
    );
    assert!(found.is_empty());
    let imported = import(&srdf, &sample.model.robot, &sample.set);
    assert!(imported.diagnostics.is_empty());
    let said = |a: &str, b: &str| imported.pairs.get(&PairKey::links(a, b)).map(|p| (p.decision, p.word.as_deref()));
    assert_eq!(said("a", "b"), Some((Decision::Skip, None)), "disabled by default");
    assert_eq!(said("a", "c"), Some((Decision::Check, Some("wanted"))), "an entry for the pair beats the default");
    assert_eq!(said("a", "d"), Some((Decision::Skip, None)));
    assert_eq!(said("b", "d"), Some((Decision::Skip, Some("Made up"))), "disabled after enabled");
    assert_eq!(said("b", "c"), None);
    assert_eq!(imported.pairs[&PairKey::links("b", "d")].line, 2);
}

#[test]
fn oddities_are_reported() {
    let sample = Sample::new(&["a", "b", "c"], ShapeType::LinkHulls);
    let (srdf, found) = srdf(
        r#"<disable_collisions link1="a" link2="b" reason="Never"/>
        <disable_collisions link1="a" link2="b" reason="Never"/>
        <disable_collisions link1="b" link2="a" reason="User"/>
        <disable_collisions link1="a" link2="a"/>
        <disable_collisions link1="a"/>
        <disable_collisions link1="a" link2="gone"/>
        <disable_default_collisions/>"#,
    );
    assert_eq!(
        found,
        ["srdf-link-missing", "srdf-self-pair", "srdf-duplicate", "srdf-reversed", "srdf-reasons-differ"]
    );
    let mut robot = sample.model.robot.clone();
    robot.name = "other".to_owned();
    let imported = import(&srdf, &robot, &sample.set);
    let codes: Vec<_> = imported.diagnostics.iter().map(|d| d.code.as_str()).collect();
    assert_eq!(codes, ["srdf-robot-name", "srdf-link-absent"]);
    assert_eq!(imported.pairs.len(), 1);
    assert_eq!(imported.pairs[&PairKey::links("a", "b")].word.as_deref(), Some("Never"), "the first holds");
}

#[test]
fn links_without_geometry_mean_nothing() {
    let mut sample = Sample::new(&["a", "b", "c"], ShapeType::LinkHulls);
    sample.set.shapes.remove(1);
    let (srdf, _) = srdf(r#"<disable_collisions link1="a" link2="b"/><disable_default_collisions link="b"/>"#);
    let imported = import(&srdf, &sample.model.robot, &sample.set);
    assert_eq!(imported.diagnostics.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), ["srdf-link-no-geometry"]);
    assert!(imported.pairs.is_empty());
}

#[test]
fn other_files_are_named() {
    let error = |text: &str| read(text.as_bytes(), "x").unwrap_err();
    assert!(matches!(error("<sdf/>"), FormatError::NotAnSrdf { .. }));
    assert!(matches!(error("<robot name='r'><link name='l'/></robot>"), FormatError::IsUrdf));
    assert!(matches!(
        error("<robot xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:include filename='x'/></robot>"),
        FormatError::IsXacro { .. }
    ));
    assert!(matches!(error("<robot>\n<group>\n</robot>"), FormatError::Syntax { line: 3, .. }));
    assert!(matches!(error(""), FormatError::Syntax { .. }));
    // An SRDF without collision entries is one all the same.
    assert!(read(b"<robot name='r'><group name='g'/></robot>", "x").is_ok());
    // Undeclared prefixes, a late declaration and UTF-16 are mended.
    let text = "<!-- x --><?xml version='1.0'?><robot name='r'><a:b/><disable_collisions link1='a' link2='b'/></robot>";
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let (srdf, found) = read(&utf16, "x").unwrap();
    assert_eq!(srdf.disabled.len(), 1);
    assert!(found.len() >= 2);
}

#[test]
fn comparison_shows_who_skips() {
    let sample = Sample::new(&["a", "b", "c", "d"], ShapeType::LinkHulls);
    let computed = sample.computed();
    let (srdf, _) = srdf(
        r#"<disable_collisions link1="a" link2="b" reason="Adjacent"/>
        <disable_collisions link1="c" link2="a" reason="Never"/>"#,
    );
    let imported = import(&srdf, &sample.model.robot, &sample.set);
    let compared = imported.compare(&sample.set, &computed);
    assert_eq!(compared.len(), 6);
    assert!(!compared[0].differs(), "both skip");
    assert_eq!(compared[1].computed.decision, Decision::Check);
    assert!(compared[1].differs(), "only the file skips a-c");
    assert_eq!(compared[2].computed.decision, Decision::Skip);
    assert!(compared[2].differs() && compared[2].file.is_none(), "only the computation skips a-d");

    // Importing is one edit that can be undone.
    let (mut overrides, mut history) = (AllOverrides::default(), History::default());
    let mut targets = Vec::new();
    for (pair, value) in imported.overrides().iter() {
        for shape_type in [ShapeType::LinkSpheres, ShapeType::LinkBoxes, ShapeType::LinkHulls] {
            targets.push((shape_type, pair.clone(), Some(value.clone())));
        }
    }
    let edit = Edit::assign(&overrides, "Import x.srdf", targets);
    history.apply(&mut overrides, edit);
    let shown = effective(&computed, &sample.set, overrides.get(ShapeType::LinkHulls)).matrix;
    assert_eq!((shown.entries[1].reason, shown.entries[1].note.as_deref()), (Some(Reason::Imported), Some("Never")));
    history.undo(&mut overrides);
    assert!(overrides.is_empty());
}

#[test]
fn everything_else_stays_byte_for_byte() {
    let sample = Sample::new(&["a", "b", "c", "d"], ShapeType::LinkHulls);
    let text = "<?xml version=\"1.0\"?>\r\n<!-- mine -- no: - -->\r\n<robot name = 'old' version=\"2\">\r\n\t<group name=\"g\"><chain base_link=\"a\" tip_link=\"d\"/></group>\r\n\t<!-- pairs -->\r\n\t<disable_collisions link1=\"a\" link2=\"c\" reason=\"Custom\"></disable_collisions>\r\n\t<disable_collisions link1=\"a\" link2=\"tool0\"/> <!-- kept -->\r\n\t<disable_default_collisions link=\"b\"/><passive_joint name=\"p\"/>\r\n\t<enable_collisions link1=\"b\" link2=\"d\"/>\r\n</robot>\r\n<!-- end </x> -->\r\n";
    let text = text.replace("-- no: -", "no:");
    let (base, _) = read(text.as_bytes(), "x").unwrap();
    let matrix = link_matrix(&sample, &base);
    let written = String::from_utf8(write(Some(&base), &sample.model.robot, &matrix)).unwrap();
    let expected_block = "\t<disable_collisions link1=\"a\" link2=\"b\"/>\r\n\t<disable_collisions link1=\"a\" link2=\"c\" reason=\"Custom\"/>\r\n\t<disable_collisions link1=\"a\" link2=\"d\" reason=\"Always\"/>\r\n\t<disable_collisions link1=\"b\" link2=\"c\"/>\r\n\t<disable_collisions link1=\"c\" link2=\"d\" reason=\"Adjacent\"/>\r\n";
    let mut lines: Vec<&str> = written.split_inclusive("\r\n").collect();
    let own = lines.iter().position(|line| line.contains("noclash:")).unwrap();
    assert_eq!(own, 5, "where the first entry was");
    lines.remove(own);
    let expected = text
        .replace("name = 'old'", "name = 'chain'")
        .replace(
            "\t<disable_collisions link1=\"a\" link2=\"c\" reason=\"Custom\"></disable_collisions>\r\n",
            expected_block,
        )
        .replace("<disable_default_collisions link=\"b\"/>", "")
        .replace("\t<enable_collisions link1=\"b\" link2=\"d\"/>\r\n", "");
    assert_eq!(lines.concat(), expected);
    // Writing again into what was written changes nothing.
    let (again, _) = read(written.as_bytes(), "x").unwrap();
    assert_eq!(String::from_utf8(write(Some(&again), &sample.model.robot, &matrix)).unwrap(), written);
}

#[test]
fn a_base_without_entries_and_an_empty_one() {
    let sample = Sample::new(&["a", "b", "c"], ShapeType::LinkHulls);
    for text in ["<robot name='chain'/>", "<robot name='chain'><group name='g'/></robot>", "<robot>\n</robot>\n"] {
        let (base, _) = read(text.as_bytes(), "x").unwrap();
        let written = write(Some(&base), &sample.model.robot, &link_matrix(&sample, &base));
        let (again, found) = read(&written, "x").unwrap();
        assert!(found.is_empty());
        assert_eq!(again.disabled.len(), 2, "{}", String::from_utf8_lossy(&written));
    }
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

/// The published SRDFs, each with its robot: which of the pairs with collision geometry are disabled is in the index.
#[test]
fn published_files() {
    let Some(root) = corpus_root("published SRDFs") else { return };
    let index = std::fs::read_to_string(root.join("robots/INDEX.md")).unwrap();
    let counts: BTreeMap<&str, (usize, usize)> = index
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let (a, b) = cells.get(10)?.strip_suffix(" geo")?.rsplit(' ').next()?.split_once('/')?;
            Some((*cells.get(1)?, (a.parse().ok()?, b.parse().ok()?)))
        })
        .collect();
    let mut seen = 0;
    for (robot, (disabled, possible)) in counts {
        let folder = root.join("robots").join(robot);
        let (mut srdfs, mut urdfs) = (Vec::new(), Vec::new());
        files(&folder, "srdf", &mut srdfs);
        files(&folder, "urdf", &mut urdfs);
        if robot == "panda" {
            // Two files; the one with the hand is the whole robot.
            srdfs.retain(|path| path.ends_with("panda_arm_hand.srdf"));
        }
        let ([srdf_path], [urdf_path, ..]) = (&srdfs[..], &urdfs[..]) else { continue };
        let parsed = parse_urdf(&std::fs::read(urdf_path).unwrap(), "x.urdf").unwrap();
        let mut sample = Sample::of(model(parsed.robot), ShapeType::LinkHulls);
        let robot_links = &sample.model.robot.links;
        sample.set.shapes.retain(|shape| !robot_links[shape.link].collisions.is_empty());
        sample.survey.pairs.truncate(sample.set.pair_count());
        assert_eq!(sample.set.pair_count(), possible, "{robot}");
        let bytes = std::fs::read(srdf_path).unwrap();
        let (srdf, _) = read(&bytes, "x.srdf").unwrap();
        let imported = import(&srdf, &sample.model.robot, &sample.set);
        assert_eq!(imported.pairs.len(), disabled, "{robot}");
        seen += 1;

        // Only the file's own decisions, written into the file: the same pairs with the same words, all else kept.
        let only_file = |set: &ShapeSet| {
            let mut matrix = decide(&sample.model.robot, set, &sample.survey, &sample.rules);
            for entry in &mut matrix.entries {
                *entry = crate::matrix::PairEntry::check();
            }
            effective(&matrix, set, &imported.overrides()).matrix
        };
        let document = sample.document_with(&only_file(&sample.set));
        let written = write(Some(&srdf), &sample.model.robot, &LinkMatrix::new(&document));
        let (again, _) = read(&written, "x.srdf").unwrap();
        let reimported = import(&again, &sample.model.robot, &sample.set);
        let words = |i: &crate::formats::srdf::SrdfImport| -> Vec<_> {
            i.pairs.iter().map(|(k, p)| (k.clone(), p.decision, p.word.clone())).collect()
        };
        assert_eq!(words(&reimported), words(&imported), "{robot}");
        let rest = |bytes: &[u8]| -> Vec<String> {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let lines = text.lines().filter(|l| !l.contains("disable_collisions") && !l.contains("noclash:"));
            lines.map(str::to_owned).collect()
        };
        let renamed: Vec<String> = rest(&bytes)
            .into_iter()
            .map(|line| match &srdf.robot_name {
                Some(name) if line.contains("<robot") => line.replace(name.as_str(), &sample.model.robot.name),
                _ => line,
            })
            .collect();
        assert_eq!(rest(&written), renamed, "{robot}");
    }
    assert!(seen > 0, "no SRDF compared");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_names_survive(names in prop::collection::btree_set(any_name(), 2..5), lost in 0..2_usize) {
        // Characters that XML can't hold can't be in a name that came from a URDF.
        let xml = |name: &String| name.chars().all(|c| !matches!(c, '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}'));
        let names: Vec<String> = names.into_iter().filter(xml).collect();
        prop_assume!(names.len() >= 2);
        let sample = Sample::new(&names.iter().map(String::as_str).collect::<Vec<_>>(), ShapeType::LinkHulls);
        let mut matrix = LinkMatrix::new(&sample.document(&Default::default()));
        matrix.lost = lost;
        let written = write(None, &sample.model.robot, &matrix);
        let (srdf, found) = read(&written, "x").unwrap();
        prop_assert!(found.is_empty());
        let pairs: Vec<_> = srdf.disabled.iter().map(|p| PairKey::links(&p.link1, &p.link2)).collect();
        let expected: Vec<_> = matrix.skipped().map(|p| {
            let (a, b) = matrix.names(p);
            PairKey::links(a, b)
        }).collect();
        prop_assert_eq!(pairs, expected);
    }

    #[test]
    fn mutated_bytes_never_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..8)
    ) {
        let sample = Sample::new(&["a", "b", "c"], ShapeType::LinkHulls);
        let mut bytes = b"<?xml version=\"1.0\"?><robot name=\"r\"><group name='g'/>\n <!-- c -->\n<disable_default_collisions link=\"a\"/>\n<disable_collisions link1=\"b\" link2=\"c\" reason=\"X\"/></robot>".to_vec();
        for (at, byte, what) in edits {
            let at = at.index(bytes.len());
            match what {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.drain(at..(at + usize::from(byte) % 16).min(bytes.len() - 1)); }
            }
        }
        if let Ok((srdf, _)) = read(&bytes, "x") {
            let written = write(Some(&srdf), &sample.model.robot, &link_matrix(&sample, &srdf));
            prop_assert!(read(&written, "x").is_ok(), "{}", String::from_utf8_lossy(&written));
        }
    }
}
