//! What verdicts on the hulls of links say of the other shape types.
//!
//! A proof holds for shapes that lie within the two hulls: for parts, if every vertex of the part lies behind every
//! plane of its link's hull. A collision is looked at again: the other shapes are put where the hulls collide, and
//! those that collide there are refuted too, whatever encloses what.

use super::branch::SLACK;
use super::verdict::{PairProof, Verdict};
use crate::math::Pose;
use crate::proximity::{ConvexBody, signed_distance};
use crate::robot::Robot;
use crate::shapes::{Hull, ShapeGeometry, ShapeSet, ShapeType, Shapes, pair_index, pairs};
use crate::work::{Cancel, Pipeline, Stage, StageLabel};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The type whose pairs are proved.
pub const PROVED_TYPE: ShapeType = ShapeType::LinkHulls;

/// Metres by which a vertex may stand before a plane of a hull and count as inside: the rounding of planes through
/// small triangles. At an edge as sharp as a hundredth of a radian the vertex may be a hundred times as far from the
/// hull, still less than what a certified box does better than its bound.
const ROUNDING: f64 = SLACK / 1000.0;

/// Called with verdicts on pairs of a type other than [`PROVED_TYPE`], on whatever thread the work runs.
pub type PublishInherited = Arc<dyn Fn(ShapeType, Vec<PairProof>) + Send + Sync>;

/// Hands verdicts on pairs of [`PROVED_TYPE`] on to the other types.
pub struct InheritPipeline {
    context: Arc<Context>,
    publish: PublishInherited,
    step: Step,
}

struct Context {
    robot: Arc<Robot>,
    shapes: Arc<Shapes>,
    clearance: f64,
    proofs: Vec<PairProof>,
    /// Per pair of [`PROVED_TYPE`] its links.
    links: Vec<(usize, usize)>,
    /// Per link of the robot whether each of its parts, in the order of the set, lies within the link's hull. Made for
    /// links of proved pairs only.
    within: Vec<OnceLock<Vec<bool>>>,
}

enum Step {
    Look,
    HandOn,
    Done,
}

impl InheritPipeline {
    /// `clearance`: metres, that of the proofs.
    pub fn new(
        robot: Arc<Robot>,
        shapes: Arc<Shapes>,
        clearance: f64,
        proofs: Vec<PairProof>,
        publish: PublishInherited,
    ) -> Self {
        let hulls = &shapes.set(PROVED_TYPE).shapes;
        let links = pairs(hulls.len()).map(|(i, j)| (hulls[i].link, hulls[j].link)).collect();
        let within = robot.links.iter().map(|_| OnceLock::new()).collect();
        let context = Context { robot, shapes, clearance, proofs, links, within };
        Self { context: Arc::new(context), publish, step: Step::Look }
    }
}

impl Pipeline for InheritPipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        let label = StageLabel::new("proof", "Proof: other shapes");
        match self.step {
            Step::Look => {
                self.step = Step::HandOn;
                let proved = self.context.proofs.iter().filter(|proof| is_proved(proof.verdict));
                let links = proved.filter_map(|proof| self.context.links.get(proof.pair));
                let links: BTreeSet<usize> = links.flat_map(|(a, b)| [*a, *b]).collect();
                let stage = LookStage { context: self.context.clone(), links: links.into_iter().collect() };
                Some((label, Arc::new(stage)))
            }
            Step::HandOn => {
                self.step = Step::Done;
                let stage = HandOnStage { context: self.context.clone(), publish: self.publish.clone() };
                Some((label, Arc::new(stage)))
            }
            Step::Done => None,
        }
    }

    fn overall(&self, fraction: f64) -> f64 {
        match self.step {
            Step::Look => 0.0,
            Step::HandOn => 0.5 * fraction,
            Step::Done => 0.5 + 0.5 * fraction,
        }
    }
}

fn is_proved(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Proved | Verdict::ProvedWithinLimits)
}

/// The places in `set` of a link's shapes.
fn of_link(set: &ShapeSet, link: usize) -> std::ops::Range<usize> {
    let first = set.shapes.partition_point(|shape| shape.link < link);
    first..set.shapes.partition_point(|shape| shape.link <= link)
}

/// One unit per link: which of its parts lie within its hull.
struct LookStage {
    context: Arc<Context>,
    links: Vec<usize>,
}

impl Stage for LookStage {
    fn units(&self) -> usize {
        self.links.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let Some(&link) = self.links.get(unit) else { return };
        let shapes = &self.context.shapes;
        let hulls = shapes.set(PROVED_TYPE);
        let hull = hulls.shapes.get(of_link(hulls, link)).and_then(<[_]>::first);
        let Some(ShapeGeometry::Hull(hull)) = hull.map(|shape| &shape.geometry) else { return };
        let planes = hull.planes();
        let parts = shapes.set(ShapeType::PartHulls);
        let inside = |part: &Hull| {
            let behind = |v: &crate::math::Vec3| planes.iter().all(|(normal, d)| normal.dot(v) - d <= ROUNDING);
            !planes.is_empty() && part.vertices.iter().all(behind)
        };
        let within = parts.shapes.get(of_link(parts, link)).unwrap_or_default().iter();
        let within = within.map(|shape| matches!(&shape.geometry, ShapeGeometry::Hull(part) if inside(part)));
        if let Some(slot) = self.context.within.get(link) {
            let _ = slot.set(within.collect());
        }
    }
}

/// One unit per verdict.
struct HandOnStage {
    context: Arc<Context>,
    publish: PublishInherited,
}

impl Stage for HandOnStage {
    fn units(&self) -> usize {
        self.context.proofs.len()
    }

    fn run(&self, unit: usize, cancel: &Cancel) {
        let Some(proof) = self.context.proofs.get(unit) else { return };
        let Some(&links) = self.context.links.get(proof.pair) else { return };
        if is_proved(proof.verdict) {
            self.hand(ShapeType::PartHulls, self.proved(proof, links));
        } else if proof.verdict == Verdict::Refuted {
            let mut poses = Vec::new();
            self.context.robot.forward_kinematics(&proof.configuration, &mut poses);
            for shape_type in ShapeType::ALL.into_iter().filter(|t| *t != PROVED_TYPE) {
                if !cancel.is_cancelled() {
                    self.hand(shape_type, self.refuted(proof, links, shape_type, &poses));
                }
            }
        }
    }
}

impl HandOnStage {
    fn hand(&self, shape_type: ShapeType, found: Vec<PairProof>) {
        if !found.is_empty() {
            (self.publish)(shape_type, found);
        }
    }

    fn proved(&self, proof: &PairProof, (a, b): (usize, usize)) -> Vec<PairProof> {
        let context = &self.context;
        let set = context.shapes.set(ShapeType::PartHulls);
        let inner = |link: usize| {
            let within = context.within.get(link).and_then(OnceLock::get).map_or(&[][..], Vec::as_slice);
            of_link(set, link).zip(within).filter(|(_, within)| **within).map(|(shape, _)| shape).collect::<Vec<_>>()
        };
        let (of_a, of_b) = (inner(a), inner(b));
        let all = of_a.iter().flat_map(|i| of_b.iter().map(move |j| (*i, *j)));
        all.map(|(i, j)| PairProof {
            pair: pair_index(set.shapes.len(), i.min(j), i.max(j)),
            verdict: proof.verdict,
            closest: f64::INFINITY,
            configuration: Vec::new(),
            boxes: 0,
            margin: proof.margin,
        })
        .collect()
    }

    fn refuted(
        &self,
        proof: &PairProof,
        (a, b): (usize, usize),
        shape_type: ShapeType,
        poses: &[Pose],
    ) -> Vec<PairProof> {
        let set = self.context.shapes.set(shape_type);
        let (Some(pose_a), Some(pose_b)) = (poses.get(a), poses.get(b)) else { return Vec::new() };
        let relative = pose_a.relative(pose_b);
        let bodies = |link: usize| {
            let body = |place: usize| Some((place, ConvexBody::new(&set.shapes.get(place)?.geometry).ok()?));
            of_link(set, link).filter_map(body).collect::<Vec<_>>()
        };
        let (of_a, of_b) = (bodies(a), bodies(b));
        let mut found = Vec::new();
        for (i, body_a) in &of_a {
            for (j, body_b) in &of_b {
                let closest = signed_distance(body_a, body_b, &relative).distance;
                if closest <= self.context.clearance {
                    found.push(PairProof {
                        pair: pair_index(set.shapes.len(), (*i).min(*j), (*i).max(*j)),
                        verdict: Verdict::Refuted,
                        closest,
                        configuration: proof.configuration.clone(),
                        boxes: 0,
                        margin: f64::INFINITY,
                    });
                }
            }
        }
        found
    }
}
