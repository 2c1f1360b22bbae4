//! The pairs at which a person should look, those first where a look is worth most.

use super::state::{Open, Session};
use super::{PairPlace, Witness};
use crate::diagnostics::Severity;
use crate::matrix::{Decision, Evidence, PairKey, Reason};
use crate::shapes::{ShapeType, pairs};
use crate::survey::PairStats;
use serde::Serialize;
use std::collections::BTreeSet;

/// A pair that collides in a smaller share of the samples than this is rare.
pub const RARE: f64 = 1e-3;

/// Why a pair should be looked at; in the order of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewKind {
    /// An imported file, or the SRDF that the robot is compared with, skips it although it collides.
    ImportRefuted,
    /// The user skips it although it was seen colliding.
    UserSkip,
    /// Skipped because no sample saw it colliding; neither proved nor refuted.
    Unseen,
    /// It collides, in less than [`RARE`] of the samples or only where the search went.
    Rare,
    /// These spheres or boxes collide, and the hulls within them are proved clear.
    Disagree,
}

impl ReviewKind {
    pub const ALL: [ReviewKind; 5] =
        [ReviewKind::ImportRefuted, ReviewKind::UserSkip, ReviewKind::Unseen, ReviewKind::Rare, ReviewKind::Disagree];

    /// The word used in JSON: `import_refuted`, ...
    pub fn word(self) -> &'static str {
        match self {
            ReviewKind::ImportRefuted => "import_refuted",
            ReviewKind::UserSkip => "user_skip",
            ReviewKind::Unseen => "unseen",
            ReviewKind::Rare => "rare",
            ReviewKind::Disagree => "disagree",
        }
    }
}

/// One pair of the queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewItem {
    #[serde(flatten)]
    pub pair: PairKey,
    pub shape_type: ShapeType,
    pub kind: ReviewKind,
    /// The decision that holds.
    pub decision: Decision,
    /// Samples in collision, and all.
    pub collisions: u64,
    pub samples: u64,
    /// The smallest signed distance known, metres.
    pub min: f64,
}

impl ReviewItem {
    /// Share of the samples in collision.
    pub fn rate(&self) -> f64 {
        self.collisions as f64 / self.samples.max(1) as f64
    }
}

/// What of the queue is done, and where the user is in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Review {
    /// Pairs that were looked at and left or decided.
    pub seen: BTreeSet<(ShapeType, PairKey)>,
    pub at: Option<At>,
}

/// A pair of a queue.
#[derive(Clone, Debug)]
pub(super) struct At {
    /// The type whose queue it is.
    queue: ShapeType,
    shape_type: ShapeType,
    pair: PairKey,
}

impl Session {
    /// The queue for one shape type: the pairs of that type, and for hulls those of spheres and boxes of the same
    /// level that disagree with them. Pairs already looked at are left out. Takes time in proportion to the pairs: not
    /// for every frame.
    pub fn review(&self, shape_type: ShapeType) -> Vec<ReviewItem> {
        let Some(open) = &self.open else { return Vec::new() };
        let [hulls, enclosing @ ..] = level(shape_type.is_part());
        let mut list = Vec::new();
        self.collect(open, shape_type, &mut list);
        for other in enclosing.into_iter().filter(|other| shape_type == hulls || shape_type == *other) {
            self.disagreeing(open, hulls, other, &mut list);
        }
        list.retain(|item| !open.review.seen.contains(&(item.shape_type, item.pair.clone())));
        // Within one kind: what collides most, then what comes closest.
        list.sort_by(|x, y| {
            x.kind
                .cmp(&y.kind)
                .then(y.rate().total_cmp(&x.rate()))
                .then(x.min.total_cmp(&y.min))
                .then_with(|| (x.shape_type, &x.pair).cmp(&(y.shape_type, &y.pair)))
        });
        list
    }

    /// The pair of the queue that the user is at.
    pub fn review_at(&self) -> Option<(ShapeType, &PairKey)> {
        self.open.as_ref()?.review.at.as_ref().map(|at| (at.shape_type, &at.pair))
    }

    /// Pairs of the queue that were looked at.
    pub fn reviewed(&self) -> usize {
        self.open.as_ref().map_or(0, |open| open.review.seen.len())
    }

    fn collect(&self, open: &Open, shape_type: ShapeType, list: &mut Vec<ReviewItem>) {
        let state = &open.types[shape_type.index()];
        let (Some(shapes), Some(computed), Some(effective)) = (&open.shapes, &state.computed, &state.effective) else {
            return;
        };
        let set = shapes.set(shape_type);
        let skipped = self.skipped_by_srdf(shape_type);
        for (index, (i, j)) in pairs(set.shapes.len()).enumerate() {
            let (Some(entry), Some(holds)) = (computed.entries.get(index), effective.matrix.entries.get(index)) else {
                continue;
            };
            let stats = state.survey.as_ref().and_then(|survey| survey.pairs.get(index)).filter(|s| s.samples > 0);
            let Some(stats) = stats else { continue };
            let found = match &entry.evidence {
                Some(Evidence::Refuted { distance, .. }) => Some(*distance),
                _ => None,
            };
            let min = found.map_or(stats.min, |distance| distance.min(stats.min));
            // Neighbours and bodies in one piece touch by design, and "always" is no collision that one could avoid.
            let collides = entry.reason.is_none() && min <= 0.0;
            let Some(key) = PairKey::of(set, i, j) else { continue };
            let by_file = holds.reason == Some(Reason::Imported) || skipped.contains(&key);
            let kind = match holds.reason {
                Some(Reason::User) if holds.decision == Decision::Skip && collides => ReviewKind::UserSkip,
                Some(Reason::User) => continue,
                Some(Reason::Imported) if holds.decision == Decision::Check => continue,
                _ if by_file && collides => ReviewKind::ImportRefuted,
                _ if entry.reason == Some(Reason::Never) && matches!(entry.evidence, Some(Evidence::Unseen { .. })) => {
                    ReviewKind::Unseen
                }
                _ if collides && is_rare(stats) => ReviewKind::Rare,
                _ => continue,
            };
            list.push(ReviewItem {
                pair: key,
                shape_type,
                kind,
                decision: holds.decision,
                collisions: stats.collisions,
                samples: stats.samples,
                min,
            });
        }
    }

    /// Pairs of `other` that are checked because they collide, although the hulls are proved clear.
    fn disagreeing(&self, open: &Open, hulls: ShapeType, other: ShapeType, list: &mut Vec<ReviewItem>) {
        let (of_hulls, of_other) = (&open.types[hulls.index()], &open.types[other.index()]);
        let (Some(shapes), Some(proved), Some(computed), Some(holds), Some(survey)) =
            (&open.shapes, &of_hulls.computed, &of_other.computed, &of_other.effective, &of_other.survey)
        else {
            return;
        };
        let (hull_set, set) = (shapes.set(hulls), shapes.set(other));
        if hull_set.shapes.len() != set.shapes.len() {
            return;
        }
        for (index, (i, j)) in pairs(set.shapes.len()).enumerate() {
            let (Some(hull), Some(entry), Some(now), Some(stats)) = (
                proved.entries.get(index),
                computed.entries.get(index),
                holds.matrix.entries.get(index),
                survey.pairs.get(index),
            ) else {
                continue;
            };
            let clear = hull.reason == Some(Reason::Never)
                && matches!(hull.evidence, Some(Evidence::Proved | Evidence::ProvedWithinLimits));
            let collides = entry.reason.is_none() && stats.collisions > 0;
            let decided = matches!(now.reason, Some(Reason::User | Reason::Imported));
            if clear
                && collides
                && !decided
                && let Some(pair) =
                    PairKey::of(set, i, j).filter(|pair| PairKey::of(hull_set, i, j).as_ref() == Some(pair))
                && !list.iter().any(|item| item.shape_type == other && item.pair == pair)
            {
                list.push(ReviewItem {
                    pair,
                    shape_type: other,
                    kind: ReviewKind::Disagree,
                    decision: now.decision,
                    collisions: stats.collisions,
                    samples: stats.samples,
                    min: stats.min,
                });
            }
        }
    }

    /// The type whose queue the user works on: the shown one, but that of the hulls while a pair of spheres or boxes
    /// that disagrees with them is at hand.
    pub fn review_type(&self) -> ShapeType {
        let shown = self.shown_type();
        let at = self.open.as_ref().and_then(|open| open.review.at.as_ref());
        at.filter(|at| at.shape_type == shown).map_or(shown, |at| at.queue)
    }

    /// Goes to the pair behind the one at hand, or to the first: shows its type, selects it, and poses the robot where
    /// it is closest.
    pub(super) fn review_next(&mut self) {
        let base = self.review_type();
        let queue = self.review(base);
        let at = self.review_at().map(|(shape_type, pair)| (shape_type, pair.clone()));
        let place = at.and_then(|at| queue.iter().position(|item| (item.shape_type, &item.pair) == (at.0, &at.1)));
        match queue.get(place.map_or(0, |place| place + 1)).or(queue.first()) {
            Some(item) => self.review_visit(base, item.shape_type, item.pair.clone()),
            None => {
                self.toasts.push(Severity::Info, "Nothing is left to review.");
                if let Some(open) = &mut self.open {
                    open.review.at = None;
                }
                self.versions.other += 1;
            }
        }
    }

    /// Goes to one pair of the queue that is worked on.
    pub(super) fn review_go(&mut self, shape_type: ShapeType, pair: PairKey) {
        self.review_visit(self.review_type(), shape_type, pair);
    }

    fn review_visit(&mut self, queue: ShapeType, shape_type: ShapeType, pair: PairKey) {
        if self.shape_set(shape_type).is_none_or(|set| PairPlace::find(set, &pair).is_none()) {
            return;
        }
        if self.shown_type() != shape_type {
            self.show_type(shape_type);
        }
        self.select_pair(Some(pair.clone()));
        if let Some(values) = self.witness(&pair, Witness::Closest) {
            self.set_configuration(&values);
        }
        if let Some(open) = &mut self.open {
            open.review.at = Some(At { queue, shape_type, pair });
        }
        self.versions.other += 1;
    }

    /// Decides the pair at hand, or leaves it as it is, and goes to the next. Nothing is done if none is at hand.
    pub(super) fn review_take(&mut self, decision: Option<Decision>) {
        let Some(At { queue: base, shape_type, pair }) = self.open.as_ref().and_then(|open| open.review.at.clone())
        else {
            return;
        };
        let queue = self.review(base);
        let place = queue.iter().position(|item| item.shape_type == shape_type && item.pair == pair);
        let next = queue.get(place.map_or(0, |place| place + 1)).cloned();
        if decision.is_some() {
            self.set_decision(shape_type, vec![pair.clone()], decision);
        }
        if let Some(open) = &mut self.open {
            open.review.seen.insert((shape_type, pair));
        }
        self.versions.decisions += 1;
        self.saving.state_now();
        match next {
            Some(item) => self.review_visit(base, item.shape_type, item.pair),
            None => self.review_next(),
        }
    }

    /// Names of the pairs that the SRDF beside the robot skips.
    fn skipped_by_srdf(&self, shape_type: ShapeType) -> BTreeSet<PairKey> {
        let none = BTreeSet::new;
        let Some(open) = self.open.as_ref().filter(|_| !shape_type.is_part()) else { return none() };
        let (Some(given), Some(shapes)) = (&open.srdf, &open.shapes) else { return none() };
        let imported = crate::formats::srdf::import(&given.srdf, &open.model.robot, shapes.set(shape_type));
        let skips = imported.pairs.iter().filter(|(_, pair)| pair.decision == Decision::Skip);
        skips.map(|(pair, _)| pair.clone()).collect()
    }
}

fn is_rare(stats: &PairStats) -> bool {
    (stats.collisions as f64) < RARE * stats.samples as f64
}

/// The shape types of one level: hulls first, then what encloses them.
fn level(parts: bool) -> [ShapeType; 3] {
    if parts {
        [ShapeType::PartHulls, ShapeType::PartBoxes, ShapeType::PartSpheres]
    } else {
        [ShapeType::LinkHulls, ShapeType::LinkBoxes, ShapeType::LinkSpheres]
    }
}
