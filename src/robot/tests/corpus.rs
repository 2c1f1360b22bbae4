//! Published robots: degrees of freedom of every one, poses against the oracles.

use super::super::{Robot, parse_urdf};
use super::corpus_root;
use crate::math::Pose;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn read(path: &Path) -> Robot {
    let bytes = std::fs::read(path).unwrap();
    match parse_urdf(&bytes, &path.display().to_string()) {
        Ok(parsed) => parsed.robot,
        Err(error) => panic!("{error}"),
    }
}

/// Rows of the index (robot, degrees of freedom, followers, links) and the description that each names first.
fn index(root: &Path) -> Vec<(String, usize, usize, usize, PathBuf)> {
    let text = std::fs::read_to_string(root.join("robots/INDEX.md")).unwrap();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| robot")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let mut counts = cells[2]
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().unwrap());
        let (dofs, followers) = (counts.next().unwrap(), counts.next().unwrap_or(0));
        let section = text.split(&format!("### {}\n", cells[1])).nth(1).unwrap();
        let descriptions: Vec<&str> =
            section.lines().take_while(|line| !line.starts_with("###")).filter(|l| l.starts_with("- `")).collect();
        // Where a robot has several descriptions the last is the fullest, but for the two that say otherwise.
        let chosen = match cells[1] {
            "curobo_mimic" | "simple_humanoid" => descriptions[0],
            _ => descriptions[descriptions.len() - 1],
        };
        let path = root.join("robots").join(cells[1]).join(chosen.split('`').nth(1).unwrap());
        rows.push((cells[1].to_owned(), dofs, followers, cells[3].parse().unwrap(), path));
    }
    rows
}

#[test]
fn every_published_robot_has_its_degrees_of_freedom() {
    let Some(root) = corpus_root("degrees of freedom of the published robots") else { return };
    let rows = index(&root);
    assert!(!rows.is_empty());
    for (name, dofs, followers, links, path) in rows {
        let robot = read(&path);
        let mimics = robot.joints.iter().filter(|joint| joint.mimic.is_some()).count();
        assert_eq!((robot.dofs.len(), mimics, robot.links.len()), (dofs, followers, links), "{name}");
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn pose(row_major: &[f64]) -> Pose {
    let r = &row_major[..9];
    let rotation = crate::math::Mat3::new(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]);
    Pose::new(rotation, crate::math::Vec3::new(row_major[9], row_major[10], row_major[11]))
}

#[test]
fn poses_agree_with_the_oracles() {
    let Some(root) = corpus_root("poses of the oracles") else { return };
    let urdfs = [
        ("ur5", "robots/ur5/example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"),
        ("panda", "oracle/robots/panda/example-robot-data/robots/panda_description/urdf/panda.urdf"),
        ("xarm7", "oracle/robots/xarm7/example-robot-data/robots/xarm_description/urdf/xarm7.urdf"),
    ];
    for (name, urdf) in urdfs {
        let mut robot = read(&root.join(urdf));
        // The oracles let followers move freely.
        let followers: Vec<usize> = (0..robot.joints.len()).filter(|&j| robot.joints[j].mimic.is_some()).collect();
        for joint in followers {
            robot.joints[joint].mimic = None;
            robot.joints[joint].dof = Some(robot.dofs.len());
            let mut dof = robot.dofs[0].clone();
            dof.name = robot.joints[joint].name.clone();
            robot.dofs.push(dof);
        }
        let text = std::fs::read_to_string(root.join(format!("oracle/{name}.json"))).unwrap();
        let oracle: Value = serde_json::from_str(&text).unwrap();
        let joints: Vec<usize> = oracle["joints"]
            .as_array()
            .unwrap()
            .iter()
            .map(|joint| robot.dof_index(joint["name"].as_str().unwrap()).unwrap())
            .collect();
        let links: Vec<usize> = oracle["links"]
            .as_array()
            .unwrap()
            .iter()
            .map(|link| robot.link_index(link["name"].as_str().unwrap()).unwrap())
            .collect();
        let mut out = Vec::new();
        let mut worst = 0.0_f64;
        for config in oracle["configs"].as_array().unwrap() {
            let mut q = vec![0.0; robot.dofs.len()];
            for (value, &dof) in numbers(&config["q"]).into_iter().zip(&joints) {
                q[dof] = value;
            }
            robot.forward_kinematics(&q, &mut out);
            for (expected, &link) in config["transforms"].as_array().unwrap().iter().zip(&links) {
                let expected = pose(&numbers(expected));
                worst = worst.max((out[link].rotation - expected.rotation).abs().max());
                worst = worst.max((out[link].translation - expected.translation).abs().max());
            }
        }
        assert!(worst < 1e-9, "{name}: {worst:e}");
    }
}
