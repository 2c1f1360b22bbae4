//! Running programs, and telling the person where things are.

use crate::Outcome;
use std::io::IsTerminal;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Numbered stages of a long command, on standard error.
pub struct Steps {
    title: &'static str,
    total: usize,
    current: usize,
    started: Instant,
    done: Vec<(String, Duration)>,
}

impl Steps {
    pub fn new(title: &'static str, total: usize) -> Self {
        Self { title, total, current: 0, started: Instant::now(), done: Vec::new() }
    }

    /// Runs one stage under a heading; `hint` tells how long it may take.
    pub fn run<T>(&mut self, name: &str, hint: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        self.current += 1;
        let hint = if hint.is_empty() { String::new() } else { format!(" ({hint})") };
        let (bold, plain) = if std::io::stderr().is_terminal() { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        let place = format!("[{}/{}]", self.current, self.total);
        eprintln!("{bold}{} {place} {name}{hint}{plain}   {} so far", self.title, words(self.started.elapsed()));
        let started = Instant::now();
        let result = work();
        let took = started.elapsed();
        match &result {
            Ok(_) => eprintln!("{} {place} {name}: done in {}", self.title, words(took)),
            Err(_) => eprintln!("{} {place} {name}: FAILED after {}", self.title, words(took)),
        }
        self.done.push((name.to_string(), took));
        result
    }

    /// The times of all stages.
    pub fn report(&self) {
        eprintln!("\n{}: {} in all", self.title, words(self.started.elapsed()));
        for (name, took) in &self.done {
            eprintln!("  {:>9}  {name}", words(*took));
        }
    }
}

/// "3 min 05 s", "12.4 s".
pub fn words(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds >= 3600 {
        format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60)
    } else if seconds >= 60 {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

/// Runs a program to its end with the terminal's input and output; fails if it does.
pub fn call(command: &mut Command) -> Outcome {
    let shown = shown(command);
    let status = command.status().map_err(|error| format!("`{shown}` did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{shown}` failed ({status}).")) }
}

/// What a program prints on standard output; `None` if it is not there or fails.
pub fn ask(program: &str, words: &[&str]) -> Option<String> {
    let output = clean(&mut Command::new(program)).args(words).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Takes away what the cargo that started us put into the environment, so that another cargo can be started.
pub fn clean(command: &mut Command) -> &mut Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let inherited = matches!(&*text, "CARGO" | "RUSTC" | "RUSTDOC" | "RUSTFLAGS" | "CARGO_ENCODED_RUSTFLAGS")
            || matches!(&*text, "RUSTUP_TOOLCHAIN" | "RUST_RECURSION_COUNT" | "LD_LIBRARY_PATH" | "OUT_DIR")
            || matches!(&*text, "CARGO_TARGET_DIR" | "CARGO_MANIFEST_DIR" | "CARGO_MANIFEST_PATH" | "CARGO_BIN_NAME")
            || text.starts_with("CARGO_PKG_")
            || text.starts_with("CARGO_CRATE_");
        if inherited {
            command.env_remove(&name);
        }
    }
    command
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
