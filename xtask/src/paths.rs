//! Where things are.

use crate::Outcome;
use std::path::{Path, PathBuf};

/// The project's root.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The finished page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// What all clones on this machine share: tools, npm packages and build outputs.
pub fn cache() -> Outcome<PathBuf> {
    if let Some(dir) = std::env::var_os("NOCLASH_CACHE").filter(|dir| !dir.is_empty()) {
        return Ok(PathBuf::from(dir));
    }
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    match home {
        Some(home) => Ok(PathBuf::from(home).join(".cache").join("noclash")),
        None => {
            Err("Neither NOCLASH_CACHE nor HOME is set: set NOCLASH_CACHE to a folder for tools and builds.".into())
        }
    }
}

/// Cargo-installed tools of exact versions.
pub fn tools() -> Outcome<PathBuf> {
    Ok(cache()?.join("tools"))
}

/// npm packages of exact versions (`tests/browser/package-lock.json`).
pub fn node() -> Outcome<PathBuf> {
    Ok(cache()?.join("node"))
}

/// Every file below `dir`, as paths relative to it with `/`, sorted.
pub fn files_below(dir: &Path) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(relative) = path.strip_prefix(dir) {
                let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
                found.push(parts.join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies a file, making the folders above it.
pub fn copy_file(from: &Path, to: &Path) -> Outcome {
    if let Some(parent) = to.parent() {
        make_folder(parent)?;
    }
    std::fs::copy(from, to).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))?;
    Ok(())
}

pub fn make_folder(dir: &Path) -> Outcome {
    std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))
}

/// Removes a folder if it is there.
pub fn remove_folder(dir: &Path) -> Outcome {
    if dir.exists() {
        std::fs::remove_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    }
    Ok(())
}

pub fn read(path: &Path) -> Outcome<Vec<u8>> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub fn read_text(path: &Path) -> Outcome<String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Outcome {
    if let Some(parent) = path.parent() {
        make_folder(parent)?;
    }
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
