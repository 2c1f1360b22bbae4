//! Small robots made in code.

use noclash::math::{Mat3, Pose, Vec3};
use noclash::robot::{Dof, DofKind, Joint, JointKind, Limits, Link, Mimic, Robot};
use noclash::shapes::{BoundingSphere, Hull, Obb, Shape, ShapeGeometry, ShapeId, ShapeSet, ShapeType};
use std::sync::Arc;

fn link(name: &str) -> Link {
    Link { name: name.into(), collisions: Vec::new(), visuals: Vec::new(), line: None }
}

fn joint(i: usize, kind: JointKind, parent: usize, origin: Pose, axis: Vec3, dof: Option<usize>) -> Joint {
    Joint {
        name: format!("joint_{i}"),
        kind,
        parent,
        child: i + 1,
        origin,
        axis,
        limits: Some(Limits { lower: -2.0, upper: 2.0 }),
        soft_limits: None,
        mimic: None,
        dof,
        line: None,
    }
}

fn dof(joint: usize, kind: DofKind, lower: f64, upper: f64) -> Dof {
    Dof { name: format!("joint_{joint}"), joint, kind, lower, upper, limited: true, wraps: false }
}

/// A base at the origin and a tip link that turns about z at (a, 0, 0).
pub fn planar(a: f64, range: (f64, f64)) -> Robot {
    let origin = Pose::from_translation(Vec3::new(a, 0.0, 0.0));
    Robot {
        name: "planar".into(),
        links: vec![link("base"), link("tip")],
        joints: vec![joint(0, JointKind::Revolute, 0, origin, Vec3::z(), Some(0))],
        root: 0,
        dofs: vec![dof(0, DofKind::Revolute, range.0, range.1)],
        parent_joint: vec![None, Some(0)],
    }
}

/// A tree with `n` degrees of freedom: turns about skew axes, every third a slide, a fixed joint and a mimic joint at
/// the end, and a branch from the base.
pub fn arm(n: usize) -> Robot {
    let mut robot = Robot {
        name: "arm".into(),
        links: vec![link("link_0")],
        joints: Vec::new(),
        root: 0,
        dofs: Vec::new(),
        parent_joint: vec![None],
    };
    for i in 0..n + 2 {
        robot.links.push(link(&format!("link_{}", i + 1)));
        robot.parent_joint.push(Some(i));
        let axes = [Vec3::z(), Vec3::new(0.0, -1.0, 0.0), Vec3::new(2.0, 3.0, 6.0) / 7.0];
        let origin = Pose::from_xyz_rpy([0.25, 0.02, 0.1], [0.3, -0.2, 0.7]);
        // The last joint but two branches off from the base.
        let parent = if i + 1 == n { 0 } else { i };
        let (kind, own) = match i {
            _ if i == n => (JointKind::Fixed, None),
            _ if i == n + 1 => (JointKind::Revolute, None),
            2 => (JointKind::Prismatic, Some(i)),
            _ => (JointKind::Revolute, Some(i)),
        };
        if own.is_some() {
            let range = if i == 2 { (-0.1, 0.3) } else { (-2.0, 1.5) };
            let kind = if i == 2 { DofKind::Prismatic } else { DofKind::Revolute };
            robot.dofs.push(dof(i, kind, range.0, range.1));
        }
        let mut joint = joint(i, kind, parent, origin, axes[i % 3], own);
        if i == n + 1 {
            joint.mimic = Some(Mimic { joint: 0, multiplier: -0.5, offset: 0.25 });
        }
        robot.joints.push(joint);
    }
    robot
}

pub fn box_hull(center: Vec3, half: [f64; 3]) -> Arc<Hull> {
    let vertices = (0..8)
        .map(|i| {
            let sign = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
            center + Vec3::new(sign(1) * half[0], sign(2) * half[1], sign(4) * half[2])
        })
        .collect();
    let triangles = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    Arc::new(Hull::new(vertices, triangles.to_vec()))
}

fn shape(link: usize, name: &str, part: Option<u32>, geometry: ShapeGeometry) -> Shape {
    Shape { link, id: ShapeId { link: name.into(), part }, geometry }
}

pub fn sphere_shape(link: usize, name: &str, part: Option<u32>, center: Vec3, radius: f64) -> Shape {
    shape(link, name, part, ShapeGeometry::Sphere(BoundingSphere { center, radius }))
}

/// A box along the link's axes, full edge lengths.
pub fn box_shape(link: usize, name: &str, part: Option<u32>, center: Vec3, half: [f64; 3]) -> Shape {
    let half_extents = Vec3::from(half);
    shape(link, name, part, ShapeGeometry::Box(Obb { center, rotation: Mat3::identity(), half_extents }))
}

pub fn empty_set(shape_type: ShapeType) -> Arc<ShapeSet> {
    Arc::new(ShapeSet { shape_type, shapes: Vec::new() })
}

/// Link, its name, part, centre and half extents to a shape.
type Maker = dyn Fn(usize, &str, Option<u32>, Vec3, [f64; 3]) -> Shape;

/// Boxes on every link but the second, two parts each, as all six types.
pub fn sets_with(robot: &Robot) -> [Arc<ShapeSet>; 6] {
    let parts = |i: usize| -> Vec<(Vec3, [f64; 3])> {
        let x = 0.02 * i as f64;
        if i == 1 {
            return Vec::new();
        }
        vec![(Vec3::new(0.1, 0.0, x), [0.08, 0.04, 0.03]), (Vec3::new(-0.05, 0.02, 0.0), [0.05, 0.03, 0.06])]
    };
    ShapeType::ALL.map(|shape_type| {
        let count = if shape_type.is_part() { 2 } else { 1 };
        let shapes = |make: &Maker| {
            let mut shapes = Vec::new();
            for (i, link) in robot.links.iter().enumerate() {
                for (k, (center, half)) in parts(i).into_iter().take(count).enumerate() {
                    shapes.push(make(i, &link.name, shape_type.is_part().then_some(k as u32), center, half));
                }
            }
            shapes
        };
        let set = match shape_type {
            ShapeType::LinkSpheres | ShapeType::PartSpheres => {
                shapes(&|i, name, part, center, half| sphere_shape(i, name, part, center, Vec3::from(half).norm()))
            }
            ShapeType::LinkBoxes | ShapeType::PartBoxes => shapes(&box_shape),
            ShapeType::LinkHulls | ShapeType::PartHulls => {
                shapes(&|i, name, part, center, half| shape(i, name, part, ShapeGeometry::Hull(box_hull(center, half))))
            }
        };
        Arc::new(ShapeSet { shape_type, shapes: set })
    })
}

/// A chain of turning joints with random axes, about 0.3 m from each other, each with a random range of up to a turn.
pub fn random_chain(joints: usize, seed: u64) -> Robot {
    let value = |k: usize, i: usize| 2.0 * noclash::survey::sample_value(seed, k as u64, i) - 1.0;
    let mut robot = Robot {
        name: "chain".into(),
        links: vec![link("link_0")],
        joints: Vec::new(),
        root: 0,
        dofs: Vec::new(),
        parent_joint: vec![None],
    };
    for k in 0..joints {
        let xyz = [0.3 * value(k, 0), 0.3 * value(k, 1), 0.3 * value(k, 2)];
        let origin = Pose::from_xyz_rpy(xyz, [3.0 * value(k, 3), value(k, 4), 3.0 * value(k, 5)]);
        let axis = Vec3::new(value(k, 6), value(k, 7), value(k, 8) + 1e-3).normalize();
        robot.links.push(link(&format!("link_{}", k + 1)));
        robot.parent_joint.push(Some(k));
        robot.joints.push(joint(k, JointKind::Revolute, k, origin, axis, Some(k)));
        robot.dofs.push(dof(k, DofKind::Revolute, -1.6 + 1.5 * value(k, 9), 1.6 + 1.5 * value(k, 10)));
    }
    robot
}

/// A box on the first and on the last link, the outer one placed so that at configuration `q` their faces overlap by
/// `depth`.
pub fn touching(robot: &Robot, q: &[f64], depth: f64) -> ShapeSet {
    let last = robot.links.len() - 1;
    let outer = crate::reference::link_poses(robot, q)[last].inverse();
    // Seen from the first link the outer box lies beside the inner one, along x.
    let at = Pose::from_translation(Vec3::new(0.1 + 0.05 - depth, 0.01, -0.02));
    let pose = outer * at;
    let inner = box_shape(0, "link_0", None, Vec3::zeros(), [0.1, 0.06, 0.08]);
    let half_extents = Vec3::new(0.05, 0.03, 0.04);
    let obb = Obb { center: pose.translation, rotation: pose.rotation, half_extents };
    let outer = shape(last, &robot.links[last].name, None, ShapeGeometry::Box(obb));
    ShapeSet { shape_type: ShapeType::LinkBoxes, shapes: vec![inner, outer] }
}
