//! Wavefront OBJ and the colours of its MTL.

use super::builder::{Color, MeshBuilder};
use super::error::MeshError;
use super::load::LoadOptions;
use super::note::MeshNote;
use super::text::{decode, number};
use crate::math::Vec3;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The first statements look like OBJ.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    let head = decode(&bytes[..bytes.len().min(4096)]);
    let statements = ["v ", "vn ", "vt ", "f ", "o ", "g ", "mtllib ", "usemtl ", "s "];
    head.lines()
        .map(str::trim_start)
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .is_some_and(|line| statements.iter().any(|s| line.starts_with(s)))
}

pub(super) fn read(
    bytes: &[u8],
    options: &LoadOptions<'_>,
    builder: &mut MeshBuilder,
    notes: &mut Vec<MeshNote>,
) -> Result<(), MeshError> {
    let text = decode(bytes);
    let mut vertices: Vec<Vec3> = Vec::new();
    let mut materials: BTreeMap<String, Color> = BTreeMap::new();
    let mut corners: Vec<Vec3> = Vec::new();
    let mut lines_ignored = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = joined(line, &mut lines);
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("v") => {
                let mut coordinate = || words.next().map_or(f64::NAN, number);
                vertices.push(Vec3::new(coordinate(), coordinate(), coordinate()));
            }
            Some("f") => {
                corners.clear();
                let mut whole = true;
                for word in words.take_while(|w| !w.starts_with('#')) {
                    match corner(word, &vertices) {
                        Some(p) => corners.push(p),
                        None => whole = false,
                    }
                }
                if whole { builder.polygon(&corners)? } else { builder.face_out_of_range() }
            }
            Some("l" | "p") => lines_ignored += 1,
            Some("usemtl") => builder.set_color(materials.get(rest(&line)).copied()),
            Some("mtllib") => {
                let name = rest(&line);
                match options.companion.and_then(|find| find(name)) {
                    Some(bytes) => read_materials(&decode(&bytes), &mut materials),
                    None => notes.push(MeshNote::MissingCompanion { name: name.to_owned() }),
                }
            }
            _ => {}
        }
    }
    if lines_ignored > 0 {
        notes.push(MeshNote::LinesIgnored { elements: lines_ignored });
    }
    Ok(())
}

/// A line with those that continue it after a back slash.
fn joined<'a>(line: &'a str, lines: &mut std::str::Lines<'a>) -> Cow<'a, str> {
    let Some(start) = line.trim_end().strip_suffix('\\') else { return Cow::Borrowed(line) };
    let mut whole = start.to_owned();
    for next in lines.by_ref() {
        whole.push(' ');
        match next.trim_end().strip_suffix('\\') {
            Some(more) => whole.push_str(more),
            None => {
                whole.push_str(next);
                break;
            }
        }
    }
    Cow::Owned(whole)
}

/// Names of materials and files may hold blanks.
fn rest(line: &str) -> &str {
    line.trim().split_once(|c: char| c.is_ascii_whitespace()).map_or("", |(_, rest)| rest.trim())
}

/// `i`, `i/t`, `i//n` or `i/t/n`; from 1, or from the end if negative.
fn corner(word: &str, vertices: &[Vec3]) -> Option<Vec3> {
    let index: i64 = word.split('/').next()?.parse().ok()?;
    let from_zero = if index < 0 { i64::try_from(vertices.len()).ok()?.checked_add(index)? } else { index - 1 };
    vertices.get(usize::try_from(from_zero).ok()?).copied()
}

/// `Kd` and `d` (or `Tr`) of every material.
fn read_materials(text: &str, materials: &mut BTreeMap<String, Color>) {
    let mut name = String::new();
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        let key = words.next();
        let mut value = || words.next().map(|w| number(w) as f32).filter(|v| v.is_finite());
        match key {
            Some("newmtl") => {
                name = rest(line).to_owned();
                materials.insert(name.clone(), [0.8, 0.8, 0.8, 1.0]);
            }
            Some("Kd") => {
                if let (Some(r), Some(g), Some(b)) = (value(), value(), value())
                    && let Some(color) = materials.get_mut(&name)
                {
                    *color = [r.clamp(0.0, 1.0), g.clamp(0.0, 1.0), b.clamp(0.0, 1.0), color[3]];
                }
            }
            Some("d") => {
                if let (Some(alpha), Some(color)) = (value(), materials.get_mut(&name)) {
                    // A wholly transparent material is an exporter's mistake more often than meant.
                    color[3] = if alpha > 0.0 { alpha.min(1.0) } else { 1.0 };
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::load;
    use std::sync::Arc;

    #[test]
    fn quads_negative_indices_and_missing_colours() {
        let text = "# a plate\nmtllib plate.mtl\no plate\nv 0 0 0 1 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl red\n\
                    f 1/1/1 2//2 3/3 4\nf -1 -2 -3\nf 1 2 9\nf 1 2 0\nf 1 2 -9\nl 1 2\nf 1 2\nf 1 \\\n 2 \\\n 3\n";
        let loaded = load(text.as_bytes(), "a.obj", &LoadOptions::default()).unwrap();
        assert_eq!(loaded.mesh.triangles, vec![[0, 1, 2], [0, 2, 3], [3, 2, 1], [0, 1, 2]]);
        assert_eq!(loaded.notes.len(), 3);
        assert!(loaded.notes.contains(&MeshNote::IndexOutOfRange { faces: 3 }));
        assert!(loaded.notes.contains(&MeshNote::MissingCompanion { name: "plate.mtl".into() }));
    }

    #[test]
    fn colours() {
        let text = "mtllib my plate.mtl\r\nv 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nusemtl deep red\r\nf 1 2 3\r\nusemtl x\r\nf 3 2 1\r\n";
        let find = |name: &str| {
            assert_eq!(name, "my plate.mtl");
            Some(Arc::from(&b"newmtl deep red\nKd 0.5 0 0\nd 1\n"[..]))
        };
        let options = LoadOptions { companion: Some(&find), ..LoadOptions::default() };
        let loaded = load(text.as_bytes(), "a.obj", &options).unwrap();
        assert_eq!(loaded.groups.len(), 2);
        assert!(loaded.groups.iter().any(|g| g.color == Some([0.5, 0.0, 0.0, 1.0])));
    }
}
