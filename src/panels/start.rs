//! The first screen: what this is, where to drop a robot, samples to try.

use super::theme::Palette;
use super::widgets::{primary_button, weak};
use super::{GalleryItem, UiState};
use crate::session::{Action, Session};
use egui::{Align2, Button, Color32, CornerRadius, FontId, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};

const WIDTH: f32 = 860.0;
const CARD: Vec2 = Vec2::new(262.0, 226.0);
const PICTURE: f32 = 150.0;

pub(super) fn draw(ui: &mut Ui, session: &Session, state: &UiState, actions: &mut Vec<Action>) {
    let palette = Palette::in_ui(ui);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let width = WIDTH.min(ui.available_width() - 32.0);
        let side = ((ui.available_width() - width) / 2.0).max(0.0);
        ui.horizontal(|ui| {
            ui.add_space(side);
            ui.vertical(|ui| {
                ui.set_width(width);
                let above = (ui.ctx().viewport_rect().height() * 0.07).clamp(16.0, 84.0);
                ui.add_space(above);
                ui.label(RichText::new("Noclash").size(34.0).strong().color(palette.strong));
                ui.add_space(2.0);
                let what = "Which pairs of your robot's shapes may a collision check skip, and why?";
                ui.label(RichText::new(what).size(16.0).color(palette.text));
                let how = "Six shape types, 100,000 configurations, every decision explained and yours to change.";
                ui.label(RichText::new(how).size(14.0).color(palette.weak));
                ui.add_space(20.0);
                drop_area(ui, session, state, width, actions);
                findings(ui, session);
                super::reading::failed(ui, session, actions);
                ui.add_space(26.0);
                gallery(ui, state, width, actions);
                ui.add_space(32.0);
            });
        });
    });
}

fn drop_area(ui: &mut Ui, session: &Session, state: &UiState, width: f32, actions: &mut Vec<Action>) {
    let palette = Palette::in_ui(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 188.0), Sense::click());
    let color = if state.dropping {
        palette.accent
    } else if response.hovered() {
        palette.weak
    } else {
        palette.line
    };
    let fill = if state.dropping { palette.selected } else { palette.sunken };
    ui.painter().rect(rect, CornerRadius::same(12), fill, Stroke::NONE, StrokeKind::Inside);
    dashed_border(ui, rect.shrink(1.0), color);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink(18.0)));
    inner.vertical_centered(|ui| {
        ui.add_space(12.0);
        let busy = session.is_reading();
        let title = match (busy, state.dropping) {
            (true, _) => "Reading the robot…",
            (_, true) => "Let go to open it",
            _ => "Drop a robot here: a folder, its files, or a zip",
        };
        ui.label(RichText::new(title).size(18.0).color(palette.strong));
        weak(ui, "A URDF or xacro with its meshes. Missing meshes can follow in a second drop.");
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let buttons = 232.0;
            ui.add_space(((ui.available_width() - buttons) / 2.0).max(0.0));
            if primary_button(ui, "Open folder").clicked() {
                actions.push(Action::OpenFolder);
            }
            if ui.add(Button::new("Open files or zip")).clicked() {
                actions.push(Action::OpenFiles);
            }
        });
        ui.add_space(10.0);
        ui.label(RichText::new("Nothing leaves this browser.").color(palette.accent));
    });
    if response.clicked() {
        actions.push(Action::OpenFolder);
    }
}

/// What went wrong with the files that were given, the worst first.
fn findings(ui: &mut Ui, session: &Session) {
    let all = session.diagnostics();
    let mut sorted: Vec<_> = all.iter().collect();
    sorted.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    for finding in sorted.into_iter().take(6) {
        ui.add_space(8.0);
        super::report::diagnostic(ui, finding);
    }
}

fn dashed_border(ui: &Ui, rect: egui::Rect, color: Color32) {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()]
        .map(|p| p.round());
    let dashes = egui::Shape::dashed_line(&corners, Stroke::new(1.5, color), 7.0, 5.0);
    ui.painter().extend(dashes);
}

fn gallery(ui: &mut Ui, state: &UiState, width: f32, actions: &mut Vec<Action>) {
    if state.gallery.is_empty() {
        return;
    }
    let palette = Palette::in_ui(ui);
    ui.label(RichText::new("Or try a sample").size(15.0).strong().color(palette.strong));
    ui.add_space(4.0);
    let columns = ((width + 14.0) / (CARD.x + 14.0)).floor().max(1.0) as usize;
    let size = Vec2::new((width + 14.0) / columns as f32 - 14.0, CARD.y);
    for row in state.gallery.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 14.0;
            for item in row {
                if card(ui, item, size).clicked() {
                    actions.push(Action::OpenSample { id: item.id.clone() });
                }
            }
        });
        ui.add_space(10.0);
    }
}

fn card(ui: &mut Ui, item: &GalleryItem, size: Vec2) -> egui::Response {
    let palette = Palette::in_ui(ui);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &item.name));
    let lit = response.hovered() || response.has_focus();
    let radius = CornerRadius::same(9);
    ui.painter().rect_filled(rect, radius, if lit { palette.hover } else { palette.raised });
    let picture = egui::Rect::from_min_size(rect.min, Vec2::new(rect.width(), PICTURE));
    let top = CornerRadius { nw: 9, ne: 9, sw: 0, se: 0 };
    match item.texture {
        Some(texture) => {
            let uv = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            let image = egui::epaint::RectShape::filled(picture, top, Color32::WHITE).with_texture(texture, uv);
            ui.painter().add(image);
        }
        None => {
            ui.painter().rect_filled(picture, top, palette.sunken);
            let initial: String = item.name.chars().take(1).collect();
            let font = FontId::proportional(40.0);
            ui.painter().text(picture.center(), Align2::CENTER_CENTER, initial, font, palette.line);
        }
    }
    let text = egui::Rect::from_min_max(picture.left_bottom(), rect.max).shrink2(Vec2::new(12.0, 8.0));
    let down = egui::Layout::top_down(egui::Align::LEFT);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(text).layout(down));
    inner.spacing_mut().item_spacing.y = 2.0;
    inner.add(egui::Label::new(RichText::new(&item.name).strong().color(palette.strong)).truncate());
    inner.add(egui::Label::new(RichText::new(&item.what).small().color(palette.weak)).wrap());
    if lit {
        ui.painter().rect_stroke(rect, radius, Stroke::new(1.5, palette.accent), StrokeKind::Inside);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}
