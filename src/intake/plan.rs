//! Loading a robot: what is to be read, and the whole at once.

use super::assemble::assemble;
use super::candidates::{Candidate, candidates};
use super::error::LoadError;
use super::file_set::FileSet;
use super::model::RobotModel;
use super::prepare::{MeshFile, MeshJob, prepare};
use super::report::{LoadReport, Role};
use super::resolve::{Found, Resolver, Unresolved};
use crate::diagnostics::Diagnostics;
use crate::mesh::MeshError;
use crate::robot::xacro::{XacroArgument, XacroSettings, arguments, is_xacro, parse_xacro};
use crate::robot::{Geometry, GeometryElement, ParsedRobot, Robot, parse_urdf};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Which elements of a link it collides with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GeometryChoice {
    /// `<collision>`; for a link that has none that can be used, `<visual>`.
    #[default]
    Collision,
    /// `<visual>`; for a link that has none that can be used, `<collision>`.
    Visual,
}

/// What the user can choose about loading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LoadSettings {
    pub geometry: GeometryChoice,
    /// See [`crate::mesh::LoadOptions::honour_up_axis`].
    pub honour_up_axis: bool,
    /// Factors for mesh files whose unit is wrong, by path within the file set.
    pub mesh_factors: BTreeMap<String, f64>,
    /// Values of the xacro's arguments, where its defaults are not wanted.
    pub xacro: XacroSettings,
}

/// A robot and how it was loaded.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub model: RobotModel,
    pub diagnostics: Diagnostics,
    pub report: LoadReport,
}

/// Loads the robot that the file at `urdf_path` describes.
///
/// # Errors
/// If the file is not there or describes no robot. Missing and broken meshes are diagnostics.
pub fn load_model(files: &FileSet, urdf_path: &str, settings: &LoadSettings) -> Result<Loaded, LoadError> {
    Ok(LoadPlan::new(files, urdf_path, settings)?.finish())
}

/// Loading in steps: [`LoadPlan::new`] reads the URDF and finds the files, [`LoadPlan::run`] reads one mesh file (from
/// any thread, in any order), [`LoadPlan::finish`] puts the robot together.
pub struct LoadPlan {
    files: FileSet,
    pub(super) urdf_path: String,
    /// The URDF: the file itself, or what the xacro expands to.
    pub(super) urdf: Arc<[u8]>,
    pub(super) settings: LoadSettings,
    pub(super) robot: Robot,
    /// What reading the URDF found.
    pub(super) diagnostics: Diagnostics,
    /// Per mesh element, in order of links, collision before visual.
    pub(super) uses: Vec<PlannedUse>,
    jobs: Vec<MeshJob>,
    results: Vec<OnceLock<Result<MeshFile, MeshError>>>,
}

/// A mesh element and where its mesh will be.
pub(super) struct PlannedUse {
    pub(super) link: usize,
    pub(super) role: Role,
    /// Index among the link's elements of that role.
    pub(super) element: usize,
    pub(super) target: Result<PlannedMesh, Unresolved>,
}

pub(super) struct PlannedMesh {
    pub(super) found: Found,
    /// Index of the file's job and of the scale within it.
    job: usize,
    scale: usize,
}

impl LoadPlan {
    /// Reads the URDF at `urdf_path` and finds its meshes' files.
    ///
    /// # Errors
    /// If the file is not there or describes no robot.
    pub fn new(files: &FileSet, urdf_path: &str, settings: &LoadSettings) -> Result<Self, LoadError> {
        let bytes = files.get(urdf_path).ok_or_else(|| LoadError::NoSuchFile { path: urdf_path.to_owned() })?;
        let resolver = Resolver::new(files);
        let (ParsedRobot { robot, diagnostics }, urdf) = if is_xacro(bytes, urdf_path) {
            let find = finder(files, &resolver, urdf_path);
            let expanded = parse_xacro(bytes, urdf_path, &find, &settings.xacro).map_err(LoadError::from)?;
            (expanded.parsed, Arc::from(expanded.urdf.into_bytes()))
        } else {
            (parse_urdf(bytes, urdf_path)?, bytes.clone())
        };
        let mut plan = Self {
            files: files.clone(),
            urdf_path: urdf_path.to_owned(),
            urdf,
            settings: settings.clone(),
            robot,
            diagnostics,
            uses: Vec::new(),
            jobs: Vec::new(),
            results: Vec::new(),
        };
        plan.find_meshes(&resolver);
        Ok(plan)
    }

    fn find_meshes(&mut self, resolver: &Resolver<'_>) {
        let mut resolved: BTreeMap<&str, Result<Found, Unresolved>> = BTreeMap::new();
        let mut job_of: BTreeMap<String, usize> = BTreeMap::new();
        for (link, links) in self.robot.links.iter().enumerate() {
            let collisions = links.collisions.iter().enumerate().map(|(i, e)| (Role::Collision, i, e));
            let visuals = links.visuals.iter().enumerate().map(|(i, e)| (Role::Visual, i, e));
            for (role, element, GeometryElement { geometry, .. }) in collisions.chain(visuals) {
                let Geometry::Mesh { uri, scale } = geometry else { continue };
                let found = resolved.entry(uri).or_insert_with(|| resolver.resolve(uri, &self.urdf_path)).clone();
                let target = found.map(|found| {
                    let factor = self.settings.mesh_factors.get(&found.path).copied().filter(|f| f.is_finite());
                    let scale = scale.map(|s| s * factor.unwrap_or(1.0));
                    let job = *job_of.entry(found.path.clone()).or_insert_with(|| {
                        self.jobs.push(MeshJob { path: found.path.clone(), scales: Vec::new(), visual: false });
                        self.jobs.len() - 1
                    });
                    let wanted = &mut self.jobs[job];
                    wanted.visual |= role == Role::Visual;
                    let known = wanted.scales.iter().position(|s| *s == scale);
                    let scale = known.unwrap_or_else(|| {
                        wanted.scales.push(scale);
                        wanted.scales.len() - 1
                    });
                    PlannedMesh { found, job, scale }
                });
                self.uses.push(PlannedUse { link, role, element, target });
            }
        }
        self.results.resize_with(self.jobs.len(), OnceLock::new);
    }

    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// The URDF: the file as it was given, or what the xacro expands to.
    pub fn urdf(&self) -> &[u8] {
        &self.urdf
    }

    /// The number of mesh files to read.
    pub fn units(&self) -> usize {
        self.jobs.len()
    }

    /// The length of a unit's file in bytes, by which to order units or weigh progress.
    pub fn unit_bytes(&self, unit: usize) -> u64 {
        self.jobs.get(unit).and_then(|job| self.files.get(&job.path)).map_or(0, |bytes| bytes.len() as u64)
    }

    /// The units, largest file first, so that threads end together.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.units()).collect();
        order.sort_by_key(|unit| (Reverse(self.unit_bytes(*unit)), *unit));
        order
    }

    /// Reads one mesh file. A unit that has been read before, or does not exist, costs nothing.
    pub fn run(&self, unit: usize) {
        if let (Some(job), Some(result)) = (self.jobs.get(unit), self.results.get(unit)) {
            result.get_or_init(|| prepare(job, &self.files, self.settings.honour_up_axis));
        }
    }

    /// The robot with its geometry. Reads what no unit has read yet.
    pub fn finish(&self) -> Loaded {
        (0..self.units()).for_each(|unit| self.run(unit));
        assemble(self)
    }

    /// The mesh file of a use and the index of its scale, or why it could not be read.
    pub(super) fn mesh(&self, mesh: &PlannedMesh) -> Result<(&MeshFile, usize), &MeshError> {
        match self.results[mesh.job]
            .get_or_init(|| prepare(&self.jobs[mesh.job], &self.files, self.settings.honour_up_axis))
        {
            Ok(file) => Ok((file, mesh.scale)),
            Err(error) => Err(error),
        }
    }
}

/// Finds what a xacro names: by its path, or as meshes are found.
fn finder<'a>(
    files: &'a FileSet,
    resolver: &'a Resolver<'a>,
    from: &'a str,
) -> impl Fn(&str) -> Option<Arc<[u8]>> + 'a {
    move |wanted| {
        let there = files.get(wanted).cloned();
        there.or_else(|| files.get(&resolver.resolve(wanted, from).ok()?.path).cloned())
    }
}

/// The arguments that the xacro at `path` takes; none if it is no xacro.
pub fn xacro_arguments(files: &FileSet, path: &str) -> Vec<XacroArgument> {
    match files.get(path).filter(|bytes| is_xacro(bytes, path)) {
        Some(bytes) => arguments(bytes, path, &finder(files, &Resolver::new(files), path)),
        None => Vec::new(),
    }
}

/// The robot to load if nobody chose one.
///
/// # Errors
/// If no file describes a robot; the error says what there is instead.
pub(super) fn best_candidate(files: &FileSet) -> Result<Candidate, LoadError> {
    candidates(files).into_iter().next().ok_or_else(|| LoadError::NoRobot { files: files.len(), found: instead(files) })
}

/// What the files are, if not a robot.
fn instead(files: &FileSet) -> Option<String> {
    files.iter().find_map(|(path, bytes)| {
        let head = crate::mesh::decode(&bytes[..bytes.len().min(4096) & !1]);
        let what = [("<sdf", "an SDF model"), ("<mujoco", "a MuJoCo model"), ("#usda", "a USD stage")];
        let (_, what) = what.into_iter().find(|(mark, _)| head.contains(mark))?;
        Some(format!("{path} is {what}"))
    })
}
