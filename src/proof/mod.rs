//! Certificates that a pair never collides, or always does; the search for counterexamples.
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
