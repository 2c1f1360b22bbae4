//! A mesh to convex parts that cover it.
//!
//! The mesh is cut by planes, piece by piece, where a cut saves most volume; every piece's part is the exact hull of
//! its clipped triangles, so that together the parts cover the surface, and (with the corners where cuts meet inside)
//! the solid. Then parts whose joint hull adds little are joined again.

mod merge;
mod piece;
mod plan;
mod protrusion;
mod search;
mod surface;

pub(super) use plan::{Plan, Ruler, Task, convex_solid};
