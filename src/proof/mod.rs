//! Certificates that a pair never collides, or always does; the search for counterexamples.
//!
//! Why a certificate holds in spite of rounding: a box counts as clear only if the gap at its centre exceeds what can be
//! lost inside it by more than a slack of 1e-8 m. The gap is computed from the extreme points of both bodies along one
//! direction, so it is a lower bound whatever way the direction was found. Poses, reaches and sums of a chain of
//! some ten joints within a reach of 10 m carry relative errors of some 1e-15 each, together below 1e-12 m, four orders
//! less than the slack. Halves of boxes are rounded outwards, so that together they cover what was cut. Solids of
//! revolution are circumscribed and grown by more than they are rounded. Hulls contain the mesh by construction.
//!
//! [`candidates`] says which pairs of a survey are worth it; [`ProofPipeline`] is the work,
//! [`InheritPipeline`] hands its verdicts on to other shapes.

mod bound;
mod branch;
mod certificate;
mod inherit;
mod model;
mod pipeline;
mod revolve;
mod search;
mod task;
mod verdict;

pub use branch::CertifiedBox;
pub use certificate::{Certificate, certificate};
pub use inherit::{InheritPipeline, PROVED_TYPE, PublishInherited};
pub use pipeline::{Candidate, ProofPipeline, PublishProof, candidates};
pub use verdict::{PairProof, ProofSettings, Verdict};
