//! Links and joints by name to a tree.

use super::super::error::{RobotError, RobotProblem};
use super::joint::WrittenJoint;
use super::source::Report;
use std::collections::BTreeMap;

/// The tree by index. `order` lists the joints, parents first, siblings as written.
pub(super) struct Tree {
    pub root: usize,
    /// Indices into the joints as written.
    pub order: Vec<usize>,
    /// Per joint as written, its parent and its child link.
    pub ends: Vec<(usize, usize)>,
}

/// Checks that the joints make one tree of all links. `links` are names and lines, already unique.
pub(super) fn build_tree(
    links: &[(String, u32)],
    joints: &[WrittenJoint],
    report: &Report,
) -> Result<Tree, RobotError> {
    let by_name: BTreeMap<&str, usize> = links.iter().enumerate().map(|(i, (name, _))| (name.as_str(), i)).collect();
    let ends = joints
        .iter()
        .map(|joint| {
            let find = |role, link: &str| {
                by_name.get(link).copied().ok_or_else(|| {
                    let nearest = nearest(link, links.iter().map(|(name, _)| name.as_str()));
                    let (joint_name, link) = (joint.name.clone(), link.to_owned());
                    let problem = RobotProblem::UndefinedLink { joint: joint_name, role, link, nearest };
                    report.error(Some(joint.line), problem)
                })
            };
            Ok((find("parent", &joint.parent)?, find("child", &joint.child)?))
        })
        .collect::<Result<Vec<_>, _>>()?;

    let mut above: Vec<Option<usize>> = vec![None; links.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (j, &(parent, child)) in ends.iter().enumerate() {
        if let Some(first) = above[child] {
            let problem = RobotProblem::TwoParents {
                link: links[child].0.clone(),
                first: joints[first].name.clone(),
                second: joints[j].name.clone(),
            };
            return Err(report.error(Some(joints[j].line), problem));
        }
        above[child] = Some(j);
        below[parent].push(j);
    }
    let roots: Vec<usize> = (0..links.len()).filter(|&link| above[link].is_none()).collect();
    let mut order = Vec::with_capacity(joints.len());
    let mut reached = vec![false; links.len()];
    let mut stack: Vec<usize> = roots.first().copied().into_iter().collect();
    // Depth first, siblings as written, so that a chain stays together.
    while let Some(link) = stack.pop() {
        reached[link] = true;
        if let Some(joint) = above[link] {
            order.push(joint);
        }
        stack.extend(below[link].iter().rev().map(|&joint| ends[joint].1));
    }
    match roots.as_slice() {
        [root] => match reached.iter().position(|&reached| !reached) {
            None => Ok(Tree { root: *root, order, ends }),
            Some(lost) => Err(loop_error(lost, &above, &ends, links, joints, report)),
        },
        [] => Err(loop_error(0, &above, &ends, links, joints, report)),
        [_, second, ..] => {
            let line = links[*second].1;
            let roots = roots.iter().map(|&link| links[link].0.clone()).collect();
            Err(report.error(Some(line), RobotProblem::SeveralRoots { roots }))
        }
    }
}

/// Names the loop that lies above a link which no root reaches.
fn loop_error(
    link: usize,
    above: &[Option<usize>],
    ends: &[(usize, usize)],
    links: &[(String, u32)],
    joints: &[WrittenJoint],
    report: &Report,
) -> RobotError {
    let up = |link: usize| above[link].map_or(link, |joint| ends[joint].0);
    // After as many steps as there are links one is certainly on the loop.
    let mut start = (0..links.len()).fold(link, |link, _| up(link));
    // The joint that the file names last is the one that closes it.
    let mut at = up(start);
    for _ in 0..links.len() {
        if above[at] > above[start] {
            start = at;
        }
        at = up(at);
    }
    let mut on_loop = vec![start];
    let mut at = up(start);
    while at != start {
        on_loop.push(at);
        at = up(at);
    }
    on_loop.push(start);
    on_loop.reverse();
    let line = above[start].map(|joint| joints[joint].line);
    let links = on_loop.iter().map(|&link| links[link].0.clone()).collect();
    report.error(line, RobotProblem::Loop { links })
}

/// The name that is most like `wanted`, if one is near: equal but for case, `-`, `_` and white space, or at most two
/// letters (and a third of the word) away.
pub(in crate::robot) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    const LONGEST: usize = 128;
    if wanted.len() > LONGEST {
        return None;
    }
    let allowed = 2.min(wanted.chars().count() / 3);
    names
        .take(10_000)
        .filter(|name| name.len() <= LONGEST && *name != wanted)
        .map(|name| (if plain(name) == plain(wanted) { 0 } else { distance(wanted, name) }, name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.to_owned())
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && *c != '-' && *c != '_').flat_map(char::to_lowercase).collect()
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
