//! Two bodies and the joints between them, as a function of few coordinates.

use super::revolve::revolve;
use crate::math::{Pose, Vec3};
use crate::proximity::ConvexBody;
use crate::robot::{RelativeChain, StepKind};
use std::f64::consts::PI;
use std::sync::Arc;

/// A body with what the bounds need of it. All in the body's frame, metres.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub body: Arc<ConvexBody>,
    /// A ball that contains the body.
    pub center: Vec3,
    pub radius: f64,
}

impl Side {
    pub fn new(body: Arc<ConvexBody>) -> Self {
        let (center, radius) = body.bounding_ball();
        Self { body, center, radius }
    }

    /// The largest distance of the body's points from a line and from a point on it.
    fn reach(&self, point: &Vec3, axis: &Vec3) -> (f64, f64) {
        let (mut from_line, mut from_point) = (0.0f64, 0.0f64);
        for v in self.body.vertices() {
            let d = v - point;
            from_line = from_line.max(d.cross(axis).norm());
            from_point = from_point.max(d.norm());
        }
        (from_line + self.body.margin(), from_point + self.body.margin())
    }
}

/// One turn or slide of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelStep {
    pub kind: StepKind,
    /// Index into [`Model::ranges`]; the step's value is `multiplier * coordinate + offset`.
    pub coordinate: usize,
    pub multiplier: f64,
    pub offset: f64,
    pub then: Pose,
    /// Upper bounds on the distance of any point of A and of B from this step's axis at any value of the coordinates.
    reach: [f64; 2],
}

/// Bodies A and B, and B's pose in A's frame as a function of the coordinates in `ranges`.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub a: Side,
    pub b: Side,
    pub first: Pose,
    pub steps: Vec<ModelStep>,
    pub ranges: Vec<(f64, f64)>,
    /// Per coordinate the degree of freedom it is, if this is the pair itself within the ranges: then a point of the
    /// model is a configuration. `None` for a model that only stands for it.
    pub dofs: Option<Vec<usize>>,
}

/// B's pose in A's frame at one point, and the line of every step's axis: a point and a unit direction, in A's frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Placement {
    pub pose: Pose,
    pub axes: Vec<(Vec3, Vec3)>,
}

impl Model {
    /// The model within the ranges of the robot's degrees of freedom. Joints that follow one another share a
    /// coordinate.
    pub fn within(chain: &RelativeChain, ranges: &[(f64, f64)], a: Side, b: Side) -> Self {
        let dofs = chain.dofs.clone();
        let steps = chain
            .steps
            .iter()
            .map(|s| ModelStep {
                kind: s.kind,
                coordinate: dofs.iter().position(|&dof| dof == s.dof).unwrap_or(0),
                multiplier: s.multiplier,
                offset: s.offset,
                then: s.then,
                reach: [0.0; 2],
            })
            .collect();
        let ranges = dofs.iter().map(|&dof| ranges[dof]).collect();
        Self { a, b, first: chain.base, steps, ranges, dofs: Some(dofs) }.with_reaches()
    }

    /// The model in which every turning joint takes any angle, also those that follow another. `None` if a joint
    /// slides: that motion has no end of its own.
    pub fn unlimited(chain: &RelativeChain, a: Side, b: Side) -> Option<Self> {
        if chain.steps.iter().any(|s| s.kind == StepKind::Slide) {
            return None;
        }
        let steps: Vec<ModelStep> = chain
            .steps
            .iter()
            .enumerate()
            .map(|(i, s)| ModelStep {
                kind: s.kind,
                coordinate: i,
                multiplier: 1.0,
                offset: 0.0,
                then: s.then,
                reach: [0.0; 2],
            })
            .collect();
        let ranges = vec![(-PI, PI); steps.len()];
        Some(Self { a, b, first: chain.base, steps, ranges, dofs: None }.with_reaches())
    }

    /// The model with A's solid of revolution about the first axis in A's place, and without that joint: clear only
    /// if this one is. `None` if the first joint slides or does not move on its own.
    pub fn revolved_first(&self) -> Option<Self> {
        let first = self.steps.first()?;
        if !self.turns_alone(0) {
            return None;
        }
        let body = revolve(&self.a.body, &self.first)?;
        let mut model = self.clone();
        model.a = Side::new(Arc::new(body));
        model.first = self.first * first.then;
        model.steps.remove(0);
        Some(model.without_coordinate(first.coordinate).with_reaches())
    }

    /// As [`Model::revolved_first`], for B and the last joint.
    pub fn revolved_last(&self) -> Option<Self> {
        let last = self.steps.last()?;
        if !self.turns_alone(self.steps.len() - 1) {
            return None;
        }
        let body = revolve(&self.b.body, &last.then.inverse())?;
        let mut model = self.clone();
        model.b = Side::new(Arc::new(body));
        model.steps.pop();
        let end = model.steps.last_mut().map_or(&mut model.first, |s| &mut s.then);
        *end = *end * last.then;
        Some(model.without_coordinate(last.coordinate).with_reaches())
    }

    fn turns_alone(&self, step: usize) -> bool {
        let this = &self.steps[step];
        this.kind == StepKind::Turn && self.steps.iter().filter(|s| s.coordinate == this.coordinate).count() == 1
    }

    fn without_coordinate(mut self, coordinate: usize) -> Self {
        self.ranges.remove(coordinate);
        self.dofs = None;
        for step in &mut self.steps {
            step.coordinate -= usize::from(step.coordinate > coordinate);
        }
        self
    }

    /// Fills in how far points can come from every axis: distances add up from the body outwards.
    fn with_reaches(mut self) -> Self {
        let n = self.steps.len();
        let slack = |model: &Self, i: usize| {
            let s = &model.steps[i];
            let (lower, upper) = model.ranges[s.coordinate];
            let at = |q: f64| (s.multiplier * q + s.offset).abs();
            if s.kind == StepKind::Slide { at(lower).max(at(upper)) } else { 0.0 }
        };
        // B: from the last axis inwards. `far` bounds the distance of B's points from the current joint's origin.
        let mut far = 0.0;
        for i in (0..n).rev() {
            let then = self.steps[i].then;
            let (from_line, from_point) = if i + 1 == n {
                let back = then.inverse();
                self.b.reach(&back.translation, &back.rotation.column(2).into_owned())
            } else {
                let t = then.translation;
                let next = slack(&self, i + 1) + far;
                (libm::sqrt(t.x * t.x + t.y * t.y) + next, t.norm() + next)
            };
            self.steps[i].reach[1] = from_line;
            far = from_point;
        }
        // A: from the first axis outwards.
        let mut far = 0.0;
        for i in 0..n {
            let (from_line, from_point) = if i == 0 {
                self.a.reach(&self.first.translation, &self.first.rotation.column(2).into_owned())
            } else {
                // The previous joint's origin seen from this joint.
                let t = self.steps[i - 1].then.inverse().translation;
                let next = slack(&self, i - 1) + far;
                (libm::sqrt(t.x * t.x + t.y * t.y) + next, t.norm() + next)
            };
            self.steps[i].reach[0] = from_line;
            far = from_point;
        }
        self
    }

    pub fn coordinates(&self) -> usize {
        self.ranges.len()
    }

    /// Where B is at the point `at`, one value per coordinate.
    pub fn place(&self, at: &[f64], placement: &mut Placement) {
        let mut pose = self.first;
        placement.axes.clear();
        for step in &self.steps {
            placement.axes.push((pose.translation, pose.rotation.column(2).into_owned()));
            let value = step.multiplier * at[step.coordinate] + step.offset;
            match step.kind {
                StepKind::Turn => {
                    let (s, c) = libm::sincos(value);
                    let (x, y) = (pose.rotation.column(0).into_owned(), pose.rotation.column(1).into_owned());
                    pose.rotation.set_column(0, &(x * c + y * s));
                    pose.rotation.set_column(1, &(y * c - x * s));
                }
                StepKind::Slide => pose.translation += pose.rotation.column(2) * value,
            }
            pose = pose * step.then;
        }
        placement.pose = pose;
    }

    pub(super) fn reach_of(&self, step: usize) -> [f64; 2] {
        self.steps[step].reach
    }
}
