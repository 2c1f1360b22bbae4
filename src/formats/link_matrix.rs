//! A document as decisions on pairs of links: what every format but our own can hold.

use super::MatrixDocument;
use crate::matrix::{Decision, Reason};
use crate::shapes::pairs;
use std::collections::BTreeMap;

/// Decisions on pairs of links. A pair of links with several parts is skipped only if ALL pairs of their parts are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkMatrix {
    /// The links with shapes, in the document's order.
    pub links: Vec<String>,
    /// All pairs of different links, in the order of [`crate::shapes::pair_index`] over `links`.
    pub pairs: Vec<LinkPair>,
    /// Pairs of parts that the document skips although their links have to be checked: detail that is lost.
    pub lost: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LinkPair {
    /// Indices into [`LinkMatrix::links`], `a < b`.
    pub a: usize,
    pub b: usize,
    pub decision: Decision,
    /// The reason that all skipped parts share, or the first of theirs in the order of [`Reason::ALL`].
    pub reason: Option<Reason>,
    /// The imported word, if all parts share it.
    pub note: Option<String>,
    /// Whether any sample saw it colliding; `None` without a survey.
    pub collides: Option<bool>,
}

impl LinkMatrix {
    pub fn new(document: &MatrixDocument) -> Self {
        let mut links: Vec<String> = Vec::new();
        let mut place: BTreeMap<&str, usize> = BTreeMap::new();
        let mut link_of = Vec::with_capacity(document.shapes.len());
        for shape in &document.shapes {
            let at = *place.entry(&shape.id.link).or_insert_with(|| {
                links.push(shape.id.link.clone());
                links.len() - 1
            });
            link_of.push(at);
        }
        let n = links.len();
        let mut found: Vec<LinkPair> = pairs(n)
            .map(|(a, b)| LinkPair { a, b, decision: Decision::Skip, reason: None, note: None, collides: None })
            .collect();
        let mut first = vec![true; found.len()];
        let mut skipped = vec![0; found.len()];
        for ((i, j), record) in pairs(document.shapes.len()).zip(&document.pairs) {
            let (a, b) = (link_of[i].min(link_of[j]), link_of[i].max(link_of[j]));
            if a == b {
                continue;
            }
            let at = crate::shapes::pair_index(n, a, b);
            let (pair, entry) = (&mut found[at], &record.entry);
            if let Some(stats) = &record.stats {
                pair.collides = Some(pair.collides.unwrap_or(false) || stats.collisions > 0);
            }
            match entry.decision {
                Decision::Check => pair.decision = Decision::Check,
                Decision::Skip => skipped[at] += 1,
            }
            if std::mem::take(&mut first[at]) {
                (pair.reason, pair.note) = (entry.reason, entry.note.clone());
            } else {
                pair.reason = pair.reason.into_iter().chain(entry.reason).min_by_key(|reason| *reason as u8);
                if pair.note != entry.note {
                    pair.note = None;
                }
            }
        }
        let mut lost = 0;
        for (pair, skipped) in found.iter_mut().zip(skipped) {
            if pair.decision == Decision::Check {
                lost += skipped;
                // With parts the reason may be that of a part which is skipped.
                if !matches!(pair.reason, Some(Reason::User | Reason::Imported)) {
                    (pair.reason, pair.note) = (None, None);
                }
            }
        }
        Self { links, pairs: found, lost }
    }

    /// The pairs to skip.
    pub fn skipped(&self) -> impl Iterator<Item = &LinkPair> {
        self.pairs.iter().filter(|pair| pair.decision == Decision::Skip)
    }

    /// The pairs to check.
    pub fn checked(&self) -> impl Iterator<Item = &LinkPair> {
        self.pairs.iter().filter(|pair| pair.decision == Decision::Check)
    }

    /// The names of a pair's links.
    pub fn names(&self, pair: &LinkPair) -> (&str, &str) {
        (&self.links[pair.a], &self.links[pair.b])
    }
}
