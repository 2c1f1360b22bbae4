//! Decisions: computed from the surveys and proofs, overruled by the user, undone and done again.

use super::state::{Open, Session};
use super::{pair_name, settings::LengthUnit};
use crate::diagnostics::Severity;
use crate::matrix::{
    BulkPreview, BulkRule, Decision, Edit, Override, PairKey, below_distance, below_ratio, decide, effective,
};
use crate::shapes::ShapeType;
use crate::survey::TypeSurvey;
use std::sync::Arc;

impl Session {
    /// What a bulk rule would skip among the pairs of the shown type at the present configuration; `None` while
    /// shapes or distances are missing.
    pub fn bulk_preview(&self, rule: BulkRule) -> Option<BulkPreview> {
        let open = self.open.as_ref()?;
        let state = &open.types[open.shown.index()];
        let (effective, survey) = (state.effective.as_ref()?, state.survey.as_ref()?);
        let distances = open.live.distances();
        Some(match rule {
            BulkRule::BelowDistance(limit) => below_distance(&effective.matrix, distances, survey, limit),
            BulkRule::BelowRatio(limit) => below_ratio(&effective.matrix, distances, survey, limit),
        })
    }

    pub(super) fn set_decision(&mut self, shape_type: ShapeType, pairs: Vec<PairKey>, decision: Option<Decision>) {
        let Some(open) = &mut self.open else { return };
        // Who decides anew is asked anew, if it is against what was seen.
        for pair in &pairs {
            open.review.seen.remove(&(shape_type, pair.clone()));
        }
        let what = match decision {
            Some(Decision::Skip) => "Skip",
            Some(Decision::Check) => "Check",
            None => "Automatic:",
        };
        let label = match pairs.as_slice() {
            [] => return,
            [one] => format!("{what} {}", pair_name(one)),
            many => format!("{what} {} pairs", many.len()),
        };
        let edit = Edit::set(&open.overrides, label, shape_type, pairs, decision.map(Override::user));
        self.edit(edit);
    }

    pub(super) fn bulk(&mut self, rule: BulkRule, except: &[PairKey]) {
        let lengths = self.preferences.lengths;
        let Some(preview) = self.bulk_preview(rule) else { return };
        let Some(open) = &self.open else { return };
        let Some(set) = open.shapes.as_ref().map(|shapes| shapes.set(open.shown)) else { return };
        let keep = |i: usize, j: usize| PairKey::of(set, i, j).is_some_and(|key| !except.contains(&key));
        let count = preview.pairs.iter().filter(|pair| keep(pair.shapes.0, pair.shapes.1)).count();
        let label = bulk_label(rule, count, lengths);
        let edit = preview.edit(set, &open.overrides, label, |pair| keep(pair.shapes.0, pair.shapes.1));
        self.edit(edit);
    }

    /// Makes an edit, records it, and brings all that hangs on decisions up to date.
    pub(super) fn edit(&mut self, edit: Edit) -> bool {
        let Some(open) = &mut self.open else { return false };
        let Open { history, overrides, .. } = open;
        let types: Vec<ShapeType> = edit.changes.iter().map(|change| change.shape_type).collect();
        if !history.apply(overrides, edit) {
            return false;
        }
        self.decisions_changed(types);
        true
    }

    pub(super) fn undo(&mut self) {
        let Some(Open { history, overrides, .. }) = &mut self.open else { return };
        let Some(edit) = history.undo(overrides) else { return };
        let (label, types) = (edit.label.clone(), edit.changes.iter().map(|change| change.shape_type).collect());
        self.toasts.push(Severity::Info, format!("Undone: {label}"));
        self.decisions_changed(types);
    }

    pub(super) fn redo(&mut self) {
        let Some(Open { history, overrides, .. }) = &mut self.open else { return };
        let Some(edit) = history.redo(overrides) else { return };
        let (label, types) = (edit.label.clone(), edit.changes.iter().map(|change| change.shape_type).collect());
        self.toasts.push(Severity::Info, format!("Done again: {label}"));
        self.decisions_changed(types);
    }

    fn decisions_changed(&mut self, mut types: Vec<ShapeType>) {
        types.sort();
        types.dedup();
        for shape_type in types {
            self.lay_overrides(shape_type);
        }
        self.saving.state_now();
    }

    /// Computes the decisions of one type from its survey, or from structure alone while there is none.
    pub(super) fn decide_type(&mut self, shape_type: ShapeType) {
        let rules = &self.settings.rules;
        let Some(open) = &mut self.open else { return };
        let Some(shapes) = &open.shapes else { return };
        let state = &mut open.types[shape_type.index()];
        let nothing = TypeSurvey { shape_type, samples: 0, pairs: Vec::new() };
        let survey = state.survey.as_deref().unwrap_or(&nothing);
        let mut computed = decide(&open.model.robot, shapes.set(shape_type), survey, rules);
        open.proofs.apply(shape_type, &mut computed);
        state.computed = Some(Arc::new(computed));
        self.lay_overrides(shape_type);
    }

    /// Lays the words of the user and of files over the computed decisions of one type.
    pub(super) fn lay_overrides(&mut self, shape_type: ShapeType) {
        let Some(open) = &mut self.open else { return };
        let Some(shapes) = &open.shapes else { return };
        let state = &mut open.types[shape_type.index()];
        let Some(computed) = &state.computed else { return };
        let overrides = open.overrides.get(shape_type);
        state.effective = Some(Arc::new(effective(computed, shapes.set(shape_type), overrides)));
        self.versions.decisions += 1;
        if open.shown == shape_type && open.live.is_complete() {
            self.update_contacts();
        }
    }

    /// Notes which shapes touch, skipped pairs aside.
    pub(super) fn update_contacts(&mut self) {
        let Some(open) = &mut self.open else { return };
        let matrix = open.types[open.shown.index()].effective.as_ref().map(|effective| &effective.matrix);
        if open.live.update_contacts(matrix) {
            self.versions.contacts += 1;
        }
    }
}

/// A bulk rule in words: `Skip 14 pairs below 12.0 mm`.
pub fn bulk_label(rule: BulkRule, count: usize, lengths: LengthUnit) -> String {
    let pairs = if count == 1 { "pair" } else { "pairs" };
    match rule {
        BulkRule::BelowDistance(limit) => {
            format!("Skip {count} {pairs} below {} {}", lengths.format(limit), lengths.symbol())
        }
        BulkRule::BelowRatio(limit) => format!("Skip {count} {pairs} below {limit:.3} of their mean distance"),
    }
}
