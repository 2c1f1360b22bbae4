//! SRDF as MoveIt and as Tesseract want it.

use super::{Export, Job};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::formats::FormatError;
use crate::formats::emit::number;
use crate::formats::srdf;

pub(super) fn moveit(job: &Job<'_>) -> Result<Export, FormatError> {
    let base = job.input.srdf;
    let mut diagnostics = Diagnostics::default();
    if let Some(name) = base.and_then(|base| base.robot_name.as_deref())
        && name != job.input.robot.name
    {
        diagnostics.push(Diagnostic::info(
            "srdf-robot-renamed",
            format!("the SRDF was for robot `{name}`; it is written for `{}`", job.input.robot.name),
        ));
    }
    Ok(Export { bytes: srdf::write(base, job.input.robot, &job.links), diagnostics })
}

/// The same with the clearance as `<collision_margins>`, in place of such an element that the base may have.
pub(super) fn tesseract(job: &Job<'_>) -> Result<Export, FormatError> {
    let mut export = moveit(job)?;
    let text = String::from_utf8(export.bytes).map_err(|_| FormatError::NotText { at: 0 })?;
    let mut margin = String::new();
    number(&mut margin, job.input.document.survey.clearance);
    let element = format!("<collision_margins default_margin=\"{margin}\"/>");
    export.bytes = super::urdf::put(&text, None, ("collision_margins", None), &element)?.into_bytes();
    Ok(export)
}
