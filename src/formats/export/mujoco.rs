//! MuJoCo: `<contact><exclude/></contact>`.

use super::{Export, Job};
use crate::formats::FormatError;
use crate::matrix::Reason;
use crate::xml::{comment, escaped};

/// Pairs of one rigid body are left out: MuJoCo skips them anyway, and may have fused their bodies into one. All other
/// pairs are written, parent and child too, which MuJoCo does not skip where the parent is fixed to the world.
pub(super) fn write(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut out = format!("<!-- {} -->\n", comment(&job.headline()));
    if let Some(loss) = job.loss() {
        out.push_str(&format!("<!-- {} -->\n", comment(&loss)));
    }
    out.push_str(
        "<!-- Links joined by fixed joints keep their names only with <compiler fusestatic=\"false\"/>. -->\n\
         <mujoco>\n  <contact>\n",
    );
    for pair in job.links.skipped().filter(|pair| pair.reason != Some(Reason::SameBody)) {
        let (a, b) = job.links.names(pair);
        out.push_str(&format!("    <exclude body1=\"{}\" body2=\"{}\"/>\n", escaped(a), escaped(b)));
    }
    out.push_str("  </contact>\n</mujoco>\n");
    Ok(Export::text(out))
}
