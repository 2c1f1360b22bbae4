//! From what Trunk leaves to dist/: the module is optimised, and everything that belongs to one build goes into a
//! folder that is named after its content, so that no cache can mix two builds.

use crate::Outcome;
use crate::args::Args;
use crate::hash::Hash;
use crate::paths;
use crate::steps::{ask, call};
use std::path::{Path, PathBuf};
use std::process::Command;

const MODULE: &str = "noclash_bg.wasm";

/// Optimised modules that are kept.
const KEPT: usize = 4;

/// Runs wasm-opt over the module of a bundle; returns the file to use. Results are kept by content.
pub fn module(bundle: &Path, fast: bool) -> Outcome<PathBuf> {
    let raw = bundle.join(MODULE);
    if fast {
        return Ok(raw);
    }
    let folder = paths::cache()?.join("optimised");
    paths::make_folder(&folder)?;
    let level = "-O1";
    let name = Hash::new().add(level.as_bytes()).add(&paths::read(&raw)?).hex();
    let kept = folder.join(format!("{name}.wasm"));
    if !kept.exists() {
        let partial = folder.join(format!("{name}.part"));
        let mut command = Command::new("node");
        // binaryen's recursion outgrows the usual stack on a module of this size.
        command.arg("--stack-size=8000").arg(paths::node()?.join("node_modules/binaryen/bin/wasm-opt"));
        call(command.arg(level).arg(&raw).arg("-o").arg(&partial))?;
        std::fs::rename(&partial, &kept).map_err(|error| format!("{}: {error}", kept.display()))?;
        forget_old(&folder)?;
    }
    Ok(kept)
}

/// `cargo xtask assemble`.
pub fn command(mut args: Args) -> Outcome {
    let mut next = || args.positional().ok_or("assemble wants three paths: BUNDLE MODULE DIR");
    let (bundle, module, dist) = (next()?, next()?, next()?);
    args.finish()?;
    assemble(Path::new(&bundle), Path::new(&module), Path::new(&dist))
}

/// Puts dist/ together from a bundle and the module to use in it.
pub fn assemble(bundle: &Path, module: &Path, dist: &Path) -> Outcome {
    let files = paths::files_below(bundle)?;
    let mut version = Hash::new();
    for file in &files {
        version.add(file.as_bytes());
        version.add(&if file == MODULE { paths::read(module)? } else { paths::read(&bundle.join(file))? });
    }
    let version = version.hex();
    let app = format!("app-{version}");
    let fresh = dist.with_extension("new");
    paths::remove_folder(&fresh)?;
    let mut listed = Vec::new();
    for file in files.iter().filter(|file| *file != "index.html" && *file != "sw.js") {
        let target = if of_build(file) { format!("{app}/{file}") } else { file.clone() };
        let source = if file == MODULE { module.to_path_buf() } else { bundle.join(file) };
        paths::copy_file(&source, &fresh.join(&target))?;
        listed.push(target);
    }
    let bytes = std::fs::metadata(module).map_err(|error| format!("{}: {error}", module.display()))?.len();
    let index = paths::read_text(&bundle.join("index.html"))?;
    let index = replace(&index, "\"./boot.js\"", &format!("\"./{app}/boot.js\""))?;
    let index = replace(&index, "data-build=\"dev\"", &format!("data-build=\"{version}\""))?;
    let index = replace(&index, "data-module-bytes=\"0\"", &format!("data-module-bytes=\"{bytes}\""))?;
    paths::write(&fresh.join("index.html"), index)?;
    let names: Vec<String> = listed.iter().map(|name| format!("\"{}\"", name.replace(['"', '\\'], "_"))).collect();
    let worker = paths::read_text(&bundle.join("sw.js"))?;
    let worker = replace(&worker, "const BUILD = \"dev\";", &format!("const BUILD = \"{version}\";"))?;
    let worker = replace(&worker, "const FILES = [];", &format!("const FILES = [\n  {}\n];", names.join(",\n  ")))?;
    paths::write(&fresh.join("sw.js"), worker)?;
    paths::remove_folder(dist)?;
    std::fs::rename(&fresh, dist).map_err(|error| format!("{}: {error}", dist.display()))
}

/// Prints what visitors will load.
pub fn report(dist: &Path, fast: bool) -> Outcome {
    let files = paths::files_below(dist)?;
    let size = |file: &String| std::fs::metadata(dist.join(file)).map_or(0, |about| about.len());
    let total: u64 = files.iter().map(size).sum();
    eprintln!("dist/: {} files, {:.1} MB", files.len(), total as f64 / 1e6);
    let Some(module) = files.iter().find(|file| file.ends_with(MODULE)) else { return Ok(()) };
    let mut line = format!("module: {:.2} MB", size(module) as f64 / 1e6);
    if !fast {
        let script = "const z = require('zlib'), b = require('fs').readFileSync(process.argv[1]), c = z.constants; \
            const q = { params: { [c.BROTLI_PARAM_QUALITY]: 9, [c.BROTLI_PARAM_LGWIN]: 24 } }; \
            const mb = (n) => (n / 1e6).toFixed(2) + ' MB'; \
            console.log('gzip ' + mb(z.gzipSync(b, { level: 9 }).length) + ', brotli ' + mb(z.brotliCompressSync(b, q).length));";
        let path = dist.join(module);
        if let Some(sizes) = ask("node", &["-e", script, &path.to_string_lossy()]) {
            line = format!("{line}, {sizes}");
        }
    }
    eprintln!("{line}");
    Ok(())
}

/// Scripts, styles and the module change together; the rest keeps its name.
fn of_build(file: &str) -> bool {
    file.starts_with("snippets/")
        || (!file.contains('/') && [".js", ".wasm", ".css"].iter().any(|end| file.ends_with(end)))
}

fn replace(text: &str, from: &str, to: &str) -> Outcome<String> {
    match text.matches(from).count() {
        1 => Ok(text.replace(from, to)),
        n => Err(format!("`{from}` should be there once in the page's files, and is there {n} times.")),
    }
}

fn forget_old(folder: &Path) -> Outcome {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort();
    for (_, path) in files.iter().rev().skip(KEPT) {
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_gets_a_folder_of_its_own() {
        let root = std::env::temp_dir().join(format!("noclash-finish-{}", std::process::id()));
        let (bundle, dist) = (root.join("bundle"), root.join("dist"));
        let index = "<html data-build=\"dev\" data-module-bytes=\"0\"><script src=\"./boot.js\"></script>";
        for (file, text) in [
            ("index.html", index),
            ("sw.js", "const BUILD = \"dev\";\nconst FILES = [];\n"),
            ("boot.js", "import './noclash.js'"),
            ("noclash.js", ""),
            (MODULE, "raw"),
            ("snippets/a/b.js", ""),
            ("robots/index.json", "{}"),
        ] {
            paths::write(&bundle.join(file), text).unwrap();
        }
        let better = root.join("better.wasm");
        paths::write(&better, "optimised").unwrap();
        assemble(&bundle, &better, &dist).unwrap();
        let files = paths::files_below(&dist).unwrap();
        let app = files.iter().find(|file| file.ends_with("boot.js")).unwrap().replace("/boot.js", "");
        assert_eq!(app.len(), "app-".len() + 16);
        assert_eq!(
            files,
            [
                format!("{app}/boot.js"),
                format!("{app}/noclash.js"),
                format!("{app}/{MODULE}"),
                format!("{app}/snippets/a/b.js"),
                "index.html".into(),
                "robots/index.json".into(),
                "sw.js".into()
            ]
        );
        let index = paths::read_text(&dist.join("index.html")).unwrap();
        assert!(index.contains(&format!("src=\"./{app}/boot.js\"")) && index.contains("data-module-bytes=\"9\""));
        let worker = paths::read_text(&dist.join("sw.js")).unwrap();
        assert!(worker.contains("\"robots/index.json\"") && !worker.contains("\"dev\""), "{worker}");
        assert_eq!(paths::read(&dist.join(&app).join(MODULE)).unwrap(), b"optimised");
        paths::remove_folder(&root).unwrap();
    }
}
