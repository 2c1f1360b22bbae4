//! Why an expansion stopped, and where.

use super::dom::Place;

/// A failure with the calls that led to it, innermost first.
#[derive(Debug)]
pub(super) struct Failure {
    pub message: String,
    pub mend: String,
    pub place: Place,
    /// Macros and includes that were under way, with the place of the call.
    pub trace: Vec<(String, Place)>,
}

pub(super) type Outcome<T> = Result<T, Box<Failure>>;

pub(super) fn fail<T>(place: Place, message: impl Into<String>, mend: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Failure { message: message.into(), mend: mend.into(), place, trace: Vec::new() }))
}
