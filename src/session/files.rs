//! What the user gives: robots, what robots lack, archives, matrices, SRDFs.

use super::Effect;
use super::live::Live;
use super::receive::Received;
use super::record::{FILES, RESULTS};
use super::state::{LastRead, Open, Session};
use crate::diagnostics::{Diagnostic, Severity};
use crate::intake::{FileSet, LoadPipeline, LoadSettings, Loaded, candidates};
use crate::shapes::ShapeType;
use std::sync::Arc;

impl Session {
    /// What the user gave has been looked through.
    pub(super) fn received(&mut self, received: Received) {
        let Received { files, candidates, matrices, srdfs, decisions_only, diagnostics } = received;
        if let Some(worst) = diagnostics.iter().rfind(|d| d.severity == Severity::Error) {
            self.toasts.push(Severity::Error, worst.message.clone());
        }
        if decisions_only {
            self.notes.extend(diagnostics);
            for (path, read) in matrices {
                self.import_matrix(&path, read);
            }
            self.give_srdfs(srdfs);
            self.announce_srdfs();
            self.import_waiting();
            return;
        }
        // They are imported when the robot has been read and has shapes.
        self.give_srdfs(srdfs);
        if !candidates.is_empty() && self.last_read.is_none() && !self.files.is_empty() {
            // What was given before had no robot: it belongs to this one.
            self.notes = diagnostics;
            self.complete(files);
        } else if !candidates.is_empty() {
            self.files = files;
            self.notes = diagnostics;
            self.candidates = candidates;
            // Those of other files.
            if self.last_read.is_some() {
                self.settings.load.mesh_factors.clear();
            }
            self.open_candidate(0);
        } else {
            let archives_failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
            self.notes.extend(diagnostics);
            match files.is_empty() {
                true if archives_failed => {}
                true => self.toasts.push(Severity::Warning, "There are no files in what you gave."),
                false => self.complete(files),
            }
        }
    }

    /// Adds what the open robot, or one that will still come, lacks.
    fn complete(&mut self, given: FileSet) {
        let count = given.len();
        for (path, bytes) in given.iter() {
            self.files.insert(path, bytes.clone());
        }
        self.candidates = candidates(&self.files);
        let open = self.open.as_ref().map(|open| open.model.urdf_path.clone());
        match open {
            Some(path) => self.read(path),
            None if !self.candidates.is_empty() => self.open_candidate(0),
            None => {
                let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
                let text = format!("{files}, but no robot among them yet: add a URDF or xacro file.");
                self.notes.push(
                    Diagnostic::warning("no-robot", text.clone())
                        .mend("Drop the URDF, or the whole folder that holds it; what you gave is kept."),
                );
                self.toasts.push(Severity::Warning, text);
            }
        }
    }

    pub(super) fn open_candidate(&mut self, index: usize) {
        if let Some(candidate) = self.candidates.get(index) {
            self.read(candidate.path.clone());
        }
    }

    /// The files of an earlier visit are back.
    pub(super) fn open_again(&mut self, path: Option<&str>) {
        self.candidates = candidates(&self.files);
        match path.filter(|path| self.files.get(path).is_some()).map(str::to_owned) {
            Some(path) => self.read(path),
            None => self.open_candidate(0),
        }
    }

    /// Reads the robot again: a setting of reading changed.
    pub(super) fn read_again(&mut self) {
        if let Some(path) = self.last_read.as_ref().map(|last| last.path.clone()) {
            self.read(path);
        }
    }

    fn read(&mut self, path: String) {
        let before = self.last_read.take();
        if before.as_ref().is_some_and(|before| before.path != path) && self.restoring.is_none() {
            // How another robot is to be read says nothing about this one.
            self.settings.load = LoadSettings::default();
        }
        let arguments = before.filter(|before| before.path == path).map_or_else(Vec::new, |before| before.arguments);
        self.last_read = Some(LastRead { path: path.clone(), arguments, failure: None });
        let title = format!("Reading {}", path.rsplit('/').next().unwrap_or(&path));
        let (pipeline, handle) = LoadPipeline::new(self.files.clone(), Some(path), self.settings.load.clone());
        self.start_reading(handle, title, Box::new(pipeline));
    }

    /// The robot has been read: it takes the place of the one before. Decisions stay if it is the same robot, now more
    /// complete.
    pub(super) fn open_loaded(&mut self, loaded: Loaded) {
        let robot = &loaded.model.robot;
        let mut open = Open {
            configuration: robot.home(),
            poses: Vec::new(),
            model: Arc::new(loaded.model),
            report: loaded.report,
            diagnostics: loaded.diagnostics,
            shapes: None,
            types: Default::default(),
            proofs: Default::default(),
            overrides: Default::default(),
            history: Default::default(),
            review: Default::default(),
            srdf: None,
            shown: ShapeType::LinkHulls,
            visual: false,
            selected: None,
            live: Live::default(),
            times: Vec::new(),
            total_seconds: 0.0,
            survey: None,
            surveyed_with: None,
        };
        let before = self.open.take();
        let same = before.filter(|before| before.model.hashes.urdf == open.model.hashes.urdf);
        let fresh = same.is_none();
        if let Some(before) = same {
            open.overrides = before.overrides;
            open.history = before.history;
            open.review = before.review;
            open.srdf = before.srdf;
            open.configuration = before.configuration;
            open.shown = before.shown;
            open.selected = before.selected;
        } else if self.restoring.is_none() {
            // They are named after joints and links of another robot.
            self.settings.ranges.clear();
            self.settings.shapes.links.clear();
        }
        self.open = Some(open);
        self.versions.model += 1;
        self.versions.shapes += 1;
        self.versions.decisions += 1;
        self.versions.selection += 1;
        self.pose_changed();
        if self.restoring.is_some() {
            self.restore_robot();
        } else {
            self.saving.files();
            self.saving.state_now();
            if fresh {
                self.effects.push(Effect::ForgetSnapshot { key: RESULTS });
            }
        }
        if fresh {
            self.effects.push(Effect::FrameAll);
        }
    }

    pub(super) fn close_robot(&mut self) {
        self.running = None;
        self.open = None;
        self.restoring = None;
        self.files = FileSet::new();
        self.candidates.clear();
        self.last_read = None;
        self.settings.load = LoadSettings::default();
        self.notes.0.clear();
        self.pending_imports.clear();
        self.pending_srdfs.clear();
        self.settings.ranges.clear();
        self.settings.shapes.links.clear();
        self.effects.push(Effect::ForgetSnapshot { key: FILES });
        self.effects.push(Effect::ForgetSnapshot { key: RESULTS });
        self.saving.state_now();
        for version in [&mut self.versions.model, &mut self.versions.shapes, &mut self.versions.other] {
            *version += 1;
        }
    }

    /// Imports a matrix or an SRDF that lies among the user's files.
    pub(super) fn import_path(&mut self, path: &str) {
        let Some(bytes) = self.files.get(path) else { return };
        self.add_files(vec![(path.to_owned(), bytes.to_vec())]);
    }
}
