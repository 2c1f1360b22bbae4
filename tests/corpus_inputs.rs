//! Every robot of the corpus loads, with the links and the geometry that its index gives.

#![allow(clippy::unwrap_used)]

mod corpus;

use corpus::{corpus, folder};
use noclash::diagnostics::Severity;
use noclash::intake::{GeometrySource, LoadSettings, Loaded, candidates, load_model};
use std::path::Path;

/// One row of the index: robot, degrees of freedom, links, links with collision and with visual geometry.
struct Row {
    robot: String,
    dofs: usize,
    links: usize,
    collision: usize,
    visual: usize,
}

fn rows(index: &str) -> Vec<Row> {
    let table = index.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| robot"));
    table
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let (collision, visual) = cells[4].split_once('/').unwrap();
            Row {
                robot: cells[1].to_owned(),
                dofs: cells[2].split(' ').next().unwrap().parse().unwrap(),
                links: cells[3].parse().unwrap(),
                collision: collision.parse().unwrap(),
                visual: visual.parse().unwrap(),
            }
        })
        .collect()
}

fn load(path: &Path) -> Loaded {
    let files = folder(path);
    let best = candidates(&files).into_iter().next().unwrap();
    load_model(&files, &best.path, &LoadSettings::default()).unwrap()
}

#[test]
fn every_robot_loads_as_its_index_says() {
    let Some(robots) = corpus("robots") else { return };
    let index = std::fs::read_to_string(robots.join("INDEX.md")).unwrap();
    for row in rows(&index) {
        let loaded = load(&robots.join(&row.robot));
        let robot = &loaded.model.robot;
        let name = &row.robot;
        assert_eq!(robot.dofs.len(), row.dofs, "{name}: degrees of freedom");
        assert_eq!(robot.links.len(), row.links, "{name}: links");
        assert_eq!(robot.links.iter().filter(|l| !l.collisions.is_empty()).count(), row.collision, "{name}: collision");
        assert_eq!(robot.links.iter().filter(|l| !l.visuals.is_empty()).count(), row.visual, "{name}: visual");
        // Every collision element of the corpus can be used: no link loses its own.
        let used = loaded.model.links.iter().filter(|l| l.source == GeometrySource::Collision).count();
        assert_eq!(used, row.collision, "{name}: collision used");
        for (link, geometry) in robot.links.iter().zip(&loaded.model.links) {
            if geometry.source == GeometrySource::Collision {
                assert_eq!(link.collisions.len(), geometry.collision.len(), "{name}: {}", link.name);
            }
        }
        for mesh in &loaded.report.meshes {
            assert!(mesh.suspicion.is_none(), "{name}: {} {:?}", mesh.uri, mesh.size);
        }
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        println!("{name}: {} diagnostics, errors {errors:?}", loaded.diagnostics.len());
    }
}

#[test]
fn visual_and_collision_meshes_of_a_link_agree_in_size() {
    let Some(robots) = corpus("robots") else { return };
    // Inches in COLLADA, an up axis that is to be ignored, node transforms, glTF beside OBJ.
    for name in ["kuka_kr210", "ur5", "ur5e", "panda", "xarm7_glb", "robotiq_2f85", "fanuc_m10ia"] {
        let loaded = load(&robots.join(name));
        for (link, geometry) in loaded.model.robot.links.iter().zip(&loaded.model.links) {
            let extents = |elements: &[noclash::intake::SolidElement]| {
                let mut low = [f64::INFINITY; 3];
                let mut high = [f64::NEG_INFINITY; 3];
                for element in elements {
                    if let noclash::intake::Solid::Mesh(mesh) = &element.solid {
                        for v in &mesh.vertices {
                            let p = element.pose.transform_point(v);
                            for i in 0..3 {
                                low[i] = low[i].min(p[i]);
                                high[i] = high[i].max(p[i]);
                            }
                        }
                    }
                }
                (low, high)
            };
            if geometry.collision.is_empty() || geometry.visual.is_empty() {
                continue;
            }
            let (a, b) = (extents(&geometry.collision), extents(&geometry.visual));
            for i in 0..3 {
                let gap = (a.0[i] - b.0[i]).abs().max((a.1[i] - b.1[i]).abs());
                assert!(gap < 0.06, "{name} {}: {a:?} {b:?}", link.name);
            }
        }
    }
}
