//! What the panels show, for scripts that ask. Nothing is made before somebody does.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiOutput};
use noclash::panels;
use serde_json::{Value, json};
use std::cell::RefCell;

#[derive(Default)]
struct Outline {
    wanted: bool,
    frame: u64,
    widgets: Vec<Value>,
}

thread_local! {
    static OUTLINE: RefCell<Outline> = RefCell::default();
}

/// `{"ok": {"frame": .., "widgets": [..]}}` as of the last frame that was drawn ([`panels::outline`]). The caller asks
/// again until the frame has grown.
pub fn ask() -> String {
    OUTLINE.with_borrow_mut(|outline| {
        outline.wanted = true;
        json!({"ok": {"frame": outline.frame, "widgets": outline.widgets}}).to_string()
    })
}

/// Takes the tree of the frame that was just drawn; runs after egui's output has been processed.
pub fn collect(mut contexts: EguiContexts, outputs: Query<&EguiOutput>) -> Result {
    if !OUTLINE.with_borrow(|outline| outline.wanted) {
        return Ok(());
    }
    contexts.ctx_mut()?.enable_accesskit();
    for output in &outputs {
        if let Some(update) = &output.platform_output.accesskit_update {
            OUTLINE.with_borrow_mut(|outline| {
                outline.frame += 1;
                outline.widgets = panels::outline(update);
            });
        }
    }
    Ok(())
}
