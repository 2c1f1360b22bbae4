//! The results of all stages to one [`Shapes`].

use super::pipeline::{PartsWork, Target, Workspace};
use super::{BoundingSphere, LinkShapes, Obb, Shape, ShapeGeometry, ShapeId, ShapeSet, ShapeType, Shapes};
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::sync::{Arc, OnceLock};

pub(super) fn assemble(work: &Workspace) -> Shapes {
    let mut lists: [Vec<Shape>; 6] = Default::default();
    let mut links = Vec::with_capacity(work.links.len());
    let mut diagnostics = Diagnostics::default();
    let bounds = bounds(work);
    let nothing = PartsWork::default();
    for (link, slot) in work.links.iter().enumerate() {
        let name = work.model.robot.links.get(link).map_or("", |l| l.name.as_str());
        let mut report = LinkShapes { link: name.to_string(), ..LinkShapes::default() };
        if let Some(done) = slot.get() {
            diagnostics.extend(done.diagnostics.clone());
            report.triangles = done.mesh.mesh.triangles.len();
            let id = |part| ShapeId { link: name.to_string(), part };
            if let Some(hull) = &done.hull {
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
                push(
                    &mut lists,
                    [ShapeType::LinkSpheres, ShapeType::LinkBoxes, ShapeType::LinkHulls],
                    |geometry| Shape { link, id: id(None), geometry },
                    bounds.get(link, None),
                    &hull.fit.hull,
                );
                report.hull = Some(hull.fit.clone());
            } else if !done.mesh.is_empty() {
                diagnostics.push(
                    Diagnostic::error(
                        "link-without-points",
                        format!("Link '{name}' has geometry without any finite point; it has no shapes."),
                    )
                    .mend("Export its meshes again."),
                );
            }
            let parts = work.parts.get(link).and_then(OnceLock::get).unwrap_or(&nothing);
            report.solid_volume = parts.solid_volume;
            if let Some(hull) = &mut report.hull {
                hull.protrusion = parts.hull_protrusion;
            }
            for (part, done) in parts.parts.iter().enumerate() {
                push(
                    &mut lists,
                    [ShapeType::PartSpheres, ShapeType::PartBoxes, ShapeType::PartHulls],
                    |geometry| Shape { link, id: id(Some(part as u32)), geometry },
                    bounds.get(link, Some(part)),
                    &done.hull.fit.hull,
                );
                report.parts.push(done.hull.fit.clone());
                report.parts_volume += done.hull.fit.volume;
            }
            report.protrusion = parts.parts.iter().filter_map(|p| p.hull.fit.protrusion).reduce(f64::max);
        }
        links.push(report);
    }
    let mut lists = lists.into_iter();
    let sets =
        ShapeType::ALL.map(|shape_type| Arc::new(ShapeSet { shape_type, shapes: lists.next().unwrap_or_default() }));
    Shapes { sets, links, diagnostics }
}

fn push(
    lists: &mut [Vec<Shape>; 6],
    types: [ShapeType; 3],
    shape: impl Fn(ShapeGeometry) -> Shape,
    bounds: Option<(BoundingSphere, Obb)>,
    hull: &Arc<super::Hull>,
) {
    // A cancelled run has hulls without bounds; its shapes are not shown.
    let Some((sphere, obb)) = bounds else { return };
    let [spheres, boxes, hulls] = types.map(ShapeType::index);
    lists[spheres].push(shape(ShapeGeometry::Sphere(sphere)));
    lists[boxes].push(shape(ShapeGeometry::Box(obb)));
    lists[hulls].push(shape(ShapeGeometry::Hull(hull.clone())));
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
