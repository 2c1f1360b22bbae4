//! The pose of one rigid body seen from another, as a product of fixed poses and turns or slides along z: the cheapest
//! form in which to evaluate it for very many configurations.

use super::bodies::{Bodies, Elementary, ElementaryKind};
use crate::math::{Mat3, Pose, Vec3};
use crate::robot::Robot;

/// The motion of body B in the frame of body A: `first * M1 * then1 * M2 * then2 ...`, every `M` a turn about or a
/// slide along its own z axis by the value of one variable.
#[derive(Clone, Debug)]
pub struct RelativeMotion {
    pub first: Pose,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub kind: ElementaryKind,
    /// Index into [`Bodies::variables`].
    pub variable: usize,
    pub then: Pose,
}

/// A rotation whose third column is the unit vector `axis`.
pub(crate) fn frame_of_axis(axis: &Vec3) -> Mat3 {
    if axis.x == 0.0 && axis.y == 0.0 && axis.z > 0.0 {
        return Mat3::identity();
    }
    let a = [axis.x.abs(), axis.y.abs(), axis.z.abs()];
    let helper = if a[0] <= a[1] && a[0] <= a[2] {
        Vec3::x()
    } else if a[1] <= a[2] {
        Vec3::y()
    } else {
        Vec3::z()
    };
    let x = helper.cross(axis).normalize();
    let y = axis.cross(&x);
    Mat3::from_columns(&[x, y, *axis])
}

impl RelativeMotion {
    /// The motion of body `b` seen from body `a`.
    pub fn between(robot: &Robot, bodies: &Bodies, a: usize, b: usize) -> Self {
        let (up, down) = bodies.path(robot, a, b);
        let mut motion = Self { first: Pose::identity(), steps: Vec::new() };
        for joint in up {
            for e in bodies.joint_motion(joint).iter().rev() {
                match e {
                    Elementary::Fixed(pose) => motion.push_fixed(&pose.inverse()),
                    Elementary::Moving { kind, axis, variable } => motion.push_moving(*kind, &-axis, *variable),
                }
            }
        }
        for joint in down {
            for e in bodies.joint_motion(joint) {
                match e {
                    Elementary::Fixed(pose) => motion.push_fixed(pose),
                    Elementary::Moving { kind, axis, variable } => motion.push_moving(*kind, axis, *variable),
                }
            }
        }
        motion
    }

    fn push_fixed(&mut self, pose: &Pose) {
        let last = self.steps.last_mut().map_or(&mut self.first, |step| &mut step.then);
        *last = *last * *pose;
    }

    fn push_moving(&mut self, kind: ElementaryKind, axis: &Vec3, variable: usize) {
        let frame = frame_of_axis(axis);
        self.push_fixed(&Pose::new(frame, Vec3::zeros()));
        self.steps.push(Step { kind, variable, then: Pose::new(frame.transpose(), Vec3::zeros()) });
    }

    /// The pose of B in A. `value(variable)` gives sine and cosine of a turn, or the length of a slide and anything.
    #[inline]
    pub fn pose(&self, value: impl Fn(usize) -> [f64; 2]) -> Pose {
        let mut pose = self.first;
        for step in &self.steps {
            let [s, c] = value(step.variable);
            let r = &mut pose.rotation;
            match step.kind {
                ElementaryKind::Turn => {
                    let (x, y) = (r.column(0).into_owned(), r.column(1).into_owned());
                    r.set_column(0, &(x * c + y * s));
                    r.set_column(1, &(y * c - x * s));
                }
                ElementaryKind::Slide => pose.translation += r.column(2) * s,
            }
            pose = pose * step.then;
        }
        pose
    }
}
