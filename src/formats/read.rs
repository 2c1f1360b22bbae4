//! Noclash JSON and YAML to a [`MatrixDocument`].

use super::document::{
    FORMAT, MatrixDocument, PairRecord, RecordedGeometry, RecordedStats, ShapeRecord, SurveyRecord, VERSION, Witness,
};
use super::error::FormatError;
use super::raw::{RawDocument, RawGeometry, RawHead, RawPair, RawShape, RawSurvey, RawWord};
use super::tally::Tally;
use crate::diagnostics::{Diagnostics, Severity};
use crate::matrix::{Decision, Evidence, PairEntry, Reason, Rules};
use crate::robot::Limits;
use crate::shapes::{ShapeId, ShapeType, pair_index, pairs};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Keeps the memory for the pairs of a forged file within bounds (two million pairs).
const MAX_SHAPES: usize = 2048;

/// Reads JSON or YAML of format version 1, whichever it is.
///
/// Names are the key: the order of pairs and the numbers in `index` do not matter. Where `matrix` and `pairs`
/// disagree, `pairs` hold. Entries that can't be used are left out and reported; so are fields that contradict each
/// other. Fails if the text can't be parsed or is not a Noclash matrix of this version.
pub fn read(bytes: &[u8]) -> Result<(MatrixDocument, Diagnostics), FormatError> {
    let text = decode(bytes)?;
    let raw = match parse::<RawDocument>(text) {
        Ok(raw) => raw,
        Err(error) => {
            // A file of another kind, or of a newer version, has other fields: say that rather than which.
            return Err(match parse::<RawHead>(text) {
                Ok(RawHead { format: Some(RawWord::Word(format)), version }) if format == FORMAT => match version {
                    Some(found) if found != VERSION => FormatError::Version { found },
                    _ => error,
                },
                Ok(_) => FormatError::NotAMatrix,
                Err(_) => error,
            });
        }
    };
    if raw.format.as_deref() != Some(FORMAT) {
        return Err(FormatError::NotAMatrix);
    }
    match raw.version {
        Some(VERSION) => {}
        Some(found) => return Err(FormatError::Version { found }),
        None => return Err(FormatError::NotAMatrix),
    }
    let Some(shape_type) = ShapeType::from_word(&raw.shape_type) else {
        return Err(FormatError::ShapeType { word: raw.shape_type.chars().take(40).collect() });
    };
    if raw.shapes.len() > MAX_SHAPES {
        return Err(FormatError::TooManyShapes { found: raw.shapes.len(), limit: MAX_SHAPES });
    }
    let mut tally = Tally::default();
    let survey = survey(raw.survey, &mut tally);
    let (shapes, places) = shapes(raw.shapes, shape_type, &mut tally);
    let pairs = Pairs { shapes: &shapes, places: &places, joints: survey.joints.len() }.read(
        raw.pairs,
        raw.matrix.as_deref(),
        &mut tally,
    );
    let document = MatrixDocument {
        generator: raw.generator,
        robot: raw.robot,
        hashes: raw.hashes,
        shape_type,
        survey,
        shapes,
        pairs,
    };
    Ok((document, report(&tally)))
}

/// Whether the bytes look like a Noclash matrix: the word of the format stands near their beginning. Cheap.
pub fn looks_like_matrix(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(512)];
    head.windows(FORMAT.len()).any(|window| window == FORMAT.as_bytes())
}

fn decode(bytes: &[u8]) -> Result<&str, FormatError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| FormatError::NotText { at: error.valid_up_to() })
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, FormatError> {
    if text.trim_start().starts_with('{') {
        match serde_json::from_str(text) {
            Ok(value) => return Ok(value),
            // A YAML file may begin with a brace too; what follows then is no JSON.
            Err(json) => {
                return parse_yaml(text).map_err(|_| FormatError::Syntax {
                    what: without_position(&json.to_string()),
                    line: json.line() as u64,
                    column: json.column() as u64,
                });
            }
        }
    }
    parse_yaml(text)
}

fn parse_yaml<T: DeserializeOwned>(text: &str) -> Result<T, FormatError> {
    let mut options = serde_saphyr::Options::default();
    if let Some(budget) = &mut options.budget {
        // The file is in memory already, and every node costs at least two of its bytes; the default budget stops at
        // a tenth of a large matrix. Aliases, which could multiply the content, are not needed at all.
        budget.max_events = text.len().saturating_add(64);
        budget.max_nodes = text.len().saturating_add(64);
        budget.max_total_scalar_bytes = text.len().saturating_add(64);
        budget.max_aliases = 1000;
        budget.max_documents = 1;
    }
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
        FormatError::Syntax { what: first_line(&error.without_snippet().to_string()), line, column }
    })
}

fn without_position(message: &str) -> String {
    message.rfind(" at line ").map_or(message, |at| &message[..at]).to_owned()
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().trim().to_owned()
}

fn survey(raw: RawSurvey, tally: &mut Tally) -> SurveyRecord {
    let limits = raw.joints.iter().map(|name| match raw.joint_limits.get(name) {
        Some(limits) if limits.lower.is_finite() && limits.upper.is_finite() => {
            Limits { lower: limits.lower, upper: limits.upper }
        }
        _ => {
            tally.add("matrix-limits-missing", || format!("`{name}`"));
            Limits { lower: 0.0, upper: 0.0 }
        }
    });
    SurveyRecord {
        samples: raw.samples,
        seed: raw.seed,
        limits: limits.collect(),
        joints: raw.joints,
        clearance: if raw.clearance.is_finite() { raw.clearance } else { 0.0 },
        always_threshold: raw
            .always_threshold
            .filter(|t| t.is_finite())
            .unwrap_or_else(|| Rules::default().always_threshold),
    }
}

/// The shapes and, per name, their place; repeated names are left out.
fn shapes(
    raw: Vec<RawShape>,
    shape_type: ShapeType,
    tally: &mut Tally,
) -> (Vec<ShapeRecord>, BTreeMap<ShapeId, usize>) {
    let (mut shapes, mut places) = (Vec::with_capacity(raw.len()), BTreeMap::new());
    for shape in raw {
        let id = ShapeId { link: shape.link, part: shape.part };
        if id.part.is_some() != shape_type.is_part() {
            tally.add("matrix-shape-level", || name(&id));
            continue;
        }
        if places.contains_key(&id) {
            tally.add("matrix-shape-repeated", || name(&id));
            continue;
        }
        let geometry = shape.geometry.and_then(geometry);
        if geometry.is_none() {
            tally.add("matrix-geometry-missing", || name(&id));
        }
        places.insert(id.clone(), shapes.len());
        shapes.push(ShapeRecord { id, geometry });
    }
    (shapes, places)
}

fn geometry(raw: RawGeometry) -> Option<RecordedGeometry> {
    let geometry = match raw.kind.as_str() {
        "sphere" => RecordedGeometry::Sphere { center: raw.center?, radius: raw.radius? },
        "box" => {
            RecordedGeometry::Box { center: raw.center?, rotation: raw.rotation?, half_extents: raw.half_extents? }
        }
        "hull" => RecordedGeometry::Hull { vertices: raw.vertices? },
        _ => return None,
    };
    let finite = match &geometry {
        RecordedGeometry::Sphere { center, radius } => center.iter().all(|v| v.is_finite()) && radius.is_finite(),
        RecordedGeometry::Box { center, rotation, half_extents } => {
            center.iter().chain(half_extents).chain(rotation.as_flattened()).all(|v| v.is_finite())
        }
        RecordedGeometry::Hull { vertices } => vertices.as_flattened().iter().all(|v| v.is_finite()),
    };
    finite.then_some(geometry)
}

struct Pairs<'a> {
    shapes: &'a [ShapeRecord],
    places: &'a BTreeMap<ShapeId, usize>,
    /// Length of a configuration.
    joints: usize,
}

impl Pairs<'_> {
    fn read(&self, raw: Vec<RawPair>, matrix: Option<&[Vec<bool>]>, tally: &mut Tally) -> Vec<PairRecord> {
        let n = self.shapes.len();
        let matrix = matrix.filter(|rows| self.is_table(rows, tally));
        let mut records: Vec<Option<PairRecord>> = vec![None; n * n.saturating_sub(1) / 2];
        for pair in raw {
            let a = ShapeId { link: pair.a.link.clone(), part: pair.a.part };
            let b = ShapeId { link: pair.b.link.clone(), part: pair.b.part };
            let (i, j) = match (self.places.get(&a), self.places.get(&b)) {
                (Some(&i), Some(&j)) if i != j => (i.min(j), i.max(j)),
                (Some(_), Some(_)) => {
                    tally.add("matrix-self-pair", || name(&a));
                    continue;
                }
                _ => {
                    tally.add("matrix-pair-unknown", || format!("{}-{}", name(&a), name(&b)));
                    continue;
                }
            };
            let record = self.record(pair, || format!("{}-{}", name(&a), name(&b)), tally);
            let Some(place) = records.get_mut(pair_index(n, i, j)) else { continue };
            let Some(record) = record else { continue };
            if place.is_some() {
                tally.add("matrix-pair-repeated", || format!("{}-{}", name(&a), name(&b)));
                continue;
            }
            *place = Some(record);
        }
        pairs(n)
            .zip(records)
            .map(|((i, j), record)| {
                let names = || format!("{}-{}", name(&self.shapes[i].id), name(&self.shapes[j].id));
                let table = matrix.and_then(|rows| rows.get(i)?.get(j)).copied();
                match record {
                    Some(record) => {
                        if table.is_some_and(|check| check != (record.entry.decision == Decision::Check)) {
                            tally.add("matrix-table-differs", names);
                        }
                        record
                    }
                    None => {
                        tally.add("matrix-pair-missing", names);
                        let entry = match table {
                            Some(false) => PairEntry::skip(Reason::Imported, None),
                            _ => PairEntry::check(),
                        };
                        PairRecord { entry, stats: None }
                    }
                }
            })
            .collect()
    }

    /// Whether the table is n x n, symmetric and false on its diagonal; only then it says anything.
    fn is_table(&self, rows: &[Vec<bool>], tally: &mut Tally) -> bool {
        let n = self.shapes.len();
        if rows.len() != n || rows.iter().any(|row| row.len() != n) {
            tally.add("matrix-table-size", || format!("{} rows for {n} shapes", rows.len()));
            return false;
        }
        let mut fine = true;
        for (i, row) in rows.iter().enumerate() {
            if row[i] || (0..i).any(|j| row[j] != rows[j][i]) {
                tally.add("matrix-table-asymmetric", || format!("row {}", i + 1));
                fine = false;
            }
        }
        fine
    }

    fn record(&self, raw: RawPair, names: impl Fn() -> String, tally: &mut Tally) -> Option<PairRecord> {
        let Some(decision) = Decision::from_word(&raw.decision) else {
            tally.add("matrix-word-unknown", || format!("{}: decision `{}`", names(), raw.decision));
            return None;
        };
        let reason = match raw.reason.as_deref() {
            None => None,
            Some(word) => match Reason::from_word(word) {
                Some(reason) => Some(reason),
                None => {
                    tally.add("matrix-word-unknown", || format!("{}: reason `{word}`", names()));
                    Some(Reason::Imported)
                }
            },
        };
        let reason = match (decision, reason) {
            // A skip without a reason, or a check with the reason of a skip, was made by hand.
            (Decision::Skip, None) => {
                tally.add("matrix-reason-contradicts", &names);
                Some(Reason::Imported)
            }
            (Decision::Check, Some(Reason::SameBody | Reason::Adjacent | Reason::Always | Reason::Never)) => {
                tally.add("matrix-reason-contradicts", &names);
                Some(Reason::Imported)
            }
            (_, reason) => reason,
        };
        let evidence = match raw.evidence {
            Some(evidence) if reason == Some(Reason::Never) => {
                match (evidence.kind.as_str(), evidence.samples, evidence.bound) {
                    ("proved", ..) => Some(Evidence::Proved),
                    ("proved_within_limits", ..) => Some(Evidence::ProvedWithinLimits),
                    ("unseen", Some(samples), Some(bound)) if bound.is_finite() => {
                        Some(Evidence::Unseen { samples, bound })
                    }
                    _ => {
                        tally.add("matrix-word-unknown", || format!("{}: evidence `{}`", names(), evidence.kind));
                        None
                    }
                }
            }
            Some(evidence) if reason == Some(Reason::Always) => match evidence.kind.as_str() {
                "proved" => Some(Evidence::Proved),
                "proved_within_limits" => Some(Evidence::ProvedWithinLimits),
                _ => None,
            },
            Some(evidence) if decision == Decision::Check && reason.is_none() && evidence.kind == "refuted" => {
                let fits = |q: &Vec<f64>| q.len() == self.joints && q.iter().all(|v| v.is_finite());
                let found = evidence.distance.filter(|d| d.is_finite()).zip(evidence.configuration.filter(fits));
                if found.is_none() {
                    tally.add("matrix-witness-length", &names);
                }
                found.map(|(distance, configuration)| Evidence::Refuted { distance, configuration })
            }
            _ => None,
        };
        let distance = raw.distance.and_then(|d| Some((d.min?, d.mean?, d.max?)));
        let stats = match distance {
            Some((min, mean, max)) if [min, mean, max].iter().all(|d| d.is_finite()) && raw.samples > 0 => {
                if (min <= 0.0) != (raw.collisions > 0) || raw.collisions > raw.samples || min > max {
                    tally.add("matrix-statistics-contradict", &names);
                    None
                } else {
                    let fits = |q: &[f64]| q.len() == self.joints && q.iter().all(|v| v.is_finite());
                    let witness = raw.witness.map(|w| Witness { min: w.min, max: w.max });
                    let witness = witness.filter(|w| {
                        let fits = fits(&w.min) && fits(&w.max);
                        if !fits {
                            tally.add("matrix-witness-length", &names);
                        }
                        fits
                    });
                    let (collisions, samples) = (raw.collisions, raw.samples);
                    Some(Box::new(RecordedStats { min, mean, max, collisions, samples, witness }))
                }
            }
            _ => None,
        };
        Some(PairRecord { entry: PairEntry { decision, reason, evidence, note: raw.note }, stats })
    }
}

/// `link` or `link:part`, in quotes.
pub(super) fn name(id: &ShapeId) -> String {
    match id.part {
        Some(part) => format!("`{}:{part}`", id.link),
        None => format!("`{}`", id.link),
    }
}

fn report(tally: &Tally) -> Diagnostics {
    use Severity::{Info, Warning};
    let again = "Export the file again, or mend these entries.";
    let mut found = Diagnostics::default();
    for (severity, code, what, mend) in [
        (Warning, "matrix-limits-missing", "joints without usable limits in `survey.joint_limits`", again),
        (Warning, "matrix-shape-level", "shapes do not fit the shape type and were left out", again),
        (Warning, "matrix-shape-repeated", "shapes are listed more than once, the first one holds", again),
        (Info, "matrix-geometry-missing", "shapes without usable geometry", ""),
        (Warning, "matrix-self-pair", "pairs of a shape with itself were left out", again),
        (Warning, "matrix-pair-unknown", "pairs name a shape that is not in `shapes` and were left out", again),
        (Warning, "matrix-pair-repeated", "pairs are listed more than once, the first entry holds", again),
        (Warning, "matrix-word-unknown", "unknown words", "Use the words of the JSON Schema."),
        (
            Warning,
            "matrix-reason-contradicts",
            "pairs whose reason does not fit the decision are taken as imported",
            "Give `user` as the reason of a decision made by hand.",
        ),
        (Warning, "matrix-statistics-contradict", "pairs whose statistics contradict themselves lost them", again),
        (Warning, "matrix-witness-length", "witness configurations of the wrong length were left out", again),
        (Warning, "matrix-table-size", "`matrix` tables of the wrong size were ignored", again),
        (Warning, "matrix-table-asymmetric", "rows of `matrix` are not symmetric; the table was ignored", again),
        (
            Warning,
            "matrix-table-differs",
            "entries of `matrix` differ from `pairs`, which hold",
            "Edit `decision` in `pairs`; `matrix` is written from it.",
        ),
        (
            Warning,
            "matrix-pair-missing",
            "pairs are missing in `pairs` and were taken from `matrix`, or are checked",
            again,
        ),
    ] {
        tally.report(&mut found, severity, code, what, mend);
    }
    found
}
