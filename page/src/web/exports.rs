//! What the page's scripts call.

use super::{app, host, outline, state};
use noclash::session::{Action, api};
use noclash::work::Mode;
use wasm_bindgen::prelude::*;
use web_time::Duration;

/// Starts the program. `threads` is the size of the pool that was started, 0 without one.
#[wasm_bindgen]
pub fn run(threads: u32) {
    console_error_panic_hook::set_once();
    state::create(if threads > 0 { Mode::Threads } else { Mode::Slices });
    app::run();
}

/// Advances work; answers in how many milliseconds it wants to be called again.
#[wasm_bindgen]
pub fn noclash_pump() -> f64 {
    let answer = state::with(|page| {
        let sliced = page.session.mode() == Mode::Slices;
        let changed = page.poll(Duration::from_millis(if sliced { 14 } else { 4 }));
        if changed {
            page.wake_for_progress();
        }
        let wait = match (page.session.is_busy(), sliced) {
            (true, true) => 0.0,
            (true, false) => 30.0,
            (false, _) => 250.0,
        };
        (wait, page.session.take_effects())
    });
    let Some((wait, effects)) = answer else { return 50.0 };
    app::finish(effects);
    wait
}

/// Files that the user gave: paths and contents of equal length.
#[wasm_bindgen]
pub fn noclash_add_files(paths: Vec<String>, contents: js_sys::Array) {
    let files = paths
        .into_iter()
        .zip(contents.iter())
        .map(|(path, content)| (path, js_sys::Uint8Array::new(&content).to_vec()))
        .collect();
    apply(Action::AddFiles(files));
}

/// True while files are dragged over the page.
#[wasm_bindgen]
pub fn noclash_dropping(over: bool) {
    state::with(|page| {
        page.ui.dropping = over;
        page.wake();
    });
}

/// A call of the JavaScript API: its name and a JSON array of arguments; answers JSON, `{"ok": ...}` or
/// `{"error": "..."}`.
#[wasm_bindgen]
pub fn noclash_call(method: &str, arguments: &str) -> String {
    let answer = state::with(|page| {
        let answer = match method {
            "frameStats" => frame_stats(page),
            "outline" => outline::ask(),
            _ => api::call(&mut page.session, method, arguments),
        };
        page.wake();
        (answer, page.session.take_effects())
    });
    match answer {
        Some((answer, effects)) => {
            app::finish(effects);
            answer
        }
        None => r#"{"error": "the page is busy with another call"}"#.to_owned(),
    }
}

/// Main-thread times since the last call, in seconds.
fn frame_stats(page: &mut state::Page) -> String {
    let answer = format!(
        r#"{{"ok": {{"updates": {}, "longest_update": {}, "longest_poll": {}}}}}"#,
        page.updates, page.longest_update, page.longest_poll
    );
    page.reset_times = true;
    page.longest_poll = 0.0;
    answer
}

/// The bytes of one file of the export, by the name that `exportNames` lists; empty if there is none.
#[wasm_bindgen]
pub fn noclash_export(name: &str) -> js_sys::Uint8Array {
    let bytes = state::with(|page| api::export(&page.session, name)).flatten();
    host::to_js(&bytes.unwrap_or_default())
}

/// Brings back what an earlier visit kept: records by key, as they were given to `saveRecord`.
#[wasm_bindgen]
pub fn noclash_restore(keys: Vec<String>, contents: js_sys::Array) {
    let records = keys
        .into_iter()
        .zip(contents.iter())
        .map(|(key, content)| (key, js_sys::Uint8Array::new(&content).to_vec()))
        .collect::<Vec<_>>();
    let effects = state::with(|page| {
        page.session.restore(records);
        page.wake();
        page.session.take_effects()
    });
    app::finish(effects.unwrap_or_default());
}

/// A message of the page's scripts to the user: what went wrong outside the program.
#[wasm_bindgen]
pub fn noclash_notice(severity: &str, text: &str) {
    state::with(|page| {
        page.session.notice(severity, text);
        page.wake();
    });
}

/// A picture of a sample robot: pixels in sRGB and alpha.
#[wasm_bindgen]
pub fn noclash_sample(id: &str, name: &str, what: &str, width: u32, height: u32, rgba: &[u8]) {
    let (width, height) = (width as usize, height as usize);
    let image = (width * height * 4 == rgba.len() && width > 0)
        .then(|| egui::ColorImage::from_rgba_unmultiplied([width, height], rgba));
    state::with(|page| {
        page.ui.add_sample(id, name, what, image);
        page.wake();
    });
}

fn apply(action: Action) {
    let effects = state::with(|page| {
        page.session.apply(action);
        page.wake();
        page.session.take_effects()
    });
    app::finish(effects.unwrap_or_default());
}
