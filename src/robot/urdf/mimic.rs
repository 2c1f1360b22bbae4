//! Which joint follows which, and what that does to the ranges.

use super::super::model::{JointKind, Limits, Mimic};
use super::joint::WrittenJoint;
use super::source::Report;
use super::tree::nearest;
use crate::diagnostics::Diagnostic;
use std::collections::BTreeMap;

/// Per joint the independent joint it follows, chains composed. What follows nothing that exists or moves, or goes
/// round in a circle, is reported and moves freely.
pub(super) fn resolve_mimics(joints: &[WrittenJoint], report: &mut Report) -> Vec<Option<Mimic>> {
    let by_name: BTreeMap<&str, usize> = joints.iter().enumerate().map(|(i, j)| (j.name.as_str(), i)).collect();
    let mut direct: Vec<Option<Mimic>> = Vec::with_capacity(joints.len());
    for joint in joints {
        direct.push(direct_mimic(joint, joints, &by_name, report));
    }
    free_circles(&mut direct, joints, report);
    (0..joints.len()).map(|joint| compose(joint, &direct)).collect()
}

fn direct_mimic(
    joint: &WrittenJoint,
    joints: &[WrittenJoint],
    by_name: &BTreeMap<&str, usize>,
    report: &mut Report,
) -> Option<Mimic> {
    let written = joint.mimic.as_ref()?;
    let mut free = |code: &str, what: String, mend: String| {
        report.push(written.line, Diagnostic::warning(code, what).mend(mend));
        None
    };
    if matches!(joint.kind, JointKind::Planar | JointKind::Floating) {
        let what = format!("The <mimic> of joint '{}' was ignored: it has several variables.", joint.name);
        return free("mimic-kind", what, String::new());
    }
    let Some(&leader) = by_name.get(written.joint.as_str()) else {
        let what = format!("Joint '{}' mimics '{}', which is not defined; it moves freely.", joint.name, written.joint);
        let mend = match nearest(&written.joint, by_name.keys().copied()) {
            Some(name) => format!("Is '{name}' meant?"),
            None => "Name a joint of this robot.".into(),
        };
        return free("mimic-unknown", what, mend);
    };
    if matches!(joints[leader].kind, JointKind::Fixed | JointKind::Planar | JointKind::Floating) {
        let what = format!(
            "Joint '{}' mimics '{}', which has no single variable; it moves freely.",
            joint.name, written.joint
        );
        return free("mimic-kind", what, "Name a revolute, continuous or prismatic joint.".into());
    }
    Some(Mimic { joint: leader, multiplier: written.multiplier, offset: written.offset })
}

/// Frees every joint that follows itself, directly or through others.
fn free_circles(direct: &mut [Option<Mimic>], joints: &[WrittenJoint], report: &mut Report) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        OnPath,
        Done,
    }
    let mut marks = vec![Mark::New; joints.len()];
    for start in 0..joints.len() {
        let mut path = Vec::new();
        let mut at = start;
        while marks[at] == Mark::New {
            marks[at] = Mark::OnPath;
            path.push(at);
            match &direct[at] {
                Some(mimic) => at = mimic.joint,
                None => break,
            }
        }
        if marks[at] == Mark::OnPath
            && direct[at].is_some()
            && let Some(first) = path.iter().position(|&joint| joint == at)
        {
            for &joint in &path[first..] {
                direct[joint] = None;
                let line = joints[joint].mimic.as_ref().map_or(joints[joint].line, |mimic| mimic.line);
                let what = format!("Joint '{}' mimics itself in a circle; it moves freely.", joints[joint].name);
                let mend = "Let one joint of the circle mimic nothing.";
                report.push(line, Diagnostic::warning("mimic-cycle", what).mend(mend));
            }
        }
        for joint in path {
            marks[joint] = Mark::Done;
        }
    }
}

/// Follows a chain to its end: `m1 (m2 x + o2) + o1 = m1 m2 x + (m1 o2 + o1)`.
fn compose(joint: usize, direct: &[Option<Mimic>]) -> Option<Mimic> {
    let mut result = direct[joint].clone()?;
    while let Some(next) = &direct[result.joint] {
        result.offset += result.multiplier * next.offset;
        result.multiplier *= next.multiplier;
        result.joint = next.joint;
    }
    Some(result)
}

/// Narrows the range of a joint by the limits of one that follows it. `None` if nothing (or nothing usable) is left.
pub(super) fn narrow(range: Limits, mimic: &Mimic, limits: Limits) -> Option<Limits> {
    if mimic.multiplier == 0.0 || limits.lower >= limits.upper {
        return None;
    }
    let a = (limits.lower - mimic.offset) / mimic.multiplier;
    let b = (limits.upper - mimic.offset) / mimic.multiplier;
    let narrowed = Limits { lower: range.lower.max(a.min(b)), upper: range.upper.min(a.max(b)) };
    // Also false for what is not a number.
    (narrowed.lower < narrowed.upper).then_some(narrowed)
}
