use super::*;
use crate::mesh::{LoadedMesh, load};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use std::sync::Arc;

/// A triangle, positions first and then indices of `u8`, `u16` and `u32`.
fn buffer() -> Vec<u8> {
    let mut bytes: Vec<u8> = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]
        .iter()
        .flatten()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    bytes.extend([0_u8, 1, 2, 0]);
    bytes.extend([0_u16, 1, 3, 0].iter().flat_map(|i| i.to_le_bytes()));
    bytes.extend([0_u32, 2, 3].iter().flat_map(|i| i.to_le_bytes()));
    bytes
}

fn json(uri: Option<&str>) -> Value {
    let buffer = match uri {
        Some(uri) => serde_json::json!({"byteLength": 72, "uri": uri}),
        None => serde_json::json!({"byteLength": 72}),
    };
    serde_json::json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"children": [1, 2], "translation": [10.0, 0.0, 0.0]},
            {"mesh": 0, "rotation": [0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2]},
            {"mesh": 1, "matrix": [2.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1]}
        ],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1.0, 0.0, 0.21404114048223255, 0.5]}}],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]},
            {"primitives": [
                {"attributes": {"POSITION": 0}, "indices": 2},
                {"attributes": {"POSITION": 0}, "indices": 3, "mode": 4},
                {"attributes": {"POSITION": 0}, "mode": 1}
            ]}
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"},
            {"bufferView": 1, "byteOffset": 4, "componentType": 5123, "count": 3, "type": "SCALAR"},
            {"bufferView": 1, "byteOffset": 12, "componentType": 5125, "count": 3, "type": "SCALAR"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 24}
        ],
        "buffers": [buffer]
    })
}

fn glb(json: &Value, binary: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF".to_vec();
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend((28 + text.len() as u32 + binary.len() as u32).to_le_bytes());
    for (kind, chunk) in [(*b"JSON", text.as_slice()), (*b"BIN\0", binary)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

fn gltf(bytes: &[u8]) -> Result<LoadedMesh, MeshError> {
    load(bytes, "a.gltf", &LoadOptions::default())
}

fn check(loaded: &LoadedMesh) {
    assert_eq!(loaded.mesh.triangles.len(), 3);
    assert_eq!(loaded.notes, vec![MeshNote::LinesIgnored { elements: 1 }]);
    let corner = |t: usize, c: usize| loaded.mesh.vertices[loaded.mesh.triangles[t][c] as usize];
    // Without a colour first: (0, 1, 3) and (0, 2, 3), scaled by 2 along x, moved to (10, 0, 5).
    let (plain, red) = if loaded.groups[0].color.is_none() { (0, 2) } else { (1, 0) };
    assert_eq!(corner(plain, 1), Vec3::new(12.0, 0.0, 5.0));
    assert_eq!(corner(plain + 1, 1), Vec3::new(10.0, 2.0, 5.0));
    // A quarter turn about z takes x to y.
    assert!((corner(red, 1) - Vec3::new(10.0, 1.0, 0.0)).norm() < 1e-15);
    assert!((corner(red, 2) - Vec3::new(8.0, 0.0, 0.0)).norm() < 1e-15);
    let color = loaded.groups.iter().find_map(|g| g.color).unwrap();
    assert_eq!((color[0], color[1], color[3]), (1.0, 0.0, 1.0));
    // 0.5 in sRGB is 0.2140 in linear light.
    assert!((color[2] - 0.5).abs() < 1e-6);
}

#[test]
fn binary_embedded_and_beside() {
    check(&load(&glb(&json(None), &buffer()), "a.glb", &LoadOptions::default()).unwrap());
    let uri = format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(buffer()));
    check(&gltf(json(Some(&uri)).to_string().as_bytes()).unwrap());
    let find = |name: &str| (name == "my data.bin").then(|| Arc::from(buffer()));
    let options = LoadOptions { companion: Some(&find), ..LoadOptions::default() };
    check(&load(json(Some("my%20data.bin")).to_string().as_bytes(), "a.gltf", &options).unwrap());
    let missing = gltf(json(Some("my%20data.bin")).to_string().as_bytes()).unwrap_err();
    assert_eq!(missing, MeshError::MissingPart { name: "my data.bin".into() });
}

#[test]
fn draco_is_named() {
    let mut draco = json(None);
    draco["meshes"][0]["primitives"][0]["extensions"] = serde_json::json!({"KHR_draco_mesh_compression": {}});
    let error = gltf(&glb(&draco, &buffer())).unwrap_err();
    assert!(error.to_string().contains("Draco"), "{error}");
}

#[test]
fn every_number_may_lie() {
    let lies = [
        ("/nodes/0/children/0", serde_json::json!(0)),
        ("/nodes/0/children/0", serde_json::json!(99)),
        ("/accessors/0/count", serde_json::json!(4_000_000_000_u64)),
        ("/accessors/0/componentType", serde_json::json!(1)),
        ("/accessors/1/byteOffset", serde_json::json!(u64::MAX)),
        ("/bufferViews/1/byteOffset", serde_json::json!(u64::MAX)),
        ("/bufferViews/0/byteLength", serde_json::json!(u64::MAX)),
        ("/bufferViews/0/buffer", serde_json::json!(-1)),
        ("/meshes/0/primitives/0/indices", serde_json::json!(0)),
        ("/meshes/0/primitives/0/attributes/POSITION", serde_json::json!(1)),
        ("/nodes/1/rotation", serde_json::json!([0, 0, 0, 0])),
        ("/scene", serde_json::json!("x")),
    ];
    for (pointer, lie) in lies {
        let mut json = json(None);
        // What the file leaves out is said first.
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match json.pointer_mut(parent).unwrap() {
            Value::Object(object) => drop(object.insert(key.to_owned(), lie)),
            Value::Array(array) => array[key.parse::<usize>().unwrap()] = lie,
            other => panic!("{parent} is {other}"),
        }
        let _ = gltf(&glb(&json, &buffer()));
    }
    let whole = glb(&json(None), &buffer());
    for end in 0..whole.len() {
        let _ = gltf(&whole[..end]);
    }
}

#[test]
fn a_sparse_accessor() {
    let mut json = json(None);
    // Vertex 1 takes the place of vertex 3's position: index u8 1 lies at byte 49, the row (0, 0, 3) at byte 36.
    json["bufferViews"] = serde_json::json!([
        {"buffer": 0, "byteLength": 48},
        {"buffer": 0, "byteOffset": 48, "byteLength": 24},
        {"buffer": 0, "byteOffset": 49, "byteLength": 1},
        {"buffer": 0, "byteOffset": 36, "byteLength": 12}
    ]);
    json["accessors"][0]["sparse"] = serde_json::json!({
        "count": 1, "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 3}
    });
    json["scenes"][0]["nodes"] = serde_json::json!([1]);
    json["nodes"][1] = serde_json::json!({"mesh": 0});
    let loaded = gltf(&glb(&json, &buffer())).unwrap();
    assert_eq!(loaded.mesh.vertices[1], Vec3::new(0.0, 0.0, 3.0));
}
