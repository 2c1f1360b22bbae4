use super::*;
use crate::matrix::{BulkRule, Decision, PairKey, Reason};
use crate::shapes::ShapeType;
use crate::work::Mode;
use web_time::{Duration, Instant};

/// A chain: box a, box b 0.5 m along x that turns about z, sphere c 0.5 to 1 m from b that slides, sphere d that swings
/// about c at 0.35 m and hits b when c is near and d points back.
pub(crate) const RAIL: &str = r#"<robot name="rail">
  <link name="a"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="b"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="c"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="d"><collision><origin xyz="0.35 0 0"/><geometry><sphere radius="0.15"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0.5 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="b"/><child link="c"/><origin xyz="0.5 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.5" effort="1" velocity="1"/></joint>
  <joint name="swing" type="revolute"><parent link="c"/><child link="d"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>"#;

/// A new session made from what this one has put into the autosave since its effects were last taken, settled.
pub(crate) fn reloaded(session: &mut Session) -> Session {
    session.poll(Instant::now());
    let mut records: Vec<(String, Vec<u8>)> = Vec::new();
    for effect in session.take_effects() {
        if let Effect::SaveSnapshot { key, bytes } = effect {
            records.retain(|(known, _)| known != key);
            records.push((key.to_owned(), bytes));
        }
    }
    let mut again = Session::new(Mode::Slices);
    again.restore(records);
    settle(&mut again);
    again
}

/// Polls until nothing runs any more.
pub(crate) fn settle(session: &mut Session) {
    let started = Instant::now();
    while session.is_busy() {
        session.poll(Instant::now() + Duration::from_millis(20));
        assert!(started.elapsed() < Duration::from_secs(120), "the session does not settle: {:?}", session.job());
    }
    session.poll(Instant::now());
}

/// The rail robot surveyed with few samples.
pub(crate) fn rail(samples: u64) -> Session {
    let mut session = Session::new(Mode::Slices);
    let settings = Settings { samples, ..Settings::default() };
    session.apply(Action::Configure { settings: Box::new(settings) });
    session.apply(Action::AddFiles(vec![("rail/rail.urdf".into(), RAIL.as_bytes().to_vec())]));
    settle(&mut session);
    session
}

fn links(a: &str, b: &str) -> PairKey {
    PairKey::links(a, b)
}

fn entry(session: &Session, a: &str, b: &str) -> crate::matrix::PairEntry {
    let set = session.shape_set(ShapeType::LinkHulls).unwrap();
    let place = PairPlace::find(set, &links(a, b)).unwrap();
    session.matrix(ShapeType::LinkHulls).unwrap().entries[place.index].clone()
}

#[test]
fn a_dropped_urdf_is_read_shaped_surveyed_and_decided() {
    let session = rail(500);
    let job = session.job().unwrap();
    assert!(job.finished && !job.cancelled && job.failure.is_none(), "{job:?}");
    assert_eq!(job.fraction, 1.0);
    for shape_type in ShapeType::ALL {
        assert_eq!(session.shape_set(shape_type).unwrap().shapes.len(), 4, "{shape_type:?}");
        assert_eq!(session.survey(shape_type).unwrap().samples, 500);
        assert_eq!(session.matrix(shape_type).unwrap().entries.len(), 6);
    }
    assert_eq!(entry(&session, "a", "b").reason, Some(Reason::Adjacent));
    // The slide keeps c at least 0.5 m from b's centre, so a and c never come near each other.
    assert_eq!(entry(&session, "a", "c").reason, Some(Reason::Never));
    let summary = session.summary();
    assert_eq!((summary["dof"].as_u64(), summary["links"].as_u64()), (Some(3), Some(4)));
    assert_eq!(summary["pairs"]["part_hulls"], 6);
    assert_eq!(summary["skipped"]["link_hulls"]["adjacent"], 3);
    assert_eq!(summary["samples"]["link_boxes"], 500);
    assert!(summary["seconds"]["total"].as_f64().unwrap() > 0.0);
}

#[test]
fn live_distances_follow_the_configuration() {
    let mut session = rail(50);
    session.apply(Action::ShowType { shape_type: ShapeType::LinkSpheres });
    session.apply(Action::SelectPair { pair: Some(links("c", "a")) });
    for (slide, expected) in [(0.0, 1.0), (0.25, 1.25), (0.5, 1.5)] {
        session.apply(Action::SetConfiguration { values: vec![0.0, slide, 0.0] });
        settle(&mut session);
        // Centres `expected` apart; the sphere around the box a has half its space diagonal as radius.
        let expected = expected - 0.1 - 0.1 * 3f64.sqrt();
        let selected = session.selected().unwrap();
        assert!((selected.proximity.unwrap().distance - expected).abs() < 1e-9);
        assert!((session.live_distances()[selected.place.index] - expected).abs() < 1e-9);
    }
    // Beyond its range a joint stops at the limit.
    session.apply(Action::SetJoint { dof: 1, value: 9.0 });
    assert_eq!(session.configuration(), [0.0, 0.5, 0.0]);
    session.apply(Action::SetJoint { dof: 1, value: f64::NAN });
    assert_eq!(session.configuration(), [0.0, 0.5, 0.0]);
    session.apply(Action::Home);
    assert_eq!(session.configuration(), [0.0, 0.0, 0.0]);
}

#[test]
fn contacts_leave_skipped_pairs_aside() {
    let mut session = rail(300);
    session.apply(Action::SetConfiguration { values: vec![0.0, 0.0, 0.0] });
    settle(&mut session);
    assert!(session.shapes_in_contact().iter().all(|touches| !touches));
    let witness = session.witness(&links("b", "d"), Witness::Closest).unwrap();
    session.apply(Action::GoToWitness { pair: links("b", "d"), which: Witness::Closest });
    assert_eq!(session.configuration(), witness);
    settle(&mut session);
    let set = session.shape_set(ShapeType::LinkHulls).unwrap();
    let place = PairPlace::find(set, &links("b", "d")).unwrap();
    let seen = session.survey(ShapeType::LinkHulls).unwrap().pairs[place.index];
    assert!((session.live_distances()[place.index] - seen.min).abs() < 1e-7);
}

#[test]
fn decisions_are_undone_redone_and_survive_another_survey() {
    let mut session = rail(300);
    let shape_type = ShapeType::LinkHulls;
    let before = entry(&session, "a", "c");
    let check = Some(Decision::Check);
    session.apply(Action::SetDecision { shape_type, pairs: vec![links("c", "a")], decision: check });
    assert_eq!(entry(&session, "a", "c").reason, Some(Reason::User));
    assert_eq!(session.undo_label(), Some("Check a – c"));
    session.apply(Action::Undo);
    assert_eq!(entry(&session, "a", "c"), before);
    session.apply(Action::Redo);
    assert_eq!(entry(&session, "a", "c").decision, Decision::Check);
    let settings = Settings { samples: 800, ..session.settings().clone() };
    session.apply(Action::Configure { settings: Box::new(settings) });
    settle(&mut session);
    assert_eq!(session.survey(shape_type).unwrap().samples, 800);
    assert_eq!(entry(&session, "a", "c").decision, Decision::Check);
    // Other types are not touched.
    let set = session.shape_set(ShapeType::LinkBoxes).unwrap();
    let place = PairPlace::find(set, &links("a", "c")).unwrap();
    assert_eq!(session.matrix(ShapeType::LinkBoxes).unwrap().entries[place.index].reason, Some(Reason::Never));
}

#[test]
fn bulk_edits_are_previewed_and_undone_in_one_step() {
    let mut session = rail(300);
    let rule = BulkRule::BelowDistance(f64::INFINITY);
    let preview = session.bulk_preview(rule).unwrap();
    let checked = session.matrix(ShapeType::LinkHulls).unwrap().entries.iter();
    let checked = checked.filter(|entry| entry.decision == Decision::Check).count();
    assert_eq!(preview.pairs.len(), checked);
    assert!(checked > 0, "the robot has a pair that collides sometimes");
    session.apply(Action::Bulk { rule, except: Vec::new() });
    let entries = &session.matrix(ShapeType::LinkHulls).unwrap().entries;
    assert!(entries.iter().all(|entry| entry.decision == Decision::Skip));
    session.apply(Action::Undo);
    let now = session.matrix(ShapeType::LinkHulls).unwrap().entries.iter();
    assert_eq!(now.filter(|entry| entry.decision == Decision::Check).count(), checked);
}

#[test]
fn a_cancelled_survey_keeps_what_it_has_and_goes_on() {
    let mut session = Session::new(Mode::Slices);
    let settings = Settings { samples: 40_000, ..Settings::default() };
    session.apply(Action::Configure { settings: Box::new(settings) });
    session.apply(Action::AddFiles(vec![("rail.urdf".into(), RAIL.as_bytes().to_vec())]));
    while session.survey(ShapeType::PartHulls).is_none() {
        session.poll(Instant::now());
        assert!(session.is_busy());
    }
    session.apply(Action::Cancel);
    settle(&mut session);
    assert!(session.job().unwrap().cancelled);
    let some = session.survey(ShapeType::PartHulls).unwrap().samples;
    assert!(some > 0 && some < 40_000, "{some}");
    session.apply(Action::Continue);
    settle(&mut session);
    let whole = session.survey(ShapeType::PartHulls).unwrap().clone();
    assert_eq!(whole.samples, 40_000);
    session.apply(Action::Restart);
    settle(&mut session);
    assert_eq!(*session.survey(ShapeType::PartHulls).unwrap(), whole, "stopping leaves no trace");
}

#[test]
fn a_reload_brings_everything_back_without_a_survey() {
    let mut session = rail(400);
    let shape_type = ShapeType::LinkHulls;
    session.apply(Action::SetJoint { dof: 1, value: 0.125 });
    session.apply(Action::ShowType { shape_type });
    session.apply(Action::SelectPair { pair: Some(links("b", "d")) });
    session.apply(Action::SetDecision { shape_type, pairs: vec![links("a", "d")], decision: Some(Decision::Check) });
    // What a page would have stored: the last record of each key.
    let mut records: Vec<(String, Vec<u8>)> = Vec::new();
    let mut keep = |effects: Vec<Effect>| {
        for effect in effects {
            match effect {
                Effect::SaveSnapshot { key, bytes } => {
                    records.retain(|(known, _)| known != key);
                    records.push((key.to_owned(), bytes));
                }
                Effect::ForgetSnapshot { key } => records.retain(|(known, _)| known != key),
                _ => {}
            }
        }
    };
    keep(session.take_effects());
    settle(&mut session);
    keep(session.take_effects());

    let mut again = Session::new(Mode::Slices);
    again.restore(records.clone());
    settle(&mut again);
    assert_eq!(again.configuration(), [0.0, 0.125, 0.0]);
    assert_eq!(again.selected().unwrap().key, &links("b", "d"));
    assert_eq!(again.undo_label(), session.undo_label());
    for shape_type in ShapeType::ALL {
        assert_eq!(again.survey(shape_type), session.survey(shape_type), "{shape_type:?}");
        assert_eq!(again.matrix(shape_type), session.matrix(shape_type), "{shape_type:?}");
    }
    assert!(again.job().unwrap().steps.iter().all(|(name, _)| !name.contains("Survey")), "nothing was surveyed again");

    // Damaged records are reported and do no harm.
    for cut in [0, 1, 9, 30] {
        let damaged =
            records.iter().map(|(key, bytes)| (key.clone(), bytes[..cut.min(bytes.len())].to_vec())).collect();
        let mut damaged_session = Session::new(Mode::Slices);
        damaged_session.restore(damaged);
        settle(&mut damaged_session);
        assert!(damaged_session.diagnostics().iter().any(|d| d.code == "snapshot-unreadable"));
    }
}

#[test]
fn an_exported_matrix_restores_the_decisions() {
    let mut session = rail(300);
    let shape_type = ShapeType::LinkHulls;
    session.apply(Action::SetDecision { shape_type, pairs: vec![links("a", "c")], decision: Some(Decision::Check) });
    let names = session.export_names();
    assert_eq!(names.len(), 12);
    assert!(names.contains(&"rail.link_hulls.json".to_owned()) && names.contains(&"rail.part_boxes.yaml".to_owned()));
    let bytes = session.export_file("rail.link_hulls.yaml").unwrap();
    let wanted = session.matrix(shape_type).unwrap().clone();

    let mut other = rail(300);
    assert_ne!(other.matrix(shape_type), Some(&wanted));
    other.apply(Action::AddFiles(vec![("rail.link_hulls.yaml".into(), bytes)]));
    settle(&mut other);
    assert_eq!(other.matrix(shape_type), Some(&wanted));
    assert_eq!(other.robot().unwrap().name, "rail", "a matrix does not close the robot");
    other.apply(Action::Undo);
    assert_ne!(other.matrix(shape_type), Some(&wanted));

    // The whole zip, before there is a robot: it waits.
    let zip = session.export_file("rail.zip").unwrap();
    let mut early = Session::new(Mode::Slices);
    early.apply(Action::Configure { settings: Box::new(Settings { samples: 300, ..Settings::default() }) });
    early.apply(Action::AddFiles(vec![("rail.zip".into(), zip)]));
    settle(&mut early);
    assert!(early.robot().is_none());
    early.apply(Action::AddFiles(vec![("rail.urdf".into(), RAIL.as_bytes().to_vec())]));
    settle(&mut early);
    assert_eq!(early.matrix(shape_type), Some(&wanted));
}

#[test]
fn what_is_no_robot_says_so_and_does_no_harm() {
    let mut session = Session::new(Mode::Slices);
    session.apply(Action::AddFiles(vec![("notes.txt".into(), b"hello".to_vec())]));
    settle(&mut session);
    assert!(session.robot().is_none());
    assert!(session.diagnostics().iter().any(|d| d.code == "no-robot" && !d.mend.is_empty()));
    session.apply(Action::AddFiles(vec![("broken.urdf".into(), b"<robot name='x'><link name='a'/>".to_vec())]));
    settle(&mut session);
    // All that needs a robot is harmless without one.
    for action in
        [Action::Home, Action::RandomConfiguration, Action::Undo, Action::Redo, Action::Restart, Action::Continue]
    {
        session.apply(action);
    }
    session.apply(Action::Export { what: Export::Zip });
    session.apply(Action::SelectPair { pair: Some(links("a", "b")) });
    settle(&mut session);
}

#[test]
fn methods_answer_as_documented() {
    let mut session = rail(200);
    let mut call = |method: &str, arguments: &str| -> serde_json::Value {
        serde_json::from_str(&api::call(&mut session, method, arguments)).unwrap()
    };
    assert_eq!(call("state", "[]")["ok"]["robot"], "rail");
    assert_eq!(call("state", "[]")["ok"]["busy"], false);
    assert_eq!(call("joints", "[]")["ok"][1]["name"], "slide");
    assert_eq!(call("setConfiguration", "[[0.5, 0.25, -1]]")["ok"], serde_json::Value::Null);
    assert_eq!(call("getConfiguration", "[]")["ok"], serde_json::json!([0.5, 0.25, -1.0]));
    assert!(call("setConfiguration", "[[0.5]]")["error"].as_str().unwrap().contains("3 degrees"));
    let matrix = &call("transforms", "[]")["ok"][1];
    assert_eq!(matrix["link"], "b");
    assert_eq!(matrix["matrix"][0][3], 0.5);
    assert!((matrix["matrix"][1][0].as_f64().unwrap() - 0.5f64.sin()).abs() < 1e-15);
    assert_eq!(call("distances", r#"["link_spheres"]"#)["ok"].as_array().unwrap().len(), 6);
    let pairs = call("listPairs", r#"["part_hulls"]"#);
    assert_eq!(pairs["ok"][0]["a"], serde_json::json!({"link": "a", "part": 0}));
    assert_eq!(pairs["ok"][0]["samples"], 200);
    let pair = r#"[{"a": {"link": "d", "part": null}, "b": {"link": "a", "part": null}}]"#;
    assert!(call("decide", &format!(r#"["link_hulls", {pair}, "check"]"#)).get("ok").is_some());
    assert_eq!(call("state", "[]")["ok"]["undo"], "Check a – d");
    assert!(
        call(
            "decide",
            r#"["link_hulls", [{"a": {"link": "x", "part": null}, "b": {"link": "a", "part": null}}], null]"#
        )["error"]
            .as_str()
            .unwrap()
            .contains("no pair")
    );
    assert!(call("undo", "[]").get("ok").is_some());
    assert!(call("setSettings", r#"[{"samples": 300, "rules": {"clearance": 0.01}}]"#).get("ok").is_some());
    assert_eq!(call("settings", "[]")["ok"]["rules"]["always_threshold"], 0.95);
    assert!(call("setSettings", r#"[{"sample": 300}]"#).get("error").is_some());
    assert!(call("act", r#"[{"do": "set_joint", "dof": 1, "value": 0.5}]"#).get("ok").is_some());
    assert!(call("act", r#"[{"do": "fly"}]"#).get("error").is_some());
    assert!(call("nothing", "[]").get("error").is_some());
    assert!(call("state", "nonsense").get("error").is_some());
}

#[test]
fn meshes_that_come_before_their_robot_belong_to_it() {
    let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nfacet \
        normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid";
    let urdf =
        "<robot name='r'><link name='a'><collision><geometry><mesh filename='meshes/a.stl'/></geometry></collision>
        </link></robot>";
    let mut session = Session::new(Mode::Slices);
    session.apply(Action::AddFiles(vec![("meshes/a.stl".to_owned(), stl.as_bytes().to_vec())]));
    settle(&mut session);
    assert!(session.robot().is_none());
    session.apply(Action::AddFiles(vec![("r.urdf".to_owned(), urdf.as_bytes().to_vec())]));
    settle(&mut session);
    assert_eq!(session.load_report().unwrap().meshes[0].path.as_deref(), Some("meshes/a.stl"));
    assert_eq!(session.load_report().unwrap().meshes[0].problem, None);
}

#[test]
fn findings_are_counted_by_kind() {
    let urdf = "<robot name='r'><link name='a'><collision><geometry><mesh filename='a.stl'/></geometry></collision>
        <visual><geometry><mesh filename='b.stl'/></geometry></visual></link></robot>";
    let mut session = Session::new(Mode::Slices);
    session.apply(Action::AddFiles(vec![("r.urdf".to_owned(), urdf.as_bytes().to_vec())]));
    settle(&mut session);
    let summary = session.summary();
    assert_eq!(summary["diagnostics_by_code"]["mesh-missing"], 2, "{}", summary["diagnostics_by_code"]);
}
