//! How an SRDF differs from what was computed: one row per pair that either of them skips.

use super::srdf::LINK_TYPES;
use super::state::Session;
use crate::diagnostics::Diagnostics;
use crate::formats::srdf::{Comparison, MissingLink, RepeatedPair, SrdfImport, import, missing_links, repeated_pairs};
use crate::matrix::{Decision, Evidence, Origin, PairEntry, PairKey, Reason};
use crate::shapes::ShapeType;
use crate::survey::PairStats;
use serde::Serialize;

/// What the computation says about a pair that the file skips, or that only the computation skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SrdfFinding {
    /// The file skips it, and it was seen colliding in samples or by the search.
    Refuted,
    /// The file skips it; no sample collides, but some come closer than the clearance.
    Near,
    /// The file skips it; no sample collides, nothing is proved.
    Unseen,
    ProvedWithinLimits,
    Proved,
    /// Both skip it: it collides in nearly all samples.
    Always,
    /// Both skip it: neighbours, or one rigid body.
    Structure,
    /// The file skips it; there is no survey yet.
    Unknown,
    /// The computation skips it and the file does not.
    OnlyComputed,
}

impl SrdfFinding {
    pub const ALL: [SrdfFinding; 9] = [
        SrdfFinding::Refuted,
        SrdfFinding::Near,
        SrdfFinding::Unseen,
        SrdfFinding::ProvedWithinLimits,
        SrdfFinding::Proved,
        SrdfFinding::Always,
        SrdfFinding::Structure,
        SrdfFinding::Unknown,
        SrdfFinding::OnlyComputed,
    ];

    /// The word used in JSON: `refuted`, ...
    pub fn word(self) -> &'static str {
        match self {
            SrdfFinding::Refuted => "refuted",
            SrdfFinding::Near => "near",
            SrdfFinding::Unseen => "unseen",
            SrdfFinding::ProvedWithinLimits => "proved_within_limits",
            SrdfFinding::Proved => "proved",
            SrdfFinding::Always => "always",
            SrdfFinding::Structure => "structure",
            SrdfFinding::Unknown => "unknown",
            SrdfFinding::OnlyComputed => "only_computed",
        }
    }
}

/// One pair of links in the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SrdfRow {
    #[serde(flatten)]
    pub pair: PairKey,
    pub finding: SrdfFinding,
    /// The reason that the file gives.
    pub word: Option<String>,
    /// Line of its entry, from 1.
    pub line: Option<u32>,
    /// As computed, without what the user or the file says.
    pub decision: Decision,
    pub reason: Option<Reason>,
    pub evidence: Option<Evidence>,
    /// Samples in collision, and all; 0 before a survey.
    pub collisions: u64,
    pub samples: u64,
    /// The smallest signed distance known, metres; `None` before a survey.
    pub min: Option<f64>,
}

impl SrdfRow {
    /// Share of the samples in collision.
    pub fn rate(&self) -> f64 {
        self.collisions as f64 / self.samples.max(1) as f64
    }
}

/// An SRDF beside what was computed for one link-level shape type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SrdfReport {
    /// Path of the SRDF among the user's files.
    pub path: String,
    pub shape_type: ShapeType,
    /// The robot that the file is for, as it says.
    pub robot: Option<String>,
    /// The file's decisions hold: all of them are overrides now.
    pub imported: bool,
    /// Pairs of this robot's links that the file skips.
    pub skipped: usize,
    /// By finding, within one finding the highest collision rate first, then the smallest distance.
    pub rows: Vec<SrdfRow>,
    pub missing_links: Vec<MissingLink>,
    pub repeated_pairs: Vec<RepeatedPair>,
    /// What was found while reading it.
    pub notes: Diagnostics,
}

impl SrdfReport {
    pub fn count(&self, finding: SrdfFinding) -> usize {
        self.rows.iter().filter(|row| row.finding == finding).count()
    }
}

impl Session {
    /// The SRDF beside what was computed for a link-level type; `None` without an SRDF, without shapes, or for a type
    /// of parts. Takes time in proportion to the pairs: not for every frame.
    pub fn srdf_report(&self, shape_type: ShapeType) -> Option<SrdfReport> {
        let open = self.open.as_ref().filter(|_| LINK_TYPES.contains(&shape_type))?;
        let given = open.srdf.as_ref()?;
        let set = open.shapes.as_ref()?.set(shape_type);
        let state = &open.types[shape_type.index()];
        let imported = import(&given.srdf, &open.model.robot, set);
        let stats = |index: usize| state.survey.as_ref().and_then(|survey| survey.pairs.get(index));
        let compared = state.computed.as_ref().map(|computed| imported.compare(set, computed)).unwrap_or_default();
        let mut rows: Vec<SrdfRow> =
            compared.into_iter().filter_map(|compared| row(&compared, stats(compared.index))).collect();
        rows.sort_by(|x, y| {
            let by_rate = y.rate().total_cmp(&x.rate());
            let min = |row: &SrdfRow| row.min.unwrap_or(f64::INFINITY);
            x.finding.cmp(&y.finding).then(by_rate).then(min(x).total_cmp(&min(y)))
        });
        let mut notes = given.notes.clone();
        notes.extend(imported.diagnostics.clone());
        Some(SrdfReport {
            path: given.path.clone(),
            shape_type,
            robot: given.srdf.robot_name.clone(),
            imported: self.holds(&imported, shape_type),
            skipped: imported.pairs.values().filter(|pair| pair.decision == Decision::Skip).count(),
            rows,
            missing_links: missing_links(&given.srdf, &open.model.robot),
            repeated_pairs: repeated_pairs(&given.srdf),
            notes,
        })
    }

    /// All that the file says stands as an imported word.
    fn holds(&self, imported: &SrdfImport, shape_type: ShapeType) -> bool {
        let Some(overrides) = self.overrides().map(|all| all.get(shape_type)) else { return false };
        !imported.pairs.is_empty()
            && imported.pairs.iter().all(|(pair, said)| {
                overrides
                    .get(pair)
                    .is_some_and(|value| value.origin == Origin::Imported && value.decision == said.decision)
            })
    }
}

/// `None` for a pair that both check.
fn row(compared: &Comparison, stats: Option<&PairStats>) -> Option<SrdfRow> {
    let computed = &compared.computed;
    let stats = stats.filter(|stats| stats.samples > 0);
    let finding = match (compared.file_decision(), computed.decision) {
        (Decision::Skip, _) => finding(computed, stats),
        (Decision::Check, Decision::Skip) => SrdfFinding::OnlyComputed,
        (Decision::Check, Decision::Check) => return None,
    };
    let searched = match &computed.evidence {
        Some(Evidence::Refuted { distance, .. }) => Some(*distance),
        _ => None,
    };
    let sampled = stats.map(|stats| stats.min);
    Some(SrdfRow {
        pair: compared.pair.clone(),
        finding,
        word: compared.file.as_ref().and_then(|file| file.word.clone()),
        line: compared.file.as_ref().map(|file| file.line),
        decision: computed.decision,
        reason: computed.reason,
        evidence: computed.evidence.clone(),
        collisions: stats.map_or(0, |stats| stats.collisions),
        samples: stats.map_or(0, |stats| stats.samples),
        min: searched.into_iter().chain(sampled).reduce(f64::min),
    })
}

fn finding(computed: &PairEntry, stats: Option<&PairStats>) -> SrdfFinding {
    match (computed.reason, &computed.evidence) {
        (Some(Reason::SameBody | Reason::Adjacent), _) => SrdfFinding::Structure,
        (Some(Reason::Always), _) => SrdfFinding::Always,
        (_, Some(Evidence::Refuted { distance, .. })) if *distance > 0.0 => SrdfFinding::Near,
        (_, Some(Evidence::Refuted { .. })) => SrdfFinding::Refuted,
        (_, Some(Evidence::Proved)) => SrdfFinding::Proved,
        (_, Some(Evidence::ProvedWithinLimits)) => SrdfFinding::ProvedWithinLimits,
        (_, Some(Evidence::Unseen { .. })) => SrdfFinding::Unseen,
        (_, None) => match stats {
            Some(stats) if stats.collisions > 0 => SrdfFinding::Refuted,
            Some(_) => SrdfFinding::Near,
            None => SrdfFinding::Unknown,
        },
    }
}
