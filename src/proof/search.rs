//! Looking for the configuration at which a pair comes closest.
//!
//! From given and from random starts the signed distance goes downhill: along its gradient, which the witness points
//! give (the distance changes as the witness point of B moves along the normal), and, where the gradient fails at a kink,
//! along single coordinates with ever smaller steps.

use super::model::{Model, Placement};
use crate::math::Vec3;
use crate::proximity::signed_distance;
use crate::robot::StepKind;
use crate::survey::sample_value;
use std::ops::Range;

/// A point of a model and the signed distance there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lowest {
    pub at: Vec<f64>,
    pub distance: f64,
    /// Distance queries made.
    pub queries: u64,
}

/// Steps smaller than this share of a coordinate's range end a descent.
const SMALLEST_STEP: f64 = 1e-5;
/// Distance queries of one descent, at most.
const DESCENT_QUERIES: u64 = 400;

struct Descent<'a> {
    model: &'a Model,
    placement: Placement,
    queries: u64,
}

impl Descent<'_> {
    /// Signed distance at a point and its gradient.
    fn evaluate(&mut self, at: &[f64], gradient: &mut [f64]) -> f64 {
        self.queries += 1;
        let model = self.model;
        model.place(at, &mut self.placement);
        let found = signed_distance(&model.a.body, &model.b.body, &self.placement.pose);
        let between = found.point_b - found.point_a;
        let length = between.norm();
        let normal = if length > 0.0 { between * (found.distance.signum() / length) } else { Vec3::zeros() };
        gradient.fill(0.0);
        for (step, (point, axis)) in model.steps.iter().zip(&self.placement.axes) {
            let slope = match step.kind {
                StepKind::Turn => normal.dot(&axis.cross(&(found.point_b - point))),
                StepKind::Slide => normal.dot(axis),
            };
            gradient[step.coordinate] += step.multiplier * slope;
        }
        found.distance
    }

    /// Goes downhill from `start`.
    fn descend(&mut self, start: Vec<f64>) -> (Vec<f64>, f64) {
        let ranges = &self.model.ranges;
        let n = ranges.len();
        let widths: Vec<f64> = ranges.iter().map(|(lower, upper)| upper - lower).collect();
        let clamp = |x: f64, i: usize| x.max(ranges[i].0).min(ranges[i].1);
        let mut at = start;
        let mut gradient = vec![0.0; n];
        let mut other = vec![0.0; n];
        let mut trial = vec![0.0; n];
        let mut distance = self.evaluate(&at, &mut gradient);
        let limit = self.queries + DESCENT_QUERIES;
        // As a share of the ranges.
        let mut step = 0.05;
        while step > SMALLEST_STEP && self.queries < limit {
            // The gradient per share of a range, without the components that lead out of it.
            let downhill = |i: usize| {
                let d = -gradient[i] * widths[i];
                let blocked = (d < 0.0 && at[i] <= ranges[i].0) || (d > 0.0 && at[i] >= ranges[i].1);
                if blocked { 0.0 } else { d }
            };
            let length = libm::sqrt((0..n).map(|i| downhill(i) * downhill(i)).sum::<f64>());
            if length > 0.0 {
                for i in 0..n {
                    trial[i] = clamp(at[i] + step * widths[i] * downhill(i) / length, i);
                }
                let there = self.evaluate(&trial, &mut other);
                if there < distance {
                    distance = there;
                    std::mem::swap(&mut at, &mut trial);
                    std::mem::swap(&mut gradient, &mut other);
                    step = (step * 1.6).min(0.5);
                    continue;
                }
            }
            let mut improved = false;
            for i in 0..n {
                for side in [-1.0, 1.0] {
                    trial.copy_from_slice(&at);
                    trial[i] = clamp(at[i] + side * step * widths[i], i);
                    if trial[i] == at[i] {
                        continue;
                    }
                    let there = self.evaluate(&trial, &mut other);
                    if there < distance {
                        distance = there;
                        std::mem::swap(&mut at, &mut trial);
                        std::mem::swap(&mut gradient, &mut other);
                        improved = true;
                        break;
                    }
                }
            }
            if !improved {
                step *= 0.3;
            }
        }
        (at, distance)
    }
}

/// The lowest point found from `starts` and then from the random points of the numbers `restarts`; of equals the first.
pub(super) fn lowest(model: &Model, starts: &[Vec<f64>], restarts: Range<u32>, seed: u64) -> Lowest {
    let mut descent = Descent { model, placement: Placement::default(), queries: 0 };
    let mut best = Lowest { at: Vec::new(), distance: f64::INFINITY, queries: 0 };
    let random = (u64::from(restarts.start)..u64::from(restarts.end)).map(|k| {
        model.ranges.iter().enumerate().map(|(i, r)| r.0 + (r.1 - r.0) * sample_value(seed, k, i)).collect::<Vec<f64>>()
    });
    for start in starts.iter().cloned().chain(random) {
        let (at, distance) = descent.descend(start);
        if distance < best.distance {
            best.at = at;
            best.distance = distance;
        }
    }
    best.queries = descent.queries;
    best
}
