use super::tests::{reloaded, settle};
use super::*;
use crate::matrix::{Decision, Evidence, PairEntry, PairKey, Reason};
use crate::proof::Verdict;
use crate::shapes::ShapeType;
use crate::work::Mode;
use web_time::{Duration, Instant};

/// An arm of two rods that swing in a plane: the tip of the second one, c, reaches the ball a at the arm's foot only
/// when it folds back almost fully, in 1 of 150 configurations. The ball d rides a metre above that plane.
pub(crate) const FOLD: &str = r#"<robot name="fold">
  <link name="a"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="b"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.02 0.02"/></geometry></collision></link>
  <link name="c"><collision><origin xyz="0.75 0 0"/><geometry><box size="0.5 0.02 0.02"/></geometry></collision></link>
  <link name="d"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <joint name="foot" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="knee" type="revolute"><parent link="b"/><child link="c"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3.1" upper="3.1" effort="1" velocity="1"/></joint>
  <joint name="flag" type="revolute"><parent link="b"/><child link="d"/><origin xyz="0.5 0 1"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>"#;

/// With so few samples nothing is seen of the collision.
fn settings() -> Settings {
    Settings { samples: 40, seed: 1, ..Settings::default() }
}

fn start(settings: Settings, mode: Mode) -> Session {
    let mut session = Session::new(mode);
    session.apply(Action::Configure { settings: Box::new(settings) });
    session.apply(Action::AddFiles(vec![("fold.urdf".into(), FOLD.as_bytes().to_vec())]));
    session
}

pub(crate) fn fold() -> Session {
    let mut session = start(settings(), Mode::Slices);
    settle(&mut session);
    session
}

fn index(session: &Session, shape_type: ShapeType, a: &str, b: &str) -> usize {
    let part = shape_type.is_part().then_some(0);
    let id = |link: &str| crate::shapes::ShapeId { link: link.to_owned(), part };
    PairPlace::find(session.shape_set(shape_type).unwrap(), &PairKey::new(id(a), id(b))).unwrap().index
}

fn entry(session: &Session, shape_type: ShapeType, a: &str, b: &str) -> PairEntry {
    session.matrix(shape_type).unwrap().entries[index(session, shape_type, a, b)].clone()
}

fn refuted(entry: &PairEntry) -> Option<(f64, &[f64])> {
    match &entry.evidence {
        Some(Evidence::Refuted { distance, configuration }) => Some((*distance, configuration)),
        _ => None,
    }
}

#[test]
fn what_no_sample_saw_is_proved_or_refuted() {
    let session = fold();
    let shape_type = ShapeType::LinkHulls;
    let survey = session.survey(shape_type).unwrap();
    assert_eq!(survey.pairs[index(&session, shape_type, "a", "c")].collisions, 0, "the samples miss it");
    for (a, b) in [("a", "d"), ("c", "d")] {
        let entry = entry(&session, shape_type, a, b);
        assert_eq!((entry.decision, entry.reason), (Decision::Skip, Some(Reason::Never)));
        assert_eq!(entry.evidence, Some(Evidence::Proved), "{a} {b}");
    }
    let fold = entry(&session, shape_type, "a", "c");
    assert_eq!((fold.decision, fold.reason), (Decision::Check, None), "a pair that collides is never skipped as never");
    let (distance, configuration) = refuted(&fold).unwrap();
    assert!(distance < 0.0);
    assert!(configuration[1].abs() > 3.0 && configuration[1].abs() <= 3.1, "{configuration:?}");
    let proof = session.proof(shape_type, index(&session, shape_type, "a", "c")).unwrap();
    assert_eq!((proof.verdict, proof.closest), (Verdict::Refuted, distance));
    let job = session.job().unwrap();
    assert!(job.finished && job.fraction == 1.0);
    let summary = session.summary();
    assert_eq!(summary["evidence"]["link_hulls"]["proved"], 2);
    assert_eq!(summary["evidence"]["link_hulls"]["refuted"], 1);
    assert!(summary["seconds"]["proof"].as_f64().unwrap() > 0.0);
}

#[test]
fn verdicts_hold_for_other_shapes_where_geometry_allows_it() {
    let session = fold();
    // A part lies within its link's hull: what is proved of the hulls holds for it.
    for (a, b) in [("a", "d"), ("c", "d")] {
        assert_eq!(entry(&session, ShapeType::PartHulls, a, b).evidence, Some(Evidence::Proved), "{a} {b}");
        for enclosing in [ShapeType::LinkSpheres, ShapeType::LinkBoxes, ShapeType::PartSpheres, ShapeType::PartBoxes] {
            let entry = entry(&session, enclosing, a, b);
            assert!(matches!(entry.evidence, Some(Evidence::Unseen { .. })), "{enclosing:?}: nothing follows");
        }
    }
    // What encloses the hulls collides where they do.
    for shape_type in [ShapeType::LinkBoxes, ShapeType::PartBoxes, ShapeType::PartHulls] {
        let entry = entry(&session, shape_type, "a", "c");
        assert_eq!(entry.decision, Decision::Check, "{shape_type:?}");
        assert!(refuted(&entry).is_some_and(|(distance, _)| distance < 0.0), "{shape_type:?}");
    }
}

#[test]
fn one_goes_to_the_collision_that_was_found() {
    let mut session = fold();
    let pair = PairKey::links("a", "c");
    session.apply(Action::SelectPair { pair: Some(pair.clone()) });
    for which in [Witness::Closest, Witness::Search] {
        session.apply(Action::Home);
        session.apply(Action::GoToWitness { pair: pair.clone(), which });
        settle(&mut session);
        let distance = session.selected().unwrap().proximity.unwrap().distance;
        let found = refuted(&entry(&session, ShapeType::LinkHulls, "a", "c")).unwrap().0;
        assert!((distance - found).abs() < 1e-9 && distance < 0.0, "{distance} {found}");
    }
    let mut call = |method: &str, arguments: &str| -> serde_json::Value {
        serde_json::from_str(&api::call(&mut session, method, arguments)).unwrap()
    };
    let pairs = call("listPairs", r#"["link_hulls"]"#);
    let found = pairs["ok"].as_array().unwrap().iter().find(|pair| pair["proof"]["verdict"] == "refuted").unwrap();
    assert_eq!(found["evidence"]["kind"], "refuted");
    assert_eq!(found["evidence"]["configuration"].as_array().unwrap().len(), 3);
    assert_eq!(found["decision"], "check");
}

#[test]
fn files_hold_the_evidence_and_bring_it_back() {
    let session = fold();
    let bytes = session.export_file("fold.link_hulls.json").unwrap();
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    let kinds: Vec<&str> =
        value["pairs"].as_array().unwrap().iter().filter_map(|pair| pair["evidence"]["kind"].as_str()).collect();
    assert_eq!(kinds, ["refuted", "proved", "proved"]);
    for name in ["fold.link_hulls.json", "fold.link_hulls.yaml"] {
        let (document, notes) = crate::formats::read(&session.export_file(name).unwrap()).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        let entries: Vec<_> = document.pairs.iter().map(|pair| pair.entry.clone()).collect();
        assert_eq!(entries, session.matrix(ShapeType::LinkHulls).unwrap().entries, "{name}");
    }
    let csv = String::from_utf8(session.export_file("fold.link_hulls.csv").unwrap()).unwrap();
    assert!(csv.contains("check,,refuted,"));
    // A session that does not prove takes the file's decision over.
    let mut other = start(Settings { prove: false, ..settings() }, Mode::Slices);
    settle(&mut other);
    assert_eq!(entry(&other, ShapeType::LinkHulls, "a", "c").reason, Some(Reason::Never));
    other.apply(Action::AddFiles(vec![("fold.link_hulls.json".into(), bytes)]));
    settle(&mut other);
    let imported = entry(&other, ShapeType::LinkHulls, "a", "c");
    assert_eq!((imported.decision, imported.reason), (Decision::Check, Some(Reason::Imported)));
}

#[test]
fn threads_and_stops_leave_no_trace() {
    let wanted = fold();
    let mut threads = start(settings(), Mode::Threads);
    settle(&mut threads);
    let mut stopped = start(settings(), Mode::Slices);
    let mut stops = 0;
    let started = Instant::now();
    loop {
        stopped.poll(Instant::now());
        let job = stopped.job();
        if job.as_ref().is_some_and(|job| !job.finished && job.stage_key == "proof") && stops < 3 {
            stopped.apply(Action::Cancel);
            settle(&mut stopped);
            assert!(stopped.job().unwrap().cancelled);
            stops += 1;
            stopped.apply(Action::Continue);
        } else if !stopped.is_busy() && job.is_some() {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(120));
    }
    assert_eq!(stops, 3);
    for name in wanted.export_names() {
        assert_eq!(wanted.export_file(&name), threads.export_file(&name), "{name}");
        assert_eq!(wanted.export_file(&name), stopped.export_file(&name), "{name}");
    }
}

#[test]
fn proofs_are_made_when_they_are_wanted() {
    let mut session = start(Settings { prove: false, ..settings() }, Mode::Slices);
    settle(&mut session);
    let survey = session.survey(ShapeType::LinkHulls).unwrap().clone();
    let unseen = |session: &Session| session.summary()["evidence"]["link_hulls"]["unseen"].as_u64();
    assert_eq!(unseen(&session), Some(3));
    api::call(&mut session, "setSettings", r#"[{"prove": true}]"#);
    settle(&mut session);
    assert_eq!(unseen(&session), Some(0));
    assert_eq!(**session.survey(ShapeType::LinkHulls).unwrap(), *survey, "the survey is not made again");
    // More clearance than there is anywhere: what was proved does not hold any more.
    api::call(&mut session, "setSettings", r#"[{"rules": {"clearance": 0.9}}]"#);
    settle(&mut session);
    let evidence = session.summary()["evidence"]["link_hulls"].clone();
    assert_eq!(evidence["proved"].as_u64().unwrap() + evidence["proved_within_limits"].as_u64().unwrap(), 2);
    api::call(&mut session, "setSettings", r#"[{"rules": {"clearance": 2.5}}]"#);
    settle(&mut session);
    assert_eq!(session.summary()["evidence"]["link_hulls"]["proved"], 0);
    api::call(&mut session, "setSettings", r#"[{"rules": {"clearance": 0.0}, "prove": false}]"#);
    settle(&mut session);
    assert_eq!(unseen(&session), Some(3));
    assert!(session.job().unwrap().finished);
}

#[test]
fn a_reload_brings_the_verdicts_back() {
    let mut session = fold();
    let again = reloaded(&mut session);
    for shape_type in ShapeType::ALL {
        assert_eq!(again.matrix(shape_type), session.matrix(shape_type), "{shape_type:?}");
    }
    let place = index(&session, ShapeType::LinkHulls, "a", "c");
    assert_eq!(again.proof(ShapeType::LinkHulls, place), session.proof(ShapeType::LinkHulls, place));
    assert!(again.job().unwrap().steps.iter().all(|(name, _)| !name.contains("Proof")), "nothing was proved again");
}

/// Two boxes that overlap at every value of the joint between them, over a link in between.
const NESTED: &str = r#"<robot name="nested">
  <link name="a"><collision><geometry><box size="0.4 0.4 0.4"/></geometry></collision></link>
  <link name="b"><collision><origin xyz="0 0 2"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="c"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="one" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="two" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>"#;

#[test]
fn what_always_overlaps_is_proved() {
    let mut session = Session::new(Mode::Slices);
    session.apply(Action::Configure { settings: Box::new(settings()) });
    session.apply(Action::AddFiles(vec![("nested.urdf".into(), NESTED.as_bytes().to_vec())]));
    settle(&mut session);
    let found = entry(&session, ShapeType::LinkHulls, "a", "c");
    assert_eq!(found, PairEntry::skip(Reason::Always, Some(Evidence::Proved)));
    let verdict = session.proof(ShapeType::LinkHulls, index(&session, ShapeType::LinkHulls, "a", "c")).unwrap().verdict;
    assert_eq!(verdict, Verdict::AlwaysProved);
    assert_eq!(session.summary()["evidence"]["link_hulls"]["always_proved"], 1);
    for name in ["nested.link_hulls.json", "nested.link_hulls.yaml"] {
        let (document, notes) = crate::formats::read(&session.export_file(name).unwrap()).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        let entries: Vec<_> = document.pairs.iter().map(|pair| pair.entry.clone()).collect();
        assert_eq!(entries, session.matrix(ShapeType::LinkHulls).unwrap().entries, "{name}");
    }
}

/// However often the work is stopped, it comes to the same end and does nothing twice.
#[test]
fn stopped_proofs_go_on_where_they_were() {
    let whole = fold();
    let mut session = start(settings(), Mode::Slices);
    let mut stops = 0;
    for turn in 0..1_000_000u64 {
        if !session.is_busy() {
            break;
        }
        // A deadline that has passed: one unit at a time.
        session.poll(Instant::now());
        let proving = session.job().is_some_and(|job| !job.finished && job.stage_key == "proof");
        if proving && turn % 3 == 0 {
            session.apply(Action::Cancel);
            settle(&mut session);
            if session.job().unwrap().cancelled {
                stops += 1;
                session.apply(Action::Continue);
            }
        }
    }
    assert!(stops >= 3, "stopped {stops} times");
    assert!(session.job().unwrap().finished && !session.job().unwrap().cancelled);
    for shape_type in ShapeType::ALL {
        assert_eq!(session.matrix(shape_type), whole.matrix(shape_type), "{shape_type:?}");
        let proofs = |session: &Session| -> Vec<_> {
            let pairs = session.shape_set(shape_type).unwrap().pair_count();
            (0..pairs).map(|pair| session.proof(shape_type, pair).cloned()).collect()
        };
        assert_eq!(proofs(&session), proofs(&whole), "{shape_type:?}");
    }
}

/// The published SRDF of the Panda says "Never" of 23 pairs: 22 are proved, and link 2 meets link 6.
#[test]
fn the_panda_srdf_is_proved_but_for_one_pair() {
    let root = std::env::var_os("NOCLASH_CORPUS").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/robots"),
        std::path::PathBuf::from,
    );
    let folder = root.join("panda");
    let mut files = Vec::new();
    read_folder(&folder, "panda", &mut files);
    if files.is_empty() {
        return println!("skipped: there is no {}", folder.display());
    }
    let mut session = Session::new(Mode::Threads);
    // Few samples and one part per link: it is the hulls of links that this is about.
    let shapes =
        crate::shapes::ShapeSettings { max_parts: 1, max_protrusion: 9.0, max_excess: 1e6, ..Default::default() };
    let settings = Settings { samples: 400, shapes, ..Settings::default() };
    session.apply(Action::Configure { settings: Box::new(settings) });
    session.apply(Action::AddFiles(files));
    let started = Instant::now();
    while session.is_busy() {
        session.poll(Instant::now() + Duration::from_millis(20));
        std::thread::sleep(Duration::from_millis(5));
        assert!(started.elapsed() < Duration::from_secs(900), "{:?}", session.job());
    }
    let srdf = "panda/moveit_resources_panda_moveit_config/config/panda.srdf";
    session.apply(Action::CompareSrdf { path: srdf.into() });
    let report = session.srdf_report(ShapeType::LinkHulls).unwrap();
    let never: Vec<&SrdfRow> = report.rows.iter().filter(|row| row.word.as_deref() == Some("Never")).collect();
    let of = |finding: SrdfFinding| never.iter().filter(|row| row.finding == finding).count();
    assert_eq!(of(SrdfFinding::Proved) + of(SrdfFinding::ProvedWithinLimits), 22, "{never:#?}");
    let refuted: Vec<_> = never.iter().filter(|row| row.finding == SrdfFinding::Refuted).collect();
    assert_eq!(refuted.len(), 1);
    assert_eq!(refuted[0].pair, PairKey::links("panda_link2", "panda_link6"));
    println!("panda: {}", session.summary()["seconds"]);
}

fn read_folder(folder: &std::path::Path, name: &str, files: &mut Vec<(String, Vec<u8>)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read_folder(&entry.path(), &name, files);
        } else if let Ok(bytes) = std::fs::read(entry.path()) {
            files.push((name, bytes));
        }
    }
}
