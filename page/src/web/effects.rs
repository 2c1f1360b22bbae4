//! What the session asks of the browser.

use super::host;
use noclash::session::Effect;

/// Carries out everything but camera moves, which it counts. Called without a borrow of the page's state, since the
/// scripts may call back.
pub fn carry_out(effects: Vec<Effect>) -> u64 {
    let mut frames = 0;
    for effect in effects {
        match effect {
            Effect::Download { name, bytes, mime } => host::download(&name, host::to_js(&bytes), mime),
            Effect::OpenFolderDialog => host::open_folder(),
            Effect::OpenFilesDialog => host::open_files(),
            Effect::FetchSample(id) => host::fetch_sample(&id),
            Effect::FetchUrl(url) => host::fetch_robot(&url),
            Effect::CopyText(text) => host::copy_text(&text),
            Effect::SaveSnapshot { key, bytes } => host::save_record(key, host::to_js(&bytes)),
            Effect::ForgetSnapshot { key } => host::forget_record(key),
            Effect::FrameAll | Effect::FrameSelection => frames += 1,
        }
    }
    frames
}
