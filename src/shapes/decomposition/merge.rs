//! Joining parts whose joint hull adds little.

use super::plan::RawPart;
use super::protrusion::{Limits, protrusion};
use super::surface::Surface;
use crate::math::Vec3;
use crate::shapes::solid_hull::solid_hull;
use std::sync::Arc;

/// What may be given up to have fewer parts.
pub(super) struct Allowance {
    /// Sum of the volumes of all parts, cubic metres.
    pub volume: f64,
    /// Metres.
    pub protrusion: f64,
    /// Below this a protrusion is not measured.
    pub floor: f64,
    /// More parts than this are joined at any price.
    pub max_parts: usize,
}

struct Pair {
    a: usize,
    b: usize,
    added: f64,
    joined: RawPart,
}

/// Joins pairs of parts, those first that add the least volume, as long as the allowance holds.
pub(super) fn merge(parts: Vec<RawPart>, surface: &Surface, allowance: &Allowance) -> Vec<RawPart> {
    let mut parts: Vec<Option<RawPart>> = parts.into_iter().map(Some).collect();
    let mut total: f64 = parts.iter().flatten().map(|p| p.volume).sum();
    let mut count = parts.len();
    let mut pairs: Vec<Pair> = Vec::new();
    for b in 0..parts.len() {
        for a in 0..b {
            pairs.extend(join(&parts, a, b));
        }
    }
    loop {
        let forced = count > allowance.max_parts;
        pairs.sort_by(|p, q| p.added.total_cmp(&q.added).then((p.a, p.b).cmp(&(q.a, q.b))));
        // What does not fit now may be needed when there are too many parts.
        let mut chosen = None;
        for (i, pair) in pairs.iter_mut().enumerate() {
            if forced {
                chosen = Some(i);
                break;
            }
            if total + pair.added > allowance.volume.max(total) {
                break;
            }
            if pair.joined.protrusion.is_nan() {
                pair.joined.protrusion = measure(&pair.joined, surface, allowance, allowance.protrusion);
            }
            if pair.joined.protrusion <= allowance.protrusion {
                chosen = Some(i);
                break;
            }
        }
        let Some(i) = chosen else { break };
        let mut pair = pairs.swap_remove(i);
        if pair.joined.protrusion.is_nan() || pair.joined.protrusion > allowance.protrusion {
            pair.joined.protrusion = measure(&pair.joined, surface, allowance, f64::INFINITY);
        }
        total += pair.added;
        count -= 1;
        parts[pair.a] = Some(pair.joined);
        parts[pair.b] = None;
        pairs.retain(|p| ![p.a, p.b].iter().any(|i| [pair.a, pair.b].contains(i)));
        for other in 0..parts.len() {
            if other != pair.a {
                pairs.extend(join(&parts, other.min(pair.a), other.max(pair.a)));
            }
        }
    }
    let mut parts: Vec<RawPart> = parts.into_iter().flatten().collect();
    for part in parts.iter_mut().filter(|part| part.protrusion > allowance.protrusion) {
        // Known only as too far until now; what is told to the user is the true value.
        part.protrusion = measure(part, surface, allowance, f64::INFINITY);
    }
    parts
}

/// How far a joint hull stands out; above `enough` any value above it.
fn measure(joined: &RawPart, surface: &Surface, allowance: &Allowance, enough: f64) -> f64 {
    // The hull of two pieces may run through a third.
    protrusion(&joined.hull, surface, Limits { floor: allowance.floor, enough }, |_| true)
}

/// The joint hull of two parts that touch or nearly do, or of any two if they are far too many.
fn join(parts: &[Option<RawPart>], a: usize, b: usize) -> Option<Pair> {
    let (first, second) = (parts.get(a)?.as_ref()?, parts.get(b)?.as_ref()?);
    let ((al, ah), (bl, bh)) = (first.hull.aabb(), second.hull.aabb());
    let size = (ah.sup(&bh) - al.inf(&bl)).norm();
    let gap = (al - bh).sup(&(bl - ah)).max();
    if gap > 1e-3 * size && parts.len() < 400 {
        return None;
    }
    let points: Vec<Vec3> = first.hull.vertices.iter().chain(&second.hull.vertices).copied().collect();
    let (hull, thickened) = solid_hull(&points)?;
    let volume = hull.volume();
    let added = volume - first.volume - second.volume;
    let joined = RawPart { hull: Arc::new(hull), thickened, volume, protrusion: f64::NAN };
    Some(Pair { a, b, added, joined })
}
