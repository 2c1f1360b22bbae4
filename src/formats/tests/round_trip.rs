//! What is written is read back, in both languages.

use super::sample::{Sample, any_name, check_files};
use crate::formats::{
    MatrixDocument, PairRecord, RecordedGeometry, RecordedStats, ShapeRecord, SurveyRecord, Witness, write_json,
};
use crate::intake::Hashes;
use crate::matrix::{Decision, Evidence, Override, Overrides, PairEntry, PairKey, Reason};
use crate::robot::Limits;
use crate::shapes::{ShapeId, ShapeType};
use proptest::prelude::*;

#[test]
fn all_six_types() {
    for shape_type in ShapeType::ALL {
        let sample = Sample::new(&["base", "no", "1e3", "a: b", "木"], shape_type);
        let part = shape_type.is_part().then_some(1);
        let id = |link: &str| ShapeId { link: link.to_owned(), part };
        let mut overrides = Overrides::new();
        overrides.set(PairKey::new(id("木"), id("base")), Some(Override::user(Decision::Check)));
        overrides.set(
            PairKey::new(id("no"), id("a: b")),
            Some(Override::imported(Decision::Skip, Some("Default: \"x\"".to_owned()))),
        );
        let document = sample.document(&overrides);
        assert_eq!(document.pairs.iter().filter(|p| p.entry.reason == Some(Reason::User)).count(), 1);
        check_files(&document);
    }
}

#[test]
fn the_file_says_what_was_put_in() {
    let sample = Sample::new(&["base", "upper", "lower"], ShapeType::LinkSpheres);
    let (json, yaml) = check_files(&sample.document(&Overrides::new()));
    let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(value["robot"], "chain");
    assert_eq!(value["shapes"][2]["link"], "lower");
    assert_eq!(value["shapes"][2]["geometry"]["type"], "sphere");
    assert_eq!(value["survey"]["joints"], serde_json::json!(["joint_0", "joint_1"]));
    assert_eq!(value["survey"]["joint_limits"]["joint_1"], serde_json::json!({"lower": -1.0, "upper": 1.0}));
    let pair = &value["pairs"][1];
    assert_eq!((&pair["a"]["link"], &pair["b"]["link"]), (&"base".into(), &"lower".into()));
    assert_eq!((&pair["decision"], &pair["reason"], &pair["evidence"]), (&"check".into(), &().into(), &().into()));
    assert_eq!(pair["collisions"], 2);
    // The configuration of sample 1 with seed 3, as the survey defines it.
    let expected = crate::survey::configuration(&[(-1.0, 1.0); 2], 3, 1);
    assert_eq!(pair["witness"]["min"], serde_json::json!(expected));
    let lines = String::from_utf8(yaml).unwrap();
    assert!(lines.contains("\n- [false, false, true]\n- [false, false, false]\n- [true, false, false]\n"));
}

#[test]
fn nothing_surveyed_yet() {
    let mut sample = Sample::new(&["a", "b", "c"], ShapeType::LinkBoxes);
    sample.survey.pairs.clear();
    sample.survey.samples = 0;
    let document = sample.document(&Overrides::new());
    assert!(document.pairs.iter().all(|p| p.stats.is_none()));
    check_files(&document);
}

#[test]
fn no_shapes_and_one_shape() {
    check_files(&Sample::new(&["a"], ShapeType::LinkHulls).document(&Overrides::new()));
    let mut sample = Sample::new(&["a", "b"], ShapeType::LinkHulls);
    sample.set.shapes.clear();
    sample.survey.pairs.clear();
    check_files(&sample.document(&Overrides::new()));
}

#[test]
fn long_names_are_keys_in_yaml_too() {
    let name = "joint ".repeat(400);
    let mut sample = Sample::new(&["a", "b"], ShapeType::LinkHulls);
    sample.model.robot.dofs[0].name = name;
    check_files(&sample.document(&Overrides::new()));
}

#[test]
fn fifteen_thousand_pairs_stay_below_twenty_megabytes() {
    // 174 shapes on a robot with 12 degrees of freedom.
    let names: Vec<String> = (0..174).map(|k| format!("some_longer_link_name_{k}")).collect();
    let mut sample = Sample::new(&names.iter().map(String::as_str).collect::<Vec<_>>(), ShapeType::LinkHulls);
    sample.model.robot.dofs.truncate(12);
    let document = sample.document(&Overrides::new());
    assert_eq!(document.pairs.len(), 15_051);
    let (json, yaml) = check_files(&document);
    assert!(json.len() < 20_000_000, "{}", json.len());
    assert!(yaml.len() < 20_000_000, "{}", yaml.len());
    assert_eq!(json, write_json(&document));
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![-2.0..2.0_f64, -1e-9..1e-9_f64, (-1e200..1e200_f64), Just(0.0), Just(5e-324), Just(1e300)]
}

fn point() -> impl Strategy<Value = [f64; 3]> {
    [number(), number(), number()]
}

fn geometry() -> impl Strategy<Value = RecordedGeometry> {
    prop_oneof![
        (point(), number()).prop_map(|(center, r)| RecordedGeometry::Sphere { center, radius: r.abs() }),
        (point(), [point(), point(), point()], point())
            .prop_map(|(center, rotation, half_extents)| { RecordedGeometry::Box { center, rotation, half_extents } }),
        prop::collection::vec(point(), 0..6).prop_map(|vertices| RecordedGeometry::Hull { vertices }),
    ]
}

fn pair_entry() -> impl Strategy<Value = PairEntry> {
    let note = prop::option::of(any_name());
    let bound = (1..u64::MAX, 0.0..1.0_f64).prop_map(|(samples, bound)| Evidence::Unseen { samples, bound });
    let evidence = prop_oneof![Just(Evidence::Proved), Just(Evidence::ProvedWithinLimits), bound];
    prop_oneof![
        Just(PairEntry::check()),
        prop::sample::select(&[Reason::SameBody, Reason::Adjacent, Reason::Always][..])
            .prop_map(|reason| PairEntry::skip(reason, None)),
        evidence.prop_map(|evidence| PairEntry::skip(Reason::Never, Some(evidence))),
        (any::<bool>(), any::<bool>(), note).prop_map(|(skip, user, note)| PairEntry {
            decision: if skip { Decision::Skip } else { Decision::Check },
            reason: Some(if user { Reason::User } else { Reason::Imported }),
            evidence: None,
            note,
        }),
    ]
}

fn pair_record(joints: usize) -> impl Strategy<Value = PairRecord> {
    let configuration = || prop::collection::vec(number(), joints);
    let witness = prop::option::of((configuration(), configuration()).prop_map(|(min, max)| Witness { min, max }));
    let stats = (number(), number(), number(), 1..=u64::MAX, any::<u64>(), witness).prop_map(
        |(min, mean, max, samples, hits, witness)| {
            let collisions = if min <= 0.0 { 1 + hits % samples } else { 0 };
            Box::new(RecordedStats { min, mean, max: min.max(max), collisions, samples, witness })
        },
    );
    (pair_entry(), prop::option::of(stats)).prop_map(|(entry, stats)| PairRecord { entry, stats })
}

fn document() -> impl Strategy<Value = MatrixDocument> {
    let names = prop::collection::btree_set(any_name(), 0..5);
    let joints = prop::collection::btree_set(any_name(), 0..4);
    (names, joints, 0..6_usize, any::<[u64; 2]>(), any_name(), any_name()).prop_flat_map(
        |(names, joints, t, counts, robot, generator)| {
            let shape_type = ShapeType::ALL[t];
            let part = shape_type.is_part().then_some(7);
            let n = names.len();
            let ids: Vec<ShapeId> = names.into_iter().map(|link| ShapeId { link, part }).collect();
            let joints: Vec<String> = joints.into_iter().collect();
            let limits = prop::collection::vec((number(), number()), joints.len());
            let geometry = prop::collection::vec(geometry(), n);
            let pairs = prop::collection::vec(pair_record(joints.len()), n * n.saturating_sub(1) / 2);
            let numbers = (0.0..1.0_f64, 0.0..=1.0_f64);
            (limits, geometry, pairs, numbers).prop_map(move |(limits, geometry, pairs, (clearance, always))| {
                MatrixDocument {
                    generator: generator.clone(),
                    robot: robot.clone(),
                    hashes: Hashes { urdf: "00".repeat(32), geometry: robot.clone() },
                    shape_type,
                    survey: SurveyRecord {
                        samples: counts[0],
                        seed: counts[1],
                        joints: joints.clone(),
                        limits: limits.into_iter().map(|(lower, upper)| Limits { lower, upper }).collect(),
                        clearance,
                        always_threshold: always,
                    },
                    shapes: ids
                        .iter()
                        .zip(geometry)
                        .map(|(id, geometry)| ShapeRecord { id: id.clone(), geometry: Some(geometry) })
                        .collect(),
                    pairs,
                }
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn any_document_survives_json_and_yaml(document in document()) {
        check_files(&document);
    }
}
