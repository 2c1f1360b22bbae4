//! Drake: collision filter groups, in the URDF or as model directives. A group that ignores itself filters the pairs
//! within it; one group per pair says exactly what the matrix says.

use super::{Export, Job, urdf};
use crate::formats::FormatError;
use crate::formats::emit::string;
use crate::xml::escaped;
use roxmltree::Document;

const PREFIX: &str = "noclash_";

pub(super) fn urdf(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut text = urdf::text(job, "Drake URDF")?;
    let mut groups = format!("<!-- {}", job.headline());
    if let Some(loss) = job.loss() {
        groups.push_str(&format!("; {loss}"));
    }
    groups.push_str(" -->");
    for (k, pair) in job.links.skipped().enumerate() {
        let (a, b) = job.links.names(pair);
        groups.push_str(&format!(
            "\n  <drake:collision_filter_group name=\"{PREFIX}{k}\"><drake:member link=\"{}\"/><drake:member \
             link=\"{}\"/><drake:ignored_collision_filter_group name=\"{PREFIX}{k}\"/></drake:collision_filter_group>",
            escaped(a),
            escaped(b)
        ));
    }
    if let Some(at) = place_for_prefix(&text) {
        text.insert_str(at, " xmlns:drake=\"https://drake.mit.edu/\"");
    }
    Ok(Export::text(urdf::put(&text, None, ("collision_filter_group", Some(("name", PREFIX))), &groups)?))
}

/// Where the declaration of the prefix goes; `None` if it is there.
fn place_for_prefix(text: &str) -> Option<usize> {
    let document = Document::parse(text).ok()?;
    let root = document.root_element();
    if root.lookup_namespace_uri(Some("drake")).is_some() {
        return None;
    }
    let start = root.range().start + 1;
    let name = text.get(start..)?.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
    Some(start + name)
}

/// The members are scoped by the model's name, for which the robot's is taken.
pub(super) fn directives(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut out = job.header("# ");
    out.push_str(
        "# They belong after the directive that adds the robot, with its name as the model's:\n\
         # - add_model: {name: ..., file: ...}\n",
    );
    out.push_str("directives:");
    let mut empty = true;
    for (k, pair) in job.links.skipped().enumerate() {
        empty = false;
        let (a, b) = job.links.names(pair);
        out.push_str(&format!("\n- add_collision_filter_group: {{name: {PREFIX}{k}, members: ["));
        string(&mut out, &format!("{}::{a}", job.input.robot.name));
        out.push_str(", ");
        string(&mut out, &format!("{}::{b}", job.input.robot.name));
        out.push_str(&format!("], ignored_collision_filter_groups: [{PREFIX}{k}]}}"));
    }
    out.push_str(if empty { " []\n" } else { "\n" });
    Ok(Export::text(out))
}
