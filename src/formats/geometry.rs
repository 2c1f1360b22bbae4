//! Hulls as OBJ files.

use super::safe_name;
use crate::shapes::{Hull, ShapeId, ShapeType};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Where meshes lie, seen from the URDFs that refer to them.
const FOLDER: &str = "geometry";

/// A path per shape, `geometry/<shape_type>/<link>[.<part>].obj`: safe for every file system, and no two alike however
/// they are spelt. Equal ids give equal paths.
pub fn mesh_paths<'a>(shape_type: ShapeType, ids: impl IntoIterator<Item = &'a ShapeId>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut path = |id: &ShapeId| {
        let part = id.part.map_or(String::new(), |part| format!(".{part}"));
        let stem = format!("{}{part}", safe_name(&id.link));
        let mut name = stem.clone();
        let mut again = 1;
        while !taken.insert(name.to_lowercase()) {
            again += 1;
            name = format!("{stem}~{again}");
        }
        format!("{FOLDER}/{}/{name}.obj", shape_type.word())
    };
    ids.into_iter().map(&mut path).collect()
}

/// Vertices and outward triangles, metres, in the link frame. The numbers read back to the same bits.
pub fn obj(hull: &Hull) -> Vec<u8> {
    let mut out = String::with_capacity(hull.vertices.len() * 64 + hull.triangles.len() * 16);
    for v in &hull.vertices {
        let _ = writeln!(out, "v {:?} {:?} {:?}", v.x, v.y, v.z);
    }
    for [a, b, c] in &hull.triangles {
        let _ = writeln!(out, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_paths_are_alike() {
        let id = |link: &str, part| ShapeId { link: link.to_owned(), part };
        let ids = [id("a/b", None), id("a_b", None), id("A_B", None), id("../x", Some(3))];
        let paths = mesh_paths(ShapeType::PartHulls, &ids);
        assert_eq!(paths[0], "geometry/part_hulls/a_b.obj");
        assert_eq!(paths[1], "geometry/part_hulls/a_b~2.obj");
        assert_eq!(paths[2], "geometry/part_hulls/A_B~3.obj");
        assert_eq!(paths[3].matches('/').count(), 2);
    }
}
