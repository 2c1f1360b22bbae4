//! The left panel: joints, fit of the shapes, load report, settings.

use super::state::UiState;
use super::widgets::tabs;
use super::{fit, joints, report, settings};
use crate::diagnostics::Severity;
use crate::session::{Action, Session};
use egui::Ui;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftTab {
    Joints,
    Fit,
    Report,
    Settings,
}

pub(super) fn draw(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    let problems = session.diagnostics().iter().filter(|d| d.severity > Severity::Info).count();
    let report_label = if problems > 0 { format!("Report ({problems})") } else { "Report".to_owned() };
    let all = [
        (LeftTab::Joints, "Joints", "Move the robot"),
        (LeftTab::Fit, "Fit", "How well the shapes fit, and how fine the convex parts are"),
        (LeftTab::Report, report_label.as_str(), "What was read, what was mended and what is missing"),
        (LeftTab::Settings, "Settings", "Samples, thresholds, ranges, shapes, units"),
    ];
    if let Some(tab) = tabs(ui, state.left_tab, &all) {
        state.left_tab = tab;
    }
    ui.add_space(4.0);
    match state.left_tab {
        LeftTab::Joints => joints::draw(ui, session, actions),
        LeftTab::Fit => fit::draw(ui, session, actions),
        LeftTab::Report => report::draw(ui, session, actions),
        LeftTab::Settings => settings::draw(ui, session, actions),
    }
}
