//! Documents written, validated against the JSON Schema, read back and merged.

mod export;
mod merging;
mod reading;
mod round_trip;
pub(super) mod sample;
mod srdf;
