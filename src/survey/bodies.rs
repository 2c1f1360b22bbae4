//! Rigid bodies: links that never move against each other, and the joints between them, taken apart into turns and
//! slides of one variable each.

use crate::math::{Pose, Vec3};
use crate::robot::{JointKind, Robot};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementaryKind {
    Turn,
    Slide,
}

/// What a joint is made of, from its parent link to its child link.
#[derive(Clone, Debug)]
pub enum Elementary {
    Fixed(Pose),
    Moving {
        kind: ElementaryKind,
        /// Unit vector.
        axis: Vec3,
        /// Index into [`Bodies::variables`].
        variable: usize,
    },
}

/// `value = multiplier * q[dof] + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variable {
    pub kind: ElementaryKind,
    pub dof: usize,
    pub multiplier: f64,
    pub offset: f64,
}

/// The rigid bodies of a robot, where a degree of freedom whose range is a single value counts as fixed.
#[derive(Clone, Debug)]
pub struct Bodies {
    /// Per link its body.
    pub body: Vec<usize>,
    /// Per link its pose in its body's frame, which is the frame of the body's topmost link.
    pub in_body: Vec<Pose>,
    pub variables: Vec<Variable>,
    /// Per body its topmost link.
    top: Vec<usize>,
    /// Per joint.
    motions: Vec<Vec<Elementary>>,
}

impl Bodies {
    /// `ranges` has one entry per degree of freedom.
    pub fn new(robot: &Robot, ranges: &[(f64, f64)]) -> Self {
        let mut variables = Vec::new();
        let motions: Vec<Vec<Elementary>> =
            (0..robot.joints.len()).map(|joint| elementary_motions(robot, joint, ranges, &mut variables)).collect();
        let n = robot.links.len();
        let mut bodies =
            Self { body: vec![usize::MAX; n], in_body: vec![Pose::identity(); n], variables, top: Vec::new(), motions };
        for link in 0..n {
            if robot.parent_joint.get(link).copied().flatten().is_none() {
                bodies.start_body(link);
            }
        }
        for (joint, motion) in robot.joints.iter().zip(bodies.motions.clone()) {
            match motion.as_slice() {
                [Elementary::Fixed(pose)] => {
                    bodies.body[joint.child] = bodies.body[joint.parent];
                    bodies.in_body[joint.child] = bodies.in_body[joint.parent] * *pose;
                }
                _ => bodies.start_body(joint.child),
            }
        }
        bodies
    }

    fn start_body(&mut self, link: usize) {
        self.body[link] = self.top.len();
        self.top.push(link);
    }

    pub fn count(&self) -> usize {
        self.top.len()
    }

    pub(super) fn joint_motion(&self, joint: usize) -> &[Elementary] {
        &self.motions[joint]
    }

    /// The joints from body `a` up to the last link that is above both, and from there down to body `b`.
    pub(super) fn path(&self, robot: &Robot, a: usize, b: usize) -> (Vec<usize>, Vec<usize>) {
        let ancestors = |body: usize| {
            let mut joints = Vec::new();
            let mut link = self.top[body];
            while let Some(joint) = robot.parent_joint[link] {
                joints.push(joint);
                link = robot.joints[joint].parent;
            }
            joints
        };
        let (mut up, mut down) = (ancestors(a), ancestors(b));
        while up.last().is_some() && up.last() == down.last() {
            up.pop();
            down.pop();
        }
        down.reverse();
        (up, down)
    }
}

/// Takes a joint apart. A joint that cannot move becomes one fixed pose.
fn elementary_motions(
    robot: &Robot,
    joint: usize,
    ranges: &[(f64, f64)],
    variables: &mut Vec<Variable>,
) -> Vec<Elementary> {
    let this = &robot.joints[joint];
    let mut motions = vec![Elementary::Fixed(this.origin)];
    let (own_dof, multiplier, offset) = match &this.mimic {
        Some(m) => (robot.joints[m.joint].dof, m.multiplier, m.offset),
        None => (this.dof, 1.0, 0.0),
    };
    let (Some(dof), kinds) = (own_dof, kinds_of(this.kind, &this.axis)) else {
        return motions;
    };
    for (kind, axis, which) in kinds {
        let dof = dof + which;
        let Some(&(lower, upper)) = ranges.get(dof) else { continue };
        if lower == upper || multiplier == 0.0 {
            let value = multiplier * lower + offset;
            push_fixed(
                &mut motions,
                match kind {
                    ElementaryKind::Turn => Pose::from_axis_angle(&axis, value),
                    ElementaryKind::Slide => Pose::from_translation(axis * value),
                },
            );
            continue;
        }
        let wanted = Variable { kind, dof, multiplier, offset };
        let variable = variables.iter().position(|v| *v == wanted).unwrap_or_else(|| {
            variables.push(wanted);
            variables.len() - 1
        });
        motions.push(Elementary::Moving { kind, axis, variable });
    }
    motions
}

fn push_fixed(motions: &mut Vec<Elementary>, pose: Pose) {
    match motions.last_mut() {
        Some(Elementary::Fixed(last)) => *last = *last * pose,
        _ => motions.push(Elementary::Fixed(pose)),
    }
}

/// The turns and slides of a joint in the order in which they are applied: kind, axis, and which of the joint's degrees
/// of freedom it is.
fn kinds_of(kind: JointKind, axis: &Vec3) -> Vec<(ElementaryKind, Vec3, usize)> {
    use ElementaryKind::{Slide, Turn};
    match kind {
        JointKind::Fixed => Vec::new(),
        JointKind::Revolute | JointKind::Continuous => vec![(Turn, *axis, 0)],
        JointKind::Prismatic => vec![(Slide, *axis, 0)],
        JointKind::Planar => {
            let frame = super::motion::frame_of_axis(axis);
            let (x, y) = (frame.column(0).into_owned(), frame.column(1).into_owned());
            vec![(Slide, x, 0), (Slide, y, 1), (Turn, *axis, 2)]
        }
        // Fixed-axis roll, pitch, yaw (3, 4, 5) are the turns yaw, pitch, roll about the moving axes.
        JointKind::Floating => vec![
            (Slide, Vec3::x(), 0),
            (Slide, Vec3::y(), 1),
            (Slide, Vec3::z(), 2),
            (Turn, Vec3::z(), 5),
            (Turn, Vec3::y(), 4),
            (Turn, Vec3::x(), 3),
        ],
    }
}
