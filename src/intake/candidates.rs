//! Which files are robots, best first.

use super::file_set::FileSet;
use super::path::{extension, file_name};
use super::resolve::Resolver;
use super::tags::{Tag, TagEvent, Tags};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// A description longer than this is no robot (and reading it would make the page wait).
const MAX_BYTES: usize = 64 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CandidateKind {
    Urdf,
    /// To be expanded first.
    Xacro,
}

/// A file that describes a robot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Path within the file set.
    pub path: String,
    pub kind: CandidateKind,
    /// The robot's name as the file gives it; empty if it gives none.
    pub name: String,
    /// Links, as far as the text shows them (a xacro may make more).
    pub links: usize,
    /// Links with a collision element that can be used: a primitive, or a mesh that is present.
    pub with_collision: usize,
    /// Links with any element that can be used.
    pub with_geometry: usize,
    /// Joints that move on their own, as far as the text shows them.
    pub moving: usize,
    /// Different mesh URIs, and how many of them lead to a file.
    pub meshes: usize,
    pub meshes_found: usize,
    /// A piece for other files to include, not a whole robot.
    pub fragment: bool,
}

/// What a file's text tells about it.
#[derive(Default)]
pub(super) struct Glance {
    pub(super) root: String,
    pub(super) robot_name: Option<String>,
    pub(super) links: usize,
    collision: usize,
    geometry: usize,
    moving: usize,
    meshes: usize,
    meshes_found: usize,
    /// Tags of the xacro language, and among them those that make a robot: includes and calls of macros.
    xacro: usize,
    xacro_calls: usize,
    /// `<disable_collisions>` and `<enable_collisions>`.
    pub(super) collision_rules: usize,
    /// Other tags that only an SRDF has.
    pub(super) semantic: usize,
}

/// The robots among the files, best first: whole ones before fragments, then by the number of joints that move links
/// whose geometry can be used (an arm before its gripper), by the number of such links, URDF before xacro, links with
/// collision geometry, shallower paths, and last by path.
pub fn candidates(files: &FileSet) -> Vec<Candidate> {
    let resolver = Resolver::new(files);
    let mut found: Vec<Candidate> = files
        .iter()
        .filter(|(path, bytes)| may_be_robot(path) && bytes.len() <= MAX_BYTES)
        .filter_map(|(path, bytes)| candidate(path, bytes, &resolver))
        .collect();
    found.sort_by_key(|c| {
        let depth = c.path.split('/').count();
        // A xacro's links show only after expansion, so it is not measured by them.
        let xacro = c.kind == CandidateKind::Xacro;
        let geometry = if xacro { 0 } else { c.with_geometry };
        let collision = if xacro { 0 } else { c.with_collision };
        (
            c.fragment,
            Reverse(c.moving.min(geometry)),
            Reverse(geometry),
            xacro,
            Reverse(collision),
            Reverse(c.links),
            c.name.is_empty(),
            depth,
            c.path.clone(),
        )
    });
    found
}

fn may_be_robot(path: &str) -> bool {
    matches!(extension(path).as_str(), "urdf" | "xml" | "xacro")
}

fn candidate(path: &str, bytes: &[u8], resolver: &Resolver<'_>) -> Option<Candidate> {
    let text = crate::mesh::decode(bytes);
    let glance = glance(&text, Some((resolver, path)));
    let xacro = extension(path) == "xacro" || glance.xacro > 0;
    let named_srdf = file_name(path).to_lowercase().contains(".srdf");
    if glance.root != "robot" || named_srdf {
        return None;
    }
    if !xacro && (glance.links == 0 || glance.collision_rules > glance.links) {
        return None;
    }
    // Files that are included hardly ever name a robot, and those that only define macros make none.
    let fragment = xacro && (glance.robot_name.is_none() || (glance.links == 0 && glance.xacro_calls == 0));
    Some(Candidate {
        path: path.to_owned(),
        kind: if xacro { CandidateKind::Xacro } else { CandidateKind::Urdf },
        name: glance.robot_name.unwrap_or_default(),
        links: glance.links,
        with_collision: glance.collision,
        with_geometry: glance.geometry,
        moving: glance.moving,
        meshes: glance.meshes,
        meshes_found: glance.meshes_found,
        fragment,
    })
}

/// Looks through a text without demanding that it be sound. With a resolver, meshes count only if their file is there.
pub(super) fn glance(text: &str, resolver: Option<(&Resolver<'_>, &str)>) -> Glance {
    let mut result = Glance::default();
    let mut uris = std::collections::BTreeMap::new();
    let mut within: Option<bool> = None;
    let (mut link_collision, mut link_visual) = (false, false);
    let mut macro_depth: Option<usize> = None;
    for event in Tags::new(text) {
        let tag = match event {
            TagEvent::Start(tag) => tag,
            TagEvent::End(name, depth) => {
                match name {
                    "collision" | "visual" => within = None,
                    "link" => {
                        result.collision += usize::from(link_collision);
                        result.geometry += usize::from(link_collision || link_visual);
                        (link_collision, link_visual) = (false, false);
                    }
                    "xacro:macro" if macro_depth == Some(depth) => macro_depth = None,
                    _ => {}
                }
                continue;
            }
        };
        if result.root.is_empty() {
            result.root = tag.name.to_owned();
            result.robot_name = tag.attribute("name").map(str::to_owned);
            continue;
        }
        match tag.name {
            // Joints and transmissions have no links inside them, so any depth is a link of the robot.
            "link" if macro_depth.is_none() && tag.attribute("name").is_some() => {
                result.links += 1;
                (link_collision, link_visual) = (false, false);
            }
            "collision" | "visual" if !tag.closes => within = Some(tag.name == "collision"),
            "box" | "cylinder" | "sphere" | "capsule" => match within {
                Some(true) => link_collision = true,
                Some(false) => link_visual = true,
                None => {}
            },
            "mesh" => {
                let Some(uri) = tag.attribute("filename") else { continue };
                let present = *uris
                    .entry(uri)
                    .or_insert_with(|| resolver.is_none_or(|(resolver, from)| resolver.resolve(uri, from).is_ok()));
                link_collision |= present && within == Some(true);
                link_visual |= present && within == Some(false);
            }
            "joint" if macro_depth.is_none() => {
                let moves = matches!(tag.attribute("type"), Some(kind) if !kind.trim().eq_ignore_ascii_case("fixed"));
                result.moving += usize::from(moves);
            }
            "mimic" if macro_depth.is_none() => result.moving = result.moving.saturating_sub(1),
            "disable_collisions" | "enable_collisions" | "disable_default_collisions" => result.collision_rules += 1,
            "group" | "group_state" | "end_effector" | "virtual_joint" | "passive_joint" => result.semantic += 1,
            name => count_xacro(name, &tag, &mut result, &mut macro_depth),
        }
    }
    result.meshes = uris.len();
    result.meshes_found = uris.values().filter(|present| **present).count();
    result
}

fn count_xacro(name: &str, tag: &Tag<'_>, result: &mut Glance, macro_depth: &mut Option<usize>) {
    let Some(word) = name.strip_prefix("xacro:") else { return };
    result.xacro += 1;
    match word {
        "macro" if macro_depth.is_none() && !tag.closes => *macro_depth = Some(tag.depth),
        "property" | "arg" | "macro" | "if" | "unless" => {}
        // An include brings definitions; a call makes links.
        "include" => {}
        _ if macro_depth.is_none() => result.xacro_calls += 1,
        _ => {}
    }
}
