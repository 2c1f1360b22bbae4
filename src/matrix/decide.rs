//! Structure and statistics to decisions.

use super::{Evidence, PairEntry, Reason, Rules, SkipMatrix, Structure};
use crate::proof::Verdict;
use crate::robot::Robot;
use crate::shapes::{ShapeSet, pairs};
use crate::survey::{PairStats, TypeSurvey};

/// Decides every pair of `set`, in this order of precedence: `same_body`, `adjacent`, `always`, `never`, else check.
///
/// Pairs for which `survey` holds no samples are decided by structure alone. The result has one entry per pair in
/// the order of [`crate::shapes::pair_index`].
pub fn decide(robot: &Robot, set: &ShapeSet, survey: &TypeSurvey, rules: &Rules) -> SkipMatrix {
    let structure = Structure::new(robot, set);
    let entries = pairs(set.shapes.len())
        .enumerate()
        .map(|(k, (i, j))| match structure.reason(set.shapes[i].link, set.shapes[j].link) {
            Some(reason) => PairEntry::skip(reason, None),
            None => by_statistics(survey.pairs.get(k), rules),
        })
        .collect();
    SkipMatrix { shape_type: set.shape_type, size: set.shapes.len(), entries }
}

fn by_statistics(stats: Option<&PairStats>, rules: &Rules) -> PairEntry {
    match stats {
        Some(s) if s.samples > 0 && s.collisions > 0 => {
            // Division rather than a product with the threshold: 95 of 100 is exactly the double 0.95.
            if s.collisions as f64 / s.samples as f64 >= rules.always_threshold {
                PairEntry::skip(Reason::Always, None)
            } else {
                PairEntry::check()
            }
        }
        // Written so that a distance that is not a number is checked.
        Some(s) if s.samples > 0 && s.min > rules.clearance.max(0.0) => PairEntry::skip(
            Reason::Never,
            Some(Evidence::Unseen { samples: s.samples, bound: unseen_bound(s.samples) }),
        ),
        _ => PairEntry::check(),
    }
}

/// The one-sided upper limit, at 95 % confidence, of the probability of an event that none of `samples` independent
/// samples showed: the `p` with `(1 - p)^samples = 0.05`, about `3 / samples` (the exact binomial limit of Clopper
/// and Pearson for no successes). 1 for no samples.
pub fn unseen_bound(samples: u64) -> f64 {
    if samples == 0 { 1.0 } else { -libm::expm1(libm::log(0.05) / samples as f64) }
}

/// What a proof found out about a pair of which no sample, or every sample, was seen colliding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It cannot collide at any value of the joints.
    Proved,
    /// It cannot collide within the joint limits.
    ProvedWithinLimits,
    /// It overlaps at every value of the joints.
    AlwaysProved,
    /// It overlaps everywhere within the joint limits.
    AlwaysProvedWithinLimits,
    /// A configuration within the limits makes it collide.
    Refuted,
}

impl Finding {
    /// What a verdict says of a pair; `None` if it adds nothing.
    pub fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Proved => Some(Finding::Proved),
            Verdict::ProvedWithinLimits => Some(Finding::ProvedWithinLimits),
            Verdict::Refuted => Some(Finding::Refuted),
            Verdict::AlwaysProved => Some(Finding::AlwaysProved),
            Verdict::AlwaysProvedWithinLimits => Some(Finding::AlwaysProvedWithinLimits),
            Verdict::Open => None,
        }
    }
}

/// Replaces the evidence of a pair decided as `never`, or as `always` where that is what was found; a refuted pair is
/// checked. Pairs with another reason are left alone. `index` as in [`crate::shapes::pair_index`].
pub fn apply_finding(matrix: &mut SkipMatrix, index: usize, finding: Finding) {
    let reason = match finding {
        Finding::AlwaysProved | Finding::AlwaysProvedWithinLimits => Reason::Always,
        Finding::Proved | Finding::ProvedWithinLimits | Finding::Refuted => Reason::Never,
    };
    let Some(entry) = matrix.entries.get_mut(index).filter(|e| e.reason == Some(reason)) else { return };
    match finding {
        Finding::Proved | Finding::AlwaysProved => entry.evidence = Some(Evidence::Proved),
        Finding::ProvedWithinLimits | Finding::AlwaysProvedWithinLimits => {
            entry.evidence = Some(Evidence::ProvedWithinLimits);
        }
        Finding::Refuted => *entry = PairEntry::check(),
    }
}

/// A search found a collision of a pair decided as `never`: it is checked, with the collision as evidence. Pairs with
/// another reason are left alone. `distance`: signed metres at `configuration`.
pub fn refute(matrix: &mut SkipMatrix, index: usize, distance: f64, configuration: &[f64]) {
    let Some(entry) = matrix.entries.get_mut(index).filter(|e| e.reason == Some(Reason::Never)) else { return };
    let evidence = Evidence::Refuted { distance, configuration: configuration.to_vec() };
    *entry = PairEntry { evidence: Some(evidence), ..PairEntry::check() };
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{chain, link_set, stats, survey};
    use super::*;

    #[test]
    fn bound_is_the_rule_of_three() {
        // 1 - 0.05^(1/n), computed with 40 digits.
        assert!((unseen_bound(1) - 0.95).abs() < 1e-15);
        assert!((unseen_bound(10) - 0.258_865_550_893_052_3).abs() < 1e-15);
        assert!((unseen_bound(100_000) - 2.995_687_401_942_796e-5).abs() < 1e-18);
        assert_eq!(unseen_bound(0), 1.0);
    }

    #[test]
    fn precedence_and_thresholds() {
        // base -fixed- plate -revolute- upper -revolute- lower -revolute- hand
        let robot = chain(&["base", "plate", "upper", "lower", "hand"], &[0]);
        let set = link_set(&robot);
        // Pairs: 01 02 03 04 12 13 14 23 24 34. Structure must win over whatever the samples say.
        let survey = survey(&[
            stats(0.1, 0, 100),   // base plate: same body although never colliding
            stats(0.1, 0, 100),   // base upper: no neighbours, plate with its geometry is between them
            stats(-0.1, 95, 100), // base lower: always at exactly 0.95
            stats(-0.1, 94, 100), // base hand: check
            stats(-0.1, 100, 100),
            stats(0.2, 0, 100), // plate lower: never
            stats(0.0, 1, 100), // plate hand: one touch is a collision
            stats(-0.1, 100, 100),
            stats(0.01, 0, 100), // upper hand: never
            stats(-0.1, 100, 100),
        ]);
        let matrix = decide(&robot, &set, &survey, &Rules::default());
        let reasons: Vec<_> = matrix.entries.iter().map(|e| (e.decision, e.reason)).collect();
        use crate::matrix::Decision::{Check, Skip};
        assert_eq!(
            reasons,
            [
                (Skip, Some(Reason::SameBody)),
                (Skip, Some(Reason::Never)),
                (Skip, Some(Reason::Always)),
                (Check, None),
                (Skip, Some(Reason::Adjacent)),
                (Skip, Some(Reason::Never)),
                (Check, None),
                (Skip, Some(Reason::Adjacent)),
                (Skip, Some(Reason::Never)),
                (Skip, Some(Reason::Adjacent)),
            ]
        );
        assert!(matches!(matrix.entries[5].evidence, Some(Evidence::Unseen { samples: 100, .. })));

        let wary = Rules { clearance: 0.05, ..Rules::default() };
        assert_eq!(decide(&robot, &set, &survey, &wary).entries[8], PairEntry::check(), "came nearer than asked for");
        assert_eq!(decide(&robot, &set, &survey, &wary).entries[5].reason, Some(Reason::Never));
    }

    #[test]
    fn without_samples_only_structure_decides() {
        let robot = chain(&["base", "upper", "lower"], &[]);
        let set = link_set(&robot);
        let matrix = decide(&robot, &set, &survey(&[]), &Rules::default());
        let reasons: Vec<_> = matrix.entries.iter().map(|e| e.reason).collect();
        assert_eq!(reasons, [Some(Reason::Adjacent), None, Some(Reason::Adjacent)]);
    }

    #[test]
    fn a_distance_that_is_no_number_is_checked() {
        let robot = chain(&["a", "b", "c"], &[]);
        let set = link_set(&robot);
        let survey = survey(&[stats(1.0, 0, 10), stats(f64::NAN, 0, 10), stats(1.0, 0, 10)]);
        assert_eq!(decide(&robot, &set, &survey, &Rules::default()).entries[1], PairEntry::check());
    }

    #[test]
    fn findings_change_only_never() {
        let robot = chain(&["a", "b", "c", "d"], &[]);
        let set = link_set(&robot);
        let survey = survey(&[stats(0.5, 0, 10); 6]);
        let mut matrix = decide(&robot, &set, &survey, &Rules::default());
        let before = matrix.clone();
        apply_finding(&mut matrix, 1, Finding::AlwaysProved);
        apply_finding(&mut matrix, 0, Finding::Refuted);
        apply_finding(&mut matrix, 99, Finding::Refuted);
        assert_eq!(matrix, before, "adjacent pairs stay");
        apply_finding(&mut matrix, 1, Finding::Proved);
        apply_finding(&mut matrix, 2, Finding::Refuted);
        apply_finding(&mut matrix, 4, Finding::ProvedWithinLimits);
        assert_eq!(matrix.entries[1].evidence, Some(Evidence::Proved));
        assert_eq!(matrix.entries[2], PairEntry::check());
        assert_eq!(matrix.entries[4].evidence, Some(Evidence::ProvedWithinLimits));
    }

    #[test]
    fn always_is_proved_apart_from_never() {
        let robot = chain(&["a", "b", "c", "d"], &[]);
        let set = link_set(&robot);
        let mut matrix = decide(&robot, &set, &survey(&[stats(-0.5, 10, 10); 6]), &Rules::default());
        let before = matrix.clone();
        for finding in [Finding::Proved, Finding::ProvedWithinLimits, Finding::Refuted] {
            apply_finding(&mut matrix, 1, finding);
        }
        assert_eq!(matrix, before, "what is said of never says nothing of always");
        apply_finding(&mut matrix, 1, Finding::AlwaysProvedWithinLimits);
        assert_eq!(matrix.entries[1], PairEntry::skip(Reason::Always, Some(Evidence::ProvedWithinLimits)));
        apply_finding(&mut matrix, 1, Finding::AlwaysProved);
        assert_eq!(matrix.entries[1], PairEntry::skip(Reason::Always, Some(Evidence::Proved)));
    }
}
