//! Elements with their meshes, link by link.

use super::digest::{Fingerprint, of_bytes, of_geometry, of_mesh};
use super::findings::Findings;
use super::model::{GeometrySource, Hashes, LinkGeometry, RobotModel, Solid, SolidElement};
use super::plan::{GeometryChoice, LoadPlan, Loaded, PlannedUse};
use super::prepare::ScaledMesh;
use super::report::{LinkReport, LoadReport, MeshUse, Role};
use super::size;
use crate::mesh::TriangleMesh;
use crate::robot::{Geometry, GeometryElement, Link};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Puts the robot of a plan together. Meshes that are missing or broken are findings.
pub(super) fn assemble(plan: &LoadPlan) -> Loaded {
    let mut report =
        LoadReport { urdf_path: plan.urdf_path.clone(), robot: plan.robot.name.clone(), ..LoadReport::default() };
    let mut findings = Findings::new(plan);
    let mut fingerprints: BTreeMap<*const TriangleMesh, Fingerprint> = BTreeMap::new();
    let mut links = Vec::with_capacity(plan.robot.links.len());
    let mut uses = plan.uses.iter().peekable();
    for (index, link) in plan.robot.links.iter().enumerate() {
        let mut elements = Elements::default();
        while let Some(planned) = uses.next_if(|u| u.link == index) {
            let (entry, scaled) = mesh_use(plan, link, planned);
            if let Some(scaled) = scaled {
                fingerprints.insert(Arc::as_ptr(&scaled.mesh), scaled.fingerprint);
                elements.meshes.insert((planned.role == Role::Visual, planned.element), scaled);
            }
            report.meshes.push(entry);
        }
        let geometry = elements.link(link, plan.settings.geometry);
        findings.link(link, &geometry, plan.settings.geometry);
        report.links.push(LinkReport {
            link: link.name.clone(),
            source: geometry.source,
            collision: geometry.collision.len(),
            visual: link.visuals.iter().enumerate().filter(|(i, e)| elements.usable(Role::Visual, *i, e)).count(),
            triangles: geometry.collision.iter().map(triangles).sum(),
        });
        links.push(geometry);
    }
    size::mark(&mut report.meshes);
    findings.meshes(&report);
    let hashes = Hashes {
        urdf: of_bytes(&plan.urdf),
        geometry: of_geometry(&plan.robot, &links, |mesh| {
            fingerprints.get(&Arc::as_ptr(mesh)).copied().unwrap_or_else(|| of_mesh(mesh))
        }),
    };
    let (robot, urdf_path, urdf) = (plan.robot.clone(), plan.urdf_path.clone(), plan.urdf.clone());
    let model = RobotModel { robot, links, hashes, urdf_path, urdf };
    Loaded { model, diagnostics: findings.into_diagnostics(), report }
}

fn triangles(element: &SolidElement) -> usize {
    match &element.solid {
        Solid::Mesh(mesh) => mesh.triangles.len(),
        _ => 0,
    }
}

/// The report's entry for a mesh element, and the mesh if there is one.
fn mesh_use<'p>(plan: &'p LoadPlan, link: &Link, planned: &PlannedUse) -> (MeshUse, Option<&'p ScaledMesh>) {
    let elements = if planned.role == Role::Collision { &link.collisions } else { &link.visuals };
    let element = elements.get(planned.element);
    let (uri, scale) = match element.map(|e| &e.geometry) {
        Some(Geometry::Mesh { uri, scale }) => (uri.clone(), *scale),
        _ => (String::new(), [1.0; 3]),
    };
    let mut entry = MeshUse {
        link: link.name.clone(),
        role: planned.role,
        uri,
        line: element.and_then(|e| e.line),
        path: None,
        found_by: None,
        case_differs: false,
        format: None,
        triangles: 0,
        size: None,
        suspicion: None,
        notes: Vec::new(),
        problem: None,
    };
    let target = match &planned.target {
        Ok(target) => target,
        Err(unresolved) => {
            entry.problem = Some(unresolved.to_string());
            return (entry, None);
        }
    };
    entry.path = Some(target.found.path.clone());
    entry.found_by = Some(target.found.by);
    entry.case_differs = target.found.case_differs;
    match plan.mesh(target) {
        Ok((file, at)) => {
            let scaled = &file.scaled[at];
            entry.format = Some(file.format);
            entry.triangles = scaled.mesh.triangles.len();
            entry.size = Some(scaled.mesh.extents().into());
            entry.notes = file.notes.iter().map(ToString::to_string).collect();
            if scale.iter().filter(|s| **s < 0.0).count() % 2 == 1 {
                entry.notes.push("mirrored by its scale".into());
            }
            if let Some(factor) = plan.settings.mesh_factors.get(&target.found.path) {
                entry.notes.push(format!("scaled by {factor} as the user chose"));
            }
            (entry, Some(scaled))
        }
        Err(error) => {
            entry.problem = Some(error.to_string());
            (entry, None)
        }
    }
}

/// The meshes of one link's elements, by (visual, index).
#[derive(Default)]
struct Elements<'p> {
    meshes: BTreeMap<(bool, usize), &'p ScaledMesh>,
}

impl Elements<'_> {
    fn usable(&self, role: Role, index: usize, element: &GeometryElement) -> bool {
        !matches!(element.geometry, Geometry::Mesh { .. }) || self.meshes.contains_key(&(role == Role::Visual, index))
    }

    fn link(&self, link: &Link, choice: GeometryChoice) -> LinkGeometry {
        let collision = self.whole(Role::Collision, &link.collisions);
        let visual = self.whole(Role::Visual, &link.visuals);
        let sides = match choice {
            GeometryChoice::Collision => [(GeometrySource::Collision, collision), (GeometrySource::Visual, visual)],
            GeometryChoice::Visual => [(GeometrySource::Visual, visual), (GeometrySource::Collision, collision)],
        };
        let used = sides.into_iter().find(|(_, elements)| !elements.is_empty());
        let (source, collision) = used.unwrap_or((GeometrySource::None, Vec::new()));
        LinkGeometry { source, collision, visual: self.drawn(&link.visuals) }
    }

    /// One solid per element.
    fn whole(&self, role: Role, elements: &[GeometryElement]) -> Vec<SolidElement> {
        let solid = |(index, element): (usize, &GeometryElement)| {
            let solid = primitive(&element.geometry).or_else(|| {
                let scaled = self.meshes.get(&(role == Role::Visual, index))?;
                Some(Solid::Mesh(scaled.mesh.clone()))
            })?;
            Some(SolidElement { pose: element.origin, solid, color: element.color })
        };
        elements.iter().enumerate().filter_map(solid).collect()
    }

    /// One solid per element and colour. As in RViz, colours in the mesh come before the URDF's material.
    fn drawn(&self, elements: &[GeometryElement]) -> Vec<SolidElement> {
        let mut drawn = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            if let Some(solid) = primitive(&element.geometry) {
                drawn.push(SolidElement { pose: element.origin, solid, color: element.color });
            } else if let Some(scaled) = self.meshes.get(&(true, index)) {
                drawn.extend(scaled.parts.iter().map(|(mesh, color)| SolidElement {
                    pose: element.origin,
                    solid: Solid::Mesh(mesh.clone()),
                    color: color.or(element.color),
                }));
            }
        }
        drawn
    }
}

/// `None` for a mesh.
fn primitive(geometry: &Geometry) -> Option<Solid> {
    Some(match *geometry {
        Geometry::Box { size } => Solid::Box { half_extents: size.map(|s| s / 2.0) },
        Geometry::Cylinder { radius, length } => Solid::Cylinder { radius, half_length: length / 2.0 },
        Geometry::Sphere { radius } => Solid::Sphere { radius },
        Geometry::Capsule { radius, length } => Solid::Capsule { radius, half_length: length / 2.0 },
        Geometry::Mesh { .. } => return None,
    })
}
