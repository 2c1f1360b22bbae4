//! Throws mutated files at every reader of Noclash and looks for panics, hangs and greed for memory.
//!
//! `cargo run -p noclash-fuzz -- TARGET|all [--seconds 600] [--seed 0] [--keep DIR]`, or with a file in place of
//! `--seconds`: `... -- TARGET FILE` runs that one input. Targets: see [`targets::TARGETS`].
//!
//! There is no instrumentation: an input is kept for further mutation when its outcome (the kinds of findings, the
//! words of the error) has not been seen before. Each input is written to `DIR/TARGET.now` before it runs, so that one
//! that ends the process is still there afterwards; what fails is kept as `DIR/TARGET.KIND.NUMBER`.

mod memory;
mod mutate;
mod random;
mod seeds;
mod targets;

use mutate::Mutator;
use random::Random;
use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use targets::{TARGETS, Target};

/// An input that takes longer is a finding. Generous: the build is not optimised, the machine may be shared.
const SLOW: Duration = Duration::from_secs(10);
/// After this the process ends itself, with the input kept.
const HANG_SECONDS: u64 = 60;
/// More memory at once, for one input, is a finding (bytes).
const GREEDY: usize = 1 << 30;
/// Inputs kept for mutation, at most.
const MOST_KEPT: usize = 4_000;
/// Inputs do not grow above this (bytes).
const MOST_BYTES: usize = 64 << 10;

/// When the input that runs began, milliseconds after the start of the process and one; 0 while none runs.
static BEGAN: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Given {
    seconds: u64,
    seed: u64,
    keep: PathBuf,
}

fn run(words: Vec<String>) -> Result<bool, Box<dyn Error>> {
    let mut given = Given { seconds: 600, seed: 0, keep: PathBuf::from("target/fuzz") };
    let mut plain = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} wants a value"));
        match word.as_str() {
            "--seconds" => given.seconds = value()?.parse()?,
            "--seed" => given.seed = value()?.parse()?,
            "--keep" => given.keep = value()?.into(),
            _ => plain.push(word),
        }
    }
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let wanted = plain.first().ok_or_else(|| format!("which target? all, or one of {}", names.join(", ")))?;
    let chosen: Vec<&Target> = TARGETS.iter().filter(|t| wanted == "all" || t.name == wanted.as_str()).collect();
    if chosen.is_empty() {
        return Err(format!("{wanted} is none of {}", names.join(", ")).into());
    }
    if let Some(file) = plain.get(1) {
        let bytes = std::fs::read(file)?;
        return Ok(chosen.iter().all(|target| {
            let outcome = once(target, &bytes);
            println!("{}: {outcome}", target.name);
            matches!(outcome, Outcome::Fine(_))
        }));
    }
    std::fs::create_dir_all(&given.keep)?;
    watch();
    let mut sound = true;
    for target in chosen {
        sound &= campaign(target, &given)?;
    }
    Ok(sound)
}

enum Outcome {
    /// What the input led to, in short.
    Fine(String),
    Panic(String),
    Slow(Duration),
    /// Bytes.
    Greedy(usize),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fine(outcome) => write!(f, "fine: {outcome}"),
            Self::Panic(message) => write!(f, "panic: {message}"),
            Self::Slow(spent) => write!(f, "slow: {:.1} s", spent.as_secs_f64()),
            Self::Greedy(bytes) => write!(f, "greedy: {} MiB", bytes >> 20),
        }
    }
}

impl Outcome {
    fn kind(&self) -> &'static str {
        match self {
            Self::Fine(_) => "fine",
            Self::Panic(_) => "panic",
            Self::Slow(_) => "slow",
            Self::Greedy(_) => "greedy",
        }
    }
}

fn once(target: &Target, bytes: &[u8]) -> Outcome {
    memory::begin();
    let began = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)));
    let (spent, peak) = (began.elapsed(), memory::peak());
    match result {
        Err(payload) => {
            let text = payload.downcast_ref::<String>().cloned();
            Outcome::Panic(text.or_else(|| payload.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default())
        }
        Ok(_) if spent > SLOW => Outcome::Slow(spent),
        Ok(_) if peak > GREEDY => Outcome::Greedy(peak),
        Ok(outcome) => Outcome::Fine(outcome),
    }
}

/// Runs one target until its time is over; says whether nothing was found.
fn campaign(target: &Target, given: &Given) -> Result<bool, Box<dyn Error>> {
    let now = given.keep.join(format!("{}.now", target.name));
    let mut pool = (target.seeds)();
    let mut random = Random::new(given.seed);
    let mut mutator = Mutator::new(target.words);
    let mut seen = HashSet::new();
    let mut failures = HashSet::new();
    let (mut runs, mut slowest, mut largest) = (0_u64, Duration::ZERO, 0);
    let end = Instant::now() + Duration::from_secs(given.seconds);
    let seeds = pool.len();
    let start = Instant::now();
    while Instant::now() < end {
        let next = usize::try_from(runs).unwrap_or(usize::MAX);
        let bytes = match pool.get(next).filter(|_| next < seeds) {
            Some(seed) => seed.clone(),
            None => mutator.mutate(&pool, &mut random, MOST_BYTES),
        };
        runs += 1;
        std::fs::write(&now, &bytes)?;
        BEGAN.store(u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX).max(1), Ordering::Relaxed);
        let began = Instant::now();
        let outcome = once(target, &bytes);
        BEGAN.store(0, Ordering::Relaxed);
        slowest = slowest.max(began.elapsed());
        largest = largest.max(memory::peak());
        match outcome {
            Outcome::Fine(outcome) => {
                if seen.insert(outcome) && pool.len() < MOST_KEPT && next >= seeds {
                    pool.push(bytes);
                }
            }
            other => {
                let about = other.to_string();
                let kind: String = about.chars().filter(|c| !c.is_ascii_digit()).collect();
                if failures.insert(kind) {
                    let path = kept(&given.keep, target, &other, failures.len());
                    std::fs::write(&path, &bytes)?;
                    println!("{}: {about} kept as {}", target.name, path.display());
                }
            }
        }
    }
    std::fs::remove_file(&now)?;
    println!(
        "{}: {runs} inputs, {} outcomes, slowest {:.2} s, most memory {} MiB, {} found",
        target.name,
        seen.len(),
        slowest.as_secs_f64(),
        largest >> 20,
        failures.len()
    );
    Ok(failures.is_empty())
}

fn kept(folder: &Path, target: &Target, outcome: &Outcome, number: usize) -> PathBuf {
    folder.join(format!("{}.{}.{number}", target.name, outcome.kind()))
}

/// Ends the process when one input takes too long.
fn watch() {
    std::thread::spawn(|| {
        let mut last = (0, 0);
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let began = BEGAN.load(Ordering::Relaxed);
            last = if began != 0 && began == last.0 { (began, last.1 + 1) } else { (began, 0) };
            if last.1 >= HANG_SECONDS {
                eprintln!("fuzz: an input runs for more than {HANG_SECONDS} s; it is kept as TARGET.now");
                std::process::abort();
            }
        }
    });
}
