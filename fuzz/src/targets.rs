//! The readers, each as a function of bytes to a short account of what came out.

use crate::seeds;
use noclash::diagnostics::Diagnostics;
use noclash::formats;
use noclash::intake::{FileSet, LoadSettings, candidates, companions, load_model};
use noclash::mesh::{LoadOptions, MeshError, load};
use noclash::robot::xacro::{XacroSettings, parse_xacro};
use noclash::robot::{Robot, RobotError, parse_urdf};
use std::fmt::Write;
use std::sync::Arc;

pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]) -> String,
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// What the format's files are made of.
    pub words: &'static [&'static str],
}

pub const TARGETS: [Target; 13] = [
    Target { name: "urdf", run: urdf, seeds: seeds::urdf, words: seeds::URDF_WORDS },
    Target { name: "xacro", run: xacro, seeds: seeds::xacro, words: seeds::XACRO_WORDS },
    Target { name: "yaml", run: yaml, seeds: seeds::yaml, words: seeds::YAML_WORDS },
    Target { name: "srdf", run: srdf, seeds: seeds::srdf, words: seeds::SRDF_WORDS },
    Target { name: "matrix", run: matrix, seeds: seeds::matrix, words: seeds::MATRIX_WORDS },
    Target { name: "stl", run: |bytes| mesh(bytes, "m.stl"), seeds: seeds::stl, words: seeds::STL_WORDS },
    Target { name: "collada", run: |bytes| mesh(bytes, "m.dae"), seeds: seeds::collada, words: seeds::COLLADA_WORDS },
    Target { name: "obj", run: |bytes| mesh(bytes, "m.obj"), seeds: seeds::obj, words: seeds::OBJ_WORDS },
    Target { name: "gltf", run: |bytes| mesh(bytes, "m.gltf"), seeds: seeds::gltf, words: seeds::GLTF_WORDS },
    Target { name: "glb", run: |bytes| mesh(bytes, "m.glb"), seeds: seeds::glb, words: seeds::GLTF_WORDS },
    Target { name: "ply", run: |bytes| mesh(bytes, "m.ply"), seeds: seeds::ply, words: seeds::PLY_WORDS },
    Target { name: "zip", run: zip, seeds: seeds::zip, words: seeds::URDF_WORDS },
    Target { name: "folder", run: folder, seeds: seeds::urdf, words: seeds::URDF_WORDS },
];

fn urdf(bytes: &[u8]) -> String {
    outcome(parse_urdf(bytes, "r.urdf").map(|parsed| (parsed.robot, parsed.diagnostics)))
}

/// The robot's computations run, too: every robot that is accepted must be good for them.
fn outcome(parsed: Result<(Robot, Diagnostics), RobotError>) -> String {
    match parsed {
        Ok((robot, diagnostics)) => {
            let home = robot.home();
            let mut poses = Vec::new();
            robot.forward_kinematics(&home, &mut poses);
            assert_eq!(poses.len(), robot.links.len());
            let (ranges, soft, bodies) = (robot.ranges(), robot.soft_ranges(), robot.bodies());
            assert!(ranges.iter().chain(&soft).all(|(lower, upper)| lower <= upper), "a range is reversed");
            assert_eq!(bodies.len(), robot.links.len());
            let pairs = robot.adjacent_pairs(&vec![true; robot.links.len()]);
            let chain = robot.chain(0, robot.links.len().saturating_sub(1));
            chain.relative_pose(&home);
            let size = robot.links.len().min(9) + 10 * robot.dofs.len().min(9) + 100 * pairs.len().min(9);
            format!("{size} {}", codes(&diagnostics))
        }
        Err(error) => words(&error.to_string()),
    }
}

fn xacro(bytes: &[u8]) -> String {
    let find = |path: &str| -> Option<Arc<[u8]>> {
        match path {
            "package://p/part.xacro" | "part.xacro" => Some(Arc::from(seeds::PART.as_bytes())),
            "package://p/sizes.yaml" | "sizes.yaml" => Some(Arc::from(seeds::SIZES.as_bytes())),
            "again.xacro" => Some(Arc::from(bytes)),
            _ => None,
        }
    };
    let mut settings = XacroSettings::default();
    settings.arguments.insert("side".to_owned(), "left".to_owned());
    let expanded = parse_xacro(bytes, "r.xacro", &find, &settings);
    outcome(expanded.map(|expanded| (expanded.parsed.robot, expanded.parsed.diagnostics)))
}

/// A YAML file that a xacro loads.
fn yaml(bytes: &[u8]) -> String {
    let find = |path: &str| (path == "sizes.yaml").then(|| Arc::from(bytes));
    let main = "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>
      <xacro:property name='all' value=\"${xacro.load_yaml('sizes.yaml')}\"/><link name='${all}'/></robot>";
    let expanded = parse_xacro(main.as_bytes(), "r.xacro", &find, &XacroSettings::default());
    outcome(expanded.map(|expanded| (expanded.parsed.robot, expanded.parsed.diagnostics)))
}

fn srdf(bytes: &[u8]) -> String {
    match formats::srdf::read(bytes, "r.srdf") {
        Ok((srdf, diagnostics)) => {
            let repeated = formats::srdf::repeated_pairs(&srdf).len();
            let missing = parse_urdf(seeds::LEG.as_bytes(), "r.urdf")
                .map_or(0, |parsed| formats::srdf::missing_links(&srdf, &parsed.robot).len());
            format!("{} {} {}", repeated.min(9), missing.min(9), codes(&diagnostics))
        }
        Err(error) => words(&error.to_string()),
    }
}

fn matrix(bytes: &[u8]) -> String {
    formats::looks_like_matrix(bytes);
    match formats::read(bytes) {
        Ok((document, diagnostics)) => {
            // What has been read can be written, and is read the same.
            let text = formats::write_json(&document);
            let again = formats::read(&text).map(|(again, _)| again);
            assert!(
                again.is_ok(),
                "its own file is refused: {}",
                again.err().map_or_else(String::new, |e| e.to_string())
            );
            codes(&diagnostics)
        }
        Err(error) => words(&error.to_string()),
    }
}

fn mesh(bytes: &[u8], name: &str) -> String {
    let companion = |name: &str| -> Option<Arc<[u8]>> {
        let bytes: &[u8] = if name.ends_with(".bin") { seeds::BUFFER } else { seeds::MATERIALS.as_bytes() };
        Some(Arc::from(bytes))
    };
    let options = LoadOptions { honour_up_axis: bytes.len() % 2 == 1, companion: Some(&companion) };
    match load(bytes, name, &options) {
        Ok(loaded) => {
            let count = loaded.mesh.vertices.len();
            let inside = loaded.mesh.triangles.iter().flatten().all(|corner| (*corner as usize) < count);
            assert!(inside, "a triangle has a corner that is not there");
            assert!(loaded.mesh.vertices.iter().all(|v| v.iter().all(|c| c.is_finite())), "a vertex is not finite");
            let ends = loaded.groups.last().map(|group| group.end as usize);
            assert_eq!(ends, Some(loaded.mesh.triangles.len()), "the groups do not cover the mesh");
            let notes: Vec<String> = loaded.notes.iter().map(|note| words(&note.to_string())).collect();
            format!("{} {}", loaded.mesh.triangles.len().min(99), notes.join(" "))
        }
        Err(error) => words(&MeshError::to_string(&error)),
    }
}

fn zip(bytes: &[u8]) -> String {
    match FileSet::from_zip(bytes) {
        Ok(unzipped) => format!("{} {}", unzipped.files.len(), codes(&unzipped.diagnostics)),
        Err(error) => words(&error.to_string()),
    }
}

/// Everything from files to a robot with its geometry; the URDF is the input.
fn folder(bytes: &[u8]) -> String {
    let mut files = FileSet::new();
    files.insert("p/package.xml", &b"<package><name>p</name></package>"[..]);
    files.insert("p/urdf/r.urdf", bytes);
    for path in ["p/meshes/a.stl", "p/meshes/A.STL", "meshes/hip.obj", "q/meshes/a.stl"] {
        files.insert(path, seeds::TETRAHEDRON.as_bytes());
    }
    let found = candidates(&files);
    let beside = companions(&files, "p/urdf/r.urdf", "r");
    let Some(best) = found.first() else { return format!("none {}", beside.srdfs.len()) };
    match load_model(&files, &best.path, &LoadSettings::default()) {
        Ok(loaded) => {
            assert_eq!(loaded.model.links.len(), loaded.model.robot.links.len());
            codes(&loaded.diagnostics)
        }
        Err(error) => words(&error.to_string()),
    }
}

/// Which kinds of findings there are.
fn codes(diagnostics: &Diagnostics) -> String {
    let mut codes: Vec<&str> = diagnostics.iter().map(|d| d.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes.join(" ")
}

/// A message without its numbers and without what it quotes.
fn words(message: &str) -> String {
    let mut out = String::new();
    for (i, part) in message.split('\'').enumerate() {
        if i % 2 == 0 {
            let plain: String = part.chars().filter(|c| c.is_ascii_alphabetic() || *c == ' ').collect();
            // Writing to a text cannot fail.
            let _ = write!(out, "{}", plain.chars().take(80).collect::<String>());
        }
    }
    out
}

/// The matrices of a sample robot, as the page writes them.
pub fn written_matrices() -> Vec<Vec<u8>> {
    use noclash::session::{Action, Session};
    use noclash::work::Mode;
    use std::time::Duration;
    let mut session = Session::new(Mode::Slices);
    let mut settings = session.settings().clone();
    settings.samples = 50;
    session.apply(Action::Configure { settings: Box::new(settings) });
    let plain =
        seeds::LEG.replace("<mesh filename='package://p/meshes/a.stl' scale='1 -1 0.001'/>", "<sphere radius='1'/>");
    session.apply(Action::AddFiles(vec![("leg.urdf".to_owned(), plain.into_bytes())]));
    while session.is_busy() {
        session.poll(web_time::Instant::now() + Duration::from_millis(20));
    }
    let names = session.export_names();
    let own = names.iter().filter(|name| name.ends_with(".json") || name.ends_with(".yaml"));
    own.filter_map(|name| session.export_file(name)).filter(|bytes| bytes.len() < 64 << 10).collect()
}
