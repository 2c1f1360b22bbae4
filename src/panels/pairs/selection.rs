//! Several selected rows, of which one is the pair that the 3D view shows.

use crate::matrix::PairKey;
use crate::session::{PairPlace, Session};
use crate::shapes::{ShapeType, pairs};
use std::collections::BTreeSet;

/// Selected pairs of the shown type by pair index. The session knows only the one that is shown in 3D.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pairs: BTreeSet<usize>,
    /// Where a range begins.
    anchor: Option<usize>,
    shape_type: Option<ShapeType>,
    /// The session's selected pair when this was last looked at.
    seen: Option<usize>,
    /// Number of shapes the indices refer to.
    size: usize,
}

impl Selection {
    /// Takes over a selection made elsewhere (3D view, matrix, API), and forgets one of another shape type.
    pub fn follow(&mut self, session: &Session) {
        let shown = session.shown_type();
        let size = session.shape_set(shown).map_or(0, |set| set.shapes.len());
        if self.shape_type != Some(shown) || self.size != size {
            *self = Self { shape_type: Some(shown), size, ..Self::default() };
        }
        let now = session.selected().map(|selected| selected.place.index);
        if now != self.seen {
            self.seen = now;
            match now {
                None => self.clear(),
                Some(pair) if !self.pairs.contains(&pair) => self.only(pair),
                Some(_) => {}
            }
        }
    }

    pub fn contains(&self, pair: usize) -> bool {
        self.pairs.contains(&pair)
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn clear(&mut self) {
        self.pairs.clear();
        self.anchor = None;
    }

    pub fn only(&mut self, pair: usize) {
        self.pairs.clear();
        self.pairs.insert(pair);
        self.anchor = Some(pair);
    }

    pub fn toggle(&mut self, pair: usize) {
        if !self.pairs.remove(&pair) {
            self.pairs.insert(pair);
        }
        self.anchor = Some(pair);
    }

    /// Selects what lies between the anchor and a pair in the order of the table.
    pub fn extend_to(
        &mut self,
        pair: usize,
        row_of: impl Fn(usize) -> Option<usize>,
        at: impl Fn(usize) -> Option<usize>,
    ) {
        let anchor = self.anchor.unwrap_or(pair);
        let (Some(from), Some(to)) = (row_of(anchor), row_of(pair)) else { return self.only(pair) };
        self.pairs = (from.min(to)..=from.max(to)).filter_map(at).collect();
        self.anchor = Some(anchor);
    }

    pub fn all(&mut self, pairs: impl Iterator<Item = usize>) {
        self.pairs = pairs.collect();
    }

    /// The names of the selected pairs.
    pub fn keys(&self, session: &Session) -> Vec<PairKey> {
        let Some(set) = session.shape_set(session.shown_type()) else { return Vec::new() };
        if self.pairs.len() <= 8 {
            let places = self.pairs.iter().filter_map(|pair| place_of(set.shapes.len(), *pair));
            return places.filter_map(|place| place.key(set)).collect();
        }
        let all = pairs(set.shapes.len()).enumerate().filter(|(index, _)| self.pairs.contains(index));
        all.filter_map(|(_, (i, j))| PairKey::of(set, i, j)).collect()
    }
}

/// The shapes of the pair at `index` among `n` shapes: the inverse of [`crate::shapes::pair_index`].
fn place_of(n: usize, index: usize) -> Option<PairPlace> {
    let mut first = 0;
    for i in 0..n {
        let row = n - i - 1;
        if index < first + row {
            return PairPlace::new(n, i, i + 1 + index - first);
        }
        first += row;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::pair_index;

    #[test]
    fn places_are_found_from_indices() {
        for n in 0..9 {
            for (i, j) in pairs(n) {
                assert_eq!(place_of(n, pair_index(n, i, j)).map(|place| (place.i, place.j)), Some((i, j)));
            }
            assert!(place_of(n, n * n.saturating_sub(1) / 2).is_none());
        }
    }

    #[test]
    fn a_range_follows_the_order_of_the_table() {
        let order = [4usize, 2, 0, 1, 3];
        let row_of = |pair: usize| order.iter().position(|p| *p == pair);
        let at = |row: usize| order.get(row).copied();
        let mut selection = Selection::default();
        selection.only(2);
        selection.extend_to(1, row_of, at);
        assert_eq!(selection.pairs.iter().copied().collect::<Vec<_>>(), [0, 1, 2]);
        selection.extend_to(4, row_of, at);
        assert_eq!(selection.pairs.iter().copied().collect::<Vec<_>>(), [2, 4]);
        selection.toggle(4);
        assert_eq!(selection.pairs.iter().copied().collect::<Vec<_>>(), [2]);
    }
}
