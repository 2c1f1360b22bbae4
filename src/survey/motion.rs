//! Relative poses for very many configurations: sines and cosines are computed once per variable and sample, and shared
//! by all chains.

use crate::math::Pose;
use crate::robot::{RelativeChain, StepKind};

/// `value = multiplier * q[dof] + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Variable {
    pub kind: StepKind,
    pub dof: usize,
    pub multiplier: f64,
    pub offset: f64,
}

/// A [`RelativeChain`] whose steps refer to shared variables.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    pub base: Pose,
    pub steps: Vec<Step>,
    /// The degrees of freedom that move it.
    pub dofs: Vec<usize>,
    /// Per degree of freedom in `dofs`: the pose is the same again after a full turn of it.
    pub periodic: Vec<bool>,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub kind: StepKind,
    /// Index into the list of variables.
    pub variable: usize,
    pub then: Pose,
}

impl Motion {
    /// Adds to `variables` what is not yet there.
    pub fn new(chain: &RelativeChain, variables: &mut Vec<Variable>) -> Self {
        let steps = chain
            .steps
            .iter()
            .map(|s| {
                let wanted = Variable { kind: s.kind, dof: s.dof, multiplier: s.multiplier, offset: s.offset };
                let variable = variables.iter().position(|v| *v == wanted).unwrap_or_else(|| {
                    variables.push(wanted);
                    variables.len() - 1
                });
                Step { kind: s.kind, variable, then: s.then }
            })
            .collect();
        let whole_turns = |dof: usize| {
            let mut steps = chain.steps.iter().filter(|s| s.dof == dof);
            steps.all(|s| s.kind == StepKind::Turn && s.multiplier.fract() == 0.0)
        };
        let periodic = chain.dofs.iter().map(|&dof| whole_turns(dof)).collect();
        Self { base: chain.base, steps, dofs: chain.dofs.clone(), periodic }
    }

    /// The pose. `value(variable)` gives sine and cosine of a turn, or the length of a slide and anything.
    #[inline]
    pub fn pose(&self, value: impl Fn(usize) -> [f64; 2]) -> Pose {
        let mut pose = self.base;
        for step in &self.steps {
            let [s, c] = value(step.variable);
            let r = &mut pose.rotation;
            match step.kind {
                StepKind::Turn => {
                    let (x, y) = (r.column(0).into_owned(), r.column(1).into_owned());
                    r.set_column(0, &(x * c + y * s));
                    r.set_column(1, &(y * c - x * s));
                }
                StepKind::Slide => pose.translation += r.column(2) * s,
            }
            pose = pose * step.then;
        }
        pose
    }
}

impl Variable {
    /// What [`Motion::pose`] wants to know when the degree of freedom is at `q`.
    pub fn value(&self, q: f64) -> [f64; 2] {
        let value = self.multiplier * q + self.offset;
        match self.kind {
            StepKind::Turn => {
                let (s, c) = libm::sincos(value);
                [s, c]
            }
            StepKind::Slide => [value, value],
        }
    }
}
