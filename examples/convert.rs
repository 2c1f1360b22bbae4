//! Writes a Noclash matrix in every other format: `convert MATRIX URDF OUT [SRDF]`.
//!
//! MATRIX is a Noclash JSON or YAML file; an SRDF, if given, lends its groups and states to the SRDF that is written.

use noclash::formats::{ExportInput, FORMATS, read, srdf};
use noclash::robot::parse_urdf;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [matrix, urdf_path, out, rest @ ..] = arguments.as_slice() else {
        return Err("usage: convert MATRIX URDF OUT [SRDF]".into());
    };
    let (document, mut found) = read(&std::fs::read(matrix)?)?;
    let urdf = std::fs::read(urdf_path)?;
    let robot = parse_urdf(&urdf, &urdf_path.display().to_string())?.robot;
    let base = match rest.first() {
        Some(path) => {
            let (base, complaints) = srdf::read(&std::fs::read(path)?, &path.display().to_string())?;
            found.extend(complaints);
            Some(base)
        }
        None => None,
    };
    std::fs::create_dir_all(out)?;
    let input = ExportInput { document: &document, robot: &robot, urdf: Some(&urdf), srdf: base.as_ref() };
    for format in FORMATS {
        match format.write(&input) {
            Ok(export) => {
                let name = format.file_name(&document);
                std::fs::write(out.join(&name), export.bytes)?;
                println!("{name}: {}", format.what);
                found.extend(export.diagnostics);
            }
            Err(error) => eprintln!("{}: {error}", format.name),
        }
    }
    for diagnostic in found.iter() {
        eprintln!("{}: {}", diagnostic.code, diagnostic.message);
    }
    Ok(())
}
