//! From a robot to its shapes, in stages.

use super::assemble::assemble;
use super::decomposition::{Plan, Task};
use super::link_mesh::LinkMesh;
use super::min_box::min_box;
use super::min_sphere::min_sphere;
use super::simplify::simplify;
use super::solid_hull::solid_hull;
use super::{BoundingSphere, Fit, Hull, Obb, ShapeSettings, Shapes, Thickened, primitive};
use crate::diagnostics::Diagnostics;
use crate::intake::{RobotModel, SolidElement};
use crate::math::Vec3;
use crate::work::{Cancel, Pipeline, Stage, StageLabel, run_to_end};
use std::sync::{Arc, Mutex, OnceLock, TryLockError};

/// Computes all shapes of `model` on the calling thread's rayon pool. Blocks: for tests, benchmarks and other callers
/// that may. `None` never happens unless the pool loses work.
pub fn build(model: &Arc<RobotModel>, settings: &ShapeSettings) -> Option<Arc<Shapes>> {
    let mut pipeline = ShapesPipeline::new(model.clone(), settings.clone());
    let result = pipeline.result();
    run_to_end(&mut pipeline);
    result.get().cloned()
}

/// What the stages write into.
pub(super) struct Workspace {
    pub model: Arc<RobotModel>,
    pub settings: ShapeSettings,
    /// Per link.
    pub links: Vec<OnceLock<LinkWork>>,
    /// Per link.
    pub plans: Vec<OnceLock<Mutex<Plan>>>,
    /// Per link.
    pub parts: Vec<OnceLock<PartsWork>>,
    /// One per hull, links first and then the parts of each link.
    pub bounds: OnceLock<Vec<BoundSlot>>,
}

/// A hull and the place for its sphere and box.
pub(super) type BoundSlot = (Target, OnceLock<(BoundingSphere, Obb)>);

/// Which hull a sphere and a box are for.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Link(usize),
    Part(usize, usize),
}

pub(super) struct LinkWork {
    pub mesh: LinkMesh,
    pub hull: Option<HullWork>,
    pub diagnostics: Diagnostics,
}

pub(super) struct HullWork {
    pub exact: Arc<Hull>,
    pub fit: Fit,
}

#[derive(Default)]
pub(super) struct PartsWork {
    pub parts: Vec<PartWork>,
    pub solid_volume: Option<f64>,
    /// How far the link's own hull stands out of its meshes.
    pub hull_protrusion: Option<f64>,
}

pub(super) struct PartWork {
    pub hull: HullWork,
    /// The part is this primitive.
    pub primitive: Option<SolidElement>,
}

impl HullWork {
    /// `None` if there is no finite point.
    pub fn new(points: &[Vec3]) -> Option<Self> {
        let (hull, thickened) = solid_hull(points)?;
        Some(Self::exact(Arc::new(hull), thickened))
    }

    pub fn exact(exact: Arc<Hull>, thickened: Option<Thickened>) -> Self {
        let fit = Fit {
            volume: exact.volume(),
            exact_vertices: exact.vertices.len(),
            excess: 0.0,
            protrusion: None,
            thickened,
            hull: exact.clone(),
        };
        Self { exact, fit }
    }

    /// Keeps the hull to this many vertices, 0 for any number. Where that is not possible without standing out by more
    /// than `max_excess` metres it stays exact.
    fn limited(mut self, budget: u32, max_excess: f64) -> Self {
        if budget > 0
            && let Some((hull, excess)) = simplify(&self.exact, budget as usize)
            && excess <= max_excess
        {
            self.fit.volume = hull.volume();
            self.fit.excess = excess;
            self.fit.hull = Arc::new(hull);
        }
        self
    }
}

/// Stages `hulls`, `decomposition` (several rounds) and `spheres_boxes`.
pub struct ShapesPipeline {
    work: Arc<Workspace>,
    step: Step,
    rounds: u32,
    result: Arc<OnceLock<Arc<Shapes>>>,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Hulls,
    Plans,
    Rounds,
    Bounds,
    Assemble,
    End,
}

impl ShapesPipeline {
    pub fn new(model: Arc<RobotModel>, settings: ShapeSettings) -> Self {
        let count = model.links.len();
        let work = Workspace {
            model,
            settings,
            links: (0..count).map(|_| OnceLock::new()).collect(),
            plans: (0..count).map(|_| OnceLock::new()).collect(),
            parts: (0..count).map(|_| OnceLock::new()).collect(),
            bounds: OnceLock::new(),
        };
        Self { work: Arc::new(work), step: Step::Hulls, rounds: 0, result: Arc::default() }
    }

    /// Where the shapes are when the pipeline has come to its end.
    pub fn result(&self) -> Arc<OnceLock<Arc<Shapes>>> {
        self.result.clone()
    }

    /// The pieces to look at in the next round; none when every link is divided finely enough.
    fn next_round(&self) -> Vec<Task> {
        let mut tasks = Vec::new();
        for plan in self.work.plans.iter().filter_map(OnceLock::get) {
            // No unit runs between stages, so that nobody holds the lock.
            let Some(mut plan) = held(plan) else { continue };
            if self.rounds == 0 || plan.advance() {
                tasks.extend(plan.tasks());
            }
        }
        tasks
    }
}

/// The value behind a lock that nobody else holds.
fn held(plan: &Mutex<Plan>) -> Option<std::sync::MutexGuard<'_, Plan>> {
    match plan.try_lock() {
        Ok(plan) => Some(plan),
        Err(TryLockError::Poisoned(plan)) => Some(plan.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl Pipeline for ShapesPipeline {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        let work = self.work.clone();
        let parts = StageLabel::new("decomposition", "Convex parts");
        loop {
            match self.step {
                Step::Hulls => {
                    self.step = Step::Plans;
                    return Some((StageLabel::new("hulls", "Convex hulls"), Arc::new(HullStage(work))));
                }
                Step::Plans => {
                    self.step = Step::Rounds;
                    return Some((parts, Arc::new(PlanStage(work))));
                }
                Step::Rounds => {
                    let tasks = self.next_round();
                    self.rounds += 1;
                    if !tasks.is_empty() {
                        return Some((parts, Arc::new(RoundStage(tasks))));
                    }
                    self.step = Step::Bounds;
                    return Some((parts, Arc::new(PartStage(work))));
                }
                Step::Bounds => {
                    let mut targets: Vec<Target> = (0..work.links.len()).map(Target::Link).collect();
                    for (link, parts) in work.parts.iter().enumerate() {
                        let count = parts.get().map_or(0, |p| p.parts.len());
                        targets.extend((0..count).map(|part| Target::Part(link, part)));
                    }
                    let slots = targets.into_iter().map(|t| (t, OnceLock::new())).collect();
                    let _ = work.bounds.set(slots);
                    self.step = Step::Assemble;
                    return Some((StageLabel::new("spheres_boxes", "Spheres and boxes"), Arc::new(BoundStage(work))));
                }
                Step::Assemble => {
                    self.step = Step::End;
                    let _ = self.result.set(Arc::new(assemble(&work)));
                }
                Step::End => return None,
            }
        }
    }

    fn overall(&self, fraction: f64) -> f64 {
        match self.step {
            Step::Hulls | Step::Plans => 0.1 * fraction,
            // Most links are done after about eight rounds.
            Step::Rounds => 0.1 + 0.8 * (1.0 - 1.0 / (1.0 + 0.25 * f64::from(self.rounds))),
            Step::Bounds => 0.85 + 0.05 * fraction,
            Step::Assemble => 0.9 + 0.1 * fraction,
            Step::End => 1.0,
        }
    }
}

struct HullStage(Arc<Workspace>);

impl Stage for HullStage {
    fn units(&self) -> usize {
        self.0.links.len()
    }

    fn run(&self, link: usize, _cancel: &Cancel) {
        let (Some(slot), Some(geometry)) = (self.0.links.get(link), self.0.model.links.get(link)) else { return };
        let name = self.0.model.robot.links.get(link).map_or("", |l| l.name.as_str());
        let mut diagnostics = Diagnostics::default();
        let mesh = LinkMesh::new(name, geometry, &mut diagnostics);
        let hull = HullWork::new(&mesh.points())
            .map(|h| h.limited(self.0.settings.link_vertices, self.0.settings.max_protrusion));
        let _ = slot.set(LinkWork { mesh, hull, diagnostics });
    }
}

/// Prepares the meshes of every link for cutting.
struct PlanStage(Arc<Workspace>);

impl Stage for PlanStage {
    fn units(&self) -> usize {
        self.0.links.len()
    }

    fn run(&self, link: usize, _cancel: &Cancel) {
        let (Some(slot), Some(work)) = (self.0.plans.get(link), self.0.links.get(link).and_then(OnceLock::get)) else {
            return;
        };
        let mesh = &work.mesh.mesh;
        let triangles: Vec<[Vec3; 3]> = mesh.triangles.iter().map(|t| t.map(|v| mesh.vertices[v as usize])).collect();
        if let Some(plan) = Plan::new(&triangles, &self.0.settings) {
            let _ = slot.set(Mutex::new(plan));
        }
    }
}

/// Looks at pieces.
struct RoundStage(Vec<Task>);

impl Stage for RoundStage {
    fn units(&self) -> usize {
        self.0.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        if let Some(task) = self.0.get(unit) {
            task.run();
        }
    }
}

/// Pieces to parts, per link.
struct PartStage(Arc<Workspace>);

impl Stage for PartStage {
    fn units(&self) -> usize {
        self.0.links.len()
    }

    fn run(&self, link: usize, _cancel: &Cancel) {
        let (Some(slot), Some(work)) = (self.0.parts.get(link), self.0.links.get(link).and_then(OnceLock::get)) else {
            return;
        };
        let mut done = PartsWork::default();
        if let Some(plan) = self.0.plans.get(link).and_then(OnceLock::get).and_then(held) {
            for part in plan.finish() {
                let mut hull = HullWork::exact(part.hull, part.thickened);
                hull.fit.protrusion = part.protrusion.is_finite().then_some(part.protrusion);
                let mut hull = hull.limited(self.0.settings.part_vertices, self.0.settings.max_protrusion);
                if hull.fit.excess > 0.0 {
                    hull.fit.protrusion = Some(plan.protrusion_of(&hull.fit.hull));
                }
                done.parts.push(PartWork { hull, primitive: None });
            }
            if work.mesh.primitives.is_empty() {
                done.solid_volume = plan.solid_volume;
                done.hull_protrusion = plan.whole_protrusion;
            }
        }
        for (element, points) in &work.mesh.primitives {
            let part = HullWork::new(points).map(|hull| PartWork { hull, primitive: Some(element.clone()) });
            done.parts.extend(part);
        }
        let _ = slot.set(done);
    }
}

struct BoundStage(Arc<Workspace>);

impl Stage for BoundStage {
    fn units(&self) -> usize {
        self.0.bounds.get().map_or(0, Vec::len)
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let Some((target, slot)) = self.0.bounds.get().and_then(|b| b.get(unit)) else { return };
        let (hull, element) = match *target {
            Target::Link(link) => match self.0.links.get(link).and_then(OnceLock::get) {
                Some(work) => (work.hull.as_ref(), work.mesh.single_primitive()),
                None => return,
            },
            Target::Part(link, part) => {
                match self.0.parts.get(link).and_then(OnceLock::get).and_then(|p| p.parts.get(part)) {
                    Some(work) => (Some(&work.hull), work.primitive.as_ref()),
                    None => return,
                }
            }
        };
        let Some(hull) = hull else { return };
        let exact = element.and_then(|e| Some((primitive::exact_sphere(e)?, primitive::exact_box(e)?)));
        let _ = slot.set(exact.unwrap_or_else(|| (min_sphere(&hull.exact.vertices), min_box(&hull.exact))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::{GeometrySource, Hashes, LinkGeometry, Solid};
    use crate::math::Pose;
    use crate::mesh::TriangleMesh;
    use crate::robot::{Link, Robot};
    use crate::shapes::{ShapeGeometry, ShapeType};

    fn model(links: Vec<(&str, Vec<SolidElement>)>) -> Arc<RobotModel> {
        let robot = Robot {
            name: "test".into(),
            links: links
                .iter()
                .map(|(name, _)| Link { name: name.to_string(), collisions: vec![], visuals: vec![], line: None })
                .collect(),
            joints: vec![],
            root: 0,
            dofs: vec![],
            parent_joint: vec![None; links.len()],
        };
        let links = links
            .into_iter()
            .map(|(_, collision)| LinkGeometry { source: GeometrySource::Collision, collision, visual: vec![] })
            .collect();
        Arc::new(RobotModel { robot, links, hashes: Hashes::default(), urdf_path: String::new(), urdf: Arc::from([]) })
    }

    fn element(solid: Solid) -> SolidElement {
        SolidElement { pose: Pose::from_xyz_rpy([0.1, 0.2, 0.3], [0.4, 0.5, 0.6]), solid, color: None }
    }

    #[test]
    fn primitives_alone_are_exact_and_enclosed() {
        let (radius, half_length) = (0.05, 0.2);
        let shapes = build(
            &model(vec![
                ("empty", vec![]),
                ("ball", vec![element(Solid::Sphere { radius })]),
                ("box", vec![element(Solid::Box { half_extents: [0.1, 0.2, 0.3] })]),
                ("cylinder", vec![element(Solid::Cylinder { radius, half_length })]),
                ("capsule", vec![element(Solid::Capsule { radius, half_length })]),
            ]),
            &ShapeSettings::default(),
        )
        .unwrap();
        assert!(shapes.diagnostics.is_empty());
        for set in &shapes.sets {
            let names: Vec<&str> = set.shapes.iter().map(|s| s.id.link.as_str()).collect();
            assert_eq!(names, ["ball", "box", "cylinder", "capsule"]);
            assert!(set.shapes.iter().all(|s| s.id.part == set.shape_type.is_part().then_some(0)));
        }
        let radii = [0.05, 0.14f64.sqrt(), (0.05f64 * 0.05 + 0.04).sqrt(), 0.25];
        for (shape, radius) in shapes.set(ShapeType::PartSpheres).shapes.iter().zip(radii) {
            let ShapeGeometry::Sphere(sphere) = &shape.geometry else { panic!() };
            assert!((sphere.radius - radius).abs() < 1e-15 && sphere.center == Vec3::new(0.1, 0.2, 0.3));
        }
        let volumes = [8.0 * 0.05f64.powi(3), 8.0 * 0.006, 8.0 * 0.0005, 8.0 * 0.05 * 0.05 * 0.25];
        for (shape, volume) in shapes.set(ShapeType::LinkBoxes).shapes.iter().zip(volumes) {
            let ShapeGeometry::Box(obb) = &shape.geometry else { panic!() };
            assert!((8.0 * obb.half_extents.product() - volume).abs() < 1e-15);
        }
        // The polyhedra enclose: their volume is above the solid's, by little.
        let pi = std::f64::consts::PI;
        let ball = 4.0 / 3.0 * pi * radius.powi(3);
        let middle = pi * radius * radius * 2.0 * half_length;
        for (link, volume) in [(1, ball), (2, 0.048), (3, middle), (4, ball + middle)] {
            let ratio = shapes.links[link].hull.as_ref().unwrap().volume / volume;
            assert!((1.0 - 1e-12..1.012).contains(&ratio), "{ratio}");
        }
    }

    #[test]
    fn degenerate_links_keep_a_body_and_say_so() {
        let flat = TriangleMesh {
            vertices: vec![Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::repeat(f64::NAN)],
            triangles: vec![[0, 1, 2], [0, 1, 3]],
        };
        let point = TriangleMesh { vertices: vec![Vec3::x()], triangles: vec![[0, 0, 0]] };
        let line = TriangleMesh { vertices: vec![Vec3::x(), Vec3::y()], triangles: vec![[0, 1, 0]] };
        let lost = TriangleMesh { vertices: vec![Vec3::x(), Vec3::y()], triangles: vec![[0, 1, 7]] };
        let meshes = [("flat", flat), ("point", point), ("line", line), ("lost", lost)];
        let links = meshes.map(|(name, mesh)| (name, vec![element(Solid::Mesh(Arc::new(mesh)))])).to_vec();
        let shapes = build(&model(links), &ShapeSettings::default()).unwrap();
        for set in &shapes.sets {
            let names: Vec<&str> = set.shapes.iter().map(|s| s.id.link.as_str()).collect();
            assert_eq!(names, ["flat", "point", "line"]);
        }
        let codes: Vec<&str> = shapes.diagnostics.iter().map(|d| d.code.as_str()).collect();
        let thick = "link-without-volume";
        assert_eq!(codes, ["triangles-unusable", thick, thick, thick, "triangles-unusable"]);
    }
}
