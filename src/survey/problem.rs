//! The pairs of one shape type, grouped by the two rigid bodies that carry them.

use super::bodies::{Bodies, without_fixed};
use super::motion::{Motion, Variable};
use super::query::Solid;
use crate::math::{Pose, Vec3};
use crate::robot::Robot;
use crate::shapes::{ShapeSet, ShapeType, pair_index};
use std::sync::Arc;

/// A pair of shapes: indices into [`TypeProblem::solids`], the first on the group's first body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub a: u32,
    pub b: u32,
    /// Position in the order of [`pair_index`].
    pub index: u32,
}

/// All pairs between two bodies that move against each other.
pub(super) struct Group {
    pub motion: Motion,
    /// Centres of the geometry on either body, in the body's frame.
    pub centers: [Vec3; 2],
    pub pairs: Vec<Pair>,
    /// Where the group's pairs begin in a list of the tallies of all groups.
    pub first: usize,
}

/// Pairs whose distance never changes.
pub(super) struct ConstantPairs {
    pub pose: Pose,
    pub pairs: Vec<Pair>,
}

pub(super) struct TypeProblem {
    pub shape_type: ShapeType,
    pub pair_count: usize,
    pub solids: Vec<Arc<Solid>>,
    pub groups: Vec<Group>,
    pub constants: Vec<ConstantPairs>,
    /// The number of pairs in all groups.
    pub varying: usize,
    /// Of all groups' motions.
    pub variables: Vec<Variable>,
}

impl TypeProblem {
    /// `solids` in the order of `set.shapes`.
    pub fn new(robot: &Robot, bodies: &Bodies, ranges: &[(f64, f64)], set: &ShapeSet, solids: Vec<Arc<Solid>>) -> Self {
        let n = set.shapes.len();
        let mut on_body: Vec<Vec<usize>> = vec![Vec::new(); bodies.count()];
        for (i, shape) in set.shapes.iter().enumerate() {
            on_body[bodies.body[shape.link]].push(i);
        }
        let pair =
            |i: usize, j: usize| Pair { a: i as u32, b: j as u32, index: pair_index(n, i.min(j), i.max(j)) as u32 };
        let mut problem = Self {
            shape_type: set.shape_type,
            pair_count: set.pair_count(),
            solids,
            groups: Vec::new(),
            constants: Vec::new(),
            varying: 0,
            variables: Vec::new(),
        };
        for p in 0..bodies.count() {
            for q in p..bodies.count() {
                let (on_p, on_q) = (&on_body[p], &on_body[q]);
                let pairs: Vec<Pair> = if p == q {
                    on_p.iter().enumerate().flat_map(|(k, &i)| on_p[k + 1..].iter().map(move |&j| pair(i, j))).collect()
                } else {
                    // Pairs with the same shape on Q follow each other.
                    on_q.iter().flat_map(|&j| on_p.iter().map(move |&i| pair(i, j))).collect()
                };
                if pairs.is_empty() {
                    continue;
                }
                let chain = without_fixed(&bodies.chain(robot, p, q), ranges);
                if chain.is_rigid() {
                    problem.constants.push(ConstantPairs { pose: chain.base, pairs });
                    continue;
                }
                let motion = Motion::new(&chain, &mut problem.variables);
                let centers = [problem.center(on_p), problem.center(on_q)];
                let first = problem.varying;
                problem.varying += pairs.len();
                problem.groups.push(Group { motion, centers, pairs, first });
            }
        }
        problem
    }

    fn center(&self, shapes: &[usize]) -> Vec3 {
        shapes.iter().map(|&i| self.solids[i].center).sum::<Vec3>() / shapes.len().max(1) as f64
    }
}
