//! The distance of the selected pair, written beside the line between its closest points.

use super::theme::Palette;
use crate::session::Session;
use egui::{Align2, Context, CornerRadius, FontId, Id, LayerId, Order, Pos2, Rect, Stroke, StrokeKind, Vec2};

/// Writes a signed distance (metres) at a point of the 3D view, kept within `free`.
pub fn distance_label(ctx: &Context, session: &Session, free: Rect, at: Pos2, distance: f64) {
    if !free.is_positive() || !free.expand(40.0).contains(at) {
        return;
    }
    let palette = Palette::of(session.preferences().theme);
    let lengths = session.preferences().lengths;
    let text = if distance > 0.0 {
        format!("{} {}", lengths.format(distance), lengths.symbol())
    } else {
        format!("{} {} deep", lengths.format(-distance), lengths.symbol())
    };
    let color = if distance > 0.0 { palette.strong } else { palette.error };
    let painter = ctx.layer_painter(LayerId::new(Order::Middle, Id::new("distance label"))).with_clip_rect(free);
    let galley = painter.layout_no_wrap(text, FontId::proportional(13.0), color);
    let size = galley.size() + Vec2::new(14.0, 8.0);
    let wanted = Align2::LEFT_BOTTOM.anchor_size(at + Vec2::new(10.0, -8.0), size);
    let inside = free.shrink(6.0);
    let dx = (inside.right() - wanted.right()).min(0.0) + (inside.left() - wanted.left()).max(0.0);
    let dy = (inside.bottom() - wanted.bottom()).min(0.0) + (inside.top() - wanted.top()).max(0.0);
    let rect = wanted.translate(Vec2::new(dx, dy));
    let fill = palette.panel.gamma_multiply(0.92);
    painter.rect(rect, CornerRadius::same(5), fill, Stroke::new(1.0, palette.line), StrokeKind::Inside);
    painter.galley(rect.min + Vec2::new(7.0, 4.0), galley, color);
}
