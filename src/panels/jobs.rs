//! The job bar: what runs, how far it is, how long it takes, and the way to stop it.

use super::theme::Palette;
use super::widgets::{duration, progress, weak};
use crate::session::{Action, JobStatus, Session};
use crate::work::Mode;
use egui::{Align, Layout, RichText, Ui};

pub(super) fn draw(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        let palette = Palette::in_ui(ui);
        match session.job() {
            Some(job) if !job.finished => running(ui, &job, actions),
            Some(job) => over(ui, session, &job, actions),
            None => {
                weak(ui, "Ready");
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (text, hint) = match session.mode() {
                Mode::Threads => match rayon::current_num_threads() {
                    1 => ("1 thread".to_owned(), "Work runs beside the page, which stays quick."),
                    n => (format!("{n} threads"), "Work runs beside the page, which stays quick."),
                },
                Mode::Slices => (
                    "One thread".to_owned(),
                    "This page is not isolated, so work runs in slices of the frame. \
                     Results are the same; it takes longer.",
                ),
            };
            ui.label(RichText::new(text).small().color(palette.weak)).on_hover_text(hint);
        });
    });
}

fn running(ui: &mut Ui, job: &JobStatus, actions: &mut Vec<Action>) {
    let palette = Palette::in_ui(ui);
    ui.add(egui::Spinner::new().size(14.0).color(palette.accent));
    ui.label(RichText::new(&job.title).color(palette.strong));
    progress(ui, 220.0, job.fraction as f32).on_hover_ui(|ui| steps(ui, job));
    ui.label(RichText::new(format!("{:.0} %", job.fraction * 100.0)).color(palette.text));
    weak(ui, job.stage.clone());
    match job.time_left {
        Some(seconds) => weak(ui, format!("about {} left", duration(seconds))),
        None => weak(ui, ""),
    };
    if ui.button("Cancel").on_hover_text("Stop; what has been computed stays").clicked() {
        actions.push(Action::Cancel);
    }
}

fn over(ui: &mut Ui, session: &Session, job: &JobStatus, actions: &mut Vec<Action>) {
    let palette = Palette::in_ui(ui);
    if job.cancelled {
        ui.label(RichText::new("Stopped").color(palette.warning));
        weak(ui, job.title.clone());
        if ui.button("Continue").on_hover_text("Go on where it stopped").clicked() {
            actions.push(Action::Continue);
        }
        return;
    }
    match &job.failure {
        Some(text) => {
            ui.label(RichText::new(text).color(palette.error));
        }
        None => {
            ui.label(RichText::new("Done").color(palette.good)).on_hover_ui(|ui| steps(ui, job));
            weak(ui, format!("{} in {}", job.title, duration(job.elapsed))).on_hover_ui(|ui| steps(ui, job));
            if session.robot().is_some() {
                let restart = ui.button("Restart").on_hover_text("Compute everything again from the first sample");
                if restart.clicked() {
                    actions.push(Action::Restart);
                }
            }
        }
    }
}

/// Seconds per stage.
fn steps(ui: &mut Ui, job: &JobStatus) {
    ui.set_min_width(220.0);
    if job.steps.is_empty() {
        ui.label("Just begun");
    }
    for (stage, seconds) in &job.steps {
        super::widgets::fact(ui, stage, format!("{seconds:.2} s"));
    }
}
