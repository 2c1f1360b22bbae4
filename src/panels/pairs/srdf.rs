//! An SRDF beside what was computed: which of its pairs collide, which are proved, what it lacks.

use super::super::columns::{self, Share, share};
use super::super::theme::{Palette, ROW};
use super::super::widgets::{choice, empty_state, pill, primary_button, thousands};
use super::super::words;
use crate::diagnostics::Severity;
use crate::matrix::PairEntry;
use crate::session::{Action, Session, SrdfFinding, SrdfReport, SrdfRow};
use crate::shapes::ShapeType;
use egui::{Align, Color32, ComboBox, Label, Layout, RichText, Ui};
use egui_extras::TableRow;

/// The report as it was last computed, and what of it shows.
#[derive(Default)]
pub struct SrdfView {
    seen: Option<(u64, u64, u64, u64, ShapeType)>,
    report: Option<SrdfReport>,
    finding: Option<SrdfFinding>,
}

impl SrdfView {
    /// Computes the report again if something changed that it depends on.
    pub fn follow(&mut self, session: &Session) {
        let shown = session.shown_type();
        let shape_type = if shown.is_part() { ShapeType::LinkHulls } else { shown };
        let versions = session.versions();
        let now = (versions.model, versions.shapes, versions.survey, versions.decisions, shape_type);
        if self.seen != Some(now) {
            self.seen = Some(now);
            self.report = session.srdf_report(shape_type);
            let empty = |report: &SrdfReport| self.finding.is_some_and(|finding| report.count(finding) == 0);
            if self.report.as_ref().is_none_or(empty) {
                self.finding = None;
            }
        }
    }

    /// The tab's name, with the number of pairs that the file skips although they collide.
    pub fn title(&self) -> Option<String> {
        let refuted = self.report.as_ref()?.count(SrdfFinding::Refuted);
        Some(if refuted > 0 { format!("SRDF ({refuted})") } else { "SRDF".to_owned() })
    }
}

/// The line above the table: which findings show, which file, and whether its pairs hold.
pub(super) fn head(ui: &mut Ui, session: &Session, view: &mut SrdfView, actions: &mut Vec<Action>) {
    let Some(report) = &view.report else { return };
    let mut finding = view.finding;
    if choice(ui, finding.is_none(), format!("All ({})", thousands(report.rows.len() as u64))).clicked() {
        finding = None;
    }
    for one in SrdfFinding::ALL {
        let count = report.count(one);
        if count == 0 {
            continue;
        }
        let text = format!("{} ({})", short(one), thousands(count as u64));
        if choice(ui, finding == Some(one), text).on_hover_text(meaning(one)).clicked() {
            finding = Some(one);
        }
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let palette = Palette::in_ui(ui);
        if report.imported {
            pill(ui, "Imported", palette.good).on_hover_text("The pairs of this file hold; undo takes them back");
        } else if primary_button(ui, "Import its pairs")
            .on_hover_text("Take its decisions over for spheres, boxes and hulls of links; undo takes them back")
            .clicked()
        {
            actions.push(Action::ImportFile { path: report.path.clone() });
        }
        file(ui, session, report, actions);
    });
    view.finding = finding;
}

fn file(ui: &mut Ui, session: &Session, report: &SrdfReport, actions: &mut Vec<Action>) {
    let name = report.path.rsplit('/').next().unwrap_or(&report.path);
    let files = session.srdf_files();
    if files.len() < 2 {
        let color = Palette::in_ui(ui).weak;
        ui.add(Label::new(RichText::new(name).color(color)).truncate()).on_hover_text(&report.path);
        return;
    }
    let combo = ComboBox::from_id_salt("srdf file").width(150.0).selected_text(name).show_ui(ui, |ui| {
        for path in files {
            if ui.selectable_label(path == report.path, path).clicked() && path != report.path {
                actions.push(Action::CompareSrdf { path: path.to_owned() });
            }
        }
    });
    combo.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, "SRDF file"));
    combo.response.on_hover_text(&report.path);
}

pub(super) fn draw(ui: &mut Ui, session: &Session, view: &SrdfView, actions: &mut Vec<Action>) {
    let Some(report) = &view.report else {
        return empty_state(ui, "No SRDF", "Drop a MoveIt SRDF to compare its pairs with what is computed.");
    };
    oddities(ui, report);
    let rows: Vec<&SrdfRow> =
        report.rows.iter().filter(|row| view.finding.is_none_or(|finding| row.finding == finding)).collect();
    if rows.is_empty() {
        let hint = format!("{} skips no pair of this robot, and neither does the computation.", report.path);
        return empty_state(ui, "Nothing to compare", &hint);
    }
    let lengths = session.preferences().lengths;
    let selected = session.selected().map(|selected| selected.key.clone());
    let mut clicked = None;
    const COLUMNS: [Share; 7] = [
        share(90.0, 160.0, 3.0),
        share(90.0, 160.0, 3.0),
        share(70.0, 120.0, 1.0),
        share(100.0, 200.0, 2.0),
        share(64.0, 84.0, 1.0),
        share(64.0, 84.0, 1.0),
        share(50.0, 60.0, 0.5),
    ];
    columns::table(ui, "srdf", &COLUMNS)
        .header(ROW, |mut header| {
            let unit = lengths.symbol();
            let min = format!("Min, {unit}");
            for (text, hint, number) in [
                ("Link A", "The first link of the pair", false),
                ("Link B", "The second link of the pair", false),
                ("File says", "Whether the file skips the pair, and its reason", false),
                ("Computed", "What the survey and the proofs say of the pair", false),
                ("Collides", "Share of the samples in which the pair collides", true),
                (min.as_str(), "Smallest signed distance that the survey or the search saw", true),
                ("Line", "Line of the file", true),
            ] {
                header.col(|ui| heading(ui, text, hint, number));
            }
        })
        .body(|body| {
            body.rows(ROW, rows.len(), |mut table_row| {
                let Some(row) = rows.get(table_row.index()) else { return };
                table_row.set_selected(selected.as_ref() == Some(&row.pair));
                cells(&mut table_row, row, session);
                if table_row.response().clicked() {
                    clicked = Some(row.pair.clone());
                }
            });
        });
    if let Some(pair) = clicked {
        if session.shown_type() != report.shape_type {
            actions.push(Action::ShowType { shape_type: report.shape_type });
        }
        actions.push(Action::SelectPair { pair: Some(pair) });
    }
}

/// Links that do not exist, pairs that are listed twice, and what reading had to say.
fn oddities(ui: &mut Ui, report: &SrdfReport) {
    let palette = Palette::in_ui(ui);
    let mut lines: Vec<(Color32, String)> = Vec::new();
    if !report.missing_links.is_empty() {
        let names: Vec<String> = report
            .missing_links
            .iter()
            .map(|missing| format!("{} ({})", missing.link, on_lines(&missing.lines)))
            .collect();
        lines.push((palette.warning, format!("Links that the robot does not have: {}", names.join(", "))));
    }
    if !report.repeated_pairs.is_empty() {
        let names: Vec<String> = report
            .repeated_pairs
            .iter()
            .map(|pair| format!("{} – {} ({})", pair.link1, pair.link2, on_lines(&pair.lines)))
            .collect();
        lines.push((palette.weak, format!("Pairs listed more than once: {}", names.join(", "))));
    }
    // The others are told by the lines above.
    let told = ["srdf-link-absent", "srdf-duplicate", "srdf-reversed"];
    for note in report.notes.iter().filter(|note| !told.contains(&note.code.as_str())) {
        let color = if note.severity == Severity::Info { palette.weak } else { palette.warning };
        lines.push((color, note.message.clone()));
    }
    for (color, text) in lines {
        ui.add(Label::new(RichText::new(&text).color(color).size(12.5)).truncate()).on_hover_text(&text);
    }
}

fn on_lines(lines: &[u32]) -> String {
    let word = if lines.len() == 1 { "line" } else { "lines" };
    let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
    format!("{word} {}", numbers.join(", "))
}

fn heading(ui: &mut Ui, text: &str, hint: &str, number: bool) {
    let color = Palette::in_ui(ui).weak;
    let layout = if number { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) };
    ui.with_layout(layout, |ui| {
        ui.add(Label::new(RichText::new(text).color(color).size(12.5)).truncate()).on_hover_text(hint);
    });
}

fn cells(table_row: &mut TableRow<'_, '_>, row: &SrdfRow, session: &Session) {
    let (a, b) = (&row.pair.a().link, &row.pair.b().link);
    for (name, first) in [(a, true), (b, false)] {
        table_row.col(|ui| {
            let color = Palette::in_ui(ui).text;
            let label = ui.add(Label::new(RichText::new(name).color(color)).truncate());
            if first {
                // The row as a whole, for screen readers.
                let info = || egui::WidgetInfo::labeled(egui::WidgetType::Label, true, format!("{a} – {b}"));
                label.widget_info(info);
            }
        });
    }
    table_row.col(|ui| {
        let palette = Palette::in_ui(ui);
        let (text, color) = match (row.finding, &row.word) {
            (SrdfFinding::OnlyComputed, _) => ("Check".to_owned(), palette.strong),
            (_, Some(word)) => (format!("Skip: {word}"), palette.text),
            (_, None) => ("Skip".to_owned(), palette.text),
        };
        ui.add(Label::new(RichText::new(text).color(color)).truncate());
    });
    table_row.col(|ui| {
        let palette = Palette::in_ui(ui);
        let entry =
            PairEntry { decision: row.decision, reason: row.reason, evidence: row.evidence.clone(), note: None };
        let text = match row.finding {
            SrdfFinding::OnlyComputed => format!("Skip: {}", words::reason(&entry).to_lowercase()),
            finding => long(finding).to_owned(),
        };
        let label = ui.add(Label::new(RichText::new(text).color(color(&palette, row.finding))).truncate());
        label.on_hover_text(meaning(row.finding));
    });
    table_row.col(|ui| {
        let text = if row.samples == 0 { "–".to_owned() } else { words::percent(row.rate()) };
        number(ui, text, row.collisions > 0);
    });
    table_row.col(|ui| {
        let min = row.min.unwrap_or(f64::NAN);
        number(ui, session.preferences().lengths.format(min), min <= 0.0);
    });
    table_row.col(|ui| number(ui, row.line.map_or("–".to_owned(), |line| line.to_string()), false));
}

fn number(ui: &mut Ui, text: String, collides: bool) {
    let palette = Palette::in_ui(ui);
    let color = if collides { palette.error } else { palette.text };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(Label::new(RichText::new(text).color(color)));
    });
}

fn color(palette: &Palette, finding: SrdfFinding) -> Color32 {
    match finding {
        SrdfFinding::Refuted => palette.error,
        SrdfFinding::Near | SrdfFinding::Unseen => palette.warning,
        SrdfFinding::ProvedWithinLimits | SrdfFinding::Proved => palette.good,
        SrdfFinding::Always | SrdfFinding::Structure | SrdfFinding::Unknown => palette.weak,
        SrdfFinding::OnlyComputed => palette.text,
    }
}

/// For the choices above the table.
fn short(finding: SrdfFinding) -> &'static str {
    match finding {
        SrdfFinding::Refuted => "Refuted",
        SrdfFinding::Near => "Near",
        SrdfFinding::Unseen => "Unseen",
        SrdfFinding::ProvedWithinLimits => "Proved in limits",
        SrdfFinding::Proved => "Proved",
        SrdfFinding::Always => "Always",
        SrdfFinding::Structure => "Neighbours",
        SrdfFinding::Unknown => "Not surveyed",
        SrdfFinding::OnlyComputed => "Not in the file",
    }
}

/// For the cells of the table.
fn long(finding: SrdfFinding) -> &'static str {
    match finding {
        SrdfFinding::Refuted => "It collides",
        SrdfFinding::Near => "Closer than the clearance",
        SrdfFinding::Unseen => "Never seen, not proved",
        SrdfFinding::ProvedWithinLimits => "Never, proved within limits",
        SrdfFinding::Proved => "Never, proved",
        SrdfFinding::Always => "Always collides",
        SrdfFinding::Structure => "Neighbours or one body",
        SrdfFinding::Unknown => "Not surveyed yet",
        SrdfFinding::OnlyComputed => "Skip",
    }
}

fn meaning(finding: SrdfFinding) -> &'static str {
    match finding {
        SrdfFinding::Refuted => {
            "The file skips this pair although it collides: a check that follows the file misses these collisions."
        }
        SrdfFinding::Near => "The file skips this pair; it does not collide, but comes closer than the clearance.",
        SrdfFinding::Unseen => "The file skips this pair; no sample collides, and it is not proved that none can.",
        SrdfFinding::ProvedWithinLimits => {
            "The file skips this pair, rightly: it is proved that it cannot collide within the joint limits."
        }
        SrdfFinding::Proved => {
            "The file skips this pair, rightly: it is proved that it cannot collide at any joint values."
        }
        SrdfFinding::Always => "Both skip this pair: it collides in nearly all samples.",
        SrdfFinding::Structure => "Both skip this pair: one joint, or none, lies between its links.",
        SrdfFinding::Unknown => "The file skips this pair; the survey has not looked at it yet.",
        SrdfFinding::OnlyComputed => "The file checks this pair, and the computation says that it can be skipped.",
    }
}
