//! Many configurations to statistics per pair.

mod stats;

pub use stats::{PairStats, SurveySettings, TypeSurvey};
