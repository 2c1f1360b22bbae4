//! Files to download, made off the frame.

use super::export_source::{Content, Source};
use super::state::{Open, Session};
use super::{Effect, Export};
use crate::diagnostics::Severity;
use crate::formats::{Archive, FORMATS, Format, mesh_paths, safe_name};
use crate::matrix::Rules;
use crate::shapes::ShapeType;
use crate::work::{Cancel, Job, Pipeline, Stage, StageLabel};
use std::sync::{Arc, OnceLock};
use web_time::Instant;

const ZIP: &str = "application/zip";
/// Where the zip keeps what is not Noclash's own format.
pub(super) const FOLDER: &str = "exports/";
const README: &str = "exports/README.txt";

/// A zip in the making.
pub(super) struct Exporting {
    job: Job,
    name: String,
    result: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

impl Open {
    /// `None` until the type has a survey.
    fn source(&self, shape_type: ShapeType, rules: &Rules) -> Option<Source> {
        let state = &self.types[shape_type.index()];
        let robot = &self.model.robot.name;
        // Of another robot's SRDF nothing is worth keeping.
        let own = |srdf: &Arc<crate::formats::srdf::Srdf>| srdf.robot_name.as_ref() == Some(robot);
        let set = self.shapes.as_ref()?.set(shape_type);
        let hulls = matches!(shape_type, ShapeType::LinkHulls | ShapeType::PartHulls);
        let ids = set.shapes.iter().filter(|_| hulls).map(|shape| &shape.id);
        Some(Source {
            paths: mesh_paths(shape_type, ids).into(),
            model: self.model.clone(),
            set: set.clone(),
            survey: state.survey.clone()?,
            effective: state.effective.clone()?,
            rules: rules.clone(),
            settings: self.surveyed_with.clone()?,
            srdf: self.srdf.as_ref().map(|given| given.srdf.clone()).filter(own),
            document: Arc::default(),
        })
    }
}

impl Session {
    /// The names of the matrices that can be exported now: JSON and YAML per surveyed type.
    pub fn export_names(&self) -> Vec<String> {
        let names = |source: &Source| [source.name(Content::Json), source.name(Content::Yaml)];
        self.sources().iter().flat_map(names).collect()
    }

    /// The other formats, in the order of [`FORMATS`], with the names of the files that can be exported now: one per
    /// surveyed type.
    pub fn export_formats(&self) -> Vec<(&'static Format, Vec<String>)> {
        let sources = self.sources();
        let names =
            |format: &'static Format| sources.iter().map(|source| source.name(Content::Format(format))).collect();
        FORMATS.iter().map(|format| (format, names(format))).collect()
    }

    /// The meshes of the hulls that can be exported now, as the URDFs with collision shapes name them.
    pub fn export_meshes(&self) -> Vec<String> {
        self.sources().iter().flat_map(|source| source.paths.to_vec()).collect()
    }

    /// The bytes of one file by its name, as [`export_names`](Session::export_names),
    /// [`export_formats`](Session::export_formats) and [`export_meshes`](Session::export_meshes) list them; `<robot>.zip` is all of them. `None` if there is no such
    /// file (yet). Takes as long as writing takes: for tests and the JavaScript API.
    pub fn export_file(&self, name: &str) -> Option<Vec<u8>> {
        let sources = self.sources();
        if Some(name) == self.zip_name().as_deref() && !sources.is_empty() {
            let stage = WriteStage::new(&sources);
            (0..stage.units()).for_each(|unit| stage.write(unit));
            return stage.zip().ok();
        }
        let (source, content) = contents(&sources).find(|(source, content)| source.name(*content) == name)?;
        source.write(content).ok().map(|export| export.bytes)
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
        let (shape_type, content) = match what {
            Export::Zip => return self.export_zip(),
            Export::Json { shape_type } => (shape_type, Content::Json),
            Export::Yaml { shape_type } => (shape_type, Content::Yaml),
            Export::Format { shape_type, id } => match Format::find(&id) {
                Some(format) => (shape_type, Content::Format(format)),
                None => return self.toasts.push(Severity::Error, format!("There is no format “{id}”.")),
            },
        };
        let Some(source) = open.source(shape_type, &self.settings.rules) else {
            return self.not_ready();
        };
        let name = source.name(content);
        match source.write(content) {
            Ok(export) => {
                self.toasts.push(Severity::Info, format!("Saved {name}"));
                for note in export.diagnostics.iter() {
                    self.toasts.push(note.severity, note.message.clone());
                }
                self.effects.push(Effect::Download { name, bytes: export.bytes, mime: content.mime() });
            }
            Err(error) => self.toasts.push(Severity::Error, format!("{name} could not be written: {error}")),
        }
        self.versions.other += 1;
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
        let stage = Arc::new(WriteStage::new(&sources));
        let pipeline = ZipPipeline { stage: Some(stage), zip: None, result: result.clone() };
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

/// All files of all sources: the matrices first, then the other formats, then the meshes.
fn contents(sources: &[Source]) -> impl Iterator<Item = (&Source, Content)> {
    let own = sources.iter().flat_map(|source| [(source, Content::Json), (source, Content::Yaml)]);
    let format = |format| sources.iter().map(move |source| (source, Content::Format(format)));
    let meshes = sources.iter().flat_map(|source| source.meshes().map(move |mesh| (source, mesh)));
    own.chain(FORMATS.iter().flat_map(format)).chain(meshes)
}

/// Writes the files, then puts them into a zip.
struct ZipPipeline {
    stage: Option<Arc<WriteStage>>,
    zip: Option<Arc<WriteStage>>,
    result: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

/// One unit per file.
struct WriteStage {
    files: Vec<(Source, Content)>,
    written: Vec<OnceLock<Result<crate::formats::Export, String>>>,
}

struct ZipStage {
    from: Arc<WriteStage>,
    result: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

impl WriteStage {
    fn new(sources: &[Source]) -> Self {
        let files: Vec<(Source, Content)> =
            contents(sources).map(|(source, content)| (source.clone(), content)).collect();
        let written = files.iter().map(|_| OnceLock::new()).collect();
        Self { files, written }
    }

    fn write(&self, unit: usize) {
        if let (Some((source, content)), Some(slot)) = (self.files.get(unit), self.written.get(unit)) {
            let _ = slot.set(source.write(*content).map_err(|error| error.to_string()));
        }
    }

    /// The matrices at the top, the other formats in their folder with a text that says what they are for. A format
    /// that cannot hold this robot is left out, and the text says why.
    fn zip(&self) -> Result<Vec<u8>, String> {
        let mut archive = Archive::new();
        let mut add = |name: &str, bytes: &[u8]| archive.add(name, bytes).map_err(|error| error.to_string());
        let mut readme = String::from("The matrices beside this folder, in the formats of other programs.\n");
        let mut described = None;
        for ((source, content), written) in self.files.iter().zip(&self.written) {
            let name = source.name(*content);
            let Content::Format(format) = content else {
                let Some(written) = written.get() else { return Err(format!("{name} was not written")) };
                let folder = if matches!(content, Content::Mesh(_)) { FOLDER } else { "" };
                add(&format!("{folder}{name}"), &written.as_ref().map_err(String::clone)?.bytes)?;
                continue;
            };
            if described.replace(format.id) != Some(format.id) {
                readme.push_str(&format!("\n{}: {}\n", format.name, format.what));
            }
            match written.get() {
                Some(Ok(export)) => {
                    add(&format!("{FOLDER}{name}"), &export.bytes)?;
                    readme.push_str(&format!("  {name}\n"));
                    for note in export.diagnostics.iter() {
                        readme.push_str(&format!("    {}\n", note.message));
                    }
                }
                Some(Err(error)) => readme.push_str(&format!("  {name} was left out: {error}\n")),
                None => return Err(format!("{name} was not written")),
            }
        }
        readme.push_str("\ngeometry: the hulls as OBJ files, metres, in the frames of their links.\n");
        add(README, readme.as_bytes())?;
        archive.finish().map_err(|error| error.to_string())
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
        self.write(unit);
    }
}

impl Stage for ZipStage {
    fn units(&self) -> usize {
        1
    }

    fn run(&self, _unit: usize, _cancel: &Cancel) {
        let _ = self.result.set(self.from.zip());
    }
}
