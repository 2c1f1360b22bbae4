//! Does natively what the page does with a dropped folder, and writes the same files: for comparing the two.
//!
//! `cargo run --release --example run_native -- FOLDER OUT [SAMPLES] [SEED] [THREADS]`

use noclash::session::{Action, Session};
use noclash::work::Mode;
use std::path::Path;
use web_time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out, ..] = arguments.as_slice() else {
        return Err("usage: run_native FOLDER OUT [SAMPLES] [SEED] [THREADS]".into());
    };
    let number = |place: usize, default: u64| arguments.get(place).map_or(Ok(default), |text| text.parse::<u64>());
    let (samples, seed, threads) = (number(2, 100_000)?, number(3, 0)?, number(4, 0)? as usize);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;

    let folder = Path::new(folder);
    let mut files = Vec::new();
    collect(folder, folder, &mut files)?;
    let mut session = Session::new(Mode::Threads);
    let mut settings = session.settings().clone();
    settings.samples = samples;
    settings.seed = seed;
    session.apply(Action::Configure { settings: Box::new(settings) });
    session.apply(Action::AddFiles(files));
    loop {
        session.poll(Instant::now() + Duration::from_millis(20));
        if !session.is_busy() {
            break;
        }
        std::thread::yield_now();
    }
    if session.robot().is_none() {
        return Err("no robot was found in the folder".into());
    }
    if let Some(failure) = session.job().and_then(|job| job.failure) {
        return Err(failure.into());
    }
    std::fs::create_dir_all(out)?;
    for name in session.export_names() {
        let bytes = session.export_file(&name).ok_or_else(|| format!("{name} could not be written"))?;
        std::fs::write(Path::new(out).join(&name), bytes)?;
    }
    println!("{}", session.summary());
    Ok(())
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
