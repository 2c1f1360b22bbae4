//! Carrying out actions.

use super::state::Session;
use super::{Action, Effect, Preferences, Settings};
use crate::diagnostics::Severity;
use web_time::Instant;

impl Session {
    /// Carries out one action. Never blocks; what takes long becomes a job.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::AddFiles(files) => self.add_files(files),
            Action::OpenFolder => self.effects.push(Effect::OpenFolderDialog),
            Action::OpenFiles => self.effects.push(Effect::OpenFilesDialog),
            Action::OpenSample { id } => self.effects.push(Effect::FetchSample(id)),
            Action::OpenUrl { url } => self.effects.push(Effect::FetchUrl(url)),
            Action::OpenCandidate { index } => self.open_candidate(index),
            Action::CloseRobot => self.close_robot(),
            Action::Configure { settings } => self.configure(*settings),
            Action::Prefer { preferences } => self.prefer(preferences),
            Action::SetJoint { dof, value } => self.set_joint(dof, value),
            Action::SetConfiguration { values } => self.set_configuration(&values),
            Action::RandomConfiguration => self.random_configuration(),
            Action::Home => self.home(),
            Action::GoToWitness { pair, which } => {
                if let Some(values) = self.witness(&pair, which) {
                    self.set_configuration(&values);
                }
            }
            Action::ShowType { shape_type } => self.show_type(shape_type),
            Action::ShowVisual { on } => self.show_visual(on),
            Action::SelectPair { pair } => self.select_pair(pair),
            Action::FrameAll => self.effects.push(Effect::FrameAll),
            Action::FrameSelection => self.effects.push(Effect::FrameSelection),
            Action::SetDecision { shape_type, pairs, decision } => self.set_decision(shape_type, pairs, decision),
            Action::Bulk { rule, except } => self.bulk(rule, &except),
            Action::ReviewNext => self.review_next(),
            Action::ReviewGo { shape_type, pair } => self.review_go(shape_type, pair),
            Action::ReviewTake { decision } => self.review_take(decision),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Restart => self.restart(),
            Action::Continue => self.resume(),
            Action::Cancel => self.cancel(),
            Action::Export { what } => self.export(what),
            Action::ImportFile { path } => self.import_path(&path),
            Action::CompareSrdf { path } => self.compare_srdf(&path),
            Action::CopyConfiguration => self.copy_configuration(),
            Action::DismissToast { id } => {
                self.toasts.dismiss(id);
                self.versions.other += 1;
            }
        }
        // Decisions are safe before the next frame.
        self.save_what_is_due(Instant::now());
    }

    /// A message of the host to the user; `severity` is `info`, `warning` or `error`.
    pub fn notice(&mut self, severity: &str, text: &str) {
        let severity = match severity {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            _ => Severity::Info,
        };
        self.toasts.push(severity, text);
        self.versions.other += 1;
    }

    fn prefer(&mut self, preferences: Preferences) {
        self.preferences = preferences;
        self.versions.other += 1;
        self.saving.state_soon();
    }

    fn show_visual(&mut self, on: bool) {
        let Some(open) = &mut self.open else { return };
        open.visual = on;
        self.versions.shown += 1;
        self.saving.state_soon();
    }

    /// Takes new settings and computes again what depends on what changed, and only that.
    fn configure(&mut self, settings: Settings) {
        let new = settings.sanitised();
        let old = std::mem::replace(&mut self.settings, new);
        let new = &self.settings;
        self.versions.other += 1;
        self.saving.state_now();
        if old.load != new.load && self.last_read.is_some() {
            self.running = None;
            return self.read_again();
        }
        if self.open.is_none() || old == *new {
            return;
        }
        let reading = self.running.as_ref().is_some_and(|running| !running.is_over() && running.status().reading);
        let shapes = old.shapes != new.shapes;
        let survey =
            old.samples != new.samples || old.seed != new.seed || old.ranges != new.ranges || old.limits != new.limits;
        let rules = old.rules != new.rules;
        let proof = old.prove != new.prove || old.rules.clearance != new.rules.clearance;
        if reading {
            return;
        }
        if shapes {
            self.running = None;
            self.start_shapes();
        } else if survey && self.shapes().is_some() {
            self.running = None;
            self.start_survey();
        }
        if rules {
            for shape_type in crate::shapes::ShapeType::ALL {
                self.decide_type(shape_type);
            }
        }
        if proof && !shapes && !survey {
            self.prove_again();
        }
    }

    fn copy_configuration(&mut self) {
        let Some(robot) = self.robot() else { return };
        let named: serde_json::Map<String, serde_json::Value> = robot
            .dofs
            .iter()
            .zip(self.configuration())
            .map(|(dof, value)| (dof.name.clone(), serde_json::Value::from(*value)))
            .collect();
        self.effects.push(Effect::CopyText(serde_json::Value::Object(named).to_string()));
        self.toasts.push(Severity::Info, "Copied the configuration: joint names with radians or metres.");
        self.versions.other += 1;
    }
}
