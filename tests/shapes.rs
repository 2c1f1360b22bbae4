//! Hulls, spheres and boxes against values computed by others, and the enclosure of every robot at hand.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod corpus;

use corpus::{corpus, folder};
use noclash::intake::{LoadSettings, RobotModel, Solid, candidates, load_model};
use noclash::math::Vec3;
use noclash::shapes::{ShapeGeometry, ShapeSettings, ShapeType, Shapes, build};
use serde_json::Value;
use std::sync::Arc;

/// The robot in a folder of the corpus; `None` if the folder is absent.
fn load(part: &str) -> Option<Arc<RobotModel>> {
    let files = folder(&corpus(part)?);
    let loaded = candidates(&files).iter().find_map(|c| load_model(&files, &c.path, &LoadSettings::default()).ok());
    Some(Arc::new(loaded.expect("the folder holds a robot").model))
}

fn vec3(v: &Value) -> Vec3 {
    let c: Vec<f64> = v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    Vec3::new(c[0], c[1], c[2])
}

/// Hull volume and area to 1e-6, sphere within 1e-6 of minimal, box within 1 % of the refined minimum.
#[test]
fn links_agree_with_the_oracles() {
    for (oracle, folder) in [("ur5", "robots/ur5"), ("panda", "oracle/robots/panda"), ("xarm7", "oracle/robots/xarm7")]
    {
        let Some(path) = corpus(&format!("oracle/{oracle}.json")) else { continue };
        let text = std::fs::read_to_string(path).unwrap();
        let Some(model) = load(folder) else { continue };
        let shapes = build(&model, &ShapeSettings { max_parts: 1, ..ShapeSettings::default() }).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        let links = document["links"].as_array().unwrap();
        assert_eq!(shapes.set(ShapeType::LinkHulls).shapes.len(), links.len(), "{oracle}");
        for expected in links {
            let name = expected["name"].as_str().unwrap();
            let find = |t| shapes.set(t).shapes.iter().find(|s: &&noclash::shapes::Shape| s.id.link == name).unwrap();
            let ShapeGeometry::Hull(hull) = &find(ShapeType::LinkHulls).geometry else { panic!() };
            let close = |value: f64, key: &str| {
                let wanted = expected[key].as_f64().unwrap();
                assert!((value / wanted - 1.0).abs() < 1e-6, "{oracle} {name} {key}: {value} for {wanted}");
            };
            close(hull.volume(), "hull_volume");
            close(hull.area(), "hull_area");
            let ShapeGeometry::Sphere(sphere) = &find(ShapeType::LinkSpheres).geometry else { panic!() };
            let radius = expected["sphere"]["radius"].as_f64().unwrap();
            assert!((sphere.radius - radius).abs() < 1e-6, "{oracle} {name}: {} for {radius}", sphere.radius);
            assert!((sphere.center - vec3(&expected["sphere"]["center"])).norm() < 1e-5);
            let ShapeGeometry::Box(obb) = &find(ShapeType::LinkBoxes).geometry else { panic!() };
            let (volume, wanted) = (8.0 * obb.half_extents.product(), expected["obb"]["volume"].as_f64().unwrap());
            assert!(volume <= wanted * 1.01, "{oracle} {name}: box {} of the oracle's", volume / wanted);
        }
    }
}

/// Points spread over the surface of a link's meshes, in the link frame: the same on every run.
fn surface_points(model: &RobotModel, link: usize, count: usize) -> Vec<Vec3> {
    let mut triangles = Vec::new();
    for element in &model.links[link].collision {
        if let Solid::Mesh(mesh) = &element.solid {
            triangles.extend(
                mesh.triangles.iter().map(|t| t.map(|v| element.pose.transform_point(&mesh.vertices[v as usize]))),
            );
        }
    }
    let area = |t: &[Vec3; 3]| (t[1] - t[0]).cross(&(t[2] - t[0])).norm();
    let share = triangles.iter().map(area).sum::<f64>() / count as f64;
    let (mut passed, mut points) = (0.0, Vec::new());
    for t in triangles.iter().filter(|_| share > 0.0) {
        passed += area(t);
        while share * (points.len() as f64 + 0.5) < passed {
            let i = points.len() as f64;
            let (mut u, mut v) = ((i * 0.754_877_666).fract(), (i * 0.569_840_291).fract());
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            points.push(t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v);
        }
    }
    points
}

/// How far a point is outside a shape: at least this, and not more than 0 inside.
fn outside(geometry: &ShapeGeometry, point: &Vec3) -> f64 {
    match geometry {
        ShapeGeometry::Sphere(s) => (point - s.center).norm() - s.radius,
        ShapeGeometry::Box(b) => (b.rotation.tr_mul(&(point - b.center)).abs() - b.half_extents).max(),
        ShapeGeometry::Hull(h) => {
            h.planes().iter().map(|(normal, offset)| normal.dot(point) - offset).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

fn assert_enclosed(name: &str, model: &RobotModel, shapes: &Shapes, count: usize) {
    for (link, entry) in model.robot.links.iter().enumerate() {
        let points = surface_points(model, link, count);
        for set in &shapes.sets {
            let own: Vec<&ShapeGeometry> = set.shapes.iter().filter(|s| s.link == link).map(|s| &s.geometry).collect();
            let planes: Vec<Vec<(Vec3, f64)>> =
                own.iter().map(|g| if let ShapeGeometry::Hull(h) = g { h.planes() } else { Vec::new() }).collect();
            for point in &points {
                let covered = own.iter().zip(&planes).any(|(geometry, planes)| match geometry {
                    ShapeGeometry::Hull(_) => planes.iter().all(|(n, d)| n.dot(point) - d <= 1e-6),
                    _ => outside(geometry, point) <= 1e-6,
                });
                assert!(covered, "{name} {}: {point} is outside its {}", entry.name, set.shape_type.word());
            }
        }
    }
}

/// The seven meshes of a real arm: complete, few parts, near the mesh.
#[test]
fn an_arm_is_covered_by_few_close_parts() {
    let Some(model) = load("robots/ur5") else { return };
    let shapes = build(&model, &ShapeSettings::default()).unwrap();
    assert_enclosed("ur5", &model, &shapes, 2000);
    let with_solid: Vec<_> = shapes.links.iter().filter(|l| l.solid_volume.is_some()).collect();
    assert_eq!(with_solid.len(), 7);
    let parts: usize = with_solid.iter().map(|l| l.parts.len()).sum();
    let volume: f64 = with_solid.iter().map(|l| l.parts_volume).sum();
    let solid: f64 = with_solid.iter().filter_map(|l| l.solid_volume).sum();
    assert!(parts <= 120, "{parts} parts");
    assert!(volume <= 1.025 * solid, "{} of the meshes' volume", volume / solid);
    assert!(with_solid.iter().all(|l| l.protrusion.unwrap() <= 0.008));
}

/// Robots with OBJ, STL and COLLADA meshes and primitives, each done in about a second.
const FEW: [&str; 5] = ["airo_robotiq_2f85", "fr3", "panda", "robotiq_2f85", "urdf_tutorial"];

/// Robots at hand, coarsely: whatever the meshes are like, they are covered. A few robots, or with `NOCLASH_ALL=1` in
/// the environment every one, which takes minutes.
#[test]
fn robots_are_enclosed() {
    let all = std::env::var_os("NOCLASH_ALL").is_some_and(|v| v == "1");
    let Some(robots) = corpus("robots") else { return };
    let entries = std::fs::read_dir(robots).unwrap().map(Result::unwrap).filter(|e| e.path().is_dir());
    let mut names: Vec<String> = entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| all || FEW.contains(&name.as_str()));
    names.sort();
    // Coarse, so that it takes little time; how fine the parts are changes nothing in what is covered.
    let settings = ShapeSettings { max_protrusion: 0.03, max_excess: 0.2, max_parts: 8, ..ShapeSettings::default() };
    for name in names {
        let Some(model) = load(&format!("robots/{name}")) else { continue };
        let started = std::time::Instant::now();
        let shapes = build(&model, &settings).unwrap();
        assert_enclosed(&name, &model, &shapes, 200);
        println!("{name}: {:.1} s", started.elapsed().as_secs_f64());
    }
}
