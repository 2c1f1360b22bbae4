//! Tests of the whole room.

mod corpus;
mod kinematics;
mod structure;
mod text;
mod urdf;

use super::{ParsedRobot, RobotError, parse_urdf};
use std::path::PathBuf;

/// The folder of real robots and oracles; `None`, and a line that says so, where there is none.
fn corpus_root(what: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("NOCLASH_CORPUS") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"),
    };
    if root.join("robots/INDEX.md").is_file() {
        return Some(root);
    }
    eprintln!("skipped: {what} (no corpus at {})", root.display());
    None
}

fn parse(text: &str) -> Result<ParsedRobot, RobotError> {
    parse_urdf(text.as_bytes(), "robots/test.urdf")
}

/// Parses `body` inside `<robot name="r">`; the body starts on line 2.
fn robot_of(body: &str) -> ParsedRobot {
    parse(&format!("<robot name=\"r\">\n{body}\n</robot>")).unwrap()
}

fn error_of(body: &str) -> RobotError {
    parse(&format!("<robot name=\"r\">\n{body}\n</robot>")).unwrap_err()
}

/// Code and line of every finding.
fn findings(parsed: &ParsedRobot) -> Vec<(&str, u32)> {
    parsed.diagnostics.iter().map(|d| (d.code.as_str(), d.line.unwrap_or(0))).collect()
}
