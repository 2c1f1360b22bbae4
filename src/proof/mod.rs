//! Certificates that a pair never collides, or always does; the search for counterexamples.
//!
//! [`candidates`] says which pairs of a survey are worth it; [`ProofPipeline`] is the work.

mod bound;
mod branch;
mod certificate;
mod model;
mod pipeline;
mod revolve;
mod search;
mod task;
mod verdict;

pub use branch::CertifiedBox;
pub use certificate::{Certificate, certificate};
pub use pipeline::{Candidate, ProofPipeline, PublishProof, candidates};
pub use verdict::{PairProof, ProofSettings, Verdict};
