//! Edits of the overrides, and their undoing.

use super::{AllOverrides, Override, PairKey};
use crate::shapes::ShapeType;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One override set, replaced or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub shape_type: ShapeType,
    pub pair: PairKey,
    pub before: Option<Override>,
    pub after: Option<Override>,
}

/// What the user did in one go, in words, and every change it made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub label: String,
    pub changes: Vec<Change>,
}

impl Edit {
    /// The edit that brings the named pairs from their present state to the given one (`None`: back to the computed
    /// decision). Where a pair is given twice the last word holds; pairs that would not change are left out.
    pub fn assign(
        overrides: &AllOverrides,
        label: impl Into<String>,
        targets: impl IntoIterator<Item = (ShapeType, PairKey, Option<Override>)>,
    ) -> Self {
        let last: BTreeMap<_, _> = targets.into_iter().map(|(t, pair, after)| ((t, pair), after)).collect();
        let changes = last
            .into_iter()
            .filter_map(|((shape_type, pair), after)| {
                let before = overrides.get(shape_type).get(&pair).cloned();
                (before != after).then_some(Change { shape_type, pair, before, after })
            })
            .collect();
        Self { label: label.into(), changes }
    }

    /// Sets all `pairs` of one shape type to the same override, or to none.
    pub fn set(
        overrides: &AllOverrides,
        label: impl Into<String>,
        shape_type: ShapeType,
        pairs: impl IntoIterator<Item = PairKey>,
        after: Option<Override>,
    ) -> Self {
        Self::assign(overrides, label, pairs.into_iter().map(|pair| (shape_type, pair, after.clone())))
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

/// Everything that was done and undone, without limit. Serialisable, so that undo reaches over a reload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    done: Vec<Edit>,
    undone: Vec<Edit>,
}

impl History {
    /// Makes the edit and records it; what was undone before can't be redone any more. An empty edit does nothing
    /// and is not recorded: returns false.
    pub fn apply(&mut self, overrides: &mut AllOverrides, edit: Edit) -> bool {
        if edit.is_empty() {
            return false;
        }
        forward(overrides, &edit);
        self.undone.clear();
        self.done.push(edit);
        true
    }

    /// Takes the last edit back and returns it.
    pub fn undo(&mut self, overrides: &mut AllOverrides) -> Option<&Edit> {
        let edit = self.done.pop()?;
        for change in edit.changes.iter().rev() {
            overrides.get_mut(change.shape_type).set(change.pair.clone(), change.before.clone());
        }
        self.undone.push(edit);
        self.undone.last()
    }

    /// Makes the edit again that was undone last and returns it.
    pub fn redo(&mut self, overrides: &mut AllOverrides) -> Option<&Edit> {
        let edit = self.undone.pop()?;
        forward(overrides, &edit);
        self.done.push(edit);
        self.done.last()
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        self.done.last().map(|edit| edit.label.as_str())
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&str> {
        self.undone.last().map(|edit| edit.label.as_str())
    }

    /// Oldest first.
    pub fn done(&self) -> &[Edit] {
        &self.done
    }

    pub fn clear(&mut self) {
        self.done.clear();
        self.undone.clear();
    }
}

fn forward(overrides: &mut AllOverrides, edit: &Edit) {
    for change in &edit.changes {
        overrides.get_mut(change.shape_type).set(change.pair.clone(), change.after.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::super::Decision;
    use super::*;
    use proptest::prelude::*;

    const T: ShapeType = ShapeType::LinkHulls;

    #[test]
    fn an_edit_that_changes_nothing_is_not_recorded() {
        let (mut overrides, mut history) = (AllOverrides::default(), History::default());
        let skip = Some(Override::user(Decision::Skip));
        let edit = Edit::set(&overrides, "Skip a-b", T, [PairKey::links("a", "b")], skip.clone());
        assert!(history.apply(&mut overrides, edit));
        let again = Edit::set(&overrides, "Skip a-b", T, [PairKey::links("b", "a")], skip);
        assert!(!history.apply(&mut overrides, again));
        assert_eq!(history.done().len(), 1);
        let clear = Edit::set(&overrides, "Automatic", T, [PairKey::links("b", "a")], None);
        assert!(history.apply(&mut overrides, clear));
        assert!(overrides.is_empty());
    }

    fn target() -> impl Strategy<Value = (ShapeType, PairKey, Option<Override>)> {
        (0..6_usize, 0..5_u8, 0..5_u8, 0..4_u8).prop_map(|(t, x, y, what)| {
            let value = match what {
                0 => None,
                1 => Some(Override::user(Decision::Skip)),
                2 => Some(Override::user(Decision::Check)),
                _ => Some(Override::imported(Decision::Skip, Some("Default".into()))),
            };
            (ShapeType::ALL[t], PairKey::links(&x.to_string(), &y.to_string()), value)
        })
    }

    proptest! {
        #[test]
        fn undo_goes_back_through_every_state_and_redo_forth(
            edits in prop::collection::vec(prop::collection::vec(target(), 0..6), 0..12)
        ) {
            let (mut overrides, mut history) = (AllOverrides::default(), History::default());
            let mut states = vec![overrides.clone()];
            for targets in edits {
                let edit = Edit::assign(&overrides, "edit", targets);
                if history.apply(&mut overrides, edit) {
                    states.push(overrides.clone());
                }
            }
            // Through a file and back, as a reload does.
            let text = serde_json::to_string(&(&history, &overrides)).unwrap();
            let (mut history, mut overrides): (History, AllOverrides) = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&overrides, states.last().unwrap());
            for state in states.iter().rev().skip(1) {
                prop_assert!(history.undo(&mut overrides).is_some());
                prop_assert_eq!(&overrides, state);
            }
            prop_assert!(history.undo(&mut overrides).is_none());
            for state in &states[1..] {
                prop_assert!(history.redo(&mut overrides).is_some());
                prop_assert_eq!(&overrides, state);
            }
            prop_assert!(history.redo(&mut overrides).is_none());
        }
    }
}
