//! Where every link of a robot is, for given configurations: for comparing with other programs
//! (`tests/kinematics/compare_pinocchio.py`).
//!
//! `cargo run --release --example link_transforms -- FOLDER [PATH]` reads the best robot of a folder, or the one at
//! PATH in it, and prints one line of JSON that describes it: path, URDF (expanded, if it is a xacro), links, degrees
//! of freedom with their ranges (radians, metres), and the paths of the folder's other robots. Then it answers each
//! line of its input, a JSON array with one value per degree of freedom, with one line: per link the first three rows
//! of its homogeneous transform in the root link's frame, row by row (metres).

use noclash::intake::{FileSet, LoadPlan, LoadSettings, candidates};
use noclash::math::Pose;
use noclash::robot::Robot;
use serde_json::json;
use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(arguments.first().ok_or("usage: link_transforms FOLDER [PATH]")?);
    let mut files = FileSet::new();
    collect(folder, folder, &mut files)?;
    let whole: Vec<String> = candidates(&files).into_iter().filter(|c| !c.fragment).map(|c| c.path).collect();
    let path = match arguments.get(1) {
        Some(path) => path.clone(),
        None => whole.first().ok_or("there is no robot in the folder")?.clone(),
    };
    // The meshes are found and not read.
    let plan = LoadPlan::new(&files, &path, &LoadSettings::default())?;
    let robot = plan.robot();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", describe(robot, &path, plan.urdf(), &whole))?;
    out.flush()?;
    let mut poses = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let configuration: Vec<f64> = serde_json::from_str(&line?)?;
        robot.forward_kinematics(&configuration, &mut poses);
        let rows: Vec<[f64; 12]> = poses.iter().map(rows).collect();
        writeln!(out, "{}", serde_json::to_string(&rows)?)?;
        out.flush()?;
    }
    Ok(())
}

fn describe(robot: &Robot, path: &str, urdf: &[u8], others: &[String]) -> serde_json::Value {
    let dofs: Vec<_> = robot
        .dofs
        .iter()
        .map(|dof| {
            let joint = robot.joints.get(dof.joint).map_or("", |joint| joint.name.as_str());
            json!({"name": dof.name, "joint": joint, "lower": dof.lower, "upper": dof.upper})
        })
        .collect();
    let links: Vec<&str> = robot.links.iter().map(|link| link.name.as_str()).collect();
    let urdf = String::from_utf8_lossy(urdf);
    json!({"path": path, "urdf": urdf, "links": links, "dofs": dofs, "robots": others})
}

fn rows(pose: &Pose) -> [f64; 12] {
    let mut rows = [0.0; 12];
    for row in 0..3 {
        for column in 0..3 {
            rows[4 * row + column] = pose.rotation[(row, column)];
        }
        rows[4 * row + 3] = pose.translation[row];
    }
    rows
}

/// All files below `folder`, by their paths in `root`.
fn collect(root: &Path, folder: &Path, files: &mut FileSet) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.insert(&name, std::fs::read(&path)?);
        }
    }
    Ok(())
}
