//! One pair under proof: the models that can prove it, in the order in which they are tried.

use super::branch::{Boxes, Examined, Goal, whole};
use super::model::{Model, Side};
use super::search::{Lowest, lowest};
use super::verdict::{PairProof, ProofSettings, Verdict};
use crate::math::Pose;
use crate::proximity::{ConvexBody, signed_distance};
use crate::robot::RelativeChain;
use std::ops::Range;
use std::sync::Arc;

/// Random starts when a model other than the pair itself is looked at for a collision that would make a proof with it
/// impossible.
const MODEL_RESTARTS: u32 = 6;

/// Boxes that may be spent on "at any angle" once "within the ranges" is proved, beyond four times what that took.
const UPGRADE: u64 = 32_768;

/// One way to prove the pair.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub model: Arc<Model>,
    /// What is proved if the model is clear (or overlaps) everywhere.
    proves: Verdict,
    /// Boxes that may be examined in this attempt.
    budget: u64,
    pub left: Boxes,
    pub examined: u64,
    margin: f64,
    /// No longer worth going on with.
    over: bool,
}

/// The work on one pair.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub goal: Goal,
    pub result: PairProof,
    /// In the order of preference. The one with the fewest boxes examined is next.
    attempts: Vec<Attempt>,
    pub done: bool,
}

/// What a task is made from.
pub(super) struct Pair<'a> {
    pub index: usize,
    pub goal: Goal,
    /// The shapes in the frames of their rigid bodies.
    pub a: Arc<ConvexBody>,
    pub b: Arc<ConvexBody>,
    /// The pose of B's body in A's, and the same without the joints that the ranges hold fast.
    pub free: RelativeChain,
    pub limited: RelativeChain,
    /// The smallest distance known, metres, that of the first of `starts`; infinite if there are none.
    pub seen: f64,
    /// Configurations from which to search.
    pub starts: &'a [Vec<f64>],
    pub ranges: &'a [(f64, f64)],
}

impl Pair<'_> {
    fn model(&self) -> Model {
        Model::within(&self.limited, self.ranges, Side::new(self.a.clone()), Side::new(self.b.clone()))
    }
}

/// A part of the search for a collision: from the known starts if it is the first, and from the random ones of the
/// numbers `restarts`. `None` if nothing moves, or overlap is what is to be proved.
pub(super) fn search(pair: &Pair, restarts: Range<u32>, settings: &ProofSettings) -> Option<Lowest> {
    let model = pair.model();
    if model.coordinates() == 0 || pair.goal != Goal::Apart {
        return None;
    }
    let at = |q: &Vec<f64>| pair.limited.dofs.iter().map(|&dof| q[dof]).collect();
    let starts: Vec<Vec<f64>> = if restarts.start == 0 { pair.starts.iter().map(at).collect() } else { Vec::new() };
    Some(lowest(&model, &starts, restarts, settings.seed ^ pair.index as u64))
}

impl Task {
    /// Takes over what [`search`] found, and sets up the attempts if that is no collision.
    pub fn new(pair: &Pair, found: Option<Lowest>, settings: &ProofSettings) -> Self {
        let model = pair.model();
        let home = || pair.ranges.iter().map(|(lower, upper)| 0f64.max(*lower).min(*upper)).collect();
        let mut task = Self {
            goal: pair.goal,
            result: PairProof {
                pair: pair.index,
                verdict: Verdict::Open,
                closest: pair.seen,
                configuration: pair.starts.first().cloned().unwrap_or_else(home),
                boxes: 0,
                margin: f64::INFINITY,
            },
            attempts: Vec::new(),
            done: false,
        };
        if model.coordinates() == 0 {
            task.result.closest = distance_at(&model, &model.first);
        } else if let Some(found) = found.filter(|_| pair.goal == Goal::Apart) {
            task.note(&model, found.distance, &found.at);
            if found.distance <= settings.clearance {
                task.result.verdict = Verdict::Refuted;
                task.done = true;
                return task;
            }
        }
        task.plan(&model, pair, settings);
        task
    }

    /// Keeps a smaller distance at a point of the pair's own model.
    fn note(&mut self, model: &Model, distance: f64, at: &[f64]) {
        if let Some(dofs) = &model.dofs
            && distance < self.result.closest
        {
            self.result.closest = distance;
            for (&dof, &value) in dofs.iter().zip(at) {
                self.result.configuration[dof] = value;
            }
        }
    }

    fn plan(&mut self, model: &Model, pair: &Pair, settings: &ProofSettings) {
        let (any, within) = match pair.goal {
            Goal::Apart => (Verdict::Proved, Verdict::ProvedWithinLimits),
            Goal::Overlap => (Verdict::AlwaysProved, Verdict::AlwaysProvedWithinLimits),
        };
        let free = Model::unlimited(&pair.free, Side::new(pair.a.clone()), Side::new(pair.b.clone()));
        let mut plan: Vec<(Model, Verdict, u64)> = Vec::new();
        let share = settings.pair_budget / 8;
        match pair.goal {
            Goal::Apart => {
                if let Some(free) = &free {
                    let first = free.revolved_first().unwrap_or_else(|| free.clone());
                    let both = first.revolved_last().unwrap_or(first);
                    plan.push((both, any, share));
                    // A body swept around its joint holds what the body itself never reaches.
                    plan.push((free.clone(), any, share));
                }
                let (first, last) = (model.revolved_first(), model.revolved_last());
                if let Some(both) = first.as_ref().and_then(Model::revolved_last) {
                    plan.push((both, within, share));
                }
                plan.extend(first.map(|m| (m, within, share)));
                plan.extend(last.map(|m| (m, within, share)));
            }
            Goal::Overlap => plan.extend(free.map(|m| (m, any, share))),
        }
        plan.push((model.clone(), within, settings.pair_budget));
        // What collides somewhere cannot prove anything; a short search saves a long proof.
        plan.retain(|(m, _, _)| {
            pair.goal == Goal::Overlap
                || m.dofs.is_some()
                || lowest(m, &[], 0..MODEL_RESTARTS, settings.seed).distance > settings.clearance
        });
        self.attempts = plan
            .into_iter()
            .map(|(model, proves, budget)| Attempt {
                left: whole(&model),
                model: Arc::new(model),
                proves,
                budget,
                examined: 0,
                margin: f64::INFINITY,
                over: false,
            })
            .collect();
    }

    fn next_index(&self) -> Option<usize> {
        let live = self.attempts.iter().enumerate().filter(|(_, a)| !a.over);
        live.min_by_key(|(index, a)| (a.examined, *index)).map(|(index, _)| index)
    }

    /// The attempt to go on with.
    pub fn attempt(&self) -> Option<&Attempt> {
        self.next_index().map(|index| &self.attempts[index])
    }

    /// Takes over what a round of the present attempt found, in the order of its units.
    pub fn absorb(&mut self, round: Vec<Examined>, settings: &ProofSettings) {
        let Some(index) = self.next_index() else { return };
        let attempt = &mut self.attempts[index];
        attempt.left.clear();
        let mut contradicted = false;
        let mut lowest: Option<(f64, Vec<f64>)> = None;
        for found in round {
            attempt.examined += found.boxes;
            self.result.boxes += found.boxes;
            attempt.margin = attempt.margin.min(found.margin);
            contradicted |= found.contradicted;
            attempt.left.extend(found.left);
            if lowest.as_ref().is_none_or(|(distance, _)| found.closest < *distance) {
                lowest = Some((found.closest, found.at));
            }
        }
        attempt.over |= contradicted || attempt.examined >= attempt.budget;
        let (proved, examined, margin) = (attempt.left.is_empty() && !contradicted, attempt.examined, attempt.margin);
        let (proves, model) = (attempt.proves, attempt.model.clone());
        if let Some((distance, at)) = lowest {
            self.note(&model, distance, &at);
        }
        if self.goal == Goal::Apart && self.result.closest <= settings.clearance {
            self.result.verdict = Verdict::Refuted;
            self.done = true;
        } else if proved {
            self.result.verdict = proves;
            self.result.margin = margin;
            let strongest = matches!(proves, Verdict::Proved | Verdict::AlwaysProved);
            for other in &mut self.attempts {
                other.over |= strongest || other.proves == proves;
                other.budget = other.budget.min(UPGRADE + 4 * examined);
                other.over |= other.examined >= other.budget;
            }
        }
        self.done |= self.attempts.iter().all(|a| a.over);
    }
}

fn distance_at(model: &Model, pose: &Pose) -> f64 {
    signed_distance(&model.a.body, &model.b.body, pose).distance
}
