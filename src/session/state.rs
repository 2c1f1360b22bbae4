//! The session's parts and how they are read.

use super::export::Exporting;
use super::import::Pending;
use super::live::Live;
use super::prove::Proofs;
use super::receive::Receiving;
use super::record::{Restoring, Saving};
use super::review::Review;
use super::run::{Running, SurveyHandle};
use super::srdf::GivenSrdf;
use super::{Effect, JobStatus, PairPlace, Preferences, Settings, Toast, Toasts, Versions};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::intake::{Candidate, FileSet, LoadReport, RobotModel};
use crate::math::Pose;
use crate::matrix::{AllOverrides, EffectiveMatrix, History, Overridden, PairKey, SkipMatrix};
use crate::proximity::Proximity;
use crate::robot::Robot;
use crate::robot::xacro::XacroArgument;
use crate::shapes::{ShapeSet, ShapeStore, ShapeType, Shapes};
use crate::survey::{SurveySettings, TypeSurvey};
use crate::work::Mode;
use std::collections::VecDeque;
use std::sync::Arc;

/// Everything the user has: files, robot, shapes, results, decisions, and what is shown of them.
///
/// The host calls [`poll`](Session::poll) once a frame, draws panels, [`apply`](Session::apply)s the actions they
/// return and carries out [`take_effects`](Session::take_effects). None of these ever blocks.
pub struct Session {
    pub(super) mode: Mode,
    pub(super) versions: Versions,
    pub(super) preferences: Preferences,
    pub(super) settings: Settings,
    pub(super) effects: Vec<Effect>,
    pub(super) toasts: Toasts,
    pub(super) files: FileSet,
    pub(super) candidates: Vec<Candidate>,
    /// What went wrong before or without a robot: unreadable archives, imports, snapshots.
    pub(super) notes: Diagnostics,
    /// The robot that was, or is being, read last.
    pub(super) last_read: Option<LastRead>,
    pub(super) open: Option<Open>,
    pub(super) running: Option<Running>,
    /// Shapes of links that were made before, now or in an earlier visit.
    pub(super) made: ShapeStore,
    pub(super) saving: Saving,
    /// What an earlier visit left, until the robot is read again.
    pub(super) restoring: Option<Restoring>,
    /// Matrices to import as soon as there are shapes.
    pub(super) pending_imports: Vec<Pending>,
    /// SRDFs to import as soon as there are shapes.
    pub(super) pending_srdfs: Vec<GivenSrdf>,
    pub(super) exporting: Option<Exporting>,
    pub(super) receiving: VecDeque<Receiving>,
    /// Counts random configurations, so that each differs.
    pub(super) dice: u64,
}

/// What is known of reading a robot, also when it failed.
pub(super) struct LastRead {
    /// Path of the URDF or xacro within the user's files.
    pub path: String,
    /// What the xacro takes.
    pub arguments: Vec<XacroArgument>,
    /// Why it could not be read.
    pub failure: Option<Diagnostic>,
}

/// The robot that is open and all that hangs on it.
pub(super) struct Open {
    pub model: Arc<RobotModel>,
    pub report: LoadReport,
    /// Of reading the robot.
    pub diagnostics: Diagnostics,
    pub shapes: Option<Arc<Shapes>>,
    /// In the order of [`ShapeType::ALL`].
    pub types: [TypeState; 6],
    pub proofs: Proofs,
    pub overrides: AllOverrides,
    pub history: History,
    pub review: Review,
    /// What the robot is compared with.
    pub srdf: Option<GivenSrdf>,
    pub configuration: Vec<f64>,
    /// Poses of all links in the root's frame.
    pub poses: Vec<Pose>,
    pub shown: ShapeType,
    pub visual: bool,
    pub selected: Option<Selected>,
    pub live: Live,
    /// Seconds per stage key, in the order in which the stages ended first.
    pub times: Vec<(String, f64)>,
    /// Seconds from the start of reading to the end of the survey.
    pub total_seconds: f64,
    /// The survey that can go on; `None` before the first and for restored results.
    pub survey: Option<SurveyHandle>,
    /// What the statistics were, or are being, taken with.
    pub surveyed_with: Option<SurveySettings>,
}

/// What is known of the pairs of one shape type.
#[derive(Default)]
pub(super) struct TypeState {
    pub survey: Option<Arc<TypeSurvey>>,
    /// By the rules alone.
    pub computed: Option<Arc<SkipMatrix>>,
    /// With the user's and the files' words laid over it.
    pub effective: Option<Arc<EffectiveMatrix>>,
}

/// The selected pair of the shown type.
pub(super) struct Selected {
    pub key: PairKey,
    pub place: PairPlace,
    /// In the root's frame.
    pub proximity: Option<Proximity>,
}

/// The selected pair as readers see it.
#[derive(Clone, Copy, Debug)]
pub struct SelectedPair<'a> {
    pub key: &'a PairKey,
    pub place: PairPlace,
    /// Signed distance and witness points in the root's frame, at the present configuration.
    pub proximity: Option<&'a Proximity>,
}

impl Session {
    /// An empty session whose work runs on threads or in slices of [`poll`](Session::poll).
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            versions: Versions::default(),
            preferences: Preferences::default(),
            settings: Settings::default(),
            effects: Vec::new(),
            toasts: Toasts::default(),
            files: FileSet::new(),
            candidates: Vec::new(),
            notes: Diagnostics::default(),
            last_read: None,
            open: None,
            running: None,
            made: ShapeStore::default(),
            saving: Saving::default(),
            restoring: None,
            pending_imports: Vec::new(),
            pending_srdfs: Vec::new(),
            exporting: None,
            receiving: VecDeque::new(),
            dice: 0,
        }
    }

    /// Where work runs.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn versions(&self) -> Versions {
        self.versions
    }

    pub fn preferences(&self) -> Preferences {
        self.preferences
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn toasts(&self) -> impl Iterator<Item = &Toast> {
        self.toasts.iter()
    }

    /// What the host has to do, in order; the list is empty afterwards.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The user's files.
    pub fn files(&self) -> &FileSet {
        &self.files
    }

    /// The robots found in the user's files, the likeliest first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The file that was, or is being, read last, also when it could not be read.
    pub fn read_path(&self) -> Option<&str> {
        self.last_read.as_ref().map(|last| last.path.as_str())
    }

    /// The arguments that the robot's xacro takes, also when it could not be expanded. The values that the user gives
    /// them are in [`Settings::load`].
    pub fn xacro_arguments(&self) -> &[XacroArgument] {
        self.last_read.as_ref().map_or(&[], |last| &last.arguments)
    }

    pub fn model(&self) -> Option<&Arc<RobotModel>> {
        self.open.as_ref().map(|open| &open.model)
    }

    pub fn robot(&self) -> Option<&Robot> {
        self.open.as_ref().map(|open| &open.model.robot)
    }

    /// How every mesh of the robot was found and what it is like.
    pub fn load_report(&self) -> Option<&LoadReport> {
        self.open.as_ref().map(|open| &open.report)
    }

    /// All findings, those of the session first, then those of the robot and its shapes.
    pub fn diagnostics(&self) -> Diagnostics {
        let mut all = self.notes.clone();
        all.0.extend(self.last_read.as_ref().and_then(|last| last.failure.clone()));
        if let Some(open) = &self.open {
            all.extend(open.diagnostics.clone());
            if let Some(shapes) = &open.shapes {
                all.extend(shapes.diagnostics.clone());
            }
        }
        all
    }

    /// Radians and metres, one value per degree of freedom; empty without a robot.
    pub fn configuration(&self) -> &[f64] {
        self.open.as_ref().map_or(&[], |open| &open.configuration)
    }

    /// The poses of all links in the root's frame at the present configuration; empty without a robot.
    pub fn link_poses(&self) -> &[Pose] {
        self.open.as_ref().map_or(&[], |open| &open.poses)
    }

    pub fn shapes(&self) -> Option<&Arc<Shapes>> {
        self.open.as_ref()?.shapes.as_ref()
    }

    pub fn shape_set(&self, shape_type: ShapeType) -> Option<&Arc<ShapeSet>> {
        self.shapes()?.sets.get(shape_type.index())
    }

    pub fn survey(&self, shape_type: ShapeType) -> Option<&Arc<TypeSurvey>> {
        self.open.as_ref()?.types.get(shape_type.index())?.survey.as_ref()
    }

    /// The decisions that hold: computed ones with those of the user and of files laid over them.
    pub fn matrix(&self, shape_type: ShapeType) -> Option<&SkipMatrix> {
        Some(&self.open.as_ref()?.types.get(shape_type.index())?.effective.as_ref()?.matrix)
    }

    /// The computed decisions alone.
    pub fn computed_matrix(&self, shape_type: ShapeType) -> Option<&Arc<SkipMatrix>> {
        self.open.as_ref()?.types.get(shape_type.index())?.computed.as_ref()
    }

    /// How the user's or a file's word on a pair relates to the computed decision.
    pub fn overridden(&self, shape_type: ShapeType, pair: usize) -> Overridden {
        let effective = self.open.as_ref().and_then(|open| open.types[shape_type.index()].effective.as_ref());
        effective.and_then(|effective| effective.overridden.get(pair)).copied().unwrap_or(Overridden::No)
    }

    /// The words of the user and of files on pairs, by name.
    pub fn overrides(&self) -> Option<&AllOverrides> {
        self.open.as_ref().map(|open| &open.overrides)
    }

    pub fn shown_type(&self) -> ShapeType {
        self.open.as_ref().map_or(ShapeType::LinkHulls, |open| open.shown)
    }

    /// The visual meshes are shown in place of the shapes.
    pub fn shows_visual(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.visual)
    }

    /// The selected pair of the shown type.
    pub fn selected(&self) -> Option<SelectedPair<'_>> {
        let selected = self.open.as_ref()?.selected.as_ref()?;
        Some(SelectedPair { key: &selected.key, place: selected.place, proximity: selected.proximity.as_ref() })
    }

    /// Signed metres at the present configuration for every pair of the shown type; NaN where not known yet.
    pub fn live_distances(&self) -> &[f64] {
        self.open.as_ref().map_or(&[], |open| open.live.distances())
    }

    /// Per shape of the shown type: it touches or penetrates another one, and the pair is not skipped.
    pub fn shapes_in_contact(&self) -> &[bool] {
        self.open.as_ref().map_or(&[], |open| open.live.contacts())
    }

    /// What undo would take back, in words.
    pub fn undo_label(&self) -> Option<&str> {
        self.open.as_ref()?.history.undo_label()
    }

    /// What redo would do again, in words.
    pub fn redo_label(&self) -> Option<&str> {
        self.open.as_ref()?.history.redo_label()
    }

    /// All live distances belong to the present configuration.
    pub fn is_live(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.live.is_complete())
    }

    /// Files are being taken in, or a robot is being read.
    pub fn is_reading(&self) -> bool {
        let reading = |running: &Running| !running.is_over() && running.status().reading;
        !self.receiving.is_empty() || self.running.as_ref().is_some_and(reading)
    }

    /// What the statistics were, or are being, taken with.
    pub fn survey_settings(&self) -> Option<&SurveySettings> {
        self.open.as_ref()?.surveyed_with.as_ref()
    }

    /// The running or last job.
    pub fn job(&self) -> Option<JobStatus> {
        self.running.as_ref().map(Running::status)
    }

    /// True while something moves by itself, so that the host keeps calling [`poll`](Session::poll).
    pub fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_over())
            || self.open.as_ref().is_some_and(|open| !open.live.is_complete())
            || self.exporting.is_some()
            || !self.receiving.is_empty()
    }
}
