//! The browser: files, downloads, storage, threads, JavaScript API.
//!
//! The scripts of the page (`public/`) call the functions exported here; the page calls the scripts through
//! [`host`]. The session lives in a thread-local of the main thread and is borrowed only within one call.

mod app;
mod effects;
mod exports;
mod host;
mod outline;
mod state;

#[expect(unused_imports, reason = "the page's boot script calls it")]
pub use wasm_bindgen_rayon::init_thread_pool;
