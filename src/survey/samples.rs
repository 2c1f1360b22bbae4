//! A block of samples: the values of every joint variable, with sine and cosine, computed once for all pairs.

use super::motion::{Motion, Variable};
use super::random::{sample_value, within};
use crate::math::{Pose, Vec3};
use std::f64::consts::TAU;
use std::ops::Range;

/// Consecutive samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub start: u64,
    pub len: usize,
}

/// The first block is short, so that a first answer comes soon.
pub(super) const FIRST_BLOCK: u64 = 1_000;
/// Where the second one ends.
pub(super) const SECOND_BLOCK: u64 = 16_384;
/// All others end at multiples of this. The longer a block, the nearer the neighbours of the sorted samples are to each
/// other and the less a warm-started query has to do; but what a stopped survey has done of a block is lost.
pub(super) const BLOCK: u64 = 65_536;

/// The block that sample `index` lies in, cut off at `samples`. Blocks begin at fixed samples, whatever the passes of
/// a survey: the order in which a block's samples are visited decides the last bits of warm-started distances.
pub(super) fn block_at(index: u64, samples: u64) -> Block {
    let (start, end) = if index < FIRST_BLOCK {
        (0, FIRST_BLOCK)
    } else if index < SECOND_BLOCK {
        (FIRST_BLOCK, SECOND_BLOCK)
    } else if index < BLOCK {
        (SECOND_BLOCK, BLOCK)
    } else {
        let start = index / BLOCK * BLOCK;
        (start, start.saturating_add(BLOCK))
    };
    Block { start, len: (end.min(samples) - start) as usize }
}

/// True if no sample beyond the block's end belongs to it.
pub(super) fn is_whole(block: &Block) -> bool {
    let end = block.start + block.len as u64;
    end == FIRST_BLOCK || end == SECOND_BLOCK || end.is_multiple_of(BLOCK)
}

/// The values of all variables in the samples of a block.
pub(super) struct SampleTable {
    pub block: Block,
    /// Per degree of freedom and sample its value within its range, 0 to 1.
    units: Vec<Vec<f64>>,
    /// Per degree of freedom how often its range goes round: length over a full turn.
    turns: Vec<f64>,
    /// Per variable and sample sine and cosine of a turn, or twice the length of a slide.
    values: Vec<Vec<[f64; 2]>>,
}

impl SampleTable {
    pub fn new(variables: &[Variable], ranges: &[(f64, f64)], seed: u64, block: Block) -> Self {
        let mut used: Vec<bool> = vec![false; ranges.len()];
        for v in variables {
            used[v.dof] = true;
        }
        let units: Vec<Vec<f64>> = used
            .iter()
            .enumerate()
            .map(|(dof, used)| {
                let n = if *used { block.len } else { 0 };
                (0..n).map(|i| sample_value(seed, block.start + i as u64, dof)).collect()
            })
            .collect();
        let values = variables
            .iter()
            .map(|v| units[v.dof].iter().map(|unit| v.value(within(ranges[v.dof], *unit))).collect())
            .collect();
        let turns = ranges.iter().map(|(lower, upper)| (upper - lower) / TAU).collect();
        Self { block, units, turns, values }
    }

    /// The value of a degree of freedom within its range or, if the motion repeats itself after a full turn that the
    /// range is longer than, within the turn: 0 to 1.
    fn place(&self, motion: &Motion, k: usize, sample: usize) -> f64 {
        let dof = motion.dofs[k];
        let unit = self.units[dof][sample];
        if motion.periodic[k] && self.turns[dof] > 1.0 { (unit * self.turns[dof]).fract() } else { unit }
    }

    pub fn pose(&self, motion: &Motion, sample: usize) -> Pose {
        motion.pose(|variable| self.values[variable][sample])
    }
}

/// The relative poses of two bodies in a block.
pub(super) struct BlockPoses {
    poses: Vec<Pose>,
    /// Per pose the index of its sample.
    samples: Vec<u64>,
}

/// Some of the poses of a block, one after the other.
#[derive(Clone, Copy)]
pub(super) struct Segment<'a> {
    pub poses: &'a [Pose],
    pub samples: &'a [u64],
}

impl BlockPoses {
    pub fn segment(&self, range: Range<usize>) -> Segment<'_> {
        Segment { poses: &self.poses[range.clone()], samples: &self.samples[range] }
    }

    /// In the order of the samples.
    pub fn unsorted(table: &SampleTable, motion: &Motion) -> Self {
        let block = table.block;
        Self {
            poses: (0..block.len).map(|i| table.pose(motion, i)).collect(),
            samples: (block.start..block.start + block.len as u64).collect(),
        }
    }

    /// In an order in which neighbours look alike. `centers`: of the two bodies' geometry, each in its own body's
    /// frame.
    pub fn sorted(table: &SampleTable, motion: &Motion, centers: [Vec3; 2]) -> Self {
        let n = table.block.len;
        let unsorted = Self::unsorted(table, motion).poses;
        let key: Box<dyn Fn(usize) -> u64> = match *motion.dofs.as_slice() {
            [] => Box::new(|_| 0),
            [_] => Box::new(move |i| quantise(table.place(motion, 0, i), 32)),
            [_, _] => {
                let bins = libm::sqrt(n as f64).max(1.0);
                Box::new(move |i| snake(&[table.place(motion, 0, i), table.place(motion, 1, i)], bins))
            }
            _ => {
                let bins = libm::sqrt(libm::sqrt(n as f64)).max(1.0);
                let unsorted = &unsorted;
                Box::new(move |i| {
                    let pose = &unsorted[i];
                    let line = pose.transform_point(&centers[1]) - centers[0];
                    let [u, v] = octahedral(&line);
                    let [s, t] = octahedral(&pose.rotation.tr_mul(&line));
                    snake(&[u, v, s, t], bins)
                })
            }
        };
        let mut order: Vec<(u64, u32)> = (0..n).map(|i| (key(i), i as u32)).collect();
        order.sort_unstable();
        drop(key);
        Self {
            poses: order.iter().map(|&(_, i)| unsorted[i as usize]).collect(),
            samples: order.iter().map(|&(_, i)| table.block.start + u64::from(i)).collect(),
        }
    }
}

/// 0..=1 as an integer below 2^bits.
fn quantise(unit: f64, bits: u32) -> u64 {
    let top = (1u64 << bits) as f64;
    (unit * top).clamp(0.0, top - 1.0) as u64
}

/// Position of a point of the unit cube along a line that runs to and fro through it: all but the last coordinate in
/// `bins` steps, the last one continuous.
fn snake(point: &[f64], bins: f64) -> u64 {
    let mut key = 0u64;
    let bins = libm::ceil(bins);
    let (last, rows) = match point.split_last() {
        Some((last, rows)) => (*last, rows),
        None => return 0,
    };
    for &x in rows {
        let bin = libm::floor(x * bins).clamp(0.0, bins - 1.0) as u64;
        // Every other row is run through backwards, so that its end meets the next row's beginning.
        let bin = if key.is_multiple_of(2) { bin } else { bins as u64 - 1 - bin };
        key = key * bins as u64 + bin;
    }
    let last = if key.is_multiple_of(2) { last } else { 1.0 - last };
    key << 32 | quantise(last, 32)
}

/// A direction as a point of the unit square: the octahedron |x| + |y| + |z| = 1 unfolded.
fn octahedral(direction: &Vec3) -> [f64; 2] {
    let sum = direction.x.abs() + direction.y.abs() + direction.z.abs();
    if sum <= 0.0 || sum.is_nan() {
        return [0.5, 0.5];
    }
    let (x, y) = (direction.x / sum, direction.y / sum);
    let (x, y) = if direction.z >= 0.0 { (x, y) } else { ((1.0 - y.abs()).copysign(x), (1.0 - x.abs()).copysign(y)) };
    [0.5 * (x + 1.0), 0.5 * (y + 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other_without_gaps() {
        let samples = 3 * BLOCK + 17;
        let (mut next, mut lens) = (0, Vec::new());
        while next < samples {
            let block = block_at(next, samples);
            assert_eq!(block.start, next);
            assert_eq!(is_whole(&block), block.len != 17);
            lens.push(block.len as u64);
            next += block.len as u64;
        }
        assert_eq!(lens, [FIRST_BLOCK, SECOND_BLOCK - FIRST_BLOCK, BLOCK - SECOND_BLOCK, BLOCK, BLOCK, 17]);
        assert!(!is_whole(&block_at(0, 999)) && is_whole(&block_at(0, 1000)));
    }

    #[test]
    fn a_snake_passes_every_cell_once_and_moves_to_a_neighbour() {
        let mut cells: Vec<(u64, [i32; 3])> = Vec::new();
        for x in 0..4 {
            for y in 0..4 {
                for z in 0..4 {
                    let at = |i: i32| (f64::from(i) + 0.5) / 4.0;
                    cells.push((snake(&[at(x), at(y), at(z)], 4.0), [x, y, z]));
                }
            }
        }
        cells.sort_unstable();
        for pair in cells.windows(2) {
            let steps: i32 = (0..3).map(|k| (pair[0].1[k] - pair[1].1[k]).abs()).sum();
            assert_eq!(steps, 1, "{pair:?}");
        }
    }

    #[test]
    fn directions_unfold_to_the_unit_square() {
        assert_eq!(octahedral(&Vec3::new(0.0, 0.0, 2.0)), [0.5, 0.5]);
        assert_eq!(octahedral(&Vec3::new(3.0, 0.0, 0.0)), [1.0, 0.5]);
        assert_eq!(octahedral(&Vec3::new(0.0, 0.0, -1.0)), [1.0, 1.0]);
        assert_eq!(octahedral(&Vec3::zeros()), [0.5, 0.5]);
    }
}
