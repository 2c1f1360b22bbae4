//! A table of the shapes of robots: `cargo run --release --example shapes_table -- FOLDER...`. Each folder is a robot,
//! or holds robots in folders of their own.

use noclash::intake::{FileSet, LoadSettings, candidates, load_model};
use noclash::shapes::{ShapeSettings, ShapeType, ShapesPipeline};
use noclash::work::{Job, Mode};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

fn add_folder(files: &mut FileSet, root: &Path, folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            add_folder(files, root, &path);
        } else if let (Ok(bytes), Ok(name)) = (std::fs::read(&path), path.strip_prefix(root)) {
            files.insert(&name.to_string_lossy(), bytes);
        }
    }
}

fn row(folder: &Path) -> Option<String> {
    let mut files = FileSet::new();
    add_folder(&mut files, folder, folder);
    let loaded = candidates(&files).iter().find_map(|c| load_model(&files, &c.path, &LoadSettings::default()).ok())?;
    let model = Arc::new(loaded.model);
    let pipeline = ShapesPipeline::new(model, ShapeSettings::default());
    let result = pipeline.result();
    let mut job = Job::start(Box::new(pipeline), Mode::Slices);
    while !job.progress().finished() {
        job.poll(Instant::now() + Duration::from_secs(1));
    }
    job.poll(Instant::now());
    let shapes = result.get()?;
    let solid: f64 = shapes.links.iter().filter_map(|l| l.solid_volume).sum();
    let volume: f64 = shapes.links.iter().filter(|l| l.solid_volume.is_some()).map(|l| l.parts_volume).sum();
    let protrusion = shapes.links.iter().filter_map(|l| l.protrusion).fold(0.0, f64::max);
    let covered = shapes.links.iter().filter_map(|l| l.coverage).fold(1.0, f64::min);
    let vertices: usize = shapes.links.iter().flat_map(|l| &l.parts).map(|p| p.hull.vertices.len()).sum();
    let triangles: usize = shapes.links.iter().map(|l| l.triangles).sum();
    let seconds = |key: &str| job.times().iter().filter(|t| t.0.key == key).map(|t| t.1).sum::<f64>();
    Some(format!(
        "| {} | {} | {triangles} | {} | {vertices} | {:.2} | {:.1} | {} | {:.2} | {:.2} | {:.2} |",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        shapes.set(ShapeType::LinkHulls).shapes.len(),
        shapes.set(ShapeType::PartHulls).shapes.len(),
        covered * 100.0,
        protrusion * 1e3,
        if solid > 0.0 { format!("{:.3}", volume / solid) } else { "-".into() },
        seconds("hulls"),
        seconds("decomposition"),
        seconds("spheres_boxes"),
    ))
}

fn main() {
    println!(
        "| robot | links | triangles | parts | vertices | least coverage % | protrusion mm | parts / mesh volume | hulls s | parts s | spheres, boxes s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for argument in std::env::args().skip(1) {
        let folder = PathBuf::from(argument);
        if let Some(row) = row(&folder) {
            println!("{row}");
            continue;
        }
        let mut inner: Vec<PathBuf> =
            std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        inner.sort();
        for folder in inner.iter().filter(|p| p.is_dir()) {
            println!("{}", row(folder).unwrap_or_else(|| format!("| {} | does not load |", folder.display())));
        }
    }
}
