//! The relative pose of two links from the few variables between them.

use super::kinematics::z_to;
use super::model::{JointKind, Robot};
use crate::math::{Mat3, Pose, Vec3};

/// What a step of a chain does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// Turns about z, radians.
    Turn,
    /// Slides along z, metres.
    Slide,
}

/// One elementary motion and the fixed transform that follows it. The motion is about or along the z axis of the
/// frame that the steps before have reached; its value is `multiplier * q[dof] + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainStep {
    pub kind: StepKind,
    /// Index into [`Robot::dofs`].
    pub dof: usize,
    pub multiplier: f64,
    pub offset: f64,
    /// From the moved frame to the frame of the next step, or to link b.
    pub then: Pose,
}

/// The pose of link b in link a's frame as a function of the configuration:
/// `base * motion_1(q) * then_1 * motion_2(q) * then_2 * ...`.
///
/// Only the moving joints on the path between the links are steps. Joints on a's side of their common ancestor are
/// run backwards (negative multiplier). Fixed transforms are folded together, and every axis is turned to z, so that
/// a step costs two columns and one product. A planar or floating joint is three or six steps; a mimicking joint is a
/// step of the variable that it follows, so one variable may move several steps.
#[derive(Clone, Debug, PartialEq)]
pub struct RelativeChain {
    /// The distinct variables in the order in which the path from a to b meets them.
    pub dofs: Vec<usize>,
    pub base: Pose,
    pub steps: Vec<ChainStep>,
}

impl RelativeChain {
    /// The pose of link b in link a's frame. `q` is a whole configuration of the robot; absent values are 0.
    pub fn relative_pose(&self, q: &[f64]) -> Pose {
        let mut pose = self.base;
        for step in &self.steps {
            let value = step.multiplier * q.get(step.dof).copied().unwrap_or(0.0) + step.offset;
            match step.kind {
                StepKind::Turn => {
                    let (s, c) = libm::sincos(value);
                    turn(&mut pose.rotation, s, c);
                }
                StepKind::Slide => pose.translation += pose.rotation.column(2) * value,
            }
            pose = pose * step.then;
        }
        pose
    }

    /// The same with the value of each of `dofs` instead of a whole configuration.
    pub fn relative_pose_of(&self, values: &[f64]) -> Pose {
        let mut pose = self.base;
        for step in &self.steps {
            let own = self.dofs.iter().position(|&dof| dof == step.dof);
            let value = own.and_then(|own| values.get(own)).copied().unwrap_or(0.0);
            let value = step.multiplier * value + step.offset;
            match step.kind {
                StepKind::Turn => {
                    let (s, c) = libm::sincos(value);
                    turn(&mut pose.rotation, s, c);
                }
                StepKind::Slide => pose.translation += pose.rotation.column(2) * value,
            }
            pose = pose * step.then;
        }
        pose
    }

    /// True if no variable moves the two links against each other.
    pub fn is_rigid(&self) -> bool {
        self.steps.is_empty()
    }
}

/// `rotation * Rz` for the sine and cosine of the angle.
fn turn(rotation: &mut Mat3, s: f64, c: f64) {
    let x: Vec3 = rotation.column(0).into_owned();
    let y: Vec3 = rotation.column(1).into_owned();
    rotation.set_column(0, &(x * c + y * s));
    rotation.set_column(1, &(y * c - x * s));
}

/// A motion about or along an axis of the frame reached so far.
#[derive(Clone, Copy)]
struct Elementary {
    kind: StepKind,
    /// Takes z to the axis.
    frame: Mat3,
    dof: usize,
    multiplier: f64,
    offset: f64,
}

/// Builds a chain from fixed transforms and motions as they come.
struct Builder {
    chain: RelativeChain,
}

impl Builder {
    fn fixed(&mut self, pose: Pose) {
        let last = self.chain.steps.last_mut().map_or(&mut self.chain.base, |step| &mut step.then);
        *last = *last * pose;
    }

    fn motion(&mut self, motion: &Elementary) {
        let frame = Pose::new(motion.frame, Vec3::zeros());
        self.fixed(frame);
        if motion.multiplier == 0.0 {
            self.fixed(match motion.kind {
                StepKind::Turn => Pose::from_axis_angle(&Vec3::z(), motion.offset),
                StepKind::Slide => Pose::from_translation(Vec3::z() * motion.offset),
            });
            self.fixed(frame.inverse());
            return;
        }
        let Elementary { kind, dof, multiplier, offset, .. } = *motion;
        self.chain.steps.push(ChainStep { kind, dof, multiplier, offset, then: frame.inverse() });
        if !self.chain.dofs.contains(&dof) {
            self.chain.dofs.push(dof);
        }
    }
}

impl Robot {
    /// The relative pose of link `b` in link `a` as a function of the variables between them. Both are indices into
    /// `links`; for an index out of range the chain is the identity.
    pub fn chain(&self, a: usize, b: usize) -> RelativeChain {
        let chain = RelativeChain { dofs: Vec::new(), base: Pose::identity(), steps: Vec::new() };
        let mut builder = Builder { chain };
        let (up, down) = self.path(a, b);
        for joint in up {
            for motion in self.elementary(joint).iter().rev() {
                let (multiplier, offset) = (-motion.multiplier, -motion.offset);
                builder.motion(&Elementary { multiplier, offset, ..*motion });
            }
            if let Some(joint) = self.joints.get(joint) {
                builder.fixed(joint.origin.inverse());
            }
        }
        for joint in down {
            if let Some(joint) = self.joints.get(joint) {
                builder.fixed(joint.origin);
            }
            for motion in self.elementary(joint) {
                builder.motion(&motion);
            }
        }
        builder.chain
    }

    /// The joints from link `a` up to the common ancestor, and from there down to link `b`, in the order of the way.
    pub fn path(&self, a: usize, b: usize) -> (Vec<usize>, Vec<usize>) {
        let mut up = self.joints_above(a);
        let mut down = self.joints_above(b);
        while up.last().is_some() && up.last() == down.last() {
            up.pop();
            down.pop();
        }
        down.reverse();
        (up, down)
    }

    /// The joints from a link to the root.
    fn joints_above(&self, link: usize) -> Vec<usize> {
        let mut joints = Vec::new();
        let mut at = link;
        while let Some(joint) = self.parent_joint.get(at).copied().flatten() {
            joints.push(joint);
            match self.joints.get(joint) {
                // A tree has fewer joints than links; more would be a loop.
                Some(joint) if joints.len() < self.links.len() => at = joint.parent,
                _ => break,
            }
        }
        joints
    }

    /// The motion of a joint as elementary motions, in order.
    fn elementary(&self, joint: usize) -> Vec<Elementary> {
        let Some(joint) = self.joints.get(joint) else { return Vec::new() };
        let (dof, multiplier, offset) = match &joint.mimic {
            Some(mimic) => {
                let leader = self.joints.get(mimic.joint).and_then(|leader| leader.dof);
                match leader {
                    Some(dof) => (dof, mimic.multiplier, mimic.offset),
                    None => (0, 0.0, mimic.offset),
                }
            }
            None => match joint.dof {
                Some(dof) => (dof, 1.0, 0.0),
                None => return Vec::new(),
            },
        };
        let about = |kind, axis: &Vec3, first: usize| {
            let frame = z_to(axis);
            Elementary { kind, frame, dof: dof + first, multiplier, offset }
        };
        match joint.kind {
            JointKind::Fixed => Vec::new(),
            JointKind::Revolute | JointKind::Continuous => vec![about(StepKind::Turn, &joint.axis, 0)],
            JointKind::Prismatic => vec![about(StepKind::Slide, &joint.axis, 0)],
            JointKind::Planar => {
                let plane = z_to(&joint.axis);
                vec![
                    about(StepKind::Slide, &plane.column(0).into_owned(), 0),
                    about(StepKind::Slide, &plane.column(1).into_owned(), 1),
                    about(StepKind::Turn, &joint.axis, 2),
                ]
            }
            JointKind::Floating => vec![
                about(StepKind::Slide, &Vec3::x(), 0),
                about(StepKind::Slide, &Vec3::y(), 1),
                about(StepKind::Slide, &Vec3::z(), 2),
                about(StepKind::Turn, &Vec3::z(), 5),
                about(StepKind::Turn, &Vec3::y(), 4),
                about(StepKind::Turn, &Vec3::x(), 3),
            ],
        }
    }
}
