//! Why a matrix or SRDF file could not be used at all.

/// Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("the file is not UTF-8 text (first bad byte at {at}): save it as UTF-8")]
    NotText { at: usize },
    #[error("line {line}, column {column}: {what}: mend the file there or export it again")]
    Syntax { what: String, line: u64, column: u64 },
    #[error("the file is not a Noclash matrix: it has no `format: noclash-matrix`")]
    NotAMatrix,
    #[error("the matrix has format version {found}, this program reads version 1: open it with a newer Noclash")]
    Version { found: u64 },
    #[error(
        "`{word}` is not a shape type: use link_spheres, link_boxes, link_hulls, part_spheres, part_boxes or part_hulls"
    )]
    ShapeType { word: String },
    #[error("the matrix lists {found} shapes, more than the {limit} that can be read")]
    TooManyShapes { found: usize, limit: usize },
    #[error("the file is not an SRDF: its root element is `{found}`, not `robot`")]
    NotAnSrdf { found: String },
    #[error("the file is a URDF: it has links; an SRDF has none")]
    IsUrdf,
    #[error("the file is a xacro with unexpanded {what}: expand it first (`xacro file.srdf.xacro > file.srdf`)")]
    IsXacro { what: String },
    #[error("{format} puts the pairs into a copy of the URDF, which is not at hand: open the robot's folder first")]
    NeedsUrdf { format: &'static str },
    #[error("{format}: two links get the same name once characters that it does not allow are replaced: rename one")]
    NamesCollide { format: &'static str },
    #[error("the archive could not be written: {what}")]
    Archive { what: String },
}
