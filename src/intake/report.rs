//! How each link and each mesh was found: for the load report that people read.

use super::model::GeometrySource;
use super::resolve::FoundBy;
use crate::mesh::MeshFormat;
use serde::{Deserialize, Serialize};

/// How each link and each mesh was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadReport {
    /// Path of the URDF within the file set.
    pub urdf_path: String,
    pub robot: String,
    /// In the order of the robot's links.
    pub links: Vec<LinkReport>,
    /// Every mesh element of the URDF, in order of links, collision before visual.
    pub meshes: Vec<MeshUse>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkReport {
    pub link: String,
    pub source: GeometrySource,
    /// Elements that the link collides with.
    pub collision: usize,
    /// `<visual>` elements that are drawn.
    pub visual: usize,
    /// Triangles among what the link collides with.
    pub triangles: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Collision,
    Visual,
}

impl Role {
    pub fn label(self) -> &'static str {
        match self {
            Self::Collision => "collision",
            Self::Visual => "visual",
        }
    }
}

/// One `<mesh>` of the URDF.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshUse {
    pub link: String,
    pub role: Role,
    /// As written in the URDF.
    pub uri: String,
    /// Line in the URDF, from 1.
    pub line: Option<u32>,
    /// Path of the file within the file set, if there is one.
    pub path: Option<String>,
    pub found_by: Option<FoundBy>,
    /// Path and URI differ in upper and lower case.
    pub case_differs: bool,
    pub format: Option<MeshFormat>,
    pub triangles: usize,
    /// Edge lengths of the bounding box in the element's frame, metres, scale applied.
    pub size: Option<[f64; 3]>,
    /// The size looks like a wrong unit.
    pub suspicion: Option<SizeSuspicion>,
    /// What was dropped, mended or ignored.
    pub notes: Vec<String>,
    /// Why the mesh is not used at all.
    pub problem: Option<String>,
}

/// A mesh whose size looks like a wrong unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeSuspicion {
    /// Longest edge of the bounding box, metres.
    pub size: f64,
    /// The factor that would mend it, for `LoadSettings::mesh_factors`.
    pub factor: f64,
}
