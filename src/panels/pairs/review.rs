//! The pairs at which a person should look: why, where it collides, and the decision.

use super::super::columns::{self, Share, share};
use super::super::theme::{Palette, ROW};
use super::super::widgets::{choice, empty_state, primary_button, thousands};
use super::super::words;
use crate::matrix::{Decision, PairKey};
use crate::session::{Action, ReviewItem, ReviewKind, Session, shape_name};
use crate::shapes::ShapeType;
use egui::{Align, Color32, Label, Layout, RichText, Ui};
use egui_extras::TableRow;

/// The queue as it was last computed, and what of it shows.
#[derive(Default)]
pub struct ReviewView {
    seen: Option<(u64, u64, u64, u64, ShapeType)>,
    items: Vec<ReviewItem>,
    kind: Option<ReviewKind>,
    /// The pair that was last brought into sight.
    scrolled: Option<(ShapeType, PairKey)>,
}

impl ReviewView {
    /// Computes the queue again if something changed that it depends on.
    pub fn follow(&mut self, session: &Session) {
        let queue = session.review_type();
        let versions = session.versions();
        let now = (versions.model, versions.shapes, versions.survey, versions.decisions, queue);
        if self.seen != Some(now) {
            self.seen = Some(now);
            self.items = session.review(queue);
            if self.kind.is_some_and(|kind| self.count(kind) == 0) {
                self.kind = None;
            }
        }
    }

    fn count(&self, kind: ReviewKind) -> usize {
        self.items.iter().filter(|item| item.kind == kind).count()
    }

    /// The tab's name with the number of pairs that wait.
    pub fn title(&self) -> String {
        match self.items.len() {
            0 => "Review".to_owned(),
            n => format!("Review ({})", thousands(n as u64)),
        }
    }
}

/// True if the pair that the review is at is the selected one.
pub(in super::super) fn at_hand(session: &Session) -> bool {
    let selected = session.selected().map(|selected| (session.shown_type(), selected.key));
    selected.is_some() && selected == session.review_at()
}

/// The line above the table: which kinds show, and what can be done with the pair at hand.
pub(super) fn head(ui: &mut Ui, session: &Session, view: &mut ReviewView, actions: &mut Vec<Action>) {
    let mut kind = view.kind;
    if choice(ui, kind.is_none(), format!("All ({})", thousands(view.items.len() as u64))).clicked() {
        kind = None;
    }
    for one in ReviewKind::ALL {
        let count = view.count(one);
        if count > 0 {
            let text = format!("{} ({})", short(one), thousands(count as u64));
            if choice(ui, kind == Some(one), text).on_hover_text(meaning(one)).clicked() {
                kind = Some(one);
            }
        }
    }
    view.kind = kind;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_enabled_ui(!view.items.is_empty(), |ui| {
            let hint = "Go to the next pair and show the configuration in which it is closest (N)";
            if primary_button(ui, "Next").on_hover_text(hint).clicked() {
                actions.push(Action::ReviewNext);
            }
        });
        ui.add_enabled_ui(at_hand(session), |ui| {
            for (text, hint, decision) in [
                ("Leave", "Leave this pair as it is, and go to the next (L)", None),
                ("Check", "Check this pair, and go to the next (C)", Some(Decision::Check)),
                ("Skip", "Skip this pair, and go to the next (S)", Some(Decision::Skip)),
            ] {
                if ui.button(text).on_hover_text(hint).clicked() {
                    actions.push(Action::ReviewTake { decision });
                }
            }
        });
    });
}

pub(super) fn draw(ui: &mut Ui, session: &Session, view: &mut ReviewView, actions: &mut Vec<Action>) {
    let rows: Vec<&ReviewItem> =
        view.items.iter().filter(|item| view.kind.is_none_or(|kind| item.kind == kind)).collect();
    if rows.is_empty() {
        let done = session.reviewed();
        return match done {
            0 => empty_state(
                ui,
                "Nothing to review",
                "Every pair of this shape type is proved, or collides often enough to be known.",
            ),
            _ => empty_state(ui, "Nothing is left to review", &format!("{} were looked at.", many(done))),
        };
    }
    let at = session.review_at().filter(|_| at_hand(session)).map(|(shape_type, pair)| (shape_type, pair.clone()));
    let is_at = |item: &ReviewItem| at.as_ref().is_some_and(|(of, pair)| *of == item.shape_type && *pair == item.pair);
    let lengths = session.preferences().lengths;
    let mut clicked = None;
    const COLUMNS: [Share; 7] = [
        share(110.0, 220.0, 2.0),
        share(90.0, 140.0, 3.0),
        share(90.0, 140.0, 3.0),
        share(70.0, 100.0, 1.0),
        share(60.0, 76.0, 0.5),
        share(64.0, 84.0, 1.0),
        share(64.0, 84.0, 1.0),
    ];
    let mut table = columns::table(ui, "review", &COLUMNS);
    if at != view.scrolled {
        if let Some(row) = rows.iter().position(|item| is_at(item)) {
            table = table.scroll_to_row(row, None);
        }
        view.scrolled = at.clone();
    }
    table
        .header(ROW, |mut header| {
            let min = format!("Min, {}", lengths.symbol());
            for (text, hint, number) in [
                ("Why", "Why a person should look at this pair", false),
                ("Shape A", "The first shape of the pair", false),
                ("Shape B", "The second shape of the pair", false),
                ("Shapes", "The shape type of which the pair is", false),
                ("Now", "The decision that holds", false),
                ("Collides", "Share of the samples in which the pair collides", true),
                (min.as_str(), "Smallest signed distance that the survey or the search saw", true),
            ] {
                header.col(|ui| {
                    let color = Palette::in_ui(ui).weak;
                    ui.with_layout(layout(number), |ui| {
                        ui.add(Label::new(RichText::new(text).color(color).size(12.5)).truncate()).on_hover_text(hint);
                    });
                });
            }
        })
        .body(|body| {
            body.rows(ROW, rows.len(), |mut table_row| {
                let Some(item) = rows.get(table_row.index()) else { return };
                table_row.set_selected(is_at(item));
                cells(&mut table_row, item, session);
                if table_row.response().clicked() {
                    clicked = Some((item.shape_type, item.pair.clone()));
                }
            });
        });
    if let Some((shape_type, pair)) = clicked {
        actions.push(Action::ReviewGo { shape_type, pair });
    }
}

fn cells(table_row: &mut TableRow<'_, '_>, item: &ReviewItem, session: &Session) {
    let (a, b) = (shape_name(item.pair.a()), shape_name(item.pair.b()));
    table_row.col(|ui| {
        let color = color(&Palette::in_ui(ui), item.kind);
        let label = ui.add(Label::new(RichText::new(long(item.kind)).color(color)).truncate());
        label.on_hover_text(meaning(item.kind));
    });
    for (name, first) in [(&a, true), (&b, false)] {
        table_row.col(|ui| {
            let color = Palette::in_ui(ui).text;
            let label = ui.add(Label::new(RichText::new(name).color(color)).truncate());
            if first {
                // The row as a whole, for screen readers.
                label.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, format!("{a} – {b}")));
            }
        });
    }
    table_row.col(|ui| {
        let color = Palette::in_ui(ui).weak;
        ui.add(Label::new(RichText::new(item.shape_type.label()).color(color)).truncate());
    });
    table_row.col(|ui| {
        let palette = Palette::in_ui(ui);
        let color = if item.decision == Decision::Check { palette.strong } else { palette.weak };
        ui.label(RichText::new(words::decision(item.decision)).color(color));
    });
    table_row.col(|ui| number(ui, words::percent(item.rate()), item.collisions > 0));
    table_row.col(|ui| number(ui, session.preferences().lengths.format(item.min), item.min <= 0.0));
}

fn layout(number: bool) -> Layout {
    if number { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) }
}

fn number(ui: &mut Ui, text: String, collides: bool) {
    let palette = Palette::in_ui(ui);
    let color = if collides { palette.error } else { palette.text };
    ui.with_layout(layout(true), |ui| ui.add(Label::new(RichText::new(text).color(color))));
}

fn many(pairs: usize) -> String {
    if pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", thousands(pairs as u64)) }
}

fn color(palette: &Palette, kind: ReviewKind) -> Color32 {
    match kind {
        ReviewKind::ImportRefuted | ReviewKind::UserSkip => palette.error,
        ReviewKind::Unseen | ReviewKind::Rare => palette.warning,
        ReviewKind::Disagree => palette.accent,
    }
}

/// For the choices above the table.
fn short(kind: ReviewKind) -> &'static str {
    match kind {
        ReviewKind::ImportRefuted => "File refuted",
        ReviewKind::UserSkip => "Your skips",
        ReviewKind::Unseen => "Not proved",
        ReviewKind::Rare => "Rare",
        ReviewKind::Disagree => "Types disagree",
    }
}

/// For the cells of the table.
fn long(kind: ReviewKind) -> &'static str {
    match kind {
        ReviewKind::ImportRefuted => "A file skips it, and it collides",
        ReviewKind::UserSkip => "You skip it, and it collides",
        ReviewKind::Unseen => "Skipped, but not proved",
        ReviewKind::Rare => "Collides rarely",
        ReviewKind::Disagree => "Collides; its hulls cannot",
    }
}

fn meaning(kind: ReviewKind) -> &'static str {
    match kind {
        ReviewKind::ImportRefuted => {
            "An SRDF skips this pair, and it was seen colliding: a check that follows the file misses these collisions."
        }
        ReviewKind::UserSkip => {
            "You decided to skip this pair, and it was seen colliding: a check will miss these collisions."
        }
        ReviewKind::Unseen => {
            "No sample and no search saw this pair colliding, and it is not proved that it cannot: is it possible?"
        }
        ReviewKind::Rare => {
            "It collides in less than 0.1 % of the samples, or only where a search went: does that configuration matter?"
        }
        ReviewKind::Disagree => {
            "These spheres or boxes collide, but the hulls within them are proved clear: skipping the pair loses nothing \
             that the hulls know of."
        }
    }
}
