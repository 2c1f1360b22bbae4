//! Documents to test with, and the checks that every written file passes.

use crate::formats::{BuildInput, MatrixDocument, build, read, write_json, write_yaml};
use crate::intake::{GeometrySource, Hashes, LinkGeometry, RobotModel};
use crate::matrix::fixture::{chain, shape_set};
use crate::matrix::{Overrides, Rules, SkipMatrix, decide, effective};
use crate::robot::Robot;
use crate::shapes::{ShapeSet, ShapeType, pair_index};
use crate::survey::{PairStats, SurveySettings, TypeSurvey};
use proptest::prelude::*;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::LazyLock;

static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(include_str!("../../../public/noclash-matrix.schema.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
});

pub(crate) fn model(robot: Robot) -> RobotModel {
    let none = LinkGeometry { source: GeometrySource::Collision, collision: Vec::new(), visual: Vec::new() };
    let links = vec![none; robot.links.len()];
    let hashes = Hashes { urdf: "ab".repeat(32), geometry: "cd".repeat(32) };
    RobotModel { robot, links, hashes, urdf_path: "robot.urdf".to_owned(), urdf: std::sync::Arc::from([]) }
}

/// A model of a chain, its shapes of one type and a survey whose numbers follow from the pair's index.
pub(crate) struct Sample {
    pub model: RobotModel,
    pub set: ShapeSet,
    pub survey: TypeSurvey,
    pub rules: Rules,
    pub settings: SurveySettings,
}

impl Sample {
    pub fn new(names: &[&str], shape_type: ShapeType) -> Self {
        Self::of(model(chain(names, &[])), shape_type)
    }

    pub fn of(model: RobotModel, shape_type: ShapeType) -> Self {
        let set = shape_set(&model.robot, shape_type, 2);
        let pairs = (0..set.pair_count()).map(|k| {
            let (min, collisions) = match k % 4 {
                0 => (0.013 * k as f64 + 1e-7, 0),
                1 => (-0.001 * k as f64, 1 + k as u64 % 50),
                2 => (-0.25, 100),
                _ => (0.1 + 0.2, 0),
            };
            let (mean, max) = (min + 0.125, min + 1.0 / 3.0);
            PairStats { min, mean, max, collisions, samples: 100, argmin: k as u64, argmax: 7 }
        });
        let survey = TypeSurvey { shape_type, samples: 100, pairs: pairs.collect() };
        Self { model, set, survey, rules: Rules::default(), settings: SurveySettings { seed: 3, ..Default::default() } }
    }

    pub fn computed(&self) -> SkipMatrix {
        decide(&self.model.robot, &self.set, &self.survey, &self.rules)
    }

    pub fn document(&self, overrides: &Overrides) -> MatrixDocument {
        self.document_with(&effective(&self.computed(), &self.set, overrides).matrix)
    }

    pub fn document_with(&self, matrix: &SkipMatrix) -> MatrixDocument {
        build(&BuildInput {
            model: &self.model,
            set: &self.set,
            survey: &self.survey,
            matrix,
            rules: &self.rules,
            settings: &self.settings,
        })
    }
}

/// The folder of real robots; `None`, and a line that says so, where there is none.
pub(crate) fn corpus_root(what: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("NOCLASH_CORPUS") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"),
    };
    if root.join("robots/INDEX.md").is_file() {
        return Some(root);
    }
    eprintln!("skipped: {what} (no corpus at {})", root.display());
    None
}

/// Writes both languages, validates both, reads both and demands the same document; returns (JSON, YAML).
pub(crate) fn check_files(document: &MatrixDocument) -> (Vec<u8>, Vec<u8>) {
    let (json, yaml) = (write_json(document), write_yaml(document));
    let parsed: Value = serde_json::from_slice(&json).unwrap();
    validate(&parsed);
    let from_yaml: Value = serde_saphyr::from_str_with_options(std::str::from_utf8(&yaml).unwrap(), roomy()).unwrap();
    assert_eq!(parsed, from_yaml, "JSON and YAML differ");
    check_table(&parsed);
    for bytes in [&json, &yaml] {
        let (read, found) = read(bytes).unwrap();
        assert_eq!(found.0, [], "no complaint about our own file");
        assert_eq!(&read, document);
    }
    (json, yaml)
}

fn roomy() -> serde_saphyr::Options {
    let mut options = serde_saphyr::Options::default();
    let budget = options.budget.as_mut().unwrap();
    (budget.max_events, budget.max_nodes) = (usize::MAX, usize::MAX);
    options
}

pub(crate) fn validate(value: &Value) {
    let errors: Vec<String> =
        SCHEMA.iter_errors(value).take(5).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

pub(crate) fn is_valid(value: &Value) -> bool {
    SCHEMA.is_valid(value)
}

/// What a schema can't say: sizes, symmetry, agreement of table and pairs, names and statistics.
fn check_table(value: &Value) {
    let shapes = value["shapes"].as_array().unwrap();
    let (table, pairs) = (value["matrix"].as_array().unwrap(), value["pairs"].as_array().unwrap());
    let n = shapes.len();
    assert_eq!((table.len(), pairs.len()), (n, n * n.saturating_sub(1) / 2));
    for i in 0..n {
        assert_eq!(shapes[i]["index"], i);
        assert_eq!(table[i].as_array().unwrap().len(), n);
        assert_eq!(table[i][i], false);
        for j in i + 1..n {
            let pair = &pairs[pair_index(n, i, j)];
            assert_eq!((&pair["a"]["link"], &pair["a"]["part"]), (&shapes[i]["link"], &shapes[i]["part"]));
            assert_eq!((&pair["b"]["link"], &pair["b"]["part"]), (&shapes[j]["link"], &shapes[j]["part"]));
            assert_eq!(table[i][j], pair["decision"] == "check");
            assert_eq!(table[i][j], table[j][i]);
            if let Some(min) = pair["distance"]["min"].as_f64() {
                assert_eq!(min <= 0.0, pair["collisions"].as_u64().unwrap() > 0);
            }
        }
    }
}

/// Names that trap one language or the other, and any other text.
pub(crate) fn any_name() -> impl Strategy<Value = String> {
    const TRAPS: &[&str] = &[
        "no",
        "on",
        "y",
        "~",
        "null",
        "1e3",
        "0x10",
        "012",
        "1_000",
        "a: b",
        "- a",
        "# a",
        "a #b",
        "'",
        "\"",
        "\\",
        "",
        " ",
        "é",
        "木の腕",
        "🤖",
        "%",
        "@x",
        "`x",
        "*x",
        "&x",
        "!x",
        "{a}",
        "[a]",
        "a,b",
        "<<",
        "=",
        "2001-12-14",
        ".inf",
        "\u{85}",
        "\u{2028}",
        "\u{feff}x",
        "\u{0}",
        "a\nb",
        "---",
        "...",
        "?",
        "|",
        ">",
        "12:30:45",
    ];
    prop_oneof![proptest::sample::select(TRAPS).prop_map(str::to_owned), any::<String>(), "[a-z_]{1,12}(_link)?",]
}
