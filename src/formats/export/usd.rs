//! USD: filtered pairs as opinions over the stage of the robot.

use super::{Export, Job};
use crate::diagnostics::Diagnostic;
use crate::formats::FormatError;
use std::collections::{BTreeMap, BTreeSet};

/// One `over` per link that has filtered pairs, below the robot's prim: `/robot/link`, as importers of URDF lay them
/// out.
pub(super) fn write(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut export = Export::default();
    let robot = identifier(&job.input.robot.name);
    let prims: Vec<String> = job.links.links.iter().map(|link| identifier(link)).collect();
    let renamed: Vec<&String> =
        job.links.links.iter().zip(&prims).filter(|(link, prim)| link != prim).map(|(link, _)| link).collect();
    if let Some(first) = renamed.first() {
        export.diagnostics.push(
            Diagnostic::warning(
                "export-name",
                format!(
                    "USD: {} links, `{first}` for one, have names that a prim can't have; other characters became `_`",
                    renamed.len()
                ),
            )
            .mend("Check that the prims of the stage have these names."),
        );
    }
    if prims.iter().collect::<BTreeSet<_>>().len() < prims.len() {
        return Err(FormatError::NamesCollide { format: "USD" });
    }
    let mut of_link: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for pair in job.links.skipped() {
        of_link.entry(pair.a).or_default().push(pair.b);
    }
    let mut out = String::from("#usda 1.0\n(\n    doc = \"\"\"");
    out.push_str(&job.headline());
    if let Some(loss) = job.loss() {
        out.push_str(". ");
        out.push_str(&loss);
    }
    out.push_str(&format!("\"\"\"\n    defaultPrim = \"{robot}\"\n)\n\nover \"{robot}\"\n{{\n"));
    for (a, others) in of_link {
        let targets: Vec<String> = others.iter().map(|&b| format!("</{robot}/{}>", prims[b])).collect();
        out.push_str(&format!(
            "    over \"{}\" (\n        prepend apiSchemas = [\"PhysicsFilteredPairsAPI\"]\n    )\n    {{\n        \
             prepend rel physics:filteredPairs = [{}]\n    }}\n",
            prims[a],
            targets.join(", ")
        ));
    }
    out.push_str("}\n");
    export.bytes = out.into_bytes();
    Ok(export)
}

/// A name that every version of USD takes: ASCII letters, digits and `_`, no digit first.
fn identifier(name: &str) -> String {
    let mut out: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if out.is_empty() || out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    out
}
