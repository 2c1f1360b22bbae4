//! Decisions from matrices of Noclash.

use super::state::Session;
use crate::diagnostics::{Diagnostic, Severity};
use crate::formats::{MatrixDocument, Merge, merge};
use crate::matrix::{Edit, Overrides};
use crate::shapes::ShapeType;

/// A matrix that waits: for shapes to name its pairs, or for the survey to compare its computed decisions with.
pub(super) struct Pending {
    name: String,
    document: Box<MatrixDocument>,
    /// Its own decisions have been taken over; what is left is to compare the computed ones.
    applied: bool,
}

impl Session {
    /// Takes a matrix in; [`import_pending`](Session::import_pending) takes its decisions over.
    pub(super) fn import_matrix(&mut self, name: &str, read: Result<Box<MatrixDocument>, String>) {
        match read {
            Ok(document) => {
                // A JSON and a YAML of one type say the same: the later one counts.
                self.pending_imports.retain(|pending| pending.document.shape_type != document.shape_type);
                self.pending_imports.push(Pending { name: name.to_owned(), document, applied: false });
                if self.open.is_none() {
                    let text = format!("{name} is a matrix. Open its robot, and its decisions are taken over.");
                    self.toasts.push(Severity::Info, text);
                }
            }
            Err(error) => {
                let text = format!("{name} could not be imported: {error}");
                self.notes.push(Diagnostic::error("import-failed", text.clone()).in_file(name));
                self.toasts.push(Severity::Error, text);
            }
        }
        self.versions.other += 1;
    }

    /// Takes over the decisions of all files that wait, if there are shapes.
    pub(super) fn import_waiting(&mut self) {
        self.import_pending();
        self.import_srdfs();
    }

    /// Takes over the decisions of all matrices that wait, in one edit, if there are shapes.
    fn import_pending(&mut self) {
        let Some(open) = &self.open else { return };
        let Some(shapes) = open.shapes.clone() else { return };
        let model = open.model.clone();
        let mut targets = Vec::new();
        let mut names = Vec::new();
        for pending in self.pending_imports.iter_mut().filter(|pending| !pending.applied) {
            let shape_type = pending.document.shape_type;
            let Merge { overrides, diagnostics, .. } = merge(&pending.document, &model, shapes.set(shape_type));
            for diagnostic in diagnostics.iter() {
                self.notes.push(diagnostic.clone().in_file(&pending.name));
            }
            // The file holds all decisions of its type: words that it does not have are taken back.
            targets.extend(open.overrides.get(shape_type).iter().map(|(pair, _)| (shape_type, pair.clone(), None)));
            targets.extend(assignments(shape_type, &overrides));
            names.push(pending.name.clone());
            pending.applied = true;
        }
        let label = match names.as_slice() {
            [] => return,
            [one] => format!("Import {one}"),
            many => format!("Import {} files", many.len()),
        };
        let edit = Edit::assign(&open.overrides, label, targets);
        let count = edit.changes.len();
        self.edit(edit);
        let text = match count {
            0 => format!("Imported {}: it says what holds already.", names.join(", ")),
            1 => format!("Imported {}: 1 decision taken over.", names.join(", ")),
            n => format!("Imported {}: {n} decisions taken over.", names.join(", ")),
        };
        self.toasts.push(Severity::Info, text);
        if self.work_is_complete() {
            self.survey_complete();
        }
    }

    pub(super) fn survey_is_complete(&self) -> bool {
        let complete = |t: ShapeType| self.survey(t).is_some_and(|survey| survey.samples >= self.settings.samples);
        ShapeType::ALL.into_iter().all(complete)
    }

    /// Survey and proofs have come to their end: what matrices had computed otherwise is taken over from them.
    pub(super) fn survey_complete(&mut self) {
        let Some(open) = &self.open else { return };
        let Some(shapes) = open.shapes.clone() else { return };
        let mut targets = Vec::new();
        let waiting = std::mem::take(&mut self.pending_imports);
        for pending in waiting.iter().filter(|pending| pending.applied) {
            let shape_type = pending.document.shape_type;
            let set = shapes.set(shape_type);
            let Some(computed) = &open.types[shape_type.index()].computed else { continue };
            let merged = merge(&pending.document, &open.model, set);
            let own = open.overrides.get(shape_type);
            let differences = assignments(shape_type, &merged.differences(set, computed));
            // What the user has decided since the import stays.
            targets.extend(differences.into_iter().filter(|(_, pair, _)| own.get(pair).is_none()));
        }
        self.pending_imports = waiting.into_iter().filter(|pending| !pending.applied).collect();
        let count = targets.len();
        if count == 0 {
            return;
        }
        let decisions = if count == 1 { "decision that was" } else { "decisions that were" };
        let label = format!("Import {count} {decisions} computed otherwise");
        let edit = Edit::assign(&open.overrides, label, targets);
        if self.edit(edit) {
            let text = format!(
                "{count} computed {} than in the imported files; theirs hold as imported.",
                if count == 1 { "decision differs" } else { "decisions differ" }
            );
            self.toasts.push(Severity::Warning, text);
        }
    }
}

fn assignments(
    shape_type: ShapeType,
    overrides: &Overrides,
) -> Vec<(ShapeType, crate::matrix::PairKey, Option<crate::matrix::Override>)> {
    overrides.iter().map(|(pair, value)| (shape_type, pair.clone(), Some(value.clone()))).collect()
}
