//! Jobs: reading, shapes, survey, proofs, one after the other, each started when the one before has ended.

use super::state::Session;
use crate::diagnostics::Severity;
use crate::intake::LoadHandle;
use crate::shapes::{Shapes, ShapesPipeline};
use crate::survey::{Survey, SurveySettings, TypeSurvey};
use crate::work::{Job, Pipeline, StageLabel};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use web_time::{Duration, Instant};

/// The running or last work as panels show it.
#[derive(Clone, Debug, PartialEq)]
pub struct JobStatus {
    /// What is being done: `Surveying 100 000 configurations`.
    pub title: String,
    /// The stage of it that runs.
    pub stage: String,
    /// Key of the stage, as in [`StageLabel`].
    pub stage_key: String,
    /// Units of the stage: done and all.
    pub units: (usize, usize),
    /// 0 to 1, over reading, shapes, survey and proofs together.
    pub fraction: f64,
    /// Seconds, while a guess can be made.
    pub time_left: Option<f64>,
    /// Seconds since reading, or a restart, began.
    pub elapsed: f64,
    /// The robot is being read.
    pub reading: bool,
    /// Nothing runs any more.
    pub finished: bool,
    /// The user stopped it; it can go on.
    pub cancelled: bool,
    /// It could not be done; why, in one sentence.
    pub failure: Option<String>,
    /// Names of the stages that have ended and the seconds they took.
    pub steps: Vec<(String, f64)>,
}

/// Work that runs, or ran last.
pub(super) struct Running {
    work: Work,
    /// `None` when it is over.
    job: Option<Job>,
    status: JobStatus,
    started: Instant,
    phase_started: Instant,
    steps: Vec<(StageLabel, f64)>,
}

pub(super) enum Work {
    Reading(LoadHandle),
    Shapes(Arc<OnceLock<Arc<Shapes>>>),
    Survey,
    Proof,
}

/// A survey that can go on, and where its results come from.
pub(super) struct SurveyHandle {
    survey: Survey,
    settings: SurveySettings,
    results: Receiver<Arc<TypeSurvey>>,
}

/// The share of the whole that each kind of work takes, from and to.
fn share(work: &Work) -> (f64, f64) {
    match work {
        Work::Reading(_) => (0.0, 0.04),
        Work::Shapes(_) => (0.04, 0.16),
        Work::Survey => (0.16, 0.9),
        Work::Proof => (0.9, 1.0),
    }
}

impl Running {
    fn new(work: Work, title: String, job: Job, before: Option<Running>) -> Self {
        let now = Instant::now();
        let (started, mut steps) = before.map_or((now, Vec::new()), |before| {
            // The time in which nothing ran does not count.
            let idle = before.job.is_none().then(|| now.checked_sub(Duration::from_secs_f64(before.status.elapsed)));
            (idle.flatten().unwrap_or(before.started), before.steps)
        });
        if matches!(work, Work::Proof) {
            steps.retain(|(label, _): &(StageLabel, f64)| label.key != "proof");
        }
        let status = JobStatus {
            title,
            stage: String::new(),
            stage_key: String::new(),
            units: (0, 0),
            fraction: share(&work).0,
            time_left: None,
            elapsed: 0.0,
            reading: matches!(work, Work::Reading(_)),
            finished: false,
            cancelled: false,
            failure: None,
            steps: Vec::new(),
        };
        Self { work, job: Some(job), status, started, phase_started: now, steps }
    }

    pub fn status(&self) -> JobStatus {
        self.status.clone()
    }

    pub fn is_proving(&self) -> bool {
        matches!(self.work, Work::Proof) && !self.is_over()
    }

    /// Stops the work; what it has done stays.
    pub fn end(&mut self) {
        self.job = None;
        self.status.finished = true;
        self.status.fraction = 1.0;
        self.status.time_left = None;
    }

    pub fn is_over(&self) -> bool {
        self.job.is_none()
    }

    /// Advances sliced work; true when the work has just ended.
    fn poll(&mut self, deadline: Instant) -> bool {
        let Some(job) = &mut self.job else { return false };
        job.poll(deadline);
        let (from, to) = share(&self.work);
        let overall = job.overall().clamp(0.0, 1.0);
        let status = &mut self.status;
        status.fraction = status.fraction.max(from + (to - from) * overall).min(1.0);
        status.elapsed = self.started.elapsed().as_secs_f64();
        if let Some(stage) = job.stage() {
            status.stage = stage.text.clone();
            status.stage_key = stage.key.clone();
        }
        status.units = (job.progress().done(), job.progress().total());
        let spent = self.phase_started.elapsed().as_secs_f64();
        let known = matches!(self.work, Work::Survey) && overall > 0.02 && spent > 0.5;
        status.time_left = known.then(|| spent / overall * (1.0 - overall));
        let label = |(label, seconds): &(StageLabel, f64)| (label.text.clone(), *seconds);
        status.steps = self.steps.iter().chain(job.times()).map(label).collect();
        if !job.progress().finished() {
            return false;
        }
        // Once more: what happened between the last look and the end.
        job.poll(deadline);
        self.steps.extend(job.times().iter().cloned());
        status.steps = self.steps.iter().map(label).collect();
        status.cancelled = job.is_cancelled();
        self.job = None;
        true
    }
}

impl Session {
    /// Advances everything that moves by itself until about `deadline`. Never blocks; call it every frame and while
    /// [`is_busy`](Session::is_busy).
    pub fn poll(&mut self, deadline: Instant) {
        let now = Instant::now();
        if self.toasts.expire(now) {
            self.versions.other += 1;
        }
        // Live distances first: they answer what the user does right now.
        let half = now + deadline.saturating_duration_since(now) / 2;
        self.poll_live(half);
        self.poll_receiving(deadline);
        self.poll_job(deadline);
        self.take_results();
        self.take_proofs();
        self.poll_export(deadline);
        self.save_what_is_due(now);
    }

    fn poll_live(&mut self, deadline: Instant) {
        let Some(open) = &mut self.open else { return };
        let advanced = open.live.advance(&open.poses, deadline);
        if advanced.completed {
            self.versions.live += 1;
            self.update_contacts();
        }
    }

    fn poll_job(&mut self, deadline: Instant) {
        let Some(running) = &mut self.running else { return };
        let was_over = running.is_over();
        let ended = running.poll(deadline);
        if !was_over {
            self.versions.other += 1;
        }
        if ended {
            self.job_ended();
        }
    }

    fn job_ended(&mut self) {
        let Some(running) = &mut self.running else { return };
        if running.status.cancelled {
            running.status.finished = true;
            running.status.time_left = None;
            let reading = running.status.reading;
            self.keep_times();
            self.saving.results_soon();
            if reading {
                // Nothing to go on with: half a robot is none.
                self.running = None;
            }
            return;
        }
        if let (Work::Reading(reading), Some(last)) = (&running.work, &mut self.last_read) {
            last.arguments = reading.arguments().to_vec();
        }
        match &running.work {
            Work::Reading(reading) => match reading.try_take() {
                Some(Ok(loaded)) => {
                    self.open_loaded(loaded);
                    self.start_shapes();
                }
                Some(Err(error)) => {
                    let diagnostic = error.to_diagnostic();
                    let text = diagnostic.message.clone();
                    if let Some(last) = &mut self.last_read {
                        last.failure = Some(diagnostic);
                    }
                    self.fail(text);
                }
                None => self.fail("The robot could not be read: the work was lost.".to_owned()),
            },
            Work::Shapes(result) => match result.get().cloned() {
                Some(shapes) => {
                    self.shapes_made(shapes);
                    self.start_survey();
                }
                None => self.fail("The shapes could not be made: the work was lost.".to_owned()),
            },
            Work::Survey => {
                self.keep_times();
                self.take_results();
                if !self.start_proofs() {
                    self.work_ended();
                }
            }
            Work::Proof => {
                self.take_proofs();
                if let Some(open) = &mut self.open {
                    open.proofs.end();
                }
                // The time that is shown with it is that of all work together.
                let samples = group_thousands(self.settings.samples);
                if let Some(running) = &mut self.running {
                    let proving = running.status.title.replacen("Proving", "proving", 1);
                    running.status.title = format!("Surveying {samples} configurations and {proving}");
                }
                self.work_ended();
            }
        }
    }

    /// There is nothing more to compute.
    pub(super) fn work_ended(&mut self) {
        if let Some(running) = &mut self.running {
            running.end();
        }
        self.keep_times();
        self.survey_complete();
        self.warn_of_srdf();
        self.saving.results_now();
        self.versions.other += 1;
    }

    /// Ends the running work with a reason that the user can read.
    pub(super) fn fail(&mut self, text: String) {
        self.restoring = None;
        self.toasts.push(Severity::Error, text.clone());
        if let Some(running) = &mut self.running {
            running.job = None;
            running.status.finished = true;
            running.status.time_left = None;
            running.status.failure = Some(text);
        }
        self.versions.other += 1;
    }

    fn keep_times(&mut self) {
        let (Some(open), Some(running)) = (&mut self.open, &self.running) else { return };
        for (label, seconds) in &running.steps {
            // What was not done again took as long as it did.
            match open.times.iter_mut().find(|(key, _)| *key == label.key) {
                Some((_, known)) => *known = *seconds,
                None => open.times.push((label.key.clone(), *seconds)),
            }
        }
        open.total_seconds = running.status.elapsed;
    }

    pub(super) fn start(&mut self, work: Work, title: String, pipeline: Box<dyn Pipeline>) {
        let before = self.running.take().filter(|_| !matches!(work, Work::Reading(_)));
        let job = Job::start(pipeline, self.mode);
        self.running = Some(Running::new(work, title, job, before));
        self.versions.other += 1;
    }

    pub(super) fn start_reading(&mut self, reading: LoadHandle, title: String, pipeline: Box<dyn Pipeline>) {
        self.start(Work::Reading(reading), title, pipeline);
    }

    pub(super) fn start_shapes(&mut self) {
        let Some(open) = &self.open else { return };
        let pipeline = ShapesPipeline::reusing(open.model.clone(), self.settings.shapes.clone(), self.made.clone());
        let result = pipeline.result();
        let title = format!("Making the shapes of {}", open.model.robot.name);
        self.start(Work::Shapes(result), title, Box::new(pipeline));
    }

    /// Takes new shapes over; decisions by structure alone hold until the survey answers.
    pub(super) fn shapes_made(&mut self, shapes: Arc<Shapes>) {
        if self.made.keep(&shapes.made) {
            self.saving.shapes();
        }
        let Some(open) = &mut self.open else { return };
        open.live.reset();
        open.live.show(&open.model.robot, shapes.set(open.shown));
        open.shapes = Some(shapes);
        open.survey = None;
        open.types = Default::default();
        open.proofs = Default::default();
        let key = open.selected.take().map(|selected| selected.key);
        self.versions.shapes += 1;
        self.versions.survey += 1;
        self.versions.live += 1;
        self.versions.contacts += 1;
        self.restore_results();
        for shape_type in crate::shapes::ShapeType::ALL {
            self.decide_type(shape_type);
        }
        let restored = self.take_restored_selection();
        self.select_pair(key.or(restored));
        self.import_waiting();
        self.find_srdf();
    }

    /// Takes the survey on to as many samples as the settings ask for; a survey of other settings is begun anew.
    pub(super) fn start_survey(&mut self) {
        let Some(open) = &self.open else { return };
        let Some(shapes) = &open.shapes else { return };
        let samples = self.settings.samples;
        let robot = &open.model.robot;
        let settings = SurveySettings { samples, seed: self.settings.seed, ranges: self.settings.ranges_of(robot) };
        let usable = open.survey.as_ref().is_some_and(|handle| {
            let same = handle.settings.seed == settings.seed && handle.settings.ranges == settings.ranges;
            let most = open.types.iter().filter_map(|state| state.survey.as_ref()).map(|survey| survey.samples).max();
            same && most.unwrap_or(0) <= samples
        });
        let complete = open.types.iter().all(|state| state.survey.as_ref().is_some_and(|s| s.samples == samples));
        if complete && (usable || open.survey.is_none()) && open.surveyed_with.as_ref() == Some(&settings) {
            self.finish_without_work();
            return;
        }
        if !usable {
            let (sender, results) = channel();
            let publish = Arc::new(move |survey: Arc<TypeSurvey>| {
                // The session may be gone; then nobody wants the result.
                let _ = sender.send(survey);
            });
            match Survey::new(Arc::new(robot.clone()), shapes.sets.clone(), &settings, publish) {
                Ok(survey) => {
                    let handle = SurveyHandle { survey, settings: settings.clone(), results };
                    if let Some(open) = &mut self.open {
                        // Statistics of an earlier visit hold until the new ones rest on as many samples.
                        let same = |with: &SurveySettings| with.seed == settings.seed && with.ranges == settings.ranges;
                        let keep = open.survey.is_none() && open.surveyed_with.as_ref().is_some_and(same);
                        for state in &mut open.types {
                            state.survey = state.survey.take().filter(|survey| keep && survey.samples <= samples);
                        }
                        open.survey = Some(handle);
                    }
                    self.versions.survey += 1;
                }
                Err(error) => return self.fail(error.to_string()),
            }
        }
        let Some(open) = &mut self.open else { return };
        open.surveyed_with = Some(settings);
        // They rest on the statistics as they were.
        open.proofs = Default::default();
        let Some(handle) = &open.survey else { return };
        let pipeline = handle.survey.run_to(samples);
        let title = format!("Surveying {} configurations", group_thousands(samples));
        self.start(Work::Survey, title, Box::new(pipeline));
    }

    fn finish_without_work(&mut self) {
        if self.start_proofs() {
            return;
        }
        if let Some(running) = &mut self.running {
            running.end();
        }
        self.survey_complete();
        self.versions.other += 1;
    }

    /// Takes over what the survey has published.
    fn take_results(&mut self) {
        let Some(open) = &mut self.open else { return };
        let Some(handle) = &open.survey else { return };
        let mut changed = [false; 6];
        while let Ok(survey) = handle.results.try_recv() {
            let index = survey.shape_type.index();
            let slot = &mut open.types[index].survey;
            if slot.as_ref().is_none_or(|before| before.samples <= survey.samples) {
                *slot = Some(survey);
                changed[index] = true;
            }
        }
        for shape_type in crate::shapes::ShapeType::ALL {
            if changed[shape_type.index()] {
                self.versions.survey += 1;
                self.decide_type(shape_type);
                self.saving.results_soon();
            }
        }
    }

    /// Stops what runs.
    pub(super) fn cancel(&mut self) {
        if let Some(job) = self.running.as_ref().and_then(|running| running.job.as_ref()) {
            job.cancel();
        }
    }

    /// Goes on where it was stopped: with the shapes, with the survey or with the proofs.
    pub(super) fn resume(&mut self) {
        if self.open.is_none() || self.running.as_ref().is_some_and(|running| !running.is_over()) {
            return;
        }
        if self.shapes().is_none() { self.start_shapes() } else { self.start_survey() }
    }

    /// Surveys again from the first sample.
    pub(super) fn restart(&mut self) {
        let Some(open) = &mut self.open else { return };
        open.survey = None;
        open.surveyed_with = None;
        for state in &mut open.types {
            state.survey = None;
        }
        self.versions.survey += 1;
        self.running = None;
        self.resume();
    }
}

/// 100000 as `100 000`.
fn group_thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out
}
