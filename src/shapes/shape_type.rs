//! The six shape types.

use serde::{Deserialize, Serialize};

/// Which shapes stand for the robot. Names in files are the snake-case words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShapeType {
    LinkSpheres,
    LinkBoxes,
    LinkHulls,
    PartSpheres,
    PartBoxes,
    PartHulls,
}

impl ShapeType {
    pub const ALL: [ShapeType; 6] = [
        ShapeType::LinkSpheres,
        ShapeType::LinkBoxes,
        ShapeType::LinkHulls,
        ShapeType::PartSpheres,
        ShapeType::PartBoxes,
        ShapeType::PartHulls,
    ];

    /// The word used in files, file names and code: `link_spheres`, ...
    pub fn word(self) -> &'static str {
        match self {
            ShapeType::LinkSpheres => "link_spheres",
            ShapeType::LinkBoxes => "link_boxes",
            ShapeType::LinkHulls => "link_hulls",
            ShapeType::PartSpheres => "part_spheres",
            ShapeType::PartBoxes => "part_boxes",
            ShapeType::PartHulls => "part_hulls",
        }
    }

    /// The name shown to people.
    pub fn label(self) -> &'static str {
        match self {
            ShapeType::LinkSpheres => "Link spheres",
            ShapeType::LinkBoxes => "Link boxes",
            ShapeType::LinkHulls => "Link hulls",
            ShapeType::PartSpheres => "Part spheres",
            ShapeType::PartBoxes => "Part boxes",
            ShapeType::PartHulls => "Part hulls",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }

    /// 0 to 5, the position in [`ShapeType::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    pub fn is_sphere(self) -> bool {
        matches!(self, ShapeType::LinkSpheres | ShapeType::PartSpheres)
    }

    /// One shape per part of the convex decomposition rather than one per link.
    pub fn is_part(self) -> bool {
        matches!(self, ShapeType::PartSpheres | ShapeType::PartBoxes | ShapeType::PartHulls)
    }
}
