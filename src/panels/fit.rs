//! How well the shapes fit, link by link, and how fine the parts are.

use super::theme::{CONTROL, Palette};
use super::widgets::{empty_state, fact, section, thousands, weak};
use crate::session::{Action, LengthUnit, Session, Settings};
use crate::shapes::{FINENESS, LinkShapes, ShapeSettings, Shapes};
use egui::{
    Align, Button, CornerRadius, Frame, Label, Layout, Margin, RichText, ScrollArea, Sense, Slider, Ui, Vec2,
    WidgetInfo, WidgetType,
};

pub(super) fn draw(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(shapes) = session.shapes() else {
        empty_state(ui, "No shapes yet", "They are made as soon as the robot has been read.");
        return;
    };
    let id = ui.id().with("fit draft");
    // While a slider is being dragged what it shows is a draft: work starts once, at the end.
    let draft = ui.data(|data| data.get_temp::<ShapeSettings>(id));
    let mut settings = draft.unwrap_or_else(|| session.settings().shapes.clone());
    let mut live = false;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        robot(ui, session, shapes, &mut settings, &mut live);
        section(ui, "Links");
        let mut first = true;
        for link in shapes.links.iter().filter(|link| link.hull.is_some()) {
            card(ui, session, link, first, &mut settings, &mut live);
            first = false;
        }
    });
    if live {
        ui.data_mut(|data| data.insert_temp(id, settings));
        return;
    }
    ui.data_mut(|data| data.remove::<ShapeSettings>(id));
    if settings != session.settings().shapes {
        let settings = Settings { shapes: settings, ..session.settings().clone() };
        actions.push(Action::Configure { settings: Box::new(settings) });
    }
}

/// The whole robot: how fine, and what that makes.
fn robot(ui: &mut Ui, session: &Session, shapes: &Shapes, settings: &mut ShapeSettings, live: &mut bool) {
    let lengths = session.preferences().lengths;
    section(ui, "Fineness of the parts");
    let mut value = settings.fineness;
    if slider(ui, "Fineness of all links", &mut value, live) {
        settings.fineness = value;
    }
    ui.horizontal(|ui| {
        weak(ui, "Coarse: fewer pairs");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| weak(ui, "Fine: closer fit"));
    });
    if !settings.links.is_empty() {
        ui.horizontal(|ui| {
            let count = settings.links.len();
            let text =
                if count == 1 { "1 link has its own".to_owned() } else { format!("{count} links have their own") };
            weak(ui, text);
            if ui.button("Reset links").on_hover_text("Every link as fine as the robot").clicked() {
                settings.links.clear();
            }
        });
    }
    let links: Vec<&LinkShapes> = shapes.links.iter().filter(|link| link.hull.is_some()).collect();
    let parts: usize = links.iter().map(|link| link.parts.len()).sum();
    let vertices: usize = links.iter().flat_map(|link| &link.parts).map(|part| part.hull.vertices.len()).sum();
    section(ui, "Whole robot");
    fact(ui, "Convex parts", format!("{} on {} links", thousands(parts as u64), links.len()));
    fact(ui, "Vertices of the parts", thousands(vertices as u64));
    let furthest = links.iter().filter_map(|link| link.protrusion).reduce(f64::max);
    fact(ui, "Furthest protrusion", length(furthest, lengths))
        .on_hover_text("How far a part stands out of its mesh, at most");
    let covered = links.iter().filter_map(|link| link.coverage).reduce(f64::min);
    fact(ui, "Surface covered", percent(covered)).on_hover_text("The least covered link: its surface within its parts");
    let solid: f64 = links.iter().filter_map(|link| link.solid_volume).sum();
    let volume: f64 = links.iter().filter(|link| link.solid_volume.is_some()).map(|link| link.parts_volume).sum();
    if solid > 0.0 {
        fact(ui, "Parts / meshes, by volume", format!("{:.3}", volume / solid))
            .on_hover_text("Over the links whose meshes are closed");
    }
}

/// One link: a line, and below it the details when it is open.
fn card(ui: &mut Ui, session: &Session, link: &LinkShapes, first: bool, settings: &mut ShapeSettings, live: &mut bool) {
    let palette = Palette::in_ui(ui);
    let lengths = session.preferences().lengths;
    let id = ui.id().with(("fit of", &link.link));
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(first);
    let frame = Frame::new().fill(palette.raised).corner_radius(CornerRadius::same(6)).inner_margin(Margin::same(8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        let head = ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let count = link.parts.len();
                let parts = if count == 1 { "1 part".to_owned() } else { format!("{count} parts") };
                let text = match link.protrusion {
                    Some(_) => format!("{parts}, {}", length(link.protrusion, lengths)),
                    None => parts,
                };
                ui.add(Label::new(RichText::new(text).color(palette.weak)).selectable(false));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let name = RichText::new(&link.link).color(palette.strong).strong();
                    ui.add(Label::new(name).truncate().selectable(false));
                });
            });
        });
        let head = ui.interact(head.response.rect, id.with("head"), Sense::click());
        head.widget_info(|| {
            WidgetInfo::selected(WidgetType::CollapsingHeader, true, open, format!("Fit of {}", link.link))
        });
        if head.on_hover_text(if open { "Hide the details" } else { "Show the details" }).clicked() {
            open = !open;
            ui.data_mut(|data| data.insert_temp(id, open));
        }
        if open {
            details(ui, link, lengths);
            own_fineness(ui, link, settings, live);
        }
    });
}

fn details(ui: &mut Ui, link: &LinkShapes, lengths: LengthUnit) {
    let Some(hull) = &link.hull else { return };
    let (whole, what) = match link.solid_volume {
        Some(volume) => (volume, "mesh"),
        // Without a closed mesh there is no volume to compare with but the parts'.
        None => (link.parts_volume, "parts"),
    };
    if whole > 0.0 {
        weak(ui, format!("Volume / {what}"));
        let shapes = [
            ("Parts", link.parts_volume),
            ("Hull", hull.volume),
            ("Box", link.box_volume),
            ("Sphere", link.sphere_volume),
        ];
        for (name, volume) in shapes {
            ratio(ui, name, volume / whole, what);
        }
    }
    ui.add_space(2.0);
    if link.protrusion.is_some() || hull.protrusion.is_some() {
        let text = format!("{} / {}", length(link.protrusion, lengths), length(hull.protrusion, lengths));
        fact(ui, "Stand out: parts / hull", text);
    }
    let vertices: usize = link.parts.iter().map(|part| part.hull.vertices.len()).sum();
    let text = format!("{} / {}", thousands(vertices as u64), thousands(hull.hull.vertices.len() as u64));
    fact(ui, "Vertices: parts / hull", text)
        .on_hover_text(format!("The exact hull has {} vertices.", thousands(hull.exact_vertices as u64)));
    if link.triangles > 0 {
        fact(ui, "Surface covered", percent(link.coverage))
            .on_hover_text("Points spread over the mesh that lie in a part, to a micrometre");
        let closed = if link.solid_volume.is_some() { "closed" } else { "open" };
        fact(ui, "Mesh", format!("{} triangles, {closed}", thousands(link.triangles as u64)));
    } else {
        fact(ui, "Geometry", "exact solids");
    }
    if let Some(thickened) = hull.thickened {
        let text = format!("The geometry is {}: one micrometre thick.", thickened.word());
        ui.add(Label::new(RichText::new(text).color(Palette::in_ui(ui).warning)).wrap());
    }
}

/// How much of a shape is filled, as a bar, and how much larger it is, as a number.
fn ratio(ui: &mut Ui, name: &str, ratio: f64, what: &str) {
    let palette = Palette::in_ui(ui);
    let line = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (left, right) = (52.0, 58.0);
        let width = (ui.available_width() - left - right - 12.0).max(20.0);
        ui.allocate_ui_with_layout(Vec2::new(left, 16.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(left);
            ui.label(RichText::new(name).color(palette.text));
        });
        let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 6.0), Sense::hover());
        ui.painter().rect_filled(rect, CornerRadius::same(3), palette.panel);
        let mut filled = rect;
        filled.set_width(rect.width() * (1.0 / ratio.max(1e-9)).clamp(0.0, 1.0) as f32);
        ui.painter().rect_filled(filled, CornerRadius::same(3), palette.accent);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = if ratio < 100.0 { format!("{ratio:.2} ×") } else { format!("{ratio:.0} ×") };
            ui.label(RichText::new(text).color(palette.strong));
        });
    });
    let filled = (100.0 / ratio.max(1e-9)).min(100.0);
    line.response.on_hover_text(format!("{filled:.0} % of it is filled by the {what}."));
}

fn own_fineness(ui: &mut Ui, link: &LinkShapes, settings: &mut ShapeSettings, live: &mut bool) {
    if link.triangles == 0 {
        return;
    }
    let own = settings.links.contains_key(&link.link);
    let mut value = settings.fineness_of(&link.link);
    ui.horizontal(|ui| {
        weak(ui, if own { "Fineness, its own" } else { "Fineness, as the robot" });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let reset = ui.add_enabled(own, Button::new("×").frame_when_inactive(false));
            if reset.on_hover_text("As fine as the robot").clicked() {
                settings.links.remove(&link.link);
            }
        });
    });
    if slider(ui, &format!("Fineness of {}", link.link), &mut value, live) {
        settings.links.insert(link.link.clone(), value);
    }
}

/// A slider over all finenesses with its value; true if the user changed it.
fn slider(ui: &mut Ui, name: &str, value: &mut f64, live: &mut bool) -> bool {
    let before = *value;
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = (ui.available_width() - 52.0).max(40.0);
        let slider = Slider::new(value, FINENESS).logarithmic(true).show_value(false);
        let response = ui.add_sized(Vec2::new(ui.spacing().slider_width, CONTROL - 4.0), slider);
        response.widget_info(|| {
            let mut info = WidgetInfo::slider(true, *value, name);
            info.label = Some(name.to_owned());
            info
        });
        *live |= response.dragged();
        response.on_hover_text("1 × allows 6 mm of protrusion unless the settings say otherwise; 2 × half of it");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(format!("{value:.2} ×")));
    });
    if *value == before {
        return false;
    }
    // In steps of a twentieth, so that a place can be found again; a key goes one step at least.
    let step = if *value > before { 1.0 } else { -1.0 };
    let place = (*value * 20.0).round();
    let place = if (place / 20.0 - before).abs() < 1e-9 { place + step } else { place };
    *value = (place / 20.0).clamp(*FINENESS.start(), *FINENESS.end());
    *value != before
}

fn length(metres: Option<f64>, lengths: LengthUnit) -> String {
    metres.map_or("–".to_owned(), |metres| format!("{} {}", lengths.format(metres), lengths.symbol()))
}

/// Never rounded up to all.
fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| {
        if share >= 1.0 { "100 %".to_owned() } else { format!("{:.2} %", (share * 1e4).floor() / 100.0) }
    })
}
