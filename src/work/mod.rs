//! Long work in small pieces: the same work runs on a pool of threads or in slices of the frame on one thread.
//!
//! A [`Pipeline`] hands out [`Stage`]s one after the other; a stage is a set of independent units. Results must not
//! depend on the order or the thread in which units run. A [`Job`] drives a pipeline without ever blocking its owner.

mod block_cache;
mod job;
mod resumable;
mod stage;

pub use block_cache::BlockCache;
pub use job::{Job, Mode, run_to_end};
pub use resumable::Resumable;
pub use stage::{Cancel, Pipeline, Progress, Stage, StageLabel};
