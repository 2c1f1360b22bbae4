//! What the words mean, and all keys.

use super::pairs::all_reasons;
use super::state::UiState;
use super::theme::Palette;
use super::widgets::{section, swatch};
use super::words;
use egui::{Grid, Id, Modal, RichText, ScrollArea};

const KEYS: [(&str, &str); 18] = [
    ("Ctrl O", "Open a folder"),
    ("Ctrl S", "Download everything in one zip"),
    ("Ctrl Z,  Ctrl Shift Z", "Undo, redo"),
    ("1 … 6", "Show link spheres, link boxes, link hulls, part spheres, part boxes, part hulls"),
    ("V", "Shapes or visual meshes"),
    ("F", "Frame the robot, or the selected pair"),
    ("H", "Home configuration"),
    ("R", "Random configuration"),
    ("↑ ↓", "Previous or next pair of the table; with Shift select several"),
    ("Ctrl A", "Select all pairs that pass the filter"),
    ("S,  C,  A", "Skip, check, or back to automatic: the selected pairs"),
    ("N,  then S,  C,  L", "Next pair to review; skip, check or leave it, and go on"),
    ("B", "Skip many: all pairs nearer than the selected one"),
    ("M,  X", "Go to the sample in which the pair is closest, farthest"),
    ("T", "Table or matrix"),
    ("/", "Filter by name"),
    ("Esc", "Close a dialog, leave a field, deselect"),
    ("F1", "This help"),
];

pub(super) fn draw(ctx: &egui::Context, state: &mut UiState) {
    if !state.help {
        return;
    }
    let modal = Modal::new(Id::new("help")).show(ctx, |ui| {
        let palette = Palette::in_ui(ui);
        ui.set_width(640.0);
        ui.label(RichText::new("Help").heading().color(palette.strong));
        let height = (ctx.viewport_rect().height() - 180.0).max(160.0);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(
                "Noclash moves your robot through random configurations, measures the signed distance of every pair of \
                 shapes, and decides which pairs a collision or proximity check may skip. Select a pair to see why.",
            );
            section(ui, "Reasons");
            Grid::new("reasons").num_columns(3).spacing([10.0, 4.0]).show(ui, |ui| {
                for reason in all_reasons() {
                    swatch(ui, palette.reason(reason));
                    ui.label(RichText::new(words::plain_reason(reason)).color(palette.strong));
                    ui.label(words::meaning(reason));
                    ui.end_row();
                }
            });
            section(ui, "Keys");
            Grid::new("keys").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
                for (keys, what) in KEYS {
                    ui.label(RichText::new(keys).color(palette.strong));
                    ui.label(what);
                    ui.end_row();
                }
            });
            section(ui, "Distances");
            ui.label(
                "All distances are signed: positive between separated shapes, negative by the depth of penetration. \
                 “Now” is at the configuration you see; min, mean and max are over the survey.",
            );
        });
        ui.add_space(6.0);
        ui.button("Close").clicked()
    });
    if modal.inner || modal.should_close() {
        state.help = false;
    }
}
