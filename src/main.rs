fn main() {
    #[cfg(target_arch = "wasm32")]
    {
        use bevy::prelude::*;
        App::new().add_plugins((DefaultPlugins, bevy_egui::EguiPlugin::default(), bevy_mod_outline::OutlinePlugin, bevy_panorbit_camera::PanOrbitCameraPlugin)).run();
    }
}
