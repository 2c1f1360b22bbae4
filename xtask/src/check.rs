//! `cargo xtask test`: every check, the real browser's included.

use crate::Outcome;
use crate::args::Args;
use crate::page;
use crate::paths;
use crate::programs;
use crate::setup;
use crate::steps::{self, Steps, call};
use std::path::PathBuf;
use std::process::Command;

const ALL: [&str; 7] = ["format", "lint", "unit", "docs", "shell", "page", "browser"];

/// The tests of the page's own scripts, which need no module.
const SHELL: &str = "shell.test.mjs";

pub fn test(mut args: Args) -> Outcome {
    let fast = args.flag("--fast");
    let filter = args.value("--filter")?;
    let only = args.value("--only")?.unwrap_or_else(|| ALL.join(","));
    args.finish()?;
    let chosen: Vec<&str> = only.split(',').collect();
    if let Some(unknown) = chosen.iter().find(|name| !ALL.contains(name)) {
        return Err(format!("--only {unknown}: choose from {}.", ALL.join(", ")));
    }
    let has = |name: &str| chosen.contains(&name);
    if has("page") || has("browser") {
        setup::for_page()?;
    }
    if has("shell") || has("browser") {
        setup::for_browser()?;
    }
    let mut steps = Steps::new("test", chosen.len());
    if has("format") {
        steps.run("format", "seconds", || cargo(&["fmt", "--all", "--check"]))?;
    }
    if has("lint") {
        steps.run("lint (clippy)", "4 minutes the first time", || {
            cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"])
        })?;
    }
    if has("unit") {
        steps.run("native tests", "10 minutes the first time", || {
            cargo(&["test", "--workspace", "--locked", "--quiet"])
        })?;
    }
    if has("docs") {
        steps.run("documentation", "a minute the first time", || {
            cargo(&["doc", "--workspace", "--no-deps", "--locked", "--quiet"])
        })?;
    }
    if has("shell") {
        steps.run("the page's scripts in Chromium", "a minute", || browser(filter.as_deref(), |file| file == SHELL))?;
    }
    if has("page") {
        steps.run("release page", "25 minutes the first time, then a minute to four", || page::build(fast))?;
    }
    if has("browser") {
        steps.run("the page in Chromium", "some minutes", || browser(filter.as_deref(), |file| file != SHELL))?;
    }
    steps.report();
    Ok(())
}

fn cargo(words: &[&str]) -> Outcome {
    let mut command = Command::new("cargo");
    steps::clean(&mut command).args(words).current_dir(paths::root());
    command.env("CARGO_TARGET_DIR", paths::cache()?.join("native")).env("RUSTDOCFLAGS", "-D warnings");
    // Every clone is compiled once: keeping what only a second build of it would use costs time and space.
    command.env("CARGO_INCREMENTAL", "0");
    call(&mut command)
}

/// Builds the program that does natively what the page does, for comparing the bytes of the two.
fn native_twin() -> Outcome<PathBuf> {
    cargo(&["build", "--locked", "--quiet", "--example", "run_native"])?;
    Ok(paths::cache()?.join("native/debug/examples/run_native"))
}

fn browser(filter: Option<&str>, wanted: impl Fn(&str) -> bool) -> Outcome {
    let folder = paths::root().join("tests/browser");
    let mut tests: Vec<String> = paths::files_below(&folder)?;
    tests.retain(|file| file.ends_with(".test.mjs") && wanted(file));
    let mut command = programs::node()?;
    if tests.iter().any(|file| file != SHELL) {
        command.env("NOCLASH_NATIVE", native_twin()?);
    }
    // One at a time: two pages that compute would slow each other down.
    command.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).current_dir(&folder);
    if let Some(word) = filter {
        command.arg(format!("--test-name-pattern={word}"));
    }
    call(command.args(tests))
}
