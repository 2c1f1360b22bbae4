//! The selected pair: its decision, why, its statistics, and what can be done about it.

use super::bulk::BulkDialog;
use super::proof;
use super::state::UiState;
use super::theme::Palette;
use super::widgets::{empty_state, fact, pill, section, swatch};
use super::words;
use crate::matrix::{Decision, Overridden, PairEntry, Reason};
use crate::session::{Action, LengthUnit, SelectedPair, Session, Witness, shape_name};
use crate::survey::PairStats;
use egui::{Align2, Button, CornerRadius, FontId, Label, RichText, ScrollArea, Sense, Stroke, Ui, Vec2};

pub(super) fn draw(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    let Some(selected) = session.selected() else {
        match state.first_picked() {
            Some(first) => empty_state(ui, &shape_name(first), "Click a second shape to see the pair."),
            None => {
                let hint = "Click a row of the table, a cell of the matrix, or two shapes in 3D.";
                empty_state(ui, "No pair selected", hint);
            }
        }
        return;
    };
    let shown = session.shown_type();
    let index = selected.place.index;
    let entry = session.matrix(shown).and_then(|matrix| matrix.entries.get(index));
    let stats = session.survey(shown).and_then(|survey| survey.pairs.get(index)).filter(|stats| stats.samples > 0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        names(ui, &selected);
        if let Some(entry) = entry {
            decision(ui, session, &selected, entry, stats, actions);
        }
        distance(ui, session, &selected, stats, actions);
        proof::draw(ui, session, &selected, actions);
        many(ui, session, state, index);
    });
}

fn names(ui: &mut Ui, selected: &SelectedPair<'_>) {
    let palette = Palette::in_ui(ui);
    ui.add_space(4.0);
    for (id, color) in [(selected.key.a(), palette.first), (selected.key.b(), palette.second)] {
        ui.horizontal(|ui| {
            swatch(ui, color);
            let name = RichText::new(shape_name(id)).strong().size(14.5).color(palette.strong);
            ui.add(Label::new(name).truncate().selectable(true));
        });
    }
}

fn decision(
    ui: &mut Ui,
    session: &Session,
    selected: &SelectedPair<'_>,
    entry: &PairEntry,
    stats: Option<&PairStats>,
    actions: &mut Vec<Action>,
) {
    let palette = Palette::in_ui(ui);
    let shown = session.shown_type();
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let color = if entry.decision == Decision::Check { palette.warning } else { palette.good };
        pill(ui, words::decision(entry.decision), color);
        pill(ui, words::reason(entry), palette.reason(entry.reason));
    });
    ui.add(Label::new(words::explain(entry, stats, session.settings())).wrap());
    if let Some(change) = words::change(entry, stats, session.settings()) {
        ui.add(Label::new(RichText::new(format!("What would change it: {change}")).color(palette.weak)).wrap());
    }
    let overruled = matches!(entry.reason, Some(Reason::User | Reason::Imported));
    if overruled
        && let Some(computed) = session.computed_matrix(shown).and_then(|m| m.entries.get(selected.place.index))
    {
        let differs = session.overridden(shown, selected.place.index) == Overridden::Differs;
        let text = format!(
            "Computed: {}, {}. {}",
            words::decision(computed.decision).to_lowercase(),
            words::reason(computed).to_lowercase(),
            if differs { "The two differ." } else { "The two agree." }
        );
        ui.add(Label::new(RichText::new(text).color(if differs { palette.warning } else { palette.weak })).wrap());
    }
    if entry.decision == Decision::Skip && overruled && stats.is_some_and(|stats| stats.collisions > 0) {
        let text = "Skipped although the survey saw it collide: a check will miss these collisions.";
        ui.add(Label::new(RichText::new(text).color(palette.error)).wrap());
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let user = entry.reason == Some(Reason::User);
        let choices = [
            ("Skip", "Skip this pair (S)", Some(Decision::Skip), user && entry.decision == Decision::Skip),
            ("Check", "Check this pair (C)", Some(Decision::Check), user && entry.decision == Decision::Check),
            ("Automatic", "Back to the computed decision (A)", None, !overruled),
        ];
        for (text, hint, decision, chosen) in choices {
            let button = Button::selectable(chosen, text).frame_when_inactive(true);
            if ui.add(button).on_hover_text(hint).clicked() && !chosen {
                let pairs = vec![selected.key.clone()];
                actions.push(Action::SetDecision { shape_type: shown, pairs, decision });
            }
        }
    });
}

fn distance(
    ui: &mut Ui,
    session: &Session,
    selected: &SelectedPair<'_>,
    stats: Option<&PairStats>,
    actions: &mut Vec<Action>,
) {
    let lengths = session.preferences().lengths;
    let with_unit = |metres: f64| format!("{} {}", lengths.format(metres), lengths.symbol());
    section(ui, "Distance");
    ui.spacing_mut().item_spacing.y = 3.0;
    let now = selected.proximity.map(|proximity| proximity.distance);
    let meaning = if now.is_some_and(|now| now <= 0.0) { "Penetration now" } else { "Distance now" };
    fact(ui, meaning, now.map_or("–".to_owned(), with_unit));
    let Some(stats) = stats else {
        fact(ui, "Survey", "not yet");
        return;
    };
    range_bar(ui, stats, now, lengths);
    fact(ui, "Smallest", with_unit(stats.min));
    fact(ui, "Mean", with_unit(stats.mean));
    fact(ui, "Largest", with_unit(stats.max));
    fact(ui, "Collides in", words::rate(stats));
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (text, hint, which) in [
            (
                "Go to closest",
                "The configuration in which the survey saw the pair closest or deepest (M)",
                Witness::Closest,
            ),
            (
                "Go to farthest",
                "The configuration in which the survey saw the pair farthest apart (X)",
                Witness::Farthest,
            ),
        ] {
            if ui.button(text).on_hover_text(hint).clicked() {
                actions.push(Action::GoToWitness { pair: selected.key.clone(), which });
            }
        }
    });
}

/// Min, mean and max on a line with zero marked, penetration in the error colour, and where the pair is now.
fn range_bar(ui: &mut Ui, stats: &PairStats, now: Option<f64>, lengths: LengthUnit) {
    let palette = Palette::in_ui(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 40.0), Sense::hover());
    let low = stats.min.min(0.0).min(now.unwrap_or(0.0));
    let high = stats.max.max(0.0).max(now.unwrap_or(0.0));
    let span = (high - low).max(1e-9);
    let line = rect.shrink2(Vec2::new(6.0, 0.0));
    let x = |value: f64| line.left() + ((value - low) / span) as f32 * line.width();
    let y = rect.center().y - 2.0;
    let painter = ui.painter();
    painter.hline(line.x_range(), y, Stroke::new(1.0, palette.line));
    let bar = |from: f64, to: f64, color| {
        if to > from {
            let rect = egui::Rect::from_min_max(egui::pos2(x(from), y - 4.0), egui::pos2(x(to), y + 4.0));
            painter.rect_filled(rect, CornerRadius::same(3), color);
        }
    };
    bar(stats.min, stats.max.min(0.0), palette.error.gamma_multiply(0.8));
    bar(stats.min.max(0.0), stats.max, palette.accent.gamma_multiply(0.65));
    painter.vline(x(stats.mean), y - 7.0..=y + 7.0, Stroke::new(2.0, palette.strong));
    painter.vline(x(0.0), y - 10.0..=y + 10.0, Stroke::new(1.0, palette.weak));
    painter.text(
        egui::pos2(x(0.0), rect.bottom()),
        Align2::CENTER_BOTTOM,
        "0",
        FontId::proportional(10.5),
        palette.weak,
    );
    if let Some(now) = now {
        painter.circle(egui::pos2(x(now), y), 4.5, palette.second, Stroke::new(1.0, palette.panel));
    }
    response.on_hover_text(format!(
        "From {} to {} {}; the stroke is the mean, the dot is now.",
        lengths.format(stats.min),
        lengths.format(stats.max),
        lengths.symbol()
    ));
}

fn many(ui: &mut Ui, session: &Session, state: &mut UiState, pair: usize) {
    let Some((distance, ratio)) = BulkDialog::limits(session, pair) else { return };
    section(ui, "Take this pair as the limit");
    let hint = "Skip every pair that is nearer now than this one; you see which before it is done (B)";
    if ui.button("Skip all nearer…").on_hover_text(hint).clicked() {
        state.bulk = Some(BulkDialog::below_distance(distance));
    }
    let hint = match ratio {
        Some(ratio) => format!(
            "Skip every pair whose distance now, divided by its mean, is below this one's ({ratio:.3}); \
             you see which before it is done"
        ),
        None => "This pair overlaps on average, so its distance has no ratio to its mean".to_owned(),
    };
    let button = ui.add_enabled(ratio.is_some(), Button::new("Skip all nearer, relative to the mean…"));
    if button.on_hover_text(&hint).on_disabled_hover_text(&hint).clicked() {
        state.bulk = ratio.map(BulkDialog::below_ratio);
    }
}
