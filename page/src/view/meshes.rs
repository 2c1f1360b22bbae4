//! Shapes and solids to meshes that can be drawn.

use super::silhouette::silhouette_mesh;
use bevy::asset::RenderAssetUsages;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use noclash::intake::Solid;
use noclash::math::Vec3 as V;
use noclash::mesh::TriangleMesh;
use noclash::shapes::ShapeGeometry;

fn array(v: &V) -> [f32; 3] {
    [v.x as f32, v.y as f32, v.z as f32]
}

/// One normal per triangle: edges stay sharp.
fn faceted(vertices: &[V], triangles: &[[u32; 3]]) -> Mesh {
    let mut positions = Vec::with_capacity(triangles.len() * 3);
    let mut normals = Vec::with_capacity(triangles.len() * 3);
    for triangle in triangles {
        let corners = triangle.map(|i| vertices.get(i as usize).copied().unwrap_or_default());
        let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
        let normal = array(&(normal / normal.norm().max(1e-300)));
        for corner in corners {
            positions.push(array(&corner));
            normals.push(normal);
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
}

/// Normals averaged over the faces around a corner that lie within 35 degrees of its own: turned surfaces look
/// smooth, edges stay sharp.
pub fn creased(mesh: &TriangleMesh) -> Mesh {
    const COS_CREASE: f64 = 0.82;
    let count = mesh.vertices.len();
    let mut face_normals = Vec::with_capacity(mesh.triangles.len());
    let mut starts = vec![0u32; count + 1];
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|i| mesh.vertices.get(i as usize).copied().unwrap_or_default());
        face_normals.push((b - a).cross(&(c - a)));
        for &i in triangle {
            if let Some(start) = starts.get_mut(i as usize + 1) {
                *start += 1;
            }
        }
    }
    for i in 0..count {
        starts[i + 1] += starts[i];
    }
    let mut fill = starts.clone();
    let mut around = vec![0u32; starts[count] as usize];
    for (face, triangle) in mesh.triangles.iter().enumerate() {
        for &i in triangle {
            if let Some(at) = fill.get_mut(i as usize) {
                around[*at as usize] = face as u32;
                *at += 1;
            }
        }
    }
    let mut positions = Vec::with_capacity(mesh.triangles.len() * 3);
    let mut normals = Vec::with_capacity(mesh.triangles.len() * 3);
    for (face, triangle) in mesh.triangles.iter().enumerate() {
        let own = face_normals[face];
        let own_unit = own / own.norm().max(1e-300);
        for &i in triangle {
            let i = i as usize;
            let mut sum = V::zeros();
            if i < count {
                // Vertices shared by very many faces (fans) would make this quadratic.
                for &other in around[starts[i] as usize..starts[i + 1] as usize].iter().take(64) {
                    let normal = face_normals[other as usize];
                    if normal.dot(&own_unit) >= COS_CREASE * normal.norm() {
                        sum += normal;
                    }
                }
            }
            let length = sum.norm();
            normals.push(array(&if length > 0.0 { sum / length } else { own_unit }));
            positions.push(array(&mesh.vertices.get(i).copied().unwrap_or_default()));
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
}

/// A shape as it is drawn.
pub struct ShapeMeshes {
    pub body: Mesh,
    pub outline: Mesh,
    /// From the meshes' frame to the link's.
    pub local: Transform,
}

/// A shape of a link, its outline included.
pub fn shape_meshes(geometry: &ShapeGeometry) -> ShapeMeshes {
    match geometry {
        ShapeGeometry::Sphere(sphere) => {
            let radius = (sphere.radius as f32).max(1e-6);
            let (vertices, triangles) = globe(f64::from(radius));
            ShapeMeshes {
                body: Sphere::new(radius).mesh().uv(48, 24),
                outline: silhouette_mesh(&vertices, &triangles),
                local: Transform::from_translation(Vec3::from_array(array(&sphere.center))),
            }
        }
        ShapeGeometry::Box(obb) => {
            let h = obb.half_extents;
            let columns = |i: usize| Vec3::from_array(array(&obb.rotation.column(i).into_owned()));
            let rotation = Quat::from_mat3(&Mat3::from_cols(columns(0), columns(1), columns(2)));
            let (vertices, triangles) = block(&h);
            ShapeMeshes {
                body: Cuboid::new(2.0 * h.x as f32, 2.0 * h.y as f32, 2.0 * h.z as f32).mesh().build(),
                outline: silhouette_mesh(&vertices, &triangles),
                local: Transform::from_translation(Vec3::from_array(array(&obb.center))).with_rotation(rotation),
            }
        }
        ShapeGeometry::Hull(hull) => ShapeMeshes {
            body: faceted(&hull.vertices, &hull.triangles),
            outline: silhouette_mesh(&hull.vertices, &hull.triangles),
            local: Transform::IDENTITY,
        },
    }
}

/// A closed sphere of shared vertices.
fn globe(radius: f64) -> (Vec<V>, Vec<[u32; 3]>) {
    const AROUND: u32 = 64;
    const RINGS: u32 = 31;
    let mut vertices = vec![V::new(0.0, 0.0, radius)];
    for ring in 1..=RINGS {
        let (sin, cos) = (f64::from(ring) * std::f64::consts::PI / f64::from(RINGS + 1)).sin_cos();
        vertices.extend((0..AROUND).map(|i| {
            let (y, x) = (f64::from(i) * std::f64::consts::TAU / f64::from(AROUND)).sin_cos();
            V::new(x * sin, y * sin, cos) * radius
        }));
    }
    vertices.push(V::new(0.0, 0.0, -radius));
    let last = RINGS * AROUND + 1;
    let at = |ring: u32, i: u32| 1 + ring * AROUND + i % AROUND;
    let mut triangles = Vec::new();
    for i in 0..AROUND {
        triangles.push([0, at(0, i), at(0, i + 1)]);
        for ring in 1..RINGS {
            triangles.push([at(ring - 1, i), at(ring, i), at(ring, i + 1)]);
            triangles.push([at(ring - 1, i), at(ring, i + 1), at(ring - 1, i + 1)]);
        }
        triangles.push([last, at(RINGS - 1, i + 1), at(RINGS - 1, i)]);
    }
    (vertices, triangles)
}

/// A box of eight shared vertices around the origin.
fn block(half: &V) -> (Vec<V>, Vec<[u32; 3]>) {
    let sign = |bit: bool| if bit { 1.0 } else { -1.0 };
    let vertices = (0..8u32)
        .map(|i| V::new(sign(i & 1 != 0) * half.x, sign(i & 2 != 0) * half.y, sign(i & 4 != 0) * half.z))
        .collect();
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    (vertices, triangles)
}

/// A solid in its own frame, which is z up along cylinders and capsules.
pub fn solid_mesh(solid: &Solid) -> Mesh {
    let turn = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    match solid {
        Solid::Box { half_extents: [x, y, z] } => {
            Cuboid::new(2.0 * *x as f32, 2.0 * *y as f32, 2.0 * *z as f32).mesh().build()
        }
        Solid::Sphere { radius } => Sphere::new(*radius as f32).mesh().uv(40, 20),
        Solid::Cylinder { radius, half_length } => {
            Cylinder::new(*radius as f32, 2.0 * *half_length as f32).mesh().resolution(48).build().rotated_by(turn)
        }
        Solid::Capsule { radius, half_length } => {
            Capsule3d::new(*radius as f32, 2.0 * *half_length as f32).mesh().build().rotated_by(turn)
        }
        Solid::Mesh(mesh) => creased(mesh),
    }
}
