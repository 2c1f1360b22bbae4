//! Which format a mesh file has.

use super::error::MeshError;
use super::{obj, stl};
use serde::{Deserialize, Serialize};

/// The formats that [`super::load`] reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeshFormat {
    Stl,
    Obj,
    Collada,
    /// With JSON text; buffers inside or beside it.
    Gltf,
    /// glTF in one binary file.
    Glb,
    Ply,
}

impl MeshFormat {
    /// The name shown to people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Stl => "STL",
            Self::Obj => "OBJ",
            Self::Collada => "COLLADA",
            Self::Gltf => "glTF",
            Self::Glb => "GLB",
            Self::Ply => "PLY",
        }
    }

    /// By a file name's extension, whatever its case.
    pub fn from_extension(file_name: &str) -> Option<Self> {
        match extension(file_name).as_str() {
            "stl" | "stlb" | "stla" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            "dae" => Some(Self::Collada),
            "gltf" => Some(Self::Gltf),
            "glb" => Some(Self::Glb),
            "ply" => Some(Self::Ply),
            _ => None,
        }
    }
}

/// In lower case, without the dot; empty if there is none.
pub(super) fn extension(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    name.rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
}

/// By the content where it is unmistakable, else by the extension, else by what the content looks like.
pub(super) fn detect(bytes: &[u8], file_name: &str) -> Result<MeshFormat, MeshError> {
    if bytes.is_empty() {
        return Err(MeshError::Empty);
    }
    if bytes.starts_with(b"glTF") {
        return Ok(MeshFormat::Glb);
    }
    if bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r") {
        return Ok(MeshFormat::Ply);
    }
    if stl::has_binary_length(bytes) {
        return Ok(MeshFormat::Stl);
    }
    if bytes.starts_with(b"version https://git-lfs") {
        return Err(MeshError::LfsPointer);
    }
    let head = super::text::decode(&bytes[..bytes.len().min(8192) & !1]).to_ascii_lowercase();
    let head = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if head.starts_with('<') {
        if head.contains("<collada") {
            return Ok(MeshFormat::Collada);
        }
        if head.starts_with("<!doctype html") || head.contains("<html") {
            return Err(MeshError::WebPage);
        }
    }
    if let Some(format) = MeshFormat::from_extension(file_name) {
        // A text whose name is wrong would only give a misleading error.
        let other = match format {
            MeshFormat::Stl if !stl::is_text(bytes) && obj::looks_like(bytes) => Some(MeshFormat::Obj),
            MeshFormat::Obj if stl::is_text(bytes) => Some(MeshFormat::Stl),
            _ => None,
        };
        return Ok(other.unwrap_or(format));
    }
    if stl::is_text(bytes) {
        return Ok(MeshFormat::Stl);
    }
    if head.starts_with('{') && head.contains("\"asset\"") {
        return Ok(MeshFormat::Gltf);
    }
    if let Some(format) = unsupported(&extension(file_name)) {
        return Err(MeshError::UnsupportedFormat { format });
    }
    if obj::looks_like(bytes) {
        return Ok(MeshFormat::Obj);
    }
    let hint = match extension(file_name).as_str() {
        "" => "its name has no extension".to_owned(),
        extension => format!("extension .{extension}"),
    };
    Err(MeshError::UnknownFormat { hint })
}

fn unsupported(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "stp" | "step" => "STEP",
        "igs" | "iges" => "IGES",
        "fbx" => "FBX",
        "3ds" => "3DS",
        "blend" => "Blender",
        "usd" | "usda" | "usdc" | "usdz" => "USD",
        "wrl" | "vrml" | "iv" => "VRML and Inventor",
        "x3d" => "X3D",
        "off" => "OFF",
        "mesh" => "Ogre mesh",
        "msh" => "MuJoCo mesh",
        "sldprt" | "sldasm" => "SolidWorks",
        "3mf" => "3MF",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_before_name() {
        assert_eq!(detect(b"<?xml version='1.0'?><COLLADA/>", "a.stl"), Ok(MeshFormat::Collada));
        assert_eq!(detect(b"v 0 0 0\n", "a.STL"), Ok(MeshFormat::Obj));
        assert_eq!(detect(b"solid a\nfacet", "a.obj"), Ok(MeshFormat::Stl));
        assert_eq!(detect(b"# x\no plate\nv 0 0 0\n", "plate"), Ok(MeshFormat::Obj));
        assert_eq!(detect(b"ply\r\nformat", "a"), Ok(MeshFormat::Ply));
        assert_eq!(detect(b"{\"asset\":{}}", "a"), Ok(MeshFormat::Gltf));
        assert_eq!(detect(b"ISO-10303-21;", "a.STEP"), Err(MeshError::UnsupportedFormat { format: "STEP" }));
        assert_eq!(detect(b"version https://git-lfs.github.com/spec/v1\n", "a.dae"), Err(MeshError::LfsPointer));
        assert_eq!(detect(b"<!DOCTYPE html><html>", "a.dae"), Err(MeshError::WebPage));
        assert!(matches!(detect(b"\x01\x02", "a.bin"), Err(MeshError::UnknownFormat { .. })));
    }
}
