//! A proof that can be checked again by somebody else.

use super::branch::{CertifiedBox, Goal, examine, whole};
use super::model::{Model, Side};
use super::verdict::ProofSettings;
use crate::proximity::ConvexBody;
use crate::robot::Robot;
use crate::shapes::Shape;
use crate::survey::bodies::{Bodies, placed, without_fixed};
use crate::survey::{SurveyError, SurveySettings};
use std::sync::Arc;

/// Boxes of joint values that together cover the ranges of the joints between two shapes, in each of which the shapes
/// are apart.
///
/// To check it: the boxes fill the ranges without overlapping, so that their volumes add up; at a box's centre the
/// plane of its normal has the gap; and inside the box neither shape can cross the plane (see the bounds of this room).
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// Index into `Robot::dofs` of every coordinate of the boxes.
    pub dofs: Vec<usize>,
    pub boxes: Vec<CertifiedBox>,
}

/// The certificate that `a` and `b` stay apart within the ranges, without the short cut by solids of revolution;
/// `None` if they do not or `settings.pair_budget` boxes were not enough.
///
/// # Errors
/// If the ranges do not fit the robot.
pub fn certificate(
    robot: &Robot,
    a: &Shape,
    b: &Shape,
    settings: &ProofSettings,
) -> Result<Option<Certificate>, SurveyError> {
    let survey = SurveySettings { ranges: settings.ranges.clone(), ..SurveySettings::default() };
    let ranges = survey.checked_ranges(robot)?;
    let bodies = Bodies::new(robot);
    let side = |shape: &Shape| {
        let in_body = bodies.in_body.get(shape.link)?;
        ConvexBody::new(&placed(&shape.geometry, in_body)).ok().map(|body| Side::new(Arc::new(body)))
    };
    let (Some(side_a), Some(side_b)) = (side(a), side(b)) else { return Ok(None) };
    let chain = without_fixed(&bodies.chain(robot, bodies.body[a.link], bodies.body[b.link]), &ranges);
    let model = Model::within(&chain, &ranges, side_a, side_b);
    let mut boxes = Vec::new();
    let found = examine(
        &model,
        Goal::Apart,
        settings.clearance,
        whole(&model),
        settings.pair_budget,
        |center, half, normal, margin| {
            boxes.push(CertifiedBox { center: center.to_vec(), half: half.to_vec(), normal, margin });
        },
    );
    let proved = !found.contradicted && found.left.is_empty();
    Ok(proved.then_some(Certificate { dofs: chain.dofs, boxes }))
}
