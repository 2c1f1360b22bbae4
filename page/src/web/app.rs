//! The Bevy application: the session drawn, the panels around it.

use super::{effects, outline, state};
use crate::view::{Drawn, FrameTimes, Label, SelectedPair, ViewPlugin, ViewRect};
use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::render::error_handler::{RenderErrorHandler, RenderErrorPolicy};
use bevy::window::{PresentMode, RequestRedraw};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPostUpdateSet, EguiPrimaryContextPass};
use noclash::panels;
use std::sync::Arc;
use std::time::Duration;

/// Builds the application and hands the main thread to the browser's event loop.
pub fn run() {
    let window = Window {
        title: "Noclash".into(),
        canvas: Some("#noclash-canvas".into()),
        fit_canvas_to_parent: true,
        // The scripts stop what would scroll or leave the page; copy, paste and the browser's own keys stay.
        prevent_default_event_handling: false,
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let waiting = UpdateMode::Reactive {
        wait: Duration::from_secs(30),
        react_to_device_events: false,
        react_to_user_events: true,
        react_to_window_events: true,
    };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(EguiPlugin::default())
        .add_plugins(ViewPlugin)
        // A frame that fails is logged and lost; the work and what the user did go on.
        .insert_resource(RenderErrorHandler(|_, _, _| RenderErrorPolicy::Ignore))
        .init_resource::<Label>()
        .insert_resource(WinitSettings { focused_mode: waiting, unfocused_mode: waiting })
        .add_systems(Startup, keep_waker)
        .add_systems(PreUpdate, feed)
        .add_systems(EguiPrimaryContextPass, draw_panels)
        .add_systems(Last, (take_picks, outline::collect))
        // New letters reach the renderer in the frame that first shows them, not in the one after it, which may never
        // come since the page draws only when something changes.
        .configure_sets(PostUpdate, AssetEventSystems.after(EguiPostUpdateSet::PostProcessOutput))
        .run();
}

fn keep_waker(waker: Res<EventLoopProxyWrapper>) {
    let waker = (**waker).clone();
    state::with(|page| {
        page.set_waker(Box::new(move || {
            // Fails only when the event loop has ended, and then there is nothing to draw.
            let _ = waker.send_event(WinitUserEvent::WakeUp);
        }));
    });
}

/// Advances the session a little and copies what the view needs.
fn feed(mut drawn: ResMut<Drawn>, mut times: ResMut<FrameTimes>) {
    state::with(|page| {
        if std::mem::take(&mut page.reset_times) {
            times.reset();
        }
        page.longest_update = times.longest;
        page.updates = times.frames;
        page.poll(Duration::from_millis(4));
        let session = &page.session;
        let model = session.model().cloned();
        let known =
            |model: &Option<Arc<noclash::intake::RobotModel>>| model.as_ref().map_or(0, |m| Arc::as_ptr(m) as usize);
        if known(&model) != known(&drawn.model) {
            drawn.home_poses.clear();
            if let Some(model) = &model {
                model.robot.forward_kinematics(&model.robot.home(), &mut drawn.home_poses);
            }
        }
        drawn.model = model;
        drawn.shapes = session.shape_set(session.shown_type()).cloned();
        drawn.visual = session.shows_visual();
        drawn.link_poses.clear();
        drawn.link_poses.extend_from_slice(session.link_poses());
        drawn.selected = session.selected().and_then(|selected| {
            let proximity = selected.proximity?;
            Some(SelectedPair {
                a: selected.place.i,
                b: selected.place.j,
                point_a: proximity.point_a,
                point_b: proximity.point_b,
                distance: proximity.distance,
            })
        });
        drawn.colliding.clear();
        drawn.colliding.extend_from_slice(session.shapes_in_contact());
        drawn.first_pick = page.ui.first_picked().and_then(|id| {
            let set = drawn.shapes.as_ref()?;
            set.shapes.iter().position(|shape| shape.id == *id)
        });
        drawn.frame_requests = page.frame_requests;
        drawn.light_theme = session.preferences().theme == noclash::session::Theme::Light;
    });
}

/// Lets the panels draw, does what they ask for, and learns which part of the window they leave free.
fn draw_panels(
    mut contexts: EguiContexts,
    mut rect: ResMut<ViewRect>,
    label: Res<Label>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let asked = state::with(|page| {
        let output = panels::draw(&ctx, &page.session, &mut page.ui);
        let free = output.free;
        rect.min = Vec2::new(free.min.x, free.min.y);
        rect.max = Vec2::new(free.max.x, free.max.y);
        let elsewhere = ctx.pointer_latest_pos().is_none_or(|at| {
            !free.contains(at) || ctx.layer_id_at(at).is_some_and(|layer| layer.order != egui::Order::Background)
        });
        // A drag that began in the view goes on when it leaves it, and the other way round.
        if !ctx.input(|input| input.pointer.any_down()) {
            rect.pointer_taken = elsewhere;
        }
        if let Some(at) = label.0
            && let Some(proximity) = page.session.selected().and_then(|selected| selected.proximity)
        {
            panels::distance_label(&ctx, &page.session, free, egui::pos2(at.x, at.y), proximity.distance);
        }
        let any = !output.actions.is_empty();
        for action in output.actions {
            page.session.apply(action);
        }
        (any, page.session.take_effects())
    });
    if let Some((any, list)) = asked {
        finish(list);
        if any {
            redraw.write(RequestRedraw);
        }
    }
    Ok(())
}

/// Carries out effects and lets the view know of camera moves.
pub fn finish(list: Vec<noclash::session::Effect>) {
    let frames = effects::carry_out(list);
    if frames > 0 {
        state::with(|page| {
            page.frame_requests += frames;
            page.wake();
        });
    }
}

/// A click on a shape begins or ends the choice of a pair.
fn take_picks(mut drawn: ResMut<Drawn>) {
    if drawn.picked.is_none() {
        return;
    }
    let hits = drawn.picked.take().unwrap_or_default();
    state::with(|page| {
        page.ui.picked(&page.session, &hits);
        page.wake();
    });
}
