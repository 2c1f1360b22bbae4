//! The survey of all six shape types: what is known so far, and the work that adds to it.

use super::bodies::Bodies;
use super::error::SurveyError;
use super::problem::TypeProblem;
use super::samples::{BLOCK, FIRST_BLOCK, SECOND_BLOCK, is_whole};
use super::stage::{Found, PassStage, PrepareStage, lock, query_cost};
use super::stats::{SurveySettings, Tally, TypeSurvey, constant_stats};
use crate::math::{Pose, Vec3};
use crate::robot::Robot;
use crate::shapes::{ShapeGeometry, ShapeSet, ShapeType};
use crate::work::{Pipeline, Stage, StageLabel};
use std::sync::{Arc, Mutex, OnceLock};
use web_time::Instant;

/// Blocks in one pass, at most: bounds memory, and how long the statistics shown stay the same.
const PASS_BLOCKS: u64 = 2;

/// Called with every new [`TypeSurvey`], on whatever thread the work runs.
pub type Publish = Arc<dyn Fn(Arc<TypeSurvey>) + Send + Sync>;

/// A survey that can be run, stopped, continued and extended. Clones share what has been found.
///
/// The statistics after n samples are the same bytes whether they were taken at once or bit by bit, and on any number
/// of threads.
#[derive(Clone)]
pub struct Survey {
    inner: Arc<Inner>,
}

struct Inner {
    robot: Arc<Robot>,
    sets: [Arc<ShapeSet>; 6],
    seed: u64,
    ranges: Arc<Vec<(f64, f64)>>,
    bodies: Arc<Bodies>,
    states: [Mutex<TypeState>; 6],
    publish: Publish,
}

/// What has been found for one shape type.
#[derive(Default)]
struct TypeState {
    problem: Option<Arc<TypeProblem>>,
    constants: Option<Vec<(u32, f64)>>,
    /// Samples in whole blocks, and their tallies.
    whole: u64,
    tallies: Vec<Tally>,
    /// Samples of a block that was cut off by the end of the survey; it is done again when the survey goes on, so
    /// that the result does not show where it was cut.
    tail: u64,
    tail_tallies: Vec<Tally>,
}

impl Survey {
    /// A survey of no samples yet. `sets` in the order of [`ShapeType::ALL`].
    ///
    /// # Errors
    /// If the ranges do not fit the robot, or a shape refers to a link that does not exist.
    pub fn new(
        robot: Arc<Robot>,
        sets: [Arc<ShapeSet>; 6],
        settings: &SurveySettings,
        publish: Publish,
    ) -> Result<Self, SurveyError> {
        let ranges = settings.checked_ranges(&robot)?;
        let bodies = Arc::new(Bodies::new(&robot));
        for set in &sets {
            if let Some(shape) = set.shapes.iter().find(|s| s.link >= robot.links.len()) {
                return Err(SurveyError::UnknownLink { link: shape.id.link.clone() });
            }
            for shape in &set.shapes {
                if !is_usable(&shape.geometry, &bodies.in_body[shape.link]) {
                    return Err(SurveyError::BadShape { link: shape.id.link.clone(), part: shape.id.part });
                }
            }
            if u32::try_from(set.pair_count()).is_err() {
                return Err(SurveyError::TooManyPairs { shape_type: set.shape_type, shapes: set.shapes.len() });
            }
        }
        let inner = Inner {
            robot,
            sets,
            seed: settings.seed,
            ranges: Arc::new(ranges),
            bodies,
            states: Default::default(),
            publish,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Work that takes the survey of every shape type on to `samples` samples from where it is. Publishes every
    /// type's statistics after its first thousand samples and then every now and then; if stopped, those of the
    /// samples that are complete.
    ///
    /// Run at most one at a time.
    pub fn run_to(&self, samples: u64) -> SurveyPipeline {
        SurveyPipeline { survey: self.clone(), target: samples, current: None, costs: [0.0; 6] }
    }

    /// The configuration of sample `index`, radians or metres per degree of freedom.
    pub fn configuration(&self, index: u64) -> Vec<f64> {
        super::configuration(&self.inner.ranges, self.inner.seed, index)
    }

    /// The sampled range of every degree of freedom.
    pub fn ranges(&self) -> &[(f64, f64)] {
        &self.inner.ranges
    }
}

impl SurveySettings {
    /// The sampled range of every degree of freedom of `robot`.
    ///
    /// # Errors
    /// If `ranges` is neither empty nor one finite, ordered range per degree of freedom.
    pub fn checked_ranges(&self, robot: &Robot) -> Result<Vec<(f64, f64)>, SurveyError> {
        if self.ranges.is_empty() {
            return check_ranges(robot, robot.dofs.iter().map(|d| (d.lower, d.upper)).collect());
        }
        if self.ranges.len() != robot.dofs.len() {
            return Err(SurveyError::RangeCount { given: self.ranges.len(), dofs: robot.dofs.len() });
        }
        check_ranges(robot, self.ranges.clone())
    }
}

/// Lengths beyond this, metres, are no robot's; their squares still are numbers.
const FAR: f64 = 1e9;

/// True if every number of a geometry is of a reasonable size, no extent negative, and a hull has a vertex: what kernels
/// need.
fn is_usable(geometry: &ShapeGeometry, in_body: &Pose) -> bool {
    let finite = |v: &Vec3| v.iter().all(|c| c.abs() < FAR);
    if !finite(&in_body.translation) || !in_body.rotation.iter().all(|c| c.is_finite()) {
        return false;
    }
    match geometry {
        ShapeGeometry::Sphere(s) => finite(&s.center) && (0.0..FAR).contains(&s.radius),
        ShapeGeometry::Box(b) => {
            finite(&b.center)
                && b.rotation.iter().all(|c| c.is_finite())
                && b.half_extents.iter().all(|h| (0.0..FAR).contains(h))
        }
        ShapeGeometry::Hull(hull) => !hull.vertices.is_empty() && hull.vertices.iter().all(finite),
    }
}

fn check_ranges(robot: &Robot, ranges: Vec<(f64, f64)>) -> Result<Vec<(f64, f64)>, SurveyError> {
    for (dof, &(lower, upper)) in robot.dofs.iter().zip(&ranges) {
        if !(lower.is_finite() && upper.is_finite() && lower <= upper) {
            return Err(SurveyError::BadRange { dof: dof.name.clone(), lower, upper });
        }
    }
    Ok(ranges)
}

impl TypeState {
    fn samples(&self) -> u64 {
        self.whole + self.tail
    }

    /// Takes over what a pass found; true if anything new is complete.
    fn absorb(&mut self, pass: &PassStage) -> bool {
        let (found, blocks) = pass.complete();
        if found.is_empty() && blocks == 0 {
            return false;
        }
        let constants: Vec<(u32, f64)> = found
            .iter()
            .filter_map(|f| if let Found::Constant(list) = f { Some(list) } else { None })
            .flatten()
            .copied()
            .collect();
        self.constants.get_or_insert(constants);
        self.tallies.resize(self.problem.as_ref().map_or(0, |p| p.varying), Tally::EMPTY);
        if blocks == 0 {
            return false;
        }
        self.tail = 0;
        self.tail_tallies.clear();
        let done = &pass.blocks[..blocks];
        let cut = done.last().filter(|b| !is_whole(b));
        if let Some(block) = cut {
            self.tail = block.len as u64;
            self.tail_tallies = vec![Tally::EMPTY; self.tallies.len()];
        }
        self.whole += done.iter().filter(|b| is_whole(b)).map(|b| b.len as u64).sum::<u64>();
        for f in found {
            let Found::Moving { block, first, tallies } = f else { continue };
            let into = if is_whole(&pass.blocks[*block]) { &mut self.tallies } else { &mut self.tail_tallies };
            for (sum, tally) in into[*first..].iter_mut().zip(tallies) {
                sum.merge(tally);
            }
        }
        true
    }

    fn survey(&self, problem: &TypeProblem) -> TypeSurvey {
        let samples = self.samples();
        let mut pairs = vec![constant_stats(0.0, samples); problem.pair_count];
        for &(index, distance) in self.constants.iter().flatten() {
            pairs[index as usize] = constant_stats(distance, samples);
        }
        for group in &problem.groups {
            for (k, pair) in group.pairs.iter().enumerate() {
                let mut tally = self.tallies[group.first + k];
                if let Some(tail) = self.tail_tallies.get(group.first + k) {
                    tally.merge(tail);
                }
                pairs[pair.index as usize] = tally.stats(samples);
            }
        }
        TypeSurvey { shape_type: problem.shape_type, samples, pairs }
    }
}

enum Current {
    Prepare(usize, Arc<PrepareStage>),
    Pass { which: usize, stage: Arc<PassStage>, started: Instant, samples: u64 },
}

/// Work that takes a [`Survey`] on to more samples.
pub struct SurveyPipeline {
    survey: Survey,
    target: u64,
    current: Option<Current>,
    /// Per type measured seconds per sample; 0 while unknown.
    costs: [f64; 6],
}

impl SurveyPipeline {
    fn finish_current(&mut self) {
        let inner = &self.survey.inner;
        match self.current.take() {
            Some(Current::Prepare(which, stage)) => {
                // Some are missing only if the work was cancelled; then they are prepared again.
                let solids: Option<Vec<_>> = stage.solids.iter().map(|solid| solid.get().cloned()).collect();
                if let Some(solids) = solids {
                    let problem =
                        TypeProblem::new(&inner.robot, &inner.bodies, &inner.ranges, &inner.sets[which], solids);
                    lock(&inner.states[which]).problem = Some(Arc::new(problem));
                }
            }
            Some(Current::Pass { which, stage, started, samples }) => {
                self.costs[which] = started.elapsed().as_secs_f64() / samples.max(1) as f64;
                let mut state = lock(&inner.states[which]);
                if state.absorb(&stage)
                    && let Some(problem) = state.problem.clone()
                {
                    let survey = Arc::new(state.survey(&problem));
                    drop(state);
                    (inner.publish)(survey);
                }
            }
            None => {}
        }
    }

    /// Where a pass that begins at sample `from` ends.
    fn pass_end(&self, from: u64) -> u64 {
        let end = if from < FIRST_BLOCK {
            FIRST_BLOCK
        } else if from < SECOND_BLOCK {
            SECOND_BLOCK
        } else if from < BLOCK {
            PASS_BLOCKS * BLOCK
        } else {
            from.saturating_add(PASS_BLOCKS * BLOCK)
        };
        end.min(self.target)
    }

    fn seconds_per_sample(&self, which: usize) -> f64 {
        let set = &self.survey.inner.sets[which];
        let guess = set.pair_count() as f64 * query_cost(set.shape_type) as f64 * 1e-9;
        if self.costs[which] > 0.0 { self.costs[which] } else { guess }
    }
}

impl Pipeline for SurveyPipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        self.finish_current();
        let inner = self.survey.inner.clone();
        // The type with the fewest samples is next, so that all of them settle together.
        let (_, which) = (0..6)
            .map(|which| (lock(&inner.states[which]).samples(), which))
            .filter(|(samples, _)| *samples < self.target)
            .min()?;
        let shape_type = ShapeType::ALL[which];
        let label = StageLabel::new(
            format!("survey/{}", shape_type.word()),
            format!("Survey: {}", shape_type.label().to_lowercase()),
        );
        let state = lock(&inner.states[which]);
        let Some(problem) = state.problem.clone() else {
            let set = inner.sets[which].clone();
            let solids = set.shapes.iter().map(|_| OnceLock::new()).collect();
            let stage = Arc::new(PrepareStage { set, bodies: inner.bodies.clone(), solids });
            self.current = Some(Current::Prepare(which, stage.clone()));
            return Some((label, stage));
        };
        let range = state.whole..self.pass_end(state.whole);
        let with_constants = state.constants.is_none();
        drop(state);
        let samples = range.end - range.start;
        let stage = Arc::new(PassStage::new(problem, inner.ranges.clone(), inner.seed, range, with_constants));
        self.current = Some(Current::Pass { which, stage: stage.clone(), started: Instant::now(), samples });
        Some((label, stage))
    }

    fn overall(&self, fraction: f64) -> f64 {
        let (mut done, mut total) = (0.0, 0.0);
        for which in 0..6 {
            let cost = self.seconds_per_sample(which);
            let mut samples = lock(&self.survey.inner.states[which]).samples().min(self.target) as f64;
            if let Some(Current::Pass { which: current, samples: pass, .. }) = &self.current
                && *current == which
            {
                samples = (samples + fraction * *pass as f64).min(self.target as f64);
            }
            done += cost * samples;
            total += cost * self.target as f64;
        }
        if total > 0.0 { done / total } else { 1.0 }
    }
}

impl Drop for SurveyPipeline {
    /// Keeps what is complete when the work was cancelled.
    fn drop(&mut self) {
        self.finish_current();
    }
}
