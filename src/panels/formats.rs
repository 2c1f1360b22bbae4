//! The part of the download menu that writes the formats of other programs.

use super::widgets::weak;
use crate::formats::FORMATS;
use crate::session::{Action, Export, Session};
use egui::{Button, ScrollArea, Ui};

/// One line per format, for the shown shape type.
pub(super) fn draw(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let shape_type = session.shown_type();
    let ready = session.survey(shape_type).is_some();
    ui.separator();
    weak(ui, format!("For other programs: {}", shape_type.label().to_lowercase()));
    let room = (ui.ctx().content_rect().height() - 330.0).max(120.0);
    ScrollArea::vertical().max_height(room).show(ui, |ui| {
        for format in FORMATS {
            let button = Button::new(format.name).shortcut_text(format!(".{}", format.extension));
            let width = ui.available_width();
            let response = ui.add_enabled(ready, button.min_size(egui::Vec2::new(width, 0.0)));
            if response.on_hover_text(format.what).clicked() {
                actions.push(Action::Export { what: Export::Format { shape_type, id: format.id.to_owned() } });
                ui.close();
            }
        }
    });
}
