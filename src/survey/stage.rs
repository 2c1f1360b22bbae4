//! One pass of the survey of one shape type, as units of work.

use super::bodies::Bodies;
use super::problem::Pair;
use super::problem::TypeProblem;
use super::query::Solid;
use super::samples::{Block, BlockPoses, SampleTable, Segment, block_at};
use super::spheres::tally_spheres;
use super::stats::Tally;
use crate::proximity::{Warm, signed_distance_warm};
use crate::shapes::{ShapeSet, ShapeType};
use crate::work::{Cancel, Stage};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What a unit should cost, in nanoseconds as guessed by [`query_cost`].
const UNIT_COST: usize = 6_000_000;

/// Poses of a block that one unit visits, at most. Every segment begins without a warm start, so that its distances do
/// not depend on who did the one before.
const SEGMENT: usize = 16_384;

/// A guess at the nanoseconds of one distance query, to cut work into units and to foresee progress.
pub(super) fn query_cost(shape_type: ShapeType) -> usize {
    match shape_type {
        ShapeType::LinkSpheres | ShapeType::PartSpheres => 20,
        ShapeType::LinkBoxes | ShapeType::PartBoxes => 100,
        ShapeType::PartHulls => 200,
        ShapeType::LinkHulls => 500,
    }
}

/// A lock whose holder cannot leave anything half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Brings the shapes of one type into the form that queries need.
pub(super) struct PrepareStage {
    pub set: Arc<ShapeSet>,
    pub bodies: Arc<Bodies>,
    pub solids: Vec<OnceLock<Arc<Solid>>>,
}

impl Stage for PrepareStage {
    fn units(&self) -> usize {
        self.solids.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let shape = &self.set.shapes[unit];
        // Geometries were checked when the survey was made; none is refused.
        if let Ok(solid) = Solid::new(&shape.geometry, &self.bodies.in_body[shape.link]) {
            let _ = self.solids[unit].set(Arc::new(solid));
        }
    }
}

enum Unit {
    Constant { group: usize, pairs: Range<usize> },
    Moving { block: usize, group: usize, pairs: Range<usize>, poses: Range<usize> },
}

/// What a unit found, pair by pair.
pub(super) enum Found {
    Constant(Vec<(u32, f64)>),
    Moving { block: usize, first: usize, tallies: Vec<Tally> },
}

/// Something made when the first unit asks for it and dropped when the last one is done with it.
struct Shared<T> {
    value: Mutex<Option<Arc<T>>>,
    users: AtomicUsize,
}

impl<T> Shared<T> {
    fn new(users: usize) -> Self {
        Self { value: Mutex::new(None), users: AtomicUsize::new(users) }
    }

    fn get(&self, make: impl FnOnce() -> T) -> Arc<T> {
        lock(&self.value).get_or_insert_with(|| Arc::new(make())).clone()
    }

    fn release(&self) {
        if self.users.fetch_sub(1, Ordering::AcqRel) == 1 {
            *lock(&self.value) = None;
        }
    }
}

/// The survey of some whole blocks (the last one perhaps cut off) for all pairs of a type.
pub(super) struct PassStage {
    problem: Arc<TypeProblem>,
    ranges: Arc<Vec<(f64, f64)>>,
    seed: u64,
    pub blocks: Vec<Block>,
    units: Vec<Unit>,
    found: Vec<OnceLock<Found>>,
    /// Per block.
    tables: Vec<Shared<SampleTable>>,
    /// Per block and group.
    poses: Vec<Shared<BlockPoses>>,
}

impl PassStage {
    /// Samples `from..to`, where `from` begins a block; `with_constants` adds the pairs that never move.
    pub fn new(
        problem: Arc<TypeProblem>,
        ranges: Arc<Vec<(f64, f64)>>,
        seed: u64,
        samples: Range<u64>,
        with_constants: bool,
    ) -> Self {
        let mut blocks = Vec::new();
        let mut next = samples.start;
        while next < samples.end {
            let block = block_at(next, samples.end);
            next = block.start + block.len as u64;
            blocks.push(block);
        }
        let cost = query_cost(problem.shape_type);
        let mut units = Vec::new();
        if with_constants {
            for (group, constant) in problem.constants.iter().enumerate() {
                let chunk = (UNIT_COST / 20_000).max(1);
                units.extend(chunks(constant.pairs.len(), chunk).map(|pairs| Unit::Constant { group, pairs }));
            }
        }
        let mut poses = Vec::new();
        for (b, block) in blocks.iter().enumerate() {
            let chunk = (UNIT_COST / (block.len.min(SEGMENT) * cost).max(1)).max(1);
            for (group, g) in problem.groups.iter().enumerate() {
                let before = units.len();
                for pairs in chunks(g.pairs.len(), chunk) {
                    let unit = |poses| Unit::Moving { block: b, group, pairs: pairs.clone(), poses };
                    units.extend(chunks(block.len, SEGMENT).map(unit));
                }
                poses.push(Shared::new(units.len() - before));
            }
        }
        let tables = blocks.iter().map(|_| Shared::new(problem.groups.len())).collect();
        let found = units.iter().map(|_| OnceLock::new()).collect();
        Self { problem, ranges, seed, blocks, units, found, tables, poses }
    }

    /// What was found, unit by unit: first the constant pairs (if asked for), then every block in order. Ends at the
    /// first block, or after the constant pairs, that is not complete.
    pub fn complete(&self) -> (Vec<&Found>, usize) {
        let mut all = Vec::new();
        let mut blocks = self.blocks.len();
        for (unit, found) in self.units.iter().zip(&self.found) {
            match (unit, found.get()) {
                (Unit::Moving { block, .. }, _) if *block >= blocks => break,
                (_, Some(found)) => all.push((unit, found)),
                (Unit::Moving { block, .. }, None) => blocks = *block,
                (Unit::Constant { .. }, None) => return (Vec::new(), 0),
            }
        }
        let kept = |unit: &Unit| !matches!(unit, Unit::Moving { block, .. } if *block >= blocks);
        (all.into_iter().filter(|(unit, _)| kept(unit)).map(|(_, found)| found).collect(), blocks)
    }

    fn block_poses(&self, block: usize, group: usize) -> Arc<BlockPoses> {
        let slot = &self.poses[block * self.problem.groups.len() + group];
        slot.get(|| {
            let table = self.tables[block]
                .get(|| SampleTable::new(&self.problem.variables, &self.ranges, self.seed, self.blocks[block]));
            let g = &self.problem.groups[group];
            let poses = if self.problem.shape_type.is_sphere() {
                BlockPoses::unsorted(&table, &g.motion)
            } else {
                BlockPoses::sorted(&table, &g.motion, g.centers)
            };
            self.tables[block].release();
            poses
        })
    }
}

fn chunks(len: usize, chunk: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(chunk).map(move |start| start..(start + chunk).min(len))
}

impl Stage for PassStage {
    fn units(&self) -> usize {
        self.units.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let solids = &self.problem.solids;
        let found = match &self.units[unit] {
            Unit::Constant { group, pairs } => {
                let constant = &self.problem.constants[*group];
                let pose = constant.pose;
                let distance = |pair: &Pair| {
                    let (a, b) = (&solids[pair.a as usize], &solids[pair.b as usize]);
                    (pair.index, signed_distance_warm(&a.body, &b.body, &pose, &mut Warm::new()))
                };
                Found::Constant(constant.pairs[pairs.clone()].iter().map(distance).collect())
            }
            Unit::Moving { block, group, pairs, poses: range } => {
                let g = &self.problem.groups[*group];
                let poses = self.block_poses(*block, *group);
                let pairs_here = &g.pairs[pairs.clone()];
                let here = poses.segment(range.clone());
                let tallies =
                    if self.problem.shape_type.is_sphere() { tally_spheres(here, solids, pairs_here) } else { None };
                let tallies = tallies.unwrap_or_else(|| tally_warm(here, solids, pairs_here));
                self.poses[*block * self.problem.groups.len() + *group].release();
                Found::Moving { block: *block, first: g.first + pairs.start, tallies }
            }
        };
        let _ = self.found[unit].set(found);
    }
}

/// One pair after the other through all poses, every query starting where the last one ended.
fn tally_warm(poses: Segment, solids: &[Arc<Solid>], pairs: &[Pair]) -> Vec<Tally> {
    let mut warm = Warm::new();
    let tally = |pair: &Pair| {
        let (a, b) = (&solids[pair.a as usize].body, &solids[pair.b as usize].body);
        let mut tally = Tally::EMPTY;
        warm.reset();
        for (pose, sample) in poses.poses.iter().zip(poses.samples) {
            tally.add(signed_distance_warm(a, b, pose, &mut warm), *sample);
        }
        tally
    };
    pairs.iter().map(tally).collect()
}
