//! A slider and a number for every degree of freedom.

use super::theme::{CONTROL, Palette, ROW};
use super::widgets::{empty_state, quiet_button};
use crate::robot::{Dof, DofKind};
use crate::session::{Action, Preferences, Session};
use egui::{Align, DragValue, Label, Layout, RichText, ScrollArea, Slider, Ui, UiBuilder, Vec2};

const NUMBER: f32 = 74.0;

pub(super) fn draw(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(robot) = session.robot() else { return };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if ui.button("Home").on_hover_text("Every joint at zero, or as near as its range allows (H)").clicked() {
            actions.push(Action::Home);
        }
        if ui.button("Random").on_hover_text("A random configuration within the ranges (R)").clicked() {
            actions.push(Action::RandomConfiguration);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if quiet_button(ui, "Copy").on_hover_text("Copy the configuration as JSON, radians and metres").clicked() {
                actions.push(Action::CopyConfiguration);
            }
        });
    });
    ui.add_space(2.0);
    if robot.dofs.is_empty() {
        empty_state(ui, "No joint moves", "All joints of this robot are fixed.");
        return;
    }
    let preferences = session.preferences();
    let values = session.configuration();
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, robot.dofs.len(), |ui, rows| {
        for index in rows {
            let (Some(dof), Some(value)) = (robot.dofs.get(index), values.get(index)) else { continue };
            if let Some(value) = row(ui, dof, *value, preferences) {
                actions.push(Action::SetJoint { dof: index, value });
            }
        }
    });
}

/// How many of the shown unit make one radian or metre, the unit's symbol, and decimals.
fn unit(dof: &Dof, preferences: Preferences) -> (f64, &'static str, usize) {
    match dof.kind {
        DofKind::Revolute => {
            let unit = preferences.angles;
            let decimals = if unit == crate::session::AngleUnit::Degrees { 1 } else { 3 };
            (unit.per_radian(), unit.symbol(), decimals)
        }
        DofKind::Prismatic => {
            let unit = preferences.lengths;
            let decimals = if unit == crate::session::LengthUnit::Millimetres { 1 } else { 4 };
            (unit.per_metre(), unit.symbol(), decimals)
        }
    }
}

/// Draws one degree of freedom; returns its new value in radians or metres if the user changed it.
fn row(ui: &mut Ui, dof: &Dof, value: f64, preferences: Preferences) -> Option<f64> {
    let palette = Palette::in_ui(ui);
    let (scale, symbol, decimals) = unit(dof, preferences);
    let range = dof.lower * scale..=dof.upper * scale;
    let mut shown = value * scale;
    let mut changed = None;
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        ui.spacing_mut().item_spacing.x = 6.0;
        let width = ui.available_width();
        let name = ((width - NUMBER) * 0.48).clamp(60.0, 170.0);
        let text = Label::new(RichText::new(&dof.name).color(palette.text)).truncate();
        let (rect, whole) = ui.allocate_exact_size(Vec2::new(name, CONTROL), egui::Sense::hover());
        let inside = UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center));
        ui.new_child(inside).add(text);
        whole.on_hover_text(describe(dof, scale, symbol, decimals));
        ui.spacing_mut().slider_width = (width - name - NUMBER - 14.0).max(40.0);
        let slider = Slider::new(&mut shown, range.clone()).show_value(false);
        let slider = ui.add(slider).on_hover_text("Drag, or use the arrow keys");
        label_for(&slider, &dof.name, shown);
        let number = DragValue::new(&mut shown)
            .range(range)
            .speed(if decimals >= 3 { 0.005 } else { 0.5 })
            .fixed_decimals(decimals)
            .suffix(format!(" {symbol}"));
        let number = ui.add_sized(Vec2::new(NUMBER, CONTROL - 2.0), number);
        label_for(&number, &dof.name, shown);
        if slider.changed() || number.changed() {
            changed = Some(shown / scale);
        }
    });
    changed
}

fn label_for(response: &egui::Response, name: &str, value: f64) {
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::slider(true, value, name);
        info.label = Some(name.to_owned());
        info
    });
}

fn describe(dof: &Dof, scale: f64, symbol: &str, decimals: usize) -> String {
    let (lower, upper) = (dof.lower * scale, dof.upper * scale);
    let range = format!("{lower:.decimals$} to {upper:.decimals$} {symbol}");
    let note = match (dof.limited, dof.wraps) {
        (_, true) => "\nContinuous: the value wraps around.",
        (false, false) => "\nThe file gives no limits; this range is assumed.",
        (true, false) => "",
    };
    format!("{}\n{range}{note}", dof.name)
}
