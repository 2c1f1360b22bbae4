//! Reading a mesh file of any format.

use super::builder::MeshBuilder;
use super::detect::{MeshFormat, detect, extension};
use super::error::MeshError;
use super::note::MeshNote;
use super::triangle_mesh::TriangleMesh;
use super::{collada, gltf, obj, ply, stl};
use std::sync::Arc;

/// Finds the bytes of a file by the name that stands in another.
pub type Companions<'a> = dyn Fn(&str) -> Option<Arc<[u8]>> + 'a;

/// How to read a mesh.
#[derive(Clone, Copy, Default)]
pub struct LoadOptions<'a> {
    /// Turn a COLLADA file whose `<up_axis>` is x or y so that it points along z. Off by default: RViz ignores the
    /// element, and robots are made to look right in RViz.
    pub honour_up_axis: bool,
    /// Finds a file that the mesh refers to (a glTF's buffer, an OBJ's colours) by the name that stands in the mesh.
    pub companion: Option<&'a Companions<'a>>,
}

/// Triangles `start..end` of a mesh have this colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshGroup {
    pub start: u32,
    pub end: u32,
    /// Diffuse colour, sRGB and alpha, 0 to 1; `None` if the file gives none.
    pub color: Option<[f32; 4]>,
}

/// A mesh as its file gives it.
#[derive(Clone, Debug)]
pub struct LoadedMesh {
    /// Metres, in the file's own frame.
    pub mesh: TriangleMesh,
    pub format: MeshFormat,
    /// Covers all triangles, in order, without gaps; at least one.
    pub groups: Vec<MeshGroup>,
    /// What was dropped, mended or ignored.
    pub notes: Vec<MeshNote>,
}

/// Reads a mesh file. `file_name` (with or without folders) decides where the content does not.
///
/// Vertices at bit-equal positions are shared; vertices that no triangle uses are left out. Triangles without area
/// stay: they belong to the convex hull.
///
/// # Errors
/// If the format is not known or supported, the text is damaged beyond use, a buffer is missing, or no triangle is
/// left. Smaller faults are [`LoadedMesh::notes`].
pub fn load(bytes: &[u8], file_name: &str, options: &LoadOptions<'_>) -> Result<LoadedMesh, MeshError> {
    let format = detect(bytes, file_name)?;
    let mut notes = Vec::new();
    if let Some(named) = MeshFormat::from_extension(file_name)
        && named != format
    {
        notes.push(MeshNote::OtherFormat { named: extension(file_name), found: format.label().to_owned() });
    }
    let mut builder = MeshBuilder::new();
    match format {
        MeshFormat::Stl => stl::read(bytes, &mut builder, &mut notes)?,
        MeshFormat::Obj => obj::read(bytes, options, &mut builder, &mut notes)?,
        MeshFormat::Collada => collada::read(bytes, options, &mut builder, &mut notes)?,
        MeshFormat::Gltf | MeshFormat::Glb => gltf::read(bytes, options, &mut builder, &mut notes)?,
        MeshFormat::Ply => ply::read(bytes, &mut builder, &mut notes)?,
    }
    let (mesh, groups) = builder.finish(&mut notes)?;
    Ok(LoadedMesh { mesh, format, groups, notes })
}
