//! A read document brought to the robot at hand: by names, never by index.

use super::document::{MatrixDocument, RecordedGeometry};
use super::read::name;
use super::tally::Tally;
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::intake::RobotModel;
use crate::matrix::{Origin, Override, Overrides, PairEntry, PairKey, Reason, SkipMatrix};
use crate::shapes::{ShapeId, ShapeSet, pair_index, pairs};
use std::collections::{BTreeMap, BTreeSet};

/// Metres. The same decomposition gives the same bits; a decomposition that differs by less is none.
const SAME_GEOMETRY: f64 = 1e-6;

/// What a document says about the pairs of a robot's shapes.
#[derive(Clone, Debug, Default)]
pub struct Merge {
    /// The decisions of users and of imported files that the document holds.
    pub overrides: Overrides,
    /// The decisions that were computed when the document was written, one per pair of the set where it has one.
    /// `None` if they were computed from another URDF or another geometry: then they say nothing here.
    pub computed: Option<Vec<Option<PairEntry>>>,
    pub diagnostics: Diagnostics,
}

impl Merge {
    /// The document's computed decisions that `computed`, over the same set, does not share: as imported overrides
    /// with the document's reason as note. With these and [`Merge::overrides`] every decision is the document's.
    pub fn differences(&self, set: &ShapeSet, computed: &SkipMatrix) -> Overrides {
        let mut differences = Overrides::new();
        let Some(entries) = &self.computed else { return differences };
        for (((i, j), then), now) in pairs(set.shapes.len()).zip(entries).zip(&computed.entries) {
            let (Some(then), Some(key)) = (then, PairKey::of(set, i, j)) else { continue };
            if then.decision != now.decision {
                let note = then.reason.map(|reason| reason.word().to_owned());
                differences.set(key, Some(Override::imported(then.decision, note)));
            }
        }
        differences
    }
}

/// Finds the document's pairs among those of `set`.
///
/// At link level a shape is its link. At part level the number of a part means nothing by itself: a part is found
/// again by its geometry. Where a link was decomposed differently, the user's and imported decisions between it and
/// another link carry over only if they agree for all pairs of their parts. Everything that could not be used is
/// reported.
pub fn merge(document: &MatrixDocument, model: &RobotModel, set: &ShapeSet) -> Merge {
    let mut result = Merge::default();
    let found = &mut result.diagnostics;
    if document.shape_type != set.shape_type {
        found.push(
            Diagnostic::error(
                "matrix-shape-type",
                format!(
                    "the matrix is for {}, not for {}; nothing of it was used",
                    document.shape_type.word(),
                    set.shape_type.word()
                ),
            )
            .mend("Give the file of the right shape type."),
        );
        return result;
    }
    let robot = &model.robot;
    if document.robot != robot.name {
        found.push(
            Diagnostic::warning(
                "matrix-robot-name",
                format!("the matrix was made for robot `{}`, this one is `{}`", document.robot, robot.name),
            )
            .mend("Check that the file belongs to this robot; links are matched by name."),
        );
    }
    let same_urdf = document.hashes.urdf == model.hashes.urdf;
    let same_geometry = document.hashes.geometry == model.hashes.geometry;
    if !same_urdf || !same_geometry {
        let what = match (same_urdf, same_geometry) {
            (true, _) => "other meshes or collision geometry",
            (_, true) => "another version of the URDF",
            _ => "another version of the URDF and of its geometry",
        };
        found.push(
            Diagnostic::warning(
                "matrix-hash",
                format!(
                    "the matrix was computed from {what}; only the decisions of users and imported files were taken"
                ),
            )
            .mend("Run the survey, which decides the other pairs anew."),
        );
    }

    let shapes = Shapes::new(document, set);
    let mut tally = Tally::default();
    shapes.report_absent(model, &mut tally);
    let n = document.shapes.len();
    let mut computed = vec![None; set.pair_count()];
    let mut links: BTreeMap<(&str, &str), BetweenLinks> = BTreeMap::new();
    for ((i, j), record) in pairs(n).zip(&document.pairs) {
        let value = override_of(&record.entry);
        let (x, y) = (document.shapes[i].id.link.as_str(), document.shapes[j].id.link.as_str());
        let between = links.entry((x.min(y), x.max(y))).or_insert_with(|| BetweenLinks::new(value.clone()));
        between.uniform &= between.value == value;
        match (shapes.place[i], shapes.place[j]) {
            (Some(a), Some(b)) => match value {
                Some(value) => {
                    if let Some(key) = PairKey::of(set, a, b) {
                        result.overrides.set(key, Some(value));
                    }
                }
                None => {
                    if let Some(place) = computed.get_mut(pair_index(set.shapes.len(), a.min(b), a.max(b))) {
                        *place = Some(record.entry.clone());
                    }
                }
            },
            _ => {
                between.absent = true;
                between.lost += usize::from(value.is_some());
            }
        }
    }
    for ((x, y), between) in links.into_iter().filter(|(_, between)| between.absent) {
        match (between.value, shapes.present.get(x), shapes.present.get(y)) {
            (Some(value), Some(of_x), Some(of_y)) if between.uniform => {
                tally.add("matrix-parts-uniform", || format!("`{x}`-`{y}`"));
                for (&a, &b) in of_x.iter().flat_map(|a| of_y.iter().map(move |b| (a, b))) {
                    if let Some(key) = PairKey::of(set, a, b).filter(|_| a != b) {
                        result.overrides.set(key, Some(value.clone()));
                    }
                }
            }
            _ => (0..between.lost).for_each(|_| tally.add("matrix-decision-lost", || format!("`{x}`-`{y}`"))),
        }
    }
    report(&tally, &mut result.diagnostics);
    if same_urdf && same_geometry {
        result.computed = Some(computed);
    }
    result
}

fn override_of(entry: &PairEntry) -> Option<Override> {
    let origin = match entry.reason {
        Some(Reason::User) => Origin::User,
        Some(Reason::Imported) => Origin::Imported,
        _ => return None,
    };
    Some(Override { decision: entry.decision, origin, note: entry.note.clone() })
}

/// What the document says about all pairs of shapes of two links.
struct BetweenLinks {
    /// The override of the first pair, and whether the others have the same.
    value: Option<Override>,
    uniform: bool,
    /// Whether a shape of one of the pairs is not at hand, and how many overrides name one.
    absent: bool,
    lost: usize,
}

impl BetweenLinks {
    fn new(value: Option<Override>) -> Self {
        Self { value, uniform: true, absent: false, lost: 0 }
    }
}

struct Shapes<'a> {
    document: &'a MatrixDocument,
    /// The links that have shapes in the set at hand, and the places of these.
    present: BTreeMap<&'a str, Vec<usize>>,
    /// Per shape of the document its place in the set.
    place: Vec<Option<usize>>,
}

impl<'a> Shapes<'a> {
    fn new(document: &'a MatrixDocument, set: &'a ShapeSet) -> Self {
        let mut present: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, shape) in set.shapes.iter().enumerate() {
            present.entry(&shape.id.link).or_default().push(at);
        }
        let by_name: BTreeMap<&ShapeId, usize> =
            set.shapes.iter().enumerate().map(|(at, shape)| (&shape.id, at)).collect();
        let place = if set.shape_type.is_part() {
            places_by_geometry(document, set, &by_name)
        } else {
            document.shapes.iter().map(|shape| by_name.get(&shape.id).copied()).collect()
        };
        Self { document, present, place }
    }

    fn report_absent(&self, model: &RobotModel, tally: &mut Tally) {
        let links: BTreeSet<&str> = model.robot.links.iter().map(|link| link.name.as_str()).collect();
        let mut absent = BTreeSet::new();
        for (shape, place) in self.document.shapes.iter().zip(&self.place) {
            let link = shape.id.link.as_str();
            if place.is_some() {
                continue;
            }
            if self.present.contains_key(link) {
                tally.add("matrix-part-unknown", || name(&shape.id));
            } else if absent.insert(link) {
                let code = if links.contains(link) { "matrix-link-no-geometry" } else { "matrix-link-absent" };
                tally.add(code, || format!("`{link}`"));
            }
        }
        let listed: BTreeSet<&str> = self.document.shapes.iter().map(|shape| shape.id.link.as_str()).collect();
        for link in self.present.keys().filter(|link| !listed.contains(*link)) {
            tally.add("matrix-link-new", || format!("`{link}`"));
        }
    }
}

/// A part of the document is the part of the same link with the same geometry: that of the same number if it fits.
fn places_by_geometry(
    document: &MatrixDocument,
    set: &ShapeSet,
    by_name: &BTreeMap<&ShapeId, usize>,
) -> Vec<Option<usize>> {
    let mut of_link: BTreeMap<&str, Vec<(usize, RecordedGeometry)>> = BTreeMap::new();
    for (at, shape) in set.shapes.iter().enumerate() {
        of_link.entry(&shape.id.link).or_default().push((at, RecordedGeometry::new(&shape.geometry)));
    }
    let mut taken = BTreeSet::new();
    document
        .shapes
        .iter()
        .map(|shape| {
            let geometry = shape.geometry.as_ref()?;
            let candidates = of_link.get(shape.id.link.as_str())?;
            let same_number = by_name.get(&shape.id).copied();
            let fits = |at: &usize, g: &RecordedGeometry| !taken.contains(at) && geometry.close_to(g, SAME_GEOMETRY);
            let place = candidates
                .iter()
                .find(|(at, g)| Some(*at) == same_number && fits(at, g))
                .or_else(|| candidates.iter().find(|(at, g)| fits(at, g)))
                .map(|(at, _)| *at)?;
            taken.insert(place);
            Some(place)
        })
        .collect()
}

fn report(tally: &Tally, found: &mut Diagnostics) {
    use Severity::{Info, Warning};
    for (severity, code, what, mend) in [
        (
            Warning,
            "matrix-link-absent",
            "links of the matrix are not in this robot; their pairs were left out",
            "Check that the file belongs to this robot.",
        ),
        (
            Warning,
            "matrix-link-no-geometry",
            "links of the matrix have no geometry here; their pairs were left out",
            "Add the missing meshes.",
        ),
        (Info, "matrix-link-new", "links are not in the matrix; their pairs are as computed", ""),
        (
            Warning,
            "matrix-part-unknown",
            "parts of the matrix are not among the parts of their link here (it was decomposed differently)",
            "Use the same meshes and decomposition settings as when the matrix was made.",
        ),
        (
            Info,
            "matrix-parts-uniform",
            "pairs of links were decomposed differently; as all their parts had one decision, it was taken over",
            "",
        ),
        (
            Warning,
            "matrix-decision-lost",
            "decisions of users or imported files between parts that are not here were left out",
            "Decide these pairs again.",
        ),
    ] {
        tally.report(found, severity, code, what, mend);
    }
}
