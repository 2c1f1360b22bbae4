//! From a robot to its shapes, in stages.

use super::assemble::assemble;
use super::coverage::coverage;
use super::decomposition::{Plan, Ruler, Task};
use super::link_mesh::LinkMesh;
use super::made::{LinkKey, MadeLink, link_key};
use super::min_box::min_box;
use super::min_sphere::min_sphere;
use super::simplify::simplify;
use super::solid_hull::solid_hull;
use super::store::ShapeStore;
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
    /// Per link, what holds for it.
    pub settings: Vec<ShapeSettings>,
    /// What was made before.
    pub store: ShapeStore,
    /// Per link.
    pub links: Vec<OnceLock<LinkWork>>,
    /// Per link.
    pub plans: Vec<OnceLock<Mutex<Plan>>>,
    /// Per link.
    pub parts: Vec<OnceLock<PartsWork>>,
    /// One per hull, links first and then the parts of each link.
    pub bounds: OnceLock<Vec<BoundSlot>>,
}

impl Workspace {
    /// A link that has to be made.
    fn fresh(&self, link: usize) -> Option<&FreshLink> {
        self.links.get(link)?.get()?.fresh()
    }
}

/// A hull and the place for its sphere and box.
pub(super) type BoundSlot = (Target, OnceLock<(BoundingSphere, Obb)>);

/// Which hull a sphere and a box are for.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Link(usize),
    Part(usize, usize),
}

pub(super) enum LinkWork {
    /// Made before, from the same geometry with the same settings.
    Known(Arc<MadeLink>),
    Fresh(Box<FreshLink>),
}

impl LinkWork {
    fn fresh(&self) -> Option<&FreshLink> {
        match self {
            LinkWork::Known(_) => None,
            LinkWork::Fresh(fresh) => Some(fresh),
        }
    }
}

pub(super) struct FreshLink {
    pub key: LinkKey,
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
    /// Share of the surface of the meshes that the parts cover.
    pub coverage: OnceLock<f64>,
}

pub(super) struct PartWork {
    pub hull: HullWork,
    /// The hull within its budget of vertices.
    limited: OnceLock<Fit>,
    /// Measures it; `None` for a part that was given as such.
    ruler: Option<Ruler>,
    /// The part is this primitive.
    pub primitive: Option<SolidElement>,
}

impl PartWork {
    pub fn fit(&self) -> &Fit {
        self.limited.get().unwrap_or(&self.hull.fit)
    }

    fn limit(&self, settings: &ShapeSettings) {
        if self.primitive.is_some() {
            return;
        }
        let mut limited = self.hull.limited(settings.part_vertices, settings.max_protrusion);
        if limited.excess > 0.0
            && let Some(ruler) = &self.ruler
        {
            limited.protrusion = Some(ruler.protrusion_of(&limited.hull));
        }
        let _ = self.limited.set(limited);
    }
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

    /// The hull with at most this many vertices, 0 for any number. Where that is not possible without standing out by
    /// more than `max_excess` metres it stays exact.
    fn limited(&self, budget: u32, max_excess: f64) -> Fit {
        let mut fit = self.fit.clone();
        if budget > 0
            && let Some((hull, excess)) = simplify(&self.exact, budget as usize)
            && excess <= max_excess
        {
            fit.volume = hull.volume();
            fit.excess = excess;
            fit.hull = Arc::new(hull);
        }
        fit
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
    Limits,
    Cover,
    Bounds,
    Assemble,
    End,
}

impl ShapesPipeline {
    pub fn new(model: Arc<RobotModel>, settings: ShapeSettings) -> Self {
        Self::reusing(model, settings, ShapeStore::default())
    }

    /// The same; links that the store knows are taken from there, bit for bit as they would be made.
    pub fn reusing(model: Arc<RobotModel>, settings: ShapeSettings, store: ShapeStore) -> Self {
        let count = model.links.len();
        let name = |link: usize| model.robot.links.get(link).map_or("", |l| l.name.as_str());
        let settings = (0..count).map(|link| settings.of(name(link))).collect();
        let work = Workspace {
            model,
            settings,
            store,
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
                    self.step = Step::Limits;
                    return Some((parts, Arc::new(PartStage(work))));
                }
                Step::Limits => {
                    self.step = Step::Cover;
                    return Some((parts, Arc::new(LimitStage::new(work))));
                }
                Step::Cover => {
                    self.step = Step::Bounds;
                    return Some((parts, Arc::new(CoverStage(work))));
                }
                Step::Bounds => {
                    let fresh = |link: &usize| work.links[*link].get().is_some_and(|work| work.fresh().is_some());
                    let mut targets: Vec<Target> = (0..work.links.len()).filter(fresh).map(Target::Link).collect();
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
            Step::Rounds => 0.1 + 0.7 * (1.0 - 1.0 / (1.0 + 0.25 * f64::from(self.rounds))),
            Step::Limits | Step::Cover => 0.8 + 0.05 * fraction,
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
        let Some(settings) = self.0.settings.get(link) else { return };
        let key = link_key(name, geometry, settings);
        if let Some(known) = self.0.store.get(&key) {
            let _ = slot.set(LinkWork::Known(known.clone()));
            return;
        }
        let mut diagnostics = Diagnostics::default();
        let mesh = LinkMesh::new(name, geometry, &mut diagnostics);
        let mut hull = HullWork::new(&mesh.points());
        if let Some(hull) = &mut hull {
            hull.fit = hull.limited(settings.link_vertices, settings.max_protrusion);
        }
        let _ = slot.set(LinkWork::Fresh(Box::new(FreshLink { key, mesh, hull, diagnostics })));
    }
}

/// Prepares the meshes of every link for cutting.
struct PlanStage(Arc<Workspace>);

impl Stage for PlanStage {
    fn units(&self) -> usize {
        self.0.links.len()
    }

    fn run(&self, link: usize, _cancel: &Cancel) {
        let (Some(slot), Some(work), Some(settings)) =
            (self.0.plans.get(link), self.0.fresh(link), self.0.settings.get(link))
        else {
            return;
        };
        let triangles = work.mesh.to_decompose();
        if let Some(plan) = Plan::new(&triangles, settings) {
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
        let (Some(slot), Some(work)) = (self.0.parts.get(link), self.0.fresh(link)) else { return };
        let mut done = PartsWork::default();
        for (_, hull) in &work.mesh.convex {
            let hull = HullWork::exact(hull.clone(), None);
            done.parts.push(PartWork { hull, limited: OnceLock::new(), ruler: None, primitive: None });
        }
        if let Some(plan) = self.0.plans.get(link).and_then(OnceLock::get).and_then(held) {
            for part in plan.finish() {
                let mut hull = HullWork::exact(part.hull, part.thickened);
                hull.fit.protrusion = part.protrusion.is_finite().then_some(part.protrusion);
                done.parts.push(PartWork {
                    hull,
                    limited: OnceLock::new(),
                    ruler: Some(plan.ruler()),
                    primitive: None,
                });
            }
            if work.mesh.primitives.is_empty() && work.mesh.convex.is_empty() {
                done.solid_volume = plan.solid_volume;
                done.hull_protrusion = plan.whole_protrusion;
            }
        }
        if !work.mesh.convex.is_empty() && work.mesh.primitives.is_empty() && done.parts.len() == work.mesh.convex.len()
        {
            done.solid_volume = Some(work.mesh.convex.iter().map(|(_, hull)| hull.volume()).sum());
        }
        for (element, points) in &work.mesh.primitives {
            let part =
                |hull| PartWork { hull, limited: OnceLock::new(), ruler: None, primitive: Some(element.clone()) };
            done.parts.extend(HullWork::new(points).map(part));
        }
        let _ = slot.set(done);
    }
}

/// Parts within their budget of vertices.
struct LimitStage {
    work: Arc<Workspace>,
    /// Link and part.
    parts: Vec<(usize, usize)>,
}

impl LimitStage {
    fn new(work: Arc<Workspace>) -> Self {
        let count = |link: usize| work.parts.get(link).and_then(OnceLock::get).map_or(0, |p| p.parts.len());
        let parts = (0..work.parts.len()).flat_map(|link| (0..count(link)).map(move |part| (link, part))).collect();
        Self { work, parts }
    }
}

impl Stage for LimitStage {
    fn units(&self) -> usize {
        self.parts.len()
    }

    fn run(&self, unit: usize, _cancel: &Cancel) {
        let Some(&(link, part)) = self.parts.get(unit) else { return };
        let (Some(parts), Some(settings)) =
            (self.work.parts.get(link).and_then(OnceLock::get), self.work.settings.get(link))
        else {
            return;
        };
        if let Some(part) = parts.parts.get(part) {
            part.limit(settings);
        }
    }
}

/// How much of each link its parts cover.
struct CoverStage(Arc<Workspace>);

impl Stage for CoverStage {
    fn units(&self) -> usize {
        self.0.links.len()
    }

    fn run(&self, link: usize, _cancel: &Cancel) {
        let (Some(work), Some(parts)) = (self.0.fresh(link), self.0.parts.get(link).and_then(OnceLock::get)) else {
            return;
        };
        let hulls: Vec<&Hull> = parts.parts.iter().map(|part| &*part.fit().hull).collect();
        if let Some(covered) = coverage(&work.mesh.mesh, &hulls) {
            let _ = parts.coverage.set(covered);
        }
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
            Target::Link(link) => match self.0.fresh(link) {
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

    /// An L: two boxes that share a face, as one mesh.
    fn bent(size: f64) -> SolidElement {
        let mut mesh = TriangleMesh::default();
        for (low, high) in [([0.0, 0.0, 0.0], [1.0, 0.2, 0.2]), ([0.0, 0.2, 0.0], [0.2, 1.0, 0.2])] {
            let first = mesh.vertices.len() as u32;
            let corner = |i: usize, axis: usize| if i >> axis & 1 == 0 { low[axis] } else { high[axis] };
            mesh.vertices.extend((0..8).map(|i| Vec3::new(corner(i, 0), corner(i, 1), corner(i, 2)) * size));
            for quad in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
                let [a, b, c, d] = quad.map(|i| i + first);
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        element(Solid::Mesh(Arc::new(mesh)))
    }

    fn build_with(model: &Arc<RobotModel>, settings: &ShapeSettings, store: &ShapeStore) -> Arc<Shapes> {
        let mut pipeline = ShapesPipeline::reusing(model.clone(), settings.clone(), store.clone());
        let result = pipeline.result();
        run_to_end(&mut pipeline);
        result.get().unwrap().clone()
    }

    fn same(a: &Shapes, b: &Shapes) {
        for (a, b) in a.sets.iter().zip(&b.sets) {
            assert_eq!(a.shapes, b.shapes);
        }
        assert_eq!(format!("{:?}", a.links), format!("{:?}", b.links));
        assert_eq!(a.diagnostics, b.diagnostics);
    }

    #[test]
    fn what_was_made_before_is_not_made_again() {
        let flat = TriangleMesh {
            vertices: vec![Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::repeat(f64::NAN)],
            triangles: vec![[0, 1, 2], [0, 1, 3]],
        };
        let links = vec![
            ("empty", vec![]),
            ("big", vec![bent(1.0)]),
            ("small", vec![bent(0.1), element(Solid::Sphere { radius: 0.05 })]),
            ("flat", vec![element(Solid::Mesh(Arc::new(flat)))]),
        ];
        let model = model(links);
        let mut settings = ShapeSettings::default();
        let first = build(&model, &settings).unwrap();
        assert_eq!(first.links[1].parts.len(), 2);
        let mut kept = ShapeStore::default();
        assert!(kept.keep(&first.made));
        assert!(!kept.keep(&first.made));
        // As another visit would find it.
        let mut store = ShapeStore::default();
        store.read(&kept.write(usize::MAX));
        let again = build_with(&model, &settings, &store);
        same(&first, &again);
        let known = |shapes: &Shapes| -> Vec<bool> {
            let taken = |made: &Arc<MadeLink>| store.get(&made.key).is_some_and(|known| Arc::ptr_eq(known, made));
            shapes.made.iter().map(taken).collect()
        };
        assert_eq!(known(&again), [false, true, true, true], "a link without geometry is not worth keeping");

        // A coarser link is made anew, and it alone; the rest is as if all had been made with these settings.
        settings.links.insert("big".to_owned(), 0.1);
        let coarse = build_with(&model, &settings, &store);
        assert_eq!(known(&coarse), [false, false, true, true]);
        same(&coarse, &build(&model, &settings).unwrap());
        // Another name is another link.
        let mut other = RobotModel::clone(&model);
        other.robot.links[1].name = "other".to_owned();
        assert_eq!(known(&build_with(&Arc::new(other), &ShapeSettings::default(), &store)), [false, false, true, true]);
    }

    #[test]
    fn the_store_keeps_the_latest_and_survives_damage() {
        let one = model(vec![("one", vec![bent(1.0)])]);
        let two = model(vec![("two", vec![bent(2.0)])]);
        let mut store = ShapeStore::default();
        let made = |model| build(model, &ShapeSettings::default()).unwrap().made.clone();
        store.keep(&made(&one));
        store.keep(&made(&two));
        let bytes = store.write(usize::MAX);
        let half = store.write(bytes.len() - 1);
        assert!(store.get(&made(&two)[0].key).is_some() && store.get(&made(&one)[0].key).is_none());
        let read = |bytes: &[u8]| {
            let mut store = ShapeStore::default();
            store.read(bytes);
            store
        };
        assert!(read(&half).get(&made(&two)[0].key).is_some());
        for cut in 0..bytes.len() {
            let _ = read(&bytes[..cut]);
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0x80;
            let _ = read(&damaged);
        }
    }
}
