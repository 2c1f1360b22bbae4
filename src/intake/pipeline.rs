//! Loading as a pipeline of stages.

use super::error::LoadError;
use super::file_set::FileSet;
use super::plan::{LoadPlan, LoadSettings, Loaded, best_candidate, xacro_arguments};
use crate::robot::xacro::XacroArgument;
use crate::work::{Cancel, Pipeline, Stage, StageLabel};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};

/// Loads a robot in small units: reading the URDF, every mesh file, putting the robot together. The outcome goes to the
/// [`LoadHandle`].
pub struct LoadPipeline {
    step: Step,
    outcome: SyncSender<Result<Loaded, LoadError>>,
}

/// Where a pipeline's outcome arrives.
pub struct LoadHandle {
    outcome: Receiver<Result<Loaded, LoadError>>,
    arguments: Arc<OnceLock<Vec<XacroArgument>>>,
}

impl LoadHandle {
    /// The outcome, once, when it is there. Never waits. Nothing ever comes if the work was cancelled.
    pub fn try_take(&self) -> Option<Result<Loaded, LoadError>> {
        self.outcome.try_recv().ok()
    }

    /// The arguments that the robot's xacro takes, whether or not it could be expanded; empty if it is none, and before
    /// it has been looked at.
    pub fn arguments(&self) -> &[XacroArgument] {
        self.arguments.get().map_or(&[], Vec::as_slice)
    }
}

enum Step {
    Start(Box<PlanStage>),
    Planning(Arc<PlanStage>),
    Reading(Arc<LoadPlan>),
    Done,
}

impl LoadPipeline {
    /// `urdf_path`: the robot to load; `None` for the best candidate.
    pub fn new(files: FileSet, urdf_path: Option<String>, settings: LoadSettings) -> (Self, LoadHandle) {
        let (outcome, receiver) = sync_channel(1);
        let arguments = Arc::new(OnceLock::new());
        let handle = LoadHandle { outcome: receiver, arguments: arguments.clone() };
        let stage = PlanStage { files, urdf_path, settings, arguments, plan: OnceLock::new() };
        (Self { step: Step::Start(Box::new(stage)), outcome }, handle)
    }
}

impl Pipeline for LoadPipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        match std::mem::replace(&mut self.step, Step::Done) {
            Step::Start(stage) => {
                let stage: Arc<PlanStage> = Arc::from(stage);
                self.step = Step::Planning(stage.clone());
                Some((StageLabel::new("reading", "Reading the robot"), stage))
            }
            Step::Planning(stage) => match stage.plan.get()? {
                Ok(plan) => {
                    self.step = Step::Reading(plan.clone());
                    let stage = ReadStage { plan: plan.clone(), order: plan.order() };
                    Some((StageLabel::new("reading", "Reading meshes"), Arc::new(stage)))
                }
                Err(error) => {
                    // The channel holds one message and gets one.
                    let _ = self.outcome.try_send(Err(error.clone()));
                    None
                }
            },
            Step::Reading(plan) => {
                let stage = FinishStage { plan, outcome: self.outcome.clone() };
                Some((StageLabel::new("reading", "Putting the robot together"), Arc::new(stage)))
            }
            Step::Done => None,
        }
    }

    fn overall(&self, fraction: f64) -> f64 {
        match &self.step {
            Step::Start(_) => 0.0,
            Step::Planning(_) => 0.1 * fraction,
            Step::Reading(_) => 0.1 + 0.8 * fraction,
            Step::Done => 0.9 + 0.1 * fraction,
        }
    }
}

struct PlanStage {
    files: FileSet,
    urdf_path: Option<String>,
    settings: LoadSettings,
    arguments: Arc<OnceLock<Vec<XacroArgument>>>,
    plan: OnceLock<Result<Arc<LoadPlan>, LoadError>>,
}

impl Stage for PlanStage {
    fn units(&self) -> usize {
        1
    }

    fn run(&self, _unit: usize, _cancel: &Cancel) {
        self.plan.get_or_init(|| {
            let path = match &self.urdf_path {
                Some(path) => path.clone(),
                None => best_candidate(&self.files)?.path,
            };
            self.arguments.get_or_init(|| xacro_arguments(&self.files, &path));
            LoadPlan::new(&self.files, &path, &self.settings).map(Arc::new)
        });
    }
}

struct ReadStage {
    plan: Arc<LoadPlan>,
    order: Vec<usize>,
}

impl Stage for ReadStage {
    fn units(&self) -> usize {
        self.order.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        if let Some(unit) = self.order.get(unit) {
            self.plan.run(*unit);
        }
    }
}

struct FinishStage {
    plan: Arc<LoadPlan>,
    outcome: SyncSender<Result<Loaded, LoadError>>,
}

impl Stage for FinishStage {
    fn units(&self) -> usize {
        1
    }

    fn run(&self, _unit: usize, cancel: &Cancel) {
        if !cancel.is_cancelled() {
            let _ = self.outcome.try_send(Ok(self.plan.finish()));
        }
    }
}
