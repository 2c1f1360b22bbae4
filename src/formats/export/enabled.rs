//! Formats that list the pairs to check rather than those to skip.

use super::{Export, Job};
use crate::diagnostics::Diagnostic;
use crate::formats::FormatError;
use crate::formats::emit::string;

/// PlaCo's `collisions.json`: `[["a", "b"], ...]`.
pub(super) fn placo(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut out = String::from("[");
    for (k, pair) in job.links.checked().enumerate() {
        let (a, b) = job.links.names(pair);
        out.push_str(if k > 0 { ",\n  [" } else { "\n  [" });
        string(&mut out, a);
        out.push_str(", ");
        string(&mut out, b);
        out.push(']');
    }
    out.push_str("\n]\n");
    Ok(Export::text(out))
}

/// openrr's `self_collision_check_pairs = ["a:b", ...]`.
pub(super) fn openrr(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut out = job.header("# ");
    out.push_str("self_collision_check_pairs = [\n");
    let mut export = Export::default();
    for pair in job.links.checked() {
        let (a, b) = job.links.names(pair);
        if a.contains(':') || b.contains(':') {
            export.diagnostics.push(
                Diagnostic::warning(
                    "export-name",
                    format!(
                        "openrr: the pair `{a}`, `{b}` was left out: a colon in a name would be read as a separator"
                    ),
                )
                .mend("Rename the link."),
            );
            continue;
        }
        out.push_str("    ");
        string(&mut out, &format!("{a}:{b}"));
        out.push_str(",\n");
    }
    out.push_str("]\n");
    export.bytes = out.into_bytes();
    Ok(export)
}
