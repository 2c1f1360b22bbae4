//! How shapes are made.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The finest and the coarsest decomposition that can be asked for.
pub const FINENESS: std::ops::RangeInclusive<f64> = 0.1..=8.0;
/// No link is split into more parts, however fine.
pub const MOST_PARTS: u32 = 512;

/// What the user can choose about shapes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShapeSettings {
    /// A part may stand out of the mesh by this much, metres.
    pub max_protrusion: f64,
    /// The parts of a link may exceed the link's own volume by this share.
    pub max_excess: f64,
    /// No link is split into more parts.
    pub max_parts: u32,
    /// A part's hull has at most this many vertices: beyond, it is simplified and still encloses; 0 for no limit.
    pub part_vertices: u32,
    /// The same for the hull of a link.
    pub link_vertices: u32,
    /// How fine the decomposition of every link is, 1 as the numbers above say: parts may stand out by so many times
    /// less, exceed the volume by so many times less, and be so many times more.
    pub fineness: f64,
    /// The fineness of single links by name, in place of the robot's.
    pub links: BTreeMap<String, f64>,
}

impl Default for ShapeSettings {
    fn default() -> Self {
        Self {
            max_protrusion: 0.006,
            max_excess: 0.018,
            max_parts: 64,
            part_vertices: 64,
            link_vertices: 0,
            fineness: 1.0,
            links: BTreeMap::new(),
        }
    }
}

impl ShapeSettings {
    /// The fineness of a link: its own, or the robot's.
    pub fn fineness_of(&self, link: &str) -> f64 {
        usable(self.links.get(link).copied().unwrap_or(self.fineness))
    }

    /// What holds for one link; of fineness 1.
    pub(super) fn of(&self, link: &str) -> Self {
        let fineness = self.fineness_of(link);
        Self {
            max_protrusion: self.max_protrusion / fineness,
            max_excess: self.max_excess / fineness,
            max_parts: (f64::from(self.max_parts) * fineness).round().clamp(1.0, f64::from(MOST_PARTS)) as u32,
            part_vertices: self.part_vertices,
            link_vertices: self.link_vertices,
            fineness: 1.0,
            links: BTreeMap::new(),
        }
    }

    /// Brings the finenesses into the range in which they mean something.
    pub fn sanitised(mut self) -> Self {
        self.fineness = usable(self.fineness);
        self.links.values_mut().for_each(|fineness| *fineness = usable(*fineness));
        self
    }
}

fn usable(fineness: f64) -> f64 {
    if fineness.is_finite() { fineness.clamp(*FINENESS.start(), *FINENESS.end()) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_its_own_fineness_or_the_robots() {
        let mut settings = ShapeSettings { fineness: 2.0, ..ShapeSettings::default() };
        settings.links.insert("wrist".to_owned(), 0.5);
        settings.links.insert("odd".to_owned(), f64::NAN);
        let (base, wrist) = (settings.of("base"), settings.of("wrist"));
        assert_eq!((base.max_protrusion, base.max_parts), (0.003, 128));
        assert_eq!((wrist.max_protrusion, wrist.max_parts), (0.012, 32));
        assert_eq!(settings.of("odd"), ShapeSettings { ..ShapeSettings::default() });
        assert_eq!(settings.sanitised().links["odd"], 1.0);
    }
}
