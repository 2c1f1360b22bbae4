//! The formats of sphere-based planners: cuRobo and XRDF.

use super::{Export, Job};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::formats::emit::{number, numbers, string};
use crate::formats::{FormatError, RecordedGeometry};
use std::collections::BTreeMap;

/// Centre and radius, metres, in the link frame.
type Sphere = ([f64; 3], f64);

/// Both check the distance against the sum of the two links' buffers: half of the clearance each.
fn buffer(job: &Job<'_>) -> f64 {
    job.input.document.survey.clearance / 2.0
}

pub(super) fn curobo(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut out = job.header("# ");
    out.push_str("robot_cfg:\n  kinematics:\n    collision_link_names: ");
    names(&mut out, job.links.links.iter().map(String::as_str));
    out.push_str("\n    self_collision_ignore:");
    ignore(job, &mut out, "      ");
    out.push_str("\n    self_collision_buffer:");
    buffers(job, &mut out, "      ");
    let diagnostics = match spheres(job) {
        Some(found) => {
            out.push_str("\n    collision_spheres:");
            write_spheres(&mut out, &found, "      ");
            Diagnostics::default()
        }
        None => without_spheres("cuRobo"),
    };
    out.push('\n');
    Ok(Export { bytes: out.into_bytes(), diagnostics })
}

pub(super) fn xrdf(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut out = job.header("# ");
    let mut geometry = String::new();
    string(&mut geometry, &format!("{}_{}", job.input.robot.name, job.input.document.shape_type.word()));
    out.push_str("format: xrdf\nformat_version: 1.0\ncollision:\n  geometry: ");
    out.push_str(&geometry);
    out.push_str("\nself_collision:\n  geometry: ");
    out.push_str(&geometry);
    out.push_str("\n  buffer_distance:");
    buffers(job, &mut out, "    ");
    out.push_str("\n  ignore:");
    ignore(job, &mut out, "    ");
    let mut diagnostics = Diagnostics::default();
    out.push_str("\ngeometry:\n  ");
    out.push_str(&geometry);
    out.push_str(":\n    spheres:");
    match spheres(job) {
        Some(found) => write_spheres(&mut out, &found, "      "),
        None => {
            out.push_str(" {}");
            diagnostics = without_spheres("XRDF");
        }
    }
    out.push('\n');
    Ok(Export { bytes: out.into_bytes(), diagnostics })
}

fn without_spheres(format: &str) -> Diagnostics {
    Diagnostics(vec![
        Diagnostic::info("export-no-spheres", format!("{format}: the matrix is not one of spheres; none were written"))
            .mend("Export link_spheres or part_spheres to have the spheres in the file."),
    ])
}

/// Per link, in the document's order, its spheres; `None` unless every shape is one.
fn spheres<'a>(job: &Job<'a>) -> Option<Vec<(&'a str, Vec<Sphere>)>> {
    let mut found: Vec<(&str, Vec<Sphere>)> = Vec::new();
    let mut place: BTreeMap<&str, usize> = BTreeMap::new();
    for shape in &job.input.document.shapes {
        let Some(RecordedGeometry::Sphere { center, radius }) = &shape.geometry else { return None };
        let link = shape.id.link.as_str();
        let at = *place.entry(link).or_insert_with(|| {
            found.push((link, Vec::new()));
            found.len() - 1
        });
        found[at].1.push((*center, *radius));
    }
    (!found.is_empty()).then_some(found)
}

fn write_spheres(out: &mut String, found: &[(&str, Vec<Sphere>)], indent: &str) {
    for (link, spheres) in found {
        key(out, indent, link);
        for (center, radius) in spheres {
            out.push('\n');
            out.push_str(indent);
            out.push_str("  - {center: ");
            numbers(out, center);
            out.push_str(", radius: ");
            number(out, *radius);
            out.push('}');
        }
    }
}

/// `"a": ["b", "c"]` per line: one direction is enough.
fn ignore(job: &Job<'_>, out: &mut String, indent: &str) {
    let mut of_link: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for pair in job.links.skipped() {
        of_link.entry(pair.a).or_default().push(pair.b);
    }
    if of_link.is_empty() {
        out.push_str(" {}");
    }
    for (a, others) in of_link {
        key(out, indent, &job.links.links[a]);
        out.push(' ');
        names(out, others.iter().map(|&b| job.links.links[b].as_str()));
    }
}

fn buffers(job: &Job<'_>, out: &mut String, indent: &str) {
    if job.links.links.is_empty() {
        out.push_str(" {}");
    }
    for link in &job.links.links {
        key(out, indent, link);
        out.push(' ');
        number(out, buffer(job));
    }
}

fn key(out: &mut String, indent: &str, name: &str) {
    out.push('\n');
    out.push_str(indent);
    string(out, name);
    out.push(':');
}

fn names<'n>(out: &mut String, list: impl Iterator<Item = &'n str>) {
    out.push('[');
    for (k, name) in list.enumerate() {
        if k > 0 {
            out.push_str(", ");
        }
        string(out, name);
    }
    out.push(']');
}
