//! Finding a named pair among the shapes of a set.

use crate::matrix::PairKey;
use crate::shapes::{ShapeId, ShapeSet, pair_index};

/// A pair by the indices of its shapes in one shape set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairPlace {
    /// `i < j`.
    pub i: usize,
    pub j: usize,
    /// [`pair_index`] of the two.
    pub index: usize,
}

impl PairPlace {
    /// `None` if the two are equal or out of range.
    pub fn new(n: usize, a: usize, b: usize) -> Option<Self> {
        let (i, j) = (a.min(b), a.max(b));
        (i < j && j < n).then(|| Self { i, j, index: pair_index(n, i, j) })
    }

    /// Where a named pair is in a set; `None` if the set lacks one of the shapes.
    pub fn find(set: &ShapeSet, key: &PairKey) -> Option<Self> {
        let find = |id: &ShapeId| set.shapes.iter().position(|shape| shape.id == *id);
        Self::new(set.shapes.len(), find(key.a())?, find(key.b())?)
    }

    /// The pair's name; `None` if the set is another one and too small.
    pub fn key(&self, set: &ShapeSet) -> Option<PairKey> {
        PairKey::of(set, self.i, self.j)
    }
}

/// How a shape is called in tables and messages: `link` or `link #part`, parts from 1.
pub fn shape_name(id: &ShapeId) -> String {
    match id.part {
        None => id.link.clone(),
        Some(part) => format!("{} #{}", id.link, part.saturating_add(1)),
    }
}

/// How a pair is called in messages.
pub fn pair_name(key: &PairKey) -> String {
    format!("{} – {}", shape_name(key.a()), shape_name(key.b()))
}
