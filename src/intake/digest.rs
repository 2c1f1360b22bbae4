//! Content hashes.

use super::model::{LinkGeometry, Solid, SolidElement};
use crate::math::Pose;
use crate::mesh::TriangleMesh;
use crate::robot::Robot;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// SHA-256 of a mesh or of bytes.
pub(super) type Fingerprint = [u8; 32];

/// SHA-256 in lower-case hexadecimal.
pub(super) fn of_bytes(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Of the vertices (three little-endian f64 each, metres) and triangles (three little-endian u32 each), both counted.
pub(super) fn of_mesh(mesh: &TriangleMesh) -> Fingerprint {
    let mut hash = Sha256::new();
    let mut buffer = Vec::with_capacity(1 << 16);
    hash.update((mesh.vertices.len() as u64).to_le_bytes());
    for chunk in mesh.vertices.chunks(2048) {
        buffer.clear();
        for v in chunk {
            v.iter().for_each(|c| buffer.extend(number(*c)));
        }
        hash.update(&buffer);
    }
    hash.update((mesh.triangles.len() as u64).to_le_bytes());
    for chunk in mesh.triangles.chunks(4096) {
        buffer.clear();
        for t in chunk {
            t.iter().for_each(|i| buffer.extend(i.to_le_bytes()));
        }
        hash.update(&buffer);
    }
    hash.finalize().into()
}

/// Of what every link collides with, in hexadecimal: links by name in the order of their names, their elements in
/// order, each with its kind, pose and sizes or, for a mesh, the mesh's own fingerprint. Neither the order of the links
/// in the file nor the paths of the meshes change it. `fingerprint` gives the one of a mesh.
pub(super) fn of_geometry(
    robot: &Robot,
    links: &[LinkGeometry],
    mut fingerprint: impl FnMut(&std::sync::Arc<TriangleMesh>) -> Fingerprint,
) -> String {
    let mut named: Vec<_> = robot.links.iter().zip(links).filter(|(_, g)| !g.collision.is_empty()).collect();
    named.sort_by(|a, b| a.0.name.cmp(&b.0.name));
    let mut hash = Sha256::new();
    hash.update(b"noclash-geometry-1\n");
    for (link, geometry) in named {
        hash.update((link.name.len() as u64).to_le_bytes());
        hash.update(link.name.as_bytes());
        hash.update((geometry.collision.len() as u64).to_le_bytes());
        for element in &geometry.collision {
            element_into(&mut hash, element, &mut fingerprint);
        }
    }
    hexadecimal(&hash.finalize())
}

fn element_into(
    hash: &mut Sha256,
    element: &SolidElement,
    fingerprint: &mut impl FnMut(&std::sync::Arc<TriangleMesh>) -> Fingerprint,
) {
    let Pose { rotation, translation } = &element.pose;
    rotation.iter().chain(translation.iter()).for_each(|v| hash.update(number(*v)));
    let (kind, sizes): (u8, Vec<f64>) = match &element.solid {
        Solid::Box { half_extents } => (0, half_extents.to_vec()),
        Solid::Cylinder { radius, half_length } => (1, vec![*radius, *half_length]),
        Solid::Sphere { radius } => (2, vec![*radius]),
        Solid::Capsule { radius, half_length } => (3, vec![*radius, *half_length]),
        Solid::Mesh(mesh) => {
            hash.update([4]);
            hash.update(fingerprint(mesh));
            return;
        }
    };
    hash.update([kind]);
    sizes.into_iter().for_each(|v| hash.update(number(v)));
}

/// The two zeros are one number.
fn number(value: f64) -> [u8; 8] {
    (value + 0.0).to_le_bytes()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a String does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    #[test]
    fn the_standards_example() {
        // FIPS 180-4, one-block message.
        assert_eq!(of_bytes(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn meshes_differ_by_vertices_and_triangles() {
        let mesh = TriangleMesh { vertices: vec![Vec3::zeros(), Vec3::x(), Vec3::y()], triangles: vec![[0, 1, 2]] };
        let turned = TriangleMesh { triangles: vec![[0, 2, 1]], ..mesh.clone() };
        let moved = TriangleMesh { vertices: vec![Vec3::zeros(), Vec3::x(), Vec3::z()], ..mesh.clone() };
        let zero = TriangleMesh { vertices: vec![-Vec3::zeros(), Vec3::x(), Vec3::y()], ..mesh.clone() };
        assert_ne!(of_mesh(&mesh), of_mesh(&turned));
        assert_ne!(of_mesh(&mesh), of_mesh(&moved));
        assert_eq!(of_mesh(&mesh), of_mesh(&zero));
    }
}
