//! What the panels show, as a list of widgets with their places: for tests, and for programs that read the page to
//! people. egui makes it as an AccessKit tree when it is asked to.

use egui::accesskit::{Node, Role, Toggled, TreeUpdate};
use serde_json::{Value, json};

/// Every widget that has a name or a value: `{role, name, value, number, states, x, y, width, height}`, in points, with
/// the centre for `x` and `y`.
pub fn widgets(update: &TreeUpdate) -> Vec<Value> {
    update.nodes.iter().filter_map(|(_, node)| widget(node)).collect()
}

fn widget(node: &Node) -> Option<Value> {
    if node.is_hidden() || matches!(node.role(), Role::Window | Role::GenericContainer | Role::TextRun) {
        return None;
    }
    let bounds = node.bounds()?;
    let (name, value) = (node.label().unwrap_or_default(), node.value().unwrap_or_default());
    if name.is_empty() && value.is_empty() && node.numeric_value().is_none() {
        return None;
    }
    let mut states = Vec::new();
    if node.is_disabled() {
        states.push("disabled");
    }
    if node.is_selected() == Some(true) || node.toggled() == Some(Toggled::True) {
        states.push("on");
    }
    Some(json!({
        "role": format!("{:?}", node.role()),
        "name": name,
        "value": value,
        "number": node.numeric_value(),
        "states": states,
        "x": 0.5 * (bounds.x0 + bounds.x1),
        "y": 0.5 * (bounds.y0 + bounds.y1),
        "width": bounds.x1 - bounds.x0,
        "height": bounds.y1 - bounds.y0,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widgets_have_names_and_places() {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let mut place = egui::Rect::NOTHING;
        let output = ctx.run_ui(egui::RawInput::default(), |ui| {
            place = ui.button("Press").rect;
            ui.label("Words");
        });
        let update = output.platform_output.accesskit_update.unwrap();
        let list = widgets(&update);
        let press = list.iter().find(|widget| widget["name"] == "Press").unwrap();
        assert_eq!(press["role"], "Button");
        assert!((press["x"].as_f64().unwrap() - f64::from(place.center().x)).abs() < 1.0);
        assert!((press["height"].as_f64().unwrap() - f64::from(place.height())).abs() < 1.0);
        assert!(
            list.iter()
                .any(|widget| widget["role"] == "Label" && (widget["value"] == "Words" || widget["name"] == "Words"))
        );
    }
}
