//! Forward kinematics and distances computed in the plainest way: one pair at a time, parry in millimetres.

use noclash::math::{Pose, Vec3};
use noclash::robot::{JointKind, Robot};
use noclash::shapes::{Shape, ShapeGeometry, ShapeSet, pairs};
use noclash::survey::{TypeSurvey, configuration};
use parry3d_f64::math::{Matrix, Pose as Isometry, Rotation, Vector};
use parry3d_f64::query::details::contact_support_map_support_map;
use parry3d_f64::shape::{ConvexPolyhedron, SharedShape};

pub fn link_poses(robot: &Robot, q: &[f64]) -> Vec<Pose> {
    let mut poses = vec![Pose::identity(); robot.links.len()];
    for joint in &robot.joints {
        let value = match &joint.mimic {
            Some(m) => m.multiplier * q[robot.joints[m.joint].dof.unwrap()] + m.offset,
            None => joint.dof.map_or(0.0, |dof| q[dof]),
        };
        let moved = match joint.kind {
            JointKind::Fixed => Pose::identity(),
            JointKind::Revolute | JointKind::Continuous => Pose::from_axis_angle(&joint.axis, value),
            JointKind::Prismatic => Pose::from_translation(joint.axis * value),
            JointKind::Planar | JointKind::Floating => panic!("not in these tests"),
        };
        poses[joint.child] = poses[joint.parent] * joint.origin * moved;
    }
    poses
}

fn vector(v: &Vec3) -> Vector {
    Vector::new(v.x * 1e3, v.y * 1e3, v.z * 1e3)
}

fn isometry(pose: &Pose) -> Isometry {
    let column = |i| Vector::new(pose.rotation[(0, i)], pose.rotation[(1, i)], pose.rotation[(2, i)]);
    let matrix = Matrix::from_cols(column(0), column(1), column(2));
    Isometry::from_parts(vector(&pose.translation), Rotation::from_mat3(&matrix))
}

enum Solid {
    Sphere(Vec3, f64),
    Hull(ConvexPolyhedron),
}

fn vertices(shape: &Shape) -> Vec<Vec3> {
    match &shape.geometry {
        ShapeGeometry::Sphere(_) => Vec::new(),
        ShapeGeometry::Box(b) => (0..8)
            .map(|i| {
                let sign = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
                b.center + b.rotation * b.half_extents.component_mul(&Vec3::new(sign(1), sign(2), sign(4)))
            })
            .collect(),
        ShapeGeometry::Hull(hull) => hull.vertices.clone(),
    }
}

fn solid(shape: &Shape) -> Solid {
    if let ShapeGeometry::Sphere(s) = &shape.geometry {
        return Solid::Sphere(s.center, s.radius);
    }
    let points: Vec<Vector> = vertices(shape).iter().map(vector).collect();
    Solid::Hull(SharedShape::convex_hull(&points).unwrap().as_convex_polyhedron().unwrap().clone())
}

fn between(a: &Solid, b: &Solid, pose: &Pose) -> f64 {
    match (a, b) {
        (Solid::Sphere(c, r), Solid::Sphere(d, s)) => (pose.transform_point(d) - c).norm() - r - s,
        (Solid::Hull(g), Solid::Hull(h)) => {
            contact_support_map_support_map(&isometry(pose), g, h, f64::MAX).unwrap().dist / 1e3
        }
        _ => panic!("shapes of two kinds"),
    }
}

/// Distances of one pair.
pub struct Checker {
    a: (usize, Solid),
    b: (usize, Solid),
}

impl Checker {
    pub fn new(_robot: &Robot, a: &Shape, b: &Shape) -> Self {
        Self { a: (a.link, solid(a)), b: (b.link, solid(b)) }
    }

    pub fn distance(&self, robot: &Robot, q: &[f64]) -> f64 {
        let poses = link_poses(robot, q);
        between(&self.a.1, &self.b.1, &poses[self.a.0].relative(&poses[self.b.0]))
    }
}

pub fn distance(robot: &Robot, a: &Shape, b: &Shape, q: &[f64]) -> f64 {
    let poses = link_poses(robot, q);
    between(&solid(a), &solid(b), &poses[a.link].relative(&poses[b.link]))
}

/// How deep two boxes overlap that lie along the axes of their links, negative if they do not: the least overlap along
/// the normals of their faces and the common perpendiculars of their edges. That is exact, since the faces of the
/// Minkowski difference have no other normals; parry's depth is good to its own tolerance only.
pub fn box_depth(robot: &Robot, a: &Shape, b: &Shape, q: &[f64]) -> f64 {
    let poses = link_poses(robot, q);
    let (pa, pb) = (&poses[a.link], &poses[b.link]);
    let points =
        |shape, pose: &Pose| -> Vec<Vec3> { vertices(shape).iter().map(|v| pose.transform_point(v)).collect() };
    let (va, vb) = (points(a, pa), points(b, pb));
    let columns = |pose: &Pose| [0, 1, 2].map(|i| pose.rotation.column(i).into_owned());
    let (ca, cb) = (columns(pa), columns(pb));
    let crossed = ca.iter().flat_map(|x| cb.iter().map(move |y| x.cross(y)));
    let axes = ca.iter().chain(&cb).copied().chain(crossed.filter(|c| c.norm() > 1e-9).map(|c| c.normalize()));
    let range = |points: &[Vec3], axis: &Vec3| {
        points.iter().map(|p| p.dot(axis)).fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)))
    };
    axes.map(|axis| {
        let ((la, ha), (lb, hb)) = (range(&va, &axis), range(&vb, &axis));
        (ha - lb).min(hb - la)
    })
    .fold(f64::INFINITY, f64::min)
}

/// Asserts that every statistic of `survey` is that of the reference: distances to 1e-6 m separated and 1e-5 m
/// penetrating, hits equal but for samples within 1e-6 m of contact.
pub fn check(robot: &Robot, set: &ShapeSet, survey: &TypeSurvey, seed: u64, samples: u64) {
    let ranges: Vec<(f64, f64)> = robot.dofs.iter().map(|d| (d.lower, d.upper)).collect();
    let solids: Vec<Solid> = set.shapes.iter().map(solid).collect();
    let mut all: Vec<Vec<f64>> = vec![Vec::new(); set.pair_count()];
    for sample in 0..samples {
        let poses = link_poses(robot, &configuration(&ranges, seed, sample));
        for ((i, j), distances) in pairs(set.shapes.len()).zip(&mut all) {
            let relative = poses[set.shapes[i].link].relative(&poses[set.shapes[j].link]);
            distances.push(between(&solids[i], &solids[j], &relative));
        }
    }
    assert_eq!(survey.pairs.len(), all.len());
    for ((i, j), (stats, distances)) in pairs(set.shapes.len()).zip(survey.pairs.iter().zip(&all)) {
        let close = |value: f64, expected: f64| {
            let tolerance = if expected > 0.0 { 1e-6 } else { 1e-5 };
            assert!((value - expected).abs() <= tolerance, "{} {i} {j}: {value} for {expected}", set.shape_type.word());
        };
        let (min, max) = distances.iter().fold((f64::MAX, f64::MIN), |(a, b), d| (a.min(*d), b.max(*d)));
        close(stats.min, min);
        close(stats.max, max);
        let mean = distances.iter().sum::<f64>() / samples as f64;
        assert!((stats.mean - mean).abs() <= 1e-5, "{} {i} {j}: mean {} for {mean}", set.shape_type.word(), stats.mean);
        close(distances[stats.argmin as usize], min);
        close(distances[stats.argmax as usize], max);
        let sure = distances.iter().filter(|d| **d <= -1e-6).count() as u64;
        let possible = distances.iter().filter(|d| **d <= 1e-6).count() as u64;
        assert!((sure..=possible).contains(&stats.collisions), "{i} {j}: {} hits for {sure}", stats.collisions);
        assert_eq!(stats.min <= 0.0, stats.collisions > 0);
    }
}
