//! Distances of all pairs of the shown type at the present configuration, kept up to date in slices.

use crate::math::Pose;
use crate::matrix::{Decision, SkipMatrix};
use crate::proximity::{ConvexBody, Proximity, Warm, signed_distance, signed_distance_warm};
use crate::robot::Robot;
use crate::shapes::{ShapeSet, ShapeType, pair_index};
use std::sync::Arc;
use web_time::Instant;

/// Pairs between two looks at the clock.
const BATCH: usize = 32;

/// See the module.
#[derive(Default)]
pub(super) struct Live {
    /// Kept per type, so that going back to a type is quick.
    types: [Option<TypeLive>; 6],
    shown: Option<ShapeType>,
    contacts: Vec<bool>,
}

struct TypeLive {
    set: Arc<ShapeSet>,
    /// Rigid body of each shape's link.
    rigid: Vec<usize>,
    /// Made one after the other; `None` for a shape that cannot be queried.
    bodies: Vec<Option<ConvexBody>>,
    warm: Vec<Warm>,
    distances: Vec<f64>,
    /// The next pair to compute; goes round.
    next: (usize, usize),
    /// Pairs still to compute for the present configuration.
    pending: usize,
    /// Distances within one rigid body never change: they are computed in the first round only.
    first_round: bool,
}

/// What a call of [`Live::advance`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Advanced {
    pub computed: bool,
    pub completed: bool,
}

impl Live {
    /// Forgets everything: there are new shapes, or none.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Follows another shape type.
    pub fn show(&mut self, robot: &Robot, set: &Arc<ShapeSet>) {
        let slot = &mut self.types[set.shape_type.index()];
        if slot.as_ref().is_none_or(|live| !Arc::ptr_eq(&live.set, set)) {
            *slot = Some(TypeLive::new(robot, set));
        } else if let Some(live) = slot {
            live.pending = live.set.pair_count();
        }
        self.shown = Some(set.shape_type);
        self.contacts = vec![false; set.shapes.len()];
    }

    /// The configuration changed: every distance has to be computed again.
    pub fn outdate(&mut self) {
        if let Some(live) = self.current_mut() {
            live.pending = live.set.pair_count();
        }
    }

    pub fn distances(&self) -> &[f64] {
        self.current().map_or(&[], |live| &live.distances)
    }

    pub fn contacts(&self) -> &[bool] {
        &self.contacts
    }

    /// All distances belong to the present configuration.
    pub fn is_complete(&self) -> bool {
        self.current().is_none_or(|live| live.pending == 0)
    }

    /// Computes distances until `deadline`, at least one batch.
    pub fn advance(&mut self, poses: &[Pose], deadline: Instant) -> Advanced {
        let mut advanced = Advanced::default();
        let Some(live) = self.current_mut() else { return advanced };
        while live.pending > 0 {
            live.batch(poses);
            advanced.computed = true;
            if Instant::now() >= deadline {
                break;
            }
        }
        advanced.completed = advanced.computed && live.pending == 0;
        advanced
    }

    /// Notes which shapes are in contact, skipped pairs aside. True if that changed.
    pub fn update_contacts(&mut self, matrix: Option<&SkipMatrix>) -> bool {
        let Some(live) = self.current() else { return false };
        let mut contacts = vec![false; live.set.shapes.len()];
        for (index, (i, j)) in crate::shapes::pairs(contacts.len()).enumerate() {
            let touches = live.distances.get(index).is_some_and(|distance| *distance <= 0.0);
            let skipped = matrix.and_then(|m| m.entries.get(index)).is_some_and(|e| e.decision == Decision::Skip);
            if touches && !skipped {
                contacts[i] = true;
                contacts[j] = true;
            }
        }
        let changed = contacts != self.contacts;
        self.contacts = contacts;
        changed
    }

    /// The exact proximity of one pair at once, in the root's frame. `None` if a shape cannot be queried.
    pub fn proximity(&mut self, poses: &[Pose], i: usize, j: usize) -> Option<Proximity> {
        let live = self.current_mut()?;
        live.body(i)?;
        live.body(j)?;
        let (a, b) = (live.bodies.get(i)?.as_ref()?, live.bodies.get(j)?.as_ref()?);
        let (pose_a, pose_b) = (poses.get(live.set.shapes[i].link)?, poses.get(live.set.shapes[j].link)?);
        let mut found = signed_distance(a, b, &pose_a.relative(pose_b));
        found.point_a = pose_a.transform_point(&found.point_a);
        found.point_b = pose_a.transform_point(&found.point_b);
        Some(found)
    }

    fn current(&self) -> Option<&TypeLive> {
        self.types[self.shown?.index()].as_ref()
    }

    fn current_mut(&mut self) -> Option<&mut TypeLive> {
        self.types[self.shown?.index()].as_mut()
    }
}

impl TypeLive {
    fn new(robot: &Robot, set: &Arc<ShapeSet>) -> Self {
        let bodies = robot.bodies();
        let pairs = set.pair_count();
        Self {
            rigid: set.shapes.iter().map(|shape| bodies.get(shape.link).copied().unwrap_or(usize::MAX)).collect(),
            set: set.clone(),
            bodies: Vec::new(),
            warm: vec![Warm::default(); pairs],
            distances: vec![f64::NAN; pairs],
            next: (0, 1),
            pending: pairs,
            first_round: true,
        }
    }

    /// Makes the bodies up to and including that of a shape.
    fn body(&mut self, shape: usize) -> Option<()> {
        while self.bodies.len() <= shape {
            let geometry = &self.set.shapes.get(self.bodies.len())?.geometry;
            self.bodies.push(ConvexBody::new(geometry).ok());
        }
        Some(())
    }

    fn batch(&mut self, poses: &[Pose]) {
        let n = self.set.shapes.len();
        for _ in 0..BATCH.min(self.pending) {
            let (i, j) = self.next;
            // A new body costs as much as many distances: look at the clock after each.
            let new_body = self.bodies.len() <= j;
            self.compute(poses, i, j);
            self.pending -= 1;
            self.next = if j + 1 < n {
                (i, j + 1)
            } else if i + 2 < n {
                (i + 1, i + 2)
            } else {
                self.first_round = false;
                (0, 1)
            };
            if new_body {
                break;
            }
        }
    }

    fn compute(&mut self, poses: &[Pose], i: usize, j: usize) {
        if !self.first_round && self.rigid[i] == self.rigid[j] {
            return;
        }
        let index = pair_index(self.set.shapes.len(), i, j);
        let distance = self.body(i).and(self.body(j)).and_then(|()| {
            let (a, b) = (self.bodies.get(i)?.as_ref()?, self.bodies.get(j)?.as_ref()?);
            let (pose_a, pose_b) = (poses.get(self.set.shapes[i].link)?, poses.get(self.set.shapes[j].link)?);
            Some(signed_distance_warm(a, b, &pose_a.relative(pose_b), self.warm.get_mut(index)?))
        });
        if let Some(slot) = self.distances.get_mut(index) {
            *slot = distance.unwrap_or(f64::NAN);
        }
    }
}
