//! `<visual>`, `<collision>`, `<origin>`, `<material>`.

use super::super::model::{Geometry, GeometryElement};
use super::element::Element;
use super::source::Report;
use crate::diagnostics::Diagnostic;
use crate::math::{Mat3, Pose, Vec3};
use std::collections::BTreeMap;

/// Colours by material name.
pub(super) type Materials = BTreeMap<String, [f32; 4]>;

/// Collects the colours that are defined anywhere: by the robot first, then inside visuals.
pub(super) fn read_materials(robot: Element<'_>, report: &mut Report) -> Materials {
    let mut materials = Materials::new();
    let global = robot.children().filter(|child| child.tag() == "material");
    let local = robot
        .children()
        .filter(|child| child.tag() == "link")
        .flat_map(|link| link.children().filter(|child| child.tag() == "visual"))
        .flat_map(|visual| visual.children().filter(|child| child.tag() == "material"));
    for material in global.chain(local) {
        if let (Some(name), Some(color)) = (material.name("name"), read_color(material, report)) {
            materials.entry(name.to_owned()).or_insert(color);
        }
    }
    materials
}

fn read_color(material: Element<'_>, report: &mut Report) -> Option<[f32; 4]> {
    let color = material.children().find(|child| child.tag() == "color")?;
    let text = color.attribute("rgba")?;
    let rgba = match text.split_whitespace().count() {
        3 => {
            let [r, g, b] = color.numbers("rgba", report)?;
            [r, g, b, 1.0]
        }
        _ => color.numbers("rgba", report)?,
    };
    Some(rgba.map(|channel| channel.clamp(0.0, 1.0) as f32))
}

/// One `<visual>` or `<collision>`; `None` if it has no usable geometry (reported).
pub(super) fn read_element(
    element: Element<'_>,
    link: &str,
    materials: &Materials,
    report: &mut Report,
) -> Option<GeometryElement> {
    let tag = element.tag();
    let Some(geometry) = element.child("geometry", report) else {
        let what = format!("A <{tag}> of link '{link}' has no <geometry>; it was left out.");
        report.push(element.line(), Diagnostic::warning("geometry-missing", what));
        return None;
    };
    let geometry = read_geometry(geometry, link, report)?;
    let color = match element.children().find(|child| child.tag() == "material") {
        Some(material) if tag == "visual" => {
            let own = material.children().any(|child| child.tag() == "color");
            // An unreadable own colour was reported when the materials were collected.
            let own = if own { read_color(material, &mut Report::new("")) } else { None };
            own.or_else(|| materials.get(material.name("name")?).copied())
        }
        _ => None,
    };
    Some(GeometryElement {
        name: element.name("name").map(str::to_owned),
        origin: read_origin(element, report),
        geometry,
        color,
        line: Some(element.line()),
    })
}

/// The `<origin>` of an element; the identity without one.
pub(super) fn read_origin(element: Element<'_>, report: &mut Report) -> Pose {
    let Some(origin) = element.child("origin", report) else { return Pose::identity() };
    let xyz = origin.numbers("xyz", report).unwrap_or([0.0; 3]);
    if origin.attribute("quat_xyzw").is_some() {
        if let Some(rotation) = origin.numbers("quat_xyzw", report).and_then(quaternion_matrix) {
            return Pose::new(rotation, Vec3::from(xyz));
        }
        let what = "quat_xyzw is no rotation; rpy was used.";
        report.push(origin.line(), Diagnostic::warning("quaternion-zero", what));
    }
    let rpy = origin.numbers("rpy", report).unwrap_or([0.0; 3]);
    Pose::from_xyz_rpy(xyz, rpy)
}

/// The rotation matrix of a quaternion (x, y, z, w) of any length but zero.
fn quaternion_matrix([x, y, z, w]: [f64; 4]) -> Option<Mat3> {
    let squared = x * x + y * y + z * z + w * w;
    if !squared.is_finite() || squared <= 1e-24 {
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

fn read_geometry(geometry: Element<'_>, link: &str, report: &mut Report) -> Option<Geometry> {
    let mut found = geometry.all_children();
    let Some(shape) = found.next() else {
        let what = format!("An empty <geometry> of link '{link}' was left out.");
        report.push(geometry.line(), Diagnostic::warning("geometry-missing", what));
        return None;
    };
    if let Some(second) = found.next() {
        let what = format!("Only the first shape of a <geometry> of link '{link}' was used.");
        let mend = "Write one <collision> or <visual> per shape.";
        report.push(second.line(), Diagnostic::warning("geometry-repeated", what).mend(mend));
    }
    match shape.tag() {
        "box" => {
            let size = shape.numbers("size", report).and_then(|size| positive(shape, link, size, report));
            required(shape, link, "size", size, report).map(|size| Geometry::Box { size })
        }
        "sphere" => {
            let radius = length(shape, link, "radius", report)?;
            Some(Geometry::Sphere { radius })
        }
        "cylinder" => {
            let radius = length(shape, link, "radius", report)?;
            let length = length(shape, link, "length", report)?;
            Some(Geometry::Cylinder { radius, length })
        }
        "capsule" => {
            let radius = length(shape, link, "radius", report)?;
            // A capsule without a middle is a sphere, which is fine.
            let length = shape.number("length", report).filter(|&length| length == 0.0);
            let length = match length {
                Some(zero) => zero,
                None => self::length(shape, link, "length", report)?,
            };
            Some(Geometry::Capsule { radius, length })
        }
        "mesh" => read_mesh(shape, link, report),
        other => {
            let what = format!("<{other}> of link '{link}' is a geometry that is not known; it was left out.");
            let mend = "Use box, cylinder, sphere, capsule or mesh.";
            report.push(shape.line(), Diagnostic::error("geometry-unknown", what).mend(mend));
            None
        }
    }
}

fn read_mesh(mesh: Element<'_>, link: &str, report: &mut Report) -> Option<Geometry> {
    let uri = ["filename", "url", "uri"].iter().find_map(|name| mesh.name(name));
    let Some(uri) = uri.map(str::trim).filter(|uri| !uri.is_empty()) else {
        let what = format!("A <mesh> of link '{link}' has no filename; it was left out.");
        report.push(mesh.line(), Diagnostic::error("mesh-without-filename", what).mend("Add filename=\"...\"."));
        return None;
    };
    let scale = match mesh.attribute("scale") {
        None => [1.0; 3],
        Some(text) if text.split_whitespace().count() == 1 && !text.contains(',') => {
            let scale = mesh.number("scale", report).unwrap_or(1.0);
            let what = format!("scale=\"{text}\" of link '{link}' was used for all three axes.");
            report.push(mesh.line(), Diagnostic::warning("scale-single", what).mend("Write three numbers."));
            [scale; 3]
        }
        Some(_) => mesh.numbers("scale", report).unwrap_or([1.0; 3]),
    };
    if scale.contains(&0.0) {
        let what = format!("A <mesh> of link '{link}' is scaled by zero; it was left out.");
        report.push(mesh.line(), Diagnostic::error("scale-zero", what));
        return None;
    }
    Some(Geometry::Mesh { uri: uri.to_owned(), scale })
}

fn length(shape: Element<'_>, link: &str, attribute: &str, report: &mut Report) -> Option<f64> {
    let value = shape.number(attribute, report).and_then(|value| positive(shape, link, [value], report));
    required(shape, link, attribute, value, report).map(|[value]| value)
}

/// Negative lengths are made positive, zeros are refused; both are reported.
fn positive<const N: usize>(shape: Element<'_>, link: &str, values: [f64; N], report: &mut Report) -> Option<[f64; N]> {
    if values.contains(&0.0) {
        return None;
    }
    if values.iter().any(|&value| value < 0.0) {
        let what = format!("A negative size of a <{}> of link '{link}' was made positive.", shape.tag());
        report.push(shape.line(), Diagnostic::warning("size-negative", what));
    }
    Some(values.map(f64::abs))
}

fn required<T>(shape: Element<'_>, link: &str, attribute: &str, value: Option<T>, report: &mut Report) -> Option<T> {
    if value.is_none() {
        let what = format!("A <{}> of link '{link}' has no usable {attribute}; it was left out.", shape.tag());
        let mend = format!("Give {attribute} in metres, above zero.");
        report.push(shape.line(), Diagnostic::error("size-unusable", what).mend(mend));
    }
    value
}
