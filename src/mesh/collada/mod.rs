//! COLLADA 1.4 and 1.5, as robots use it: geometry, node transforms, instances, diffuse colours.

mod document;
mod geometry;
mod material;
mod scene;
mod source;

use super::builder::{Affine, MeshBuilder};
use super::error::MeshError;
use super::load::LoadOptions;
use super::note::MeshNote;
use super::text::number;
use crate::math::{Mat3, Vec3};
use document::{Library, child, with_document};
use roxmltree::Node;

const FORMAT: &str = "COLLADA";

pub(super) fn read(
    bytes: &[u8],
    options: &LoadOptions<'_>,
    builder: &mut MeshBuilder,
    notes: &mut Vec<MeshNote>,
) -> Result<(), MeshError> {
    with_document(bytes, |root| {
        let library = Library::new(root);
        if library.duplicates > 0 {
            notes.push(MeshNote::DuplicateIds { count: library.duplicates });
        }
        let frame = file_frame(root, options, notes);
        scene::read(root, &library, &frame, builder, notes)
    })?
}

/// From the file's unit and axes to metres and (if asked for) z up.
fn file_frame(root: Node<'_, '_>, options: &LoadOptions<'_>, notes: &mut Vec<MeshNote>) -> Affine {
    let asset = child(root, "asset");
    let unit = asset.and_then(|a| child(a, "unit")).and_then(|u| u.attribute("meter")).map_or(1.0, number);
    let unit = if unit.is_finite() && unit > 0.0 { unit } else { 1.0 };
    if unit != 1.0 {
        notes.push(MeshNote::Unit { metres: unit });
    }
    let axis = asset.and_then(|a| child(a, "up_axis")).and_then(|a| a.text()).map_or("", str::trim);
    let turn = match axis {
        "X_UP" => Some(Mat3::new(0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0)),
        "Y_UP" => Some(Mat3::new(1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0)),
        _ => None,
    };
    let linear = match turn {
        Some(turn) if options.honour_up_axis => {
            notes.push(MeshNote::UpAxisApplied { axis: axis.to_owned() });
            turn
        }
        Some(_) => {
            notes.push(MeshNote::UpAxisIgnored { axis: axis.to_owned() });
            Mat3::identity()
        }
        None => Mat3::identity(),
    };
    Affine { linear: linear * unit, translation: Vec3::zeros() }
}

#[cfg(test)]
mod tests;
