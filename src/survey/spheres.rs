//! The distances of many pairs of spheres, in closed form and several samples at a time.

use super::problem::Pair;
use super::query::Solid;
use super::samples::Segment;
use super::stats::Tally;
use crate::shapes::BoundingSphere;
use std::sync::Arc;

/// Samples whose sphere centres are held at once: fits the first-level cache.
const TILE: usize = 256;
/// Independent sums and extremes, so that the processor can compute them side by side.
const LANES: usize = 4;

/// The centres of one sphere of B in A's frame, for the samples of a tile.
struct Tile {
    x: [f64; TILE],
    y: [f64; TILE],
    z: [f64; TILE],
    len: usize,
    /// Index of the tile's first sample.
    start: u64,
}

/// Tallies of `pairs`, all of them spheres; `None` if one is not. The poses are in the order of their samples.
pub(super) fn tally_spheres(poses: Segment, solids: &[Arc<Solid>], pairs: &[Pair]) -> Option<Vec<Tally>> {
    let spheres: Option<Vec<[BoundingSphere; 2]>> =
        pairs.iter().map(|p| Some([solids[p.a as usize].sphere?, solids[p.b as usize].sphere?])).collect();
    let spheres = spheres?;
    let mut tallies = vec![Tally::EMPTY; pairs.len()];
    let mut tile = Tile { x: [0.0; TILE], y: [0.0; TILE], z: [0.0; TILE], len: 0, start: 0 };
    for (k, chunk) in poses.poses.chunks(TILE).enumerate() {
        tile.len = chunk.len();
        tile.start = poses.samples[k * TILE];
        let mut placed = None;
        for ((pair, [a, b]), tally) in pairs.iter().zip(&spheres).zip(&mut tallies) {
            // Pairs with the same sphere of B follow each other.
            if placed != Some(pair.b) {
                placed = Some(pair.b);
                for (i, pose) in chunk.iter().enumerate() {
                    let at = pose.transform_point(&b.center);
                    (tile.x[i], tile.y[i], tile.z[i]) = (at.x, at.y, at.z);
                }
            }
            tile.add_to(tally, a, b.radius);
        }
    }
    Some(tallies)
}

impl Tile {
    fn add_to(&self, tally: &mut Tally, a: &BoundingSphere, radius: f64) {
        let (c, r) = (a.center, a.radius + radius);
        let distance = |i: usize| {
            let (x, y, z) = (self.x[i] - c.x, self.y[i] - c.y, self.z[i] - c.z);
            (x * x + y * y + z * z).sqrt() - r
        };
        let (mut sum, mut hits) = ([0.0; LANES], [0u64; LANES]);
        let (mut min, mut max) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
        let whole = self.len / LANES * LANES;
        for i in (0..whole).step_by(LANES) {
            for l in 0..LANES {
                let d = distance(i + l);
                sum[l] += d;
                hits[l] += u64::from(d <= 0.0);
                min[l] = if d < min[l] { d } else { min[l] };
                max[l] = if d > max[l] { d } else { max[l] };
            }
        }
        for i in whole..self.len {
            let (l, d) = (i - whole, distance(i));
            sum[l] += d;
            hits[l] += u64::from(d <= 0.0);
            min[l] = min[l].min(d);
            max[l] = max[l].max(d);
        }
        tally.sum += (sum[0] + sum[1]) + (sum[2] + sum[3]);
        tally.collisions += hits.iter().sum::<u64>();
        let min = min.into_iter().fold(f64::INFINITY, f64::min);
        let max = max.into_iter().fold(f64::NEG_INFINITY, f64::max);
        // Tiles come in the order of their samples, so the first of equals is the one already there.
        let first = |value: f64| (0..self.len).find(|&i| distance(i) == value).unwrap_or(0) as u64;
        if min < tally.min {
            (tally.min, tally.argmin) = (min, self.start + first(min));
        }
        if max > tally.max {
            (tally.max, tally.argmax) = (max, self.start + first(max));
        }
    }
}
