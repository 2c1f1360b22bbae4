//! Rigid bodies: links joined by fixed joints only, with their shapes in one frame, so that pairs of shapes on the same
//! two bodies share one relative pose.

use crate::math::Pose;
use crate::robot::{RelativeChain, Robot};
use crate::shapes::{BoundingSphere, Hull, Obb, ShapeGeometry};
use std::sync::Arc;

/// The rigid bodies of a robot. A body's frame is that of its topmost link.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    /// Per link its body.
    pub body: Vec<usize>,
    /// Per link its pose in its body's frame.
    pub in_body: Vec<Pose>,
    /// Per body its topmost link.
    top: Vec<usize>,
}

impl Bodies {
    pub fn new(robot: &Robot) -> Self {
        let body = robot.bodies();
        let mut top = vec![robot.root; body.iter().max().map_or(0, |last| last + 1)];
        // Parents first: the first joint that enters a body leads to its topmost link.
        for joint in &robot.joints {
            if body[joint.parent] != body[joint.child] {
                top[body[joint.child]] = joint.child;
            }
        }
        let in_body = (0..robot.links.len()).map(|link| robot.chain(top[body[link]], link).base).collect();
        Self { body, in_body, top }
    }

    pub fn count(&self) -> usize {
        self.top.len()
    }

    /// The pose of body `b` in body `a`'s frame as a function of the configuration.
    pub fn chain(&self, robot: &Robot, a: usize, b: usize) -> RelativeChain {
        robot.chain(self.top[a], self.top[b])
    }
}

/// The chain without the degrees of freedom whose range is a single value.
pub(crate) fn without_fixed(chain: &RelativeChain, ranges: &[(f64, f64)]) -> RelativeChain {
    let is_fixed = |dof: usize| ranges.get(dof).is_some_and(|(lower, upper)| lower == upper);
    let mut rest = RelativeChain { dofs: Vec::new(), base: chain.base, steps: Vec::new() };
    rest.dofs.extend(chain.dofs.iter().copied().filter(|&dof| !is_fixed(dof)));
    for step in &chain.steps {
        if !is_fixed(step.dof) {
            rest.steps.push(*step);
            continue;
        }
        let one = RelativeChain { dofs: vec![step.dof], base: Pose::identity(), steps: vec![*step] };
        let pose = one.relative_pose_of(&[ranges[step.dof].0]);
        let last = rest.steps.last_mut().map_or(&mut rest.base, |s| &mut s.then);
        *last = *last * pose;
    }
    rest
}

/// A geometry of a link, moved to the frame of the link's body.
pub(crate) fn placed(geometry: &ShapeGeometry, in_body: &Pose) -> ShapeGeometry {
    match geometry {
        ShapeGeometry::Sphere(s) => {
            ShapeGeometry::Sphere(BoundingSphere { center: in_body.transform_point(&s.center), radius: s.radius })
        }
        ShapeGeometry::Box(b) => ShapeGeometry::Box(Obb {
            center: in_body.transform_point(&b.center),
            rotation: in_body.rotation * b.rotation,
            half_extents: b.half_extents,
        }),
        ShapeGeometry::Hull(_) if *in_body == Pose::identity() => geometry.clone(),
        ShapeGeometry::Hull(hull) => {
            let mut moved = Hull::clone(hull);
            moved.vertices.iter_mut().for_each(|v| *v = in_body.transform_point(v));
            ShapeGeometry::Hull(Arc::new(moved))
        }
    }
}
