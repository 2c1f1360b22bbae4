//! Counters that tell a reader what changed since it last looked.

/// Each counter grows when what it names changed; a reader keeps the last value it has seen and compares.
///
/// The view rebuilds meshes when `model` or `shapes` moved, transforms when `pose` moved, colours when `shown`,
/// `selection`, `decisions` or `contacts` moved; the pair table sorts again when a column's counter moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// The robot and its visual geometry.
    pub model: u64,
    /// The six shape sets.
    pub shapes: u64,
    /// The configuration and with it the link poses.
    pub pose: u64,
    /// The shown shape type, or shapes against visual meshes.
    pub shown: u64,
    /// The selected pair or its proximity.
    pub selection: u64,
    /// Statistics of any type.
    pub survey: u64,
    /// Decisions, reasons or evidence of any type.
    pub decisions: u64,
    /// Distances at the present configuration; moves while they are filled in.
    pub live: u64,
    /// Which shapes are in contact at the present configuration.
    pub contacts: u64,
    /// Settings, preferences, files, diagnostics, toasts: what panels show besides.
    pub other: u64,
}
