//! The commands of this project: `cargo xtask help` lists them.

mod args;
mod check;
mod finish;
mod hash;
mod page;
mod paths;
mod programs;
mod server;
mod setup;
mod steps;
mod toolchain;

use args::Args;
use std::process::ExitCode;

/// What goes wrong in a command, in words for the person who typed it.
type Outcome<T = ()> = Result<T, String>;

const HELP: &str = "\
cargo xtask COMMAND

  serve              install what is missing, build the page and serve it
      --port N         port (default 8080)
      --host ADDRESS   address to listen on (default 127.0.0.1)
      --no-build       serve dist/ as it is
      --fast           skip wasm-opt
  build              leave the static page in dist/
      --fast           skip wasm-opt: quicker to build, larger to load
  test               install what is missing and run every check
      --only A,B       some of: format, lint, unit, docs, shell, page, browser
      --fast           skip wasm-opt
      --filter WORD    browser tests whose name contains WORD
  run FOLDER         open the built page in headless Chromium, drop FOLDER on it, save the files
      --out DIR        where the files go
      --samples N      configurations to survey (default 100000)
      --seed S         seed (default: the page's)
      --threads N      threads (default: all processors)
      --not-isolated   without cross-origin isolation: one thread, in slices
      --timeout SEC    give up after that long (default 3600)
      --no-build       use dist/ as it is
  bench [FOLDER...]  seconds per stage, nanoseconds per pair and speed-up in headless Chromium, as a table and as JSON
      --samples N, --threads A,B,..., --out FILE
  pictures [ROBOT...] take the pictures of the gallery anew (robots/pictures)
  setup              install what is missing, and stop there
  doctor             say what is there and what is missing
  static DIR         serve any folder: --port N, --prefix /PATH/, --listing
  assemble BUNDLE MODULE DIR
                     put a page together from Trunk's output (`build` does this itself)
  help               this text

What is installed and built for all clones lies in $NOCLASH_CACHE (default: ~/.cache/noclash).
";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("\n{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: Vec<String>) -> Outcome<ExitCode> {
    let mut args = Args::new(words);
    let command = args.positional().unwrap_or_else(|| "help".into());
    match command.as_str() {
        "serve" => page::serve(args)?,
        "build" => {
            let fast = args.flag("--fast");
            args.finish()?;
            page::build(fast)?;
        }
        "test" => check::test(args)?,
        "run" => return programs::run(args),
        "bench" => return programs::bench(args),
        "pictures" => return programs::pictures(args),
        "setup" => {
            args.finish()?;
            setup::everything()?;
        }
        "doctor" => {
            args.finish()?;
            setup::doctor()?;
        }
        "static" => server::command(args)?,
        "assemble" => finish::command(args)?,
        "help" | "--help" | "-h" => print!("{HELP}"),
        other => return Err(format!("There is no command `{other}`.\n\n{HELP}")),
    }
    Ok(ExitCode::SUCCESS)
}
