//! Many pairs at once: first a list of what would be skipped, then one edit.

use super::{AllOverrides, Decision, Edit, Override, PairKey, SkipMatrix};
use crate::shapes::{ShapeSet, pairs};
use crate::survey::TypeSurvey;

/// Which pairs a bulk edit takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BulkRule {
    /// Signed distance at the present configuration strictly below this, metres.
    BelowDistance(f64),
    /// [`ratio`] of distance and mean strictly below this.
    BelowRatio(f64),
}

/// What speaks against skipping a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    /// No sample saw it colliding and it does not collide now.
    None,
    /// Samples saw it colliding, though not always: a skip would hide real collisions.
    SeenColliding { collisions: u64, samples: u64 },
    /// It collides at the present configuration, and no sample saw that.
    CollidesNow,
}

/// A pair that would be skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BulkPair {
    /// As in [`crate::shapes::pair_index`].
    pub index: usize,
    /// Indices of the two shapes, `i < j`.
    pub shapes: (usize, usize),
    /// The distance (metres) or ratio that the rule looked at.
    pub value: f64,
    pub risk: Risk,
}

/// What a bulk rule would do.
#[derive(Clone, Debug, PartialEq)]
pub struct BulkPreview {
    pub rule: BulkRule,
    /// The pairs that are checked now and would be skipped, by value and then index.
    pub pairs: Vec<BulkPair>,
    /// How many pairs the rule takes that are skipped already.
    pub already_skipped: usize,
    /// How many pairs that are checked now have no ratio or no distance; the rule never takes them.
    pub undefined: usize,
}

impl BulkPreview {
    /// How many of the pairs carry a [`Risk`].
    pub fn risky(&self) -> usize {
        self.pairs.iter().filter(|p| p.risk != Risk::None).count()
    }

    /// The one edit that skips the pairs that `keep` accepts.
    pub fn edit(
        &self,
        set: &ShapeSet,
        overrides: &AllOverrides,
        label: impl Into<String>,
        mut keep: impl FnMut(&BulkPair) -> bool,
    ) -> Edit {
        let keys = self.pairs.iter().filter(|p| keep(p)).filter_map(|p| PairKey::of(set, p.shapes.0, p.shapes.1));
        Edit::set(overrides, label, set.shape_type, keys, Some(Override::user(Decision::Skip)))
    }
}

/// Distance divided by its mean over the samples: how near the pair is compared with how near it usually is.
///
/// Defined only for a positive finite mean and a finite distance. A pair that overlaps on average (mean zero or
/// negative) has no ratio: the quotient would change sign or run to infinity without a meaning.
pub fn ratio(distance: f64, mean: f64) -> Option<f64> {
    let quotient = distance / mean;
    (mean > 0.0 && mean.is_finite() && quotient.is_finite()).then_some(quotient)
}

/// Previews to skip every pair whose distance at the present configuration is below `distance`.
///
/// `matrix` is the effective one; `distances` are signed metres at the present configuration, one per pair.
pub fn below_distance(matrix: &SkipMatrix, distances: &[f64], survey: &TypeSurvey, distance: f64) -> BulkPreview {
    preview(matrix, distances, survey, BulkRule::BelowDistance(distance), |now, _| now.is_finite().then_some(now))
}

/// Previews to skip every pair whose distance divided by its mean is below `threshold`; see [`ratio`].
pub fn below_ratio(matrix: &SkipMatrix, distances: &[f64], survey: &TypeSurvey, threshold: f64) -> BulkPreview {
    preview(matrix, distances, survey, BulkRule::BelowRatio(threshold), |now, mean| ratio(now, mean?))
}

fn preview(
    matrix: &SkipMatrix,
    distances: &[f64],
    survey: &TypeSurvey,
    rule: BulkRule,
    value: impl Fn(f64, Option<f64>) -> Option<f64>,
) -> BulkPreview {
    let (BulkRule::BelowDistance(threshold) | BulkRule::BelowRatio(threshold)) = rule;
    let mut result = BulkPreview { rule, pairs: Vec::new(), already_skipped: 0, undefined: 0 };
    for (index, (shapes, entry)) in pairs(matrix.size).zip(&matrix.entries).enumerate() {
        let stats = survey.pairs.get(index).filter(|s| s.samples > 0);
        let now = distances.get(index).copied().unwrap_or(f64::NAN);
        match value(now, stats.map(|s| s.mean)) {
            None if entry.decision == Decision::Check => result.undefined += 1,
            Some(value) if value < threshold => {
                if entry.decision == Decision::Skip {
                    result.already_skipped += 1;
                    continue;
                }
                let risk = match stats {
                    Some(s) if s.collisions > 0 => Risk::SeenColliding { collisions: s.collisions, samples: s.samples },
                    _ if now <= 0.0 => Risk::CollidesNow,
                    _ => Risk::None,
                };
                result.pairs.push(BulkPair { index, shapes, value, risk });
            }
            _ => {}
        }
    }
    result.pairs.sort_by(|x, y| x.value.total_cmp(&y.value).then(x.index.cmp(&y.index)));
    result
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{chain, link_set, stats, survey};
    use super::super::{History, Overrides, PairEntry, Reason, Rules, decide, effective};
    use super::*;
    use crate::survey::PairStats;

    #[test]
    fn ratio_needs_a_positive_mean() {
        assert_eq!(ratio(0.1, 0.4), Some(0.25));
        assert_eq!(ratio(-0.1, 0.4), Some(-0.25));
        assert_eq!(ratio(0.1, 0.0), None);
        assert_eq!(ratio(0.1, -0.0), None);
        assert_eq!(ratio(0.1, -0.4), None);
        assert_eq!(ratio(-0.1, -0.4), None, "two overlaps are not a far pair");
        assert_eq!(ratio(0.1, f64::NAN), None);
        assert_eq!(ratio(f64::INFINITY, 1.0), None);
        assert_eq!(ratio(1.0, f64::INFINITY), None);
        assert_eq!(ratio(1.0, f64::MIN_POSITIVE / 4.0), None, "overflows");
    }

    #[test]
    fn previews_and_one_edit() {
        let robot = chain(&["a", "b", "c", "d"], &[]);
        let set = link_set(&robot);
        let mean = |mean: f64, collisions| PairStats { mean, ..stats(-0.1, collisions, 100) };
        // 01 adjacent, 02 checked, 03 checked, 12 adjacent, 13 checked, 23 adjacent
        let survey = survey(&[mean(0.1, 0), mean(0.5, 5), mean(-0.2, 60), mean(0.1, 0), mean(0.2, 1), mean(0.1, 0)]);
        let computed = decide(&robot, &set, &survey, &Rules::default());
        let distances = [-0.01, 0.25, 0.02, 0.5, 0.05, 0.5];

        let near = below_distance(&computed, &distances, &survey, 0.25);
        assert_eq!(near.pairs.iter().map(|p| p.index).collect::<Vec<_>>(), [2, 4], "strictly below, nearest first");
        assert_eq!((near.already_skipped, near.undefined, near.risky()), (1, 0, 2));
        assert_eq!(near.pairs[0].risk, Risk::SeenColliding { collisions: 60, samples: 100 });

        let relative = below_ratio(&computed, &distances, &survey, 0.5);
        assert_eq!(relative.pairs.iter().map(|p| (p.index, p.value)).collect::<Vec<_>>(), [(4, 0.25)]);
        assert_eq!(relative.undefined, 1, "the pair that overlaps on average has no ratio");

        let (mut overrides, mut history) = (AllOverrides::default(), History::default());
        let edit = near.edit(&set, &overrides, "Skip 2 pairs below 250 mm", |p| p.index != 4);
        assert_eq!(edit.changes.len(), 1);
        assert!(history.apply(&mut overrides, edit));
        let shown = effective(&computed, &set, overrides.get(set.shape_type)).matrix;
        assert_eq!(shown.entries[2].reason, Some(Reason::User));
        assert_eq!(shown.entries[4], PairEntry::check());
        history.undo(&mut overrides);
        assert_eq!(overrides.get(set.shape_type), &Overrides::new());
    }

    #[test]
    fn a_collision_that_no_sample_saw_is_flagged() {
        let robot = chain(&["a", "b", "c"], &[]);
        let set = link_set(&robot);
        let survey = survey(&[]);
        let computed = decide(&robot, &set, &survey, &Rules::default());
        let near = below_distance(&computed, &[1.0, -0.1, 1.0], &survey, 0.0);
        assert_eq!(near.pairs[0].risk, Risk::CollidesNow);
        let unknown = below_distance(&computed, &[1.0], &survey, 9.0);
        assert_eq!((unknown.pairs.len(), unknown.already_skipped, unknown.undefined), (0, 1, 1));
    }
}
