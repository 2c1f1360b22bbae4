//! Files to download, made off the frame.

use super::state::{Open, Session};
use super::{Effect, Export};
use crate::diagnostics::Severity;
use crate::formats::{Archive, BuildInput, build, file_name, safe_name, write_json, write_yaml};
use crate::intake::RobotModel;
use crate::matrix::{EffectiveMatrix, Rules};
use crate::shapes::{ShapeSet, ShapeType};
use crate::survey::{SurveySettings, TypeSurvey};
use crate::work::{Cancel, Job, Pipeline, Stage, StageLabel};
use std::sync::{Arc, OnceLock};
use web_time::Instant;

const JSON: &str = "application/json";
const YAML: &str = "application/yaml";
const ZIP: &str = "application/zip";

/// A zip in the making.
pub(super) struct Exporting {
    job: Job,
    name: String,
    result: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

/// Everything one file is made from; cheap to clone.
#[derive(Clone)]
struct Source {
    model: Arc<RobotModel>,
    set: Arc<ShapeSet>,
    survey: Arc<TypeSurvey>,
    effective: Arc<EffectiveMatrix>,
    rules: Rules,
    settings: SurveySettings,
}

#[derive(Clone, Copy)]
enum Language {
    Json,
    Yaml,
}

impl Language {
    fn extension(self) -> &'static str {
        match self {
            Language::Json => "json",
            Language::Yaml => "yaml",
        }
    }
}

impl Source {
    fn write(&self, language: Language) -> Vec<u8> {
        let document = build(&BuildInput {
            model: &self.model,
            set: &self.set,
            survey: &self.survey,
            matrix: &self.effective.matrix,
            rules: &self.rules,
            settings: &self.settings,
        });
        match language {
            Language::Json => write_json(&document),
            Language::Yaml => write_yaml(&document),
        }
    }

    fn name(&self, language: Language) -> String {
        file_name(&self.model.robot.name, self.set.shape_type, language.extension())
    }
}

impl Open {
    /// `None` until the type has a survey.
    fn source(&self, shape_type: ShapeType, rules: &Rules) -> Option<Source> {
        let state = &self.types[shape_type.index()];
        Some(Source {
            model: self.model.clone(),
            set: self.shapes.as_ref()?.set(shape_type).clone(),
            survey: state.survey.clone()?,
            effective: state.effective.clone()?,
            rules: rules.clone(),
            settings: self.surveyed_with.clone()?,
        })
    }
}

impl Session {
    /// The names of the files that can be exported now: JSON and YAML per surveyed type.
    pub fn export_names(&self) -> Vec<String> {
        let sources = self.sources();
        let names = |source: &Source| [source.name(Language::Json), source.name(Language::Yaml)];
        sources.iter().flat_map(names).collect()
    }

    /// The bytes of one file by its name; `<robot>.zip` is all of them. `None` if there is no such file (yet). Takes as
    /// long as writing takes: for tests and the JavaScript API.
    pub fn export_file(&self, name: &str) -> Option<Vec<u8>> {
        let sources = self.sources();
        let files = sources.iter().flat_map(|source| [(source, Language::Json), (source, Language::Yaml)]);
        if Some(name) == self.zip_name().as_deref() && !sources.is_empty() {
            let mut archive = Archive::new();
            for (source, language) in files {
                archive.add(&source.name(language), &source.write(language)).ok()?;
            }
            return archive.finish().ok();
        }
        let (source, language) = files.into_iter().find(|(source, language)| source.name(*language) == name)?;
        Some(source.write(language))
    }

    fn zip_name(&self) -> Option<String> {
        Some(format!("{}.zip", safe_name(&self.robot()?.name)))
    }

    fn sources(&self) -> Vec<Source> {
        let Some(open) = &self.open else { return Vec::new() };
        ShapeType::ALL.into_iter().filter_map(|t| open.source(t, &self.settings.rules)).collect()
    }

    pub(super) fn export(&mut self, what: Export) {
        let Some(open) = &self.open else { return };
        let rules = &self.settings.rules;
        let (shape_type, language, mime) = match what {
            Export::Zip => return self.export_zip(),
            Export::Json { shape_type } => (shape_type, Language::Json, JSON),
            Export::Yaml { shape_type } => (shape_type, Language::Yaml, YAML),
        };
        match open.source(shape_type, rules) {
            Some(source) => {
                let (name, bytes) = (source.name(language), source.write(language));
                self.toasts.push(Severity::Info, format!("Saved {name}"));
                self.effects.push(Effect::Download { name, bytes, mime });
            }
            None => self.not_ready(),
        }
    }

    fn not_ready(&mut self) {
        self.toasts.push(Severity::Warning, "There is nothing to save yet: the first results are on their way.");
    }

    fn export_zip(&mut self) {
        let sources = self.sources();
        let Some(name) = self.zip_name() else { return };
        if sources.is_empty() {
            return self.not_ready();
        }
        let result = Arc::new(OnceLock::new());
        let files = sources.into_iter().flat_map(|s| [(s.clone(), Language::Json), (s, Language::Yaml)]).collect();
        let pipeline = ZipPipeline { stage: Some(Arc::new(WriteStage::new(files))), zip: None, result: result.clone() };
        self.exporting = Some(Exporting { job: Job::start(Box::new(pipeline), self.mode), name, result });
    }

    pub(super) fn poll_export(&mut self, deadline: Instant) {
        let Some(exporting) = &mut self.exporting else { return };
        exporting.job.poll(deadline);
        if !exporting.job.progress().finished() {
            return;
        }
        let Some(Exporting { name, result, .. }) = self.exporting.take() else { return };
        match result.get() {
            Some(Ok(bytes)) => {
                self.toasts.push(Severity::Info, format!("Saved {name}"));
                self.effects.push(Effect::Download { name, bytes: bytes.clone(), mime: ZIP });
            }
            Some(Err(error)) => self.toasts.push(Severity::Error, error.clone()),
            None => self.toasts.push(Severity::Error, "The zip could not be written; save single files instead."),
        }
        self.versions.other += 1;
    }
}

/// Writes the files, then puts them into a zip.
struct ZipPipeline {
    stage: Option<Arc<WriteStage>>,
    zip: Option<Arc<WriteStage>>,
    result: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

struct WriteStage {
    files: Vec<(Source, Language)>,
    written: Vec<OnceLock<Vec<u8>>>,
}

struct ZipStage {
    from: Arc<WriteStage>,
    result: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

impl WriteStage {
    fn new(files: Vec<(Source, Language)>) -> Self {
        let written = files.iter().map(|_| OnceLock::new()).collect();
        Self { files, written }
    }
}

impl Pipeline for ZipPipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        if let Some(stage) = self.stage.take() {
            self.zip = Some(stage.clone());
            return Some((StageLabel::new("export/write", "Writing files"), stage));
        }
        let from = self.zip.take()?;
        let stage = ZipStage { from, result: self.result.clone() };
        Some((StageLabel::new("export/zip", "Packing"), Arc::new(stage)))
    }
}

impl Stage for WriteStage {
    fn units(&self) -> usize {
        self.files.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        if let (Some((source, language)), Some(slot)) = (self.files.get(unit), self.written.get(unit)) {
            let _ = slot.set(source.write(*language));
        }
    }
}

impl Stage for ZipStage {
    fn units(&self) -> usize {
        1
    }

    fn run(&self, _unit: usize, _cancel: &Cancel) {
        let pack = || {
            let mut archive = Archive::new();
            for ((source, language), bytes) in self.from.files.iter().zip(&self.from.written) {
                let bytes = bytes.get().map_or(&[][..], Vec::as_slice);
                archive.add(&source.name(*language), bytes).map_err(|error| error.to_string())?;
            }
            archive.finish().map_err(|error| error.to_string())
        };
        let _ = self.result.set(pack());
    }
}
