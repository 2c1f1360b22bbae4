use super::tests::{RAIL, rail, reloaded, settle};
use super::*;
use crate::matrix::{Decision, PairEntry, PairKey, Reason};
use crate::shapes::ShapeType;
use crate::work::Mode;

/// Skips two neighbours, a pair that collides (twice), one that never does, and one with a link that does not exist.
const SRDF: &str = r#"<?xml version="1.0"?>
<robot name="rail">
  <group name="arm"><chain base_link="a" tip_link="d"/></group>
  <disable_collisions link1="a" link2="b" reason="Adjacent"/>
  <disable_collisions link1="d" link2="b" reason="Never"/>
  <disable_collisions link1="b" link2="d" reason="Never"/>
  <disable_collisions link1="c" link2="a" reason="Never"/>
  <disable_collisions link1="a" link2="gone" reason="Never"/>
</robot>
"#;

fn file(path: &str, text: &str) -> (String, Vec<u8>) {
    (path.to_owned(), text.as_bytes().to_vec())
}

fn entry(session: &Session, shape_type: ShapeType, a: &str, b: &str) -> PairEntry {
    let place = PairPlace::find(session.shape_set(shape_type).unwrap(), &PairKey::links(a, b)).unwrap();
    session.matrix(shape_type).unwrap().entries[place.index].clone()
}

fn fresh() -> Session {
    let mut session = Session::new(Mode::Slices);
    session.apply(Action::Configure { settings: Box::new(Settings { samples: 300, ..Settings::default() }) });
    session
}

fn assert_imported(session: &Session) {
    for shape_type in [ShapeType::LinkSpheres, ShapeType::LinkBoxes, ShapeType::LinkHulls] {
        for (a, b, word) in [("a", "b", "Adjacent"), ("b", "d", "Never"), ("a", "c", "Never")] {
            let entry = entry(session, shape_type, a, b);
            assert_eq!((entry.decision, entry.reason), (Decision::Skip, Some(Reason::Imported)), "{a} {b}");
            assert_eq!(entry.note.as_deref(), Some(word));
        }
    }
    assert_eq!(session.overrides().unwrap().get(ShapeType::PartHulls).len(), 0, "an SRDF knows nothing of parts");
    assert_eq!(session.undo_label(), Some("Import rail.srdf"));
    let report = session.srdf_report(ShapeType::LinkHulls).unwrap();
    assert!(report.imported);
    assert_eq!(report.path, "rail.srdf");
}

#[test]
fn an_srdf_dropped_after_its_robot_is_imported_in_one_edit() {
    let mut session = rail(300);
    let before = session.matrix(ShapeType::LinkHulls).unwrap().clone();
    session.apply(Action::AddFiles(vec![file("rail.srdf", SRDF)]));
    settle(&mut session);
    assert_imported(&session);
    assert_eq!(session.robot().unwrap().name, "rail", "the robot stays open");
    session.apply(Action::Undo);
    assert_eq!(session.matrix(ShapeType::LinkHulls), Some(&before));
    let report = session.srdf_report(ShapeType::LinkHulls).unwrap();
    assert!(!report.imported, "what was taken back does not hold");
    session.apply(Action::Redo);
    assert_imported(&session);
}

#[test]
fn an_srdf_dropped_before_or_with_its_robot_waits_for_the_shapes() {
    let mut session = fresh();
    session.apply(Action::AddFiles(vec![file("rail.srdf", SRDF)]));
    settle(&mut session);
    assert!(session.robot().is_none());
    assert!(session.toasts().any(|toast| toast.text.contains("Open its robot")));
    session.apply(Action::AddFiles(vec![file("rail.urdf", RAIL)]));
    settle(&mut session);
    assert_imported(&session);

    let mut session = fresh();
    session.apply(Action::AddFiles(vec![file("rail.srdf", SRDF), file("rail.urdf", RAIL)]));
    settle(&mut session);
    assert_imported(&session);
}

#[test]
fn an_srdf_within_a_robots_folder_is_compared_and_imported_on_demand() {
    let mut session = fresh();
    session.apply(Action::AddFiles(vec![
        file("rail/urdf/rail.urdf", RAIL),
        file("rail/config/rail.srdf", SRDF),
        file("rail/config/other.srdf", "<robot name='rail'><disable_collisions link1='a' link2='d'/></robot>"),
    ]));
    settle(&mut session);
    assert_eq!(session.srdf_path(), Some("rail/config/rail.srdf"));
    assert_eq!(session.srdf_files(), ["rail/config/other.srdf", "rail/config/rail.srdf"]);
    assert_eq!(
        entry(&session, ShapeType::LinkHulls, "b", "d"),
        PairEntry::check(),
        "a file in a folder decides nothing"
    );
    session.apply(Action::CompareSrdf { path: "rail/config/other.srdf".into() });
    assert_eq!(session.srdf_report(ShapeType::LinkHulls).unwrap().skipped, 1);
    session.apply(Action::ImportFile { path: "rail/config/rail.srdf".into() });
    settle(&mut session);
    assert_eq!(entry(&session, ShapeType::LinkHulls, "b", "d").reason, Some(Reason::Imported));
    assert!(session.srdf_report(ShapeType::LinkBoxes).unwrap().imported);
    // The next file takes the place of the one before; what the user says stays.
    let pairs = vec![PairKey::links("c", "d")];
    let shape_type = ShapeType::LinkHulls;
    session.apply(Action::SetDecision { shape_type, pairs, decision: Some(Decision::Check) });
    session.apply(Action::ImportFile { path: "rail/config/other.srdf".into() });
    settle(&mut session);
    assert_eq!(entry(&session, shape_type, "b", "d"), PairEntry::check());
    assert_eq!(entry(&session, shape_type, "a", "d").reason, Some(Reason::Imported));
    assert_eq!(entry(&session, shape_type, "c", "d").reason, Some(Reason::User));
}

#[test]
fn the_report_tells_what_differs() {
    let mut session = rail(300);
    assert!(session.srdf_report(ShapeType::LinkHulls).is_none());
    session.apply(Action::AddFiles(vec![file("rail.srdf", SRDF)]));
    settle(&mut session);
    let report = session.srdf_report(ShapeType::LinkHulls).unwrap();
    let row = |a: &str, b: &str| report.rows.iter().find(|row| row.pair == PairKey::links(a, b));
    let refuted = row("b", "d").unwrap();
    assert_eq!(refuted, &report.rows[0], "what matters most comes first");
    assert_eq!((refuted.finding, refuted.word.as_deref()), (SrdfFinding::Refuted, Some("Never")));
    assert_eq!(refuted.line, Some(5), "the first entry counts");
    let survey = session.survey(ShapeType::LinkHulls).unwrap();
    let place = PairPlace::find(session.shape_set(ShapeType::LinkHulls).unwrap(), &PairKey::links("b", "d")).unwrap();
    assert_eq!(refuted.collisions, survey.pairs[place.index].collisions);
    assert!(refuted.collisions > 0 && refuted.min.unwrap() < 0.0);
    assert_eq!(row("a", "b").unwrap().finding, SrdfFinding::Structure);
    assert_eq!(row("c", "d").unwrap().finding, SrdfFinding::OnlyComputed);
    let never = row("a", "c").unwrap().finding;
    assert!(matches!(never, SrdfFinding::Unseen | SrdfFinding::Proved | SrdfFinding::ProvedWithinLimits), "{never:?}");
    assert_eq!(report.skipped, 3);
    assert_eq!(report.missing_links.len(), 1);
    assert_eq!((report.missing_links[0].link.as_str(), &report.missing_links[0].lines), ("gone", &vec![8]));
    assert_eq!(report.repeated_pairs.len(), 1);
    assert_eq!(report.repeated_pairs[0].lines, [5, 6]);
    assert!(session.srdf_report(ShapeType::PartHulls).is_none());

    let mut call = |method: &str, arguments: &str| -> serde_json::Value {
        serde_json::from_str(&api::call(&mut session, method, arguments)).unwrap()
    };
    let answer = &call("srdf", "[]")["ok"];
    assert_eq!(answer["counts"]["refuted"], 1);
    assert_eq!(answer["rows"][0]["a"], serde_json::json!({"link": "b", "part": null}));
    assert_eq!(answer["rows"][0]["finding"], "refuted");
    assert_eq!(answer["missing_links"][0]["link"], "gone");
    assert!(call("srdf", r#"["part_hulls"]"#)["error"].as_str().unwrap().contains("links"));
    assert_eq!(call("summary", "[]")["ok"]["srdf"]["counts"]["structure"], 1);
    assert!(call("importSrdf", r#"["nowhere.srdf"]"#)["error"].is_string());
}

#[test]
fn the_srdf_comes_back_after_a_reload() {
    let mut session = rail(300);
    session.apply(Action::AddFiles(vec![file("rail.srdf", SRDF)]));
    settle(&mut session);
    let again = reloaded(&mut session);
    assert_imported(&again);
    assert_eq!(again.srdf_report(ShapeType::LinkHulls), session.srdf_report(ShapeType::LinkHulls));
}

#[test]
fn what_is_no_srdf_says_so() {
    let mut session = rail(50);
    for text in ["<robot name='r'><link name='l'/></robot>", "<sdf/>", "", "<robot>\n<group>\n</robot>"] {
        session.apply(Action::AddFiles(vec![file("bad.srdf", text)]));
        settle(&mut session);
        assert!(session.diagnostics().iter().any(|d| d.file.as_deref() == Some("bad.srdf")), "{text}");
        assert!(session.srdf_path().is_none());
        assert_eq!(session.undo_label(), None);
    }
}

#[test]
fn every_format_is_written_and_the_zip_holds_them_all() {
    let mut session = rail(300);
    session.apply(Action::AddFiles(vec![file("rail.srdf", SRDF)]));
    settle(&mut session);
    let formats = session.export_formats();
    assert_eq!(formats.len(), crate::formats::FORMATS.len());
    let srdf = String::from_utf8(session.export_file("rail.link_hulls.srdf").unwrap()).unwrap();
    assert!(srdf.contains("<group name=\"arm\">"), "what else the SRDF says is kept");
    assert!(srdf.contains("reason=\"Never\""));
    assert!(srdf.contains("gone"), "an entry for a link that another file may have stays");
    let zip = session.export_file("rail.zip").unwrap();
    let unzipped = crate::intake::FileSet::from_zip(&zip).unwrap();
    assert!(unzipped.diagnostics.is_empty());
    for (format, names) in &formats {
        assert_eq!(names.len(), 6, "{}", format.id);
        for name in names {
            let bytes = session.export_file(name).unwrap();
            assert!(!bytes.is_empty(), "{name}");
            assert_eq!(unzipped.files.get(&format!("exports/{name}")).map(|b| b.to_vec()), Some(bytes), "{name}");
        }
    }
    assert_eq!(unzipped.files.len(), 12 + 6 * formats.len() + session.export_meshes().len() + 1);
    assert!(unzipped.files.contains("exports/README.txt"));

    // What the download makes is the same, and each format comes by itself.
    session.take_effects();
    session.apply(Action::Export { what: Export::Zip });
    let id = "mujoco".to_owned();
    session.apply(Action::Export { what: Export::Format { shape_type: ShapeType::LinkBoxes, id } });
    settle(&mut session);
    let downloads: Vec<_> = session
        .take_effects()
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Download { name, bytes, .. } => Some((name, bytes)),
            _ => None,
        })
        .collect();
    assert_eq!(downloads[0].0, "rail.link_boxes.mujoco.xml");
    assert_eq!(downloads[0].1, session.export_file("rail.link_boxes.mujoco.xml").unwrap());
    assert_eq!(downloads[1], ("rail.zip".to_owned(), zip.clone()));

    // The zip comes back as matrices: the copies of the URDF in it are no robots.
    let wanted = session.matrix(ShapeType::LinkHulls).unwrap().clone();
    let mut other = rail(300);
    other.apply(Action::AddFiles(vec![("rail.zip".to_owned(), zip)]));
    settle(&mut other);
    assert_eq!(other.candidates().len(), 1);
    assert_eq!(other.matrix(ShapeType::LinkHulls), Some(&wanted));

    let mut call = |method: &str, arguments: &str| -> serde_json::Value {
        serde_json::from_str(&api::call(&mut session, method, arguments)).unwrap()
    };
    let answer = call("exportFormats", "[]");
    assert_eq!(answer["ok"][0]["files"][2], "rail.link_hulls.srdf");
}
