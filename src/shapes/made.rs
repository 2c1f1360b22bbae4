//! What has been made of one link, and by what it is known again.

use super::{BoundingSphere, Fit, Obb, ShapeSettings};
use crate::diagnostics::Diagnostics;
use crate::intake::{LinkGeometry, Solid};
use sha2::{Digest, Sha256};

/// Changes whenever the same geometry and settings give other shapes.
const METHOD: &[u8] = b"noclash shapes 2";

/// The content hash of a link's name, its geometry and the settings that hold for it.
pub type LinkKey = [u8; 32];

/// A hull with its sphere and box.
#[derive(Clone, Debug)]
pub struct Made {
    pub fit: Fit,
    pub sphere: BoundingSphere,
    pub obb: Obb,
}

/// All shapes of one link.
#[derive(Clone, Debug)]
pub struct MadeLink {
    pub key: LinkKey,
    /// Triangles of its meshes.
    pub triangles: usize,
    /// It has collision geometry, usable or not.
    pub geometry: bool,
    /// `None` if it has no usable geometry.
    pub hull: Option<Made>,
    /// In the order of their numbers.
    pub parts: Vec<Made>,
    pub solid_volume: Option<f64>,
    /// Share of the meshes' surface that the parts cover.
    pub coverage: Option<f64>,
    pub diagnostics: Diagnostics,
}

/// The key of a link; equal for equal shapes to come.
pub(super) fn link_key(name: &str, geometry: &LinkGeometry, settings: &ShapeSettings) -> LinkKey {
    let mut hash = Hasher { sha: Sha256::new(), buffer: Vec::with_capacity(8192) };
    hash.bytes(METHOD);
    hash.count(name.len());
    hash.bytes(name.as_bytes());
    hash.numbers(&[settings.max_protrusion, settings.max_excess]);
    for value in [settings.max_parts, settings.part_vertices, settings.link_vertices] {
        hash.count(value as usize);
    }
    for element in &geometry.collision {
        hash.numbers(element.pose.rotation.as_slice());
        hash.numbers(element.pose.translation.as_slice());
        match &element.solid {
            Solid::Box { half_extents } => {
                hash.count(1);
                hash.numbers(half_extents);
            }
            Solid::Sphere { radius } => {
                hash.count(2);
                hash.numbers(&[*radius]);
            }
            Solid::Cylinder { radius, half_length } => {
                hash.count(3);
                hash.numbers(&[*radius, *half_length]);
            }
            Solid::Capsule { radius, half_length } => {
                hash.count(4);
                hash.numbers(&[*radius, *half_length]);
            }
            Solid::Mesh(mesh) => {
                hash.count(5);
                hash.count(mesh.vertices.len());
                mesh.vertices.iter().for_each(|vertex| hash.numbers(vertex.as_slice()));
                mesh.triangles.iter().flatten().for_each(|index| hash.bytes(&index.to_le_bytes()));
            }
        }
    }
    hash.finish()
}

/// Feeds the hash in pieces that are worth a call.
struct Hasher {
    sha: Sha256,
    buffer: Vec<u8>,
}

impl Hasher {
    fn bytes(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= 8000 {
            self.sha.update(&self.buffer);
            self.buffer.clear();
        }
    }

    fn count(&mut self, count: usize) {
        self.bytes(&(count as u64).to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.bytes(&number.to_bits().to_le_bytes()));
    }

    fn finish(mut self) -> LinkKey {
        self.sha.update(&self.buffer);
        self.sha.finalize().into()
    }
}
