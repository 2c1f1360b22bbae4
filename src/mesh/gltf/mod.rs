//! glTF 2.0, as text and as GLB: triangles, node transforms, base colours.
//!
//! An own reader over `serde_json`: only a few members of the format matter here, and every index, offset and count
//! of a file can lie.

mod accessor;
mod buffers;

use super::builder::{Affine, Color, MeshBuilder};
use super::error::MeshError;
use super::load::LoadOptions;
use super::note::MeshNote;
use crate::math::{Mat3, Vec3};
use accessor::{indices, positions};
use buffers::Buffers;
use serde_json::Value;

const FORMAT: &str = "glTF";

/// Nodes may be visited more than once in a file that is not a tree.
const MAX_VISITS: usize = 1_000_000;
const MAX_DEPTH: usize = 128;

/// Extensions without which the geometry cannot be read.
const UNREADABLE: [&str; 3] = ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"];

pub(super) fn read(
    bytes: &[u8],
    options: &LoadOptions<'_>,
    builder: &mut MeshBuilder,
    notes: &mut Vec<MeshNote>,
) -> Result<(), MeshError> {
    let (json, chunk) = split(bytes)?;
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    let root: Value = serde_json::from_slice(json)
        .map_err(|e| MeshError::syntax_at(FORMAT, e.to_string(), u32::try_from(e.line()).unwrap_or(u32::MAX)))?;
    if root["asset"]["version"].as_str().is_some_and(|v| v.starts_with('1')) {
        return Err(MeshError::UnsupportedFeature { format: FORMAT, what: "version 1".into() });
    }
    let required = list(&root["extensionsRequired"]).iter().filter_map(Value::as_str);
    if let Some(name) = required.into_iter().find(|name| UNREADABLE.contains(name)) {
        return Err(MeshError::UnsupportedFeature { format: FORMAT, what: compression(name) });
    }
    let buffers = Buffers::new(&root, chunk, options);
    let mut walk = Walk {
        root: &root,
        buffers,
        builder,
        meshes: Vec::new(),
        open: Vec::new(),
        visits: 0,
        lines: 0,
        rest_pose: false,
        cyclic: false,
        dangling: 0,
    };
    walk.meshes.resize_with(list(&root["meshes"]).len(), || None);
    for node in roots(&root) {
        walk.node(node, &Affine::identity())?;
    }
    if walk.builder.triangle_count() == 0 {
        for mesh in 0..walk.meshes.len() {
            walk.mesh(mesh, &Affine::identity())?;
        }
        if walk.builder.triangle_count() > 0 {
            notes.push(MeshNote::NoScene);
        }
    }
    if walk.lines > 0 {
        notes.push(MeshNote::LinesIgnored { elements: walk.lines });
    }
    if walk.rest_pose {
        notes.push(MeshNote::RestPose);
    }
    if walk.cyclic {
        notes.push(MeshNote::CyclicNodes);
    }
    if walk.dangling > 0 {
        notes.push(MeshNote::DanglingReferences { count: walk.dangling });
    }
    Ok(())
}

/// The JSON and the binary chunk of a GLB; of a text file the text.
fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), MeshError> {
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let word = |at: usize| {
        let four: Option<[u8; 4]> = bytes.get(at..at.checked_add(4)?)?.try_into().ok();
        four.map(u32::from_le_bytes)
    };
    let cut_off = || MeshError::syntax("GLB", "the file is cut off");
    if word(4).ok_or_else(cut_off)? != 2 {
        return Err(MeshError::UnsupportedFeature { format: "GLB", what: "a version other than 2".into() });
    }
    let (mut json, mut binary) = (None, None);
    let mut at = 12;
    while let (Some(length), Some(kind)) = (word(at), word(at + 4)) {
        let start = at + 8;
        let end = start.saturating_add(length as usize).min(bytes.len());
        match kind {
            0x4e4f_534a if json.is_none() => json = Some(&bytes[start..end]),
            0x004e_4942 if binary.is_none() => binary = Some(&bytes[start..end]),
            _ => {}
        }
        // Chunks are padded to four bytes; some writers leave that out of the length.
        at = end.next_multiple_of(4);
    }
    json.map(|json| (json, binary)).ok_or_else(cut_off)
}

fn compression(name: &str) -> String {
    match name {
        "KHR_draco_mesh_compression" => "Draco compression (KHR_draco_mesh_compression)".to_owned(),
        other => format!("compression by {other}"),
    }
}

/// The root nodes of the default scene, of the first scene, or of the whole file.
fn roots(root: &Value) -> Vec<usize> {
    let scenes = list(&root["scenes"]);
    let default = index(&root["scene"]).unwrap_or(0);
    if let Some(scene) = scenes.get(default).or_else(|| scenes.first()) {
        return list(&scene["nodes"]).iter().filter_map(index).collect();
    }
    let nodes = list(&root["nodes"]);
    let mut is_child = vec![false; nodes.len()];
    for child in nodes.iter().flat_map(|n| list(&n["children"])).filter_map(index) {
        if let Some(slot) = is_child.get_mut(child) {
            *slot = true;
        }
    }
    (0..nodes.len()).filter(|i| !is_child[*i]).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn index(value: &Value) -> Option<usize> {
    // Some writers give 3.0 for 3.
    let whole = value.as_f64().filter(|v| v.fract() == 0.0 && (0.0..9e15).contains(v)).map(|v| v as u64);
    value.as_u64().or(whole).and_then(|v| usize::try_from(v).ok())
}

/// A primitive's triangles and their own positions.
struct Part {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    color: Option<Color>,
}

struct Walk<'r> {
    root: &'r Value,
    buffers: Buffers<'r>,
    builder: &'r mut MeshBuilder,
    /// The parts of every mesh that has been read.
    meshes: Vec<Option<Vec<Part>>>,
    open: Vec<usize>,
    visits: usize,
    lines: usize,
    rest_pose: bool,
    cyclic: bool,
    dangling: usize,
}

impl Walk<'_> {
    fn node(&mut self, number: usize, outer: &Affine) -> Result<(), MeshError> {
        let root = self.root;
        let Some(node) = list(&root["nodes"]).get(number) else {
            self.dangling += 1;
            return Ok(());
        };
        if self.open.contains(&number) {
            self.cyclic = true;
            return Ok(());
        }
        self.visits += 1;
        if self.visits > MAX_VISITS || self.open.len() >= MAX_DEPTH {
            return Err(MeshError::UnsupportedFeature { format: FORMAT, what: "a scene this deep or large".into() });
        }
        self.open.push(number);
        let frame = outer.then_inner(&transform(node));
        if let Some(mesh) = index(&node["mesh"]) {
            self.rest_pose |= !node["skin"].is_null();
            self.mesh(mesh, &frame)?;
        }
        for child in list(&node["children"]) {
            match index(child) {
                Some(child) => self.node(child, &frame)?,
                None => self.dangling += 1,
            }
        }
        self.open.pop();
        Ok(())
    }

    fn mesh(&mut self, number: usize, frame: &Affine) -> Result<(), MeshError> {
        if number >= self.meshes.len() {
            self.dangling += 1;
            return Ok(());
        }
        if self.meshes[number].is_none() {
            let mut parts = Vec::new();
            for primitive in list(&self.root["meshes"][number]["primitives"]) {
                parts.extend(self.primitive(primitive)?);
            }
            self.meshes[number] = Some(parts);
        }
        self.builder.set_flip(frame.mirrors());
        for part in self.meshes[number].iter().flatten() {
            let placed: Vec<Vec3> = part.positions.iter().map(|p| frame.apply(p)).collect();
            self.builder.set_color(part.color);
            for triangle in &part.triangles {
                self.builder.triangle(triangle.map(|i| placed[i as usize]))?;
            }
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Value) -> Result<Option<Part>, MeshError> {
        if let Some(name) = UNREADABLE.iter().find(|name| !primitive["extensions"][**name].is_null()) {
            return Err(MeshError::UnsupportedFeature { format: FORMAT, what: compression(name) });
        }
        let mode = if primitive["mode"].is_null() { 4 } else { index(&primitive["mode"]).unwrap_or(usize::MAX) };
        if !(4..=6).contains(&mode) {
            self.lines += 1;
            return Ok(None);
        }
        self.rest_pose |= !list(&primitive["targets"]).is_empty();
        let Some(accessor) = index(&primitive["attributes"]["POSITION"]) else {
            self.dangling += 1;
            return Ok(None);
        };
        let all = positions(self.root, &mut self.buffers, accessor)?;
        let corners = match index(&primitive["indices"]) {
            Some(accessor) => indices(self.root, &mut self.buffers, accessor)?,
            None => (0..all.len() as u32).collect(),
        };
        let (triangles, positions, outside) = compact(&faces(mode, &corners), &all);
        (0..outside).for_each(|_| self.builder.face_out_of_range());
        Ok(Some(Part { positions, triangles, color: self.color(&primitive["material"]) }))
    }

    /// The base colour, which glTF gives in linear light.
    fn color(&self, material: &Value) -> Option<Color> {
        let material = list(&self.root["materials"]).get(index(material)?)?;
        let factor = list(&material["pbrMetallicRoughness"]["baseColorFactor"]);
        let textured = !material["pbrMetallicRoughness"]["baseColorTexture"].is_null();
        if factor.is_empty() && textured {
            return None;
        }
        let channel = |i: usize| factor.get(i).and_then(Value::as_f64).unwrap_or(1.0).clamp(0.0, 1.0);
        let opaque = material["alphaMode"].as_str().is_none_or(|mode| mode == "OPAQUE");
        let alpha = if opaque { 1.0 } else { channel(3) as f32 };
        Some([srgb(channel(0)), srgb(channel(1)), srgb(channel(2)), alpha])
    }
}

/// The sRGB transfer function (IEC 61966-2-1) of linear light.
fn srgb(linear: f64) -> f32 {
    let encoded = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055 };
    encoded as f32
}

/// Triangles of a list (mode 4), a strip (5) or a fan (6).
fn faces(mode: usize, corners: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        4 => corners.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect(),
        5 => {
            let turned = |(i, t): (usize, &[u32])| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] };
            corners.windows(3).enumerate().map(turned).collect()
        }
        _ => corners.windows(2).skip(1).map(|edge| [corners[0], edge[0], edge[1]]).collect(),
    }
}

/// The triangles with only the positions that they use, and the number of triangles that refer to none.
fn compact(triangles: &[[u32; 3]], all: &[Vec3]) -> (Vec<[u32; 3]>, Vec<Vec3>, usize) {
    let mut place = vec![u32::MAX; all.len()];
    let mut positions = Vec::new();
    let whole = triangles.iter().filter(|t| t.iter().all(|i| (*i as usize) < all.len()));
    let kept: Vec<[u32; 3]> = whole
        .map(|triangle| {
            triangle.map(|old| {
                let old = old as usize;
                if place[old] == u32::MAX {
                    place[old] = positions.len() as u32;
                    positions.push(all[old]);
                }
                place[old]
            })
        })
        .collect();
    let outside = triangles.len() - kept.len();
    (kept, positions, outside)
}

/// A node's matrix (column by column), or its translation, rotation (quaternion x, y, z, w) and scale.
fn transform(node: &Value) -> Affine {
    let numbers = |name: &str, length: usize| -> Option<Vec<f64>> {
        let values: Vec<f64> = list(&node[name]).iter().filter_map(Value::as_f64).collect();
        (values.len() == length).then_some(values)
    };
    if let Some(m) = numbers("matrix", 16) {
        return Affine {
            linear: Mat3::new(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]),
            translation: Vec3::new(m[12], m[13], m[14]),
        };
    }
    let translation = numbers("translation", 3).map_or_else(Vec3::zeros, |t| Vec3::new(t[0], t[1], t[2]));
    let rotation =
        numbers("rotation", 4).and_then(|q| rotation([q[0], q[1], q[2], q[3]])).unwrap_or_else(Mat3::identity);
    let scale = numbers("scale", 3).map_or_else(|| Vec3::repeat(1.0), |s| Vec3::new(s[0], s[1], s[2]));
    Affine { linear: rotation * Mat3::from_diagonal(&scale), translation }
}

/// The rotation matrix of a quaternion of any length but zero.
fn rotation([x, y, z, w]: [f64; 4]) -> Option<Mat3> {
    let squared = x * x + y * y + z * z + w * w;
    if !(squared.is_finite() && squared > 0.0) {
        return None;
    }
    let s = 2.0 / squared;
    Some(Mat3::new(
        1.0 - s * (y * y + z * z),
        s * (x * y - z * w),
        s * (x * z + y * w),
        s * (x * y + z * w),
        1.0 - s * (x * x + z * z),
        s * (y * z - x * w),
        s * (x * z - y * w),
        s * (y * z + x * w),
        1.0 - s * (x * x + y * y),
    ))
}

#[cfg(test)]
mod tests;
