//! Distances of two hundred configurations of three robots against those of Pinocchio and Coal, which were checked
//! against exact Minkowski differences.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
mod corpus;

use corpus::corpus;
use noclash::math::{Mat3, Pose, Vec3};
use noclash::proximity::{ConvexBody, Warm, signed_distance, signed_distance_warm};
use noclash::shapes::{BoundingSphere, Hull, Obb};
use parry3d_f64::transformation::try_convex_hull;
use serde_json::Value;

fn oracles() -> Vec<Value> {
    let Some(folder) = corpus("oracle") else { return Vec::new() };
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).ok()?;
        Some(serde_json::from_str(&text).expect("an oracle is valid JSON"))
    };
    ["ur5.json", "panda.json", "xarm7.json"].into_iter().filter_map(read).collect()
}

fn vec3(v: &Value) -> Vec3 {
    let c: Vec<f64> = v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    Vec3::new(c[0], c[1], c[2])
}

fn rows(v: &Value) -> Mat3 {
    Mat3::from_row_iterator(v.as_array().unwrap().iter().take(9).map(|x| x.as_f64().unwrap()))
}

/// The hull of points that are all extreme, by parry in millimetres.
fn hull(points: &[Vec3]) -> Hull {
    let scaled: Vec<_> = points.iter().map(|p| [p.x * 1e3, p.y * 1e3, p.z * 1e3].into()).collect();
    let (vertices, triangles) = try_convex_hull(&scaled).unwrap();
    Hull::new(vertices.iter().map(|v| Vec3::new(v.x, v.y, v.z) * 1e-3).collect(), triangles)
}

/// `name` in the oracle; the bodies per link, `None` where the oracle gives no geometry.
fn bodies(oracle: &Value, name: &str) -> Vec<Option<ConvexBody>> {
    let links = oracle["links"].as_array().unwrap();
    links
        .iter()
        .map(|link| match name {
            "sphere" => Some(
                ConvexBody::from_sphere(&BoundingSphere {
                    center: vec3(&link["sphere"]["center"]),
                    radius: link["sphere"]["radius"].as_f64().unwrap(),
                })
                .unwrap(),
            ),
            "obb" => Some(
                ConvexBody::from_box(&Obb {
                    center: vec3(&link["obb"]["center"]),
                    rotation: rows(&link["obb"]["rotation"]),
                    half_extents: vec3(&link["obb"]["half_extents"]),
                })
                .unwrap(),
            ),
            _ => {
                let points: Vec<Vec3> = link["hull_vertices"].as_array()?.iter().map(vec3).collect();
                Some(ConvexBody::from_hull(&hull(&points)).unwrap())
            }
        })
        .collect()
}

/// Of link `k` in the root link's frame.
fn pose(config: &Value, k: usize) -> Pose {
    let t = &config["transforms"][k];
    let t: Vec<f64> = t.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    Pose::new(Mat3::from_row_slice(&t[..9]), Vec3::new(t[9], t[10], t[11]))
}

fn check(name: &str) {
    for oracle in oracles() {
        let bodies = bodies(&oracle, name);
        let links = oracle["links"].as_array().unwrap();
        let index = |n: &Value| links.iter().position(|l| l["name"] == *n).unwrap();
        let configs = oracle["configs"].as_array().unwrap();
        let poses: Vec<Vec<Pose>> = configs.iter().map(|c| (0..links.len()).map(|k| pose(c, k)).collect()).collect();
        let (mut worst, mut worst_inside, mut compared) = (0.0f64, 0.0f64, 0);
        for (k, pair) in oracle["pairs"].as_array().unwrap().iter().enumerate() {
            let (i, j) = (index(&pair[0]), index(&pair[1]));
            let (Some(a), Some(b)) = (&bodies[i], &bodies[j]) else { continue };
            let mut warm = Warm::new();
            for (c, link_poses) in poses.iter().enumerate() {
                let expected = oracle["distances"][name][c][k].as_f64().unwrap();
                let relative = link_poses[i].relative(&link_poses[j]);
                let cold = signed_distance(a, b, &relative);
                let distance = signed_distance_warm(a, b, &relative, &mut warm);
                assert!((cold.distance - distance).abs() < 1e-9, "{pair} {c}: {} cold, {distance} warm", cold.distance);
                let between = (cold.point_b - cold.point_a).norm();
                assert!((between - cold.distance.abs()).abs() < 1e-9, "{pair} {c}: witnesses {between}, {distance}");
                let error = (distance - expected).abs();
                if expected > 0.0 {
                    worst = worst.max(error);
                } else {
                    worst_inside = worst_inside.max(error);
                }
                assert!(error < if expected > 0.0 { 1e-6 } else { 1e-5 }, "{pair} {c}: {distance}, not {expected}");
                compared += 1;
            }
        }
        println!(
            "{} {name}: {compared} distances, off by {worst:.1e} apart, {worst_inside:.1e} inside",
            oracle["robot"]
        );
    }
}

#[test]
fn spheres() {
    check("sphere");
}

#[test]
fn boxes() {
    check("obb");
}

#[test]
fn hulls() {
    check("hull");
}
