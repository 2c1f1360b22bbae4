//! Driving a pipeline: on the rayon pool, or a slice at a time.

use super::{Cancel, Pipeline, Progress, Stage, StageLabel};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use web_time::Instant;

/// Where units run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// On the rayon pool.
    Threads,
    /// On the owner's thread, inside [`Job::poll`].
    Slices,
}

/// What the driver tells the owner, in order.
enum Event {
    /// With the pipeline's guesses at how far the whole is at the stage's beginning and end.
    StageStarted(StageLabel, f64, f64),
    StageEnded(f64),
}

/// A running pipeline. Dropping it cancels the work.
pub struct Job {
    cancel: Cancel,
    progress: Arc<Progress>,
    events: Receiver<Event>,
    sliced: Option<Sliced>,
    current: Option<Current>,
    times: Vec<(StageLabel, f64)>,
    started: Instant,
}

/// The stage that runs.
struct Current {
    label: StageLabel,
    /// How far the whole is at its beginning and at its end.
    from: f64,
    to: f64,
}

struct Sliced {
    pipeline: Box<dyn Pipeline>,
    stage: Option<(Arc<dyn Stage>, usize)>,
    /// Seconds spent inside the current stage's units.
    spent: f64,
    events: Sender<Event>,
}

impl Job {
    pub fn start(mut pipeline: Box<dyn Pipeline>, mode: Mode) -> Self {
        let cancel = Cancel::default();
        let progress = Arc::new(Progress::default());
        let (sender, events) = channel();
        let sliced = match mode {
            Mode::Slices => Some(Sliced { pipeline, stage: None, spent: 0.0, events: sender }),
            Mode::Threads => {
                let (cancel, progress) = (cancel.clone(), progress.clone());
                rayon::spawn(move || {
                    drive(&mut *pipeline, &cancel, &progress, &sender);
                    progress.finished.store(true, Ordering::Release);
                });
                None
            }
        };
        Self { cancel, progress, events, sliced, current: None, times: Vec::new(), started: Instant::now() }
    }

    /// Advances sliced work until `deadline` (at least one unit) and takes note of what happened. Never blocks.
    pub fn poll(&mut self, deadline: Instant) {
        if let Some(sliced) = &mut self.sliced
            && !self.progress.finished()
        {
            while !sliced.step(&self.cancel, &self.progress) {
                if Instant::now() >= deadline {
                    break;
                }
            }
        }
        while let Ok(event) = self.events.try_recv() {
            match event {
                Event::StageStarted(label, from, to) => self.current = Some(Current { label, from, to }),
                Event::StageEnded(seconds) => {
                    if let Some(Current { label, .. }) = self.current.take() {
                        match self.times.iter_mut().find(|(l, _)| l.key == label.key) {
                            Some((_, total)) => *total += seconds,
                            None => self.times.push((label, seconds)),
                        }
                    }
                }
            }
        }
    }

    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The label of the stage that runs, as of the last poll.
    pub fn stage(&self) -> Option<&StageLabel> {
        self.current.as_ref().map(|current| &current.label)
    }

    /// How far the whole is, 0 to 1: between the pipeline's own guesses at both ends of the current stage, by the units
    /// that are done.
    pub fn overall(&self) -> f64 {
        match &self.current {
            Some(Current { from, to, .. }) => {
                let done = self.progress.done() as f64 / self.progress.total().max(1) as f64;
                from + (to - from) * done.min(1.0)
            }
            None if self.progress.finished() => 1.0,
            None => 0.0,
        }
    }

    /// Seconds spent in every stage that has ended, in order; stages of the same key are added up.
    pub fn times(&self) -> &[(StageLabel, f64)] {
        &self.times
    }

    /// Seconds since the start.
    pub fn elapsed(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Sliced {
    /// Runs one unit or moves to the next stage; true at the end.
    fn step(&mut self, cancel: &Cancel, progress: &Progress) -> bool {
        if cancel.is_cancelled() {
            progress.finished.store(true, Ordering::Release);
            return true;
        }
        match &mut self.stage {
            Some((stage, next)) if *next < stage.units() => {
                let started = Instant::now();
                stage.run(*next, cancel);
                self.spent += started.elapsed().as_secs_f64();
                *next += 1;
                progress.done.fetch_add(1, Ordering::Relaxed);
            }
            ended => {
                if ended.take().is_some() {
                    let _ = self.events.send(Event::StageEnded(std::mem::take(&mut self.spent)));
                }
                match self.pipeline.next_stage() {
                    Some((label, stage)) => {
                        progress.done.store(0, Ordering::Relaxed);
                        progress.total.store(stage.units(), Ordering::Relaxed);
                        let _ = self.events.send(Event::StageStarted(
                            label,
                            self.pipeline.overall(0.0),
                            self.pipeline.overall(1.0),
                        ));
                        self.stage = Some((stage, 0));
                    }
                    None => {
                        progress.finished.store(true, Ordering::Release);
                        return true;
                    }
                }
            }
        }
        false
    }
}

fn drive(pipeline: &mut dyn Pipeline, cancel: &Cancel, progress: &Progress, events: &Sender<Event>) {
    while !cancel.is_cancelled() {
        let Some((label, stage)) = pipeline.next_stage() else { break };
        progress.done.store(0, Ordering::Relaxed);
        progress.total.store(stage.units(), Ordering::Relaxed);
        let started = Instant::now();
        let _ = events.send(Event::StageStarted(label, pipeline.overall(0.0), pipeline.overall(1.0)));
        (0..stage.units()).into_par_iter().with_max_len(1).for_each(|unit| {
            if !cancel.is_cancelled() {
                stage.run(unit, cancel);
                progress.done.fetch_add(1, Ordering::Relaxed);
            }
        });
        let _ = events.send(Event::StageEnded(started.elapsed().as_secs_f64()));
    }
}

/// Runs a pipeline to its end on the calling thread's rayon pool: for tests, benchmarks and other callers that may
/// block. Never on the browser's main thread.
pub fn run_to_end(pipeline: &mut dyn Pipeline) {
    let (sender, _receiver) = channel();
    drive(pipeline, &Cancel::default(), &Progress::default(), &sender);
}
