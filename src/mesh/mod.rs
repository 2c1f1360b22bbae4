//! Mesh files to one [`TriangleMesh`].

mod triangle_mesh;

pub use triangle_mesh::TriangleMesh;
