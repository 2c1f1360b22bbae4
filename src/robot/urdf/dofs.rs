//! The independent variables and their ranges.

use super::super::model::{Dof, DofKind, JointKind, Limits, Mimic};
use super::joint::WrittenJoint;
use super::mimic::narrow;
use super::source::Report;
use crate::diagnostics::Diagnostic;
use std::f64::consts::{FRAC_PI_2, PI};

/// The range of a prismatic variable that the file leaves open, metres either way.
const DEFAULT_TRAVEL: f64 = 0.5;

/// The variables in the order of the file, and per joint the index of its first own one. `Dof::joint` is an index
/// into the joints as written.
pub(super) fn make_dofs(
    joints: &[WrittenJoint],
    mimics: &[Option<Mimic>],
    report: &mut Report,
) -> (Vec<Dof>, Vec<Option<usize>>) {
    let mut dofs = Vec::new();
    let mut first = vec![None; joints.len()];
    for (index, joint) in joints.iter().enumerate() {
        if joint.kind == JointKind::Fixed || mimics[index].is_some() {
            continue;
        }
        first[index] = Some(dofs.len());
        match joint.kind {
            JointKind::Fixed => {}
            JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic => {
                dofs.push(single(index, joint, report));
            }
            JointKind::Planar => {
                dofs.extend(several(index, joint, &["x", "y", "yaw"]));
                tell_free(joint, report);
            }
            JointKind::Floating => {
                dofs.extend(several(index, joint, &["x", "y", "z", "roll", "pitch", "yaw"]));
                tell_free(joint, report);
            }
        }
    }
    narrow_leaders(joints, mimics, &first, &mut dofs, report);
    (dofs, first)
}

fn single(index: usize, joint: &WrittenJoint, report: &mut Report) -> Dof {
    let prismatic = joint.kind == JointKind::Prismatic;
    let (kind, default) = match prismatic {
        true => (DofKind::Prismatic, Limits { lower: -DEFAULT_TRAVEL, upper: DEFAULT_TRAVEL }),
        false => (DofKind::Revolute, Limits { lower: -PI, upper: PI }),
    };
    if joint.limits.is_none() {
        let mend = "Give it its range in the file, or here among the joints.";
        match joint.kind {
            JointKind::Prismatic => {
                let what = format!(
                    "Sliding joint '{}' has no limits; -{DEFAULT_TRAVEL} m to {DEFAULT_TRAVEL} m was assumed.",
                    joint.name
                );
                report.push(joint.line, Diagnostic::warning("limit-missing", what).mend(mend));
            }
            JointKind::Revolute => {
                let what = format!("Joint '{}' has no limits; one full turn was assumed.", joint.name);
                report.push(joint.line, Diagnostic::warning("limit-missing", what).mend(mend));
            }
            _ => {}
        }
    }
    let Limits { lower, upper } = joint.limits.unwrap_or(default);
    Dof {
        name: joint.name.clone(),
        joint: index,
        kind,
        lower,
        upper,
        limited: joint.limits.is_some(),
        wraps: joint.kind == JointKind::Continuous,
    }
}

fn several(index: usize, joint: &WrittenJoint, suffixes: &[&str]) -> Vec<Dof> {
    let dof = |suffix: &&str| {
        let (kind, reach) = match *suffix {
            "roll" | "yaw" => (DofKind::Revolute, PI),
            "pitch" => (DofKind::Revolute, FRAC_PI_2),
            _ => (DofKind::Prismatic, DEFAULT_TRAVEL),
        };
        Dof {
            name: format!("{}/{suffix}", joint.name),
            joint: index,
            kind,
            lower: -reach,
            upper: reach,
            limited: false,
            wraps: matches!(*suffix, "roll" | "yaw"),
        }
    };
    suffixes.iter().map(dof).collect()
}

fn tell_free(joint: &WrittenJoint, report: &mut Report) {
    let (word, rotations) = match joint.kind {
        JointKind::Planar => ("Planar", "one full turn"),
        _ => ("Floating", "every orientation"),
    };
    let what = format!(
        "{word} joint '{}' moves within -{DEFAULT_TRAVEL} m to {DEFAULT_TRAVEL} m and {rotations}, which was assumed.",
        joint.name
    );
    report.push(joint.line, Diagnostic::info("limit-missing", what).mend("Set the ranges among the joints."));
}

/// The limits of a joint that follows another bound the other, too.
fn narrow_leaders(
    joints: &[WrittenJoint],
    mimics: &[Option<Mimic>],
    first: &[Option<usize>],
    dofs: &mut [Dof],
    report: &mut Report,
) {
    for (joint, mimic) in joints.iter().zip(mimics) {
        let (Some(mimic), Some(limits)) = (mimic, joint.limits) else { continue };
        let Some(dof) = first[mimic.joint].and_then(|index| dofs.get_mut(index)) else { continue };
        let range = Limits { lower: dof.lower, upper: dof.upper };
        if mimic.multiplier == 0.0 || range.lower >= range.upper {
            continue;
        }
        match narrow(range, mimic, limits) {
            Some(narrowed) => {
                dof.limited = true;
                dof.wraps = false;
                // Limits that were meant to be the same differ in their last digits.
                let slack = 1e-6 * (range.upper - range.lower);
                if narrowed.lower - range.lower <= slack && range.upper - narrowed.upper <= slack {
                    continue;
                }
                let what = format!(
                    "The range of '{}' was narrowed to {} ... {} by the limits of '{}', which follows it.",
                    dof.name, narrowed.lower, narrowed.upper, joint.name
                );
                report.push(joint.line, Diagnostic::info("limit-narrowed", what));
                dof.lower = narrowed.lower;
                dof.upper = narrowed.upper;
            }
            None => {
                let what = format!(
                    "The limits of '{}' leave no range for '{}', which it follows; they were ignored.",
                    joint.name, dof.name
                );
                let mend = "Correct the limits, the multiplier or the offset.";
                report.push(joint.line, Diagnostic::warning("limit-mimic", what).mend(mend));
            }
        }
    }
}
