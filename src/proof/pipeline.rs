//! The proofs of all pairs of one shape type, as work.

use super::branch::{Examined, Goal, examine};
use super::search::Lowest;
use super::task::{Pair, Task, search};
use super::verdict::{PairProof, ProofSettings};
use crate::proximity::ConvexBody;
use crate::robot::Robot;
use crate::shapes::{ShapeSet, pairs};
use crate::survey::bodies::{Bodies, placed, without_fixed};
use crate::survey::{Survey, SurveyError, SurveySettings, TypeSurvey};
use crate::work::{Cancel, Pipeline, Stage, StageLabel};
use std::sync::{Arc, OnceLock};

/// Boxes that one unit examines: a few milliseconds, so that a page without threads goes on drawing.
const UNIT_BOXES: u64 = 1_024;
/// Random starts that one unit of the search goes downhill from.
const UNIT_RESTARTS: u32 = 8;
/// Units that one pair can have in a round.
const MOST_UNITS: usize = 64;

/// Called with every pair's verdict, on whatever thread the work runs.
pub type PublishProof = Arc<dyn Fn(PairProof) + Send + Sync>;

/// A pair to be looked at.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Position in the order of [`crate::shapes::pair_index`].
    pub pair: usize,
    /// True if it is to be proved that the pair always overlaps; else that it never does.
    pub always: bool,
    /// The signed distance at the first of `starts`, the smallest known, metres; infinite if there are none.
    pub seen: f64,
    /// Whole configurations from which to search for a collision.
    pub starts: Vec<Vec<f64>>,
}

/// The pairs of `result` that no sample, or every sample, saw colliding; the closest first.
pub fn candidates(survey: &Survey, result: &TypeSurvey) -> Vec<Candidate> {
    let mut list: Vec<Candidate> = result
        .pairs
        .iter()
        .enumerate()
        .filter(|(_, stats)| stats.samples > 0 && (stats.collisions == 0 || stats.collisions == stats.samples))
        .map(|(pair, stats)| Candidate {
            pair,
            always: stats.collisions > 0,
            seen: stats.min,
            starts: vec![survey.configuration(stats.argmin)],
        })
        .collect();
    list.sort_by(|a, b| a.always.cmp(&b.always).then(a.seen.total_cmp(&b.seen)).then(a.pair.cmp(&b.pair)));
    list
}

/// What all units share.
struct Context {
    robot: Arc<Robot>,
    set: Arc<ShapeSet>,
    settings: ProofSettings,
    ranges: Vec<(f64, f64)>,
    bodies: Bodies,
    candidates: Vec<Candidate>,
    /// Per pair its shapes.
    shapes_of: Vec<(u32, u32)>,
}

/// Proofs of pairs of one shape type. The verdicts do not depend on the number of threads: budgets count boxes, not
/// seconds.
pub struct ProofPipeline {
    context: Arc<Context>,
    publish: PublishProof,
    bodies: Arc<Vec<OnceLock<Placed>>>,
    tasks: Vec<Task>,
    current: Current,
    spent: u64,
}

/// A shape in the frame of its rigid body; `None` if the kernel refuses it.
type Placed = Option<Arc<ConvexBody>>;

enum Current {
    Start,
    Prepare,
    Search(Arc<SearchStage>),
    Plan(Arc<PlanStage>),
    Prove(Arc<ProveStage>),
}

impl ProofPipeline {
    /// # Errors
    /// If the ranges do not fit the robot or a shape refers to a link that does not exist.
    pub fn new(
        robot: Arc<Robot>,
        set: Arc<ShapeSet>,
        settings: ProofSettings,
        candidates: Vec<Candidate>,
        publish: PublishProof,
    ) -> Result<Self, SurveyError> {
        let survey = SurveySettings { ranges: settings.ranges.clone(), ..SurveySettings::default() };
        let ranges = survey.checked_ranges(&robot)?;
        if let Some(shape) = set.shapes.iter().find(|s| s.link >= robot.links.len()) {
            return Err(SurveyError::UnknownLink { link: shape.id.link.clone() });
        }
        let rigid = Bodies::new(&robot);
        let shapes_of: Vec<(u32, u32)> = pairs(set.shapes.len()).map(|(i, j)| (i as u32, j as u32)).collect();
        let mut candidates = candidates;
        candidates.retain(|c| c.pair < shapes_of.len());
        for candidate in &mut candidates {
            candidate.starts.retain(|q| q.len() == ranges.len());
        }
        let bodies = Arc::new(set.shapes.iter().map(|_| OnceLock::new()).collect());
        let context = Arc::new(Context { robot, set, settings, ranges, bodies: rigid, candidates, shapes_of });
        Ok(Self { context, publish, bodies, tasks: Vec::new(), current: Current::Start, spent: 0 })
    }

    fn label(&self) -> StageLabel {
        StageLabel::new("proof", format!("Proof: {}", self.context.set.shape_type.label().to_lowercase()))
    }

    fn finish_current(&mut self) {
        match std::mem::replace(&mut self.current, Current::Prepare) {
            Current::Start | Current::Prepare => {}
            Current::Search(_) => {}
            Current::Plan(stage) => {
                self.tasks = stage.found.iter().filter_map(|slot| slot.get().cloned().flatten()).collect();
                self.publish_done();
            }
            Current::Prove(stage) => {
                let mut rounds: Vec<Vec<Examined>> = vec![Vec::new(); self.tasks.len()];
                for (unit, found) in stage.units.iter().zip(&stage.found) {
                    let Some(found) = found.get() else { return };
                    self.spent += found.boxes;
                    rounds[unit.task].push(found.clone());
                }
                for (task, round) in self.tasks.iter_mut().zip(rounds) {
                    if !round.is_empty() {
                        task.absorb(round, &self.context.settings);
                    }
                }
                self.publish_done();
            }
        }
    }

    /// Hands out finished tasks and drops them.
    fn publish_done(&mut self) {
        let (done, open): (Vec<Task>, Vec<Task>) = std::mem::take(&mut self.tasks).into_iter().partition(|t| t.done);
        self.tasks = open;
        for task in done {
            (self.publish)(task.result);
        }
    }

    /// What is still open when the budget is spent.
    fn give_up(&mut self) {
        for task in std::mem::take(&mut self.tasks) {
            (self.publish)(task.result);
        }
    }

    fn next_round(&mut self) -> Option<Arc<ProveStage>> {
        let mut units = Vec::new();
        let mut planned = self.spent;
        for (index, task) in self.tasks.iter().enumerate() {
            let Some(attempt) = task.attempt() else { continue };
            if planned >= self.context.settings.total_budget {
                break;
            }
            let size = 2 * attempt.model.coordinates();
            let boxes = attempt.left.len().checked_div(size).unwrap_or(1);
            // An attempt that goes on for long is spread over more threads.
            let count = boxes.min((attempt.examined / UNIT_BOXES) as usize + 1).min(MOST_UNITS);
            for k in 0..count {
                let part = boxes * k / count * size..boxes * (k + 1) / count * size;
                let boxes = attempt.left[part].to_vec();
                units.push(ProveUnit { task: index, model: attempt.model.clone(), goal: task.goal, boxes });
                planned += UNIT_BOXES;
            }
        }
        if units.is_empty() {
            return None;
        }
        let found = units.iter().map(|_| OnceLock::new()).collect();
        Some(Arc::new(ProveStage { units, found, clearance: self.context.settings.clearance }))
    }
}

impl Pipeline for ProofPipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        if matches!(self.current, Current::Start) {
            self.current = Current::Prepare;
            let stage = PrepareStage { context: self.context.clone(), bodies: self.bodies.clone() };
            return Some((self.label(), Arc::new(stage)));
        }
        if matches!(self.current, Current::Prepare) {
            let stage = Arc::new(SearchStage::new(&self.context, &self.bodies));
            self.current = Current::Search(stage.clone());
            return Some((self.label(), stage));
        }
        if let Current::Search(search) = &self.current {
            let found = self.context.candidates.iter().map(|_| OnceLock::new()).collect();
            let stage = Arc::new(PlanStage { search: search.clone(), found });
            self.current = Current::Plan(stage.clone());
            return Some((self.label(), stage));
        }
        self.finish_current();
        let Some(stage) = self.next_round() else {
            self.give_up();
            return None;
        };
        self.current = Current::Prove(stage.clone());
        Some((self.label(), stage))
    }

    fn overall(&self, fraction: f64) -> f64 {
        let budget = self.context.settings.total_budget.max(1) as f64;
        match &self.current {
            Current::Start | Current::Prepare => 0.0,
            Current::Search(_) => 0.2 * fraction,
            Current::Plan(_) => 0.2 + 0.1 * fraction,
            Current::Prove(stage) => {
                let planned = self.spent as f64 + fraction * (stage.units.len() as u64 * UNIT_BOXES) as f64;
                0.3 + 0.7 * (planned / budget).min(1.0)
            }
        }
    }
}

struct PrepareStage {
    context: Arc<Context>,
    bodies: Arc<Vec<OnceLock<Placed>>>,
}

impl Stage for PrepareStage {
    fn units(&self) -> usize {
        self.bodies.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let shape = &self.context.set.shapes[unit];
        let geometry = placed(&shape.geometry, &self.context.bodies.in_body[shape.link]);
        let _ = self.bodies[unit].set(ConvexBody::new(&geometry).ok().map(Arc::new));
    }
}

/// Looks for collisions: for every candidate as many units as its random starts ask for.
struct SearchStage {
    context: Arc<Context>,
    bodies: Arc<Vec<OnceLock<Placed>>>,
    /// Units per candidate.
    pieces: usize,
    found: Vec<OnceLock<Option<Lowest>>>,
}

impl SearchStage {
    fn new(context: &Arc<Context>, bodies: &Arc<Vec<OnceLock<Placed>>>) -> Self {
        let pieces = context.settings.restarts.div_ceil(UNIT_RESTARTS).max(1) as usize;
        let found = (0..pieces * context.candidates.len()).map(|_| OnceLock::new()).collect();
        Self { context: context.clone(), bodies: bodies.clone(), pieces, found }
    }

    fn pair<'a>(&'a self, candidate: &'a Candidate) -> Option<Pair<'a>> {
        let context = &self.context;
        let (i, j) = context.shapes_of[candidate.pair];
        let (i, j) = (i as usize, j as usize);
        let body = |shape: usize| context.bodies.body[context.set.shapes[shape].link];
        let free = context.bodies.chain(&context.robot, body(i), body(j));
        Some(Pair {
            index: candidate.pair,
            goal: if candidate.always { Goal::Overlap } else { Goal::Apart },
            a: self.bodies[i].get()?.clone()?,
            b: self.bodies[j].get()?.clone()?,
            limited: without_fixed(&free, &context.ranges),
            free,
            seen: candidate.seen,
            starts: &candidate.starts,
            ranges: &context.ranges,
        })
    }

    /// The lowest of what the units of a candidate found; of equals the first.
    fn lowest(&self, candidate: usize) -> Option<Lowest> {
        let pieces = &self.found[candidate * self.pieces..(candidate + 1) * self.pieces];
        let found = pieces.iter().filter_map(|slot| slot.get()?.clone());
        found.reduce(|best, next| if next.distance < best.distance { next } else { best })
    }
}

impl Stage for SearchStage {
    fn units(&self) -> usize {
        self.found.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let settings = &self.context.settings;
        let piece = (unit % self.pieces) as u32;
        let restarts = piece * UNIT_RESTARTS..((piece + 1) * UNIT_RESTARTS).min(settings.restarts);
        let pair = self.pair(&self.context.candidates[unit / self.pieces]);
        let _ = self.found[unit].set(pair.and_then(|pair| search(&pair, restarts, settings)));
    }
}

/// One unit per candidate: sets up the proof if no collision was found.
struct PlanStage {
    search: Arc<SearchStage>,
    found: Vec<OnceLock<Option<Task>>>,
}

impl Stage for PlanStage {
    fn units(&self) -> usize {
        self.found.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let context = &self.search.context;
        let pair = self.search.pair(&context.candidates[unit]);
        let task = pair.map(|pair| Task::new(&pair, self.search.lowest(unit), &context.settings));
        let _ = self.found[unit].set(task);
    }
}

struct ProveUnit {
    task: usize,
    model: Arc<super::model::Model>,
    goal: Goal,
    boxes: Vec<f64>,
}

struct ProveStage {
    units: Vec<ProveUnit>,
    found: Vec<OnceLock<Examined>>,
    clearance: f64,
}

impl Stage for ProveStage {
    fn units(&self) -> usize {
        self.units.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let u = &self.units[unit];
        let found = examine(&u.model, u.goal, self.clearance, u.boxes.clone(), UNIT_BOXES, |_, _, _, _| ());
        let _ = self.found[unit].set(found);
    }
}
