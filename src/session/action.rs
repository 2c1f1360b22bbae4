//! Everything that can be done to a session, by whatever way it is asked for.

use super::{Preferences, Settings};
use crate::matrix::{BulkRule, Decision, PairKey};
use crate::shapes::ShapeType;
use serde::{Deserialize, Serialize};

/// One thing to do. Buttons, keys and the JavaScript API all end in one of these;
/// [`Session::apply`](super::Session::apply) carries it out.
///
/// Written as JSON an action is an object with the word `do`, for instance
/// `{"do": "set_joint", "dof": 2, "value": 0.5}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Files that the user gave, by path: a robot, what a robot lacks, a zip, matrices, an SRDF.
    #[serde(skip)]
    AddFiles(Vec<(String, Vec<u8>)>),
    /// Ask the host for a folder or for files.
    OpenFolder,
    OpenFiles,
    /// Open a sample of the gallery.
    OpenSample {
        id: String,
    },
    /// Fetch and open a robot.
    OpenUrl {
        url: String,
    },
    /// Open another robot of those found in the files, by its place in [`Session::candidates`](super::Session).
    OpenCandidate {
        index: usize,
    },
    CloseRobot,

    /// Change settings; what depends on them is computed again.
    Configure {
        settings: Box<Settings>,
    },
    Prefer {
        preferences: Preferences,
    },

    /// Radians or metres; kept within the range of the degree of freedom.
    SetJoint {
        dof: usize,
        value: f64,
    },
    SetConfiguration {
        values: Vec<f64>,
    },
    /// Uniform within the ranges.
    RandomConfiguration,
    /// Zero, or the nearest value within the range.
    Home,
    /// The configuration in which the survey saw a pair of the shown type closest or farthest.
    GoToWitness {
        pair: PairKey,
        which: Witness,
    },

    ShowType {
        shape_type: ShapeType,
    },
    /// The visual meshes in place of the shapes.
    ShowVisual {
        on: bool,
    },
    /// Select a pair of the shown type, or none.
    SelectPair {
        pair: Option<PairKey>,
    },
    FrameAll,
    FrameSelection,

    /// The user's word on pairs; `None` gives them back to the computed decision.
    SetDecision {
        shape_type: ShapeType,
        pairs: Vec<PairKey>,
        decision: Option<Decision>,
    },
    /// Skip all pairs of the shown type that a rule takes at the present configuration, but for some;
    /// [`Session::bulk_preview`](super::Session::bulk_preview) tells which before it is done.
    #[serde(skip)]
    Bulk {
        rule: BulkRule,
        except: Vec<PairKey>,
    },
    /// Go to the next pair that a person should look at: show its type, select it, pose the robot where it is closest.
    ReviewNext,
    /// Go to a pair of the review.
    ReviewGo {
        shape_type: ShapeType,
        pair: PairKey,
    },
    /// Decide the pair of the review that is at hand, or leave it as it is (`null`), and go to the next.
    ReviewTake {
        decision: Option<Decision>,
    },
    Undo,
    Redo,

    /// Start computing again from the first sample.
    Restart,
    /// Go on after a cancel.
    Continue,
    /// Stop the running work; what has been computed stays.
    Cancel,

    Export {
        what: Export,
    },
    /// Read decisions from a matrix file of Noclash or an SRDF among the user's files.
    ImportFile {
        path: String,
    },
    /// Compare the computed decisions with another SRDF among the user's files, without taking its decisions over.
    CompareSrdf {
        path: String,
    },
    CopyConfiguration,
    DismissToast {
        id: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Witness {
    /// Or, for a pair that only the search saw colliding, where it did.
    Closest,
    Farthest,
    /// Where the search that goes before a proof found the pair closest or deepest.
    Search,
}

/// What to download.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Export {
    /// All files in one zip.
    Zip,
    Json {
        shape_type: ShapeType,
    },
    Yaml {
        shape_type: ShapeType,
    },
    /// One of [`FORMATS`](crate::formats::FORMATS), by its id.
    Format {
        shape_type: ShapeType,
        id: String,
    },
}
