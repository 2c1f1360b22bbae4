//! How long the main thread is busy with one update, without the work of the graphics processor.

use bevy::prelude::*;
use web_time::Instant;

/// Times of updates since the last reset.
#[derive(Resource, Default)]
pub struct FrameTimes {
    started: Option<Instant>,
    pub frames: u64,
    /// Seconds.
    pub longest: f64,
    pub sum: f64,
}

impl FrameTimes {
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

pub fn begin(mut times: ResMut<FrameTimes>) {
    times.started = Some(Instant::now());
}

pub fn end(mut times: ResMut<FrameTimes>) {
    if let Some(started) = times.started.take() {
        let seconds = started.elapsed().as_secs_f64();
        times.frames += 1;
        times.sum += seconds;
        times.longest = times.longest.max(seconds);
    }
}
