//! A copy of the URDF whose collision elements are the shapes.

use super::{Export, Job, urdf};
use crate::formats::{FormatError, RecordedGeometry, mesh_paths};
use crate::math::Mat3;
use crate::xml::escaped;
use std::collections::BTreeMap;

/// Links that have shapes lose their collision elements and get one per shape, in the link frame; all else stays. Hulls
/// refer to the meshes of [`mesh_paths`] beside the URDF.
pub(super) fn write(job: &Job<'_>) -> Result<Export, FormatError> {
    let document = job.input.document;
    let paths = mesh_paths(document.shape_type, document.shapes.iter().map(|shape| &shape.id));
    let mut links: BTreeMap<&str, String> = BTreeMap::new();
    for (shape, path) in document.shapes.iter().zip(paths) {
        let Some(geometry) = &shape.geometry else { continue };
        let part = shape.id.part.map_or(String::new(), |part| format!("_{part}"));
        let elements = links.entry(&shape.id.link).or_default();
        if !elements.is_empty() {
            elements.push_str("\n    ");
        }
        let name = escaped(&format!("{}{part}", shape.id.link));
        elements.push_str(&format!("<collision name=\"{name}\">{}</collision>", solid(geometry, &path)));
    }
    let mut text = urdf::text(job, "URDF with collision shapes")?;
    for (link, elements) in links {
        text = urdf::put_into_link(&text, link, "collision", &elements)?;
    }
    Ok(Export::text(text))
}

/// Origin and geometry. The numbers read back to the same bits, but for a box's rotation, which URDF wants as angles.
fn solid(geometry: &RecordedGeometry, path: &str) -> String {
    let numbers = |values: [f64; 3]| values.map(|value| format!("{value:?}")).join(" ");
    match geometry {
        RecordedGeometry::Sphere { center, radius } => format!(
            "<origin xyz=\"{}\" rpy=\"0 0 0\"/><geometry><sphere radius=\"{radius:?}\"/></geometry>",
            numbers(*center)
        ),
        RecordedGeometry::Box { center, rotation, half_extents } => format!(
            "<origin xyz=\"{}\" rpy=\"{}\"/><geometry><box size=\"{}\"/></geometry>",
            numbers(*center),
            numbers(angles(rotation)),
            numbers(half_extents.map(|half| 2.0 * half))
        ),
        RecordedGeometry::Hull { .. } => format!("<geometry><mesh filename=\"{}\"/></geometry>", escaped(path)),
    }
}

/// Roll, pitch and yaw of a rotation, R = Rz(yaw) Ry(pitch) Rx(roll): roll is taken from what is left after the yaw, so
/// that the product is right at a pitch of a quarter turn too.
fn angles(rows: &[[f64; 3]; 3]) -> [f64; 3] {
    let r = Mat3::from_fn(|row, column| rows[row][column]);
    let yaw = libm::atan2(r[(1, 0)], r[(0, 0)]);
    let (sine, cosine) = libm::sincos(yaw);
    let pitch = libm::atan2(-r[(2, 0)], cosine * r[(0, 0)] + sine * r[(1, 0)]);
    let roll = libm::atan2(sine * r[(0, 2)] - cosine * r[(1, 2)], cosine * r[(1, 1)] - sine * r[(0, 1)]);
    [roll, pitch, yaw]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn angles_give_the_rotation_back(
            roll in -3.2f64..3.2,
            pitch in prop_oneof![-1.6f64..1.6, Just(std::f64::consts::FRAC_PI_2), 1.565f64..1.575],
            yaw in -3.2f64..3.2,
        ) {
            let rotation = Pose::from_xyz_rpy([0.0; 3], [roll, pitch, yaw]).rotation;
            let rows = std::array::from_fn(|row| std::array::from_fn(|column| rotation[(row, column)]));
            let again = Pose::from_xyz_rpy([0.0; 3], angles(&rows)).rotation;
            prop_assert!((again - rotation).amax() < 1e-14, "{}", (again - rotation).amax());
        }
    }
}
