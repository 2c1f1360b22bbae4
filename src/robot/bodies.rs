//! What moves together, and what lies next to each other along the tree.

use super::model::{JointKind, Robot};

impl Robot {
    /// True if the joint holds its two links together whatever the configuration: a fixed joint, or one that follows
    /// another with multiplier 0.
    pub fn is_rigid_joint(&self, joint: usize) -> bool {
        self.joints.get(joint).is_none_or(|joint| match &joint.mimic {
            Some(mimic) => mimic.multiplier == 0.0,
            None => joint.kind == JointKind::Fixed,
        })
    }

    /// Per link the rigid body that it belongs to. Links joined by fixed joints only are one body. Bodies are
    /// numbered from 0 in the order in which the tree, parents first, meets them; the root's is 0.
    pub fn bodies(&self) -> Vec<usize> {
        let mut bodies = vec![0; self.links.len()];
        let mut count = 1;
        for (index, joint) in self.joints.iter().enumerate() {
            let above = bodies.get(joint.parent).copied().unwrap_or(0);
            let body = if self.is_rigid_joint(index) {
                above
            } else {
                count += 1;
                count - 1
            };
            if let Some(slot) = bodies.get_mut(joint.child) {
                *slot = body;
            }
        }
        bodies
    }

    /// Whether two links are joined by fixed joints only (or are one link). For many pairs take [`Robot::bodies`].
    pub fn same_body(&self, a: usize, b: usize) -> bool {
        let (up, down) = self.path(a, b);
        up.into_iter().chain(down).all(|joint| self.is_rigid_joint(joint))
    }

    /// The pairs (a, b), a < b, of links with geometry that lie next to each other along the tree, joined by exactly
    /// one moving joint: the way between them leads over any number of fixed joints, and over no other link with
    /// geometry. `has_geometry` is per link; absent entries count as none. Sorted.
    ///
    /// So a link without geometry is bridged, as MoveIt's Setup Assistant bridges it, also between two links that both
    /// hang from it. Unlike there, links on one rigid body are not listed (they are skipped as one body), and two
    /// moving joints in a row, as in a universal joint modelled with an empty link between, make no adjacent pair:
    /// whether those collide is decided by looking.
    pub fn adjacent_pairs(&self, has_geometry: &[bool]) -> Vec<(usize, usize)> {
        let solid = |link: usize| has_geometry.get(link).copied().unwrap_or(false);
        let mut neighbours: Vec<Vec<(usize, bool)>> = vec![Vec::new(); self.links.len()];
        for (index, joint) in self.joints.iter().enumerate() {
            let moving = !self.is_rigid_joint(index);
            for (from, to) in [(joint.parent, joint.child), (joint.child, joint.parent)] {
                if let Some(list) = neighbours.get_mut(from) {
                    list.push((to, moving));
                }
            }
        }
        let mut pairs = Vec::new();
        for start in (0..self.links.len()).filter(|&link| solid(link)) {
            // From link, its predecessor, and whether a moving joint was passed.
            let mut stack = vec![(start, start, false)];
            while let Some((link, from, moved)) = stack.pop() {
                for &(next, moving) in neighbours.get(link).map_or(&[][..], Vec::as_slice) {
                    if next == from || (moved && moving) {
                        continue;
                    }
                    let moved = moved || moving;
                    if !solid(next) {
                        stack.push((next, link, moved));
                    } else if moved && start < next {
                        pairs.push((start, next));
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}
