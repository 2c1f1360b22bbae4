//! Accessors: typed numbers in buffers.

use super::buffers::Buffers;
use super::{FORMAT, index, list};
use crate::math::Vec3;
use crate::mesh::error::MeshError;
use serde_json::Value;

/// Accessors without a buffer view are zeros and take no bytes; more of them than this is no mesh.
const MAX_ZEROS: usize = 1_000_000;

#[derive(Clone, Copy)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn from_code(code: Option<usize>) -> Option<Self> {
        Some(match code? {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The value of `bytes`, which hold at least [`Component::size`] bytes.
    fn value(self, bytes: &[u8]) -> f64 {
        match (self, bytes) {
            (Self::I8, &[a, ..]) => f64::from(a as i8),
            (Self::U8, &[a, ..]) => f64::from(a),
            (Self::I16, &[a, b, ..]) => f64::from(i16::from_le_bytes([a, b])),
            (Self::U16, &[a, b, ..]) => f64::from(u16::from_le_bytes([a, b])),
            (Self::U32, &[a, b, c, d, ..]) => f64::from(u32::from_le_bytes([a, b, c, d])),
            (Self::F32, &[a, b, c, d, ..]) => f64::from(f32::from_le_bytes([a, b, c, d])),
            _ => f64::NAN,
        }
    }

    /// Normalised integers stand for -1..1 or 0..1 (glTF 2.0, section 3.11, Animations, and `KHR_mesh_quantization`).
    fn normalised(self, value: f64) -> f64 {
        match self {
            Self::I8 => (value / 127.0).max(-1.0),
            Self::U8 => value / 255.0,
            Self::I16 => (value / 32767.0).max(-1.0),
            Self::U16 => value / 65535.0,
            Self::U32 | Self::F32 => value,
        }
    }
}

/// The positions of an accessor, in the mesh's frame. Rows beyond the end of the buffer are left out.
pub(super) fn positions(root: &Value, buffers: &mut Buffers<'_>, accessor: usize) -> Result<Vec<Vec3>, MeshError> {
    let description = describe(root, accessor)?;
    if description["type"].as_str() != Some("VEC3") {
        return Err(MeshError::syntax(FORMAT, format!("accessor {accessor} is not VEC3")));
    }
    let rows = rows(root, buffers, accessor, 3)?;
    Ok(rows.chunks_exact(3).map(|row| Vec3::new(row[0], row[1], row[2])).collect())
}

/// The values of a scalar accessor as indices.
pub(super) fn indices(root: &Value, buffers: &mut Buffers<'_>, accessor: usize) -> Result<Vec<u32>, MeshError> {
    let values = rows(root, buffers, accessor, 1)?;
    Ok(values.into_iter().map(|v| if v >= 0.0 { v as u32 } else { u32::MAX }).collect())
}

fn describe(root: &Value, accessor: usize) -> Result<&Value, MeshError> {
    list(&root["accessors"])
        .get(accessor)
        .ok_or_else(|| MeshError::syntax(FORMAT, format!("accessor {accessor} does not exist")))
}

/// All numbers of an accessor with `width` numbers a row, sparse changes applied.
fn rows(root: &Value, buffers: &mut Buffers<'_>, accessor: usize, width: usize) -> Result<Vec<f64>, MeshError> {
    let description = describe(root, accessor)?;
    let count = index(&description["count"]).unwrap_or(0);
    let unknown = || MeshError::syntax(FORMAT, format!("accessor {accessor} has an unknown component type"));
    let component = Component::from_code(index(&description["componentType"])).ok_or_else(unknown)?;
    let normalised = description["normalized"].as_bool().unwrap_or(false);
    let offset = index(&description["byteOffset"]).unwrap_or(0);
    let mut values = match index(&description["bufferView"]) {
        Some(view) => {
            let (bytes, stride) = buffers.view(view)?;
            strided(bytes, offset, stride, count, component, width)
        }
        None => vec![0.0; count.min(MAX_ZEROS) * width],
    };
    let sparse = &description["sparse"];
    if !sparse.is_null() {
        change(buffers, sparse, component, width, &mut values)?;
    }
    if normalised {
        values.iter_mut().for_each(|v| *v = component.normalised(*v));
    }
    Ok(values)
}

fn strided(bytes: &[u8], offset: usize, stride: usize, count: usize, component: Component, width: usize) -> Vec<f64> {
    let size = component.size();
    // A distance shorter than a row would let few bytes stand for many rows.
    let stride = if stride < size * width { size * width } else { stride };
    let body = bytes.get(offset..).unwrap_or(&[]);
    let starts = (0..body.len()).step_by(stride).take(count);
    let rows = starts.filter_map(|start| body.get(start..start + size * width));
    rows.flat_map(|row| row.chunks_exact(size).map(|value| component.value(value))).collect()
}

fn change(
    buffers: &mut Buffers<'_>,
    sparse: &Value,
    component: Component,
    width: usize,
    values: &mut [f64],
) -> Result<(), MeshError> {
    let count = index(&sparse["count"]).unwrap_or(0);
    let broken = || MeshError::syntax(FORMAT, "a sparse accessor that cannot be read");
    let at = &sparse["indices"];
    let at_component = Component::from_code(index(&at["componentType"])).ok_or_else(broken)?;
    let (bytes, stride) = buffers.view(index(&at["bufferView"]).ok_or_else(broken)?)?;
    let places = strided(bytes, index(&at["byteOffset"]).unwrap_or(0), stride, count, at_component, 1);
    let new = &sparse["values"];
    let (bytes, stride) = buffers.view(index(&new["bufferView"]).ok_or_else(broken)?)?;
    let rows = strided(bytes, index(&new["byteOffset"]).unwrap_or(0), stride, count, component, width);
    for (place, row) in places.iter().zip(rows.chunks_exact(width)) {
        let start = (*place as usize).saturating_mul(width);
        if let Some(target) = values.get_mut(start..start.saturating_add(width)) {
            target.copy_from_slice(row);
        }
    }
    Ok(())
}
