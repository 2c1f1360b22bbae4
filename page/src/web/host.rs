//! What the page's scripts do for the program: `window.noclashHost`, made by `public/host.js` before the module runs.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Saves a file on the user's machine.
    #[wasm_bindgen(js_namespace = noclashHost)]
    pub fn download(name: &str, bytes: js_sys::Uint8Array, mime: &str);

    /// Shows the browser's folder picker; the files come back through `noclash_add_files`.
    #[wasm_bindgen(js_namespace = noclashHost, js_name = openFolder)]
    pub fn open_folder();

    /// Shows the browser's file picker; the files come back through `noclash_add_files`.
    #[wasm_bindgen(js_namespace = noclashHost, js_name = openFiles)]
    pub fn open_files();

    /// Fetches a sample robot by its id; the files come back through `noclash_add_files`.
    #[wasm_bindgen(js_namespace = noclashHost, js_name = fetchSample)]
    pub fn fetch_sample(id: &str);

    /// Fetches a robot from a URL (folder listing, zip or URDF); the files come back through `noclash_add_files`.
    #[wasm_bindgen(js_namespace = noclashHost, js_name = fetchRobot)]
    pub fn fetch_robot(url: &str);

    #[wasm_bindgen(js_namespace = noclashHost, js_name = copyText)]
    pub fn copy_text(text: &str);

    /// Keeps bytes under a key until the page is opened again.
    #[wasm_bindgen(js_namespace = noclashHost, js_name = saveRecord)]
    pub fn save_record(key: &str, bytes: js_sys::Uint8Array);

    #[wasm_bindgen(js_namespace = noclashHost, js_name = forgetRecord)]
    pub fn forget_record(key: &str);

    /// True if threads run: the page is isolated and the pool was started.
    #[wasm_bindgen(js_namespace = noclashHost, js_name = threads)]
    pub fn threads() -> f64;
}

/// A copy of bytes outside the shared memory, which blobs and storage refuse.
pub fn to_js(bytes: &[u8]) -> js_sys::Uint8Array {
    js_sys::Uint8Array::from(bytes)
}
