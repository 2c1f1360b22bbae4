//! The pairs of an SRDF brought to a robot, and how they differ from what was computed.

use super::super::tally::Tally;
use super::read::Srdf;
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::matrix::{Decision, Override, Overrides, PairEntry, PairKey, SkipMatrix};
use crate::robot::Robot;
use crate::shapes::{ShapeSet, pairs};
use std::collections::{BTreeMap, BTreeSet};

/// What the file says about a pair that it mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedPair {
    pub decision: Decision,
    /// The reason as written.
    pub word: Option<String>,
    /// Line of the entry, from 1.
    pub line: u32,
}

/// The entries of an SRDF that concern a robot's link shapes.
#[derive(Clone, Debug, Default)]
pub struct SrdfImport {
    /// Only pairs that the file mentions; it has every other pair checked.
    pub pairs: BTreeMap<PairKey, ImportedPair>,
    pub diagnostics: Diagnostics,
}

/// File and computation side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// As in [`crate::shapes::pair_index`].
    pub index: usize,
    pub pair: PairKey,
    /// `None`: the file does not mention the pair, which means check.
    pub file: Option<ImportedPair>,
    pub computed: PairEntry,
}

impl Comparison {
    pub fn file_decision(&self) -> Decision {
        self.file.as_ref().map_or(Decision::Check, |pair| pair.decision)
    }

    /// One says skip, the other check.
    pub fn differs(&self) -> bool {
        self.file_decision() != self.computed.decision
    }
}

/// Applies the entries in MoveIt's order: defaults, then enabled pairs, then disabled pairs; entries for a pair beat
/// the defaults. Works on link-level sets (the entries name whole links).
///
/// Reported: another robot's name, links that the robot does not have, links without geometry.
pub fn import(srdf: &Srdf, robot: &Robot, set: &ShapeSet) -> SrdfImport {
    let mut result = SrdfImport::default();
    match &srdf.robot_name {
        Some(name) if *name == robot.name => {}
        name => result.diagnostics.push(
            Diagnostic::warning(
                "srdf-robot-name",
                format!(
                    "the SRDF is for robot `{}`, this one is `{}`; links are matched by name",
                    name.as_deref().unwrap_or_default(),
                    robot.name
                ),
            )
            .mend("Check that the SRDF belongs to this URDF; MoveIt wants the same name in both."),
        ),
    }
    let shapes: BTreeSet<&str> =
        set.shapes.iter().filter(|s| s.id.part.is_none()).map(|s| s.id.link.as_str()).collect();
    let links: BTreeSet<&str> = robot.links.iter().map(|link| link.name.as_str()).collect();
    let mut tally = Tally::default();
    let mut known = |names: &[&str], line: u32| {
        for &name in names {
            if !links.contains(name) {
                tally.add("srdf-link-absent", || format!("`{name}` (line {line})"));
            } else if !shapes.contains(name) {
                tally.add("srdf-link-no-geometry", || format!("`{name}` (line {line})"));
            }
        }
        names.iter().all(|name| shapes.contains(name))
    };
    for entry in &srdf.default_disabled {
        if known(&[&entry.link], entry.line) {
            for other in shapes.iter().filter(|other| **other != entry.link) {
                let value = ImportedPair { decision: Decision::Skip, word: None, line: entry.line };
                result.pairs.entry(PairKey::links(&entry.link, other)).or_insert(value);
            }
        }
    }
    for (entries, decision) in [(&srdf.enabled, Decision::Check), (&srdf.disabled, Decision::Skip)] {
        let mut seen = BTreeSet::new();
        for entry in entries {
            let key = PairKey::links(&entry.link1, &entry.link2);
            if known(&[&entry.link1, &entry.link2], entry.line)
                && entry.link1 != entry.link2
                && seen.insert(key.clone())
            {
                result.pairs.insert(key, ImportedPair { decision, word: entry.reason.clone(), line: entry.line });
            }
        }
    }
    for (severity, code, what, mend) in [
        (
            Severity::Warning,
            "srdf-link-absent",
            "entries name links that the robot does not have",
            "Remove these entries, or check that the SRDF belongs to this URDF.",
        ),
        (Severity::Info, "srdf-link-no-geometry", "entries name links without geometry; they mean nothing", ""),
    ] {
        tally.report(&mut result.diagnostics, severity, code, what, mend);
    }
    result
}

impl SrdfImport {
    /// The mentioned pairs as overrides, each with the file's word as its note.
    pub fn overrides(&self) -> Overrides {
        let mut overrides = Overrides::new();
        for (pair, said) in &self.pairs {
            overrides.set(pair.clone(), Some(Override::imported(said.decision, said.word.clone())));
        }
        overrides
    }

    /// Every pair of the link-level `set`, in order, beside what was computed for it.
    pub fn compare(&self, set: &ShapeSet, computed: &SkipMatrix) -> Vec<Comparison> {
        pairs(set.shapes.len())
            .zip(&computed.entries)
            .enumerate()
            .filter_map(|(index, ((i, j), entry))| {
                let pair = PairKey::of(set, i, j)?;
                let file = self.pairs.get(&pair).cloned();
                Some(Comparison { index, pair, file, computed: entry.clone() })
            })
            .collect()
    }
}
