//! Shapes and solids to meshes that can be drawn.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use bevy_mod_outline::{GenerateOutlineNormalsSettings, OutlineMeshExt};
use noclash::intake::Solid;
use noclash::math::Vec3 as V;
use noclash::mesh::TriangleMesh;
use noclash::shapes::ShapeGeometry;

/// Drawing outlines looks into the mesh itself, which must therefore stay in the main world.
const OUTLINED: RenderAssetUsages = RenderAssetUsages::all();

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
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, OUTLINED)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals);
    // Without them an outline of a faceted mesh breaks open at the edges; it is drawn all the same.
    let _ = mesh.generate_outline_normals(&GenerateOutlineNormalsSettings::default());
    mesh
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

/// With what an outline needs.
fn with_outline(mesh: Mesh) -> Mesh {
    let mut mesh = mesh;
    let _ = mesh.generate_outline_normals(&GenerateOutlineNormalsSettings::default());
    mesh.asset_usage = OUTLINED;
    mesh
}

/// A shape in its link's frame: mesh and the transform that goes with it.
pub fn shape_mesh(geometry: &ShapeGeometry) -> (Mesh, Transform) {
    match geometry {
        ShapeGeometry::Sphere(sphere) => {
            let radius = (sphere.radius as f32).max(1e-6);
            let mesh = Sphere::new(radius).mesh().uv(48, 24);
            (with_outline(mesh), Transform::from_translation(Vec3::from_array(array(&sphere.center))))
        }
        ShapeGeometry::Box(obb) => {
            let size = obb.half_extents * 2.0;
            let mesh = Cuboid::new(size.x as f32, size.y as f32, size.z as f32).mesh().build();
            let columns = |i: usize| Vec3::from_array(array(&obb.rotation.column(i).into_owned()));
            let rotation = Quat::from_mat3(&Mat3::from_cols(columns(0), columns(1), columns(2)));
            let transform = Transform::from_translation(Vec3::from_array(array(&obb.center))).with_rotation(rotation);
            (with_outline(mesh), transform)
        }
        ShapeGeometry::Hull(hull) => (faceted(&hull.vertices, &hull.triangles), Transform::IDENTITY),
    }
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
