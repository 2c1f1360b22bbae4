//! Many configurations to statistics per pair.
//!
//! [`Survey`] holds what is known of the six shape types and hands out the work that adds to it; [`configuration`]
//! says what a sample index stands for.

pub(crate) mod bodies;
mod error;
mod motion;
mod pipeline;
mod problem;
mod query;
mod random;
mod samples;
mod spheres;
mod stage;
mod stats;

pub use error::SurveyError;
pub use pipeline::{Publish, Survey, SurveyPipeline};
pub use random::{configuration, philox4x32, sample_value};
pub use stats::{PairStats, SurveySettings, TypeSurvey};
