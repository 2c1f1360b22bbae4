//! SRDF, MoveIt's file of what a URDF does not say: which pairs of links are not checked, among other things.
//!
//! [`read`] keeps the whole document, [`import`] brings its pairs to a robot, [`write()`] puts other pairs into it and
//! leaves everything else as it was.

mod import;
mod oddities;
mod read;
mod write;

pub use import::{Comparison, ImportedPair, SrdfImport, import};
pub use oddities::{MissingLink, RepeatedPair, missing_links, repeated_pairs};
pub use read::{Srdf, SrdfLink, SrdfPair, read};
pub use write::{reason_word, write};
