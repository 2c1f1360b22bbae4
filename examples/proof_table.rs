//! What the proofs come to, robot by robot, on the hulls of links; the SRDFs beside the robots; and the search for a
//! false proof.
//!
//! `cargo run --release --example proof_table -- FOLDER_OF_ROBOTS [--only NAME] [--samples N] [--dofs N]
//! [--validate SAMPLES DESCENTS]`
//!
//! With `--validate` every proved pair is looked at in so many further random configurations and from so many further
//! starts of the search, within the limits, and those proved at any angle also beyond them. Exit status 1 if a proof
//! is contradicted.

use noclash::proof::{Candidate, PROVED_TYPE, PairProof, ProofPipeline, ProofSettings, Verdict};
use noclash::robot::{DofKind, Robot};
use noclash::session::{Action, Session, SrdfFinding};
use noclash::shapes::{ShapeSet, ShapeType, pairs};
use noclash::survey::{Survey, SurveySettings, TypeSurvey};
use noclash::work::{Mode, run_to_end};
use std::path::Path;
use std::sync::{Arc, Mutex};
use web_time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

struct Options {
    folder: String,
    only: Option<String>,
    samples: u64,
    dofs: usize,
    validate: Option<(u64, u32)>,
}

fn options() -> Result<Options, Failure> {
    let usage =
        "usage: proof_table FOLDER_OF_ROBOTS [--only NAME] [--samples N] [--dofs N] [--validate SAMPLES DESCENTS]";
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or(usage)?;
    let mut options = Options { folder, only: None, samples: 10_000, dofs: 20, validate: None };
    while let Some(word) = arguments.next() {
        let mut value = || arguments.next().ok_or(usage);
        match word.as_str() {
            "--only" => options.only = Some(value()?),
            "--samples" => options.samples = value()?.parse()?,
            "--dofs" => options.dofs = value()?.parse()?,
            "--validate" => options.validate = Some((value()?.parse()?, value()?.parse()?)),
            _ => return Err(usage.into()),
        }
    }
    Ok(options)
}

fn main() -> Result<(), Failure> {
    let options = options()?;
    let mut folders: Vec<_> = std::fs::read_dir(&options.folder)?.filter_map(Result::ok).map(|e| e.path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    println!(
        "{:18} {:>4} {:>6} {:>7} {:>6} {:>8} {:>6} {:>6} {:>8} {:>9} {:>8}",
        "robot", "dofs", "pairs", "proved", "limits", "refuted", "unseen", "share", "seconds", "boxes", "always"
    );
    let mut contradicted = 0;
    for folder in folders {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if options.only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        match compute(&folder, &options) {
            Ok(Some(session)) => contradicted += report(&name, &session, &options)?,
            Ok(None) => println!("{name:18} has more than {} degrees of freedom", options.dofs),
            Err(error) => println!("{name:18} {error}"),
        }
    }
    if contradicted > 0 {
        return Err(format!("{contradicted} proofs are contradicted").into());
    }
    Ok(())
}

/// A session in which the robot's survey and proofs have come to their end; `None` for too many degrees of freedom.
fn compute(folder: &Path, options: &Options) -> Result<Option<Session>, Failure> {
    let mut files = Vec::new();
    collect(folder, folder, &mut files)?;
    let mut session = Session::new(Mode::Threads);
    let mut settings = session.settings().clone();
    settings.samples = options.samples;
    // It is the hulls of links that this is about: parts would only take time.
    settings.shapes.max_parts = 1;
    settings.shapes.max_protrusion = 9.0;
    settings.shapes.max_excess = 1e6;
    session.apply(Action::Configure { settings: Box::new(settings) });
    session.apply(Action::AddFiles(files));
    while session.is_busy() {
        session.poll(Instant::now() + Duration::from_millis(20));
        if session.robot().is_some_and(|robot| robot.dofs.len() > options.dofs) {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    match (session.robot(), session.job().and_then(|job| job.failure)) {
        (_, Some(failure)) => Err(failure.into()),
        (None, None) => Err("no robot was found in the folder".into()),
        (Some(_), None) => Ok(Some(session)),
    }
}

/// Prints the robot's lines; returns how many proofs were contradicted.
fn report(name: &str, session: &Session, options: &Options) -> Result<usize, Failure> {
    let (Some(robot), Some(set)) = (session.robot(), session.shape_set(PROVED_TYPE)) else { return Ok(0) };
    let proofs: Vec<&PairProof> = (0..set.pair_count()).filter_map(|pair| session.proof(PROVED_TYPE, pair)).collect();
    let count = |verdict: Verdict| proofs.iter().filter(|proof| proof.verdict == verdict).count();
    let (proved, limits, open) = (count(Verdict::Proved), count(Verdict::ProvedWithinLimits), count(Verdict::Open));
    let always = count(Verdict::AlwaysProved) + count(Verdict::AlwaysProvedWithinLimits);
    let seconds: f64 = session.job().map_or(0.0, |job| {
        job.steps.iter().filter(|(stage, _)| stage.starts_with("Proof")).map(|(_, seconds)| seconds).sum()
    });
    let share = (proved + limits) as f64 / (proved + limits + open).max(1) as f64;
    println!(
        "{name:18} {:>4} {:>6} {proved:>7} {limits:>6} {:>8} {open:>6} {:>5.1}% {seconds:>8.2} {:>9} {always:>8}",
        robot.dofs.len(),
        set.pair_count(),
        count(Verdict::Refuted),
        100.0 * share,
        proofs.iter().map(|proof| proof.boxes).sum::<u64>(),
    );
    let names: Vec<(usize, usize)> = pairs(set.shapes.len()).collect();
    let link = |shape: usize| &set.shapes[shape].id.link;
    for proof in proofs.iter().filter(|proof| proof.verdict == Verdict::Open) {
        let (i, j) = names[proof.pair];
        println!("    open: {} – {}, closest {:.2} mm, {} boxes", link(i), link(j), proof.closest * 1e3, proof.boxes);
    }
    srdfs(session);
    let Some((samples, descents)) = options.validate else { return Ok(0) };
    let robot = Arc::new(robot.clone());
    let started = Instant::now();
    let mut wrong = 0;
    for any in [false, true] {
        let wanted = |verdict| verdict == Verdict::Proved || (!any && verdict == Verdict::ProvedWithinLimits);
        let some: Vec<usize> = proofs.iter().filter(|proof| wanted(proof.verdict)).map(|proof| proof.pair).collect();
        if some.is_empty() {
            continue;
        }
        for pair in contradictions(&robot, set, &some, any, samples, descents)? {
            let (i, j) = names[pair];
            println!("    FALSE PROOF: {} – {}", link(i), link(j));
            wrong += 1;
        }
    }
    println!("    validated in {:.1} s: {wrong} contradictions", started.elapsed().as_secs_f64());
    Ok(wrong)
}

/// One line per SRDF beside the robot, and one per entry that collides.
fn srdfs(session: &Session) {
    let Some(report) = session.srdf_report(ShapeType::LinkHulls) else { return };
    let counts: Vec<String> = SrdfFinding::ALL
        .into_iter()
        .filter(|finding| *finding != SrdfFinding::OnlyComputed && report.count(*finding) > 0)
        .map(|finding| format!("{} {}", report.count(finding), finding.word()))
        .collect();
    println!(
        "    SRDF {}: {} skipped: {}; {} missing links, {} repeated pairs",
        report.path.rsplit('/').next().unwrap_or(&report.path),
        report.skipped,
        counts.join(", "),
        report.missing_links.len(),
        report.repeated_pairs.len()
    );
    for row in report.rows.iter().filter(|row| matches!(row.finding, SrdfFinding::Refuted | SrdfFinding::Unseen)) {
        println!(
            "        {}: {} – {} ({}), {} of {} samples, smallest {:.2} mm",
            row.finding.word(),
            row.pair.a().link,
            row.pair.b().link,
            row.word.as_deref().unwrap_or("no reason"),
            row.collisions,
            row.samples,
            row.min.unwrap_or(f64::NAN) * 1e3
        );
    }
}

/// Which of the proved `pairs` are seen colliding after all.
fn contradictions(
    robot: &Arc<Robot>,
    set: &Arc<ShapeSet>,
    pairs: &[usize],
    any: bool,
    samples: u64,
    descents: u32,
) -> Result<Vec<usize>, Failure> {
    let ranges: Vec<(f64, f64)> = robot
        .dofs
        .iter()
        .zip(robot.ranges())
        .map(|(dof, range)| match dof.kind {
            DofKind::Revolute if any => (-std::f64::consts::PI, std::f64::consts::PI),
            _ => range,
        })
        .collect();
    let seed = 0x7eed;
    let sets = ShapeType::ALL.map(|shape_type| match shape_type {
        PROVED_TYPE => set.clone(),
        _ => Arc::new(ShapeSet { shape_type, shapes: Vec::new() }),
    });
    let result: Arc<Mutex<Option<Arc<TypeSurvey>>>> = Arc::default();
    let into = result.clone();
    let publish = Arc::new(move |found: Arc<TypeSurvey>| {
        if found.shape_type == PROVED_TYPE
            && let Ok(mut into) = into.lock()
        {
            *into = Some(found);
        }
    });
    let settings = SurveySettings { samples, seed, ranges: ranges.clone() };
    run_to_end(&mut Survey::new(robot.clone(), sets, &settings, publish)?.run_to(samples));
    let survey = result.lock().ok().and_then(|found| found.clone()).ok_or("the survey gave no result")?;
    let proofs: Arc<Mutex<Vec<PairProof>>> = Arc::default();
    let into = proofs.clone();
    let publish = Arc::new(move |proof| {
        if let Ok(mut into) = into.lock() {
            into.push(proof);
        }
    });
    let candidate = |pair: usize| Candidate {
        pair,
        always: false,
        seen: survey.pairs[pair].min,
        starts: vec![noclash::survey::configuration(&ranges, seed, survey.pairs[pair].argmin)],
    };
    // Without a budget nothing but the search is done.
    let settings =
        ProofSettings { restarts: descents, seed, ranges: ranges.clone(), total_budget: 0, ..Default::default() };
    let list = pairs.iter().map(|pair| candidate(*pair)).collect();
    run_to_end(&mut ProofPipeline::new(robot.clone(), set.clone(), settings, list, publish)?);
    let proofs = proofs.lock().map_err(|_| "a thread failed")?;
    let searched = |pair: usize| proofs.iter().any(|proof| proof.pair == pair && proof.verdict == Verdict::Refuted);
    Ok(pairs.iter().copied().filter(|pair| survey.pairs[*pair].collisions > 0 || searched(*pair)).collect())
}

/// All files below `folder`, as a drop of it gives them: the paths begin with the folder's name.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    let above = root.parent().unwrap_or(root);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else {
            let name = path.strip_prefix(above).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.push((name, std::fs::read(&path)?));
        }
    }
    Ok(())
}
