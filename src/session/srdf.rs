//! An SRDF beside the robot: compared with what was computed, and its decisions taken over when it was given as such.

use super::SrdfFinding;
use super::state::Session;
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::formats::srdf::{self, Srdf};
use crate::intake::{FileSet, companions};
use crate::matrix::{Edit, Origin};
use crate::shapes::ShapeType;
use std::sync::Arc;

/// The types whose shapes are links: the only ones that an SRDF can speak of.
pub(super) const LINK_TYPES: [ShapeType; 3] = [ShapeType::LinkSpheres, ShapeType::LinkBoxes, ShapeType::LinkHulls];

/// An SRDF that has been read.
#[derive(Clone, Debug)]
pub(super) struct GivenSrdf {
    /// Path within the user's files.
    pub path: String,
    bytes: Arc<[u8]>,
    pub srdf: Arc<Srdf>,
    pub notes: Diagnostics,
}

impl GivenSrdf {
    /// Reads an SRDF; says in one sentence why it is none.
    pub fn read(path: &str, bytes: &Arc<[u8]>) -> Result<Self, String> {
        let (srdf, notes) = srdf::read(bytes, path).map_err(|error| error.to_string())?;
        Ok(Self { path: path.to_owned(), bytes: bytes.clone(), srdf: Arc::new(srdf), notes })
    }

    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

impl Session {
    /// The SRDFs among the user's files, by path.
    pub fn srdf_files(&self) -> Vec<&str> {
        self.files.paths().filter(|path| path.to_lowercase().ends_with(".srdf")).collect()
    }

    /// The path of the SRDF that the robot is compared with.
    pub fn srdf_path(&self) -> Option<&str> {
        Some(self.open.as_ref()?.srdf.as_ref()?.path.as_str())
    }

    /// Takes SRDFs in; [`import_srdfs`](Session::import_srdfs) takes their decisions over.
    pub(super) fn give_srdfs(&mut self, given: Vec<(String, Result<GivenSrdf, String>)>) {
        for (path, read) in given {
            match read {
                Ok(given) => {
                    self.pending_srdfs.retain(|pending| pending.path != given.path);
                    self.pending_srdfs.push(given);
                }
                Err(error) => self.srdf_unreadable(&path, &error),
            }
        }
        self.versions.other += 1;
    }

    /// Tells that SRDFs wait for a robot.
    pub(super) fn announce_srdfs(&mut self) {
        if self.open.is_none()
            && let Some(given) = self.pending_srdfs.last()
        {
            let text = format!("{} is an SRDF. Open its robot, and its pairs are taken over.", given.name());
            self.toasts.push(Severity::Info, text);
        }
    }

    fn srdf_unreadable(&mut self, path: &str, error: &str) {
        let text = format!("{path} could not be imported: {error}");
        self.notes.push(Diagnostic::error("import-failed", text.clone()).in_file(path));
        self.toasts.push(Severity::Error, text);
    }

    /// Takes over the pairs of the SRDF that waits, in one edit, if there are shapes. Of several, the one for this
    /// robot counts; the others can be chosen in its place.
    pub(super) fn import_srdfs(&mut self) {
        let Some(open) = &self.open else { return };
        let Some(shapes) = open.shapes.clone() else { return };
        let robot = &open.model.robot;
        let waiting = std::mem::take(&mut self.pending_srdfs);
        let own = |given: &&GivenSrdf| given.srdf.robot_name.as_ref() == Some(&robot.name);
        let Some(chosen) = waiting.iter().find(own).or(waiting.first()).cloned() else { return };
        // Among the files they come back after a reload, and can be compared with again.
        for given in &waiting {
            self.files.insert(&given.path, given.bytes.clone());
        }
        self.saving.files();
        let mut notes = chosen.notes.clone();
        let mut targets = Vec::new();
        let mut pairs = 0;
        for shape_type in LINK_TYPES {
            let imported = srdf::import(&chosen.srdf, robot, shapes.set(shape_type));
            // An SRDF holds all its decisions: those of an earlier file are taken back, the user's own stay.
            let earlier = open.overrides.get(shape_type).iter().filter(|(_, value)| value.origin == Origin::Imported);
            targets.extend(earlier.map(|(pair, _)| (shape_type, pair.clone(), None)));
            let overrides = imported.overrides();
            targets.extend(overrides.iter().map(|(pair, value)| (shape_type, pair.clone(), Some(value.clone()))));
            if shape_type == ShapeType::LinkHulls {
                pairs = overrides.len();
                notes.extend(imported.diagnostics);
            }
        }
        let edit = Edit::assign(&open.overrides, format!("Import {}", chosen.name()), targets);
        let text = match pairs {
            0 => format!("{} names no pair of this robot's links.", chosen.name()),
            1 => format!("Imported {}: 1 pair for the three link-level shape types.", chosen.name()),
            n => format!("Imported {}: {n} pairs for the three link-level shape types.", chosen.name()),
        };
        self.edit(edit);
        self.toasts.push(if pairs == 0 { Severity::Warning } else { Severity::Info }, text);
        self.notes.0.retain(|note| note.file.as_deref() != Some(chosen.path.as_str()));
        for note in notes.iter() {
            self.notes.push(note.clone().in_file(&chosen.path));
        }
        self.take_srdf(chosen);
    }

    /// Compares with the SRDF that lies beside the robot, if none was chosen. Its decisions are not taken over: a
    /// published file often skips pairs that collide, and nobody has asked for them.
    pub(super) fn find_srdf(&mut self) {
        let Some(open) = self.open.as_ref().filter(|open| open.srdf.is_none()) else { return };
        let Some(shapes) = &open.shapes else { return };
        let mut beside = FileSet::new();
        for path in self.srdf_files() {
            if let Some(bytes) = self.files.get(path) {
                beside.insert(path, bytes.clone());
            }
        }
        let model = &open.model;
        let found = companions(&beside, &model.urdf_path, &model.robot.name).srdfs.into_iter().find_map(|file| {
            let given = GivenSrdf::read(&file.path, beside.get(&file.path)?).ok()?;
            let imported = srdf::import(&given.srdf, &model.robot, shapes.set(ShapeType::LinkHulls));
            (!imported.pairs.is_empty()).then_some(given)
        });
        if let Some(given) = found {
            self.take_srdf(given);
        }
    }

    /// Says so if the SRDF skips what collides.
    pub(super) fn warn_of_srdf(&mut self) {
        let Some(report) = self.srdf_report(ShapeType::LinkHulls) else { return };
        let name = report.path.rsplit('/').next().unwrap_or(&report.path);
        let text = match report.count(SrdfFinding::Refuted) {
            0 => return,
            1 => format!("{name} skips 1 pair that collides: see SRDF beside the pairs."),
            n => format!("{name} skips {n} pairs that collide: see SRDF beside the pairs."),
        };
        self.toasts.push(Severity::Warning, text);
    }

    /// Compares with another SRDF among the files.
    pub(super) fn compare_srdf(&mut self, path: &str) {
        let Some(bytes) = self.files.get(path) else { return };
        match GivenSrdf::read(path, bytes) {
            Ok(given) => self.take_srdf(given),
            Err(error) => self.srdf_unreadable(path, &error),
        }
    }

    fn take_srdf(&mut self, given: GivenSrdf) {
        let Some(open) = &mut self.open else { return };
        open.srdf = Some(given);
        self.versions.other += 1;
        self.versions.decisions += 1;
        self.saving.state_now();
    }
}
