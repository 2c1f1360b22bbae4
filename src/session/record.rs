//! What is kept from visit to visit: files, results, decisions.
//!
//! Four records, each of its own size and pace: `files` (once per robot), `shapes` (the shapes of links by the content
//! they were made from, of this robot and of those before), `results` (statistics, every few seconds while they
//! settle), `state` (settings, decisions with their history, configuration, selection; at once after every
//! decision). A record that cannot be read is reported and left out; the others still count.

use super::pack::{Packer, pack_files, unpack};
use super::prove_record;
use super::srdf::GivenSrdf;
use super::state::Session;
use super::{Effect, Preferences, Settings};
use crate::diagnostics::{Diagnostic, Severity};
use crate::intake::Hashes;
use crate::matrix::{AllOverrides, History, PairKey};
use crate::shapes::{ShapeSet, ShapeType};
use crate::survey::{PairStats, SurveySettings, TypeSurvey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use web_time::{Duration, Instant};

pub const FILES: &str = "files";
pub const RESULTS: &str = "results";
pub const STATE: &str = "state";
pub const SHAPES: &str = "shapes";
/// Of the record of shapes; a robot's take a few hundred kilobytes.
const SHAPES_BYTES: usize = 24 << 20;
/// Within the results.
const PROOFS: &str = "proofs";

/// Of the state record. A record of another version is not read.
const VERSION: u32 = 1;
const PAUSE: Duration = Duration::from_millis(400);
const RESULTS_PAUSE: Duration = Duration::from_secs(4);

/// Which records have to be written, and when.
#[derive(Default)]
pub(super) struct Saving {
    files: bool,
    shapes: bool,
    state: Option<Due>,
    results: Option<Due>,
}

#[derive(Clone, Copy)]
enum Due {
    Now,
    At(Instant),
}

impl Due {
    fn reached(self, now: Instant) -> bool {
        match self {
            Due::Now => true,
            Due::At(at) => at <= now,
        }
    }
}

impl Saving {
    pub fn files(&mut self) {
        self.files = true;
    }

    pub fn shapes(&mut self) {
        self.shapes = true;
    }

    /// A decision changed: before the next frame.
    pub fn state_now(&mut self) {
        self.state = Some(Due::Now);
    }

    /// Something changes often, such as a slider: soon.
    pub fn state_soon(&mut self) {
        self.state.get_or_insert_with(|| Due::At(Instant::now() + PAUSE));
    }

    pub fn results_now(&mut self) {
        self.results = Some(Due::Now);
    }

    pub fn results_soon(&mut self) {
        self.results.get_or_insert_with(|| Due::At(Instant::now() + RESULTS_PAUSE));
    }
}

/// What an earlier visit left.
pub(super) struct Restoring {
    state: Option<Box<StateRecord>>,
    results: Option<Vec<u8>>,
    selection: Option<PairKey>,
}

#[derive(Serialize, Deserialize)]
struct StateRecord {
    version: u32,
    preferences: Preferences,
    settings: Settings,
    robot: Option<RobotState>,
}

#[derive(Serialize, Deserialize)]
struct RobotState {
    urdf_path: String,
    hashes: Hashes,
    /// By name of the degree of freedom.
    configuration: Vec<(String, f64)>,
    shown: ShapeType,
    visual: bool,
    selected: Option<PairKey>,
    overrides: AllOverrides,
    history: History,
    /// Pairs of the review that were looked at.
    #[serde(default)]
    reviewed: Vec<(ShapeType, PairKey)>,
    /// Path of the SRDF that the robot is compared with.
    #[serde(default)]
    srdf: Option<String>,
    times: Vec<(String, f64)>,
    total_seconds: f64,
}

/// Stands at the head of the results.
#[derive(Serialize, Deserialize)]
struct ResultsHead {
    version: u32,
    settings: SurveySettings,
}

impl Session {
    /// Writes what is due as [`Effect`]s.
    pub(super) fn save_what_is_due(&mut self, now: Instant) {
        if std::mem::take(&mut self.saving.files) {
            let bytes = pack_files(&self.files);
            self.effects.push(Effect::SaveSnapshot { key: FILES, bytes });
        }
        if std::mem::take(&mut self.saving.shapes) {
            let bytes = self.made.write(SHAPES_BYTES);
            self.effects.push(Effect::SaveSnapshot { key: SHAPES, bytes });
        }
        if self.saving.state.is_some_and(|due| due.reached(now)) {
            self.saving.state = None;
            self.save_state();
        }
        if self.saving.results.is_some_and(|due| due.reached(now)) {
            self.saving.results = None;
            if let Some(bytes) = self.results_record() {
                self.effects.push(Effect::SaveSnapshot { key: RESULTS, bytes });
            }
        }
    }

    fn save_state(&mut self) {
        if self.restoring.is_some() {
            // The robot of the last visit is still being read: what there is now would overwrite what is to come back.
            return self.saving.state_soon();
        }
        let robot = self.open.as_ref().map(|open| RobotState {
            urdf_path: open.model.urdf_path.clone(),
            hashes: open.model.hashes.clone(),
            configuration: open
                .model
                .robot
                .dofs
                .iter()
                .map(|dof| dof.name.clone())
                .zip(open.configuration.clone())
                .collect(),
            shown: open.shown,
            visual: open.visual,
            selected: open.selected.as_ref().map(|selected| selected.key.clone()),
            overrides: open.overrides.clone(),
            history: open.history.clone(),
            reviewed: open.review.seen.iter().cloned().collect(),
            srdf: open.srdf.as_ref().map(|given| given.path.clone()),
            times: open.times.clone(),
            total_seconds: open.total_seconds,
        });
        let record =
            StateRecord { version: VERSION, preferences: self.preferences, settings: self.settings.clone(), robot };
        match serde_json::to_vec(&record) {
            Ok(bytes) => self.effects.push(Effect::SaveSnapshot { key: STATE, bytes }),
            Err(error) => self
                .notes
                .push(Diagnostic::error("autosave-failed", format!("The session could not be saved: {error}."))),
        }
    }

    fn results_record(&self) -> Option<Vec<u8>> {
        let open = self.open.as_ref()?;
        let shapes = open.shapes.as_ref()?;
        let head = ResultsHead { version: VERSION, settings: open.surveyed_with.clone()? };
        let mut packer = Packer::new(0);
        packer.add("head", &serde_json::to_vec(&head).ok()?);
        for shape_type in ShapeType::ALL {
            let Some(survey) = &open.types[shape_type.index()].survey else { continue };
            let mut content = fingerprint(shapes.set(shape_type)).to_vec();
            write_survey(survey, &mut content);
            packer.add(shape_type.word(), &content);
        }
        let mut content = Vec::new();
        shapes.sets.iter().for_each(|set| content.extend(fingerprint(set)));
        content.extend(prove_record::write(&open.proofs, self.settings.rules.clearance));
        packer.add(PROOFS, &content);
        Some(packer.finish())
    }

    /// Brings back what an earlier visit left: records by key, as [`Effect::SaveSnapshot`] gave them.
    pub fn restore(&mut self, records: Vec<(String, Vec<u8>)>) {
        let mut restoring = Restoring { state: None, results: None, selection: None };
        let mut files = None;
        for (key, bytes) in records {
            match key.as_str() {
                STATE => match serde_json::from_slice::<StateRecord>(&bytes) {
                    Ok(state) if state.version == VERSION => restoring.state = Some(Box::new(state)),
                    Ok(_) => self.unreadable("settings and decisions", "another version of Noclash wrote them"),
                    Err(error) => self.unreadable("settings and decisions", &error.to_string()),
                },
                SHAPES => self.made.read(&bytes),
                RESULTS => restoring.results = Some(bytes),
                FILES => match unpack(&bytes) {
                    Some(pieces) => {
                        let mut set = crate::intake::FileSet::new();
                        for (path, content) in pieces {
                            set.insert(path, content);
                        }
                        files = Some(set);
                    }
                    None => self.unreadable("robot files", "the record is damaged"),
                },
                _ => {}
            }
        }
        if let Some(state) = &restoring.state {
            self.preferences = state.preferences;
            self.settings = state.settings.clone().sanitised();
        }
        self.versions.other += 1;
        let path = restoring.state.as_ref().and_then(|state| state.robot.as_ref()).map(|robot| robot.urdf_path.clone());
        // Without a robot in the state the files belong to a robot that was closed, or never opened.
        let Some(files) = files.filter(|files| !files.is_empty() && (path.is_some() || restoring.state.is_none()))
        else {
            return;
        };
        self.files = files;
        self.restoring = Some(restoring);
        self.open_again(path.as_deref());
    }

    fn unreadable(&mut self, what: &str, why: &str) {
        let text = format!("The {what} of the last visit could not be read: {why}.");
        self.notes.push(Diagnostic::warning("snapshot-unreadable", text.clone()));
        self.toasts.push(Severity::Warning, text);
    }

    /// The robot of the last visit has been read again: its decisions and configuration.
    pub(super) fn restore_robot(&mut self) {
        let Some(restoring) = &mut self.restoring else { return };
        let Some(state) = restoring.state.as_mut().and_then(|state| state.robot.take()) else { return };
        let Some(open) = &mut self.open else { return };
        if state.hashes.urdf != open.model.hashes.urdf {
            restoring.results = None;
        }
        open.overrides = state.overrides;
        open.history = state.history;
        open.review.seen = state.reviewed.into_iter().collect();
        let bytes = state.srdf.as_ref().and_then(|path| Some((path, self.files.get(path)?)));
        open.srdf = bytes.and_then(|(path, bytes)| GivenSrdf::read(path, bytes).ok());
        open.shown = state.shown;
        open.visual = state.visual;
        open.times = state.times;
        open.total_seconds = state.total_seconds;
        restoring.selection = state.selected;
        let mut values = open.configuration.clone();
        for (value, dof) in values.iter_mut().zip(&open.model.robot.dofs) {
            if let Some((_, kept)) = state.configuration.iter().find(|(name, _)| *name == dof.name) {
                *value = *kept;
            }
        }
        self.set_configuration(&values);
    }

    /// The shapes have been made again: the statistics that belong to them.
    pub(super) fn restore_results(&mut self) {
        let Some(bytes) = self.restoring.as_mut().and_then(|restoring| restoring.results.take()) else { return };
        let Some(open) = &mut self.open else { return };
        let Some(shapes) = &open.shapes else { return };
        let Some(pieces) = unpack(&bytes) else {
            return self.unreadable("results", "the record is damaged");
        };
        let head = pieces.iter().find(|(name, _)| *name == "head");
        let head = head.and_then(|(_, content)| serde_json::from_slice::<ResultsHead>(content).ok());
        let Some(head) = head.filter(|head| head.version == VERSION) else {
            return self.unreadable("results", "another version of Noclash wrote them");
        };
        for shape_type in ShapeType::ALL {
            let set = shapes.set(shape_type);
            let content = pieces.iter().find(|(name, _)| *name == shape_type.word()).map(|(_, content)| *content);
            let survey = content.and_then(|content| {
                let own = fingerprint(set);
                read_survey(shape_type, set.pair_count(), content.strip_prefix(own.as_slice())?)
            });
            open.types[shape_type.index()].survey = survey.map(Arc::new);
        }
        let own: Vec<u8> = shapes.sets.iter().flat_map(|set| fingerprint(set)).collect();
        let content =
            pieces.iter().find(|(name, _)| *name == PROOFS).and_then(|(_, content)| content.strip_prefix(&own[..]));
        let pairs = std::array::from_fn(|index| shapes.sets[index].pair_count());
        let (clearance, dofs) = (self.settings.rules.clearance, open.model.robot.dofs.len());
        let proofs = content.and_then(|content| prove_record::read(content, clearance, dofs, pairs));
        open.proofs = proofs.filter(|_| self.settings.prove).unwrap_or_default();
        open.surveyed_with = Some(head.settings);
        self.versions.survey += 1;
    }

    /// The last thing that comes back; afterwards the session saves as ever.
    pub(super) fn take_restored_selection(&mut self) -> Option<PairKey> {
        self.restoring.take().and_then(|restoring| restoring.selection)
    }
}

/// Tells whether shapes are the same to the last bit.
fn fingerprint(set: &ShapeSet) -> [u8; 32] {
    use crate::shapes::ShapeGeometry;
    let mut hash = Sha256::new();
    let mut numbers = |values: &[f64]| values.iter().for_each(|value| hash.update(value.to_bits().to_le_bytes()));
    for shape in &set.shapes {
        numbers(&[shape.link as f64, shape.id.part.map_or(-1.0, f64::from)]);
        match &shape.geometry {
            ShapeGeometry::Sphere(sphere) => {
                numbers(&[sphere.center.x, sphere.center.y, sphere.center.z, sphere.radius])
            }
            ShapeGeometry::Box(obb) => {
                numbers(obb.center.as_slice());
                numbers(obb.rotation.as_slice());
                numbers(obb.half_extents.as_slice());
            }
            ShapeGeometry::Hull(hull) => hull.vertices.iter().for_each(|vertex| numbers(vertex.as_slice())),
        }
    }
    hash.finalize().into()
}

fn write_survey(survey: &TypeSurvey, out: &mut Vec<u8>) {
    out.reserve(16 + survey.pairs.len() * 48);
    out.extend_from_slice(&survey.samples.to_le_bytes());
    for stats in &survey.pairs {
        for value in [stats.min, stats.mean, stats.max] {
            out.extend_from_slice(&value.to_bits().to_le_bytes());
        }
        for value in [stats.collisions, stats.argmin, stats.argmax] {
            out.extend_from_slice(&value.to_le_bytes());
        }
    }
}

/// `None` if the bytes are not a survey of so many pairs.
fn read_survey(shape_type: ShapeType, pairs: usize, bytes: &[u8]) -> Option<TypeSurvey> {
    let word = |chunk: &[u8]| chunk.try_into().ok().map(u64::from_le_bytes);
    let (samples, rest) = bytes.split_at_checked(8)?;
    let samples = word(samples)?;
    if rest.len() != pairs.checked_mul(48)? {
        return None;
    }
    let mut list = Vec::with_capacity(pairs);
    for chunk in rest.chunks_exact(48) {
        let mut words = chunk.chunks_exact(8).filter_map(word);
        let mut next = || words.next();
        list.push(PairStats {
            min: f64::from_bits(next()?),
            mean: f64::from_bits(next()?),
            max: f64::from_bits(next()?),
            collisions: next()?,
            samples,
            argmin: next()?,
            argmax: next()?,
        });
    }
    Some(TypeSurvey { shape_type, samples, pairs: list })
}
