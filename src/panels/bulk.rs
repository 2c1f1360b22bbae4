//! Skipping many pairs at once, with a look at which ones before it is done.

use super::state::UiState;
use super::theme::{Palette, ROW};
use super::widgets::{primary_button, thousands, weak};
use super::words;
use crate::matrix::{BulkPair, BulkPreview, BulkRule, PairKey, Risk, ratio};
use crate::session::{Action, LengthUnit, Session, shape_name};
use egui::{Align, Checkbox, DragValue, Id, Label, Layout, Modal, RichText, Ui};
use egui_extras::{Column, TableBuilder};
use std::collections::BTreeSet;

/// The open dialog: the rule, and the pairs that the user took out.
#[derive(Clone, Debug)]
pub struct BulkDialog {
    rule: BulkRule,
    except: BTreeSet<usize>,
}

impl BulkDialog {
    pub fn below_distance(limit: f64) -> Self {
        Self { rule: BulkRule::BelowDistance(limit), except: BTreeSet::new() }
    }

    pub fn below_ratio(limit: f64) -> Self {
        Self { rule: BulkRule::BelowRatio(limit), except: BTreeSet::new() }
    }

    /// The distance of a pair at the present configuration, metres, and its ratio to the mean where that is defined:
    /// the limits that a bulk rule takes from the selected pair. `None` while the distance is not known.
    pub fn limits(session: &Session, pair: usize) -> Option<(f64, Option<f64>)> {
        let distance = session.live_distances().get(pair).copied().filter(|distance| distance.is_finite())?;
        let stats = session.survey(session.shown_type())?.pairs.get(pair).filter(|stats| stats.samples > 0)?;
        Some((distance, ratio(distance, stats.mean)))
    }
}

pub(super) fn draw(ctx: &egui::Context, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    let Some(dialog) = &mut state.bulk else { return };
    let Some(preview) = session.bulk_preview(dialog.rule) else {
        state.bulk = None;
        return;
    };
    let mut close = false;
    let modal = Modal::new(Id::new("bulk")).show(ctx, |ui| {
        ui.set_width(620.0);
        ui.label(RichText::new("Skip many pairs").heading().color(Palette::in_ui(ui).strong));
        limit(ui, dialog, session.preferences().lengths);
        let taken = preview.pairs.iter().filter(|pair| !dialog.except.contains(&pair.index)).count();
        summary(ui, &preview, taken);
        ui.add_space(4.0);
        list(ui, session, dialog, &preview);
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Cancel").clicked() {
                close = true;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_enabled_ui(taken > 0, |ui| {
                    let pairs = if taken == 1 { "pair" } else { "pairs" };
                    if primary_button(ui, format!("Skip {} {pairs}", thousands(taken as u64))).clicked() {
                        let set = session.shape_set(session.shown_type());
                        let out = preview.pairs.iter().filter(|pair| dialog.except.contains(&pair.index));
                        let key = |pair: &BulkPair| PairKey::of(set?, pair.shapes.0, pair.shapes.1);
                        actions.push(Action::Bulk { rule: dialog.rule, except: out.filter_map(key).collect() });
                        close = true;
                    }
                });
            });
        });
    });
    if close || modal.should_close() {
        state.bulk = None;
    }
}

fn limit(ui: &mut Ui, dialog: &mut BulkDialog, lengths: LengthUnit) {
    ui.horizontal(|ui| match &mut dialog.rule {
        BulkRule::BelowDistance(limit) => {
            ui.label("Pairs whose distance at the present configuration is below");
            let scale = lengths.per_metre();
            let mut shown = *limit * scale;
            let field = DragValue::new(&mut shown)
                .speed(0.001 * scale)
                .max_decimals(4)
                .suffix(format!(" {}", lengths.symbol()));
            if ui.add(field).changed() {
                *limit = shown / scale;
            }
        }
        BulkRule::BelowRatio(limit) => {
            ui.label("Pairs whose distance, divided by their mean distance, is below");
            ui.add(DragValue::new(limit).speed(0.005).max_decimals(4));
        }
    });
}

fn summary(ui: &mut Ui, preview: &BulkPreview, taken: usize) {
    let palette = Palette::in_ui(ui);
    let risky = preview.risky();
    ui.horizontal(|ui| {
        let found = format!("{} of {} will be skipped", thousands(taken as u64), thousands(preview.pairs.len() as u64));
        ui.label(RichText::new(found).color(palette.strong));
        let already = format!("{} are skipped already", thousands(preview.already_skipped as u64));
        weak(ui, already);
        if preview.undefined > 0 {
            weak(ui, format!("{} have no ratio and stay", thousands(preview.undefined as u64)));
        }
    });
    if risky > 0 {
        let text = format!(
            "{} of these pairs were seen in collision. Skipping them hides real collisions; take them out unless \
             you know better.",
            thousands(risky as u64)
        );
        ui.add(Label::new(RichText::new(text).color(palette.warning)).wrap());
    }
}

fn list(ui: &mut Ui, session: &Session, dialog: &mut BulkDialog, preview: &BulkPreview) {
    let Some(set) = session.shape_set(session.shown_type()) else { return };
    let lengths = session.preferences().lengths;
    if preview.risky() > 0 {
        ui.horizontal(|ui| {
            if ui.button("Take out all that collide").clicked() {
                let risky = preview.pairs.iter().filter(|pair| pair.risk != Risk::None);
                dialog.except.extend(risky.map(|pair| pair.index));
            }
            if !dialog.except.is_empty() && ui.button("Put all back").clicked() {
                dialog.except.clear();
            }
        });
    }
    TableBuilder::new(ui)
        .id_salt("bulk pairs")
        .striped(true)
        .max_scroll_height(320.0)
        .min_scrolled_height(120.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(26.0))
        .columns(Column::exact(170.0).clip(true), 2)
        .column(Column::exact(86.0))
        .column(Column::remainder().clip(true))
        .body(|body| {
            body.rows(ROW, preview.pairs.len(), |mut row| {
                let Some(pair) = preview.pairs.get(row.index()) else { return };
                row.col(|ui| {
                    let mut taken = !dialog.except.contains(&pair.index);
                    if ui.add(Checkbox::without_text(&mut taken)).changed() {
                        if taken {
                            dialog.except.remove(&pair.index);
                        } else {
                            dialog.except.insert(pair.index);
                        }
                    }
                });
                for shape in [pair.shapes.0, pair.shapes.1] {
                    row.col(|ui| {
                        let name = set.shapes.get(shape).map(|shape| shape_name(&shape.id)).unwrap_or_default();
                        ui.add(Label::new(name).truncate());
                    });
                }
                row.col(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        ui.label(match preview.rule {
                            BulkRule::BelowDistance(_) => {
                                format!("{} {}", lengths.format(pair.value), lengths.symbol())
                            }
                            BulkRule::BelowRatio(_) => format!("{:.3}", pair.value),
                        });
                    });
                });
                row.col(|ui| risk(ui, pair));
            });
        });
}

fn risk(ui: &mut Ui, pair: &BulkPair) {
    let palette = Palette::in_ui(ui);
    let (text, color) = match pair.risk {
        Risk::None => ("no collision seen".to_owned(), palette.weak),
        Risk::CollidesNow => ("collides now".to_owned(), palette.warning),
        Risk::SeenColliding { collisions, samples } => {
            let share = collisions as f64 / samples.max(1) as f64;
            (format!("collides in {}", words::percent(share)), palette.warning)
        }
    };
    ui.add(Label::new(RichText::new(text).color(color)).truncate());
}
