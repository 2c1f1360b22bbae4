//! Taking files in, off the frame: unpacking archives, finding robots, reading matrices and SRDFs.

use super::srdf::GivenSrdf;
use super::state::Session;
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::formats::{MatrixDocument, looks_like_matrix, read};
use crate::intake::{Candidate, FileSet, candidates, companions};
use crate::work::{Cancel, Job, Pipeline, Stage, StageLabel};
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use web_time::Instant;

/// Files above this together take noticeable time and memory.
const MANY_BYTES: u64 = 500_000_000;
/// Files above this together are refused, as zip archives are: meshes take several times their file's size, and the
/// page has 4 GiB in all.
const REFUSED_BYTES: u64 = 1 << 30;

/// Files on their way into the session.
pub(super) struct Receiving {
    job: Job,
    result: Receiver<Received>,
}

/// What the user gave, unpacked and looked through.
pub(super) struct Received {
    pub files: FileSet,
    pub candidates: Vec<Candidate>,
    /// Matrices by path, if there is nothing else among the files.
    pub matrices: Vec<(String, Result<Box<MatrixDocument>, String>)>,
    /// SRDFs by path that were given as such: alone, or beside folders rather than within one.
    pub srdfs: Vec<(String, Result<GivenSrdf, String>)>,
    /// There is nothing but matrices and SRDFs.
    pub decisions_only: bool,
    pub diagnostics: Diagnostics,
}

impl Session {
    /// Takes files: a new robot replaces the one that is open; what holds no robot completes it; matrices are imported.
    pub(super) fn add_files(&mut self, files: Vec<(String, Vec<u8>)>) {
        let unpack = Arc::new(Unpack::new(files));
        let (sender, result) = channel();
        let pipeline = ReceivePipeline { step: Step::Start(unpack), result: sender };
        self.receiving.push_back(Receiving { job: Job::start(Box::new(pipeline), self.mode), result });
        self.versions.other += 1;
    }

    /// Takes over, in the order in which they were given, files that have been looked through.
    pub(super) fn poll_receiving(&mut self, deadline: Instant) {
        while let Some(receiving) = self.receiving.front_mut() {
            receiving.job.poll(deadline);
            if !receiving.job.progress().finished() {
                return;
            }
            let received = receiving.result.try_recv();
            self.receiving.pop_front();
            if let Ok(received) = received {
                self.received(received);
            }
            self.versions.other += 1;
        }
    }
}

/// Path and content.
type GivenFile = (String, Vec<u8>);

/// Unpacks what was given, one unit per file.
struct Unpack {
    given: Vec<Mutex<Option<GivenFile>>>,
    unpacked: Vec<OnceLock<(FileSet, Diagnostics)>>,
}

/// Looks for robots and matrices.
struct Look {
    unpack: Arc<Unpack>,
    found: OnceLock<Found>,
}

struct Found {
    files: FileSet,
    candidates: Vec<Candidate>,
    diagnostics: Diagnostics,
    /// Matrices, if there is nothing else.
    matrices: Vec<String>,
    /// SRDFs that were given as such.
    srdfs: Vec<String>,
    decisions_only: bool,
}

/// Reads the matrices and SRDFs, one unit each.
struct ReadDecisions {
    look: Arc<Look>,
    matrices: Vec<OnceLock<ReadMatrix>>,
    srdfs: Vec<OnceLock<Result<GivenSrdf, String>>>,
}

type ReadMatrix = Result<(Box<MatrixDocument>, Diagnostics), String>;

enum Step {
    Start(Arc<Unpack>),
    Look(Arc<Unpack>),
    Read(Arc<Look>),
    Finish(Arc<ReadDecisions>),
    Done,
}

struct ReceivePipeline {
    step: Step,
    result: Sender<Received>,
}

impl Pipeline for ReceivePipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        match std::mem::replace(&mut self.step, Step::Done) {
            Step::Start(unpack) => {
                self.step = Step::Look(unpack.clone());
                Some((StageLabel::new("unpacking", "Taking files in"), unpack))
            }
            Step::Look(unpack) => {
                let look = Arc::new(Look { unpack, found: OnceLock::new() });
                self.step = Step::Read(look.clone());
                Some((StageLabel::new("unpacking", "Looking for robots"), look))
            }
            Step::Read(look) => {
                let found = look.found.get()?;
                let matrices = found.matrices.iter().map(|_| OnceLock::new()).collect();
                let srdfs = found.srdfs.iter().map(|_| OnceLock::new()).collect();
                let stage = Arc::new(ReadDecisions { look, matrices, srdfs });
                self.step = Step::Finish(stage.clone());
                Some((StageLabel::new("unpacking", "Reading decisions"), stage))
            }
            Step::Finish(stage) => {
                if let Some(received) = stage.finish() {
                    // The session may be gone.
                    let _ = self.result.send(received);
                }
                None
            }
            Step::Done => None,
        }
    }
}

impl Unpack {
    fn new(files: Vec<(String, Vec<u8>)>) -> Self {
        let unpacked = files.iter().map(|_| OnceLock::new()).collect();
        Self { given: files.into_iter().map(|file| Mutex::new(Some(file))).collect(), unpacked }
    }
}

impl Stage for Unpack {
    fn units(&self) -> usize {
        self.given.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let (Some(given), Some(slot)) = (self.given.get(unit), self.unpacked.get(unit)) else { return };
        let taken = given.lock().ok().and_then(|mut given| given.take());
        let Some((path, bytes)) = taken else { return };
        let mut files = FileSet::new();
        let mut diagnostics = Diagnostics::default();
        if bytes.starts_with(b"PK\x03\x04") {
            match FileSet::from_zip(&bytes) {
                Ok(unzipped) => {
                    files = unzipped.files;
                    diagnostics = unzipped.diagnostics;
                }
                Err(error) => diagnostics.push(error.to_diagnostic(&path)),
            }
        } else {
            files.insert(&path, bytes);
        }
        let _ = slot.set((files, diagnostics));
    }
}

impl Stage for Look {
    fn units(&self) -> usize {
        1
    }

    fn run(&self, _unit: usize, _cancel: &Cancel) {
        let mut files = FileSet::new();
        let mut diagnostics = Diagnostics::default();
        for (some, notes) in self.unpack.unpacked.iter().filter_map(OnceLock::get) {
            for (path, bytes) in some.iter() {
                files.insert(path, bytes.clone());
            }
            diagnostics.extend(notes.clone());
        }
        if let Some(finding) = weigh(files.total_bytes()) {
            if finding.severity == Severity::Error {
                files = FileSet::new();
            }
            diagnostics.push(finding);
        }
        let mut matrices: Vec<String> =
            files.iter().filter(|(_, bytes)| looks_like_matrix(bytes)).map(|(path, _)| path.to_owned()).collect();
        drop_own_exports(&mut files, &matrices);
        let candidates = candidates(&files);
        let mut srdfs = srdfs(&files);
        let decisions_only = candidates.is_empty() && matrices.len() + srdfs.len() == files.len() && !files.is_empty();
        if !decisions_only {
            matrices.clear();
            // What lies in a robot's folder is compared with; whoever gives a file by itself wants its decisions.
            srdfs.retain(|path| !path.contains('/'));
        }
        drop_twins(&mut matrices);
        let _ = self.found.set(Found { files, candidates, diagnostics, matrices, srdfs, decisions_only });
    }
}

/// What is to be said of that many bytes; an error if they are refused.
fn weigh(bytes: u64) -> Option<Diagnostic> {
    let mib = bytes >> 20;
    let mend = "Give only the robot's own folders; recordings, pictures and other robots are not needed.";
    if bytes > REFUSED_BYTES {
        let most = REFUSED_BYTES >> 20;
        let text =
            format!("The files are {mib} MiB together; more than {most} MiB do not fit beside what comes from them.");
        Some(Diagnostic::error("files-too-large", text).mend(mend))
    } else if bytes > MANY_BYTES {
        let text = format!("The files are {mib} MiB together; reading them takes time and memory.");
        Some(Diagnostic::warning("files-large", text).mend(mend))
    } else {
        None
    }
}

/// The SRDFs among the files, and xacros of such, about which reading has something to say.
fn srdfs(files: &FileSet) -> Vec<String> {
    let mut paths: BTreeSet<String> = companions(files, "", "").srdfs.into_iter().map(|srdf| srdf.path).collect();
    let named = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        name.ends_with(".srdf") || name.ends_with(".srdf.xacro")
    };
    paths.extend(files.paths().filter(named).map(str::to_owned));
    paths.into_iter().collect()
}

/// Leaves out the folder of exports beside matrices: its copies of the URDF and of the SRDF are no robots of the user's.
fn drop_own_exports(files: &mut FileSet, matrices: &[String]) {
    let folder = |path: &String| {
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        if parent.is_empty() { super::export::FOLDER.to_owned() } else { format!("{parent}/{}", super::export::FOLDER) }
    };
    let folders: BTreeSet<String> = matrices.iter().map(folder).collect();
    let own: Vec<String> =
        files.paths().filter(|path| folders.iter().any(|f| path.starts_with(f))).map(str::to_owned).collect();
    for path in own {
        files.remove(&path);
    }
}

/// Leaves out the YAML file where the JSON file of the same name says the same.
fn drop_twins(paths: &mut Vec<String>) {
    let stem = |path: &str, ending: &str| path.strip_suffix(ending).map(str::to_owned);
    let json: BTreeSet<String> = paths.iter().filter_map(|path| stem(path, ".json")).collect();
    paths.retain(|path| stem(path, ".yaml").is_none_or(|stem| !json.contains(&stem)));
}

impl Stage for ReadDecisions {
    fn units(&self) -> usize {
        self.matrices.len() + self.srdfs.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let Some(found) = self.look.found.get() else { return };
        if let (Some(path), Some(slot)) = (found.matrices.get(unit), self.matrices.get(unit)) {
            let Some(bytes) = found.files.get(path) else { return };
            let read = read(bytes).map(|(document, notes)| (Box::new(document), notes));
            let _ = slot.set(read.map_err(|error| error.to_string()));
            return;
        }
        let unit = unit.saturating_sub(self.matrices.len());
        if let (Some(path), Some(slot)) = (found.srdfs.get(unit), self.srdfs.get(unit)) {
            let Some(bytes) = found.files.get(path) else { return };
            let _ = slot.set(GivenSrdf::read(path, bytes));
        }
    }
}

impl ReadDecisions {
    fn finish(&self) -> Option<Received> {
        let found = self.look.found.get()?;
        let mut diagnostics = found.diagnostics.clone();
        let mut matrices = Vec::new();
        for (path, read) in found.matrices.iter().zip(&self.matrices) {
            match read.get() {
                Some(Ok((document, notes))) => {
                    for note in notes.iter() {
                        diagnostics.push(Diagnostic { file: Some(path.clone()), ..note.clone() });
                    }
                    matrices.push((path.clone(), Ok(document.clone())));
                }
                Some(Err(error)) => matrices.push((path.clone(), Err(error.clone()))),
                None => {}
            }
        }
        let srdfs = found.srdfs.iter().zip(&self.srdfs);
        Some(Received {
            files: found.files.clone(),
            candidates: found.candidates.clone(),
            matrices,
            srdfs: srdfs.filter_map(|(path, read)| Some((path.clone(), read.get()?.clone()))).collect(),
            decisions_only: found.decisions_only,
            diagnostics,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_a_weight() {
        let said = |bytes| weigh(bytes).map(|finding| (finding.severity, finding.code));
        assert_eq!(said(499_000_000), None);
        assert_eq!(said(501_000_000), Some((Severity::Warning, "files-large".to_owned())));
        assert_eq!(said((1 << 30) + 1), Some((Severity::Error, "files-too-large".to_owned())));
    }

    #[test]
    fn of_two_files_that_say_the_same_one_is_read() {
        let mut paths = ["r.link_hulls.json", "r.link_hulls.yaml", "r.link_boxes.yaml"].map(str::to_owned).to_vec();
        drop_twins(&mut paths);
        assert_eq!(paths, ["r.link_hulls.json", "r.link_boxes.yaml"]);
    }
}
