//! What work looks like to whoever runs it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Asks running work to stop soon. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Independent units of work. Each stores its own result (a `OnceLock` or `Mutex` slot per unit, or a channel).
pub trait Stage: Send + Sync {
    fn units(&self) -> usize;

    /// Runs one unit; called once per unit, from any thread, in any order. Aim at 1 to 30 ms a unit: in slices of a
    /// frame a unit is the longest time for which the page stands still. A long unit looks at `cancel` now and then.
    fn run(&self, unit: usize, cancel: &Cancel);
}

/// What a stage is called in the job bar and in the summary of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageLabel {
    /// Stable word: `reading`, `hulls`, `decomposition`, `spheres_boxes`, `survey/link_hulls`, `proof`, ...
    pub key: String,
    /// Shown to people.
    pub text: String,
}

impl StageLabel {
    pub fn new(key: impl Into<String>, text: impl Into<String>) -> Self {
        Self { key: key.into(), text: text.into() }
    }
}

/// A sequence of stages, each made from the results of those before.
pub trait Pipeline: Send {
    /// The next stage, `None` at the end. Called after every unit of the stage before has run (or work was
    /// cancelled). Must be quick (below 10 ms): what takes longer belongs into a stage of one unit.
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)>;

    /// A guess at how far the whole is when `fraction` of the current stage is done, 0 to 1.
    fn overall(&self, fraction: f64) -> f64 {
        fraction
    }
}

/// Counts the units of the current stage; read by the owner without locks.
#[derive(Debug, Default)]
pub struct Progress {
    pub(super) done: AtomicUsize,
    pub(super) total: AtomicUsize,
    pub(super) finished: AtomicBool,
}

impl Progress {
    /// Units of the current stage that have run.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// Units of the current stage.
    pub fn total(&self) -> usize {
        self.total.load(Ordering::Relaxed)
    }

    /// The pipeline has come to its end or has stopped after a cancel.
    pub fn finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }
}
