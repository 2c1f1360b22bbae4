//! The page. Everything else is the library.

#[cfg(target_arch = "wasm32")]
fn main() {
    use bevy::prelude::*;
    App::new()
        .add_plugins((
            DefaultPlugins,
            bevy_egui::EguiPlugin::default(),
            bevy_mod_outline::OutlinePlugin,
            bevy_panorbit_camera::PanOrbitCameraPlugin,
        ))
        .run();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("Noclash is a page: `cargo xtask serve` builds and serves it.");
}
