//! Diffuse colours.

use super::document::{Library, child, children};
use super::source::numbers;
use crate::mesh::builder::Color;
use roxmltree::Node;

/// The colour that an instance (`<instance_geometry>` or `<instance_controller>`) gives to a material symbol. A symbol
/// that nobody binds is taken as the id of a material.
pub(super) fn color(instance: Option<Node<'_, '_>>, symbol: &str, library: &Library<'_, '_>) -> Option<Color> {
    let bound = instance
        .and_then(|i| child(i, "bind_material"))
        .and_then(|b| child(b, "technique_common"))
        .and_then(|t| children(t, "instance_material").find(|m| m.attribute("symbol") == Some(symbol)))
        .and_then(|m| m.attribute("target"));
    let material = library.find("material", bound.unwrap_or(symbol))?;
    let effect = library.find("effect", child(material, "instance_effect")?.attribute("url")?)?;
    let profile = child(effect, "profile_COMMON")?;
    let shading = child(profile, "technique")?
        .children()
        .find(|n| matches!(n.tag_name().name(), "phong" | "blinn" | "lambert" | "constant"))?;
    let diffuse = child(shading, "diffuse").or_else(|| child(shading, "emission"))?;
    if let Some(color) = child(diffuse, "color") {
        return rgb(color);
    }
    // A <param ref="sid"/> names a <newparam> of the profile or the effect.
    let reference = child(diffuse, "param")?.attribute("ref")?;
    let parameter = [profile, effect]
        .into_iter()
        .flat_map(|n| children(n, "newparam"))
        .find(|p| p.attribute("sid") == Some(reference))?;
    parameter.children().find(|n| n.tag_name().name().starts_with("float")).and_then(rgb)
}

/// Opaque: exporters disagree on what transparency means, and a robot's links hardly ever are transparent.
fn rgb(node: Node<'_, '_>) -> Option<Color> {
    let values = numbers(node);
    let channel = |i: usize| values.get(i).filter(|v| v.is_finite()).map(|v| v.clamp(0.0, 1.0) as f32);
    Some([channel(0)?, channel(1)?, channel(2)?, 1.0])
}
