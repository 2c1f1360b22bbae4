//! What a survey is asked for and what it answers.

use crate::shapes::ShapeType;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurveySettings {
    pub samples: u64,
    pub seed: u64,
    /// Per degree of freedom the sampled range, radians or metres; empty means the robot's own.
    pub ranges: Vec<(f64, f64)>,
}

impl Default for SurveySettings {
    fn default() -> Self {
        Self { samples: 100_000, seed: 0, ranges: Vec::new() }
    }
}

/// Statistics of one pair over the samples taken so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairStats {
    /// Signed metres.
    pub min: f64,
    pub mean: f64,
    pub max: f64,
    /// Samples with `distance <= 0`.
    pub collisions: u64,
    pub samples: u64,
    /// Index of the sample that gave `min`, the smallest if several did; the configuration follows from (seed, index)
    /// by [`super::configuration`].
    pub argmin: u64,
    pub argmax: u64,
}

/// The survey of one shape type; `pairs` in the order of [`crate::shapes::pair_index`].
#[derive(Clone, Debug, PartialEq)]
pub struct TypeSurvey {
    pub shape_type: ShapeType,
    /// Samples taken so far; equal for all pairs.
    pub samples: u64,
    pub pairs: Vec<PairStats>,
}

/// Sums over some samples of one pair, which can be put together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tally {
    pub min: f64,
    pub max: f64,
    pub sum: f64,
    pub collisions: u64,
    pub argmin: u64,
    pub argmax: u64,
}

impl Tally {
    pub const EMPTY: Tally = Tally {
        min: f64::INFINITY,
        max: f64::NEG_INFINITY,
        sum: 0.0,
        collisions: 0,
        argmin: u64::MAX,
        argmax: u64::MAX,
    };

    /// Counts the distance of sample `index`. Samples may come in any order; the sum depends on it in its last bits.
    #[inline]
    pub fn add(&mut self, distance: f64, index: u64) {
        self.sum += distance;
        self.collisions += u64::from(distance <= 0.0);
        if distance < self.min || (distance == self.min && index < self.argmin) {
            (self.min, self.argmin) = (distance, index);
        }
        if distance > self.max || (distance == self.max && index < self.argmax) {
            (self.max, self.argmax) = (distance, index);
        }
    }

    /// Adds what was counted over other samples.
    pub fn merge(&mut self, other: &Tally) {
        self.sum += other.sum;
        self.collisions += other.collisions;
        if other.min < self.min || (other.min == self.min && other.argmin < self.argmin) {
            (self.min, self.argmin) = (other.min, other.argmin);
        }
        if other.max > self.max || (other.max == self.max && other.argmax < self.argmax) {
            (self.max, self.argmax) = (other.max, other.argmax);
        }
    }

    pub fn stats(&self, samples: u64) -> PairStats {
        // The rounding of the sum must not carry the mean out of its range when the distance hardly changes.
        let mean = (self.sum / samples as f64).max(self.min).min(self.max);
        PairStats {
            min: self.min,
            mean,
            max: self.max,
            collisions: self.collisions,
            samples,
            argmin: self.argmin,
            argmax: self.argmax,
        }
    }
}

/// Statistics of a pair whose distance never changes.
pub(super) fn constant_stats(distance: f64, samples: u64) -> PairStats {
    PairStats {
        min: distance,
        mean: distance,
        max: distance,
        collisions: if distance <= 0.0 { samples } else { 0 },
        samples,
        argmin: 0,
        argmax: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_index_wins_a_tie_in_any_order() {
        let mut t = Tally::EMPTY;
        for (d, i) in [(0.5, 9), (-0.25, 7), (0.5, 3), (-0.25, 8), (0.0, 1)] {
            t.add(d, i);
        }
        let s = t.stats(5);
        assert_eq!((s.argmin, s.argmax, s.collisions), (7, 3, 3));
        assert_eq!((s.min, s.mean, s.max), (-0.25, 0.1, 0.5));
    }

    #[test]
    fn merging_is_counting_on() {
        let (mut a, mut b) = (Tally::EMPTY, Tally::EMPTY);
        a.add(1.0, 0);
        a.add(-1.0, 1);
        b.add(-1.0, 2);
        b.add(2.0, 3);
        let sum = Tally { min: -1.0, max: 2.0, sum: 1.0, collisions: 2, argmin: 1, argmax: 3 };
        for (first, second) in [(a, b), (b, a)] {
            let mut both = first;
            both.merge(&second);
            assert_eq!(both, sum);
        }
    }
}
