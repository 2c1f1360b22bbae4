//! Nanoseconds per distance query, cold and warm, apart and in penetration, beside parry3d-f64 on the same bodies and
//! poses (in millimetres, where its tolerances hold). Run with `cargo bench --bench proximity`; the ratios mean more
//! than the times.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use noclash::math::{Mat3, Pose, Vec3};
use noclash::proximity::{ConvexBody, Warm, signed_distance, signed_distance_warm};
use noclash::shapes::{BoundingSphere, Hull, Obb};
use parry3d_f64::math::{Matrix, Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::contact;
use parry3d_f64::shape::ConvexPolyhedron;
use parry3d_f64::transformation::try_convex_hull;
use std::hint::black_box;
use std::time::Instant;

const POSES: usize = 4_000;
const ROUNDS: usize = 5;

/// Points spread evenly over an ellipsoid of 0.3 by 0.2 by 0.1 m half axes.
fn ellipsoid(n: usize) -> Vec<Vec3> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..n)
        .map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / n as f64;
            let (s, c) = libm::sincos(golden * i as f64);
            let r = (1.0 - z * z).sqrt();
            Vec3::new(0.3 * r * c, 0.2 * r * s, 0.1 * z)
        })
        .collect()
}

struct Both {
    ours: ConvexBody,
    parry: ConvexPolyhedron,
}

fn hull(n: usize) -> Both {
    let scaled: Vec<Vector> = ellipsoid(n).iter().map(|p| Vector::new(p.x * 1e3, p.y * 1e3, p.z * 1e3)).collect();
    let (vertices, triangles) = try_convex_hull(&scaled).unwrap();
    let metres = vertices.iter().map(|v| Vec3::new(v.x, v.y, v.z) * 1e-3).collect();
    let ours = ConvexBody::from_hull(&Hull::new(metres, triangles.clone())).unwrap();
    Both { ours, parry: ConvexPolyhedron::from_convex_mesh(vertices, &triangles).unwrap() }
}

/// A turn about z and a slower one about a tilted axis, B's centre on a circle of `radius` metres: neighbours differ
/// as in a sorted block of a survey.
fn poses(radius: f64) -> Vec<Pose> {
    (0..POSES)
        .map(|i| {
            let t = i as f64 / POSES as f64 * std::f64::consts::TAU;
            let turn = Pose::from_xyz_rpy([0.0; 3], [0.3 * libm::sin(3.0 * t), 0.5, 2.0 * t]);
            let (s, c) = libm::sincos(t);
            Pose::new(turn.rotation, Vec3::new(radius * c, radius * s, 0.3 * radius))
        })
        .collect()
}

/// The best of some rounds, nanoseconds per pose.
fn time(mut round: impl FnMut()) -> f64 {
    let one = |round: &mut dyn FnMut()| {
        let start = Instant::now();
        round();
        start.elapsed().as_secs_f64() * 1e9 / POSES as f64
    };
    (0..ROUNDS).map(|_| one(&mut round)).fold(f64::INFINITY, f64::min)
}

fn ours(a: &ConvexBody, b: &ConvexBody, poses: &[Pose]) -> (f64, f64) {
    let cold = time(|| {
        for p in poses {
            black_box(signed_distance(a, b, p).distance);
        }
    });
    let mut warm = Warm::new();
    let warm = time(|| {
        warm.reset();
        for p in poses {
            black_box(signed_distance_warm(a, b, p, &mut warm));
        }
    });
    (cold, warm)
}

fn main() {
    println!(
        "{:<18} {:<8} {:>10} {:>10} {:>10} {:>12}",
        "bodies", "poses", "cold ns", "warm ns", "parry ns", "parry / warm"
    );
    for n in [16, 64, 500, 2_000] {
        let body = hull(n);
        for (name, radius) in [("apart", 0.9), ("inside", 0.15)] {
            let poses = poses(radius);
            let (cold, warm) = ours(&body.ours, &body.ours, &poses);
            let scaled: Vec<ParryPose> = poses.iter().map(to_parry).collect();
            let parry = time(|| {
                for p in &scaled {
                    let found = contact(&ParryPose::IDENTITY, &body.parry, p, &body.parry, f64::MAX);
                    black_box(found.ok().flatten().map(|c| c.dist));
                }
            });
            let bodies = format!("hulls of {n}");
            println!("{bodies:<18} {name:<8} {cold:>10.0} {warm:>10.0} {parry:>10.0} {:>12.1}", parry / warm);
        }
    }
    let half_extents = Vec3::new(0.3, 0.2, 0.1);
    let cuboid = Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents };
    let cuboid = ConvexBody::from_box(&cuboid).unwrap();
    let ball = ConvexBody::from_sphere(&BoundingSphere { center: Vec3::zeros(), radius: 0.2 }).unwrap();
    for (bodies, body) in [("boxes", &cuboid), ("spheres", &ball)] {
        for (name, radius) in [("apart", 0.9), ("inside", 0.15)] {
            let (cold, warm) = ours(body, body, &poses(radius));
            println!("{bodies:<18} {name:<8} {cold:>10.0} {warm:>10.0}");
        }
    }
}

fn to_parry(pose: &Pose) -> ParryPose {
    let column = |k: usize| pose.rotation.column(k).into_owned();
    let vector = |v: Vec3| Vector::new(v.x, v.y, v.z);
    let matrix = Matrix::from_cols(vector(column(0)), vector(column(1)), vector(column(2)));
    ParryPose::from_parts(vector(pose.translation * 1e3), Rotation::from_mat3(&matrix))
}
