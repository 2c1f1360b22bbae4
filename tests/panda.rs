//! The pair of the Panda that its published SRDF wrongly says never to collide.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "survey/reference.rs"]
#[allow(dead_code)]
mod reference;

use noclash::intake::{FileSet, LoadSettings, load_model};
use noclash::shapes::{ShapeSet, ShapeSettings, ShapeType, build};
use noclash::survey::{Survey, SurveySettings, TypeSurvey, configuration};
use noclash::work::run_to_end;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const SAMPLES: u64 = 100_000;

fn panda() -> Option<PathBuf> {
    let given = std::env::var_os("NOCLASH_CORPUS").map(PathBuf::from);
    let path = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let robot = path.join("robots/panda/moveit_resources_panda_description");
    if !robot.is_dir() {
        println!("skipped: no {}", robot.display());
        return None;
    }
    Some(robot)
}

fn read(folder: &Path, base: &Path, files: &mut FileSet) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, base, files);
        } else {
            files.insert(&path.strip_prefix(base).unwrap().to_string_lossy(), std::fs::read(&path).unwrap());
        }
    }
}

/// Every configuration of the survey is counted as parry counts it, at 100,000 samples within the URDF's limits and
/// within the soft ones.
#[test]
fn the_rare_collision_of_two_links_is_counted() {
    let Some(folder) = panda() else { return };
    let mut files = FileSet::new();
    read(&folder, &folder, &mut files);
    let model = Arc::new(load_model(&files, "urdf/panda.urdf", &LoadSettings::default()).unwrap().model);
    let robot = Arc::new(model.robot.clone());
    let shapes = build(&model, &ShapeSettings::default()).unwrap();
    let hulls = shapes.set(ShapeType::LinkHulls);
    let wanted = ["panda_link2", "panda_link6"].map(|name| hulls.shapes.iter().find(|s| s.id.link == name).unwrap());
    let pair = ShapeSet { shape_type: ShapeType::LinkHulls, shapes: wanted.map(Clone::clone).to_vec() };
    let checker = reference::Checker::new(&robot, &pair.shapes[0], &pair.shapes[1]);
    let pair = Arc::new(pair);
    for ranges in [robot.ranges(), robot.soft_ranges()] {
        let sets = ShapeType::ALL.map(|shape_type| match shape_type {
            ShapeType::LinkHulls => pair.clone(),
            _ => Arc::new(ShapeSet { shape_type, shapes: Vec::new() }),
        });
        let found: Arc<Mutex<Option<Arc<TypeSurvey>>>> = Arc::default();
        let into = found.clone();
        let publish = Arc::new(move |result: Arc<TypeSurvey>| {
            if result.shape_type == ShapeType::LinkHulls {
                *into.lock().unwrap() = Some(result);
            }
        });
        let settings = SurveySettings { samples: SAMPLES, ranges: ranges.clone(), ..SurveySettings::default() };
        let survey = Survey::new(robot.clone(), sets, &settings, publish).unwrap();
        run_to_end(&mut survey.run_to(SAMPLES));
        let found = found.lock().unwrap().clone().unwrap();
        let distance = |i: u64| checker.distance(&robot, &configuration(&ranges, settings.seed, i));
        let hits = (0..SAMPLES).filter(|i| distance(*i) <= 0.0).count() as u64;
        assert_eq!((found.pairs[0].samples, found.pairs[0].collisions), (SAMPLES, hits));
        assert!(hits > 50, "{hits}");
    }
}
