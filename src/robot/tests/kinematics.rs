//! Poses against closed forms, and chains against poses.

use super::super::{Robot, StepKind};
use super::structure::build;
use crate::math::{Pose, Vec3};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

fn poses(robot: &Robot, q: &[f64]) -> Vec<Pose> {
    let mut out = Vec::new();
    robot.forward_kinematics(q, &mut out);
    out
}

fn far(a: &Pose, b: &Pose) -> f64 {
    (a.rotation - b.rotation).abs().max().max((a.translation - b.translation).abs().max())
}

#[test]
fn a_planar_arm_by_hand() {
    let next = "<origin xyz=\"2 0 0\"/>";
    let parsed = build(&[
        ("j1", "continuous", "a", "b", ""),
        ("j2", "continuous", "b", "c", next),
        ("t", "fixed", "c", "d", next),
    ]);
    let tip = poses(&parsed.robot, &[FRAC_PI_3, FRAC_PI_2])[3];
    // 2 (cos 60 + cos 150), 2 (sin 60 + sin 150)
    let expected = Vec3::new(1.0 - 3.0_f64.sqrt(), 3.0_f64.sqrt() + 1.0, 0.0);
    assert!((tip.translation - expected).norm() < 1e-15);
}

#[test]
fn planar_and_floating_joints() {
    let parsed = build(&[("p", "planar", "a", "b", "<origin xyz=\"0 0 1\"/>")]);
    let pose = poses(&parsed.robot, &[0.2, 0.3, FRAC_PI_2])[1];
    assert!((pose.translation - Vec3::new(0.2, 0.3, 1.0)).norm() < 1e-15);
    assert!((pose.rotation * Vec3::x() - Vec3::y()).norm() < 1e-15);

    let parsed = build(&[("f", "floating", "a", "b", "")]);
    let q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    let pose = poses(&parsed.robot, &q)[1];
    assert!(far(&pose, &Pose::from_xyz_rpy([0.1, 0.2, 0.3], [0.4, 0.5, 0.6])) < 1e-15);
    assert!(far(&parsed.robot.chain(0, 1).relative_pose(&q), &pose) < 1e-15);
    assert!(far(&parsed.robot.chain(1, 0).relative_pose(&q), &pose.inverse()) < 1e-15);
}

#[test]
fn a_prismatic_follower_slides_with_its_leader() {
    let parsed = build(&[
        ("l", "prismatic", "a", "b", "<limit lower=\"0\" upper=\"0.04\"/>"),
        (
            "r",
            "prismatic",
            "a",
            "c",
            "<origin rpy=\"3.141592653589793 0 0\"/><mimic joint=\"l\" multiplier=\"0.5\" offset=\"0.01\"/>",
        ),
    ]);
    let all = poses(&parsed.robot, &[0.03]);
    assert!((all[1].translation - Vec3::new(0.0, 0.0, 0.03)).norm() < 1e-15);
    assert!((all[2].translation - Vec3::new(0.0, 0.0, -0.025)).norm() < 1e-15);
    let chain = parsed.robot.chain(1, 2);
    assert_eq!(chain.dofs, [0]);
    assert_eq!(chain.steps.len(), 2);
    assert_eq!(chain.steps[0].kind, StepKind::Slide);
}

#[test]
fn short_and_long_configurations_do_no_harm() {
    let parsed = build(&[("j1", "continuous", "a", "b", ""), ("j2", "continuous", "b", "c", "")]);
    assert_eq!(poses(&parsed.robot, &[]), poses(&parsed.robot, &[0.0, 0.0, 7.0]));
    assert_eq!(parsed.robot.chain(7, 9).relative_pose(&[]), Pose::identity());
    assert_eq!(parsed.robot.joint_values(9, &[1.0]), Vec::<f64>::new());
}

/// A random tree with every kind of joint, skew axes and followers.
fn random_robot() -> impl Strategy<Value = Robot> {
    let number = || -1.0..1.0_f64;
    let joint = (
        0..6_usize,
        any::<proptest::sample::Index>(),
        [number(), number(), number()],
        [number(), number(), number()],
        [number(), number(), number()],
        (any::<bool>(), any::<proptest::sample::Index>(), number(), number()),
    );
    prop::collection::vec(joint, 1..9).prop_map(|joints| {
        let kinds = ["fixed", "revolute", "continuous", "prismatic", "planar", "floating"];
        let mut body = String::from("<link name=\"l0\"/>");
        let mut leaders: Vec<usize> = Vec::new();
        for (i, (kind, parent, xyz, rpy, axis, (follows, leader, m, o))) in joints.into_iter().enumerate() {
            let list = |v: [f64; 3]| format!("{} {} {}", v[0], v[1], v[2]);
            let axis = if axis.iter().all(|v| v.abs() < 1e-3) { [0.0, 0.0, -1.0] } else { axis };
            let mimic = if follows && !leaders.is_empty() {
                format!("<mimic joint=\"j{}\" multiplier=\"{m}\" offset=\"{o}\"/>", leader.get(&leaders))
            } else {
                String::new()
            };
            if (1..=3).contains(&kind) && mimic.is_empty() {
                leaders.push(i + 1);
            }
            body += &format!(
                "<link name=\"l{}\"/><joint name=\"j{}\" type=\"{}\"><parent link=\"l{}\"/><child link=\"l{}\"/>\
                 <origin xyz=\"{}\" rpy=\"{}\"/><axis xyz=\"{}\"/>{mimic}</joint>",
                i + 1,
                i + 1,
                kinds[kind],
                parent.index(i + 1),
                i + 1,
                list(xyz),
                list(rpy),
                list(axis)
            );
        }
        super::robot_of(&body).robot
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chains_agree_with_forward_kinematics(robot in random_robot(), values in prop::collection::vec(-3.0..3.0_f64, 54)) {
        let all = poses(&robot, &values);
        // Rounding grows with how far the links are from the root: turns multiply it by their distance.
        let size = all.iter().map(|pose| pose.translation.norm()).fold(1.0, f64::max);
        for a in 0..robot.links.len() {
            for b in 0..robot.links.len() {
                let chain = robot.chain(a, b);
                let expected = all[a].relative(&all[b]);
                prop_assert!(far(&chain.relative_pose(&values), &expected) < 1e-12 * size);
                let few: Vec<f64> = chain.dofs.iter().map(|&dof| values[dof]).collect();
                prop_assert_eq!(chain.relative_pose_of(&few), chain.relative_pose(&values));
                prop_assert_eq!(chain.is_rigid(), robot.same_body(a, b));
            }
        }
    }

    #[test]
    fn local_transforms_make_up_the_whole(robot in random_robot(), values in prop::collection::vec(-3.0..3.0_f64, 54)) {
        let all = poses(&robot, &values);
        let size = all.iter().map(|pose| pose.translation.norm()).fold(1.0, f64::max);
        for (index, joint) in robot.joints.iter().enumerate() {
            let local = robot.joint_transform(index, &robot.joint_values(index, &values));
            prop_assert!(far(&(all[joint.parent] * local), &all[joint.child]) < 1e-12 * size);
        }
    }
}
