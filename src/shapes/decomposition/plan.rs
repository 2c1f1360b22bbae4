//! The decomposition of one link: which pieces are cut next, and when it is done.

use super::merge::{Allowance, merge};
use super::piece::{Piece, Plane};
use super::protrusion::{Limits, protrusion};
use super::search::best_cut;
use super::surface::Surface;
use crate::math::Vec3;
use crate::shapes::{Hull, ShapeSettings, Thickened};
use std::sync::{Arc, OnceLock};

/// Cutting goes on until the parts are this much better than asked, so that merging has something to choose from.
const MARGIN: f64 = 0.8;
/// A cut that gains less than this share of the link's volume is not made for the sake of volume.
const LEAST_GAIN: f64 = 4e-4;

/// The state between rounds.
pub(in crate::shapes) struct Plan {
    surface: Arc<Surface>,
    /// Volume that the surface encloses, if it does.
    pub solid_volume: Option<f64>,
    max_protrusion: f64,
    max_excess: f64,
    max_pieces: usize,
    /// How far the hull of the whole stands out.
    pub whole_protrusion: Option<f64>,
    leaves: Vec<Leaf>,
}

struct Leaf {
    piece: Arc<Piece>,
    analysis: Arc<OnceLock<Analysis>>,
}

/// What a piece's hull hides, and what a cut would make of it.
pub(in crate::shapes) struct Analysis {
    protrusion: f64,
    cut: Option<(f64, Arc<Piece>, Arc<Piece>)>,
}

/// One piece to be analysed.
pub(in crate::shapes) struct Task {
    piece: Arc<Piece>,
    surface: Arc<Surface>,
    floor: f64,
    /// It is cut only if it stands out further than this.
    cut_above: f64,
    slot: Arc<OnceLock<Analysis>>,
}

impl Task {
    pub fn run(&self) {
        let _ = self.slot.set(analyse(self));
    }
}

/// Measures how far hulls stand out of a mesh.
pub(in crate::shapes) struct Ruler {
    surface: Arc<Surface>,
    floor: f64,
}

impl Ruler {
    /// How far any hull stands out, metres.
    pub fn protrusion_of(&self, hull: &Hull) -> f64 {
        let limits = Limits { floor: self.floor, enough: f64::INFINITY };
        protrusion(hull, &self.surface, limits, |_| true)
    }
}

/// A convex part before it is given a number.
#[derive(Clone)]
pub(in crate::shapes) struct RawPart {
    pub hull: Arc<Hull>,
    pub thickened: Option<Thickened>,
    pub volume: f64,
    pub protrusion: f64,
}

impl Plan {
    /// `None` for a mesh without finite points.
    pub fn new(triangles: &[[Vec3; 3]], settings: &ShapeSettings) -> Option<Self> {
        let whole = Piece::whole(triangles)?;
        let surface = Arc::new(Surface::new(triangles.to_vec()));
        let solid_volume = solid_volume(&whole);
        let leaves = vec![Leaf { piece: Arc::new(whole), analysis: Arc::default() }];
        Some(Self {
            surface,
            solid_volume,
            max_protrusion: settings.max_protrusion.max(1e-4),
            max_excess: settings.max_excess.max(1e-3),
            max_pieces: settings.max_parts.max(1) as usize,
            whole_protrusion: None,
            leaves,
        })
    }

    /// Measures hulls that stand for this mesh.
    pub fn ruler(&self) -> Ruler {
        Ruler { surface: self.surface.clone(), floor: self.floor() }
    }

    /// Below this a protrusion is not measured.
    fn floor(&self) -> f64 {
        0.3 * self.max_protrusion
    }

    /// The pieces that nobody has looked at.
    pub fn tasks(&self) -> Vec<Task> {
        let fresh = self.leaves.iter().filter(|leaf| leaf.analysis.get().is_none());
        let (surplus, least) = (self.surplus(), self.least());
        fresh
            .map(|leaf| Task {
                piece: leaf.piece.clone(),
                surface: self.surface.clone(),
                floor: self.floor(),
                // Cutting never adds volume: where it is little enough it stays so.
                cut_above: if surplus > 0.0 && leaf.piece.volume > least { 0.0 } else { self.far() },
                slot: leaf.analysis.clone(),
            })
            .collect()
    }

    /// A piece that stands out further than this is cut.
    fn far(&self) -> f64 {
        MARGIN * self.max_protrusion
    }

    fn total(&self) -> f64 {
        self.leaves.iter().map(|l| l.piece.volume).sum()
    }

    /// How much volume there still is to be cut away; not known without a solid.
    fn surplus(&self) -> f64 {
        self.solid_volume.map_or(f64::INFINITY, |solid| self.total() - solid * (1.0 + MARGIN * self.max_excess))
    }

    /// A cut that gains less is not made for the sake of volume.
    fn least(&self) -> f64 {
        match self.solid_volume {
            Some(solid) => solid * LEAST_GAIN,
            None => self.total() * 0.25 * self.max_excess,
        }
    }

    /// Cuts the pieces that most need it; false if none does.
    pub fn advance(&mut self) -> bool {
        if let [only] = self.leaves.as_slice() {
            self.whole_protrusion = only.analysis.get().map(|a| a.protrusion);
        }
        let (surplus, least) = (self.surplus(), self.least());
        let gain = |l: &Leaf| l.analysis.get().and_then(|a| a.cut.as_ref()).map_or(0.0, |c| c.0);
        let best = self.leaves.iter().map(gain).fold(0.0, f64::max);
        // (urgency, index): pieces that stand out too far first, by how far; then by gain.
        let mut urgent: Vec<(f64, usize)> = Vec::new();
        for (i, leaf) in self.leaves.iter().enumerate() {
            let Some(Analysis { protrusion, cut: Some(_) }) = leaf.analysis.get() else { continue };
            let far = protrusion / self.far();
            if far > 1.0 {
                urgent.push((1.0 + far, i));
            } else if surplus > 0.0 && gain(leaf) > least && gain(leaf) > 0.5 * best {
                urgent.push((gain(leaf) / best, i));
            }
        }
        urgent.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        // Merging brings the number down again.
        let limit = self.max_pieces + self.max_pieces / 2;
        urgent.truncate(limit.saturating_sub(self.leaves.len()));
        for &(_, i) in &urgent {
            let Some((_, below, above)) = self.leaves[i].analysis.get().and_then(|a| a.cut.as_ref()) else { continue };
            let (below, above) = (below.clone(), above.clone());
            self.leaves[i] = Leaf { piece: below, analysis: Arc::default() };
            self.leaves.push(Leaf { piece: above, analysis: Arc::default() });
        }
        !urgent.is_empty()
    }

    /// Joins the pieces to as few parts as the settings allow.
    pub fn finish(&self) -> Vec<RawPart> {
        let pieces = self.pieces();
        let total: f64 = pieces.iter().map(|p| p.volume).sum();
        let whole = self.solid_volume.unwrap_or(total);
        // Where the pieces are already above what was asked for, joining may still use a little.
        let volume = (whole * (1.0 + self.max_excess)).max(total * (1.0 + 0.1 * self.max_excess));
        let allowance =
            Allowance { volume, protrusion: self.max_protrusion, floor: self.floor(), max_parts: self.max_pieces };
        merge(pieces, &self.surface, &allowance)
    }

    fn pieces(&self) -> Vec<RawPart> {
        self.leaves
            .iter()
            .map(|leaf| RawPart {
                hull: leaf.piece.hull.clone(),
                thickened: leaf.piece.thickened,
                volume: leaf.piece.volume,
                protrusion: leaf.analysis.get().map_or(f64::INFINITY, |a| a.protrusion),
            })
            .collect()
    }
}

fn analyse(task: &Task) -> Analysis {
    let (piece, surface, floor) = (&*task.piece, &*task.surface, task.floor);
    let (low, high) = piece.hull.aabb();
    let extent = (high - low).norm();
    // Of the whole the true value is told to the user; a piece that stands out this far is cut in any case.
    let enough = if piece.planes.is_empty() { f64::INFINITY } else { 20.0 * floor };
    // The hull of a piece runs inside the solid only where it was cut.
    let on_a_cut = |triangle: &[Vec3; 3]| {
        let near = |p: &Vec3, plane: &Plane| (plane.normal.dot(p) - plane.offset).abs() <= 1e-6 * extent;
        piece.planes.iter().any(|plane| triangle.iter().all(|p| near(p, plane)))
    };
    let limits = Limits { floor, enough };
    let protrusion = if extent <= floor { floor } else { protrusion(&piece.hull, surface, limits, on_a_cut) };
    let cut = (extent > floor && piece.thickened.is_none() && protrusion > task.cut_above)
        .then(|| best_cut(piece, surface))
        .flatten()
        .and_then(|plane| piece.split(&plane, surface))
        .map(|(below, above)| (piece.volume - below.volume - above.volume, Arc::new(below), Arc::new(above)));
    Analysis { protrusion, cut }
}

/// The hull of triangles that bound a convex solid: its volume and area are theirs, to a millionth. (Whether edges match
/// says less: files leave out slivers.)
pub(in crate::shapes) fn convex_solid(triangles: &[[Vec3; 3]]) -> Option<Arc<Hull>> {
    let whole = Piece::whole(triangles)?;
    let origin = *whole.hull.vertices.first()?;
    let (mut volume, mut area) = (0.0, 0.0);
    for [a, b, c] in triangles {
        let twice = (b - a).cross(&(c - a));
        volume += (a - origin).dot(&twice) / 6.0;
        area += twice.norm() / 2.0;
    }
    let close = |value: f64, wanted: f64| (value - wanted).abs() <= 1e-6 * wanted;
    let convex = whole.thickened.is_none() && close(volume, whole.volume) && close(area, whole.hull.area());
    convex.then_some(whole.hull)
}

/// The enclosed volume if every edge is used as often in one direction as in the other and the volume is positive
/// and no larger than the hull's.
fn solid_volume(piece: &Piece) -> Option<f64> {
    let mut edges: Vec<(u32, u32, i32)> = piece
        .triangles
        .iter()
        .flat_map(|t| (0..3).map(move |i| (t[i], t[(i + 1) % 3])))
        .filter(|(a, b)| a != b)
        .map(|(a, b)| if a < b { (a, b, 1) } else { (b, a, -1) })
        .collect();
    edges.sort_unstable();
    let closed = edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).all(|c| c.iter().map(|e| e.2).sum::<i32>() == 0);
    let origin = *piece.vertices.first()?;
    let volume = piece
        .triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|v| piece.vertices[v as usize] - origin);
            a.dot(&b.cross(&c)) / 6.0
        })
        .sum::<f64>();
    (closed && volume > 0.0 && volume <= piece.volume * (1.0 + 1e-9)).then_some(volume)
}
