//! Commands that drive the built page in headless Chromium. The scripts lie in tests/browser; they only press the
//! page's buttons: the page computes.

use crate::Outcome;
use crate::args::Args;
use crate::page;
use crate::paths;
use crate::setup;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// `cargo xtask run FOLDER`.
pub fn run(mut args: Args) -> Outcome<ExitCode> {
    let (fast, as_is) = (args.flag("--fast"), args.flag("--no-build"));
    let out = args.value("--out")?.ok_or("Where should the files go? --out DIR")?;
    let mut words = vec!["--out".to_string(), absolute(&out)?];
    for name in ["--samples", "--seed", "--threads", "--timeout"] {
        if let Some(number) = args.parsed::<u64>(name)? {
            words.extend([name.to_string(), number.to_string()]);
        }
    }
    if args.flag("--not-isolated") {
        words.push("--not-isolated".into());
    }
    let folder = args.positional().ok_or("Which robot? `cargo xtask run FOLDER --out DIR`")?;
    args.finish()?;
    if !Path::new(&folder).exists() {
        return Err(format!("{folder}: there is no such folder."));
    }
    words.push(absolute(&folder)?);
    script("run.mjs", &words, fast, as_is)
}

/// `cargo xtask bench`.
pub fn bench(mut args: Args) -> Outcome<ExitCode> {
    let (fast, as_is) = (args.flag("--fast"), args.flag("--no-build"));
    let mut words = Vec::new();
    for name in ["--samples", "--threads", "--out"] {
        if let Some(value) = args.value(name)? {
            words.extend([name.to_string(), if name == "--out" { absolute(&value)? } else { value }]);
        }
    }
    while let Some(folder) = args.positional() {
        words.push(absolute(&folder)?);
    }
    args.finish()?;
    script("bench.mjs", &words, fast, as_is)
}

/// `cargo xtask pictures`.
pub fn pictures(mut args: Args) -> Outcome<ExitCode> {
    let (fast, as_is) = (args.flag("--fast"), args.flag("--no-build"));
    let mut words = Vec::new();
    while let Some(robot) = args.positional() {
        words.push(robot);
    }
    args.finish()?;
    script("pictures.mjs", &words, fast, as_is)
}

fn script(name: &str, words: &[String], fast: bool, as_is: bool) -> Outcome<ExitCode> {
    setup::for_browser()?;
    page::ensure(fast, as_is)?;
    let mut command = node()?;
    command.arg(paths::root().join("tests/browser").join(name)).args(words);
    let status = command.status().map_err(|error| format!("node did not start: {error}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// node with what the scripts want to know in the environment.
pub fn node() -> Outcome<Command> {
    let mut command = Command::new("node");
    let chromium = setup::chromium().ok_or("Chromium is missing: `cargo xtask setup`.")?;
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    command.env("NOCLASH_CHROMIUM", chromium).env("NOCLASH_XTASK", this);
    command.env("NOCLASH_NODE", paths::node()?).env("NOCLASH_DIST", paths::dist());
    Ok(command)
}

fn absolute(path: &str) -> Outcome<String> {
    let full: PathBuf = std::path::absolute(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(full.to_string_lossy().into_owned())
}
