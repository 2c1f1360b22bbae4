//! The robot's entities: made when the robot or the shape type changes, moved with the configuration.

use super::style::Style;
use super::{Drawn, SelectedPair, meshes};
use bevy::prelude::*;
use bevy_mod_outline::{OutlineStencil, OutlineVolume};
use noclash::intake::Solid;
use noclash::math::{Pose, Vec3 as V};
use noclash::shapes::ShapeGeometry;
use std::collections::VecDeque;
use std::sync::Arc;
use web_time::{Duration, Instant};

/// Turns the robot's z-up world into Bevy's y-up world.
#[derive(Component)]
pub struct RobotRoot;

/// A shape of the shown type, by its index.
#[derive(Component)]
pub struct ShapeEntity {
    pub index: usize,
    link: usize,
    local: Transform,
}

/// A visual element of a link.
#[derive(Component)]
pub struct VisualEntity {
    link: usize,
    local: Transform,
    color: Color,
    faded: bool,
}

/// What the present entities were made from.
#[derive(Default)]
pub struct Built {
    model: usize,
    shapes: usize,
    visual: bool,
    /// Visual elements whose mesh is still to be made, a few per update: link, element.
    waiting: VecDeque<(usize, usize)>,
    /// One drawn mesh per mesh of the model.
    cache: Vec<(usize, Handle<Mesh>)>,
}

/// The robot's frame to Bevy's.
pub fn to_bevy(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.z, -v.y)
}

pub fn spawn_root(mut commands: Commands) {
    commands.spawn((
        RobotRoot,
        Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2)),
        Visibility::Visible,
    ));
}

fn transform(pose: &Pose) -> Transform {
    let c = |i: usize| {
        let v = pose.rotation.column(i);
        Vec3::new(v[0] as f32, v[1] as f32, v[2] as f32)
    };
    Transform {
        translation: Vec3::new(pose.translation.x as f32, pose.translation.y as f32, pose.translation.z as f32),
        rotation: Quat::from_mat3(&Mat3::from_cols(c(0), c(1), c(2))).normalize(),
        scale: Vec3::ONE,
    }
}

/// Makes the entities anew when the robot, the shapes or the way they are shown has changed.
#[expect(clippy::too_many_arguments, reason = "a Bevy system takes what it needs as parameters")]
pub fn rebuild(
    mut commands: Commands,
    drawn: Res<Drawn>,
    root: Single<Entity, With<RobotRoot>>,
    shapes: Query<Entity, With<ShapeEntity>>,
    visuals: Query<Entity, With<VisualEntity>>,
    mut mesh_assets: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut built: Local<Built>,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    let model_id = drawn.model.as_ref().map_or(0, |m| Arc::as_ptr(m) as usize);
    let shapes_id = drawn.shapes.as_ref().map_or(0, |s| Arc::as_ptr(s) as usize);
    // While shapes are being computed the visual meshes stand in, so that the robot is seen at once.
    let visual = drawn.visual || drawn.shapes.is_none();
    if built.model != model_id || built.visual != visual {
        for entity in &visuals {
            commands.entity(entity).despawn();
        }
        built.waiting.clear();
        if built.model != model_id {
            built.cache.clear();
        }
        if visual && let Some(model) = &drawn.model {
            for (link, geometry) in model.links.iter().enumerate() {
                let elements = if geometry.visual.is_empty() { &geometry.collision } else { &geometry.visual };
                built.waiting.extend((0..elements.len()).map(|element| (link, element)));
            }
        }
        built.model = model_id;
        built.visual = visual;
    }
    if built.shapes != shapes_id {
        for entity in &shapes {
            commands.entity(entity).despawn();
        }
        if let Some(set) = &drawn.shapes {
            for (index, shape) in set.shapes.iter().enumerate() {
                let (mesh, local) = meshes::shape_mesh(&shape.geometry);
                let style = Style::Plain(if set.shape_type.is_part() { index } else { shape.link });
                commands.spawn((
                    ShapeEntity { index, link: shape.link, local },
                    style,
                    Mesh3d(mesh_assets.add(mesh)),
                    MeshMaterial3d(materials.add(material(style.color(), 0.62))),
                    OutlineVolume::default(),
                    OutlineStencil::default(),
                    Transform::default(),
                    ChildOf(*root),
                ));
            }
        }
        built.shapes = shapes_id;
    }
    let Some(model) = &drawn.model else { return };
    let deadline = Instant::now() + Duration::from_millis(12);
    while let Some((link, element)) = built.waiting.pop_front() {
        let Some(geometry) = model.links.get(link) else { continue };
        let elements = if geometry.visual.is_empty() { &geometry.collision } else { &geometry.visual };
        let Some(solid) = elements.get(element) else { continue };
        let mesh = match &solid.solid {
            Solid::Mesh(mesh) => {
                let id = Arc::as_ptr(mesh) as usize;
                match built.cache.iter().find(|(known, _)| *known == id) {
                    Some((_, handle)) => handle.clone(),
                    None => {
                        let handle = mesh_assets.add(meshes::solid_mesh(&solid.solid));
                        built.cache.push((id, handle.clone()));
                        handle
                    }
                }
            }
            other => mesh_assets.add(meshes::solid_mesh(other)),
        };
        let color = solid.color.map_or(Style::Plain(0).color(), |[r, g, b, a]| Color::srgba(r, g, b, a.max(0.15)));
        commands.spawn((
            VisualEntity { link, local: transform(&solid.pose), color, faded: false },
            Mesh3d(mesh),
            MeshMaterial3d(materials.add(material(color, 0.55))),
            Transform::default(),
            ChildOf(*root),
        ));
        if Instant::now() >= deadline {
            break;
        }
    }
    if !built.waiting.is_empty() {
        redraw.write(bevy::window::RequestRedraw);
    }
}

fn material(color: Color, roughness: f32) -> StandardMaterial {
    StandardMaterial {
        base_color: color,
        perceptual_roughness: roughness,
        metallic: 0.0,
        reflectance: 0.35,
        alpha_mode: if color.alpha() < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque },
        // Meshes of real robots are often wound the wrong way round in places.
        double_sided: true,
        cull_mode: None,
        ..default()
    }
}

/// Moves everything to the present configuration.
pub fn place(
    drawn: Res<Drawn>,
    mut shapes: Query<(&ShapeEntity, &mut Transform), Without<VisualEntity>>,
    mut visuals: Query<(&VisualEntity, &mut Transform), Without<ShapeEntity>>,
) {
    for (shape, mut at) in &mut shapes {
        if let Some(pose) = drawn.link_poses.get(shape.link) {
            at.set_if_neq(transform(pose) * shape.local);
        }
    }
    for (visual, mut at) in &mut visuals {
        if let Some(pose) = drawn.link_poses.get(visual.link) {
            at.set_if_neq(transform(pose) * visual.local);
        }
    }
}

/// With more shapes than this only the selected pair is outlined: WebGL's uniform buffers hold the data of about seventy
/// outlines at once, two for each shape, and drawing fails beyond.
const MOST_OUTLINED: usize = 30;

/// Colours shapes by selection and collision.
pub fn restyle(
    drawn: Res<Drawn>,
    mut shapes: Query<(
        &ShapeEntity,
        &mut Style,
        &mut Visibility,
        &mut OutlineVolume,
        &MeshMaterial3d<StandardMaterial>,
    )>,
    mut visuals: Query<(&mut VisualEntity, &MeshMaterial3d<StandardMaterial>)>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let part = drawn.shapes.as_ref().is_some_and(|s| s.shape_type.is_part());
    let many = drawn.shapes.as_ref().is_some_and(|s| s.shapes.len() > MOST_OUTLINED);
    for (shape, mut style, mut visibility, mut outline, handle) in &mut shapes {
        let wanted = match &drawn.selected {
            Some(pair) if pair.a == shape.index => Style::First,
            Some(pair) if pair.b == shape.index => Style::Second,
            None if drawn.first_pick == Some(shape.index) => Style::First,
            _ if drawn.visual => Style::Hidden,
            Some(_) => Style::Faded,
            None if drawn.colliding.get(shape.index).copied().unwrap_or(false) => Style::Colliding,
            None => Style::Plain(if part { shape.index } else { shape.link }),
        };
        let line = wanted.outline(drawn.light_theme).filter(|_| !many || wanted != Style::Faded);
        let volume = OutlineVolume {
            visible: line.is_some(),
            width: line.map_or(0.0, |l| l.1),
            colour: line.map_or(Color::NONE, |l| l.0),
        };
        if outline.visible != volume.visible || outline.colour != volume.colour {
            *outline = volume;
        }
        if *style != wanted {
            *style = wanted;
            *visibility = if wanted == Style::Hidden { Visibility::Hidden } else { Visibility::Inherited };
            if let Some(mut asset) = materials.get_mut(&handle.0) {
                *asset = material(wanted.color(), 0.62);
            }
        }
    }
    let faded = drawn.selected.is_some();
    for (mut visual, handle) in &mut visuals {
        if visual.faded != faded {
            visual.faded = faded;
            if let Some(mut asset) = materials.get_mut(&handle.0) {
                let color = if faded { Style::Faded.color() } else { visual.color };
                *asset = material(color, 0.55);
            }
        }
    }
}

fn grow(low: &mut V, high: &mut V, point: &V) {
    *low = low.inf(point);
    *high = high.sup(point);
}

fn grow_by_shape(low: &mut V, high: &mut V, geometry: &ShapeGeometry, pose: &Pose) {
    match geometry {
        ShapeGeometry::Sphere(sphere) => {
            let center = pose.transform_point(&sphere.center);
            let r = V::from_element(sphere.radius);
            grow(low, high, &(center - r));
            grow(low, high, &(center + r));
        }
        ShapeGeometry::Box(obb) => {
            for corner in 0..8 {
                let sign = |bit: usize| if corner & bit == 0 { -1.0 } else { 1.0 };
                let h = obb.half_extents;
                let local = V::new(sign(1) * h.x, sign(2) * h.y, sign(4) * h.z);
                grow(low, high, &pose.transform_point(&(obb.center + obb.rotation * local)));
            }
        }
        ShapeGeometry::Hull(hull) => {
            for vertex in &hull.vertices {
                grow(low, high, &pose.transform_point(vertex));
            }
        }
    }
}

/// The axis-aligned box, in the root's frame, of the collision geometry at these link poses; a unit box around the
/// origin if there is none.
pub fn extent(drawn: &Drawn, poses: &[Pose]) -> (V, V) {
    let mut low = V::from_element(f64::INFINITY);
    let mut high = V::from_element(f64::NEG_INFINITY);
    if let Some(model) = &drawn.model {
        for (geometry, pose) in model.links.iter().zip(poses) {
            let elements = if geometry.collision.is_empty() { &geometry.visual } else { &geometry.collision };
            for element in elements {
                let at = *pose * element.pose;
                let (lo, hi) = solid_extent(&element.solid);
                for corner in 0..8 {
                    let pick = |bit: usize, l: f64, h: f64| if corner & bit == 0 { l } else { h };
                    let local = V::new(pick(1, lo.x, hi.x), pick(2, lo.y, hi.y), pick(4, lo.z, hi.z));
                    if local.iter().all(|c| c.is_finite()) {
                        grow(&mut low, &mut high, &at.transform_point(&local));
                    }
                }
            }
        }
    }
    if low.iter().chain(high.iter()).all(|c| c.is_finite()) {
        (low, high)
    } else {
        (V::from_element(-0.5), V::from_element(0.5))
    }
}

fn solid_extent(solid: &Solid) -> (V, V) {
    let half = match solid {
        Solid::Box { half_extents } => V::from(*half_extents),
        Solid::Sphere { radius } => V::from_element(*radius),
        Solid::Cylinder { radius, half_length } => V::new(*radius, *radius, *half_length),
        Solid::Capsule { radius, half_length } => V::new(*radius, *radius, half_length + radius),
        Solid::Mesh(mesh) => {
            let mut low = V::from_element(f64::INFINITY);
            let mut high = V::from_element(f64::NEG_INFINITY);
            for vertex in &mesh.vertices {
                grow(&mut low, &mut high, vertex);
            }
            return (low, high);
        }
    };
    (-half, half)
}

/// The box around the two shapes of a pair.
pub fn pair_extent(drawn: &Drawn, pair: &SelectedPair) -> (V, V) {
    let mut low = V::from_element(f64::INFINITY);
    let mut high = V::from_element(f64::NEG_INFINITY);
    if let Some(set) = &drawn.shapes {
        for index in [pair.a, pair.b] {
            if let Some(shape) = set.shapes.get(index)
                && let Some(pose) = drawn.link_poses.get(shape.link)
            {
                grow_by_shape(&mut low, &mut high, &shape.geometry, pose);
            }
        }
    }
    if low.iter().chain(high.iter()).all(|c| c.is_finite()) { (low, high) } else { extent(drawn, &drawn.link_poses) }
}
