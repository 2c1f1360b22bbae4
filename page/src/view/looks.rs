//! The materials that shapes and their outlines share: a change of style exchanges a handle and makes nothing.

use super::silhouette::Silhouette;
use super::style::{PLAIN_STYLES, Style};
use bevy::prelude::*;

#[derive(Resource)]
pub struct Looks {
    bodies: Vec<(Style, Handle<StandardMaterial>)>,
    /// For dark and for light backgrounds.
    outlines: [Vec<(Style, Handle<Silhouette>)>; 2],
}

const OTHERS: [Style; 4] = [Style::Colliding, Style::First, Style::Second, Style::Faded];

impl FromWorld for Looks {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<StandardMaterial>>();
        let bodies = (0..PLAIN_STYLES)
            .map(Style::Plain)
            .chain(OTHERS)
            .map(|style| (style, materials.add(material(style.color(), 0.62))))
            .collect();
        let mut silhouettes = world.resource_mut::<Assets<Silhouette>>();
        let outlines = [false, true].map(|light| {
            OTHERS
                .into_iter()
                .filter_map(|style| {
                    let (color, width) = style.outline(light)?;
                    Some((style, silhouettes.add(Silhouette::new(color, width))))
                })
                .collect()
        });
        Self { bodies, outlines }
    }
}

fn find<T: Asset>(list: &[(Style, Handle<T>)], style: Style) -> Option<Handle<T>> {
    list.iter().find(|(known, _)| *known == style).map(|(_, handle)| handle.clone())
}

impl Looks {
    /// The material of a shape; the default one for a style that has none, which is not drawn then.
    pub fn body(&self, style: Style) -> Handle<StandardMaterial> {
        find(&self.bodies, style).unwrap_or_default()
    }

    /// The material of a shape's outline, if its style has one.
    pub fn outline(&self, style: Style, light: bool) -> Option<Handle<Silhouette>> {
        find(&self.outlines[usize::from(light)], style)
    }
}

/// A dull surface of that colour.
pub fn material(color: Color, roughness: f32) -> StandardMaterial {
    StandardMaterial {
        base_color: color,
        perceptual_roughness: roughness,
        metallic: 0.0,
        reflectance: 0.35,
        alpha_mode: if color.alpha() < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque },
        // Meshes of real robots are often wound the wrong way round in places.
        double_sided: true,
        cull_mode: None,
        ..default()
    }
}
