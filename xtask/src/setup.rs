//! Installs what is missing, and nothing else. Quick when everything is there.

use crate::Outcome;
use crate::paths;
use crate::steps::{self, Steps, ask, call};

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const TRUNK: &str = "0.21.14";
pub const WASM_BINDGEN: &str = "0.2.130";

/// The files that pin the npm packages, in tests/browser.
const NPM_FILES: [&str; 2] = ["package.json", "package-lock.json"];

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Toolchain,
    Chromium,
    Node,
    WasmBindgen,
    Trunk,
    Npm,
}

use Part::*;

impl Part {
    fn present(self) -> bool {
        match self {
            Toolchain => crate::toolchain::Toolchain::find().is_some(),
            Chromium => chromium().is_some(),
            Node => node_works(),
            WasmBindgen => tool_version("wasm-bindgen").is_some_and(|text| text.contains(WASM_BINDGEN)),
            Trunk => tool_version("trunk").is_some_and(|text| text.contains(TRUNK)),
            Npm => npm_current(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Toolchain => "Rust for WebAssembly with threads (nightly with rust-src, or Debian's rustc-web)",
            Chromium => "Chromium",
            Node => "Node.js 20 or newer with npm",
            WasmBindgen => "wasm-bindgen 0.2.130",
            Trunk => "Trunk 0.21.14",
            Npm => "npm packages (binaryen's wasm-opt, playwright-core)",
        }
    }

    /// Time on a machine with two cores.
    fn hint(self) -> &'static str {
        match self {
            Toolchain | Chromium | Node => "1 to 3 minutes",
            WasmBindgen => "about 5 minutes",
            Trunk => "about 8 minutes",
            Npm => "seconds",
        }
    }

    /// Debian's packages.
    fn debian(self) -> &'static [&'static str] {
        match self {
            Toolchain => &["rustc-web", "cargo-web", "rust-web-src", "lld-22"],
            Chromium => &["chromium", "fonts-dejavu-core"],
            Node => &["nodejs", "npm"],
            _ => &[],
        }
    }

    fn by_hand(self) -> &'static str {
        match self {
            Toolchain => "rustup toolchain install nightly --component rust-src --target wasm32-unknown-unknown",
            Chromium => "Chromium or Chrome on PATH, or its path in NOCLASH_CHROMIUM",
            Node => "Node.js 20 or newer with npm on PATH",
            _ => "",
        }
    }
}

/// What building the page needs.
pub fn for_page() -> Outcome {
    install(&[Toolchain, Node, WasmBindgen, Trunk, Npm])
}

/// What driving the page needs.
pub fn for_browser() -> Outcome {
    install(&[Chromium, Node, Npm])
}

pub fn everything() -> Outcome {
    install(&[Toolchain, Chromium, Node, WasmBindgen, Trunk, Npm])?;
    doctor()
}

pub fn doctor() -> Outcome {
    for part in [Toolchain, Chromium, Node, WasmBindgen, Trunk, Npm] {
        println!("{:>8}  {}", if part.present() { "there" } else { "MISSING" }, part.name());
    }
    if let Some(toolchain) = crate::toolchain::Toolchain::find() {
        println!("\nThe page is built with {}.", toolchain.name());
    }
    if let Some(chromium) = chromium() {
        println!("The page is driven in {}.", chromium.display());
    }
    println!("Tools and builds lie in {}.", paths::cache()?.display());
    Ok(())
}

fn install(parts: &[Part]) -> Outcome {
    let missing: Vec<Part> = parts.iter().copied().filter(|part| !part.present()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("Missing, and installed now (once per machine):");
    for part in &missing {
        eprintln!("  - {}: {}", part.name(), part.hint());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|part| part.debian()).copied().collect();
    let tools: Vec<Part> = missing.iter().copied().filter(|part| part.debian().is_empty()).collect();
    let mut steps = Steps::new("setup", tools.len() + usize::from(!packages.is_empty()));
    if !packages.is_empty() {
        steps.run(&packages.join(" "), "1 to 3 minutes", || install_system(&missing, &packages))?;
    }
    for part in tools {
        steps.run(part.name(), part.hint(), || match part {
            WasmBindgen => {
                // Without --locked: the lock file of this version names a release that was withdrawn.
                cargo_install(&["wasm-bindgen-cli", "--version", &format!("={WASM_BINDGEN}")])
            }
            Trunk => cargo_install(&["trunk", "--version", &format!("={TRUNK}"), "--locked", "--no-default-features"]),
            _ => install_npm(),
        })?;
    }
    match missing.iter().find(|part| !part.present()) {
        Some(part) => Err(format!("{} is still missing after the installation.\n{}", part.name(), part.by_hand())),
        None => Ok(()),
    }
}

fn install_system(missing: &[Part], packages: &[&str]) -> Outcome {
    let by_hand = || {
        let lines = missing.iter().map(|part| part.by_hand()).filter(|line| !line.is_empty());
        let lines: Vec<String> = lines.map(|line| format!("  - {line}")).collect();
        format!("Please install these, then run the same command again:\n{}", lines.join("\n"))
    };
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!("This system has no apt-get. {}", by_hand()));
    }
    let is_root = ask("id", &["-u"]).as_deref() == Some("0");
    if !is_root && ask("sudo", &["--version"]).is_none() {
        return Err(format!("apt-get wants root, and there is no sudo here. {}", by_hand()));
    }
    let apt = |words: &[&str]| {
        let mut command = if is_root {
            Command::new("env")
        } else {
            let mut command = Command::new("sudo");
            command.arg("env");
            command
        };
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(words);
        call(&mut command)
    };
    apt(&["-q", "update"])?;
    let words = [&["-q", "install", "-y", "--no-install-recommends"], packages].concat();
    apt(&words).map_err(|error| format!("{error}\n{}", by_hand()))
}

fn cargo_install(words: &[&str]) -> Outcome {
    let mut command = Command::new("cargo");
    steps::clean(&mut command).arg("install").args(words).arg("--root").arg(paths::tools()?);
    call(command.env("CARGO_TARGET_DIR", paths::cache()?.join("tools-build")))
}

fn tool_version(name: &str) -> Option<String> {
    ask(paths::tools().ok()?.join("bin").join(name).to_str()?, &["--version"])
}

fn node_works() -> bool {
    let major = |text: String| text.trim_start_matches('v').split('.').next()?.parse::<u32>().ok();
    ask("node", &["--version"]).and_then(major).is_some_and(|major| major >= 20) && ask("npm", &["--version"]).is_some()
}

fn install_npm() -> Outcome {
    let target = paths::node()?;
    paths::make_folder(&target)?;
    for file in NPM_FILES {
        paths::copy_file(&paths::root().join("tests/browser").join(file), &target.join(file))?;
    }
    let mut command = Command::new("npm");
    command.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&target).stdin(Stdio::null());
    // A download of a browser of its own is not wanted: the system's is used.
    call(command.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))?;
    paths::copy_file(&target.join(NPM_FILES[1]), &target.join("installed.json"))
}

fn npm_current() -> bool {
    let wanted = paths::read(&paths::root().join("tests/browser").join(NPM_FILES[1]));
    let present = paths::node().and_then(|node| paths::read(&node.join("installed.json")));
    matches!((wanted, present), (Ok(wanted), Ok(present)) if wanted == present)
}

/// The browser to drive.
pub fn chromium() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("NOCLASH_CHROMIUM").map(PathBuf::from) {
        return path.exists().then_some(path);
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let mut found = names.iter().flat_map(|name| std::env::split_paths(&path).map(move |dir| dir.join(name)));
    found.find(|candidate| candidate.is_file())
}

/// The toolchain for the page; fails with what to do.
pub fn toolchain() -> Outcome<crate::toolchain::Toolchain> {
    crate::toolchain::Toolchain::find()
        .ok_or_else(|| format!("{} is missing: {}", Toolchain.name(), Toolchain.by_hand()))
}
