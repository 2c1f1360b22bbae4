//! Seconds of the survey per shape type, nanoseconds per query, and what the proofs of the link hulls come to:
//! `cargo run --release --example survey_table -- FOLDER [SAMPLES]`.

use noclash::intake::{FileSet, LoadSettings, candidates, load_model};
use noclash::proof::{PairProof, ProofPipeline, ProofSettings, Verdict};
use noclash::shapes::{ShapeSettings, ShapeType, build};
use noclash::survey::{Survey, SurveySettings, TypeSurvey};
use noclash::work::{Pipeline, Stage, run_to_end};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn read(folder: &Path, base: &Path, files: &mut FileSet) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, base, files)?;
        } else {
            let name = path.strip_prefix(base).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.insert(&name, std::fs::read(&path)?);
        }
    }
    Ok(())
}

/// Adds up the seconds of stages by key.
struct Timed<P> {
    inner: P,
    running: Option<(String, Instant)>,
    seconds: BTreeMap<String, f64>,
}

impl<P: Pipeline> Pipeline for Timed<P> {
    fn next_stage(&mut self) -> Option<(noclash::work::StageLabel, Arc<dyn Stage>)> {
        if let Some((key, started)) = self.running.take() {
            *self.seconds.entry(key).or_default() += started.elapsed().as_secs_f64();
        }
        let (label, stage) = self.inner.next_stage()?;
        self.running = Some((label.key.clone(), Instant::now()));
        Some((label, stage))
    }
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("give the folder of a robot")?;
    let samples: u64 = arguments.next().map_or(Ok(100_000), |n| n.parse())?;
    let mut files = FileSet::new();
    read(Path::new(&folder), Path::new(&folder), &mut files)?;
    let best = candidates(&files).into_iter().next().ok_or("no robot in this folder")?;
    let loaded = load_model(&files, &best.path, &LoadSettings::default())?;
    let model = Arc::new(loaded.model);
    let started = Instant::now();
    let shapes = build(&model, &ShapeSettings::default()).ok_or("no shapes")?;
    let robot = Arc::new(model.robot.clone());
    println!(
        "{}: {} degrees of freedom, shapes in {:.2} s, {} threads",
        robot.name,
        robot.dofs.len(),
        started.elapsed().as_secs_f64(),
        rayon::current_num_threads()
    );
    let results: Arc<Mutex<BTreeMap<ShapeType, Arc<TypeSurvey>>>> = Arc::default();
    let into = results.clone();
    let publish = Arc::new(move |result: Arc<TypeSurvey>| {
        if let Ok(mut into) = into.lock() {
            into.insert(result.shape_type, result);
        }
    });
    let survey = Survey::new(robot.clone(), shapes.sets.clone(), &SurveySettings::default(), publish)?;
    let mut timed = Timed { inner: survey.run_to(samples), running: None, seconds: BTreeMap::new() };
    run_to_end(&mut timed);
    println!("{:14} {:>6} {:>8} {:>9} {:>9}", "type", "shapes", "pairs", "seconds", "ns/query");
    for set in &shapes.sets {
        let seconds = timed.seconds.get(&format!("survey/{}", set.shape_type.word())).copied().unwrap_or(0.0);
        let queries = set.pair_count() as f64 * samples as f64;
        println!(
            "{:14} {:>6} {:>8} {:>9.3} {:>9.1}",
            set.shape_type.word(),
            set.shapes.len(),
            set.pair_count(),
            seconds,
            seconds * 1e9 / queries.max(1.0)
        );
    }
    let result = results.lock().ok().and_then(|r| r.get(&ShapeType::LinkHulls).cloned()).ok_or("no link hulls")?;
    let set = shapes.sets[ShapeType::LinkHulls.index()].clone();
    let proofs: Arc<Mutex<Vec<PairProof>>> = Arc::default();
    let into = proofs.clone();
    let publish = Arc::new(move |proof| {
        if let Ok(mut into) = into.lock() {
            into.push(proof);
        }
    });
    let list = noclash::proof::candidates(&survey, &result);
    let started = Instant::now();
    run_to_end(&mut ProofPipeline::new(robot, set, ProofSettings::default(), list, publish)?);
    let proofs = proofs.lock().map_err(|_| "a thread failed")?;
    let count = |verdict: Verdict| proofs.iter().filter(|p| p.verdict == verdict).count();
    println!(
        "proof of link hulls: {} proved, {} within limits, {} refuted, {} always, {} always within limits, {} open; {} boxes, {:.2} s",
        count(Verdict::Proved),
        count(Verdict::ProvedWithinLimits),
        count(Verdict::Refuted),
        count(Verdict::AlwaysProved),
        count(Verdict::AlwaysProvedWithinLimits),
        count(Verdict::Open),
        proofs.iter().map(|p| p.boxes).sum::<u64>(),
        started.elapsed().as_secs_f64()
    );
    Ok(())
}
