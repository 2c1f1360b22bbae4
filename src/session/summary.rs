//! The session in figures, for scripts.

use super::state::Session;
use crate::shapes::ShapeType;
use crate::work::Mode;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

impl Session {
    /// Robot, sizes, skipped pairs by reason, seconds per stage, threads, diagnostics. `isolated` says whether work runs
    /// on threads, which takes a page that may share memory between them. `null` without a robot.
    pub fn summary(&self) -> Value {
        let Some(open) = &self.open else { return Value::Null };
        let robot = &open.model.robot;
        let (mut shapes, mut pairs, mut skipped, mut samples) = (Map::new(), Map::new(), Map::new(), Map::new());
        for shape_type in ShapeType::ALL {
            let word = shape_type.word().to_owned();
            let Some(set) = self.shape_set(shape_type) else { continue };
            shapes.insert(word.clone(), json!(set.shapes.len()));
            pairs.insert(word.clone(), json!(set.pair_count()));
            samples.insert(word.clone(), json!(self.survey(shape_type).map_or(0, |survey| survey.samples)));
            skipped.insert(word, self.skipped(shape_type));
        }
        let mut survey = Map::new();
        let mut seconds = Map::new();
        for (key, value) in &open.times {
            match key.strip_prefix("survey/") {
                Some(word) => survey.insert(word.to_owned(), json!(value)),
                None if key == "reading" => seconds.insert("load".to_owned(), json!(value)),
                None => seconds.insert(key.clone(), json!(value)),
            };
        }
        for key in ["load", "hulls", "decomposition", "spheres_boxes", "proof"] {
            seconds.entry(key).or_insert(json!(0.0));
        }
        seconds.insert("survey".to_owned(), Value::Object(survey));
        seconds.insert("total".to_owned(), json!(open.total_seconds));
        json!({
            "robot": robot.name,
            "dof": robot.dofs.len(),
            "links": robot.links.len(),
            "links_with_geometry": open.model.links.iter().filter(|link| !link.collision.is_empty()).count(),
            "shapes": shapes,
            "reused_links": self.shapes().map_or(0, |shapes| shapes.reused),
            "pairs": pairs,
            "skipped": skipped,
            "evidence": self.evidence(),
            "samples": samples,
            "seed": self.settings.seed,
            "seconds": seconds,
            "srdf": self.srdf_summary(),
            "threads": if self.mode == Mode::Slices { 1 } else { rayon::current_num_threads() },
            "isolated": self.mode == Mode::Threads,
            "diagnostics": self.diagnostics(),
            "diagnostics_by_code": self.diagnostic_counts(),
        })
    }

    /// How many findings there are of each kind.
    fn diagnostic_counts(&self) -> Value {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for finding in self.diagnostics().iter() {
            *counts.entry(finding.code.clone()).or_default() += 1;
        }
        json!(counts)
    }

    /// Per type the pairs that no sample saw colliding, by what is known of them, and those proved to overlap always.
    fn evidence(&self) -> Value {
        use crate::matrix::{Evidence, Reason};
        let mut types = Map::new();
        for shape_type in ShapeType::ALL {
            let Some(matrix) = self.computed_matrix(shape_type) else { continue };
            let count = |wanted: fn(&Evidence) -> bool| {
                let never = matrix.entries.iter().filter(|entry| entry.reason != Some(Reason::Always));
                never.filter(|entry| entry.evidence.as_ref().is_some_and(wanted)).count()
            };
            let always = matrix.entries.iter().filter(|entry| entry.reason == Some(Reason::Always));
            let counts = json!({
                "proved": count(|evidence| matches!(evidence, Evidence::Proved)),
                "proved_within_limits": count(|evidence| matches!(evidence, Evidence::ProvedWithinLimits)),
                "refuted": count(|evidence| matches!(evidence, Evidence::Refuted { .. })),
                "unseen": count(|evidence| matches!(evidence, Evidence::Unseen { .. })),
                "always_proved": always.filter(|entry| entry.evidence.is_some()).count(),
            });
            types.insert(shape_type.word().to_owned(), counts);
        }
        Value::Object(types)
    }

    /// The SRDF that the robot is compared with, beside link hulls; `null` without one.
    fn srdf_summary(&self) -> Value {
        let Some(report) = self.srdf_report(ShapeType::LinkHulls) else { return Value::Null };
        json!({
            "path": report.path,
            "imported": report.imported,
            "skipped": report.skipped,
            "counts": super::api::srdf_counts(&report),
            "missing_links": report.missing_links.len(),
            "repeated_pairs": report.repeated_pairs.len(),
        })
    }

    /// Skipped pairs of one type per reason.
    fn skipped(&self, shape_type: ShapeType) -> Value {
        use crate::matrix::{Decision, Reason};
        let mut counts: Map<String, Value> = Map::new();
        for reason in Reason::ALL {
            let entries = self.matrix(shape_type).map_or(&[][..], |matrix| &matrix.entries);
            let count = entries.iter().filter(|e| e.decision == Decision::Skip && e.reason == Some(reason)).count();
            counts.insert(reason.word().to_owned(), json!(count));
        }
        Value::Object(counts)
    }
}
