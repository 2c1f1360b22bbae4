//! What people are told about the meshes of a robot.

use super::model::{GeometrySource, LinkGeometry};
use super::plan::{GeometryChoice, LoadPlan};
use super::report::{LoadReport, MeshUse, Role};
use super::resolve::{FoundBy, Unresolved};
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::robot::Link;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A mesh of more triangles slows everything that follows.
const MANY_TRIANGLES: usize = 300_000;

/// Collects findings while a robot is put together.
pub(super) struct Findings<'p> {
    plan: &'p LoadPlan,
    diagnostics: Diagnostics,
    stand_ins: Vec<String>,
    lost: BTreeSet<String>,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the URI names no file"),
            Self::Missing { looked_for, .. } => {
                write!(f, "no file fits; looked for {}", listed(looked_for, 3))
            }
            Self::Ambiguous { files } => write!(f, "several files fit: {}", listed(files, 3)),
        }
    }
}

fn listed(items: &[String], most: usize) -> String {
    let shown = items.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    if items.len() > most { format!("{shown} and {} more", items.len() - most) } else { shown }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}

impl<'p> Findings<'p> {
    pub(super) fn new(plan: &'p LoadPlan) -> Self {
        let diagnostics = plan.diagnostics.clone();
        Self { plan, diagnostics, stand_ins: Vec::new(), lost: BTreeSet::new() }
    }

    fn push(&mut self, line: Option<u32>, diagnostic: Diagnostic) {
        let diagnostic = diagnostic.in_file(self.plan.urdf_path.clone());
        self.diagnostics.push(match line {
            Some(line) => diagnostic.at_line(line),
            None => diagnostic,
        });
    }

    /// Takes note of what stands in for what.
    pub(super) fn link(&mut self, link: &Link, geometry: &LinkGeometry, choice: GeometryChoice) {
        let declared = !link.collisions.is_empty() || !link.visuals.is_empty();
        match (choice, geometry.source) {
            (GeometryChoice::Collision, GeometrySource::Visual) => self.stand_ins.push(link.name.clone()),
            (_, GeometrySource::None) if declared => {
                self.lost.insert(link.name.clone());
            }
            _ => {}
        }
    }

    /// Everything about meshes, from the finished report.
    pub(super) fn meshes(&mut self, report: &LoadReport) {
        self.missing(report);
        self.broken(report);
        self.sizes(report);
        self.ways(report);
        self.notes(report);
        self.links();
    }

    /// One finding per URI that leads to no file.
    fn missing(&mut self, report: &LoadReport) {
        let mut by_uri: Vec<(&str, Vec<usize>)> = Vec::new();
        for (i, mesh) in report.meshes.iter().enumerate().filter(|(_, m)| m.path.is_none()) {
            match by_uri.iter_mut().find(|(uri, _)| *uri == mesh.uri) {
                Some((_, uses)) => uses.push(i),
                None => by_uri.push((&mesh.uri, vec![i])),
            }
        }
        for (uri, uses) in by_uri {
            let first = &report.meshes[uses[0]];
            let wanted_by = self.wanted_by(report, &uses);
            let severity = self.severity(report, &uses);
            let why = self.plan.uses.get(uses[0]).and_then(|u| u.target.as_ref().err());
            let (code, mend) = match why {
                Some(Unresolved::Ambiguous { .. }) => (
                    "mesh-ambiguous",
                    "Give the folders around the meshes too, so that their paths tell them apart.".to_owned(),
                ),
                Some(Unresolved::Missing { similar, .. }) if !similar.is_empty() => {
                    ("mesh-missing", format!("Add the missing file or its folder. Similar: {}.", listed(similar, 3)))
                }
                _ => ("mesh-missing", "Add the missing file or its folder: drop it onto the page.".to_owned()),
            };
            let problem = first.problem.clone().unwrap_or_default();
            let message = format!("The mesh {uri} of {wanted_by} is missing: {problem}.");
            let message = if code == "mesh-ambiguous" {
                message.replacen(" is missing: ", " is not clear: ", 1)
            } else {
                message
            };
            self.push(first.line, Diagnostic::new(severity, code, message).mend(mend));
        }
    }

    /// One finding per file that cannot be read.
    fn broken(&mut self, report: &LoadReport) {
        let mut by_path: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, mesh) in report.meshes.iter().enumerate() {
            if let (Some(path), Some(_)) = (&mesh.path, &mesh.problem) {
                by_path.entry(path).or_default().push(i);
            }
        }
        for (path, uses) in by_path {
            let error =
                self.plan.uses.get(uses[0]).and_then(|u| u.target.as_ref().ok()).and_then(|t| self.plan.mesh(t).err());
            let Some(error) = error else { continue };
            let message = format!("The mesh of {} cannot be used: {error}.", self.wanted_by(report, &uses));
            let diagnostic = Diagnostic::new(self.severity(report, &uses), "mesh-unreadable", message)
                .mend(error.mend())
                .in_file(path);
            self.diagnostics.push(match error.line() {
                Some(line) => diagnostic.at_line(line),
                None => diagnostic,
            });
        }
    }

    fn wanted_by(&self, report: &LoadReport, uses: &[usize]) -> String {
        let first = &report.meshes[uses[0]];
        let more = uses.len() - 1;
        let rest =
            if more > 0 { format!(" and {}", counted(more, "other element", "other elements")) } else { String::new() };
        format!("link {} ({}){rest}", first.link, first.role.label())
    }

    /// An error if the link loses part of what it collides with, a warning if only the picture suffers.
    fn severity(&self, report: &LoadReport, uses: &[usize]) -> Severity {
        let hurts = uses.iter().any(|i| {
            let mesh = &report.meshes[*i];
            self.lost.contains(&mesh.link) || mesh.role == Role::Collision && !self.stand_ins.contains(&mesh.link)
        });
        if hurts { Severity::Error } else { Severity::Warning }
    }

    fn sizes(&mut self, report: &LoadReport) {
        let mut told = BTreeSet::new();
        for mesh in &report.meshes {
            let (Some(suspicion), Some(path)) = (mesh.suspicion, &mesh.path) else { continue };
            if !told.insert(path) {
                continue;
            }
            let message = format!(
                "The mesh {path} of link {} ({}) is {} long, which looks like a wrong unit.",
                mesh.link,
                mesh.role.label(),
                length(suspicion.size)
            );
            let mend = format!("Scale it by {} in the load report, or give the <mesh> a scale.", suspicion.factor);
            self.push(mesh.line, Diagnostic::warning("mesh-size", message).mend(mend));
        }
        for mesh in &report.meshes {
            let Some(path) = &mesh.path else { continue };
            if mesh.triangles > MANY_TRIANGLES && told.insert(path) {
                let message = format!("The mesh {path} has {} triangles; everything will take longer.", mesh.triangles);
                let mend = "A simplified collision mesh of some thousand triangles gives the same answers sooner.";
                self.push(mesh.line, Diagnostic::info("mesh-large", message).mend(mend));
            }
        }
    }

    /// One finding for each kind of detour by which files were found.
    fn ways(&mut self, report: &LoadReport) {
        type Matches = fn(&MeshUse) -> bool;
        let kinds: [(&str, Severity, Matches, &str); 3] = [
            (
                "mesh-by-suffix",
                Severity::Info,
                |m| matches!(m.found_by, Some(FoundBy::Suffix(_))),
                "found by the end of its path, because its package or folder is not here",
            ),
            (
                "mesh-by-name",
                Severity::Warning,
                |m| m.found_by == Some(FoundBy::FileName),
                "found by its file name alone",
            ),
            (
                "mesh-case",
                Severity::Warning,
                |m| m.case_differs,
                "found although upper and lower case differ, which fails on Linux",
            ),
        ];
        for (code, severity, matches, what) in kinds {
            let hits: Vec<&MeshUse> = report.meshes.iter().filter(|m| matches(m)).collect();
            let Some(first) = hits.first() else { continue };
            let path = first.path.as_deref().unwrap_or("");
            let more = if hits.len() > 1 { format!(" (and {} more)", hits.len() - 1) } else { String::new() };
            let message = format!("The mesh {} is {path}{more}: {what}.", first.uri);
            self.push(first.line, Diagnostic::new(severity, code, message));
        }
    }

    /// One finding per file with notes that matter.
    fn notes(&mut self, report: &LoadReport) {
        let mut told = BTreeSet::new();
        for (planned, mesh) in self.plan.uses.iter().zip(&report.meshes) {
            let Ok(target) = &planned.target else { continue };
            let Ok((file, _)) = self.plan.mesh(target) else { continue };
            if !told.insert(&target.found.path) {
                continue;
            }
            let warnings: Vec<String> = file.notes.iter().filter(|n| n.is_warning()).map(ToString::to_string).collect();
            if !warnings.is_empty() {
                let message =
                    format!("The mesh of link {} ({}): {}.", mesh.link, mesh.role.label(), warnings.join("; "));
                self.diagnostics.push(Diagnostic::warning("mesh-mended", message).in_file(target.found.path.clone()));
            }
        }
    }

    fn links(&mut self) {
        if !self.stand_ins.is_empty() {
            let links = counted(self.stand_ins.len(), "link has", "links have");
            let message = format!("{links} no usable <collision>; <visual> stands in: {}.", listed(&self.stand_ins, 8));
            self.push(None, Diagnostic::warning("visual-stands-in", message));
        }
        if !self.lost.is_empty() {
            let lost: Vec<String> = self.lost.iter().cloned().collect();
            let links = counted(lost.len(), "link has", "links have");
            let message =
                format!("{links} no geometry, because none of its elements can be used: {}.", listed(&lost, 8));
            self.push(None, Diagnostic::error("link-without-geometry", message).mend("Add the missing meshes."));
        }
    }

    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }
}

/// A length for people.
fn length(metres: f64) -> String {
    if metres >= 1.0 {
        format!("{metres:.1} m")
    } else if metres >= 0.001 {
        format!("{:.1} mm", metres * 1e3)
    } else {
        format!("{:.2e} mm", metres * 1e3)
    }
}
