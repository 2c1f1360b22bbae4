//! The real robots and the oracles that lie beside the project, where they do.

use noclash::intake::FileSet;
use std::path::{Path, PathBuf};

/// The folder `part` (`robots/panda`, `oracle`) of the corpus: of `NOCLASH_CORPUS`, or of `../shared`. `None` after
/// saying on one line that what needs it is skipped.
pub fn corpus(part: &str) -> Option<PathBuf> {
    let given = std::env::var_os("NOCLASH_CORPUS").map(PathBuf::from);
    let root = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let path = root.join(part);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no {}", path.display());
    None
}

/// All files below a folder, by their paths in it.
pub fn folder(path: &Path) -> FileSet {
    let mut files = FileSet::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            if entry.is_dir() {
                open.push(entry);
            } else {
                let name = entry.strip_prefix(path).unwrap().to_string_lossy().into_owned();
                files.insert(&name, std::fs::read(&entry).unwrap());
            }
        }
    }
    files
}
