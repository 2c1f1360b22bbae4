//! The table itself: only the rows in sight are drawn.

use super::super::columns::{self, Share, share};
use super::super::theme::{Palette, ROW};
use super::super::widgets::{empty_state, swatch};
use super::super::words;
use super::{Column, PairsState};
use crate::matrix::{Decision, Overridden, PairKey};
use crate::session::{Action, LengthUnit, Session};
use egui::{Align, Label, Layout, RichText, Sense, Ui};
use egui_extras::TableRow;

pub(super) fn draw(ui: &mut Ui, session: &Session, state: &mut PairsState, actions: &mut Vec<Action>) {
    if state.rows.is_empty() {
        if state.rows.total() == 0 {
            empty_state(ui, "No pairs", "This robot has fewer than two shapes of this type.");
        } else {
            empty_state(ui, "No pair passes the filter", "Clear the filter to see all pairs.");
        }
        return;
    }
    let lengths = session.preferences().lengths;
    const NUMBER: Share = share(64.0, 84.0, 1.0);
    const COLUMNS: [Share; 9] = [
        share(90.0, 130.0, 3.0),
        share(90.0, 130.0, 3.0),
        share(60.0, 76.0, 0.5),
        share(70.0, 130.0, 1.0),
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
    ];
    let mut table = columns::table(ui, "pairs", &COLUMNS);
    if let Some(row) = state.scroll_to.take() {
        table = table.scroll_to_row(row, None);
    }
    let sort = state.sort;
    let mut clicked_header = None;
    let table = table.header(ROW, |mut header| {
        for column in Column::ALL {
            header.col(|ui| {
                if heading(ui, column, sort, lengths) {
                    clicked_header = Some(column);
                }
            });
        }
    });
    let mut clicked = None;
    table.body(|body| {
        body.rows(ROW, state.rows.len(), |mut row| {
            let Some(pair) = state.rows.pair(row.index()) else { return };
            row.set_selected(state.selection.contains(pair));
            cells(&mut row, session, state, pair, lengths);
            let response = row.response();
            if response.clicked() {
                clicked = Some((pair, response.ctx.input(|input| input.modifiers)));
            }
        });
    });
    if let Some(column) = clicked_header {
        // A second click turns the order round; numbers begin with the smallest, decisions with what is checked.
        state.sort = (column, state.sort.0 == column && !state.sort.1);
        state.rows.update(session, &state.filter, state.sort);
    }
    if let Some((pair, modifiers)) = clicked {
        choose(session, state, pair, modifiers, actions);
    }
}

/// Selects a pair as a click with these modifiers does.
fn choose(
    session: &Session,
    state: &mut PairsState,
    pair: usize,
    modifiers: egui::Modifiers,
    actions: &mut Vec<Action>,
) {
    if modifiers.shift {
        let rows = &state.rows;
        state.selection.extend_to(pair, |pair| rows.row_of(pair), |row| rows.pair(row));
    } else if modifiers.command {
        state.selection.toggle(pair);
    } else {
        state.selection.only(pair);
    }
    select(session, state, pair, actions);
}

/// Makes a pair the one that is shown in 3D.
pub(in super::super) fn select(session: &Session, state: &PairsState, pair: usize, actions: &mut Vec<Action>) {
    let Some(set) = session.shape_set(session.shown_type()) else { return };
    let key = state.rows.shapes(pair).and_then(|(i, j)| PairKey::of(set, i, j));
    actions.push(Action::SelectPair { pair: key });
}

fn title(column: Column, lengths: LengthUnit) -> (String, &'static str) {
    let unit = lengths.symbol();
    match column {
        Column::A => ("Shape A".to_owned(), "The first shape; blue in the 3D view when selected"),
        Column::B => ("Shape B".to_owned(), "The second shape; yellow in the 3D view when selected"),
        Column::Decision => ("Decision".to_owned(), "Whether a collision check has to look at this pair"),
        Column::Reason => ("Reason".to_owned(), "Why the pair has its decision"),
        Column::Now => {
            (format!("Now, {unit}"), "Signed distance at the present configuration; negative is penetration")
        }
        Column::Min => (format!("Min, {unit}"), "Smallest signed distance in the survey"),
        Column::Mean => (format!("Mean, {unit}"), "Mean signed distance in the survey"),
        Column::Max => (format!("Max, {unit}"), "Largest signed distance in the survey"),
        Column::Rate => ("Collides".to_owned(), "Share of the samples in which the pair collides"),
    }
}

fn heading(ui: &mut Ui, column: Column, (sorted, descending): (Column, bool), lengths: LengthUnit) -> bool {
    let palette = Palette::in_ui(ui);
    let (text, hint) = title(column, lengths);
    let chosen = sorted == column;
    let arrow = match (chosen, descending) {
        (false, _) => "",
        (true, false) => "  ⏶",
        (true, true) => "  ⏷",
    };
    let color = if chosen { palette.strong } else { palette.weak };
    let label = RichText::new(format!("{text}{arrow}")).color(color).size(12.5);
    let layout =
        if column.is_number() { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) };
    ui.with_layout(layout, |ui| {
        let response = ui.add(Label::new(label).sense(Sense::click()).truncate());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("Sort by {}", text.to_lowercase()))
        });
        response.on_hover_text(format!("{hint}.\nClick to sort.")).clicked()
    })
    .inner
}

fn cells(row: &mut TableRow<'_, '_>, session: &Session, state: &PairsState, pair: usize, lengths: LengthUnit) {
    let shown = session.shown_type();
    let Some((i, j)) = state.rows.shapes(pair) else { return };
    let entry = session.matrix(shown).and_then(|matrix| matrix.entries.get(pair));
    let stats = session.survey(shown).and_then(|survey| survey.pairs.get(pair)).filter(|stats| stats.samples > 0);
    let in_view = session.selected().is_some_and(|selected| selected.place.index == pair);
    for (shape, first) in [(i, true), (j, false)] {
        row.col(|ui| {
            let palette = Palette::in_ui(ui);
            if in_view {
                swatch(ui, if first { palette.first } else { palette.second });
            }
            let text = RichText::new(state.rows.name(shape)).color(palette.text);
            let label = ui.add(Label::new(text).truncate());
            if first {
                // The row as a whole, for screen readers.
                let row = || format!("{} – {}", state.rows.name(i), state.rows.name(j));
                label.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, row()));
            }
        });
    }
    row.col(|ui| {
        let palette = Palette::in_ui(ui);
        let Some(entry) = entry else { return };
        let color = if entry.decision == Decision::Check { palette.strong } else { palette.weak };
        ui.label(RichText::new(words::decision(entry.decision)).color(color));
    });
    row.col(|ui| {
        let palette = Palette::in_ui(ui);
        let Some(entry) = entry else { return };
        ui.spacing_mut().item_spacing.x = 6.0;
        swatch(ui, palette.reason(entry.reason));
        let differs = session.overridden(shown, pair) == Overridden::Differs;
        let text =
            if differs { format!("{} (overruled)", words::reason(entry)) } else { words::reason(entry).to_owned() };
        let label = ui.add(Label::new(RichText::new(text).color(palette.text)).truncate());
        label.on_hover_ui(|ui| {
            ui.label(words::explain(entry, stats, session.settings()));
        });
    });
    let now = session.live_distances().get(pair).copied().unwrap_or(f64::NAN);
    for value in
        [now, stats.map_or(f64::NAN, |s| s.min), stats.map_or(f64::NAN, |s| s.mean), stats.map_or(f64::NAN, |s| s.max)]
    {
        row.col(|ui| number(ui, lengths.format(value), value <= 0.0));
    }
    row.col(|ui| {
        let Some(stats) = stats else { return };
        let share = stats.collisions as f64 / stats.samples as f64;
        number(ui, words::percent(share), false);
    });
}

/// A number, right-aligned so that decimals stand under each other; penetrations in the error colour.
fn number(ui: &mut Ui, text: String, collides: bool) {
    let palette = Palette::in_ui(ui);
    let color = if collides { palette.error } else { palette.text };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(Label::new(RichText::new(text).color(color)));
    });
}
