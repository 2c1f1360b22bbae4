//! Outlines: the edges of a body between a face that looks at the eye and one that looks away, as lines of constant
//! width on the screen. Any number of bodies can have one; which edges show is decided by the vertex shader.

use bevy::asset::{RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::mesh::{Indices, MeshVertexAttribute, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexFormat};
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError};
use bevy::shader::{Shader, ShaderRef};
use noclash::math::Vec3 as V;
use std::collections::HashMap;

const SHADER: Handle<Shader> = uuid_handle!("0f5c2c1e-7a52-4b0e-9d7c-5b8f5f0f6a31");

const OTHER_END: MeshVertexAttribute =
    MeshVertexAttribute::new("SilhouetteOtherEnd", 0x6e6f_636c_0001, VertexFormat::Float32x3);
const NORMAL_LEFT: MeshVertexAttribute =
    MeshVertexAttribute::new("SilhouetteNormalLeft", 0x6e6f_636c_0002, VertexFormat::Float32x3);
const NORMAL_RIGHT: MeshVertexAttribute =
    MeshVertexAttribute::new("SilhouetteNormalRight", 0x6e6f_636c_0003, VertexFormat::Float32x3);
const CORNER: MeshVertexAttribute =
    MeshVertexAttribute::new("SilhouetteCorner", 0x6e6f_636c_0004, VertexFormat::Float32x2);

/// How outlines look.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub struct Silhouette {
    #[uniform(0)]
    color: LinearRgba,
    /// x: width in physical pixels; WebGL wants sixteen bytes.
    #[uniform(1)]
    line: Vec4,
}

impl Silhouette {
    pub fn new(color: Color, width: f32) -> Self {
        Self { color: color.to_linear(), line: Vec4::new(width, 0.0, 0.0, 0.0) }
    }
}

impl Material for Silhouette {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        descriptor.vertex.buffers = vec![layout.0.get_layout(&[
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            OTHER_END.at_shader_location(1),
            NORMAL_LEFT.at_shader_location(2),
            NORMAL_RIGHT.at_shader_location(3),
            CORNER.at_shader_location(4),
        ])?];
        descriptor.primitive.cull_mode = None;
        Ok(())
    }
}

/// Registers the material and its shader.
pub struct SilhouettePlugin;

impl Plugin for SilhouettePlugin {
    fn build(&self, app: &mut App) {
        load_internal_asset!(app, SHADER, "silhouette.wgsl", Shader::from_wgsl);
        app.add_plugins(MaterialPlugin::<Silhouette>::default());
    }
}

/// The quads of all edges between two triangles that do not lie in one plane. Empty for a body without triangles.
pub fn silhouette_mesh(vertices: &[V], triangles: &[[u32; 3]]) -> Mesh {
    let at = |i: u32| vertices.get(i as usize).copied().unwrap_or_default();
    let normals: Vec<V> = triangles
        .iter()
        .map(|&[a, b, c]| {
            let normal = (at(b) - at(a)).cross(&(at(c) - at(a)));
            normal / normal.norm().max(1e-300)
        })
        .collect();
    let mut left = HashMap::with_capacity(triangles.len() * 3);
    let mut quads = Quads::default();
    for (triangle, normal) in triangles.iter().zip(&normals) {
        for side in 0..3 {
            let (a, b) = (triangle[side], triangle[(side + 1) % 3]);
            match left.remove(&(b, a)) {
                Some(other) => quads.push(at(b), at(a), other, *normal),
                None => {
                    left.insert((a, b), *normal);
                }
            }
        }
    }
    quads.mesh()
}

#[derive(Default)]
struct Quads {
    positions: Vec<[f32; 3]>,
    other_ends: Vec<[f32; 3]>,
    normals_left: Vec<[f32; 3]>,
    normals_right: Vec<[f32; 3]>,
    corners: Vec<[f32; 2]>,
    indices: Vec<u32>,
}

impl Quads {
    fn push(&mut self, a: V, b: V, left: V, right: V) {
        /// Edges flatter than this are never seen as the border of a body.
        const ONE_PLANE: f64 = 1.0 - 1e-9;
        if left.dot(&right) > ONE_PLANE {
            return;
        }
        let array = |v: &V| [v.x as f32, v.y as f32, v.z as f32];
        let first = self.positions.len() as u32;
        for (here, there, end) in [(&a, &b, 1.0), (&b, &a, -1.0)] {
            for side in [1.0, -1.0] {
                self.positions.push(array(here));
                self.other_ends.push(array(there));
                self.normals_left.push(array(&left));
                self.normals_right.push(array(&right));
                self.corners.push([side, end]);
            }
        }
        self.indices.extend([0, 1, 2, 2, 1, 3].map(|i| first + i));
    }

    fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(OTHER_END, self.other_ends)
            .with_inserted_attribute(NORMAL_LEFT, self.normals_left)
            .with_inserted_attribute(NORMAL_RIGHT, self.normals_right)
            .with_inserted_attribute(CORNER, self.corners)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}
