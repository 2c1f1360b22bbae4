//! What the kinematic tree alone says about a pair.

use super::Reason;
use crate::robot::Robot;
use crate::shapes::ShapeSet;
use std::collections::BTreeSet;

/// The structural relations among the links of a robot, for one set of shapes.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Per link the rigid body it belongs to.
    bodies: Vec<usize>,
    /// Pairs of link indices, lower first.
    adjacent: BTreeSet<(usize, usize)>,
}

impl Structure {
    /// Links that carry at least one shape of `set` count as links with geometry; the others are bridged.
    pub fn new(robot: &Robot, set: &ShapeSet) -> Self {
        let mut has_geometry = vec![false; robot.links.len()];
        for shape in &set.shapes {
            if let Some(flag) = has_geometry.get_mut(shape.link) {
                *flag = true;
            }
        }
        let adjacent = robot.adjacent_pairs(&has_geometry).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        Self { bodies: robot.bodies(), adjacent }
    }

    /// Both links belong to one rigid body: they are the same link or joined by fixed joints only.
    pub fn same_body(&self, link_a: usize, link_b: usize) -> bool {
        link_a == link_b || matches!((self.bodies.get(link_a), self.bodies.get(link_b)), (Some(a), Some(b)) if a == b)
    }

    /// The links are neighbours in the tree, see [`Robot::adjacent_pairs`].
    pub fn adjacent(&self, link_a: usize, link_b: usize) -> bool {
        self.adjacent.contains(&(link_a.min(link_b), link_a.max(link_b)))
    }

    /// `same_body` before `adjacent`, `None` if neither holds.
    pub fn reason(&self, link_a: usize, link_b: usize) -> Option<Reason> {
        if self.same_body(link_a, link_b) {
            Some(Reason::SameBody)
        } else if self.adjacent(link_a, link_b) {
            Some(Reason::Adjacent)
        } else {
            None
        }
    }
}
