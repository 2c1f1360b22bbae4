//! What is drawn with egui: each panel is a function of the session that returns actions.
//!
//! [`draw`] lays the panels out around the free middle, where the 3D view shows. Panels never change the session;
//! what belongs to the drawing alone (tabs, filters, open dialogs) is in [`UiState`].

mod bulk;
mod columns;
mod fit;
mod formats;
mod help;
mod inspector;
mod jobs;
mod joints;
mod keys;
mod label;
mod left;
mod letters;
mod matrix;
mod outline;
mod pairs;
mod proof;
mod reading;
mod report;
mod settings;
mod start;
mod state;
pub mod theme;
mod toasts;
mod top;
mod widgets;
mod words;

pub use label::distance_label;
pub use outline::widgets as outline;
pub use state::{GalleryItem, UiState};

use crate::session::{Action, Session};
use egui::{Frame, Id, LayerId, Margin, Panel, Rect, Ui, UiBuilder};
use theme::Palette;

/// What drawing gave.
#[derive(Debug)]
pub struct Drawn {
    /// To be applied to the session, in order.
    pub actions: Vec<Action>,
    /// What the panels leave free, in points: where the 3D view shows. Empty on the start screen.
    pub free: Rect,
}

/// Draws all panels over the whole window.
pub fn draw(ctx: &egui::Context, session: &Session, state: &mut UiState) -> Drawn {
    let mut actions = state.take_actions();
    state.follow(ctx, session);
    state.letters.prepare(ctx);
    let palette = Palette::of(session.preferences().theme);
    let whole = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.viewport_rect());
    let ui = &mut Ui::new(ctx.clone(), Id::new("noclash"), whole);
    keys::handle(ui, session, state, &mut actions);
    let bar = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 0));
    let has_robot = session.robot().is_some();
    Panel::top("top").exact_size(theme::TOP_BAR).frame(bar).show(ui, |ui| {
        top::draw(ui, session, state, &mut actions);
    });
    if has_robot || session.job().is_some() {
        Panel::bottom("jobs").exact_size(theme::JOB_BAR).frame(bar).show(ui, |ui| {
            jobs::draw(ui, session, &mut actions);
        });
    }
    let free = if has_robot {
        workspace(ui, session, state, &palette, &mut actions)
    } else {
        let frame = Frame::new().fill(palette.panel);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| start::draw(ui, session, state, &mut actions));
        Rect::NOTHING
    };
    bulk::draw(ctx, session, state, &mut actions);
    help::draw(ctx, state);
    toasts::draw(ctx, session, free, &mut actions);
    Drawn { actions, free }
}

/// The panels around the 3D view; returns what they leave free.
fn workspace(
    ui: &mut Ui,
    session: &Session,
    state: &mut UiState,
    palette: &Palette,
    actions: &mut Vec<Action>,
) -> Rect {
    let window = ui.available_rect_before_wrap().size();
    let side = Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 8, top: 4, bottom: 4 });
    Panel::bottom("pairs")
        .resizable(true)
        .default_size((window.y * 0.36).clamp(150.0, 420.0))
        .size_range(96.0..=(window.y - 160.0).max(120.0))
        .frame(Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 8, top: 2, bottom: 0 }))
        .show(ui, |ui| pairs::draw(ui, session, state, actions));
    if state.show_left {
        Panel::left("left")
            .resizable(true)
            .default_size((window.x * 0.22).clamp(250.0, 340.0))
            .size_range(220.0..=480.0)
            .frame(side)
            .show(ui, |ui| left::draw(ui, session, state, actions));
    }
    if state.show_right {
        Panel::right("right")
            .resizable(true)
            .default_size((window.x * 0.22).clamp(250.0, 330.0))
            .size_range(220.0..=480.0)
            .frame(side)
            .show(ui, |ui| inspector::draw(ui, session, state, actions));
    }
    ui.available_rect_before_wrap()
}

#[cfg(test)]
mod tests;
