//! Why a description cannot be used at all.

use crate::diagnostics::Diagnostic;
use thiserror::Error;

/// A robot description that cannot be used, with the place and the way to mend it.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{}{problem}. {}", place(file, *line), problem.mend())]
pub struct RobotError {
    pub problem: RobotProblem,
    /// The file as the caller named it.
    pub file: String,
    /// Line in that file, from 1.
    pub line: Option<u32>,
}

/// What is wrong with the description. The text of each says what; [`RobotProblem::mend`] says what to do.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RobotProblem {
    #[error("the file is empty")]
    Empty,
    #[error("the file is {bytes} bytes long, more than the {limit} that a description may have")]
    TooLarge { bytes: usize, limit: usize },
    #[error("the file is not text ({what})")]
    NotText { what: String },
    #[error("the XML is broken: {message}")]
    Xml { message: String },
    #[error("the root element is <{found}>, not <robot>")]
    NotARobot { found: String },
    #[error("the file is a xacro that is not expanded ({what})")]
    NotExpanded { what: String },
    #[error("the robot has no links")]
    NoLinks,
    #[error("two links are named '{name}' (the first is on line {first_line})")]
    DuplicateLink { name: String, first_line: u32 },
    #[error("two joints are named '{name}' (the first is on line {first_line})")]
    DuplicateJoint { name: String, first_line: u32 },
    #[error("joint '{joint}' names no {role} link")]
    JointWithoutLink { joint: String, role: &'static str },
    #[error("joint '{joint}' names the {role} link '{link}', which is not defined{}", suggestion(nearest))]
    UndefinedLink { joint: String, role: &'static str, link: String, nearest: Option<String> },
    #[error("link '{link}' is the child of two joints, '{first}' and '{second}'")]
    TwoParents { link: String, first: String, second: String },
    #[error("the links form a loop: {}", .links.join(" -> "))]
    Loop { links: Vec<String> },
    #[error("the robot falls into {} pieces, whose roots are {}", .roots.len(), quoted(.roots))]
    SeveralRoots { roots: Vec<String> },
    #[error("the xacro cannot be expanded: {message}")]
    Xacro { message: String, mend: String },
}

impl RobotProblem {
    /// A stable kebab-case word for the kind of problem, as in [`Diagnostic::code`].
    pub fn code(&self) -> &'static str {
        match self {
            RobotProblem::Empty => "urdf-empty",
            RobotProblem::TooLarge { .. } => "urdf-too-large",
            RobotProblem::NotText { .. } => "urdf-not-text",
            RobotProblem::Xml { .. } => "xml-broken",
            RobotProblem::NotARobot { .. } => "urdf-not-a-robot",
            RobotProblem::NotExpanded { .. } => "xacro-not-expanded",
            RobotProblem::NoLinks => "urdf-no-links",
            RobotProblem::DuplicateLink { .. } => "link-duplicate",
            RobotProblem::DuplicateJoint { .. } => "joint-duplicate",
            RobotProblem::JointWithoutLink { .. } => "joint-without-link",
            RobotProblem::UndefinedLink { .. } => "link-undefined",
            RobotProblem::TwoParents { .. } => "link-two-parents",
            RobotProblem::Loop { .. } => "link-loop",
            RobotProblem::SeveralRoots { .. } => "several-roots",
            RobotProblem::Xacro { .. } => "xacro-failed",
        }
    }

    /// What the user can do about it, as one sentence.
    pub fn mend(&self) -> String {
        match self {
            RobotProblem::Empty => "Give the URDF file of the robot.".into(),
            RobotProblem::TooLarge { .. } => "Keep meshes in files of their own.".into(),
            RobotProblem::NotText { .. } => "Save the file as UTF-8 text.".into(),
            RobotProblem::Xml { .. } => "Mend the XML at this line; `xmllint --noout FILE` shows it too.".into(),
            RobotProblem::NotARobot { found } => match found.as_str() {
                "sdf" => "Convert the SDF to URDF, for example with `sdf2urdf`.".into(),
                "mujoco" => "Convert the MJCF to URDF first.".into(),
                "launch" => "Give the URDF that the launch file loads.".into(),
                _ => "Give a URDF, whose root element is <robot name=\"...\">.".into(),
            },
            RobotProblem::NotExpanded { .. } => {
                "Give it under a name that ends in .xacro, or expand it: `xacro FILE.xacro > FILE.urdf`.".into()
            }
            RobotProblem::NoLinks => "A robot needs at least one <link name=\"...\"/> in <robot>.".into(),
            RobotProblem::DuplicateLink { .. } => "Rename one of the two links and the joints that mean it.".into(),
            RobotProblem::DuplicateJoint { .. } => "Rename one of the two joints.".into(),
            RobotProblem::JointWithoutLink { role, .. } => {
                format!("Add <{role} link=\"...\"/> to the joint.")
            }
            RobotProblem::UndefinedLink { link, nearest, .. } => match nearest {
                Some(nearest) => format!("Write '{nearest}', or add <link name=\"{link}\"/>."),
                None => format!("Add <link name=\"{link}\"/> or remove the joint."),
            },
            RobotProblem::TwoParents { .. } => {
                "A URDF is a tree: open the closed chain by removing one of the two joints.".into()
            }
            RobotProblem::Loop { .. } => "A URDF is a tree: remove the joint that closes the loop.".into(),
            RobotProblem::SeveralRoots { .. } => "Join the pieces by fixed joints, or keep one piece per file.".into(),
            RobotProblem::Xacro { mend, .. } => mend.clone(),
        }
    }
}

impl RobotError {
    /// The same as an error of a list of findings.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.problem.code(), format!("{}.", self.problem))
            .mend(self.problem.mend())
            .in_file(self.file.clone());
        match self.line {
            Some(line) => diagnostic.at_line(line),
            None => diagnostic,
        }
    }
}

fn place(file: &str, line: Option<u32>) -> String {
    match line {
        Some(line) => format!("{file}, line {line}: "),
        None => format!("{file}: "),
    }
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!(" (is '{name}' meant?)"))
}

fn quoted(names: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut list: Vec<String> = names.iter().take(SHOWN).map(|name| format!("'{name}'")).collect();
    if names.len() > SHOWN {
        list.push(format!("and {} more", names.len() - SHOWN));
    }
    list.join(", ")
}
