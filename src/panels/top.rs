//! The top bar: the robot, what is shown of it, undo and redo, import and download.

use super::formats;
use super::state::UiState;
use super::theme::{CONTROL, Palette};
use super::widgets::{choice, primary_button, quiet_button, thousands, weak};
use crate::session::{Action, Export, Session};
use crate::shapes::ShapeType;
use egui::{Align, Button, ComboBox, Layout, RichText, Ui, Vec2};

pub(super) fn draw(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        let palette = Palette::in_ui(ui);
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("Noclash").size(16.0).strong().color(palette.accent));
        if session.robot().is_some() {
            ui.separator();
            robot_menu(ui, session, actions);
            ui.separator();
            shape_type(ui, session, actions);
            shapes_or_visual(ui, session, actions);
            ui.separator();
            undo_redo(ui, session, actions);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if quiet_button(ui, "Help").on_hover_text("What the words mean, and all keys (F1)").clicked() {
                state.help = true;
            }
            if session.robot().is_some() {
                download(ui, session, actions);
                let hint = "Open another robot, complete this one with missing files, or import a matrix or an SRDF";
                ui.menu_button("Open", |ui| open_menu(ui, actions)).response.on_hover_text(hint);
                panel_toggles(ui, state);
            }
        });
    });
}

fn robot_menu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(model) = session.model() else { return };
    let palette = Palette::in_ui(ui);
    let name = RichText::new(&model.robot.name).strong().color(palette.strong);
    let menu = ui.menu_button(name, |ui| {
        ui.set_min_width(260.0);
        weak(ui, "Robots in these files");
        for (index, candidate) in session.candidates().iter().enumerate() {
            let open = candidate.path == model.urdf_path;
            if ui.selectable_label(open, &candidate.path).clicked() && !open {
                actions.push(Action::OpenCandidate { index });
            }
        }
        ui.separator();
        if ui.button("Close robot").on_hover_text("Back to the start screen").clicked() {
            actions.push(Action::CloseRobot);
        }
    });
    menu.response.on_hover_text(format!(
        "{}\n{} degrees of freedom, {} links",
        model.urdf_path,
        model.robot.dofs.len(),
        model.robot.links.len()
    ));
}

fn open_menu(ui: &mut Ui, actions: &mut Vec<Action>) {
    if ui.add(Button::new("Folder…").shortcut_text("Ctrl O")).clicked() {
        actions.push(Action::OpenFolder);
    }
    if ui.button("Files, zip, matrix or SRDF…").clicked() {
        actions.push(Action::OpenFiles);
    }
}

fn type_text(session: &Session, shape_type: ShapeType) -> String {
    match session.shape_set(shape_type) {
        Some(set) => format!("{}  ·  {} pairs", shape_type.label(), thousands(set.pair_count() as u64)),
        None => shape_type.label().to_owned(),
    }
}

fn shape_type(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let shown = session.shown_type();
    let combo = ComboBox::from_id_salt("shape type").width(218.0).selected_text(type_text(session, shown));
    let response = combo.show_ui(ui, |ui| {
        for (index, shape_type) in ShapeType::ALL.into_iter().enumerate() {
            let text = match session.shape_set(shape_type) {
                Some(set) => format!("{} shapes", set.shapes.len()),
                None => String::new(),
            };
            let button = Button::selectable(shape_type == shown, type_text(session, shape_type));
            let response = ui.add(button.shortcut_text(format!("{}", index + 1))).on_hover_text(text);
            if response.clicked() && shape_type != shown {
                actions.push(Action::ShowType { shape_type });
            }
        }
    });
    response.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, "Shape type"));
    response.response.on_hover_text("Which shapes stand for the robot (keys 1 to 6)");
}

fn shapes_or_visual(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 1.0;
    let visual = session.shows_visual();
    if choice(ui, !visual, "Shapes").on_hover_text("Show the shapes (V)").clicked() && visual {
        actions.push(Action::ShowVisual { on: false });
    }
    if choice(ui, visual, "Visual").on_hover_text("Show the visual meshes to compare (V)").clicked() && !visual {
        actions.push(Action::ShowVisual { on: true });
    }
    ui.spacing_mut().item_spacing.x = 6.0;
}

fn undo_redo(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let undo = session.undo_label();
    let button = Button::new("Undo").frame_when_inactive(false).min_size(Vec2::new(0.0, CONTROL));
    let hint = undo.map_or("Nothing to undo".to_owned(), |label| format!("Undo: {label} (Ctrl Z)"));
    if ui.add_enabled(undo.is_some(), button).on_hover_text(&hint).on_disabled_hover_text(&hint).clicked() {
        actions.push(Action::Undo);
    }
    let redo = session.redo_label();
    let button = Button::new("Redo").frame_when_inactive(false).min_size(Vec2::new(0.0, CONTROL));
    let hint = redo.map_or("Nothing to redo".to_owned(), |label| format!("Redo: {label} (Ctrl Shift Z)"));
    if ui.add_enabled(redo.is_some(), button).on_hover_text(&hint).on_disabled_hover_text(&hint).clicked() {
        actions.push(Action::Redo);
    }
}

fn panel_toggles(ui: &mut Ui, state: &mut UiState) {
    ui.spacing_mut().item_spacing.x = 1.0;
    if choice(ui, state.show_right, "Pair").on_hover_text("Show or hide the pair panel").clicked() {
        state.show_right = !state.show_right;
    }
    if choice(ui, state.show_left, "Robot").on_hover_text("Show or hide the robot panel").clicked() {
        state.show_left = !state.show_left;
    }
    ui.spacing_mut().item_spacing.x = 6.0;
}

fn download(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let ready = ShapeType::ALL.into_iter().any(|shape_type| session.survey(shape_type).is_some());
    let button = primary_menu(ui, ready, |ui| {
        ui.set_min_width(280.0);
        if ui.add(Button::new("Everything in one zip").shortcut_text("Ctrl S")).clicked() {
            actions.push(Action::Export { what: Export::Zip });
        }
        ui.separator();
        weak(ui, "One shape type");
        for shape_type in ShapeType::ALL {
            ui.horizontal(|ui| {
                ui.label(shape_type.label());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let ready = session.survey(shape_type).is_some();
                    if ui.add_enabled(ready, Button::new("YAML")).clicked() {
                        actions.push(Action::Export { what: Export::Yaml { shape_type } });
                        ui.close();
                    }
                    if ui.add_enabled(ready, Button::new("JSON")).clicked() {
                        actions.push(Action::Export { what: Export::Json { shape_type } });
                        ui.close();
                    }
                });
            });
        }
        formats::draw(ui, session, actions);
    });
    button.on_hover_text("Save the matrices").on_disabled_hover_text("The first results are on their way");
}

fn primary_menu(ui: &mut Ui, enabled: bool, content: impl FnOnce(&mut Ui)) -> egui::Response {
    if !enabled {
        return ui.add_enabled(false, Button::new("Download").min_size(Vec2::new(0.0, CONTROL)));
    }
    let response = primary_button(ui, "Download");
    egui::Popup::menu(&response).show(content);
    response
}
