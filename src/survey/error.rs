//! Why a survey cannot begin.

use crate::shapes::ShapeType;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SurveyError {
    #[error("{given} joint ranges are given for {dofs} degrees of freedom; give one per degree of freedom, or none")]
    RangeCount { given: usize, dofs: usize },
    #[error("the range {lower}..{upper} of {dof} is empty or not finite; set a lower value below the upper one")]
    BadRange { dof: String, lower: f64, upper: f64 },
    #[error("a shape belongs to link {link}, which the robot does not have; compute the shapes again")]
    UnknownLink { link: String },
    #[error("the shape of {link}{} has a number that is not finite, or no points; mend its mesh", part.map_or(String::new(), |p| format!(", part {p},")))]
    BadShape { link: String, part: Option<u32> },
    #[error("{shapes} shapes of type {} form too many pairs; choose a coarser decomposition", shape_type.word())]
    TooManyPairs { shape_type: ShapeType, shapes: usize },
}
