//! Shapes that were made before, by the content of what they were made from.

use super::made::{LinkKey, Made, MadeLink};
use super::{BoundingSphere, Fit, Hull, Obb, Thickened};
use crate::diagnostics::Diagnostics;
use crate::math::{Mat3, Vec3};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Links that were made before. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct ShapeStore {
    /// The use counts up, so that the longest unused are the first to go.
    links: HashMap<LinkKey, (u64, Arc<Entry>)>,
    uses: u64,
}

/// A link, its bytes, or both: each is made when it is asked for.
#[derive(Debug, Default)]
struct Entry {
    link: OnceLock<Option<Arc<MadeLink>>>,
    bytes: OnceLock<Vec<u8>>,
}

impl Entry {
    fn link(&self) -> Option<&Arc<MadeLink>> {
        let read = || self.bytes.get().and_then(|bytes| read_link(&mut Reader(bytes))).map(Arc::new);
        self.link.get_or_init(read).as_ref()
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            let mut bytes = Vec::new();
            if let Some(Some(link)) = self.link.get() {
                write_link(link, &mut bytes);
            }
            bytes
        })
    }
}

const MAGIC: &[u8; 8] = b"ncshape2";

impl ShapeStore {
    /// `None` for a link that is not known, or whose bytes are damaged.
    pub fn get(&self, key: &LinkKey) -> Option<&Arc<MadeLink>> {
        self.links.get(key).and_then(|(_, entry)| entry.link()).filter(|link| link.key == *key)
    }

    /// Keeps what was made, as the latest used; false if there was nothing new.
    pub fn keep(&mut self, links: &[Arc<MadeLink>]) -> bool {
        self.uses += 1;
        let mut new = false;
        for link in links.iter().filter(|link| link.geometry) {
            if self.get(&link.key).is_none() {
                new = true;
                let entry = Entry { link: OnceLock::from(Some(link.clone())), bytes: OnceLock::new() };
                self.links.insert(link.key, (self.uses, Arc::new(entry)));
            } else if let Some((used, _)) = self.links.get_mut(&link.key) {
                *used = self.uses;
            }
        }
        new
    }

    /// All links as bytes, the latest used first, as many as `limit` bytes hold. The rest is forgotten.
    pub fn write(&mut self, limit: usize) -> Vec<u8> {
        let mut order: Vec<(u64, LinkKey)> = self.links.iter().map(|(key, (used, _))| (*used, *key)).collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        let mut out = MAGIC.to_vec();
        for (_, key) in order {
            let Some((_, entry)) = self.links.get(&key) else { continue };
            let bytes = entry.bytes();
            if out.len() + bytes.len() + 8 > limit {
                self.links.remove(&key);
                continue;
            }
            out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            out.extend_from_slice(bytes);
        }
        out
    }

    /// Takes in what [`write`](Self::write) gave; what is cut off or of another version is left out. What is here
    /// already stays. The links themselves are read when they are asked for.
    pub fn read(&mut self, bytes: &[u8]) {
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else { return };
        let mut found: Vec<(LinkKey, &[u8])> = Vec::new();
        while let Some((head, tail)) = rest.split_first_chunk::<8>() {
            let len = usize::try_from(u64::from_le_bytes(*head)).ok();
            let Some((link, tail)) = len.and_then(|len| tail.split_at_checked(len)) else { break };
            rest = tail;
            found.extend(link.first_chunk::<32>().map(|key| (*key, link)));
        }
        // The first are the latest used.
        for (key, link) in found.into_iter().rev() {
            self.uses += 1;
            let entry = || Entry { link: OnceLock::new(), bytes: OnceLock::from(link.to_vec()) };
            self.links.entry(key).or_insert_with(|| (self.uses, Arc::new(entry())));
        }
    }
}

fn write_link(link: &MadeLink, out: &mut Vec<u8>) {
    out.extend_from_slice(&link.key);
    count(link.triangles, out);
    count(usize::from(link.geometry), out);
    option(link.solid_volume, out);
    option(link.coverage, out);
    let notes = serde_json::to_vec(&link.diagnostics).unwrap_or_default();
    count(notes.len(), out);
    out.extend_from_slice(&notes);
    count(usize::from(link.hull.is_some()), out);
    count(link.parts.len(), out);
    link.hull.iter().chain(&link.parts).for_each(|made| write_made(made, out));
}

fn write_made(made: &Made, out: &mut Vec<u8>) {
    let Made { fit, sphere, obb } = made;
    count(fit.hull.vertices.len(), out);
    fit.hull.vertices.iter().for_each(|v| numbers(v.as_slice(), out));
    count(fit.hull.triangles.len(), out);
    fit.hull.triangles.iter().flatten().for_each(|index| out.extend_from_slice(&index.to_le_bytes()));
    numbers(&[fit.volume, fit.excess], out);
    count(fit.exact_vertices, out);
    option(fit.protrusion, out);
    let thickened = match fit.thickened {
        None => 0,
        Some(Thickened::Point) => 1,
        Some(Thickened::Line) => 2,
        Some(Thickened::Plane) => 3,
    };
    count(thickened, out);
    numbers(sphere.center.as_slice(), out);
    numbers(&[sphere.radius], out);
    numbers(obb.center.as_slice(), out);
    numbers(obb.rotation.as_slice(), out);
    numbers(obb.half_extents.as_slice(), out);
}

fn count(count: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&(count as u64).to_le_bytes());
}

fn numbers(numbers: &[f64], out: &mut Vec<u8>) {
    numbers.iter().for_each(|number| out.extend_from_slice(&number.to_bits().to_le_bytes()));
}

/// Not a number stands for none.
fn option(value: Option<f64>, out: &mut Vec<u8>) {
    numbers(&[value.unwrap_or(f64::NAN)], out);
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take(&mut self, len: usize) -> Option<&[u8]> {
        let (head, tail) = self.0.split_at_checked(len)?;
        self.0 = tail;
        Some(head)
    }

    fn count(&mut self) -> Option<usize> {
        usize::try_from(u64::from_le_bytes(self.take(8)?.try_into().ok()?)).ok()
    }

    /// A count of things that take at least `size` bytes each: never more than there are bytes for.
    fn count_of(&mut self, size: usize) -> Option<usize> {
        let count = self.count()?;
        (count <= self.0.len() / size).then_some(count)
    }

    fn number(&mut self) -> Option<f64> {
        Some(f64::from_bits(u64::from_le_bytes(self.take(8)?.try_into().ok()?)))
    }

    fn finite(&mut self) -> Option<f64> {
        self.number().filter(|x| x.is_finite())
    }

    fn option(&mut self) -> Option<Option<f64>> {
        self.number().map(|x| Some(x).filter(|x| x.is_finite()))
    }

    fn vec3(&mut self) -> Option<Vec3> {
        Some(Vec3::new(self.finite()?, self.finite()?, self.finite()?))
    }
}

fn read_link(reader: &mut Reader<'_>) -> Option<MadeLink> {
    let key = reader.take(32)?.try_into().ok()?;
    let triangles = reader.count()?;
    let geometry = reader.count()? == 1;
    let solid_volume = reader.option()?;
    let coverage = reader.option()?;
    let notes = reader.count_of(1)?;
    let diagnostics: Diagnostics = serde_json::from_slice(reader.take(notes)?).ok()?;
    let has_hull = reader.count()? == 1;
    let parts = reader.count_of(200)?;
    let hull = if has_hull { Some(read_made(reader)?) } else { None };
    let parts = (0..parts).map(|_| read_made(reader)).collect::<Option<Vec<Made>>>()?;
    Some(MadeLink { key, triangles, geometry, hull, parts, solid_volume, coverage, diagnostics })
}

fn read_made(reader: &mut Reader<'_>) -> Option<Made> {
    let vertices = reader.count_of(24)?;
    let vertices = (0..vertices).map(|_| reader.vec3()).collect::<Option<Vec<Vec3>>>()?;
    let triangles = reader.count_of(12)?;
    let triangles = reader
        .take(triangles * 12)?
        .chunks_exact(12)
        .map(|t| [0, 4, 8].map(|at| u32::from_le_bytes([t[at], t[at + 1], t[at + 2], t[at + 3]])))
        .collect();
    let hull = Arc::new(Hull::new(vertices, triangles));
    let (volume, excess) = (reader.finite()?, reader.finite()?);
    let exact_vertices = reader.count()?;
    let protrusion = reader.option()?;
    let thickened = match reader.count()? {
        1 => Some(Thickened::Point),
        2 => Some(Thickened::Line),
        3 => Some(Thickened::Plane),
        _ => None,
    };
    let fit = Fit { hull, volume, exact_vertices, excess, protrusion, thickened };
    let sphere = BoundingSphere { center: reader.vec3()?, radius: reader.finite()? };
    let center = reader.vec3()?;
    let rotation = Mat3::from_columns(&[reader.vec3()?, reader.vec3()?, reader.vec3()?]);
    let obb = Obb { center, rotation, half_extents: reader.vec3()? };
    Some(Made { fit, sphere, obb })
}
