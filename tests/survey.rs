//! The survey against a slow reference, closed forms, and itself on other numbers of threads and passes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "survey/boxes.rs"]
#[allow(dead_code)]
mod boxes;
#[path = "survey/reference.rs"]
#[allow(dead_code)]
mod reference;

use boxes::{arm, box_shape, empty_set, sets_with, sphere_shape};
use noclash::math::Vec3;
use noclash::shapes::{ShapeSet, ShapeType};
use noclash::survey::{Survey, SurveySettings, TypeSurvey};
use noclash::work::{Job, Mode, run_to_end};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Log = Arc<Mutex<Vec<Arc<TypeSurvey>>>>;

fn survey(robot: &Arc<noclash::robot::Robot>, sets: [Arc<ShapeSet>; 6], seed: u64) -> (Survey, Log) {
    let log: Log = Arc::default();
    let into = log.clone();
    let settings = SurveySettings { seed, ..SurveySettings::default() };
    let publish = Arc::new(move |result| into.lock().unwrap().push(result));
    (Survey::new(robot.clone(), sets, &settings, publish).unwrap(), log)
}

/// The last result of every type.
fn last(log: &Log) -> Vec<TypeSurvey> {
    let log = log.lock().unwrap();
    ShapeType::ALL
        .iter()
        .map(|t| (**log.iter().rev().find(|s| s.shape_type == *t).expect("published")).clone())
        .collect()
}

fn run(robot: &Arc<noclash::robot::Robot>, sets: [Arc<ShapeSet>; 6], seed: u64, stops: &[u64]) -> Vec<TypeSurvey> {
    let (survey, log) = survey(robot, sets, seed);
    for stop in stops {
        run_to_end(&mut survey.run_to(*stop));
    }
    last(&log)
}

#[test]
fn statistics_agree_with_the_slow_reference() {
    let robot = Arc::new(arm(5));
    let sets = sets_with(&robot);
    let samples = 300;
    let results = run(&robot, sets.clone(), 11, &[samples]);
    for (set, result) in sets.iter().zip(&results) {
        assert_eq!((result.samples, result.shape_type), (samples, set.shape_type));
        reference::check(&robot, set, result, 11, samples);
    }
}

/// Two links in a plane, a sphere at either end: the distance of the spheres is that of the outer one to the base,
/// `sqrt(a^2 + b^2 + 2 a b cos q) - r1 - r2` with q uniform in 0..pi.
#[test]
fn planar_arm_follows_the_closed_form() {
    let (a, b, radius) = (0.5, 0.3, 0.05);
    let robot = Arc::new(boxes::planar(a, (0.0, std::f64::consts::PI)));
    let set = ShapeSet {
        shape_type: ShapeType::LinkSpheres,
        shapes: vec![
            sphere_shape(0, "base", None, Vec3::zeros(), radius),
            sphere_shape(1, "tip", None, Vec3::new(b, 0.0, 0.0), radius),
        ],
    };
    let mut sets = ShapeType::ALL.map(empty_set);
    sets[0] = Arc::new(set);
    let n = 20_000;
    let stats = run(&robot, sets, 5, &[n])[0].pairs[0];
    let at = |q: f64| (a * a + b * b + 2.0 * a * b * q.cos()).sqrt() - 2.0 * radius;
    let steps = 100_000;
    let over = |f: &dyn Fn(f64) -> f64| {
        (0..steps).map(|i| f((f64::from(i) + 0.5) * std::f64::consts::PI / f64::from(steps))).sum::<f64>()
            / f64::from(steps)
    };
    let mean = over(&at);
    let deviation = over(&|q| (at(q) - mean).powi(2)).sqrt();
    assert!((stats.mean - mean).abs() < 5.0 * deviation / (n as f64).sqrt(), "{} for {mean}", stats.mean);
    assert!((stats.min - at(std::f64::consts::PI)).abs() < 1e-6 && (stats.max - at(0.0)).abs() < 1e-6);
    assert_eq!(stats.collisions, 0);
}

#[test]
fn threads_slices_and_passes_give_the_same_bytes() {
    let robot = Arc::new(arm(4));
    let sets = sets_with(&robot);
    let pool = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let samples = 3_000;
    let one = pool(1).install(|| run(&robot, sets.clone(), 3, &[samples]));
    assert_eq!(one, pool(3).install(|| run(&robot, sets.clone(), 3, &[samples])));
    assert_eq!(one, run(&robot, sets.clone(), 3, &[400, 1_000, 1_001, 2_999, samples, 10]));
    let (survey, log) = survey(&robot, sets.clone(), 3);
    let mut job = Job::start(Box::new(survey.run_to(samples)), Mode::Slices);
    while !job.progress().finished() {
        job.poll(Instant::now() + Duration::from_millis(5));
    }
    assert_eq!(one, last(&log));
    assert_ne!(one, run(&robot, sets, 4, &[samples]));
}

/// A survey that is cut inside a long block and then extended equals one that was not.
#[test]
fn an_extended_survey_equals_a_longer_one() {
    let robot = Arc::new(arm(3));
    let mut sets = ShapeType::ALL.map(empty_set);
    let [spheres, boxes, ..] = sets_with(&robot);
    (sets[0], sets[1]) = (spheres, boxes);
    let whole = run(&robot, sets.clone(), 8, &[80_000]);
    assert_eq!(whole, run(&robot, sets.clone(), 8, &[1_000, 10_000, 20_000, 80_000]));
    assert_eq!(whole[0].samples, 80_000);
}

#[test]
fn a_stopped_survey_keeps_what_is_complete_and_goes_on() {
    let robot = Arc::new(arm(4));
    let sets = sets_with(&robot);
    let (survey, log) = survey(&robot, sets.clone(), 3);
    let mut job = Job::start(Box::new(survey.run_to(2_000)), Mode::Slices);
    let mut polls = 0;
    while log.lock().unwrap().len() < 7 {
        job.poll(Instant::now());
        polls += 1;
    }
    drop(job);
    assert!(polls > 7);
    let before = log.lock().unwrap().len();
    for partial in last(&log) {
        assert!(partial.samples == 1_000 || partial.samples == 2_000);
        let expected = run(&robot, sets.clone(), 3, &[partial.samples]);
        assert_eq!(partial, expected[partial.shape_type.index()]);
    }
    run_to_end(&mut survey.run_to(2_000));
    assert!(log.lock().unwrap().len() > before);
    assert_eq!(last(&log), run(&robot, sets, 3, &[2_000]));
}

#[test]
fn pairs_of_one_body_have_one_distance() {
    let robot = Arc::new(boxes::planar(0.5, (1.0, 1.0)));
    let set = ShapeSet {
        shape_type: ShapeType::PartBoxes,
        shapes: vec![
            box_shape(0, "base", Some(0), Vec3::zeros(), [0.1; 3]),
            box_shape(0, "base", Some(1), Vec3::new(0.3, 0.0, 0.0), [0.1; 3]),
            box_shape(0, "base", Some(2), Vec3::new(0.15, 0.0, 0.0), [0.1; 3]),
            box_shape(1, "tip", None, Vec3::new(0.0, 0.5, 0.0), [0.1; 3]),
        ],
    };
    let mut sets = ShapeType::ALL.map(empty_set);
    sets[4] = Arc::new(set);
    let pairs = &run(&robot, sets, 0, &[1_234])[4].pairs;
    assert!((pairs[0].min - 0.1).abs() < 1e-9 && pairs[0].collisions == 0, "{:?}", pairs[0]);
    assert!((pairs[1].min + 0.05).abs() < 1e-9 && pairs[1].collisions == 1_234);
    for p in pairs {
        assert_eq!((p.min, p.max, p.samples, p.argmin), (p.mean, p.mean, 1_234, 0));
    }
}

#[test]
fn ranges_that_do_not_fit_are_refused_with_a_reason() {
    let robot = Arc::new(arm(3));
    let none: noclash::survey::Publish = Arc::new(|_| ());
    let new = |ranges: Vec<(f64, f64)>| {
        let settings = SurveySettings { ranges, ..SurveySettings::default() };
        Survey::new(robot.clone(), ShapeType::ALL.map(empty_set), &settings, none.clone()).err().map(|e| e.to_string())
    };
    assert!(new(vec![]).is_none());
    assert!(new(vec![(0.0, 1.0)]).unwrap().contains("1 joint ranges"));
    assert!(new(vec![(0.0, 1.0), (0.0, 1.0), (1.0, 0.0)]).unwrap().contains("joint_2"));
    assert!(new(vec![(0.0, 1.0), (0.0, 1.0), (0.0, f64::NAN)]).is_some());
}

#[test]
fn witness_samples_reproduce_their_distance() {
    let robot = Arc::new(arm(4));
    let mut sets = ShapeType::ALL.map(empty_set);
    sets[2] = sets_with(&robot)[2].clone();
    let (survey, log) = survey(&robot, sets.clone(), 21);
    run_to_end(&mut survey.run_to(5_000));
    let result = &last(&log)[2];
    for ((i, j), stats) in noclash::shapes::pairs(sets[2].shapes.len()).zip(&result.pairs) {
        for (sample, distance) in [(stats.argmin, stats.min), (stats.argmax, stats.max)] {
            let q = survey.configuration(sample);
            let (a, b) = (&sets[2].shapes[i], &sets[2].shapes[j]);
            let depth = reference::box_depth(&robot, a, b, &q);
            let expected = if depth > 0.0 { -depth } else { reference::distance(&robot, a, b, &q) };
            assert!((distance - expected).abs() < 1e-6, "{distance} for {expected}");
        }
    }
}
