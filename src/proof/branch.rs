//! Branch and bound over boxes of joint values.

use super::bound::BoundScratch;
use super::model::{Model, Placement};
use crate::math::Vec3;
use crate::proximity::{Warm, gap, separation_warm};

/// Metres by which a certified box must do better than its bound, far above the rounding of poses, bounds and support
/// values at the size of robots (below 1e-12 m) and what the kernels leave open (1e-9 m).
pub(super) const SLACK: f64 = 1e-8;

/// What is to be proved of every point of a model's ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The signed distance exceeds the clearance.
    Apart,
    /// The bodies overlap.
    Overlap,
}

/// Boxes that are still to be examined, one after the other: the centre's coordinates, then half the widths.
pub(super) type Boxes = Vec<f64>;

/// The whole of a model's ranges as one box.
pub(super) fn whole(model: &Model) -> Boxes {
    let center = model.ranges.iter().map(|(lower, upper)| 0.5 * (lower + upper));
    // Rounded up, so that both ends lie inside.
    let half = model.ranges.iter().map(|(lower, upper)| 0.5 * (upper - lower) * (1.0 + 1e-12));
    center.chain(half).collect()
}

/// A box of joint values in which a pair was proved to be apart.
#[derive(Clone, Debug, PartialEq)]
pub struct CertifiedBox {
    /// Radians or metres.
    pub center: Vec<f64>,
    /// Half the widths.
    pub half: Vec<f64>,
    /// Unit, in the frame of the rigid body of the pair's first shape: the plane square to it separates the shapes at
    /// the box's centre.
    pub normal: Vec3,
    /// Metres by which the plane's gap exceeds the clearance and all that can be lost inside the box.
    pub margin: f64,
}

/// What came of examining some boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct Examined {
    pub boxes: u64,
    /// Smallest margin of a certified box; infinite if there was none.
    pub margin: f64,
    /// Smallest signed distance at a centre, and where.
    pub closest: f64,
    pub at: Vec<f64>,
    /// A centre contradicts the goal: no proof is possible.
    pub contradicted: bool,
    /// What the budget left over.
    pub left: Boxes,
}

/// Examines `boxes`, the last one first, and tells `record` centre, half widths, normal and margin of every certified one, until none is left, one contradicts the goal, or `budget` is spent.
pub(super) fn examine(
    model: &Model,
    goal: Goal,
    clearance: f64,
    boxes: Boxes,
    budget: u64,
    mut record: impl FnMut(&[f64], &[f64], Vec3, f64),
) -> Examined {
    let n = model.coordinates();
    let mut found = Examined { margin: f64::INFINITY, closest: f64::INFINITY, left: boxes, ..Examined::default() };
    let (mut scratch, mut placement, mut warm) = (BoundScratch::default(), Placement::default(), Warm::new());
    let mut current = vec![0.0; 2 * n];
    while found.boxes < budget {
        if n == 0 {
            if found.boxes > 0 {
                break;
            }
        } else if found.left.len() < 2 * n {
            break;
        }
        let start = found.left.len() - 2 * n;
        current.copy_from_slice(&found.left[start..]);
        found.left.truncate(start);
        let (center, half) = current.split_at(n);
        found.boxes += 1;
        model.place(center, &mut placement);
        let (distance, normal) = probe(model, &placement, &mut warm);
        if distance < found.closest {
            found.closest = distance;
            found.at = center.to_vec();
        }
        let against = match goal {
            Goal::Apart => distance <= clearance,
            Goal::Overlap => distance > 0.0,
        };
        if against {
            found.contradicted = true;
            break;
        }
        let loss = scratch.losses(model, &placement, half, &normal);
        let margin = match goal {
            Goal::Apart => distance - clearance - loss.travel.min(loss.slope) - SLACK,
            Goal::Overlap => -distance - loss.travel - SLACK,
        };
        if margin > 0.0 {
            found.margin = found.margin.min(margin);
            record(center, half, normal, margin);
            continue;
        }
        if n == 0 {
            // Nothing to split: within rounding of the threshold.
            found.contradicted = true;
            break;
        }
        let split = scratch.widest(model, &loss);
        let quarter = 0.5 * half[split];
        for side in [-quarter, quarter] {
            let at = found.left.len();
            found.left.extend_from_slice(&current);
            found.left[at + split] += side;
            // Rounded up, so that the halves cover the whole.
            found.left[at + n + split] = quarter * (1.0 + 1e-15);
        }
    }
    found
}

/// The signed distance, and a unit normal. If positive it is the gap along the normal, computed from the extreme points of
/// either body: the proof does not rest on how the normal was found.
fn probe(model: &Model, placement: &Placement, warm: &mut Warm) -> (f64, Vec3) {
    let (a, b) = (&*model.a.body, &*model.b.body);
    let found = separation_warm(a, b, &placement.pose, warm);
    let distance = if found.distance > 0.0 { gap(a, b, &placement.pose, &found.normal) } else { found.distance };
    (distance, found.normal)
}
