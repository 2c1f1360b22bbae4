//! The results of all stages to one [`Shapes`].

use super::made::{Made, MadeLink};
use super::pipeline::{LinkWork, PartsWork, Target, Workspace};
use super::{BoundingSphere, Fit, LinkShapes, Obb, Shape, ShapeGeometry, ShapeId, ShapeSet, ShapeType, Shapes};
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::sync::{Arc, OnceLock};

pub(super) fn assemble(work: &Workspace) -> Shapes {
    let mut lists: [Vec<Shape>; 6] = Default::default();
    let mut links = Vec::with_capacity(work.links.len());
    let mut made = Vec::with_capacity(work.links.len());
    let mut diagnostics = Diagnostics::default();
    let mut reused = 0;
    let bounds = bounds(work);
    let nothing = PartsWork::default();
    for (link, slot) in work.links.iter().enumerate() {
        let name = work.model.robot.links.get(link).map_or("", |l| l.name.as_str());
        let parts = work.parts.get(link).and_then(OnceLock::get).unwrap_or(&nothing);
        let done = match slot.get() {
            Some(LinkWork::Known(known)) => {
                reused += 1;
                known.clone()
            }
            Some(LinkWork::Fresh(fresh)) => {
                // A cancelled run has hulls without bounds; its shapes are not shown.
                let made = |fit: &Fit, part| {
                    let (sphere, obb) = bounds.get(link, part)?;
                    Some(Made { fit: fit.clone(), sphere, obb })
                };
                let mut hull = fresh.hull.as_ref().and_then(|hull| made(&hull.fit, None));
                if let Some(hull) = &mut hull {
                    hull.fit.protrusion = parts.hull_protrusion;
                }
                let parts_made = parts.parts.iter().enumerate().filter_map(|(i, part)| made(part.fit(), Some(i)));
                Arc::new(MadeLink {
                    key: fresh.key,
                    triangles: fresh.mesh.mesh.triangles.len(),
                    geometry: !fresh.mesh.is_empty(),
                    hull,
                    parts: parts_made.collect(),
                    solid_volume: parts.solid_volume,
                    coverage: parts.coverage.get().copied(),
                    diagnostics: fresh.diagnostics.clone(),
                })
            }
            None => {
                links.push(LinkShapes { link: name.to_string(), ..LinkShapes::default() });
                continue;
            }
        };
        notes(name, &done, &mut diagnostics);
        push(&mut lists, link, name, &done);
        links.push(report(name, &done));
        made.push(done);
    }
    let mut lists = lists.into_iter();
    let sets =
        ShapeType::ALL.map(|shape_type| Arc::new(ShapeSet { shape_type, shapes: lists.next().unwrap_or_default() }));
    Shapes { sets, links, made, reused, diagnostics }
}

fn notes(name: &str, done: &MadeLink, diagnostics: &mut Diagnostics) {
    diagnostics.extend(done.diagnostics.clone());
    match &done.hull {
        Some(hull) => {
            if let Some(thickened) = hull.fit.thickened {
                diagnostics.push(
                    Diagnostic::warning(
                        "link-without-volume",
                        format!(
                            "The geometry of link '{name}' is {}; it was given a thickness of one micrometre.",
                            thickened.word()
                        ),
                    )
                    .mend("Use geometry that encloses a volume."),
                );
            }
        }
        None if done.geometry => diagnostics.push(
            Diagnostic::error(
                "link-without-points",
                format!("Link '{name}' has geometry without any finite point; it has no shapes."),
            )
            .mend("Export its meshes again."),
        ),
        None => {}
    }
}

fn report(name: &str, done: &MadeLink) -> LinkShapes {
    LinkShapes {
        link: name.to_string(),
        triangles: done.triangles,
        hull: done.hull.as_ref().map(|made| made.fit.clone()),
        sphere_volume: done.hull.as_ref().map_or(0.0, |made| made.sphere.volume()),
        box_volume: done.hull.as_ref().map_or(0.0, |made| made.obb.volume()),
        parts: done.parts.iter().map(|made| made.fit.clone()).collect(),
        parts_volume: done.parts.iter().map(|made| made.fit.volume).sum(),
        solid_volume: done.solid_volume,
        coverage: done.coverage,
        protrusion: done.parts.iter().filter_map(|made| made.fit.protrusion).reduce(f64::max),
    }
}

fn push(lists: &mut [Vec<Shape>; 6], link: usize, name: &str, done: &MadeLink) {
    let mut add = |types: [ShapeType; 3], part: Option<u32>, made: &Made| {
        let shape = |geometry| Shape { link, id: ShapeId { link: name.to_string(), part }, geometry };
        let [spheres, boxes, hulls] = types.map(ShapeType::index);
        lists[spheres].push(shape(ShapeGeometry::Sphere(made.sphere)));
        lists[boxes].push(shape(ShapeGeometry::Box(made.obb)));
        lists[hulls].push(shape(ShapeGeometry::Hull(made.fit.hull.clone())));
    };
    if let Some(hull) = &done.hull {
        add([ShapeType::LinkSpheres, ShapeType::LinkBoxes, ShapeType::LinkHulls], None, hull);
    }
    for (part, made) in done.parts.iter().enumerate() {
        add([ShapeType::PartSpheres, ShapeType::PartBoxes, ShapeType::PartHulls], Some(part as u32), made);
    }
}

/// The spheres and boxes by link and part.
struct Bounds {
    links: Vec<Option<(BoundingSphere, Obb)>>,
    parts: Vec<Vec<Option<(BoundingSphere, Obb)>>>,
}

fn bounds(work: &Workspace) -> Bounds {
    let mut found = Bounds { links: vec![None; work.links.len()], parts: vec![Vec::new(); work.links.len()] };
    for (target, slot) in work.bounds.get().into_iter().flatten() {
        match *target {
            Target::Link(link) => found.links[link] = slot.get().copied(),
            // Parts come in ascending order.
            Target::Part(link, _) => found.parts[link].push(slot.get().copied()),
        }
    }
    found
}

impl Bounds {
    fn get(&self, link: usize, part: Option<usize>) -> Option<(BoundingSphere, Obb)> {
        match part {
            None => self.links.get(link).copied().flatten(),
            Some(part) => self.parts.get(link)?.get(part).copied().flatten(),
        }
    }
}
