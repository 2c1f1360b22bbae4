//! The page: what needs Bevy or a browser. Everything that can be computed or tested without them is the library.

#[cfg(target_arch = "wasm32")]
mod view;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: noclash::work::BlockCache = noclash::work::BlockCache;

#[cfg(target_arch = "wasm32")]
fn main() {
    // The page's boot script calls `run` when the threads are there.
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("Noclash is a page: `cargo xtask serve` builds and serves it.");
}
