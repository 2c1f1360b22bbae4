//! Short messages above everything else.

use super::theme::Palette;
use crate::diagnostics::Severity;
use crate::session::{Action, Session};
use egui::{Align2, Area, CornerRadius, Frame, Id, Label, Margin, Order, Rect, RichText, Stroke, Vec2};

pub(super) fn draw(ctx: &egui::Context, session: &Session, free: Rect, actions: &mut Vec<Action>) {
    let palette = Palette::of(session.preferences().theme);
    let window = ctx.viewport_rect();
    let over = if free.is_positive() { free } else { window };
    let mut offset = over.bottom() - window.bottom() - 14.0;
    let mut toasts: Vec<_> = session.toasts().collect();
    toasts.reverse();
    for toast in toasts {
        let color = match toast.severity {
            Severity::Info => palette.accent,
            Severity::Warning => palette.warning,
            Severity::Error => palette.error,
        };
        let area = Area::new(Id::new(("toast", toast.id)))
            .order(Order::Foreground)
            .anchor(Align2::CENTER_BOTTOM, Vec2::new(over.center().x - window.center().x, offset));
        let frame = Frame::new()
            .fill(palette.raised)
            .stroke(Stroke::new(1.0, color))
            .corner_radius(CornerRadius::same(7))
            .inner_margin(Margin::symmetric(12, 8));
        let shown = area.show(ctx, |ui| {
            frame.show(ui, |ui| {
                ui.set_max_width(520.0);
                ui.horizontal(|ui| {
                    ui.add(Label::new(RichText::new(&toast.text).color(palette.strong)).wrap());
                    if ui.add(egui::Button::new("×").frame(false)).on_hover_text("Dismiss").clicked() {
                        actions.push(Action::DismissToast { id: toast.id });
                    }
                });
            });
        });
        offset -= shown.response.rect.height() + 8.0;
    }
}
