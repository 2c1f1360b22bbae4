//! Mesh files to one [`TriangleMesh`].
//!
//! [`load`] reads STL (binary and text), OBJ, COLLADA, glTF/GLB and PLY. It decides by the content where it can and by
//! the file's name where it must. No input makes a reader panic, hang, or allocate beyond a small multiple of the
//! file's length; what was dropped, mended or ignored is told in [`LoadedMesh::notes`].

mod builder;
mod collada;
mod detect;
mod error;
mod gltf;
mod load;
mod note;
mod obj;
mod ply;
mod polygon;
mod stl;
mod text;
mod triangle_mesh;
mod weld;

pub use detect::MeshFormat;
pub use error::MeshError;
pub use load::{Companions, LoadOptions, LoadedMesh, MeshGroup, load};
pub use note::MeshNote;
pub(crate) use text::{decode, percent_decoded};
pub use triangle_mesh::TriangleMesh;
