//! One `<joint>` as written.

use super::super::error::{RobotError, RobotProblem};
use super::super::model::{JointKind, Limits};
use super::element::{Element, parse_numbers};
use super::geometry::read_origin;
use super::source::Report;
use crate::diagnostics::Diagnostic;
use crate::math::{Pose, Vec3};

/// A joint as written: links and the mimicked joint still by name.
#[derive(Clone, Debug)]
pub(super) struct WrittenJoint {
    pub name: String,
    pub kind: JointKind,
    pub parent: String,
    pub child: String,
    pub origin: Pose,
    pub axis: Vec3,
    pub limits: Option<Limits>,
    pub soft_limits: Option<Limits>,
    pub mimic: Option<WrittenMimic>,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub(super) struct WrittenMimic {
    pub joint: String,
    pub multiplier: f64,
    pub offset: f64,
    pub line: u32,
}

pub(super) fn read_joint(joint: Element<'_>, report: &mut Report) -> Result<WrittenJoint, RobotError> {
    let line = joint.line();
    let link_of = |role: &'static str, report: &mut Report| {
        let link = joint.child(role, report).and_then(|element| element.name("link"));
        link.ok_or_else(|| {
            let joint = joint.name("name").unwrap_or("").to_owned();
            report.error(Some(line), RobotProblem::JointWithoutLink { joint, role })
        })
    };
    let parent = link_of("parent", report)?.to_owned();
    let child = link_of("child", report)?.to_owned();
    let name = match joint.name("name") {
        Some(name) => name.to_owned(),
        None => {
            let name = format!("{parent}_to_{child}");
            let what = format!("A joint without a name was named '{name}'.");
            report.push(line, Diagnostic::warning("joint-unnamed", what).mend("Add name=\"...\"."));
            name
        }
    };
    let mut kind = read_kind(joint, &name, report);
    let origin = read_origin(joint, report);
    let axis = match read_axis(joint, kind, &name, report) {
        Some(axis) => axis,
        None => {
            kind = JointKind::Fixed;
            Vec3::x()
        }
    };
    let limits = read_limits(joint, kind, &name, report);
    let soft_limits = read_soft_limits(joint, report);
    let mimic = if kind == JointKind::Fixed { None } else { read_mimic(joint, &name, report) };
    Ok(WrittenJoint { name, kind, parent, child, origin, axis, limits, soft_limits, mimic, line })
}

fn read_kind(joint: Element<'_>, name: &str, report: &mut Report) -> JointKind {
    let Some(word) = joint.attribute("type") else {
        let what = format!("Joint '{name}' has no type; its links are held together.");
        report.push(joint.line(), Diagnostic::error("joint-type", what).mend("Add type=\"...\"."));
        return JointKind::Fixed;
    };
    let lower = word.trim().to_ascii_lowercase();
    let kind = match lower.as_str() {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "continuous" => JointKind::Continuous,
        "prismatic" => JointKind::Prismatic,
        "planar" => JointKind::Planar,
        "floating" => JointKind::Floating,
        _ => {
            let what = format!("Joint '{name}' is of the unknown type '{word}'; its links are held together.");
            let mend = "Use revolute, continuous, prismatic, fixed, planar or floating.";
            report.push(joint.line(), Diagnostic::error("joint-type", what).mend(mend));
            return JointKind::Fixed;
        }
    };
    if lower != word {
        let what = format!("The type '{word}' of joint '{name}' was read as '{lower}'.");
        report.push(joint.line(), Diagnostic::warning("joint-type-spelling", what));
    }
    kind
}

/// The unit axis; `None` (reported) if a moving joint's axis is zero.
fn read_axis(joint: Element<'_>, kind: JointKind, name: &str, report: &mut Report) -> Option<Vec3> {
    let matters =
        matches!(kind, JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic | JointKind::Planar);
    if !matters {
        return Some(Vec3::x());
    }
    let written = joint.child("axis", report).and_then(|element| Some((element, element.numbers("xyz", report)?)));
    let Some((element, xyz)) = written else {
        if kind == JointKind::Planar {
            let what = format!("Planar joint '{name}' has no axis; it moves in the xy plane of its frame.");
            report.push(joint.line(), Diagnostic::info("axis-missing", what).mend("Add <axis xyz=\"0 0 1\"/>."));
            return Some(Vec3::z());
        }
        let what = format!("Joint '{name}' has no axis; it moves about the default, 1 0 0.");
        report.push(joint.line(), Diagnostic::info("axis-missing", what).mend("Add <axis xyz=\"...\"/>."));
        return Some(Vec3::x());
    };
    // Scaled first, so that no axis however long or short overflows or vanishes.
    let largest = xyz.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    if largest == 0.0 {
        let what = format!("The axis of moving joint '{name}' is 0 0 0; its links are held together.");
        report.push(element.line(), Diagnostic::error("axis-zero", what).mend("Give the axis a direction."));
        return None;
    }
    let scaled = Vec3::from(xyz) / largest;
    let axis = scaled / scaled.norm();
    if (largest * scaled.norm() - 1.0).abs() > 1e-3 {
        let what = format!("The axis of joint '{name}' is not of length 1; it was normalised.");
        report.push(element.line(), Diagnostic::info("axis-normalised", what));
    }
    Some(axis)
}

fn read_limits(joint: Element<'_>, kind: JointKind, name: &str, report: &mut Report) -> Option<Limits> {
    let bounded = matches!(kind, JointKind::Revolute | JointKind::Prismatic);
    if !bounded {
        return None;
    }
    let limit = joint.child("limit", report)?;
    let line = limit.line();
    let lower = bound(limit, "lower", name, report);
    let upper = bound(limit, "upper", name, report);
    let (lower, upper) = match (lower, upper) {
        (None, None) => return None,
        (Some(lower), Some(upper)) => (lower, upper),
        // The URDF specification gives an absent bound the value 0.
        (lower, upper) => {
            let (absent, limits) = match lower {
                Some(lower) => ("upper", (lower, 0.0)),
                None => ("lower", (0.0, upper.unwrap_or(0.0))),
            };
            let what = format!("Joint '{name}' has no {absent} limit; the default, 0, was used.");
            report.push(line, Diagnostic::warning("limit-half", what).mend(format!("Add {absent}=\"...\".")));
            limits
        }
    };
    if lower > upper {
        let what = format!("The limits of joint '{name}' are reversed ({lower} > {upper}); they were exchanged.");
        report.push(line, Diagnostic::warning("limit-reversed", what).mend("Exchange lower and upper."));
        return Some(Limits { lower: upper, upper: lower });
    }
    if lower == upper {
        let what = format!("Joint '{name}' cannot move: both its limits are {lower}.");
        let mend = "Give it its range in the file, or here among the joints.";
        report.push(line, Diagnostic::warning("limit-empty", what).mend(mend));
    }
    if kind == JointKind::Revolute && lower.abs().max(upper.abs()) > 8.0 * std::f64::consts::PI {
        let what =
            format!("The limits of joint '{name}', {lower} to {upper} rad, are many turns; are they in degrees?");
        report.push(line, Diagnostic::warning("limit-degrees", what).mend("Write radians."));
    }
    Some(Limits { lower, upper })
}

/// A limit; one that is infinite, as some exporters write, counts as absent.
fn bound(limit: Element<'_>, attribute: &str, name: &str, report: &mut Report) -> Option<f64> {
    let text = limit.attribute(attribute)?;
    if text.trim().parse::<f64>().is_ok_and(f64::is_infinite) || is_huge(text) {
        let what = format!("The {attribute} limit of joint '{name}' is {}; it counts as absent.", text.trim());
        report.push(limit.line(), Diagnostic::warning("limit-infinite", what));
        return None;
    }
    limit.number(attribute, report)
}

/// Bounds such as 1e16 or the largest float stand for "none".
fn is_huge(text: &str) -> bool {
    parse_numbers::<1>(text).is_some_and(|([value], _)| value.abs() >= 1e6)
}

fn read_soft_limits(joint: Element<'_>, report: &mut Report) -> Option<Limits> {
    let controller = joint.child("safety_controller", report)?;
    let lower = controller.number("soft_lower_limit", report)?;
    let upper = controller.number("soft_upper_limit", report)?;
    (lower < upper).then_some(Limits { lower, upper })
}

fn read_mimic(joint: Element<'_>, name: &str, report: &mut Report) -> Option<WrittenMimic> {
    let mimic = joint.child("mimic", report)?;
    let Some(leader) = mimic.name("joint") else {
        let what = format!("The <mimic> of joint '{name}' names no joint; the joint moves freely.");
        report.push(mimic.line(), Diagnostic::warning("mimic-unknown", what).mend("Add joint=\"...\"."));
        return None;
    };
    let multiplier = mimic.number("multiplier", report).unwrap_or(1.0);
    let offset = mimic.number("offset", report).unwrap_or(0.0);
    Some(WrittenMimic { joint: leader.to_owned(), multiplier, offset, line: mimic.line() })
}
