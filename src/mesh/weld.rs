//! Shared vertices from loose positions.

use crate::math::Vec3;

const EMPTY: u32 = u32::MAX;

/// Gives equal positions (bit by bit; the two zeros are equal) the same index, in order of first appearance.
///
/// An own open-addressing table rather than `HashMap`: it stores 4 bytes per slot, compares against the vertex list
/// itself, and takes about a third of the time on meshes of a million corners.
pub(super) struct Welder {
    vertices: Vec<Vec3>,
    slots: Vec<u32>,
}

impl Welder {
    pub(super) fn new() -> Self {
        Self { vertices: Vec::new(), slots: vec![EMPTY; 64] }
    }

    /// The index of `p`, a finite position.
    pub(super) fn index(&mut self, p: Vec3) -> u32 {
        // Adding zero turns -0.0 into 0.0.
        let p = p.add_scalar(0.0);
        if 2 * self.vertices.len() >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(&p) & mask;
        loop {
            let index = self.slots[slot];
            if index == EMPTY {
                let index = self.vertices.len() as u32;
                self.vertices.push(p);
                self.slots[slot] = index;
                return index;
            }
            if self.vertices[index as usize] == p {
                return index;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        let mut slots = vec![EMPTY; 2 * self.slots.len()];
        for (index, p) in self.vertices.iter().enumerate() {
            let mut slot = hash(p) & mask;
            while slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            slots[slot] = index as u32;
        }
        self.slots = slots;
    }

    pub(super) fn into_vertices(self) -> Vec<Vec3> {
        self.vertices
    }
}

/// A multiply-xorshift mix of the three bit patterns.
fn hash(p: &Vec3) -> usize {
    let mut h = 0x9e37_79b9_7f4a_7c15_u64;
    for bits in [p.x.to_bits(), p.y.to_bits(), p.z.to_bits()] {
        h = (h ^ bits).wrapping_mul(0xff51_afd7_ed55_8ccd);
        h ^= h >> 32;
    }
    h as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_share_an_index() {
        let mut welder = Welder::new();
        assert_eq!(welder.index(Vec3::new(0.0, 1.0, 2.0)), 0);
        assert_eq!(welder.index(Vec3::new(0.0, 1.0, 2.0 + 1e-15)), 1);
        assert_eq!(welder.index(Vec3::new(-0.0, 1.0, 2.0)), 0);
        for i in 0..10_000 {
            welder.index(Vec3::new(f64::from(i % 100), f64::from(i / 100), 0.0));
        }
        assert_eq!(welder.vertices.len(), 10_002);
        assert_eq!(welder.index(Vec3::new(99.0, 99.0, 0.0)), 10_001);
    }
}
