mod choosing;
mod loading;
mod resolving;

use super::FileSet;

/// A file set from paths and texts.
fn files(entries: &[(&str, &str)]) -> FileSet {
    let mut files = FileSet::new();
    for (path, text) in entries {
        files.insert(path, text.as_bytes());
    }
    files
}

/// A right-angled tetrahedron with legs of these lengths, as OBJ.
fn tetrahedron(x: f64, y: f64, z: f64) -> String {
    format!("v 0 0 0\nv {x} 0 0\nv 0 {y} 0\nv 0 0 {z}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
}
