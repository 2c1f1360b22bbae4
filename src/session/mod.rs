//! Everything the user has, and everything that can be done with it.
//!
//! A [`Session`] is driven by its host: [`Session::poll`] each frame, [`Session::apply`] for what the user asks,
//! [`Session::take_effects`] for what only the host can do. Long work runs as jobs: reading, shapes, survey. Panels and
//! view read the session and compare [`Versions`] to learn what changed.

mod action;
pub mod api;
mod apply;
mod decide;
mod effect;
mod export;
mod export_source;
mod files;
mod import;
mod live;
mod pack;
mod pair;
mod pose;
mod prove;
mod prove_record;
mod receive;
mod record;
mod review;
mod run;
mod settings;
mod srdf;
mod srdf_report;
mod state;
mod summary;
mod toast;
mod versions;

pub use action::{Action, Export, Witness};
pub use decide::bulk_label;
pub use effect::Effect;
pub use pair::{PairPlace, pair_name, shape_name};
pub use record::{FILES, RESULTS, STATE};
pub use review::{RARE, ReviewItem, ReviewKind};
pub use run::JobStatus;
pub use settings::{AngleUnit, LengthUnit, LimitChoice, MOST_SAMPLES, Preferences, Range, Settings, Theme};
pub use srdf_report::{SrdfFinding, SrdfReport, SrdfRow};
pub use state::{SelectedPair, Session};
pub use toast::{Toast, Toasts};
pub use versions::Versions;

#[cfg(test)]
pub(crate) mod prove_tests;
#[cfg(test)]
mod review_tests;
#[cfg(test)]
mod shape_tests;
#[cfg(test)]
mod srdf_tests;
#[cfg(test)]
pub(crate) mod tests;
