//! The present configuration and what follows from it.

use super::state::{Open, Session};
use super::{PairPlace, Witness, state::Selected};
use crate::matrix::PairKey;
use crate::proof::Verdict;
use crate::shapes::ShapeType;
use crate::survey::configuration;

impl Session {
    /// Takes a configuration, kept within the ranges; values that are missing or not finite stay as they are.
    pub(super) fn set_configuration(&mut self, values: &[f64]) {
        let Some(open) = &mut self.open else { return };
        let mut changed = false;
        for ((slot, dof), value) in open.configuration.iter_mut().zip(&open.model.robot.dofs).zip(values) {
            if value.is_finite() && dof.lower <= dof.upper {
                let value = value.clamp(dof.lower, dof.upper);
                changed |= *slot != value;
                *slot = value;
            }
        }
        if changed {
            self.pose_changed();
        }
    }

    pub(super) fn set_joint(&mut self, dof: usize, value: f64) {
        let mut values = self.configuration().to_vec();
        if let Some(slot) = values.get_mut(dof) {
            *slot = value;
            self.set_configuration(&values);
        }
    }

    pub(super) fn home(&mut self) {
        if let Some(robot) = self.robot() {
            let home = robot.home();
            self.set_configuration(&home);
        }
    }

    pub(super) fn random_configuration(&mut self) {
        let Some(robot) = self.robot() else { return };
        let ranges = self.settings.ranges_of(robot);
        self.dice += 1;
        // A stream of its own, so that what is shown is not one of the survey's own samples.
        let seed = self.settings.seed ^ 0x9e37_79b9_7f4a_7c15;
        let values = configuration(&ranges, seed, self.dice);
        self.set_configuration(&values);
    }

    /// The configuration in which a pair of the shown type was seen as `which` says.
    pub fn witness(&self, pair: &PairKey, which: Witness) -> Option<Vec<f64>> {
        let shown = self.shown_type();
        let place = PairPlace::find(self.shape_set(shown)?, pair)?;
        let searched = self.proof(shown, place.index).filter(|proof| !proof.configuration.is_empty());
        let refuted = searched.filter(|proof| proof.verdict == Verdict::Refuted);
        if let Some(proof) = match which {
            Witness::Closest => refuted,
            Witness::Farthest => None,
            Witness::Search => searched,
        } {
            return Some(proof.configuration.clone());
        }
        let stats = self.survey(shown)?.pairs.get(place.index).filter(|stats| stats.samples > 0)?;
        let sample = match which {
            Witness::Closest => stats.argmin,
            Witness::Farthest => stats.argmax,
            Witness::Search => return None,
        };
        let taken_with = self.survey_settings()?;
        Some(configuration(&taken_with.ranges, taken_with.seed, sample))
    }

    /// Brings poses and the selected pair up to date and lets the distances follow.
    pub(super) fn pose_changed(&mut self) {
        let Some(open) = &mut self.open else { return };
        open.model.robot.forward_kinematics(&open.configuration, &mut open.poses);
        open.live.outdate();
        self.versions.pose += 1;
        self.update_selected();
        self.saving.state_soon();
    }

    pub(super) fn show_type(&mut self, shape_type: ShapeType) {
        let Some(open) = &mut self.open else { return };
        open.visual = false;
        let before = open.shown;
        open.shown = shape_type;
        let old = open.selected.take();
        if let Some(shapes) = &open.shapes {
            open.live.show(&open.model.robot, shapes.set(shape_type));
        }
        if before != shape_type {
            self.versions.live += 1;
            self.versions.contacts += 1;
        }
        self.versions.shown += 1;
        // A pair of links stays selected if the new type has it too.
        let key = old.filter(|_| before.is_part() == shape_type.is_part()).map(|old| old.key);
        self.select_pair(key);
        self.saving.state_soon();
    }

    pub(super) fn select_pair(&mut self, key: Option<PairKey>) {
        let Some(open) = &mut self.open else { return };
        let set = open.shapes.as_ref().map(|shapes| shapes.set(open.shown));
        open.selected = key.and_then(|key| {
            let place = PairPlace::find(set?, &key)?;
            Some(Selected { key, place, proximity: None })
        });
        self.versions.selection += 1;
        self.update_selected();
        self.saving.state_soon();
    }

    /// The selected pair's distance and witness points at the present configuration.
    pub(super) fn update_selected(&mut self) {
        let Some(Open { live, poses, selected: Some(selected), .. }) = &mut self.open else { return };
        selected.proximity = live.proximity(poses, selected.place.i, selected.place.j);
        self.versions.selection += 1;
    }
}
