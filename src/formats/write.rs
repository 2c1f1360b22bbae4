//! Noclash JSON and YAML, version 1.
//!
//! Both languages share every line but the frame: a row of the matrix, a shape or a pair is one line of flow style.
//! The writer is our own because the schema is, because the lines keep 15,000 pairs readable and small, and because
//! the text of every number and name has to mean the same in JSON, YAML 1.1 and YAML 1.2.

use super::document::{FORMAT, MatrixDocument, PairRecord, RecordedGeometry, ShapeRecord, VERSION};
use super::emit::{number, numbers, string};
use crate::matrix::{Decision, Evidence};
use crate::shapes::{ShapeId, pair_index, pairs};
use std::fmt::Write;

/// The document as JSON; equal documents give equal bytes.
pub fn write_json(document: &MatrixDocument) -> Vec<u8> {
    Writer { out: String::with_capacity(size_hint(document)), language: Language::Json }.document(document)
}

/// The document as YAML that versions 1.1 and 1.2 read alike; equal documents give equal bytes.
pub fn write_yaml(document: &MatrixDocument) -> Vec<u8> {
    Writer { out: String::with_capacity(size_hint(document)), language: Language::Yaml }.document(document)
}

fn size_hint(document: &MatrixDocument) -> usize {
    4096 + document.pairs.len() * (400 + 40 * document.survey.joints.len())
}

#[derive(Clone, Copy, PartialEq)]
enum Language {
    Json,
    Yaml,
}

struct Writer {
    out: String,
    language: Language,
}

impl Writer {
    fn document(mut self, document: &MatrixDocument) -> Vec<u8> {
        if self.language == Language::Json {
            self.out.push_str("{\n");
        }
        self.head("format");
        string(&mut self.out, FORMAT);
        self.next_head("version");
        self.integer(VERSION);
        self.next_head("generator");
        string(&mut self.out, &document.generator);
        self.next_head("robot");
        string(&mut self.out, &document.robot);
        self.next_head("hashes");
        self.open("urdf");
        string(&mut self.out, &document.hashes.urdf);
        self.next("geometry");
        string(&mut self.out, &document.hashes.geometry);
        self.out.push('}');
        self.next_head("shape_type");
        string(&mut self.out, document.shape_type.word());
        self.next_head("survey");
        self.survey(document);
        self.next_head("shapes");
        self.list(document.shapes.iter().enumerate(), |writer, (index, shape)| writer.shape(index, shape));
        self.next_head("matrix");
        self.list(0..document.shapes.len(), |writer, row| writer.matrix_row(document, row));
        self.next_head("pairs");
        let records = pairs(document.shapes.len()).zip(&document.pairs);
        self.list(records, |writer, ((i, j), record)| {
            writer.pair(&document.shapes[i].id, &document.shapes[j].id, record);
        });
        self.out.push_str(if self.language == Language::Json { "\n}\n" } else { "\n" });
        self.out.into_bytes()
    }

    fn survey(&mut self, document: &MatrixDocument) {
        let survey = &document.survey;
        self.open("samples");
        self.integer(survey.samples);
        self.next("seed");
        self.integer(survey.seed);
        self.next("joints");
        self.out.push('[');
        for (k, name) in survey.joints.iter().enumerate() {
            self.separate(k);
            string(&mut self.out, name);
        }
        self.out.push(']');
        self.next("joint_limits");
        self.out.push('{');
        for (k, (name, limits)) in survey.joints.iter().zip(&survey.limits).enumerate() {
            self.separate(k);
            self.name_key(name);
            self.open("lower");
            number(&mut self.out, limits.lower);
            self.next("upper");
            number(&mut self.out, limits.upper);
            self.out.push('}');
        }
        self.out.push('}');
        self.next("clearance");
        number(&mut self.out, survey.clearance);
        self.next("always_threshold");
        number(&mut self.out, survey.always_threshold);
        self.out.push('}');
    }

    fn shape(&mut self, index: usize, shape: &ShapeRecord) {
        self.open("index");
        self.integer(index as u64);
        self.next("link");
        string(&mut self.out, &shape.id.link);
        self.next("part");
        self.part(shape.id.part);
        self.next("geometry");
        match &shape.geometry {
            None => self.out.push_str("null"),
            Some(RecordedGeometry::Sphere { center, radius }) => {
                self.geometry_type("sphere");
                self.next("center");
                numbers(&mut self.out, center);
                self.next("radius");
                number(&mut self.out, *radius);
                self.out.push('}');
            }
            Some(RecordedGeometry::Box { center, rotation, half_extents }) => {
                self.geometry_type("box");
                self.next("center");
                numbers(&mut self.out, center);
                self.next("rotation");
                self.points(rotation);
                self.next("half_extents");
                numbers(&mut self.out, half_extents);
                self.out.push('}');
            }
            Some(RecordedGeometry::Hull { vertices }) => {
                self.geometry_type("hull");
                self.next("vertices");
                self.points(vertices);
                self.out.push('}');
            }
        }
        self.out.push('}');
    }

    fn geometry_type(&mut self, word: &str) {
        self.open("type");
        string(&mut self.out, word);
    }

    fn points(&mut self, points: &[[f64; 3]]) {
        self.out.push('[');
        for (k, point) in points.iter().enumerate() {
            self.separate(k);
            numbers(&mut self.out, point);
        }
        self.out.push(']');
    }

    fn matrix_row(&mut self, document: &MatrixDocument, row: usize) {
        let n = document.shapes.len();
        self.out.push('[');
        for column in 0..n {
            self.separate(column);
            let check = row != column
                && document
                    .pairs
                    .get(pair_index(n, row.min(column), row.max(column)))
                    .is_none_or(|record| record.entry.decision == Decision::Check);
            self.out.push_str(if check { "true" } else { "false" });
        }
        self.out.push(']');
    }

    fn pair(&mut self, a: &ShapeId, b: &ShapeId, record: &PairRecord) {
        self.open("a");
        self.id(a);
        self.next("b");
        self.id(b);
        self.next("decision");
        string(&mut self.out, record.entry.decision.word());
        self.next("reason");
        match record.entry.reason {
            Some(reason) => string(&mut self.out, reason.word()),
            None => self.out.push_str("null"),
        }
        self.next("evidence");
        self.evidence(record.entry.evidence.as_ref());
        if let Some(note) = &record.entry.note {
            self.next("note");
            string(&mut self.out, note);
        }
        let stats = record.stats.as_deref();
        self.next("distance");
        match stats {
            Some(stats) => {
                self.open("min");
                number(&mut self.out, stats.min);
                self.next("mean");
                number(&mut self.out, stats.mean);
                self.next("max");
                number(&mut self.out, stats.max);
                self.out.push('}');
            }
            None => self.out.push_str("null"),
        }
        self.next("collisions");
        self.integer(stats.map_or(0, |s| s.collisions));
        self.next("samples");
        self.integer(stats.map_or(0, |s| s.samples));
        self.next("witness");
        match stats.and_then(|s| s.witness.as_ref()) {
            Some(witness) => {
                self.open("min");
                numbers(&mut self.out, &witness.min);
                self.next("max");
                numbers(&mut self.out, &witness.max);
                self.out.push('}');
            }
            None => self.out.push_str("null"),
        }
        self.out.push('}');
    }

    fn id(&mut self, id: &ShapeId) {
        self.open("link");
        string(&mut self.out, &id.link);
        self.next("part");
        self.part(id.part);
        self.out.push('}');
    }

    fn part(&mut self, part: Option<u32>) {
        match part {
            Some(part) => self.integer(u64::from(part)),
            None => self.out.push_str("null"),
        }
    }

    fn evidence(&mut self, evidence: Option<&Evidence>) {
        match evidence {
            None => self.out.push_str("null"),
            Some(Evidence::Proved) => {
                self.open("kind");
                self.out.push_str("\"proved\"}");
            }
            Some(Evidence::ProvedWithinLimits) => {
                self.open("kind");
                self.out.push_str("\"proved_within_limits\"}");
            }
            Some(Evidence::Unseen { samples, bound }) => {
                self.open("kind");
                self.out.push_str("\"unseen\"");
                self.next("samples");
                self.integer(*samples);
                self.next("bound");
                number(&mut self.out, *bound);
                self.out.push('}');
            }
            Some(Evidence::Refuted { distance, configuration }) => {
                self.open("kind");
                self.out.push_str("\"refuted\"");
                self.next("distance");
                number(&mut self.out, *distance);
                self.next("configuration");
                numbers(&mut self.out, configuration);
                self.out.push('}');
            }
        }
    }

    /// A field of the document itself. `key` is one of our own words, which YAML needs no quotes for.
    fn head(&mut self, key: &str) {
        match self.language {
            Language::Json => {
                let _ = write!(self.out, "\"{key}\": ");
            }
            Language::Yaml => {
                let _ = write!(self.out, "{key}: ");
            }
        }
    }

    fn next_head(&mut self, key: &str) {
        self.out.push_str(if self.language == Language::Json { ",\n" } else { "\n" });
        self.head(key);
    }

    /// Opens an object at its first field.
    fn open(&mut self, key: &str) {
        self.out.push('{');
        self.head(key);
    }

    fn next(&mut self, key: &str) {
        self.out.push_str(", ");
        self.head(key);
    }

    /// A name of the robot as a key. YAML allows a plain `key:` only up to 1,024 characters; longer ones need `?`.
    fn name_key(&mut self, name: &str) {
        let start = self.out.len();
        string(&mut self.out, name);
        if self.language == Language::Yaml && self.out.len() - start > 1000 {
            self.out.insert_str(start, "? ");
        }
        self.out.push_str(": ");
    }

    fn separate(&mut self, k: usize) {
        if k > 0 {
            self.out.push_str(", ");
        }
    }

    fn integer(&mut self, value: u64) {
        let _ = write!(self.out, "{value}");
    }

    /// A list with one item per line.
    fn list<T>(&mut self, items: impl Iterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        let mut empty = true;
        for value in items {
            match (self.language, empty) {
                (Language::Json, true) => self.out.push_str("[\n"),
                (Language::Json, false) => self.out.push_str(",\n"),
                (Language::Yaml, _) => self.out.push_str("\n- "),
            }
            item(self, value);
            empty = false;
        }
        match (self.language, empty) {
            (_, true) => self.out.push_str("[]"),
            (Language::Json, false) => self.out.push_str("\n]"),
            (Language::Yaml, false) => {}
        }
    }
}
