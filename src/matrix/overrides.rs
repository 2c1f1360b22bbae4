//! What the user or an imported file says about a pair, by names.

use super::Decision;
use crate::shapes::{ShapeId, ShapeSet, ShapeType};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An unordered pair of shapes, by names: `new(x, y) == new(y, x)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "RawPair", into = "RawPair")]
pub struct PairKey {
    a: ShapeId,
    b: ShapeId,
}

#[derive(Serialize, Deserialize)]
struct RawPair {
    a: ShapeId,
    b: ShapeId,
}

impl From<RawPair> for PairKey {
    fn from(raw: RawPair) -> Self {
        Self::new(raw.a, raw.b)
    }
}

impl From<PairKey> for RawPair {
    fn from(key: PairKey) -> Self {
        Self { a: key.a, b: key.b }
    }
}

impl PairKey {
    pub fn new(x: ShapeId, y: ShapeId) -> Self {
        if x <= y { Self { a: x, b: y } } else { Self { a: y, b: x } }
    }

    /// A pair of whole links.
    pub fn links(x: &str, y: &str) -> Self {
        let id = |name: &str| ShapeId { link: name.to_owned(), part: None };
        Self::new(id(x), id(y))
    }

    /// Shapes `i` and `j` of a set; `None` if one is out of range.
    pub fn of(set: &ShapeSet, i: usize, j: usize) -> Option<Self> {
        Some(Self::new(set.shapes.get(i)?.id.clone(), set.shapes.get(j)?.id.clone()))
    }

    /// The lesser of the two names.
    pub fn a(&self) -> &ShapeId {
        &self.a
    }

    /// The greater of the two names.
    pub fn b(&self) -> &ShapeId {
        &self.b
    }
}

/// Where an override comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    User,
    Imported,
}

/// A decision that stands above the computed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    pub decision: Decision,
    pub origin: Origin,
    /// The word of the imported file, kept as written (SRDF `reason`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Override {
    pub fn user(decision: Decision) -> Self {
        Self { decision, origin: Origin::User, note: None }
    }

    pub fn imported(decision: Decision, note: Option<String>) -> Self {
        Self { decision, origin: Origin::Imported, note }
    }
}

/// The overrides of one shape type, sorted by pair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<RawOverride>", into = "Vec<RawOverride>")]
pub struct Overrides {
    map: BTreeMap<PairKey, Override>,
}

#[derive(Serialize, Deserialize)]
struct RawOverride {
    #[serde(flatten)]
    pair: PairKey,
    #[serde(flatten)]
    value: Override,
}

impl From<Vec<RawOverride>> for Overrides {
    fn from(raw: Vec<RawOverride>) -> Self {
        Self { map: raw.into_iter().map(|r| (r.pair, r.value)).collect() }
    }
}

impl From<Overrides> for Vec<RawOverride> {
    fn from(overrides: Overrides) -> Self {
        overrides.map.into_iter().map(|(pair, value)| RawOverride { pair, value }).collect()
    }
}

impl Overrides {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn get(&self, pair: &PairKey) -> Option<&Override> {
        self.map.get(pair)
    }

    /// Sets or, with `None`, removes; returns what was there.
    pub fn set(&mut self, pair: PairKey, value: Option<Override>) -> Option<Override> {
        match value {
            Some(value) => self.map.insert(pair, value),
            None => self.map.remove(&pair),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&PairKey, &Override)> {
        self.map.iter()
    }

    pub fn len(&self) -> usize {
        self.map.len()
    }

    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
}

/// The overrides of all six shape types.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllOverrides {
    types: [Overrides; 6],
}

impl AllOverrides {
    pub fn get(&self, shape_type: ShapeType) -> &Overrides {
        &self.types[shape_type.index()]
    }

    /// Beside the history: for restoring. Edits go through [`super::History::apply`].
    pub fn get_mut(&mut self, shape_type: ShapeType) -> &mut Overrides {
        &mut self.types[shape_type.index()]
    }

    pub fn is_empty(&self) -> bool {
        self.types.iter().all(Overrides::is_empty)
    }
}
