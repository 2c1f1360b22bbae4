//! Klampt: an element of its own in the URDF.

use super::{Export, Job, urdf};
use crate::diagnostics::Diagnostic;
use crate::formats::FormatError;
use crate::xml::escaped;

/// `<klampt><noselfcollision pairs="a b c d"/></klampt>`: pairs of names, separated by spaces. Klampt's own defaults
/// stay in force beside it; a `<selfcollision>` would switch them off.
pub(super) fn write(job: &Job<'_>) -> Result<Export, FormatError> {
    let text = urdf::text(job, "Klampt URDF")?;
    let mut export = Export::default();
    let mut words = Vec::new();
    for pair in job.links.skipped() {
        let (a, b) = job.links.names(pair);
        if [a, b].iter().any(|name| name.is_empty() || name.contains(char::is_whitespace)) {
            export.diagnostics.push(
                Diagnostic::warning(
                    "export-name",
                    format!(
                        "Klampt: the pair `{a}`, `{b}` was left out: a space in a name would be read as a separator"
                    ),
                )
                .mend("Rename the link."),
            );
            continue;
        }
        words.push(format!("{} {}", escaped(a), escaped(b)));
    }
    let element = format!("<noselfcollision pairs=\"{}\"/>", words.join(" "));
    export.bytes = urdf::put(&text, Some("klampt"), ("noselfcollision", None), &element)?.into_bytes();
    Ok(export)
}
