//! Computed decisions with the overrides laid over them.

use super::{Origin, Overrides, PairEntry, Reason, SkipMatrix};
use crate::shapes::{ShapeSet, pair_index};
use std::collections::BTreeMap;

/// How an override relates to what was computed for the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overridden {
    No,
    /// It says the same.
    Agrees,
    /// It says the opposite.
    Differs,
}

/// What holds: the matrix that is shown and written.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectiveMatrix {
    pub matrix: SkipMatrix,
    /// Per pair, in the same order.
    pub overridden: Vec<Overridden>,
    /// Overrides that name a shape which the set does not have (any more); they are kept, but act on nothing.
    pub unused: usize,
}

/// Lays `overrides` over `computed`. An overridden entry carries the reason `user` or `imported` and no evidence.
pub fn effective(computed: &SkipMatrix, set: &ShapeSet, overrides: &Overrides) -> EffectiveMatrix {
    let mut matrix = computed.clone();
    let mut overridden = vec![Overridden::No; matrix.entries.len()];
    let mut unused = 0;
    let index: BTreeMap<_, _> = set.shapes.iter().enumerate().map(|(i, shape)| (&shape.id, i)).collect();
    for (pair, value) in overrides.iter() {
        let found = match (index.get(pair.a()), index.get(pair.b())) {
            (Some(&i), Some(&j)) if i != j => {
                let k = pair_index(set.shapes.len(), i.min(j), i.max(j));
                matrix.entries.get_mut(k).zip(overridden.get_mut(k))
            }
            _ => None,
        };
        let Some((entry, flag)) = found else {
            unused += 1;
            continue;
        };
        *flag = if entry.decision == value.decision { Overridden::Agrees } else { Overridden::Differs };
        let reason = match value.origin {
            Origin::User => Reason::User,
            Origin::Imported => Reason::Imported,
        };
        *entry = PairEntry { decision: value.decision, reason: Some(reason), evidence: None, note: value.note.clone() };
    }
    EffectiveMatrix { matrix, overridden, unused }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{chain, link_set, stats, survey};
    use super::super::{Decision, Override, PairKey, Rules, decide};
    use super::*;

    #[test]
    fn overrides_by_name_in_any_order_survive_a_new_survey() {
        let robot = chain(&["a", "b", "c", "d"], &[]);
        let set = link_set(&robot);
        let first = decide(&robot, &set, &survey(&[stats(0.5, 0, 10); 6]), &Rules::default());
        let second = decide(&robot, &set, &survey(&[stats(-0.5, 3, 10); 6]), &Rules::default());
        let mut overrides = Overrides::new();
        overrides.set(PairKey::links("c", "a"), Some(Override::user(Decision::Check)));
        overrides.set(PairKey::links("d", "a"), Some(Override::imported(Decision::Skip, Some("Never".into()))));
        overrides.set(PairKey::links("a", "gone"), Some(Override::user(Decision::Skip)));
        overrides.set(PairKey::links("a", "a"), Some(Override::user(Decision::Skip)));

        let shown = effective(&first, &set, &overrides);
        assert_eq!(shown.unused, 2);
        assert_eq!(shown.overridden[1], Overridden::Differs);
        assert_eq!(shown.overridden[2], Overridden::Agrees);
        assert_eq!(shown.matrix.entries[1].reason, Some(Reason::User));
        assert_eq!(shown.matrix.entries[2].note.as_deref(), Some("Never"));
        assert_eq!(shown.matrix.entries[4], first.entries[4]);

        let shown = effective(&second, &set, &overrides);
        assert_eq!(shown.matrix.entries[1].decision, Decision::Check);
        assert_eq!(shown.overridden[1], Overridden::Agrees);
        assert_eq!(shown.overridden[2], Overridden::Differs);
    }
}
