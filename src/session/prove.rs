//! Proofs and counterexamples for what the survey did not see colliding.

use super::run::Work;
use super::state::Session;
use crate::matrix::{Finding, Reason, SkipMatrix, apply_finding, refute};
use crate::proof::{Candidate, InheritPipeline, PROVED_TYPE, PairProof, ProofPipeline, ProofSettings, Verdict};
use crate::robot::Robot;
use crate::shapes::{ShapeType, Shapes};
use crate::survey::configuration;
use crate::work::{Pipeline, Resumable, Stage, StageLabel};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// Verdicts by shape type and pair index: those on link hulls, and what follows from them for the other types.
#[derive(Default)]
pub(super) struct Proofs {
    pub found: [BTreeMap<usize, PairProof>; 6],
    /// The work has come to its end.
    pub complete: bool,
    pub results: Option<Receiver<News>>,
    /// The work, to go on with after it was stopped.
    pub work: Option<Resumable>,
    /// Pairs of the work.
    pub count: usize,
}

/// Verdicts on pairs of one type.
pub(super) type News = (ShapeType, Vec<PairProof>);

impl Session {
    /// What is known of a pair beyond the survey.
    pub fn proof(&self, shape_type: ShapeType, pair: usize) -> Option<&PairProof> {
        self.open.as_ref()?.proofs.found.get(shape_type.index())?.get(&pair)
    }

    /// Starts the proofs after a survey; false if there is nothing to do.
    pub(super) fn start_proofs(&mut self) -> bool {
        if !self.settings.prove || self.open.as_ref().is_none_or(|open| open.proofs.complete) {
            return false;
        }
        if let Some(open) = &self.open
            && let Some(work) = open.proofs.work.clone()
        {
            // It was stopped, and nothing has changed that it rests on.
            let title = proving(open.proofs.count);
            self.start(Work::Proof, title, Box::new(work));
            return true;
        }
        let list = self.proof_candidates();
        let Some(open) = &mut self.open else { return false };
        open.proofs = Proofs::default();
        let (Some(shapes), Some(with)) = (open.shapes.clone(), &open.surveyed_with) else { return false };
        let count = list.len();
        if count == 0 {
            open.proofs.complete = true;
            return false;
        }
        let settings = ProofSettings {
            clearance: self.settings.rules.clearance,
            seed: with.seed,
            ranges: with.ranges.clone(),
            ..ProofSettings::default()
        };
        let (sender, results) = channel();
        let robot = Arc::new(open.model.robot.clone());
        match ProvePipeline::new(robot, shapes, settings, list, sender) {
            Ok(pipeline) => {
                let work = Resumable::new(Box::new(pipeline));
                open.proofs.results = Some(results);
                open.proofs.work = Some(work.clone());
                open.proofs.count = count;
                self.start(Work::Proof, proving(count), Box::new(work));
                true
            }
            Err(error) => {
                self.fail(error);
                true
            }
        }
    }

    /// The pairs of link hulls that structure does not decide and that no sample saw colliding, the closest first, and
    /// then those that every sample did.
    fn proof_candidates(&self) -> Vec<Candidate> {
        let Some(open) = &self.open else { return Vec::new() };
        let state = &open.types[PROVED_TYPE.index()];
        let (Some(survey), Some(computed), Some(with)) = (&state.survey, &state.computed, &open.surveyed_with) else {
            return Vec::new();
        };
        let mut list: Vec<Candidate> = survey
            .pairs
            .iter()
            .zip(&computed.entries)
            .enumerate()
            .filter(|(_, (stats, entry))| {
                let always = entry.reason == Some(Reason::Always) && stats.collisions == stats.samples;
                stats.samples > 0 && (always || (stats.collisions == 0 && entry.evidence.is_some()))
            })
            .map(|(pair, (stats, _))| Candidate {
                pair,
                always: stats.collisions > 0,
                seen: stats.min,
                starts: vec![configuration(&with.ranges, with.seed, stats.argmin)],
            })
            .collect();
        list.sort_by(|a, b| a.always.cmp(&b.always).then(a.seen.total_cmp(&b.seen)).then(a.pair.cmp(&b.pair)));
        list
    }

    /// Takes over the verdicts that have come in.
    pub(super) fn take_proofs(&mut self) {
        let Some(open) = &mut self.open else { return };
        let Some(results) = &open.proofs.results else { return };
        let mut changed = [false; 6];
        while let Ok((shape_type, verdicts)) = results.try_recv() {
            changed[shape_type.index()] = true;
            let found = &mut open.proofs.found[shape_type.index()];
            found.extend(verdicts.into_iter().map(|verdict| (verdict.pair, verdict)));
        }
        for shape_type in ShapeType::ALL {
            if changed[shape_type.index()] {
                self.decide_type(shape_type);
                self.saving.results_soon();
            }
        }
    }

    /// Verdicts no longer hold: clearance changed, or nobody wants them any more. Work on them begins anew.
    pub(super) fn prove_again(&mut self) {
        let proving = self.running.as_ref().is_some_and(|running| running.is_proving());
        if !proving && self.running.as_ref().is_some_and(|running| !running.is_over()) {
            // The survey still runs; the proofs come after it.
            return;
        }
        if let Some(running) = self.running.as_mut().filter(|_| proving) {
            running.end();
        }
        let Some(open) = &mut self.open else { return };
        open.proofs = Proofs::default();
        for shape_type in ShapeType::ALL {
            self.decide_type(shape_type);
        }
        self.saving.results_soon();
        if (!self.survey_is_complete() || !self.start_proofs()) && proving {
            self.work_ended();
        }
    }

    /// Survey and proofs have come to their end.
    pub(super) fn work_is_complete(&self) -> bool {
        let proved = !self.settings.prove || self.open.as_ref().is_some_and(|open| open.proofs.complete);
        proved && self.survey_is_complete()
    }
}

fn proving(count: usize) -> String {
    if count == 1 { "Proving 1 pair".to_owned() } else { format!("Proving {count} pairs") }
}

impl Proofs {
    /// The work has come to its end and is not needed any more.
    pub(super) fn end(&mut self) {
        self.complete = true;
        self.work = None;
    }

    /// Lays the verdicts on one type over what the samples say.
    pub(super) fn apply(&self, shape_type: ShapeType, matrix: &mut SkipMatrix) {
        for (pair, proof) in &self.found[shape_type.index()] {
            match (proof.verdict, Finding::of(proof.verdict)) {
                (Verdict::Refuted, _) => refute(matrix, *pair, proof.closest, &proof.configuration),
                (_, Some(finding)) => apply_finding(matrix, *pair, finding),
                _ => {}
            }
        }
    }
}

/// The proofs of link hulls, and then what follows for the other types.
struct ProvePipeline {
    robot: Arc<Robot>,
    shapes: Arc<Shapes>,
    clearance: f64,
    sender: Sender<News>,
    verdicts: Arc<Mutex<Vec<PairProof>>>,
    step: Step,
}

enum Step {
    Prove(ProofPipeline),
    Inherit(InheritPipeline),
}

impl ProvePipeline {
    fn new(
        robot: Arc<Robot>,
        shapes: Arc<Shapes>,
        settings: ProofSettings,
        candidates: Vec<Candidate>,
        sender: Sender<News>,
    ) -> Result<Self, String> {
        let verdicts: Arc<Mutex<Vec<PairProof>>> = Arc::default();
        let (kept, out) = (verdicts.clone(), sender.clone());
        let publish = Arc::new(move |proof: PairProof| {
            if let Ok(mut kept) = kept.lock() {
                kept.push(proof.clone());
            }
            // The session may be gone; then nobody wants the result.
            let _ = out.send((PROVED_TYPE, vec![proof]));
        });
        let clearance = settings.clearance;
        let set = shapes.set(PROVED_TYPE).clone();
        let proof = ProofPipeline::new(robot.clone(), set, settings, candidates, publish);
        let step = Step::Prove(proof.map_err(|error| error.to_string())?);
        Ok(Self { robot, shapes, clearance, sender, verdicts, step })
    }
}

impl Pipeline for ProvePipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        if let Step::Prove(proof) = &mut self.step {
            if let Some(stage) = proof.next_stage() {
                return Some(stage);
            }
            let verdicts = self.verdicts.lock().map(|verdicts| verdicts.clone()).unwrap_or_default();
            let out = self.sender.clone();
            let publish = Arc::new(move |shape_type, verdicts| {
                let _ = out.send((shape_type, verdicts));
            });
            let (robot, shapes) = (self.robot.clone(), self.shapes.clone());
            self.step = Step::Inherit(InheritPipeline::new(robot, shapes, self.clearance, verdicts, publish));
        }
        match &mut self.step {
            Step::Inherit(inherit) => inherit.next_stage(),
            Step::Prove(_) => None,
        }
    }

    fn overall(&self, fraction: f64) -> f64 {
        match &self.step {
            Step::Prove(proof) => 0.95 * proof.overall(fraction),
            Step::Inherit(inherit) => 0.95 + 0.05 * inherit.overall(fraction),
        }
    }
}
