//! Bodies to mesh files.

use super::solid::{Body, Piece};
use std::fmt::Write;

/// A colour of a palette: a name and sRGB.
pub type Colour = (&'static str, [f64; 3]);

/// Tenths of a millimetre are fine enough, and keep text files small.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Binary STL, all pieces in one solid.
pub fn stl(body: &Body) -> Vec<u8> {
    let mut out = vec![0_u8; 80];
    let title = b"Noclash sample robot";
    out[..title.len()].copy_from_slice(title);
    let count: usize = body.pieces.iter().map(|piece| piece.triangles.len()).sum();
    out.extend((count as u32).to_le_bytes());
    for piece in &body.pieces {
        for triangle in &piece.triangles {
            let [a, b, c] = triangle.map(|index| piece.vertices[index as usize]);
            let normal = (b - a).cross(&(c - a)).try_normalize(0.0).unwrap_or_default();
            for vector in [normal, a, b, c] {
                out.extend(vector.iter().flat_map(|value| (*value as f32).to_le_bytes()));
            }
            out.extend([0, 0]);
        }
    }
    out
}

/// OBJ without materials, one object per piece.
pub fn obj(body: &Body) -> Vec<u8> {
    let mut out = String::from("# Noclash sample robot, metres\n");
    let mut first = 1;
    for (index, piece) in body.pieces.iter().enumerate() {
        let _ = writeln!(out, "o piece{index}");
        for v in &piece.vertices {
            let _ = writeln!(out, "v {} {} {}", short(v.x), short(v.y), short(v.z));
        }
        for [a, b, c] in &piece.triangles {
            let _ = writeln!(out, "f {} {} {}", a + first, b + first, c + first);
        }
        first += piece.vertices.len() as u32;
    }
    out.into_bytes()
}

/// COLLADA with one geometry per piece and the colours of the palette.
pub fn dae(body: &Body, palette: &[Colour]) -> Vec<u8> {
    let mut used: Vec<usize> = body.pieces.iter().map(|piece| piece.paint).collect();
    used.sort_unstable();
    used.dedup();
    let mut effects = String::new();
    let mut materials = String::new();
    for paint in used {
        let (name, [r, g, b]) = palette[paint];
        let _ = writeln!(
            effects,
            "    <effect id=\"{name}-fx\"><profile_COMMON><technique sid=\"t\"><lambert><diffuse>\
             <color>{r} {g} {b} 1</color></diffuse></lambert></technique></profile_COMMON></effect>"
        );
        let _ = writeln!(materials, "    <material id=\"{name}\"><instance_effect url=\"#{name}-fx\"/></material>");
    }
    let mut geometries = String::new();
    let mut nodes = String::new();
    for (index, piece) in body.pieces.iter().enumerate() {
        let name = palette[piece.paint].0;
        geometry(&mut geometries, index, piece, name);
        let _ = writeln!(
            nodes,
            "      <node><instance_geometry url=\"#g{index}\"><bind_material><technique_common>\
             <instance_material symbol=\"{name}\" target=\"#{name}\"/></technique_common></bind_material>\
             </instance_geometry></node>"
        );
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n  \
         <asset><contributor><authoring_tool>Noclash</authoring_tool></contributor>\
         <created>2026-01-01T00:00:00</created><modified>2026-01-01T00:00:00</modified>\
         <unit name=\"meter\" meter=\"1\"/><up_axis>Z_UP</up_axis></asset>\n  \
         <library_effects>\n{effects}  </library_effects>\n  \
         <library_materials>\n{materials}  </library_materials>\n  \
         <library_geometries>\n{geometries}  </library_geometries>\n  \
         <library_visual_scenes>\n    <visual_scene id=\"scene\">\n{nodes}    </visual_scene>\n  \
         </library_visual_scenes>\n  <scene><instance_visual_scene url=\"#scene\"/></scene>\n</COLLADA>\n"
    )
    .into_bytes()
}

fn geometry(out: &mut String, index: usize, piece: &Piece, material: &str) {
    let numbers: Vec<String> = piece.vertices.iter().flat_map(|v| [short(v.x), short(v.y), short(v.z)]).collect();
    let corners: Vec<String> = piece.triangles.iter().flatten().map(u32::to_string).collect();
    let _ = writeln!(
        out,
        "    <geometry id=\"g{index}\"><mesh><source id=\"g{index}-p\">\
         <float_array id=\"g{index}-a\" count=\"{}\">{}</float_array><technique_common>\
         <accessor source=\"#g{index}-a\" count=\"{}\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
         <param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\
         <vertices id=\"g{index}-v\"><input semantic=\"POSITION\" source=\"#g{index}-p\"/></vertices>\
         <triangles material=\"{material}\" count=\"{}\"><input semantic=\"VERTEX\" source=\"#g{index}-v\" offset=\"0\"/>\
         <p>{}</p></triangles></mesh></geometry>",
        numbers.len(),
        numbers.join(" "),
        piece.vertices.len(),
        piece.triangles.len(),
        corners.join(" ")
    );
}
