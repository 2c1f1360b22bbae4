//! Small robots and surveys for tests.

use crate::math::{Mat3, Pose, Vec3};
use crate::robot::{Dof, DofKind, Joint, JointKind, Limits, Link, Robot};
use crate::shapes::{BoundingSphere, Hull, Obb, Shape, ShapeGeometry, ShapeId, ShapeSet, ShapeType};
use crate::survey::{PairStats, TypeSurvey};
use std::sync::Arc;

/// A serial chain of links, one metre apart; joint `i` joins links `i` and `i + 1`. Joints listed in `fixed` are
/// fixed, the others revolute about z within -1..1.
pub(crate) fn chain(names: &[&str], fixed: &[usize]) -> Robot {
    let links = names
        .iter()
        .map(|name| Link { name: (*name).to_owned(), collisions: Vec::new(), visuals: Vec::new(), line: None })
        .collect();
    let (mut joints, mut dofs) = (Vec::new(), Vec::new());
    for i in 0..names.len().saturating_sub(1) {
        let moving = !fixed.contains(&i);
        let name = format!("joint_{i}");
        let dof = moving.then_some(dofs.len());
        if moving {
            dofs.push(Dof {
                name: name.clone(),
                joint: i,
                kind: DofKind::Revolute,
                lower: -1.0,
                upper: 1.0,
                limited: true,
                wraps: false,
            });
        }
        joints.push(Joint {
            name,
            kind: if moving { JointKind::Revolute } else { JointKind::Fixed },
            parent: i,
            child: i + 1,
            origin: Pose::from_translation(Vec3::x()),
            axis: Vec3::z(),
            limits: moving.then_some(Limits { lower: -1.0, upper: 1.0 }),
            soft_limits: None,
            mimic: None,
            dof,
            line: None,
        });
    }
    let parent_joint = (0..names.len()).map(|i| i.checked_sub(1)).collect();
    Robot { name: "chain".to_owned(), links, joints, root: 0, dofs, parent_joint }
}

/// One hull per link.
pub(crate) fn link_set(robot: &Robot) -> ShapeSet {
    shape_set(robot, ShapeType::LinkHulls, 1)
}

/// `parts` shapes per link (one without part number at link level), each a little different.
pub(crate) fn shape_set(robot: &Robot, shape_type: ShapeType, parts: u32) -> ShapeSet {
    let mut shapes = Vec::new();
    for (link, entry) in robot.links.iter().enumerate() {
        for part in 0..if shape_type.is_part() { parts } else { 1 } {
            let size = 0.1 + 0.01 * link as f64 + 0.001 * f64::from(part);
            let center = Vec3::new(size, -size / 3.0, 1e-5);
            let geometry = match shape_type {
                ShapeType::LinkSpheres | ShapeType::PartSpheres => {
                    ShapeGeometry::Sphere(BoundingSphere { center, radius: size })
                }
                ShapeType::LinkBoxes | ShapeType::PartBoxes => ShapeGeometry::Box(Obb {
                    center,
                    rotation: Mat3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0),
                    half_extents: Vec3::new(size, 2.0 * size, 3.0 * size),
                }),
                ShapeType::LinkHulls | ShapeType::PartHulls => ShapeGeometry::Hull(Arc::new(Hull::new(
                    vec![center, center + Vec3::x() * size, center + Vec3::y() * size, center + Vec3::z() * size],
                    vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
                ))),
            };
            let id = ShapeId { link: entry.name.clone(), part: shape_type.is_part().then_some(part) };
            shapes.push(Shape { link, id, geometry });
        }
    }
    ShapeSet { shape_type, shapes }
}

pub(crate) fn stats(min: f64, collisions: u64, samples: u64) -> PairStats {
    PairStats { min, mean: min + 0.5, max: min + 1.0, collisions, samples, argmin: 0, argmax: 1 }
}

pub(crate) fn survey(pairs: &[PairStats]) -> TypeSurvey {
    TypeSurvey {
        shape_type: ShapeType::LinkHulls,
        samples: pairs.first().map_or(0, |p| p.samples),
        pairs: pairs.to_vec(),
    }
}
