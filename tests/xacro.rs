//! The xacros of the corpus expand to the robots that stand beside them expanded.

#![allow(clippy::unwrap_used, clippy::panic)]

mod corpus;

use corpus::{corpus, folder};
use noclash::intake::{LoadSettings, load_model};
use noclash::math::Pose;
use noclash::robot::xacro::XacroSettings;
use noclash::robot::{Geometry, GeometryElement, Robot};

type Arguments = &'static [(&'static str, &'static str)];

/// Folder of the robot, xacro, arguments, what it expands to.
const EXPANDED: [(&str, &str, Arguments, &str); 6] = [
    (
        "dual_panda",
        "moveit_resources_dual_arm_panda_moveit_config/config/panda.urdf.xacro",
        &[],
        "moveit_resources_dual_arm_panda_moveit_config/config/panda.urdf",
    ),
    ("husky", "husky_description/urdf/husky.urdf.xacro", &[], "husky_description/urdf/husky.urdf"),
    ("iiwa14", "iiwa_description/urdf/iiwa14.urdf.xacro", &[], "iiwa_description/urdf/iiwa14.urdf"),
    (
        "robotiq_2f85",
        "robotiq_description/urdf/robotiq_2f_85_gripper.urdf.xacro",
        &[],
        "robotiq_description/urdf/robotiq_2f_85.urdf",
    ),
    (
        "ur5e",
        "ur_description/urdf/ur.urdf.xacro",
        &[("ur_type", "ur5e"), ("name", "ur5e")],
        "ur_description/urdf/ur5e.urdf",
    ),
    ("urdf_tutorial", "urdf_tutorial/urdf/08-macroed.urdf.xacro", &[], "urdf_tutorial/urdf/08-macroed.expanded.urdf"),
];

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * (1.0 + a.abs())
}

fn near_pose(a: &Pose, b: &Pose) -> bool {
    (a.translation - b.translation).norm() < 1e-6 && (a.rotation - b.rotation).norm() < 1e-6
}

fn near_element(a: &GeometryElement, b: &GeometryElement) -> bool {
    let last = |uri: &str| uri.rsplit('/').next().unwrap_or_default().to_owned();
    let same = match (&a.geometry, &b.geometry) {
        (Geometry::Mesh { uri, scale }, Geometry::Mesh { uri: other, scale: other_scale }) => {
            last(uri) == last(other) && scale.iter().zip(other_scale).all(|(a, b)| near(*a, *b))
        }
        (Geometry::Box { size }, Geometry::Box { size: other }) => size.iter().zip(other).all(|(a, b)| near(*a, *b)),
        (Geometry::Cylinder { radius, length }, Geometry::Cylinder { radius: r, length: l })
        | (Geometry::Capsule { radius, length }, Geometry::Capsule { radius: r, length: l }) => {
            near(*radius, *r) && near(*length, *l)
        }
        (Geometry::Sphere { radius }, Geometry::Sphere { radius: r }) => near(*radius, *r),
        _ => false,
    };
    same && near_pose(&a.origin, &b.origin)
}

fn compare(name: &str, found: &Robot, wanted: &Robot) {
    let names = |robot: &Robot| {
        let mut names: Vec<String> = robot.links.iter().map(|l| l.name.clone()).collect();
        names.sort();
        names
    };
    assert_eq!(names(found), names(wanted), "{name}: links");
    let link = |robot: &Robot, name: &str| robot.links.iter().find(|l| l.name == name).unwrap().clone();
    for wanted in &wanted.links {
        let found = link(found, &wanted.name);
        for (found, wanted) in [(&found.collisions, &wanted.collisions), (&found.visuals, &wanted.visuals)] {
            assert_eq!(found.len(), wanted.len(), "{name}: elements");
            for (a, b) in found.iter().zip(wanted) {
                assert!(near_element(a, b), "{name}: {a:?} is not {b:?}");
            }
        }
    }
    assert_eq!(found.joints.len(), wanted.joints.len(), "{name}: joints");
    for b in &wanted.joints {
        let a = found.joints.iter().find(|j| j.name == b.name).unwrap_or_else(|| panic!("{name}: no joint {}", b.name));
        assert_eq!(a.kind, b.kind, "{name}: {}", b.name);
        assert_eq!(found.links[a.parent].name, wanted.links[b.parent].name, "{name}: {}", b.name);
        assert_eq!(found.links[a.child].name, wanted.links[b.child].name, "{name}: {}", b.name);
        assert!(near_pose(&a.origin, &b.origin), "{name}: {}: {:?} {:?}", b.name, a.origin, b.origin);
        assert!((a.axis - b.axis).norm() < 1e-6, "{name}: {}", b.name);
        assert_eq!(a.mimic.is_some(), b.mimic.is_some(), "{name}: {}", b.name);
        let (a, b) = (a.limits, b.limits);
        let same =
            a.zip(b).map_or(a.is_none() && b.is_none(), |(a, b)| near(a.lower, b.lower) && near(a.upper, b.upper));
        assert!(same, "{name}: limits {a:?} {b:?}");
    }
}

#[test]
fn xacros_expand_to_what_stands_beside_them() {
    let Some(robots) = corpus("robots") else { return };
    for (robot, xacro, arguments, urdf) in EXPANDED {
        let files = folder(&robots.join(robot));
        let arguments = arguments.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let xacro_settings = XacroSettings { arguments, ..Default::default() };
        let settings = LoadSettings { xacro: xacro_settings, ..Default::default() };
        let expanded = load_model(&files, xacro, &settings).unwrap_or_else(|e| panic!("{robot}: {e}"));
        let wanted = load_model(&files, urdf, &LoadSettings::default()).unwrap();
        compare(robot, &expanded.model.robot, &wanted.model.robot);
        let missing =
            |loaded: &noclash::intake::Loaded| loaded.report.meshes.iter().filter(|m| m.found_by.is_none()).count();
        assert_eq!(missing(&expanded), missing(&wanted), "{robot}: meshes that are not found");
    }
}

/// The published folders lack files of the hand and of the arm.
#[test]
fn a_file_that_is_missing_is_named() {
    let Some(robots) = corpus("robots") else { return };
    let files = folder(&robots.join("fr3"));
    let path = "franka_description/robots/fr3/fr3.urdf.xacro";
    let error = load_model(&files, path, &LoadSettings::default()).unwrap_err().to_diagnostic();
    assert!(error.message.contains("end_effectors/franka_hand/franka_hand_arguments.xacro"), "{error:?}");
    let arguments = [("hand".to_owned(), "false".to_owned())].into();
    let settings = LoadSettings { xacro: XacroSettings { arguments, ..Default::default() }, ..Default::default() };
    let arm = load_model(&files, path, &settings).unwrap().model.robot;
    assert_eq!(arm.dofs.len(), 7);
    let files = folder(&robots.join("xarm7"));
    let path = "xarm_description/urdf/xarm_device.urdf.xacro";
    let error = load_model(&files, path, &LoadSettings::default()).unwrap_err().to_diagnostic();
    assert!(error.message.contains("_private_macro.xacro"), "{error:?}");
}

/// Every other xacro of the corpus that describes a robot gives one, or says why not.
#[test]
fn every_xacro_ends() {
    let Some(robots) = corpus("robots") else { return };
    let mut seen = 0;
    for robot in std::fs::read_dir(&robots).unwrap() {
        let path = robot.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        let files = folder(&path);
        let xacros: Vec<String> =
            files.iter().map(|(path, _)| path.to_owned()).filter(|p| p.ends_with(".xacro")).collect();
        for path in xacros {
            seen += 1;
            match load_model(&files, &path, &LoadSettings::default()) {
                Ok(loaded) => assert!(!loaded.model.robot.links.is_empty(), "{path}"),
                Err(error) => {
                    let text = error.to_diagnostic();
                    assert!(!text.message.is_empty() && !text.mend.is_empty(), "{path}: {text:?}");
                    println!("{path}: {}", text.message);
                }
            }
        }
    }
    println!("{seen} xacro files");
}
