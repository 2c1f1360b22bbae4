//! Small pieces that several panels share.

use super::theme::{CONTROL, Palette};
use egui::{Align, Button, Color32, CornerRadius, Layout, Response, RichText, Sense, Stroke, Ui, Vec2};

/// A quiet button without a background until the pointer is over it.
pub fn quiet_button(ui: &mut Ui, text: impl Into<String>) -> Response {
    ui.add(Button::new(text.into()).frame_when_inactive(false).min_size(Vec2::new(CONTROL, CONTROL)))
}

/// The one button of a panel that most users want.
pub fn primary_button(ui: &mut Ui, text: impl Into<String>) -> Response {
    let palette = Palette::in_ui(ui);
    let label = RichText::new(text.into()).color(palette.on_accent).strong();
    ui.add(Button::new(label).fill(palette.accent).min_size(Vec2::new(0.0, CONTROL)))
}

/// One of a row of mutually exclusive choices.
pub fn choice(ui: &mut Ui, selected: bool, text: impl Into<String>) -> Response {
    let palette = Palette::in_ui(ui);
    let text = RichText::new(text.into()).color(if selected { palette.strong } else { palette.weak });
    ui.add(Button::selectable(selected, text).min_size(Vec2::new(0.0, CONTROL - 2.0)))
}

/// A line of tabs with an accent line under the chosen one. Returns the tab that was clicked.
pub fn tabs<T: Copy + PartialEq>(ui: &mut Ui, current: T, tabs: &[(T, &str, &str)]) -> Option<T> {
    let palette = Palette::in_ui(ui);
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (tab, label, hint) in tabs {
            let chosen = *tab == current;
            let color = if chosen { palette.strong } else { palette.weak };
            let button = Button::new(RichText::new(*label).color(color)).frame(false).min_size(Vec2::new(0.0, 28.0));
            let response = ui.add(button).on_hover_text(*hint);
            response
                .widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, chosen, *label));
            let rect = response.rect;
            if chosen || response.hovered() || response.has_focus() {
                let color = if chosen { palette.accent } else { palette.line };
                ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(2.0, color));
            }
            if response.clicked() && !chosen {
                clicked = Some(*tab);
            }
            ui.add_space(8.0);
        }
    });
    clicked
}

/// A word on a tinted ground: a decision, a reason, a count.
pub fn pill(ui: &mut Ui, text: &str, color: Color32) -> Response {
    let font = egui::FontId::proportional(11.5);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, color);
    let size = galley.size() + Vec2::new(12.0, 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::same(8), color.gamma_multiply(0.16));
    ui.painter().galley(rect.min + Vec2::new(6.0, 2.0), galley, color);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, text));
    response
}

/// A small square of colour in front of a name.
pub fn swatch(ui: &mut Ui, color: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(10.0, 14.0), Sense::hover());
    let square = egui::Rect::from_center_size(rect.center(), Vec2::splat(9.0));
    ui.painter().rect_filled(square, CornerRadius::same(2), color);
    response
}

/// Text in the weak colour.
pub fn weak(ui: &mut Ui, text: impl Into<String>) -> Response {
    let color = Palette::in_ui(ui).weak;
    ui.label(RichText::new(text.into()).color(color))
}

/// A heading inside a panel.
pub fn section(ui: &mut Ui, text: &str) {
    let palette = Palette::in_ui(ui);
    ui.add_space(6.0);
    ui.label(RichText::new(text).color(palette.strong).strong());
}

/// A line of a list of facts: the name on the left, the value on the right.
pub fn fact(ui: &mut Ui, name: &str, value: impl Into<String>) -> Response {
    let palette = Palette::in_ui(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).color(palette.weak));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(egui::Label::new(RichText::new(value.into()).color(palette.text)).selectable(true));
        });
    })
    .response
}

/// What to say where there is nothing to show yet: a line and what to do about it.
pub fn empty_state(ui: &mut Ui, title: &str, hint: &str) {
    let palette = Palette::in_ui(ui);
    ui.add_space(24.0);
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(title).color(palette.text).strong());
        ui.label(RichText::new(hint).color(palette.weak));
    });
}

/// A thin bar, `fraction` of it in the accent colour.
pub fn progress(ui: &mut Ui, width: f32, fraction: f32) -> Response {
    let palette = Palette::in_ui(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 6.0), Sense::hover());
    let radius = CornerRadius::same(3);
    ui.painter().rect_filled(rect, radius, palette.raised);
    let mut filled = rect;
    filled.set_width(rect.width() * fraction.clamp(0.0, 1.0));
    ui.painter().rect_filled(filled, radius, palette.accent);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ProgressIndicator, true, "Progress"));
    response
}

/// 15000 as `15 000`, with thin spaces.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out
}

/// Seconds in words that stay short: `8 s`, `2 min 05 s`, `1 h 12 min`.
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        return "–".to_owned();
    }
    let whole = seconds.round() as u64;
    match whole {
        0..=59 => format!("{whole} s"),
        60..=3599 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped_by_three() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_000).replace('\u{2009}', " "), "1 000");
        assert_eq!(thousands(1_234_567).replace('\u{2009}', " "), "1 234 567");
    }

    #[test]
    fn durations_stay_short() {
        assert_eq!(duration(7.6), "8 s");
        assert_eq!(duration(125.0), "2 min 05 s");
        assert_eq!(duration(4_320.0), "1 h 12 min");
        assert_eq!(duration(f64::NAN), "–");
    }
}
