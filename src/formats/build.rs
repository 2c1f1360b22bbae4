//! What was computed to the content of a file.

use super::document::{
    GENERATOR, MatrixDocument, PairRecord, RecordedGeometry, RecordedStats, ShapeRecord, SurveyRecord, Witness,
};
use crate::intake::RobotModel;
use crate::matrix::{PairEntry, Rules, SkipMatrix};
use crate::robot::{Dof, Limits};
use crate::shapes::ShapeSet;
use crate::survey::{PairStats, SurveySettings, TypeSurvey, configuration};

/// Everything that goes into one file. The survey may be empty (not run yet): its fields are null then.
#[derive(Clone, Copy)]
pub struct BuildInput<'a> {
    pub model: &'a RobotModel,
    pub set: &'a ShapeSet,
    pub survey: &'a TypeSurvey,
    /// The effective decisions, over the pairs of `set`.
    pub matrix: &'a SkipMatrix,
    pub rules: &'a Rules,
    /// Seed and ranges of the survey; empty ranges stand for the robot's own.
    pub settings: &'a SurveySettings,
}

/// The document of one shape type: a pure function of its input.
pub fn build(input: &BuildInput<'_>) -> MatrixDocument {
    let robot = &input.model.robot;
    let range = |(k, dof): (usize, &Dof)| input.settings.ranges.get(k).copied().unwrap_or((dof.lower, dof.upper));
    let ranges: Vec<(f64, f64)> = robot.dofs.iter().enumerate().map(range).collect();
    let survey = SurveyRecord {
        samples: input.survey.samples,
        seed: input.settings.seed,
        joints: robot.dofs.iter().map(|dof| dof.name.clone()).collect(),
        limits: ranges.iter().map(|&(lower, upper)| Limits { lower, upper }).collect(),
        clearance: input.rules.clearance,
        always_threshold: input.rules.always_threshold,
    };
    let shapes = input
        .set
        .shapes
        .iter()
        .map(|shape| ShapeRecord { id: shape.id.clone(), geometry: Some(RecordedGeometry::new(&shape.geometry)) });
    let sample = |index| configuration(&ranges, input.settings.seed, index);
    let pairs = (0..input.set.pair_count()).map(|k| PairRecord {
        entry: input.matrix.entries.get(k).cloned().unwrap_or_else(PairEntry::check),
        stats: input.survey.pairs.get(k).and_then(|stats| record(stats, sample)).map(Box::new),
    });
    MatrixDocument {
        generator: GENERATOR.to_owned(),
        robot: robot.name.clone(),
        hashes: input.model.hashes.clone(),
        shape_type: input.set.shape_type,
        survey,
        shapes: shapes.collect(),
        pairs: pairs.collect(),
    }
}

fn record(stats: &PairStats, sample: impl Fn(u64) -> Vec<f64>) -> Option<RecordedStats> {
    if stats.samples == 0 || ![stats.min, stats.mean, stats.max].iter().all(|d| d.is_finite()) {
        return None;
    }
    Some(RecordedStats {
        min: stats.min,
        // A mean is a rounded sum: for a constant distance it can leave the interval by a bit.
        mean: stats.mean.max(stats.min).min(stats.max),
        max: stats.max,
        collisions: stats.collisions,
        samples: stats.samples,
        witness: Some(Witness { min: sample(stats.argmin), max: sample(stats.argmax) }),
    })
}
