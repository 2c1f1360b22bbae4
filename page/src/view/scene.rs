//! The robot's entities: made when the robot or the shape type changes, moved with the configuration.

use super::looks::{Looks, material};
use super::silhouette::Silhouette;
use super::style::Style;
use super::{Drawn, meshes};
use bevy::prelude::*;
use noclash::intake::{LinkGeometry, RobotModel, Solid, SolidElement};
use noclash::math::Pose;
use noclash::shapes::ShapeSet;
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

/// The outline of a shape: a child of its entity.
#[derive(Component)]
pub struct OutlineEntity;

/// What is still to be made, a few per update.
enum Waiting {
    Shape(usize),
    Visual { link: usize, element: usize },
}

/// What the present entities were made from.
#[derive(Default)]
pub struct Built {
    model: usize,
    shapes: usize,
    visual: bool,
    waiting: VecDeque<Waiting>,
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

/// What a link looks like: its visual elements, or its collision elements where it has none.
fn looks_of(link: &LinkGeometry) -> &[SolidElement] {
    if link.visual.is_empty() { &link.collision } else { &link.visual }
}

/// Makes the entities anew when the robot, the shapes or the way they are shown has changed.
#[expect(clippy::too_many_arguments, reason = "a Bevy system takes what it needs as parameters")]
pub fn rebuild(
    mut commands: Commands,
    drawn: Res<Drawn>,
    looks: Res<Looks>,
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
        built.waiting.retain(|waiting| !matches!(waiting, Waiting::Visual { .. }));
        if built.model != model_id {
            built.cache.clear();
        }
        if visual && let Some(model) = &drawn.model {
            for (link, geometry) in model.links.iter().enumerate() {
                built.waiting.extend((0..looks_of(geometry).len()).map(|element| Waiting::Visual { link, element }));
            }
        }
        built.model = model_id;
        built.visual = visual;
    }
    if built.shapes != shapes_id {
        for entity in &shapes {
            commands.entity(entity).despawn();
        }
        built.waiting.retain(|waiting| !matches!(waiting, Waiting::Shape(_)));
        if let Some(set) = &drawn.shapes {
            built.waiting.extend((0..set.shapes.len()).map(Waiting::Shape));
        }
        built.shapes = shapes_id;
    }
    let deadline = Instant::now() + Duration::from_millis(12);
    while let Some(next) = built.waiting.pop_front() {
        match next {
            Waiting::Shape(index) => {
                if let Some(set) = &drawn.shapes {
                    spawn_shape(&mut commands, *root, set, index, &looks, &mut mesh_assets);
                }
            }
            Waiting::Visual { link, element } => {
                if let Some(model) = &drawn.model {
                    let cache = &mut built.cache;
                    spawn_visual(&mut commands, *root, model, (link, element), cache, &mut mesh_assets, &mut materials);
                }
            }
        }
        if Instant::now() >= deadline {
            break;
        }
    }
    if !built.waiting.is_empty() {
        redraw.write(bevy::window::RequestRedraw);
    }
}

/// The style of a shape that nothing sets apart.
fn plain(set: &ShapeSet, index: usize, link: usize) -> Style {
    Style::plain(if set.shape_type.is_part() { index } else { link })
}

fn spawn_shape(
    commands: &mut Commands,
    root: Entity,
    set: &ShapeSet,
    index: usize,
    looks: &Looks,
    mesh_assets: &mut Assets<Mesh>,
) {
    let Some(shape) = set.shapes.get(index) else { return };
    let meshes = meshes::shape_meshes(&shape.geometry);
    let style = plain(set, index, shape.link);
    commands
        .spawn((
            ShapeEntity { index, link: shape.link, local: meshes.local },
            style,
            Mesh3d(mesh_assets.add(meshes.body)),
            MeshMaterial3d(looks.body(style)),
            Transform::default(),
            ChildOf(root),
        ))
        .with_child((
            OutlineEntity,
            Mesh3d(mesh_assets.add(meshes.outline)),
            MeshMaterial3d::<Silhouette>::default(),
            Visibility::Hidden,
        ));
}

fn spawn_visual(
    commands: &mut Commands,
    root: Entity,
    model: &RobotModel,
    (link, element): (usize, usize),
    cache: &mut Vec<(usize, Handle<Mesh>)>,
    mesh_assets: &mut Assets<Mesh>,
    materials: &mut Assets<StandardMaterial>,
) {
    let Some(solid) = model.links.get(link).and_then(|geometry| looks_of(geometry).get(element)) else { return };
    let mesh = match &solid.solid {
        Solid::Mesh(mesh) => {
            let id = Arc::as_ptr(mesh) as usize;
            match cache.iter().find(|(known, _)| *known == id) {
                Some((_, handle)) => handle.clone(),
                None => {
                    let handle = mesh_assets.add(meshes::solid_mesh(&solid.solid));
                    cache.push((id, handle.clone()));
                    handle
                }
            }
        }
        other => mesh_assets.add(meshes::solid_mesh(other)),
    };
    let color = solid.color.map_or(Style::plain(0).color(), |[r, g, b, a]| Color::srgba(r, g, b, a.max(0.15)));
    commands.spawn((
        VisualEntity { link, local: transform(&solid.pose), color, faded: false },
        Mesh3d(mesh),
        MeshMaterial3d(materials.add(material(color, 0.55))),
        Transform::default(),
        ChildOf(root),
    ));
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

/// The style that the session asks for.
fn wanted(drawn: &Drawn, set: &ShapeSet, index: usize, link: usize) -> Style {
    match &drawn.selected {
        Some(pair) if pair.a == index => Style::First,
        Some(pair) if pair.b == index => Style::Second,
        None if drawn.first_pick == Some(index) => Style::First,
        _ if drawn.visual => Style::Hidden,
        Some(_) => Style::Faded,
        None if drawn.colliding.get(index).copied().unwrap_or(false) => Style::Colliding,
        None => plain(set, index, link),
    }
}

/// Colours shapes by selection and collision.
pub fn restyle(
    drawn: Res<Drawn>,
    looks: Res<Looks>,
    mut shapes: Query<
        (&ShapeEntity, &mut Style, &mut Visibility, &mut MeshMaterial3d<StandardMaterial>),
        Without<OutlineEntity>,
    >,
    mut outlines: Query<(&ChildOf, &mut Visibility, &mut MeshMaterial3d<Silhouette>), With<OutlineEntity>>,
    mut visuals: Query<(&mut VisualEntity, &MeshMaterial3d<StandardMaterial>), Without<ShapeEntity>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if let Some(set) = &drawn.shapes {
        for (shape, mut style, mut visibility, mut body) in &mut shapes {
            let wanted = wanted(&drawn, set, shape.index, shape.link);
            if *style != wanted {
                *style = wanted;
                *visibility = if wanted == Style::Hidden { Visibility::Hidden } else { Visibility::Inherited };
                body.0 = looks.body(wanted);
            }
        }
        for (parent, mut visibility, mut line) in &mut outlines {
            let style = shapes.get(parent.parent()).map_or(Style::Hidden, |(_, style, ..)| *style);
            let material = looks.outline(style, drawn.light_theme);
            visibility.set_if_neq(if material.is_some() { Visibility::Inherited } else { Visibility::Hidden });
            if let Some(material) = material {
                line.set_if_neq(MeshMaterial3d(material));
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
