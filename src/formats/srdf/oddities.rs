//! What an SRDF names that is not there, and what it says twice: as lists, for a report.

use super::read::Srdf;
use crate::robot::Robot;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A link that the file names and the robot does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingLink {
    pub link: String,
    /// Lines of the entries that name it, from 1, ascending.
    pub lines: Vec<u32>,
}

/// A pair that the file lists more than once, in either order of its links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RepeatedPair {
    /// As in the first entry, which is the one that holds.
    pub link1: String,
    pub link2: String,
    /// Lines of all its entries, from 1, in the order of the file.
    pub lines: Vec<u32>,
}

/// The links that collision entries of `srdf` name and `robot` lacks, by name.
pub fn missing_links(srdf: &Srdf, robot: &Robot) -> Vec<MissingLink> {
    let known: BTreeSet<&str> = robot.links.iter().map(|link| link.name.as_str()).collect();
    let pairs = srdf.disabled.iter().chain(&srdf.enabled);
    let named = pairs.flat_map(|pair| [(pair.link1.as_str(), pair.line), (pair.link2.as_str(), pair.line)]);
    let named = named.chain(srdf.default_disabled.iter().map(|entry| (entry.link.as_str(), entry.line)));
    let mut missing: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for (link, line) in named.filter(|(link, _)| !known.contains(link)) {
        missing.entry(link).or_default().insert(line);
    }
    missing
        .into_iter()
        .map(|(link, lines)| MissingLink { link: link.to_owned(), lines: lines.into_iter().collect() })
        .collect()
}

/// The pairs that are disabled, or enabled, more than once, in the order of their first entries.
pub fn repeated_pairs(srdf: &Srdf) -> Vec<RepeatedPair> {
    let mut found = Vec::new();
    for entries in [&srdf.disabled, &srdf.enabled] {
        let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut all: Vec<RepeatedPair> = Vec::new();
        for entry in entries {
            let (a, b) = (entry.link1.as_str(), entry.link2.as_str());
            let place = *places.entry((a.min(b), a.max(b))).or_insert(all.len());
            match all.get_mut(place) {
                Some(pair) => pair.lines.push(entry.line),
                None => all.push(RepeatedPair { link1: a.to_owned(), link2: b.to_owned(), lines: vec![entry.line] }),
            }
        }
        found.extend(all.into_iter().filter(|pair| pair.lines.len() > 1));
    }
    found
}
