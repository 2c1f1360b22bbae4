//! Where the links are at a configuration.

use super::model::{Joint, JointKind, Robot};
use crate::math::{Mat3, Pose, Vec3};

impl Joint {
    /// The number of values that move this joint: 0 fixed, 1, 3 planar (x, y, yaw), or 6 floating (x, y, z, roll,
    /// pitch, yaw).
    pub fn value_count(&self) -> usize {
        match self.kind {
            JointKind::Fixed => 0,
            JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic => 1,
            JointKind::Planar => 3,
            JointKind::Floating => 6,
        }
    }

    /// The motion away from the joint's zero, in the joint frame: the child link's frame seen from the joint frame.
    ///
    /// `values` in radians and metres as [`Joint::value_count`] says; absent ones are 0. A planar joint slides along
    /// the x and y axes of its plane and turns about the plane's normal; the plane's axes are those of the joint frame
    /// turned the shortest way so that z becomes the normal (for an axis 0 0 1: the frame's own). A floating joint
    /// moves by (x, y, z) and turns by fixed-axis roll, pitch and yaw as a URDF origin does.
    pub fn motion(&self, values: &[f64]) -> Pose {
        let value = |i: usize| values.get(i).copied().unwrap_or(0.0);
        match self.kind {
            JointKind::Fixed => Pose::identity(),
            JointKind::Revolute | JointKind::Continuous => Pose::from_axis_angle(&self.axis, value(0)),
            JointKind::Prismatic => Pose::from_translation(self.axis * value(0)),
            JointKind::Planar => {
                let plane = z_to(&self.axis);
                let turn = Pose::from_axis_angle(&self.axis, value(2));
                Pose::new(turn.rotation, plane * Vec3::new(value(0), value(1), 0.0))
            }
            JointKind::Floating => Pose::from_xyz_rpy([value(0), value(1), value(2)], [value(3), value(4), value(5)]),
        }
    }
}

impl Robot {
    pub fn link_index(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    pub fn joint_index(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    pub fn dof_index(&self, name: &str) -> Option<usize> {
        self.dofs.iter().position(|dof| dof.name == name)
    }

    /// The range of each degree of freedom, radians or metres.
    pub fn ranges(&self) -> Vec<(f64, f64)> {
        self.dofs.iter().map(|dof| (dof.lower, dof.upper)).collect()
    }

    /// The range of each degree of freedom, narrowed by its joint's `safety_controller` soft limits where the file
    /// gives some that leave a range.
    pub fn soft_ranges(&self) -> Vec<(f64, f64)> {
        let narrowed = |dof: &super::Dof| {
            let soft = self.joints.get(dof.joint).and_then(|joint| joint.soft_limits);
            let (lower, upper) =
                soft.map_or((dof.lower, dof.upper), |soft| (dof.lower.max(soft.lower), dof.upper.min(soft.upper)));
            if lower < upper { (lower, upper) } else { (dof.lower, dof.upper) }
        };
        self.dofs.iter().map(narrowed).collect()
    }

    /// The home configuration: 0, or the end of the range that is nearest to it.
    pub fn home(&self) -> Vec<f64> {
        self.dofs.iter().map(|dof| 0.0_f64.max(dof.lower).min(dof.upper)).collect()
    }

    /// The own values of a joint at configuration `q` (see [`Joint::value_count`]), mimicking applied. Absent
    /// variables are 0.
    pub fn joint_values(&self, joint: usize, q: &[f64]) -> Vec<f64> {
        let (values, count) = self.values_of(joint, q);
        values.into_iter().take(count).collect()
    }

    /// The pose of a joint's child link in its parent link at the joint's own values.
    pub fn joint_transform(&self, joint: usize, values: &[f64]) -> Pose {
        match self.joints.get(joint) {
            Some(joint) => joint.origin * joint.motion(values),
            None => Pose::identity(),
        }
    }

    /// The pose of every link in the root link's frame at configuration `q`, in the order of `links`. `q` holds one
    /// value per degree of freedom, radians or metres; absent ones are 0, further ones are ignored.
    pub fn forward_kinematics(&self, q: &[f64], out: &mut Vec<Pose>) {
        out.clear();
        out.resize(self.links.len(), Pose::identity());
        for (index, joint) in self.joints.iter().enumerate() {
            let Some(parent) = out.get(joint.parent).copied() else { continue };
            let (values, count) = self.values_of(index, q);
            let local = joint.origin * joint.motion(values.get(..count).unwrap_or(&[]));
            if let Some(child) = out.get_mut(joint.child) {
                *child = parent * local;
            }
        }
    }

    fn values_of(&self, joint: usize, q: &[f64]) -> ([f64; 6], usize) {
        let mut values = [0.0; 6];
        let Some(joint) = self.joints.get(joint) else { return (values, 0) };
        let variable = |index: usize| q.get(index).copied().unwrap_or(0.0);
        let count = joint.value_count();
        if let Some(mimic) = &joint.mimic {
            let leader = self.joints.get(mimic.joint).and_then(|leader| leader.dof);
            values[0] = mimic.multiplier * leader.map_or(0.0, variable) + mimic.offset;
        } else if let Some(first) = joint.dof {
            for (i, value) in values.iter_mut().take(count).enumerate() {
                *value = variable(first + i);
            }
        }
        (values, count)
    }
}

/// The rotation that takes z the shortest way to a unit vector (half a turn about x for -z).
///
/// With `v = z x n` and `c = z . n` it is `I + [v] + [v]^2 / (1 + c)` (Moller and Hughes 1999).
pub(super) fn z_to(n: &Vec3) -> Mat3 {
    if n.z < -1.0 + 1e-12 {
        return Mat3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0);
    }
    let h = 1.0 / (1.0 + n.z);
    Mat3::new(1.0 - h * n.x * n.x, -h * n.x * n.y, n.x, -h * n.x * n.y, 1.0 - h * n.y * n.y, n.y, -n.x, -n.y, n.z)
}
