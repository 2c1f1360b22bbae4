//! How much the gap between two bodies can change inside a box of joint values.
//!
//! Two bounds are computed and the smaller one counts.
//!
//! *Travel.* One joint after the other is moved from the box's centre; while joint i moves, no point of B moves further
//! than `h_i` times its distance from axis i, nor any point of A seen from B. The signed distance changes by no more
//! than the body's points move, so the sum over the joints of `h_i min(reach of A, reach of B)` bounds its change
//! (Schwarzer, Saha, Latombe, IEEE T-RO 21 (2005), section IV, for paths). A turn by h moves a point at distance r by
//! the chord, `2 r sin(h / 2)`.
//!
//! *Slope.* For a plane of unit normal n between the bodies, the height of a point of B over the plane is a smooth
//! function of the joint values. Its slope in joint i at the centre is `n . (z_i x (b - p_i))`, and its second
//! derivatives are no larger than the point's distance from the axis nearer to it. By Taylor's theorem the height falls
//! by at most `sum h_i |slope_i| + 1/2 sum h_i h_j |second_ij|`. The plane may ride on any link of the chain: the joints
//! before it then move A, those behind it move B, and the two falls add up.

use super::model::{Model, Placement};
use crate::math::Vec3;
use crate::robot::StepKind;

/// Room for the computations of one model, reused from box to box.
#[derive(Debug, Default)]
pub(super) struct BoundScratch {
    /// Per step half the width of its values.
    half: Vec<f64>,
    /// Per step bounds on the distance of A's and B's points from its axis inside the box.
    reach: Vec<[f64; 2]>,
    /// Per step what it adds to the travel bound, and the slopes for A and B.
    travel: Vec<f64>,
    slope: Vec<[f64; 2]>,
    /// Per place of the plane (before step 0, ..., behind the last) the fall of A.
    fall_a: Vec<f64>,
}

/// What can be lost inside a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    pub travel: f64,
    pub slope: f64,
}

impl BoundScratch {
    /// `half`: per coordinate half the width of the box. `normal`: unit, in A's frame.
    pub fn losses(&mut self, model: &Model, placement: &Placement, half: &[f64], normal: &Vec3) -> Loss {
        let n = model.steps.len();
        self.half.clear();
        self.half.extend(model.steps.iter().map(|s| s.multiplier.abs() * half[s.coordinate]));
        self.reach.clear();
        self.reach.resize(n, [0.0; 2]);
        let turns = |i: usize| model.steps[i].kind == StepKind::Turn;
        let center_b = placement.pose.transform_point(&model.b.center);
        // How far the centre of a body's ball can move against the axis at hand, by the joints between them.
        let mut moved = 0.0;
        for i in (0..n).rev() {
            let (point, axis) = &placement.axes[i];
            let center = (center_b - point).cross(axis).norm() + moved;
            self.reach[i][1] = model.reach_of(i)[1].min(center + model.b.radius);
            // The ball's centre need not lie in the body, but no point of the body is further from it than the radius.
            moved += self.half[i] * if turns(i) { center.min(model.reach_of(i)[1] + model.b.radius) } else { 1.0 };
        }
        let mut moved = 0.0;
        for i in 0..n {
            let (point, axis) = &placement.axes[i];
            let center = (model.a.center - point).cross(axis).norm() + moved;
            self.reach[i][0] = model.reach_of(i)[0].min(center + model.a.radius);
            moved += self.half[i] * if turns(i) { center.min(model.reach_of(i)[0] + model.a.radius) } else { 1.0 };
        }
        self.travel.clear();
        self.slope.clear();
        for i in 0..n {
            let h = self.half[i];
            let (point, axis) = &placement.axes[i];
            if turns(i) {
                self.travel.push(chord(h) * self.reach[i][0].min(self.reach[i][1]));
                let lever = normal.cross(axis);
                let length = lever.norm();
                self.slope.push([
                    lever.dot(&(model.a.center - point)).abs() + model.a.radius * length,
                    lever.dot(&(center_b - point)).abs() + model.b.radius * length,
                ]);
            } else {
                self.travel.push(h);
                self.slope.push([normal.dot(axis).abs(); 2]);
            }
        }
        Loss { travel: self.travel.iter().sum(), slope: self.least_fall(model) }
    }

    /// The smallest sum of both falls over all places of the plane.
    fn least_fall(&mut self, model: &Model) -> f64 {
        let n = model.steps.len();
        let turns = |i: usize| model.steps[i].kind == StepKind::Turn;
        // `arm`: the sum over the joints already counted of what they can add to the mixed second derivatives.
        let (mut fall, mut arm) = (0.0, 0.0);
        self.fall_a.clear();
        self.fall_a.push(0.0);
        for i in 0..n {
            let h = self.half[i];
            fall += h * self.slope[i][0];
            if turns(i) {
                fall += h * (0.5 * h * self.reach[i][0] + arm);
            }
            arm += h * if turns(i) { self.reach[i][0] } else { 1.0 };
            self.fall_a.push(fall);
        }
        let mut least = fall;
        let (mut fall, mut arm) = (0.0, 0.0);
        for i in (0..n).rev() {
            let h = self.half[i];
            fall += h * self.slope[i][1];
            if turns(i) {
                fall += h * (0.5 * h * self.reach[i][1] + arm);
            }
            arm += h * if turns(i) { self.reach[i][1] } else { 1.0 };
            least = least.min(self.fall_a[i] + fall);
        }
        least
    }

    /// The coordinate whose halving promises most.
    pub fn widest(&self, model: &Model, loss: &Loss) -> usize {
        let mut weights = [0.0f64; 32];
        for (i, step) in model.steps.iter().enumerate() {
            let h = self.half[i];
            let [a, b] = self.slope[i];
            let weight = if loss.travel < loss.slope {
                self.travel[i]
            } else {
                h * (a.min(b) + 0.5 * h * self.reach[i][0].min(self.reach[i][1]))
            };
            weights[step.coordinate.min(31)] += weight;
        }
        let mut best = 0;
        for coordinate in 1..model.coordinates().min(32) {
            if weights[coordinate] > weights[best] {
                best = coordinate;
            }
        }
        best
    }
}

/// How far a turn by up to `h` radians moves a point at distance 1: an upper bound on `2 sin(h / 2)`, and 2 from half
/// a turn on.
fn chord(h: f64) -> f64 {
    if h >= std::f64::consts::PI {
        return 2.0;
    }
    // Taylor's series of 2 sin(h / 2), broken off after a positive term.
    let s = h * h;
    (h * (1.0 - s / 24.0 * (1.0 - s / 80.0))).min(2.0)
}

#[cfg(test)]
mod tests {
    use super::chord;

    #[test]
    fn chord_is_an_upper_bound_and_close() {
        for i in 0..=1000 {
            let h = f64::from(i) * 0.0035;
            let exact = if h < std::f64::consts::PI { 2.0 * (h / 2.0).sin() } else { 2.0 };
            assert!(chord(h) >= exact - 1e-15 && chord(h) <= exact + 0.01, "{h}");
        }
    }
}
