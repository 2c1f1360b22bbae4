//! Builds the page and serves it.

use crate::Outcome;
use crate::args::Args;
use crate::finish;
use crate::hash::Hash;
use crate::paths;
use crate::server::Server;
use crate::setup;
use crate::steps::{self, Steps, call};
use std::path::Path;
use std::process::Command;

/// What the page is made of; where none of it has changed, dist/ is current.
const SOURCES: [&str; 10] = [
    "src",
    "page",
    "public",
    "robots",
    "index.html",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    "xtask/src",
];

/// `cargo xtask serve`.
pub fn serve(mut args: Args) -> Outcome {
    let port = args.parsed("--port")?.unwrap_or(8080);
    let host = args.value("--host")?.unwrap_or_else(|| "127.0.0.1".into());
    let (fast, as_is) = (args.flag("--fast"), args.flag("--no-build"));
    args.finish()?;
    // A port that is taken shows before the long build, not after it.
    let server = Server::bind(&paths::dist(), &host, port, "", false)?;
    ensure(fast, as_is)?;
    println!("\nNoclash is at {}   (Ctrl-C ends it)", server.url()?);
    if host != "127.0.0.1" && host != "localhost" {
        println!(
            "Browsers give threads to pages from localhost or over https only; from elsewhere it runs on one thread."
        );
    }
    server.run()
}

/// Builds unless dist/ is current or is to be used as it is.
pub fn ensure(fast: bool, as_is: bool) -> Outcome {
    if as_is {
        return match paths::dist().join("index.html").exists() {
            true => Ok(()),
            false => Err("There is no dist/ yet: run the command without --no-build.".into()),
        };
    }
    build(fast)
}

/// Leaves the page in dist/. Does nothing if nothing has changed since.
pub fn build(fast: bool) -> Outcome {
    setup::for_page()?;
    let stamp = stamp(fast)?;
    let stamp_file = paths::root().join("target/noclash-dist-stamp");
    if paths::dist().join("index.html").exists() && paths::read_text(&stamp_file).is_ok_and(|text| text == stamp) {
        eprintln!("dist/ is current.");
        return Ok(());
    }
    let _ = std::fs::remove_file(&stamp_file);
    let toolchain = setup::toolchain()?;
    eprintln!("Building with {}.", toolchain.name());
    let deps = toolchain.target_dir()?.join("wasm32-unknown-unknown/release/deps");
    let first = !deps.exists();
    if first {
        eprintln!(
            "The first build on a machine compiles everything: about 20 minutes on two cores. Later ones take a minute."
        );
    }
    let mut steps = Steps::new("build", 4);
    steps.run("sources of the dependencies", if first { "about a minute" } else { "" }, fetch)?;
    let bundle = paths::root().join("target/noclash-bundle");
    let hint = if first { "about 16 minutes" } else { "about a minute" };
    steps.run("compile for WebAssembly and bundle", hint, || {
        paths::make_folder(&bundle)?;
        let mut command = Command::new("trunk");
        toolchain.apply(&mut command)?;
        // Trunk takes NO_COLOR for an option of its own and refuses most of its values.
        command.env_remove("NO_COLOR").current_dir(paths::root());
        if fast {
            // Only what changed of our own code is compiled again.
            command.env("CARGO_PROFILE_RELEASE_INCREMENTAL", "true");
        }
        command.args(["build", "--release", "--offline", "true", "--locked", "true", "--dist"]).arg(&bundle);
        call(&mut command)
    })?;
    let hint = if fast { "skipped" } else { "about 3 minutes when the module has changed" };
    let module = steps.run("optimise the module", hint, || finish::module(&bundle, fast))?;
    steps.run("put dist/ together", "", || finish::assemble(&bundle, &module, &paths::dist()))?;
    steps.report();
    finish::report(&paths::dist(), fast)?;
    paths::write(&stamp_file, stamp)
}

/// Downloads what Cargo.lock names, so that the build itself can go offline.
fn fetch() -> Outcome {
    let mut command = Command::new("cargo");
    steps::clean(&mut command).args(["fetch", "--locked", "--quiet"]).current_dir(paths::root());
    call(&mut command)
}

fn stamp(fast: bool) -> Outcome<String> {
    let root = paths::root();
    let mut hash = Hash::new();
    hash.add(&[u8::from(fast)]);
    for source in SOURCES {
        let path = root.join(source);
        let files = if path.is_dir() { paths::files_below(&path)? } else { vec![String::new()] };
        for file in files {
            let full = if file.is_empty() { path.clone() } else { path.join(&file) };
            if full.exists() {
                hash.add(source.as_bytes()).add(file.as_bytes()).add(&paths::read(Path::new(&full))?);
            }
        }
    }
    Ok(hash.hex())
}
