// The outline of a body: each edge is a quad, drawn only where one of its two faces looks at the eye and the other away.

#import bevy_pbr::mesh_functions::{get_world_from_local, mesh_position_local_to_world}
#import bevy_pbr::mesh_view_bindings::view

// Linear, with straight alpha.
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> color: vec4<f32>;
// x: width in physical pixels.
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var<uniform> line: vec4<f32>;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(1) other_end: vec3<f32>,
    @location(2) normal_left: vec3<f32>,
    @location(3) normal_right: vec3<f32>,
    // x: side of the line, y: 1 at its first end, -1 at its second.
    @location(4) corner: vec2<f32>,
};

// Nearer than the surface that it borders by this share of the distance, so that it is not half hidden in it.
const LIFT: f32 = 1.002;

@vertex
fn vertex(in: Vertex) -> @builtin(position) vec4<f32> {
    let world_from_local = get_world_from_local(in.instance_index);
    let here = mesh_position_local_to_world(world_from_local, vec4(in.position, 1.0));
    let there = mesh_position_local_to_world(world_from_local, vec4(in.other_end, 1.0));
    let to_eye = view.world_position - here.xyz;
    let left = dot((world_from_local * vec4(in.normal_left, 0.0)).xyz, to_eye);
    let right = dot((world_from_local * vec4(in.normal_right, 0.0)).xyz, to_eye);
    let a = view.clip_from_world * here;
    let b = view.clip_from_world * there;
    // An edge that reaches behind the eye has no direction on the screen.
    if left * right > 0.0 || a.w <= 0.0 || b.w <= 0.0 {
        return vec4(2.0, 2.0, 2.0, 1.0);
    }
    let size = view.viewport.zw;
    var along = (b.xy / b.w - a.xy / a.w) * size * in.corner.y;
    along = along / max(length(along), 1e-6);
    let across = vec2(-along.y, along.x);
    // Ends reach half a width beyond, which closes the corners.
    let pixels = (across * in.corner.x - along * in.corner.y) * line.x * 0.5;
    return vec4(a.xy + pixels * 2.0 / size * a.w, a.z * LIFT, a.w);
}

@fragment
fn fragment() -> @location(0) vec4<f32> {
    return color;
}
