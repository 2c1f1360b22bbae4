//! The line above the table: filter, counts, decisions for what is selected, bulk rules.

use super::super::bulk::BulkDialog;
use super::super::state::UiState;
use super::super::theme::{CONTROL, Palette};
use super::super::widgets::{quiet_button, thousands, weak};
use super::super::words;
use super::{all_reasons, counted};
use crate::matrix::Decision;
use crate::session::{Action, Session};
use egui::{Align, ComboBox, Layout, RichText, TextEdit, Ui, Vec2};

pub(super) fn draw(ui: &mut Ui, state: &mut UiState, actions: &mut Vec<Action>, session: &Session) {
    let pairs = &mut state.pairs;
    let field = TextEdit::singleline(&mut pairs.filter.text).hint_text("Filter by name  ( / )").desired_width(150.0);
    let field = ui.add(field.vertical_align(Align::Center).min_size(Vec2::new(0.0, CONTROL)));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Filter by name"));
    if std::mem::take(&mut pairs.focus_filter) {
        field.request_focus();
    }
    let decision = pairs.filter.decision;
    let text = decision.map_or("Any decision", words::decision);
    ComboBox::from_id_salt("decision filter").width(104.0).selected_text(text).show_ui(ui, |ui| {
        let counts = pairs.rows.counts;
        let option = &mut pairs.filter.decision;
        ui.selectable_value(option, None, "Any decision");
        ui.selectable_value(option, Some(Decision::Check), format!("Check ({})", thousands(counts.check as u64)));
        ui.selectable_value(option, Some(Decision::Skip), format!("Skip ({})", thousands(counts.skip as u64)));
    });
    let text = pairs.filter.reason.map_or("Any reason", words::plain_reason);
    ComboBox::from_id_salt("reason filter").width(104.0).selected_text(text).show_ui(ui, |ui| {
        ui.selectable_value(&mut pairs.filter.reason, None, "Any reason");
        for reason in all_reasons() {
            let text = counted(reason, &pairs.rows);
            ui.selectable_value(&mut pairs.filter.reason, Some(reason), text).on_hover_text(words::meaning(reason));
        }
    });
    if !pairs.filter.is_empty() && quiet_button(ui, "Clear").on_hover_text("Show all pairs").clicked() {
        pairs.filter = Default::default();
    }
    count(ui, pairs);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        bulk_menu(ui, session, &mut state.bulk);
        let pairs = &state.pairs;
        if pairs.selection.len() > 1 {
            let decide = |decision| Action::SetDecision {
                shape_type: session.shown_type(),
                pairs: pairs.selection.keys(session),
                decision,
            };
            if ui.button("Automatic").on_hover_text("Back to the computed decision (A)").clicked() {
                actions.push(decide(None));
            }
            if ui.button("Check").on_hover_text("Check the selected pairs (C)").clicked() {
                actions.push(decide(Some(Decision::Check)));
            }
            if ui.button("Skip").on_hover_text("Skip the selected pairs (S)").clicked() {
                actions.push(decide(Some(Decision::Skip)));
            }
            let palette = Palette::in_ui(ui);
            let text = format!("{} selected", thousands(pairs.selection.len() as u64));
            ui.label(RichText::new(text).color(palette.strong));
        }
    });
}

fn count(ui: &mut Ui, pairs: &super::PairsState) {
    let (shown, total) = (pairs.rows.len() as u64, pairs.rows.total() as u64);
    let text = if shown == total {
        format!("{} pairs, {} checked", thousands(total), thousands(pairs.rows.counts.check as u64))
    } else {
        format!("{} of {} pairs", thousands(shown), thousands(total))
    };
    weak(ui, text);
}

fn bulk_menu(ui: &mut Ui, session: &Session, dialog: &mut Option<BulkDialog>) {
    let selected = session.selected().and_then(|selected| BulkDialog::limits(session, selected.place.index));
    let lengths = session.preferences().lengths;
    ui.add_enabled_ui(selected.is_some(), |ui| {
        let menu = ui.menu_button("Skip many…", |ui| {
            let Some((distance, ratio)) = selected else { return };
            let text =
                format!("All pairs nearer than the selected one ({} {})", lengths.format(distance), lengths.symbol());
            if ui.button(text).clicked() {
                *dialog = Some(BulkDialog::below_distance(distance));
            }
            let text = match ratio {
                Some(ratio) => format!("All pairs nearer than the selected one, relative to their mean ({ratio:.3})"),
                None => "Relative to the mean: the selected pair has no positive mean".to_owned(),
            };
            if ui.add_enabled(ratio.is_some(), egui::Button::new(text)).clicked() {
                *dialog = ratio.map(BulkDialog::below_ratio);
            }
        });
        menu.response
            .on_hover_text("Skip every pair below the selected one; you see which before it is done (B)")
            .on_disabled_hover_text("Select the pair that sets the limit first");
    });
}
