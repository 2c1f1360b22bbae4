//! PLY: text, binary little-endian and binary big-endian.

use super::builder::MeshBuilder;
use super::error::MeshError;
use super::note::MeshNote;
use super::text::{Words, number_bytes};
use crate::math::Vec3;

const FORMAT: &str = "PLY";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Encoding {
    Text,
    Little,
    Big,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

enum Kind {
    Scalar(Scalar),
    List { count: Scalar, item: Scalar },
}

struct Property {
    name: String,
    kind: Kind,
}

struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

pub(super) fn read(bytes: &[u8], builder: &mut MeshBuilder, notes: &mut Vec<MeshNote>) -> Result<(), MeshError> {
    let (encoding, elements, body) = header(bytes)?;
    let mut values = Values { encoding, bytes: &bytes[body..], words: Words::new(&bytes[body..]) };
    let mut vertices: Vec<Vec3> = Vec::new();
    let mut faces = Faces { polygons: Vec::new(), ends: Vec::new(), strips: Vec::new() };
    for element in &elements {
        // A row without properties takes no bytes: nothing to read, however many there are.
        if element.properties.is_empty() {
            continue;
        }
        let mut row = 0;
        while row < element.count {
            if read_row(element, &mut values, &mut vertices, &mut faces).is_none() {
                notes.push(MeshNote::Truncated { announced: element.count, found: row });
                break;
            }
            row += 1;
        }
    }
    faces.build(&vertices, builder)
}

/// The position indices of all faces, one after the other, so that faces may stand before the vertices in the file.
struct Faces {
    polygons: Vec<i64>,
    /// Where each polygon ends in `polygons`.
    ends: Vec<usize>,
    /// Triangle strips, divided by -1.
    strips: Vec<i64>,
}

impl Faces {
    fn build(&self, vertices: &[Vec3], builder: &mut MeshBuilder) -> Result<(), MeshError> {
        let mut start = 0;
        let mut corners = Vec::new();
        for end in &self.ends {
            face(&self.polygons[start..*end], vertices, &mut corners, builder)?;
            start = *end;
        }
        for strip in self.strips.split(|i| *i < 0) {
            for (i, t) in strip.windows(3).enumerate() {
                let t = if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] };
                face(&t, vertices, &mut corners, builder)?;
            }
        }
        Ok(())
    }
}

fn face(
    indices: &[i64],
    vertices: &[Vec3],
    corners: &mut Vec<Vec3>,
    builder: &mut MeshBuilder,
) -> Result<(), MeshError> {
    corners.clear();
    for index in indices {
        match usize::try_from(*index).ok().and_then(|i| vertices.get(i)) {
            Some(p) => corners.push(*p),
            None => {
                builder.face_out_of_range();
                return Ok(());
            }
        }
    }
    builder.polygon(corners)
}

/// One row of an element; `None` if the file ends in it.
fn read_row(element: &Element, values: &mut Values<'_>, vertices: &mut Vec<Vec3>, faces: &mut Faces) -> Option<()> {
    let mut position = Vec3::new(f64::NAN, f64::NAN, f64::NAN);
    for property in &element.properties {
        match property.kind {
            Kind::Scalar(scalar) => {
                let value = values.next(scalar)?;
                match property.name.as_str() {
                    "x" => position.x = value,
                    "y" => position.y = value,
                    "z" => position.z = value,
                    _ => {}
                }
            }
            Kind::List { count, item } => {
                let count = values.next(count)?;
                let corners = matches!(property.name.as_str(), "vertex_indices" | "vertex_index");
                let target = match element.name.as_str() {
                    "face" if corners => Some(&mut faces.polygons),
                    "tristrips" if corners => Some(&mut faces.strips),
                    _ => None,
                };
                let mut target = target;
                let before = target.as_ref().map(|t| t.len());
                let mut read = 0.0;
                while read < count {
                    let Some(value) = values.next(item) else {
                        if let (Some(target), Some(before)) = (&mut target, before) {
                            target.truncate(before);
                        }
                        return None;
                    };
                    if let Some(target) = &mut target {
                        target.push(if value.is_nan() { i64::MAX } else { value as i64 });
                    }
                    read += 1.0;
                }
                if element.name == "face" && corners {
                    faces.ends.push(faces.polygons.len());
                } else if element.name == "tristrips" && corners {
                    faces.strips.push(-1);
                }
            }
        }
    }
    if element.name == "vertex" {
        vertices.push(position);
    }
    Some(())
}

struct Values<'a> {
    encoding: Encoding,
    bytes: &'a [u8],
    words: Words<'a>,
}

impl Values<'_> {
    /// The next value; `None` at the end of the file, NaN for a word that is no number.
    fn next(&mut self, scalar: Scalar) -> Option<f64> {
        macro_rules! take {
            ($type:ty) => {{
                let (head, rest) = self.bytes.split_first_chunk::<{ size_of::<$type>() }>()?;
                self.bytes = rest;
                let value = if self.encoding == Encoding::Little {
                    <$type>::from_le_bytes(*head)
                } else {
                    <$type>::from_be_bytes(*head)
                };
                f64::from(value)
            }};
        }
        if self.encoding == Encoding::Text {
            return self.words.next().map(number_bytes);
        }
        Some(match scalar {
            Scalar::I8 => take!(i8),
            Scalar::U8 => take!(u8),
            Scalar::I16 => take!(i16),
            Scalar::U16 => take!(u16),
            Scalar::I32 => take!(i32),
            Scalar::U32 => take!(u32),
            Scalar::F32 => take!(f32),
            Scalar::F64 => take!(f64),
        })
    }
}

/// The encoding, the elements, and where the data begin.
fn header(bytes: &[u8]) -> Result<(Encoding, Vec<Element>, usize), MeshError> {
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut at = 0;
    let mut number = 0;
    loop {
        let rest = &bytes[at..];
        let Some(end) = rest.iter().position(|b| *b == b'\n' || *b == b'\r') else {
            return Err(MeshError::syntax_at(FORMAT, "the header has no end", number + 1));
        };
        let line = String::from_utf8_lossy(&rest[..end]);
        at += end + if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        number += 1;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let wrong = |message: String| Err(MeshError::syntax_at(FORMAT, message, number));
        match words.as_slice() {
            ["ply"] | [] | ["comment" | "obj_info", ..] => {}
            ["format", name, ..] => {
                encoding = match *name {
                    "ascii" => Some(Encoding::Text),
                    "binary_little_endian" => Some(Encoding::Little),
                    "binary_big_endian" => Some(Encoding::Big),
                    other => return wrong(format!("unknown format {other}")),
                }
            }
            ["element", name, count] => match count.parse() {
                Ok(count) => elements.push(Element { name: (*name).to_owned(), count, properties: Vec::new() }),
                Err(_) => return wrong(format!("{count} is not a count")),
            },
            ["property", rest @ ..] => {
                let (Some(property), Some(element)) = (property(rest), elements.last_mut()) else {
                    return wrong(format!("a property that cannot be read: {line}"));
                };
                element.properties.push(property);
            }
            ["end_header"] => break,
            _ => return wrong(format!("a line that cannot be read: {line}")),
        }
    }
    match encoding {
        Some(encoding) => Ok((encoding, elements, at)),
        None => Err(MeshError::syntax(FORMAT, "the header names no format")),
    }
}

fn property(words: &[&str]) -> Option<Property> {
    match words {
        ["list", count, item, name] => {
            Some(Property { name: (*name).to_owned(), kind: Kind::List { count: scalar(count)?, item: scalar(item)? } })
        }
        [kind, name] => Some(Property { name: (*name).to_owned(), kind: Kind::Scalar(scalar(kind)?) }),
        _ => None,
    }
}

fn scalar(name: &str) -> Option<Scalar> {
    Some(match name {
        "char" | "int8" => Scalar::I8,
        "uchar" | "uint8" => Scalar::U8,
        "short" | "int16" => Scalar::I16,
        "ushort" | "uint16" => Scalar::U16,
        "int" | "int32" => Scalar::I32,
        "uint" | "uint32" => Scalar::U32,
        "float" | "float32" => Scalar::F32,
        "double" | "float64" => Scalar::F64,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{LoadOptions, LoadedMesh, load};

    fn ply(bytes: &[u8]) -> Result<LoadedMesh, MeshError> {
        load(bytes, "a.ply", &LoadOptions::default())
    }

    fn binary(big: bool) -> Vec<u8> {
        let name = if big { "binary_big_endian" } else { "binary_little_endian" };
        let mut bytes = format!(
            "ply\nformat {name} 1.0\ncomment two triangles\nelement vertex 4\nproperty float x\nproperty float y\n\
             property float z\nproperty uchar red\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
        )
        .into_bytes();
        for p in [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.5]] {
            bytes.extend(p.iter().flat_map(|c| if big { c.to_be_bytes() } else { c.to_le_bytes() }));
            bytes.push(255);
        }
        bytes.push(4);
        bytes.extend([0_i32, 1, 2, 3].iter().flat_map(|c| if big { c.to_be_bytes() } else { c.to_le_bytes() }));
        bytes
    }

    #[test]
    fn all_three_encodings() {
        let text = "ply\r\nformat ascii 1.0\r\nelement vertex 4\r\nproperty double x\r\nproperty double y\r\nproperty double z\r\n\
                    element face 1\r\nproperty list uchar uint vertex_index\r\nend_header\r\n\
                    0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0.5\r\n4 0 1 2 3\r\n";
        for bytes in [text.as_bytes().to_vec(), binary(false), binary(true)] {
            let loaded = ply(&bytes).unwrap();
            assert_eq!(loaded.mesh.triangles.len(), 2);
            assert_eq!(loaded.mesh.vertices.len(), 4);
            assert_eq!(loaded.mesh.extents(), Vec3::new(1.0, 1.0, 0.5));
            assert!(loaded.notes.is_empty());
        }
    }

    #[test]
    fn faces_before_vertices_strips_and_faults() {
        let text = "ply\nformat ascii 1.0\nelement tristrips 1\nproperty list int int vertex_indices\nelement face 2\n\
                    property list uchar int vertex_indices\nelement vertex 4\nproperty float z\nproperty float y\nproperty float x\n\
                    end_header\n7 0 1 2 3 -1 0 1\n3 0 1 9\n3 -1 1 2\n0 0 0\n0 0 1\n0 1 0\n0 1 1\n";
        let loaded = ply(text.as_bytes()).unwrap();
        assert_eq!(loaded.mesh.triangles, vec![[0, 1, 2], [2, 1, 3]]);
        assert_eq!(loaded.notes, vec![MeshNote::IndexOutOfRange { faces: 2 }]);
    }

    #[test]
    fn cut_off_and_monstrous() {
        let whole = binary(false);
        assert_eq!(ply(&whole[..whole.len() - 3]).unwrap_err(), MeshError::NoTriangles { dropped: 0 });
        let huge = "ply\nformat binary_little_endian 1.0\nelement nothing 18446744073709551615\n\
                    element face 18446744073709551615\nproperty list uint uchar vertex_indices\nend_header\n\u{7f}\u{7f}\u{7f}\u{7f}";
        assert!(ply(huge.as_bytes()).is_err());
        assert!(ply(b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x").is_err());
        assert!(ply(b"ply\nformat ascii 1.0\nproperty float x\nend_header\n").is_err());
    }
}
