//! What the results depend on, and how they are shown; each with its explanation in place.

use super::theme::{CONTROL, Palette};
use super::widgets::{choice, section, weak};
use super::{proof, reading};
use crate::robot::{Dof, DofKind};
use crate::session::{
    Action, AngleUnit, LengthUnit, LimitChoice, MOST_SAMPLES, Preferences, Range, Session, Settings, Theme,
};
use egui::{Align, DragValue, Layout, RichText, ScrollArea, Ui, Vec2};

pub(super) fn draw(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let mut preferences = session.preferences();
    drafted(ui, session, actions, |ui, settings, live| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            survey(ui, settings, live);
            rules(ui, settings, &preferences, live);
            proof::settings(ui, settings);
            shapes(ui, settings, &preferences, live);
            ranges(ui, session, settings, &preferences, live);
            reading::settings(ui, session, settings, live);
            look(ui, &mut preferences);
        });
    });
    if preferences != session.preferences() {
        actions.push(Action::Prefer { preferences });
    }
}

/// Draws what changes the settings. While a number or text is being changed (`live`), what is shown is a draft: work
/// starts once, at the end.
pub(super) fn drafted(
    ui: &mut Ui,
    session: &Session,
    actions: &mut Vec<Action>,
    draw: impl FnOnce(&mut Ui, &mut Settings, &mut bool),
) {
    let id = ui.id().with("settings draft");
    let draft = ui.data(|data| data.get_temp::<Settings>(id));
    let mut settings = draft.unwrap_or_else(|| session.settings().clone());
    let mut live = false;
    draw(ui, &mut settings, &mut live);
    if settings != *session.settings() && !live {
        actions.push(Action::Configure { settings: Box::new(settings) });
        ui.data_mut(|data| data.remove::<Settings>(id));
    } else if live {
        ui.data_mut(|data| data.insert_temp(id, settings));
    } else {
        ui.data_mut(|data| data.remove::<Settings>(id));
    }
}

/// A name on the left, a number on the right; `live` is set while the number is being changed.
fn number(ui: &mut Ui, live: &mut bool, name: &str, hint: &str, value: DragValue<'_>) {
    ui.horizontal(|ui| {
        ui.label(name).on_hover_text(hint);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let response = ui.add_sized(Vec2::new(104.0, CONTROL - 2.0), value);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::DragValue, true, name));
            *live |= response.dragged() || response.has_focus();
            response.on_hover_text(hint);
        });
    });
}

pub(super) fn explain(ui: &mut Ui, text: &str) {
    let color = Palette::in_ui(ui).weak;
    ui.label(RichText::new(text).color(color).small());
}

fn survey(ui: &mut Ui, settings: &mut Settings, live: &mut bool) {
    section(ui, "Survey");
    let samples = DragValue::new(&mut settings.samples).range(1..=MOST_SAMPLES).speed(500.0);
    number(ui, live, "Samples", "Random configurations per shape type", samples);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (text, samples) in [("1 000", 1_000), ("10 000", 10_000), ("100 000", 100_000), ("1 000 000", 1_000_000)] {
            if choice(ui, settings.samples == samples, text).clicked() {
                settings.samples = samples;
            }
        }
    });
    explain(
        ui,
        "More samples find rarer collisions: after n without one, fewer than 3/n of all configurations collide.",
    );
    let seed = DragValue::new(&mut settings.seed).speed(1.0);
    number(ui, live, "Seed", "The same robot, seed and samples give the same files, byte for byte", seed);
}

fn rules(ui: &mut Ui, settings: &mut Settings, preferences: &Preferences, live: &mut bool) {
    section(ui, "Decisions");
    let mut percent = settings.rules.always_threshold * 100.0;
    let field = DragValue::new(&mut percent).range(0.0..=100.0).speed(0.1).max_decimals(2).suffix(" %");
    number(ui, live, "“Always” from", "A pair that collides in at least this share of the samples is skipped", field);
    if (percent / 100.0 - settings.rules.always_threshold).abs() > 1e-12 {
        settings.rules.always_threshold = percent / 100.0;
    }
    explain(
        ui,
        "A pair that nearly always collides makes every check fail; skip it. Lower values skip more, and hide real collisions.",
    );
    let scale = preferences.lengths.per_metre();
    let mut clearance = settings.rules.clearance * scale;
    let field = DragValue::new(&mut clearance)
        .range(0.0..=10.0 * scale)
        .speed(0.001 * scale)
        .max_decimals(4)
        .suffix(format!(" {}", preferences.lengths.symbol()));
    number(ui, live, "Clearance", "“Never” means: never closer than this", field);
    if (clearance / scale - settings.rules.clearance).abs() > 1e-12 {
        settings.rules.clearance = clearance / scale;
    }
    explain(ui, "Pairs that come closer than this in any sample are checked.");
}

fn shapes(ui: &mut Ui, settings: &mut Settings, preferences: &Preferences, live: &mut bool) {
    section(ui, "Convex parts");
    let scale = preferences.lengths.per_metre();
    let mut protrusion = settings.shapes.max_protrusion * scale;
    let field = DragValue::new(&mut protrusion)
        .range(0.0005 * scale..=0.2 * scale)
        .speed(0.0002 * scale)
        .max_decimals(4)
        .suffix(format!(" {}", preferences.lengths.symbol()));
    number(ui, live, "Fineness", "How far a part may stand out of the mesh", field);
    if (protrusion / scale - settings.shapes.max_protrusion).abs() > 1e-9 {
        settings.shapes.max_protrusion = protrusion / scale;
    }
    let parts = DragValue::new(&mut settings.shapes.max_parts).range(1..=512).speed(0.2);
    number(ui, live, "Parts per link, at most", "Finer parts fit better and form more pairs", parts);
    let vertices = DragValue::new(&mut settings.shapes.part_vertices).range(0..=4096).speed(0.5);
    number(ui, live, "Vertices per part, at most", "Simplified parts still enclose the mesh; 0 for no limit", vertices);
}

fn ranges(ui: &mut Ui, session: &Session, settings: &mut Settings, preferences: &Preferences, live: &mut bool) {
    let Some(robot) = session.robot() else { return };
    if robot.dofs.is_empty() {
        return;
    }
    section(ui, "Joint ranges");
    explain(
        ui,
        "What the survey samples. Narrow a range if the robot is used within part of it; equal bounds lock a joint.",
    );
    if robot.joints.iter().any(|joint| joint.soft_limits.is_some()) {
        ui.horizontal(|ui| {
            for (text, limits, why) in [
                ("Hard limits", LimitChoice::Hard, "The joints' limits"),
                ("Soft limits", LimitChoice::Soft, "Limits narrowed by the safety controller's, as MoveIt samples"),
            ] {
                if choice(ui, settings.limits == limits, text).on_hover_text(why).clicked() {
                    settings.limits = limits;
                }
            }
        });
    }
    for (dof, own) in robot.dofs.iter().zip(settings.own_ranges(robot)) {
        range(ui, dof, own, settings, preferences, live);
    }
}

fn range(ui: &mut Ui, dof: &Dof, own: Range, settings: &mut Settings, preferences: &Preferences, live: &mut bool) {
    let (scale, symbol, decimals) = match dof.kind {
        DofKind::Revolute => (preferences.angles.per_radian(), preferences.angles.symbol(), 1),
        DofKind::Prismatic => (preferences.lengths.per_metre(), preferences.lengths.symbol(), 1),
    };
    let now = settings.ranges.get(&dof.name).copied().unwrap_or(own);
    let (mut lower, mut upper) = (now.lower * scale, now.upper * scale);
    let mut reset = false;
    let mut changed = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - 174.0).max(40.0);
        ui.add_sized(Vec2::new(width, CONTROL), egui::Label::new(&dof.name).truncate().halign(Align::LEFT));
        let wide = if dof.limited { dof.lower * scale..=dof.upper * scale } else { -1e6..=1e6 };
        for value in [&mut lower, &mut upper] {
            let field = DragValue::new(value).range(wide.clone()).speed(0.5).max_decimals(decimals + 2).suffix(symbol);
            let response = ui.add_sized(Vec2::new(70.0, CONTROL - 2.0), field);
            changed |= response.changed();
            *live |= response.dragged() || response.has_focus();
        }
        let narrowed = settings.ranges.contains_key(&dof.name);
        let button = egui::Button::new("×").frame_when_inactive(false);
        reset = ui.add_enabled(narrowed, button).on_hover_text("Back to the robot's own range").clicked();
    });
    if reset {
        settings.ranges.remove(&dof.name);
    } else if changed {
        let range = Range { lower: lower.min(upper) / scale, upper: lower.max(upper) / scale };
        settings.ranges.insert(dof.name.clone(), range);
    }
}

fn look(ui: &mut Ui, preferences: &mut Preferences) {
    section(ui, "Display");
    let mut line = |name: &str, choices: &mut dyn FnMut(&mut Ui)| {
        ui.horizontal(|ui| {
            weak(ui, name);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                choices(ui);
            });
        });
    };
    line("Angles", &mut |ui| {
        for (text, unit) in [("Radians", AngleUnit::Radians), ("Degrees", AngleUnit::Degrees)] {
            if choice(ui, preferences.angles == unit, text).clicked() {
                preferences.angles = unit;
            }
        }
    });
    line("Lengths", &mut |ui| {
        for (text, unit) in [("Metres", LengthUnit::Metres), ("Millimetres", LengthUnit::Millimetres)] {
            if choice(ui, preferences.lengths == unit, text).clicked() {
                preferences.lengths = unit;
            }
        }
    });
    line("Theme", &mut |ui| {
        for (text, theme) in [("Light", Theme::Light), ("Dark", Theme::Dark)] {
            if choice(ui, preferences.theme == theme, text).clicked() {
                preferences.theme = theme;
            }
        }
    });
}
