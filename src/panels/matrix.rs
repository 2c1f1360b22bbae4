//! The pairs as an n x n grid, coloured by reason: structure at a glance.

use super::pairs::{PairsState, select_pair};
use super::theme::Palette;
use super::widgets::{swatch, thousands};
use super::{pairs, words};
use crate::matrix::Decision;
use crate::session::{Action, PairPlace, Session};
use crate::shapes::pairs as all_pairs;
use egui::{
    Align, Align2, Color32, ColorImage, CornerRadius, FontId, Layout, Rect, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2,
};

/// The picture of the matrix, one pixel a pair, drawn again only when decisions change.
#[derive(Default)]
pub struct MatrixView {
    texture: Option<TextureHandle>,
    seen: Option<(usize, u64, bool)>,
}

/// Names are written beside rows that are at least this high, points.
const NAMED: f32 = 13.0;
const NAMES_WIDTH: f32 = 150.0;

pub(super) fn draw(
    ui: &mut Ui,
    session: &Session,
    view: &mut MatrixView,
    state: &mut PairsState,
    actions: &mut Vec<Action>,
) {
    let shown = session.shown_type();
    let (Some(set), Some(matrix)) = (session.shape_set(shown), session.matrix(shown)) else { return };
    let n = set.shapes.len();
    if n == 0 {
        return;
    }
    let palette = Palette::in_ui(ui);
    let seen = (std::sync::Arc::as_ptr(set) as usize, session.versions().decisions, ui.visuals().dark_mode);
    if view.seen != Some(seen) {
        let most = ui.input(|input| input.max_texture_side);
        let cells = all_pairs(n).zip(&matrix.entries).map(|((i, j), entry)| {
            let checked = entry.decision == Decision::Check;
            (i, j, checked, cell_color(&palette, entry.decision, entry.reason))
        });
        let image = picture(n, most, palette.panel, cells);
        view.texture = Some(ui.ctx().load_texture("matrix", image, TextureOptions::NEAREST));
        view.seen = Some(seen);
    }
    let Some(texture) = &view.texture else { return };
    ui.horizontal_top(|ui| {
        let height = ui.available_height();
        ui.allocate_ui_with_layout(Vec2::new(168.0, height), Layout::top_down(Align::LEFT), |ui| legend(ui, state));
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let room = (ui.available_height() - 4.0).max(40.0);
            // Cells are as large as fits, but never too small to hit.
            let cell = (room / n as f32).clamp(4.0, 26.0);
            let named = cell >= NAMED;
            let side = cell * n as f32;
            let left = if named { NAMES_WIDTH } else { 0.0 };
            let (rect, response) = ui.allocate_exact_size(Vec2::new(left + side, side), Sense::click());
            let grid = Rect::from_min_size(rect.min + Vec2::new(left, 0.0), Vec2::splat(side));
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let [across, _] = texture.size();
            // The last pixel of a picture of fewer pixels than shapes reaches beyond them.
            let pixel = n.div_ceil(across.max(1)) as f32 * cell;
            let whole = Rect::from_min_size(grid.min, Vec2::splat(pixel * across as f32));
            ui.painter().with_clip_rect(grid.intersect(ui.clip_rect())).image(texture.id(), whole, uv, Color32::WHITE);
            if named {
                rulers(ui, grid, cell, n, &palette);
                for row in 0..n {
                    let at = pos2(grid.left() - 8.0, grid.top() + (row as f32 + 0.5) * cell);
                    let text = elide(state.rows.name(row), 22);
                    ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::proportional(11.5), palette.text);
                }
            }
            let outline = |place: PairPlace, color: Color32| {
                for (row, column) in [(place.i, place.j), (place.j, place.i)] {
                    let min = grid.min + Vec2::new(column as f32, row as f32) * cell;
                    let rect = Rect::from_min_size(min, Vec2::splat(cell)).expand(1.0);
                    ui.painter().rect_stroke(rect, CornerRadius::same(2), Stroke::new(2.0, color), StrokeKind::Outside);
                }
            };
            if let Some(selected) = session.selected() {
                outline(selected.place, palette.strong);
            }
            let hovered = response.hover_pos().and_then(|at| {
                let cell_at = (at - grid.min) / cell;
                let inside = grid.contains(at);
                inside.then(|| PairPlace::new(n, cell_at.y as usize, cell_at.x as usize)).flatten()
            });
            let Some(place) = hovered else { return };
            outline(place, palette.accent);
            if response.clicked() {
                state.selection.only(place.index);
                select_pair(session, state, place.index, actions);
            }
            response.on_hover_ui_at_pointer(|ui| {
                let names = format!("{} – {}", state.rows.name(place.i), state.rows.name(place.j));
                ui.label(RichText::new(names).strong());
                let Some(entry) = matrix.entries.get(place.index) else { return };
                ui.label(format!("{}: {}", words::decision(entry.decision), words::reason(entry)));
                let stats = session.survey(shown).and_then(|survey| survey.pairs.get(place.index));
                ui.label(words::explain(entry, stats, session.settings()));
            });
        });
    });
}

/// One pixel a pair, of either order; one for several pairs where `most` pixels in a row do not suffice, and then a
/// checked pair is seen before a skipped one. `cells` gives rows, columns, whether the pair is checked, colours.
fn picture(
    n: usize,
    most: usize,
    ground: Color32,
    cells: impl Iterator<Item = (usize, usize, bool, Color32)>,
) -> ColorImage {
    let block = n.div_ceil(most.max(1)).max(1);
    let side = n.div_ceil(block);
    let mut image = ColorImage::filled([side, side], ground);
    let mut seen = vec![false; if block > 1 { side * side } else { 0 }];
    for (i, j, checked, color) in cells {
        for (row, column) in [(i / block, j / block), (j / block, i / block)] {
            let at = row * side + column;
            if block > 1 {
                if seen[at] {
                    continue;
                }
                seen[at] = checked;
            }
            image.pixels[at] = color;
        }
    }
    image
}

/// Checked pairs are bright; skipped ones have their reason's colour, dimmed.
fn cell_color(palette: &Palette, decision: Decision, reason: Option<crate::matrix::Reason>) -> Color32 {
    let color = palette.reason(reason);
    match decision {
        Decision::Check => color,
        Decision::Skip => palette.panel.lerp_to_gamma(color, 0.62),
    }
}

fn rulers(ui: &Ui, grid: Rect, cell: f32, n: usize, palette: &Palette) {
    let stroke = Stroke::new(1.0, palette.panel);
    for line in 0..=n {
        let offset = line as f32 * cell;
        ui.painter().hline(grid.x_range(), grid.top() + offset, stroke);
        ui.painter().vline(grid.left() + offset, grid.y_range(), stroke);
    }
}

fn legend(ui: &mut Ui, state: &PairsState) {
    let palette = Palette::in_ui(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    for reason in pairs::all_reasons() {
        let count = state.rows.counts.of(reason);
        if count == 0 {
            continue;
        }
        ui.horizontal(|ui| {
            swatch(ui, palette.reason(reason));
            let text = format!("{}  {}", words::plain_reason(reason), thousands(count as u64));
            ui.label(RichText::new(text).color(palette.text)).on_hover_text(words::meaning(reason));
        });
    }
}

fn elide(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::picture;
    use egui::Color32;

    #[test]
    fn a_picture_is_symmetric_and_keeps_checked_pairs_when_it_has_to_be_smaller() {
        let cells = || [(0, 1, false, Color32::GREEN), (0, 3, true, Color32::RED), (1, 2, false, Color32::BLUE)];
        let whole = picture(4, 4, Color32::BLACK, cells().into_iter());
        assert_eq!(whole.size, [4, 4]);
        assert_eq!((whole.pixels[1], whole.pixels[4]), (Color32::GREEN, Color32::GREEN));
        assert_eq!((whole.pixels[3], whole.pixels[12]), (Color32::RED, Color32::RED));
        assert_eq!(whole.pixels[15], Color32::BLACK);
        // Pairs 0-3 and 1-2 share a pixel; the checked one shows, whichever comes first.
        for small in [
            picture(4, 2, Color32::BLACK, cells().into_iter()),
            picture(4, 3, Color32::BLACK, cells().into_iter().rev()),
        ] {
            assert_eq!(small.size, [2, 2]);
            assert_eq!((small.pixels[1], small.pixels[2]), (Color32::RED, Color32::RED));
        }
        assert_eq!(picture(0, 2, Color32::BLACK, std::iter::empty()).size, [0, 0]);
    }
}
