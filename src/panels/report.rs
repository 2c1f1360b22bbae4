//! What was read, what was mended, what is missing.

use super::reading;
use super::theme::Palette;
use super::widgets::{empty_state, fact, section, thousands};
use crate::diagnostics::{Diagnostic, Severity};
use crate::session::{Action, Session};
use egui::{CornerRadius, Frame, Label, Margin, RichText, ScrollArea, Ui};

pub(super) fn draw(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        overview(ui, session, actions);
        let findings = session.diagnostics();
        section(ui, "Findings");
        if findings.is_empty() {
            empty_state(ui, "Nothing to report", "Every file was read as it is.");
        }
        let mut sorted: Vec<&Diagnostic> = findings.iter().collect();
        sorted.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        for finding in sorted {
            diagnostic(ui, finding);
        }
        meshes(ui, session, actions);
    });
}

fn overview(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(model) = session.model() else { return };
    ui.spacing_mut().item_spacing.y = 3.0;
    fact(ui, "Robot", model.robot.name.clone());
    fact(ui, "File", model.urdf_path.clone());
    fact(ui, "Degrees of freedom", model.robot.dofs.len().to_string());
    let with_geometry = model.links.iter().filter(|link| !link.collision.is_empty()).count();
    fact(ui, "Links", format!("{} ({with_geometry} with geometry)", model.robot.links.len()));
    reading::candidates(ui, session, actions);
}

/// One finding with its place and its mend.
pub(super) fn diagnostic(ui: &mut Ui, finding: &Diagnostic) {
    let palette = Palette::in_ui(ui);
    let (color, word) = match finding.severity {
        Severity::Info => (palette.weak, "Note"),
        Severity::Warning => (palette.warning, "Warning"),
        Severity::Error => (palette.error, "Error"),
    };
    let frame = Frame::new().fill(palette.raised).corner_radius(CornerRadius::same(6)).inner_margin(Margin::same(8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(word).color(color).small().strong());
            let place = match (&finding.file, finding.line) {
                (Some(file), Some(line)) => format!("{file}, line {line}"),
                (Some(file), None) => file.clone(),
                _ => String::new(),
            };
            ui.add(Label::new(RichText::new(place).color(palette.weak).small()).wrap());
        });
        ui.add(Label::new(RichText::new(&finding.message).color(palette.text)).wrap().selectable(true));
        if !finding.mend.is_empty() {
            ui.add(Label::new(RichText::new(&finding.mend).color(palette.weak)).wrap().selectable(true));
        }
    });
    ui.add_space(2.0);
}

fn meshes(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(report) = session.load_report() else { return };
    if report.meshes.is_empty() {
        return;
    }
    let palette = Palette::in_ui(ui);
    let lengths = session.preferences().lengths;
    section(ui, "Meshes");
    for mesh in &report.meshes {
        let value = match (&mesh.problem, mesh.suspicion.is_some()) {
            (Some(_), _) => RichText::new("missing").color(palette.error),
            (None, true) => RichText::new("odd size").color(palette.warning),
            (None, false) => {
                RichText::new(format!("{} triangles", thousands(mesh.triangles as u64))).color(palette.text)
            }
        };
        let name = mesh.uri.rsplit('/').next().unwrap_or(&mesh.uri);
        let line = ui.horizontal(|ui| {
            ui.label(RichText::new(&mesh.link).color(palette.weak));
            ui.add(Label::new(name).truncate());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(value);
                reading::unit_button(ui, session, mesh, actions);
            });
        });
        let mut hint = format!("{} of {}\n{}", mesh.role.label(), mesh.link, mesh.uri);
        if let Some(path) = &mesh.path {
            hint.push_str(&format!("\n{path}"));
        }
        if let Some(found_by) = mesh.found_by {
            let case = if mesh.case_differs { ", though upper and lower case differ" } else { "" };
            hint.push_str(&format!("\nFound {}{case}", found_by.label()));
        }
        if let Some(size) = mesh.size {
            let [x, y, z] = size.map(|length| lengths.format(length));
            hint.push_str(&format!("\n{x} × {y} × {z} {}", lengths.symbol()));
        }
        for text in mesh.problem.iter().chain(&mesh.notes) {
            hint.push_str(&format!("\n{text}"));
        }
        line.response.on_hover_text(hint);
    }
}
