//! Writes the sample robots of the gallery: `cargo run --example make_robots` fills `robots/`, all but the pictures.

#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod catalog;

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("robots");
    let files = catalog::all();
    let bytes: usize = files.values().map(Vec::len).sum();
    for (path, contents) in &files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder can be made");
        std::fs::write(&path, contents).expect("the file can be written");
    }
    println!("{} files, {} kB in {}", files.len(), bytes / 1000, root.display());
}
