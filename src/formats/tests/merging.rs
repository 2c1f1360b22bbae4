//! A file that comes back: to the same robot, to a changed one, to another.

use super::sample::Sample;
use crate::formats::{MatrixDocument, merge, read, write_yaml};
use crate::matrix::{Decision, Override, Overrides, PairKey, effective};
use crate::shapes::{ShapeGeometry, ShapeId, ShapeType};

fn id(link: &str, part: u32) -> ShapeId {
    ShapeId { link: link.to_owned(), part: Some(part) }
}

fn codes(diagnostics: &crate::diagnostics::Diagnostics) -> Vec<&str> {
    diagnostics.iter().map(|d| d.code.as_str()).collect()
}

fn saved(document: &MatrixDocument) -> MatrixDocument {
    read(&write_yaml(document)).unwrap().0
}

#[test]
fn the_same_robot_gets_every_decision_back() {
    let sample = Sample::new(&["a", "b", "c", "d"], ShapeType::PartHulls);
    let mut overrides = Overrides::new();
    overrides.set(PairKey::new(id("a", 0), id("d", 1)), Some(Override::user(Decision::Check)));
    overrides.set(
        PairKey::new(id("a", 1), id("c", 0)),
        Some(Override::imported(Decision::Skip, Some("Default".to_owned()))),
    );
    let before = effective(&sample.computed(), &sample.set, &overrides).matrix;
    let merged = merge(&saved(&sample.document(&overrides)), &sample.model, &sample.set);
    assert!(merged.diagnostics.is_empty(), "{:?}", merged.diagnostics);
    assert_eq!(merged.overrides, overrides);
    let computed = sample.computed();
    assert!(merged.differences(&sample.set, &computed).is_empty());
    assert_eq!(effective(&computed, &sample.set, &merged.overrides).matrix, before);

    // A survey with other samples decides otherwise; what the file said can still be had, and is visible.
    let mut other = Sample::new(&["a", "b", "c", "d"], ShapeType::PartHulls);
    for stats in &mut other.survey.pairs {
        (stats.min, stats.collisions) = (-0.1, 5);
    }
    let mut restored = merged.overrides.clone();
    let differences = merged.differences(&other.set, &other.computed());
    assert!(!differences.is_empty());
    for (pair, value) in differences.iter() {
        assert!(matches!(value.note.as_deref(), Some("never" | "always") | None));
        restored.set(pair.clone(), Some(value.clone()));
    }
    let after = effective(&other.computed(), &other.set, &restored).matrix;
    let decisions = |m: &crate::matrix::SkipMatrix| m.entries.iter().map(|e| e.decision).collect::<Vec<_>>();
    assert_eq!(decisions(&after), decisions(&before));
}

#[test]
fn another_type_is_refused() {
    let sample = Sample::new(&["a", "b"], ShapeType::LinkHulls);
    let other = Sample::new(&["a", "b"], ShapeType::LinkBoxes);
    let merged = merge(&sample.document(&Overrides::new()), &other.model, &other.set);
    assert_eq!(codes(&merged.diagnostics), ["matrix-shape-type"]);
    assert!(merged.computed.is_none());
}

#[test]
fn links_are_matched_by_name_and_absent_ones_reported() {
    let old = Sample::new(&["a", "gone", "c", "bare"], ShapeType::LinkHulls);
    let mut overrides = Overrides::new();
    overrides.set(PairKey::links("c", "a"), Some(Override::user(Decision::Skip)));
    overrides.set(PairKey::links("gone", "a"), Some(Override::user(Decision::Skip)));
    let document = saved(&old.document(&overrides));
    // The new robot has the links in another order and one without geometry.
    let mut new = Sample::new(&["fresh", "c", "a", "bare"], ShapeType::LinkHulls);
    new.set.shapes.retain(|shape| shape.id.link != "bare");
    new.model.robot.name = "renamed".to_owned();
    new.model.hashes.geometry = "00".repeat(32);
    let merged = merge(&document, &new.model, &new.set);
    assert_eq!(
        codes(&merged.diagnostics),
        [
            "matrix-robot-name",
            "matrix-hash",
            "matrix-link-absent",
            "matrix-link-no-geometry",
            "matrix-link-new",
            "matrix-decision-lost"
        ]
    );
    assert!(merged.computed.is_none());
    let kept: Vec<_> = merged.overrides.iter().map(|(pair, _)| pair.clone()).collect();
    assert_eq!(kept, [PairKey::links("a", "c")]);
}

#[test]
fn parts_are_found_by_their_geometry_not_by_their_number() {
    let old = Sample::new(&["a", "b", "c"], ShapeType::PartSpheres);
    let mut overrides = Overrides::new();
    overrides.set(PairKey::new(id("a", 0), id("c", 1)), Some(Override::user(Decision::Check)));
    let document = saved(&old.document(&overrides));
    // The same two parts of `a`, numbered the other way round.
    let mut new = Sample::new(&["a", "b", "c"], ShapeType::PartSpheres);
    let first = new.set.shapes[0].geometry.clone();
    new.set.shapes[0].geometry = std::mem::replace(&mut new.set.shapes[1].geometry, first);
    let merged = merge(&document, &new.model, &new.set);
    assert!(merged.diagnostics.is_empty());
    let kept: Vec<_> = merged.overrides.iter().map(|(pair, _)| pair.clone()).collect();
    assert_eq!(kept, [PairKey::new(id("a", 1), id("c", 1))]);
}

#[test]
fn another_decomposition_keeps_only_what_all_parts_agree_on() {
    let old = Sample::new(&["a", "b", "c"], ShapeType::PartSpheres);
    let mut overrides = Overrides::new();
    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        overrides.set(PairKey::new(id("a", x), id("c", y)), Some(Override::user(Decision::Skip)));
    }
    overrides.set(PairKey::new(id("a", 0), id("b", 0)), Some(Override::user(Decision::Skip)));
    let document = saved(&old.document(&overrides));
    let mut new = Sample::new(&["a", "b", "c"], ShapeType::PartSpheres);
    for shape in &mut new.set.shapes[0..2] {
        let ShapeGeometry::Sphere(sphere) = &mut shape.geometry else { unreachable!() };
        sphere.radius += 0.02;
    }
    let merged = merge(&document, &new.model, &new.set);
    assert_eq!(
        codes(&merged.diagnostics),
        ["matrix-part-unknown", "matrix-parts-uniform", "matrix-decision-lost"],
        "{:?}",
        merged.diagnostics
    );
    let kept: Vec<_> =
        merged.overrides.iter().map(|(pair, _)| (pair.a().link.as_str(), pair.b().link.as_str())).collect();
    assert_eq!(kept, [("a", "c"); 4]);
}
