//! Four vertices side by side, for the processor's vector instructions.

use super::vector::V3;

/// The coordinates of four vertices, metres, and their numbers. Fewer are filled up with copies of the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    x: [f64; 4],
    y: [f64; 4],
    z: [f64; 4],
    id: [u32; 4],
}

impl Group {
    /// `ids`: one to four numbers.
    pub fn new(vertices: &[V3], ids: &[u32]) -> Self {
        let id = [0, 1, 2, 3].map(|lane: usize| ids[lane.min(ids.len() - 1)]);
        let at = id.map(|i| vertices[i as usize]);
        Self { x: at.map(|p| p.x), y: at.map(|p| p.y), z: at.map(|p| p.z), id }
    }

    /// Sets `at` to the furthest of the four along `d` if it is further than `best`, and `best` to its value. That
    /// none is further is the usual case, so all four are computed before the first comparison.
    #[inline(always)]
    pub fn improve(&self, d: V3, best: &mut f64, at: &mut u32) {
        let along = |lane: usize| d.x * self.x[lane] + d.y * self.y[lane] + d.z * self.z[lane];
        let s = [along(0), along(1), along(2), along(3)];
        let low = [larger(s[0], s[2]), larger(s[1], s[3])];
        let most = larger(low[0], low[1]);
        if most > *best {
            *best = most;
            let lane = if s[0] == most {
                0
            } else if s[1] == most {
                1
            } else if s[2] == most {
                2
            } else {
                3
            };
            *at = self.id[lane];
        }
    }
}

#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
