//! A pipeline that outlives the job that drives it.

use super::{Cancel, Pipeline, Stage, StageLabel};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A pipeline that goes on where a cancelled job left it: units that have run are not run again.
///
/// Clones share one pipeline. Only one job may drive it at a time; only the driver takes the lock.
#[derive(Clone)]
pub struct Resumable(Arc<Mutex<Kept>>);

struct Kept {
    pipeline: Box<dyn Pipeline>,
    current: Option<(StageLabel, Arc<Tracked>)>,
}

impl Resumable {
    pub fn new(pipeline: Box<dyn Pipeline>) -> Self {
        Self(Arc::new(Mutex::new(Kept { pipeline, current: None })))
    }
}

impl Pipeline for Resumable {
    fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
        let mut kept = self.0.lock().ok()?;
        if kept.current.as_ref().is_none_or(|(_, stage)| stage.is_complete()) {
            kept.current = kept.pipeline.next_stage().map(|(label, stage)| (label, Arc::new(Tracked::new(stage))));
        }
        let (label, stage) = kept.current.as_ref()?;
        Some((label.clone(), Arc::new(Rest { units: stage.rest(), stage: stage.clone() })))
    }

    fn overall(&self, fraction: f64) -> f64 {
        self.0.lock().map_or(fraction, |kept| kept.pipeline.overall(fraction))
    }
}

/// A stage that knows which of its units have run to their end.
struct Tracked {
    stage: Arc<dyn Stage>,
    done: Vec<AtomicBool>,
}

impl Tracked {
    fn new(stage: Arc<dyn Stage>) -> Self {
        let done = (0..stage.units()).map(|_| AtomicBool::new(false)).collect();
        Self { stage, done }
    }

    fn is_complete(&self) -> bool {
        self.done.iter().all(|done| done.load(Ordering::Acquire))
    }

    /// The units that have not run to their end.
    fn rest(&self) -> Vec<usize> {
        (0..self.done.len()).filter(|unit| !self.done[*unit].load(Ordering::Acquire)).collect()
    }
}

/// What is left of a stage.
struct Rest {
    stage: Arc<Tracked>,
    units: Vec<usize>,
}

impl Stage for Rest {
    fn units(&self) -> usize {
        self.units.len()
    }

    fn run(&self, unit: usize, cancel: &Cancel) {
        let Some(&unit) = self.units.get(unit) else { return };
        self.stage.stage.run(unit, cancel);
        // A unit may have looked at the flag and stopped half-way.
        if !cancel.is_cancelled() {
            self.stage.done[unit].store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Job, Mode};
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use web_time::Instant;

    struct Count(Vec<AtomicUsize>);

    impl Stage for Count {
        fn units(&self) -> usize {
            self.0.len()
        }

        fn run(&self, unit: usize, _cancel: &Cancel) {
            self.0[unit].fetch_add(1, Ordering::Relaxed);
        }
    }

    struct Two(Vec<Arc<Count>>, usize);

    impl Pipeline for Two {
        fn next_stage(&mut self) -> Option<(StageLabel, Arc<dyn Stage>)> {
            let stage = self.0.get(self.1)?.clone();
            self.1 += 1;
            Some((StageLabel::new("count", "Counting"), stage))
        }
    }

    #[test]
    fn a_cancelled_job_is_gone_on_with_and_nothing_is_done_twice() {
        for stop_after in 0..14 {
            let stages: Vec<Arc<Count>> =
                [3, 0, 5].map(|n| Arc::new(Count((0..n).map(|_| AtomicUsize::new(0)).collect()))).to_vec();
            let kept = Resumable::new(Box::new(Two(stages.clone(), 0)));
            let mut job = Job::start(Box::new(kept.clone()), Mode::Slices);
            // A deadline that has passed: one step at a time.
            (0..stop_after).for_each(|_| job.poll(Instant::now()));
            job.cancel();
            job.poll(Instant::now());
            let mut job = Job::start(Box::new(kept), Mode::Slices);
            while !job.progress().finished() {
                job.poll(Instant::now());
            }
            for count in stages.iter().flat_map(|stage| &stage.0) {
                assert_eq!(count.load(Ordering::Relaxed), 1, "stopped after {stop_after}");
            }
        }
    }
}
