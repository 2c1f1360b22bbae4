//! The pair of the Panda that its published SRDF wrongly says never to collide.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod corpus;
#[path = "survey/reference.rs"]
#[allow(dead_code)]
mod reference;

use corpus::{corpus, folder};
use noclash::intake::{LoadSettings, load_model};
use noclash::shapes::{ShapeSet, ShapeSettings, ShapeType, build};
use noclash::survey::{Survey, SurveySettings, TypeSurvey, configuration};
use noclash::work::run_to_end;
use std::sync::{Arc, Mutex};

const SAMPLES: u64 = 100_000;

/// Every configuration of the survey is counted as parry counts it, at 100,000 samples within the URDF's limits and
/// within the soft ones.
#[test]
fn the_rare_collision_of_two_links_is_counted() {
    let Some(path) = corpus("robots/panda/moveit_resources_panda_description") else { return };
    let model = Arc::new(load_model(&folder(&path), "urdf/panda.urdf", &LoadSettings::default()).unwrap().model);
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
