//! STL, binary and text.

use super::builder::MeshBuilder;
use super::error::MeshError;
use super::note::MeshNote;
use super::text::{Words, number_bytes};
use crate::math::Vec3;

const HEADER: usize = 84;
const FACET: usize = 50;

/// The length is exactly that of a binary file with the count that bytes 80..84 give. Many binary files start with
/// the word "solid", so this is asked first.
pub(super) fn has_binary_length(bytes: &[u8]) -> bool {
    announced(bytes).is_some_and(|n| HEADER as u64 + FACET as u64 * n == bytes.len() as u64)
}

/// The text form: the word "solid" first, and a facet with a vertex somewhere.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if !start.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) {
        return false;
    }
    // A binary header is often filled up with zeros, and a count below 2^24 holds one; text never does.
    if start[..start.len().min(256)].contains(&0) {
        return false;
    }
    let mut words = Words::new(start).take(4096);
    // An empty solid is text as well.
    words.any(|w| {
        w.eq_ignore_ascii_case(b"facet") || w.eq_ignore_ascii_case(b"vertex") || w.eq_ignore_ascii_case(b"endsolid")
    })
}

pub(super) fn read(bytes: &[u8], builder: &mut MeshBuilder, notes: &mut Vec<MeshNote>) -> Result<(), MeshError> {
    if !has_binary_length(bytes) && is_text(bytes) {
        read_text(bytes, builder, notes)
    } else {
        read_binary(bytes, builder, notes)
    }
}

fn announced(bytes: &[u8]) -> Option<u64> {
    let count: [u8; 4] = bytes.get(80..HEADER)?.try_into().ok()?;
    Some(u64::from(u32::from_le_bytes(count)))
}

fn read_binary(bytes: &[u8], builder: &mut MeshBuilder, notes: &mut Vec<MeshNote>) -> Result<(), MeshError> {
    let Some(announced) = announced(bytes) else {
        return Err(MeshError::syntax("STL", format!("{} bytes are too few for a binary STL file", bytes.len())));
    };
    let body = &bytes[HEADER..];
    let held = (body.len() / FACET) as u64;
    let rest = (body.len() % FACET) as u64;
    // Writers that stream leave the count at zero, or wrong; a body of whole facets is then believed.
    let count = if announced > held {
        notes.push(MeshNote::Truncated { announced, found: held });
        held
    } else if announced < held && (rest == 0 || announced == 0) {
        notes.push(MeshNote::WrongCount { announced, found: held });
        held
    } else {
        let trailing = (held - announced) * FACET as u64 + rest;
        if trailing > 0 {
            notes.push(MeshNote::TrailingBytes { bytes: trailing });
        }
        announced
    };
    for facet in body.chunks_exact(FACET).take(count as usize) {
        // 12 bytes of normal, which many writers leave at zero, then three corners.
        builder.triangle([point(&facet[12..]), point(&facet[24..]), point(&facet[36..])])?;
    }
    Ok(())
}

fn point(bytes: &[u8]) -> Vec3 {
    let coordinate = |i: usize| f64::from(f32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]));
    Vec3::new(coordinate(0), coordinate(4), coordinate(8))
}

fn read_text(bytes: &[u8], builder: &mut MeshBuilder, notes: &mut Vec<MeshNote>) -> Result<(), MeshError> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut words = Words::new(text);
    let mut loop_corners: Vec<Vec3> = Vec::with_capacity(4);
    let mut open = false;
    let mut facets = 0_u64;
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case(b"vertex") {
            let mut coordinate = || words.next().map_or(f64::NAN, number_bytes);
            loop_corners.push(Vec3::new(coordinate(), coordinate(), coordinate()));
        } else if word.eq_ignore_ascii_case(b"facet") {
            builder.polygon(&loop_corners)?;
            loop_corners.clear();
            open = true;
            facets += 1;
        } else if word.eq_ignore_ascii_case(b"endloop") || word.eq_ignore_ascii_case(b"endfacet") {
            builder.polygon(&loop_corners)?;
            loop_corners.clear();
            open = false;
        } else if word.eq_ignore_ascii_case(b"solid") || word.eq_ignore_ascii_case(b"endsolid") {
            skip_name(&mut words);
        }
    }
    if open {
        // The last facet has no end: it counts if it is whole.
        notes.push(MeshNote::Truncated { announced: facets, found: facets - u64::from(loop_corners.len() < 3) });
        builder.polygon(&loop_corners)?;
    }
    Ok(())
}

/// The name may hold any words, "facet" too; it ends with the line, or where a facet begins on the same line.
fn skip_name(words: &mut Words<'_>) {
    let line = words.peek_line();
    let mut ahead = Words::new(line);
    let mut skipped = 0;
    while let Some(word) = ahead.next() {
        if word.eq_ignore_ascii_case(b"facet")
            && ahead.clone().next().is_some_and(|w| w.eq_ignore_ascii_case(b"normal"))
        {
            words.pass_over(skipped);
            return;
        }
        skipped = ahead.position();
    }
    words.pass_over(line.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{LoadOptions, LoadedMesh, load};

    fn binary(header: &[u8], count: u32, facets: &[[[f32; 3]; 3]]) -> Vec<u8> {
        let mut bytes = header.to_vec();
        bytes.resize(80, b' ');
        bytes.extend(count.to_le_bytes());
        for facet in facets {
            bytes.extend([0; 12]);
            bytes.extend(facet.iter().flatten().flat_map(|c| c.to_le_bytes()));
            bytes.extend([0; 2]);
        }
        bytes
    }

    const FACETS: [[[f32; 3]; 3]; 2] =
        [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]];

    fn stl(bytes: &[u8]) -> Result<LoadedMesh, MeshError> {
        load(bytes, "a.stl", &LoadOptions::default())
    }

    #[test]
    fn binary_is_welded() {
        let mesh = stl(&binary(b"made by hand", 2, &FACETS)).unwrap();
        assert_eq!(mesh.mesh.vertices.len(), 4);
        assert_eq!(mesh.mesh.triangles, vec![[0, 1, 2], [1, 3, 2]]);
        assert!(mesh.notes.is_empty());
    }

    #[test]
    fn binary_that_begins_with_solid() {
        assert_eq!(stl(&binary(b"solid facet vertex", 2, &FACETS)).unwrap().mesh.triangles.len(), 2);
        // Cut off, so that the length does not tell.
        let mut cut = binary(b"solid body", 2, &FACETS);
        cut.truncate(cut.len() - 7);
        let mesh = stl(&cut).unwrap();
        assert_eq!(mesh.mesh.triangles.len(), 1);
        assert_eq!(mesh.notes, vec![MeshNote::Truncated { announced: 2, found: 1 }]);
    }

    #[test]
    fn counts_that_lie() {
        for (count, triangles) in [(0, 2), (1, 2), (3, 2), (u32::MAX, 2)] {
            let mesh = stl(&binary(b"", count, &FACETS)).unwrap();
            assert_eq!((mesh.mesh.triangles.len(), mesh.notes.len()), (triangles, 1), "{count}");
        }
        let mut trailing = binary(b"", 1, &FACETS);
        trailing.extend([0; 9]);
        let mesh = stl(&trailing).unwrap();
        assert_eq!(mesh.mesh.triangles.len(), 1);
        assert_eq!(mesh.notes, vec![MeshNote::TrailingBytes { bytes: 59 }]);
    }

    #[test]
    fn files_without_triangles() {
        assert_eq!(stl(&binary(b"", 0, &[])).unwrap_err(), MeshError::NoTriangles { dropped: 0 });
        assert_eq!(
            stl(b"solid nothing
endsolid nothing
")
            .unwrap_err(),
            MeshError::NoTriangles { dropped: 0 }
        );
        assert_eq!(stl(b"").unwrap_err(), MeshError::Empty);
        assert!(stl(b"solid").is_err() && stl(&[0; 83]).is_err());
        let nan = [[[f32::NAN, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]];
        assert_eq!(stl(&binary(b"", 1, &nan)).unwrap_err(), MeshError::NoTriangles { dropped: 1 });
    }

    #[test]
    fn text() {
        let facet = "facet normal 0 0 1\r\n outer loop\r\n  vertex 0 0 0\r\n  vertex 1e0 0 0\r\n  vertex 0 +1 0\r\n endloop\r\nendfacet\r\n";
        let text = format!("\u{feff}solid gr\u{fc}n facet vertex 1 2 3\r\n{facet}endsolid\r\nSOLID second\r\n{facet}");
        let mesh = stl(text.as_bytes()).unwrap();
        assert_eq!(mesh.mesh.triangles, vec![[0, 1, 2], [0, 1, 2]]);
        assert_eq!(mesh.mesh.vertices[1], Vec3::x());
        // Latin-1 in the name, and everything on one line.
        let mut latin = b"solid gr\xfcn ".to_vec();
        latin.extend(facet.replace("\r\n", " ").bytes());
        assert_eq!(stl(&latin).unwrap().mesh.triangles.len(), 1);
    }

    #[test]
    fn text_with_faults() {
        let text = "solid x\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\n\
                    facet\nvertex nan 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n\
                    facet\nvertex 0 0 0\nvertex 1 0";
        let mesh = stl(text.as_bytes()).unwrap();
        assert_eq!(mesh.mesh.triangles.len(), 2);
        assert!(mesh.notes.contains(&MeshNote::NotFinite { faces: 1 }));
        assert!(mesh.notes.contains(&MeshNote::Truncated { announced: 3, found: 2 }));
    }
}
