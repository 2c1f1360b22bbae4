//! From bytes to a robot.

use super::super::error::{RobotError, RobotProblem};
use super::super::model::{Joint, Link, Robot};
use super::decode::decode;
use super::dofs::make_dofs;
use super::element::Element;
use super::geometry::{Materials, read_element, read_materials};
use super::joint::{WrittenJoint, read_joint};
use super::mimic::resolve_mimics;
use super::repair::{Repaired, repair};
use super::source::Report;
use super::tree::build_tree;
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;

/// A robot and what was found or mended on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedRobot {
    pub robot: Robot,
    pub diagnostics: Diagnostics,
}

/// Reads a URDF. `file_name` is used in findings, and as the robot's name if the file gives none.
///
/// What can be mended or left out becomes a diagnostic with its line; an error says why there is no robot at all:
/// broken XML, no links, names given twice, undefined links, or links that make no single tree.
pub fn parse_urdf(bytes: &[u8], file_name: &str) -> Result<ParsedRobot, RobotError> {
    let mut report = Report::new(file_name);
    let text = decode(bytes, &mut report)?;
    let repaired = repair(text, &mut report)?;
    read_robot(&repaired, report)
}

/// Makes well-formed XML of a description of any kind (SRDF too), as [`parse_urdf`] does first: decodes it and mends
/// what a strict parser refuses, each mend reported. The lines stay as they are.
pub fn mend_xml(bytes: &[u8], file_name: &str) -> Result<(String, Diagnostics), RobotError> {
    let mut report = Report::new(file_name);
    let text = decode(bytes, &mut report)?;
    let repaired = repair(text, &mut report)?;
    Ok((repaired.text, report.diagnostics))
}

/// Reads the robot from well-formed text.
pub(in crate::robot) fn read_robot(repaired: &Repaired, mut report: Report) -> Result<ParsedRobot, RobotError> {
    let document = repaired.document(&report)?;
    let root = Element::new(document.root_element(), &repaired.lines);
    if root.tag() != "robot" {
        let found = root.tag().to_owned();
        return Err(report.error(Some(root.line()), RobotProblem::NotARobot { found }));
    }
    refuse_xacro(root, &report)?;
    let name = robot_name(root, &mut report);
    let materials = read_materials(root, &mut report);
    let links = read_links(root, &materials, &mut report)?;
    let written = read_joints(root, &mut report)?;
    list_ignored(root, &mut report);

    let names: Vec<(String, u32)> = links.iter().map(|link| (link.name.clone(), link.line.unwrap_or(1))).collect();
    let tree = build_tree(&names, &written, &report)?;
    let mimics = resolve_mimics(&written, &mut report);
    let (dofs, first_dof) = make_dofs(&written, &mimics, &mut report);

    // From the order of the file to the order of the tree.
    let mut position = vec![0; written.len()];
    for (new, &old) in tree.order.iter().enumerate() {
        position[old] = new;
    }
    let mut parent_joint = vec![None; links.len()];
    let mut joints = Vec::with_capacity(written.len());
    for (new, &old) in tree.order.iter().enumerate() {
        let (parent, child) = tree.ends[old];
        let joint = &written[old];
        parent_joint[child] = Some(new);
        let mimic = mimics[old].clone().map(|mut mimic| {
            mimic.joint = position[mimic.joint];
            mimic
        });
        joints.push(Joint {
            name: joint.name.clone(),
            kind: joint.kind,
            parent,
            child,
            origin: joint.origin,
            axis: joint.axis,
            limits: joint.limits,
            soft_limits: joint.soft_limits,
            mimic,
            dof: first_dof[old],
            line: Some(joint.line),
        });
    }
    let dofs = dofs
        .into_iter()
        .map(|mut dof| {
            dof.joint = position[dof.joint];
            dof
        })
        .collect();
    let robot = Robot { name, links, joints, root: tree.root, dofs, parent_joint };
    Ok(ParsedRobot { robot, diagnostics: report.diagnostics })
}

fn robot_name(root: Element<'_>, report: &mut Report) -> String {
    if let Some(name) = root.name("name").map(str::trim).filter(|name| !name.is_empty()) {
        return name.to_owned();
    }
    let file = report.file.rsplit(['/', '\\']).next().unwrap_or("");
    let stem = file.split('.').next().unwrap_or("");
    let name = if stem.is_empty() { "robot".to_owned() } else { stem.to_owned() };
    let what = format!("The robot has no name; it was named '{name}'.");
    report.push(root.line(), Diagnostic::warning("robot-unnamed", what).mend("Add name=\"...\" to <robot>."));
    name
}

/// A xacro read as a URDF would lose what its macros make.
fn refuse_xacro(root: Element<'_>, report: &Report) -> Result<(), RobotError> {
    for node in root.node.descendants().filter(roxmltree::Node::is_element) {
        let is_xacro = node.tag_name().namespace().is_some_and(|uri| uri.contains("xacro"));
        let substitution = node.attributes().find(|a| a.value().contains("${") || a.value().contains("$("));
        let what = match substitution {
            // Mesh URIs with $(find ...) can be resolved as they are.
            Some(attribute) if !(attribute.value().starts_with("$(find ") && node.has_tag_name("mesh")) => {
                format!("{}=\"{}\"", attribute.name(), attribute.value())
            }
            _ if is_xacro => format!("<xacro:{}>", node.tag_name().name()),
            _ => continue,
        };
        let inside_extension =
            node.ancestors().any(|above| ["gazebo", "ros2_control"].contains(&above.tag_name().name()));
        if inside_extension && !is_xacro {
            continue;
        }
        let line = Element::new(node, root.lines()).line();
        return Err(report.error(Some(line), RobotProblem::NotExpanded { what }));
    }
    Ok(())
}

fn read_links(root: Element<'_>, materials: &Materials, report: &mut Report) -> Result<Vec<Link>, RobotError> {
    let mut links = Vec::new();
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    for element in root.children().filter(|child| child.tag() == "link") {
        let line = element.line();
        let Some(name) = element.name("name") else {
            let what = "A link without a name was left out.";
            report.push(line, Diagnostic::error("link-unnamed", what).mend("Add name=\"...\"."));
            continue;
        };
        if let Some(&first_line) = lines.get(name) {
            let problem = RobotProblem::DuplicateLink { name: name.to_owned(), first_line };
            return Err(report.error(Some(line), problem));
        }
        lines.insert(name.to_owned(), line);
        let mut collisions = Vec::new();
        let mut visuals = Vec::new();
        for child in element.children() {
            match child.tag() {
                "collision" => collisions.extend(read_element(child, name, materials, report)),
                "visual" => visuals.extend(read_element(child, name, materials, report)),
                _ => {}
            }
        }
        links.push(Link { name: name.to_owned(), collisions, visuals, line: Some(line) });
    }
    if links.is_empty() {
        return Err(report.error(Some(root.line()), RobotProblem::NoLinks));
    }
    Ok(links)
}

fn read_joints(root: Element<'_>, report: &mut Report) -> Result<Vec<WrittenJoint>, RobotError> {
    let mut joints: Vec<WrittenJoint> = Vec::new();
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    for element in root.children().filter(|child| child.tag() == "joint") {
        let joint = read_joint(element, report)?;
        if let Some(&first_line) = lines.get(&joint.name) {
            let problem = RobotProblem::DuplicateJoint { name: joint.name, first_line };
            return Err(report.error(Some(joint.line), problem));
        }
        lines.insert(joint.name.clone(), joint.line);
        joints.push(joint);
    }
    Ok(joints)
}

/// One finding per kind of element that says nothing about links and joints.
fn list_ignored(root: Element<'_>, report: &mut Report) {
    let mut ignored: Vec<(String, u32, usize)> = Vec::new();
    for child in root.all_children() {
        let known = child.is_plain() && matches!(child.tag(), "link" | "joint" | "material");
        if known {
            continue;
        }
        if let Some((_, _, count)) = ignored.iter_mut().find(|(tag, _, _)| tag == child.tag()) {
            *count += 1;
        } else if ignored.len() < 100 {
            ignored.push((child.tag().to_owned(), child.line(), 1));
        }
    }
    for (tag, line, count) in ignored {
        let what = match count {
            1 => format!("<{tag}> was ignored."),
            _ => format!("<{tag}> was ignored ({count} times, first here)."),
        };
        report.push(line, Diagnostic::info("element-ignored", what));
    }
}
