//! What lies beside a robot: SRDFs and matrices of an earlier visit.

use super::candidates::glance;
use super::file_set::FileSet;
use super::path::{extension, shared_parts};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Files that belong to a robot, the likeliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Companions {
    pub srdfs: Vec<SrdfFile>,
    /// Paths of Noclash's own matrices (JSON or YAML).
    pub matrices: Vec<String>,
}

/// A MoveIt SRDF.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SrdfFile {
    /// Path within the file set.
    pub path: String,
    /// The robot's name as the file gives it; empty if it gives none.
    pub robot: String,
    /// `disable_collisions` entries and the like.
    pub rules: usize,
}

/// The SRDFs and matrices among the files, those whose robot is called `robot_name` first, then those near the URDF at
/// `urdf_path`, then those with more rules.
pub fn companions(files: &FileSet, urdf_path: &str, robot_name: &str) -> Companions {
    let mut result = Companions::default();
    for (path, bytes) in files.iter() {
        let head = &bytes[..bytes.len().min(1 << 16)];
        match extension(path).as_str() {
            "srdf" | "xml" if path != urdf_path => {
                let text = crate::mesh::decode(bytes);
                let glance = glance(&text, None);
                if glance.root == "robot" && glance.links == 0 && glance.collision_rules + glance.semantic > 0
                    || extension(path) == "srdf" && glance.root == "robot"
                {
                    result.srdfs.push(SrdfFile {
                        path: path.to_owned(),
                        robot: glance.robot_name.unwrap_or_default(),
                        rules: glance.collision_rules,
                    });
                }
            }
            "json" | "yaml" | "yml" if contains(head, b"noclash-matrix") => result.matrices.push(path.to_owned()),
            _ => {}
        }
    }
    let near = |path: &str| Reverse(shared_parts(path, urdf_path));
    result.srdfs.sort_by_key(|s| (s.robot != robot_name, near(&s.path), Reverse(s.rules), s.path.clone()));
    result.matrices.sort_by_key(|path| (near(path), path.clone()));
    result
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}
