//! Robots and hulls that lie beside the project, if they do.

use crate::corpus::corpus;
use noclash::math::Vec3;
use noclash::robot::{Robot, parse_urdf};
use noclash::shapes::{Hull, Shape, ShapeGeometry, ShapeId, ShapeSet, ShapeType};
use parry3d_f64::math::Vector;
use std::path::PathBuf;
use std::sync::Arc;

pub fn hull_of(points: &[Vec3]) -> Hull {
    let scaled: Vec<Vector> = points.iter().map(|p| Vector::new(p.x * 1e3, p.y * 1e3, p.z * 1e3)).collect();
    let (vertices, triangles) = parry3d_f64::transformation::try_convex_hull(&scaled).unwrap();
    Hull::new(vertices.iter().map(|v| Vec3::new(v.x, v.y, v.z) / 1e3).collect(), triangles)
}

/// A robot of the oracles with its link hulls.
pub fn link_hulls(name: &str) -> Option<(Arc<Robot>, Arc<ShapeSet>)> {
    let oracle = std::fs::read(corpus(&format!("oracle/{name}.json"))?).unwrap();
    let oracle: serde_json::Value = serde_json::from_slice(&oracle).unwrap();
    let urdf = find(name, "urdf")?;
    let robot = parse_urdf(&std::fs::read(&urdf).unwrap(), "robot.urdf").unwrap().robot;
    let mut shapes = Vec::new();
    for link in oracle["links"].as_array().unwrap() {
        let name = link["name"].as_str().unwrap();
        let Some(points) = link["hull_vertices"].as_array() else { continue };
        let points: Vec<Vec3> = points
            .iter()
            .map(|p| Vec3::new(p[0].as_f64().unwrap(), p[1].as_f64().unwrap(), p[2].as_f64().unwrap()))
            .collect();
        shapes.push(Shape {
            link: robot.link_index(name).unwrap(),
            id: ShapeId { link: name.into(), part: None },
            geometry: ShapeGeometry::Hull(Arc::new(hull_of(&points))),
        });
    }
    shapes.sort_by_key(|s| s.link);
    Some((Arc::new(robot), Arc::new(ShapeSet { shape_type: ShapeType::LinkHulls, shapes })))
}

/// The first file with this extension in the robot's folder.
pub fn find(name: &str, extension: &str) -> Option<PathBuf> {
    let root = corpus("")?;
    let mut folders = vec![root.join("oracle/robots").join(name), root.join("robots").join(name)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                return Some(path);
            }
        }
    }
    None
}
