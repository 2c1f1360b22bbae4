//! The formats of simulators and planners, as a table.
//!
//! All of them but CSV know links only: see [`LinkMatrix`](super::LinkMatrix) for how parts collapse. Every file says
//! in a comment, where the format has comments, what was lost.

mod collision_urdf;
mod csv;
mod drake;
mod enabled;
mod klampt;
mod mujoco;
mod pybullet;
mod spheres;
mod srdf;
mod urdf;
mod usd;

use super::{FormatError, GENERATOR, LinkMatrix, MatrixDocument, file_name, srdf::Srdf};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::robot::Robot;

/// What an export is made from.
pub struct ExportInput<'a> {
    pub document: &'a MatrixDocument,
    pub robot: &'a Robot,
    /// The bytes of the URDF: for the formats that put their part into a copy of it.
    pub urdf: Option<&'a [u8]>,
    /// An imported SRDF, whose other content an SRDF export keeps.
    pub srdf: Option<&'a Srdf>,
}

/// A written file.
#[derive(Clone, Debug, Default)]
pub struct Export {
    pub bytes: Vec<u8>,
    /// What the format could not hold.
    pub diagnostics: Diagnostics,
}

/// One row of the table.
pub struct Format {
    /// A stable word.
    pub id: &'static str,
    /// The name shown to people.
    pub name: &'static str,
    /// What to do with the file, in one sentence.
    pub what: &'static str,
    /// Without a leading dot; may hold one (`mujoco.xml`).
    pub extension: &'static str,
    /// Whether [`ExportInput::urdf`] is needed.
    pub needs_urdf: bool,
    write: fn(&Job<'_>) -> Result<Export, FormatError>,
}

impl Format {
    pub fn find(id: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.id == id)
    }

    /// `<robot>.<shape_type>.<extension>`
    pub fn file_name(&self, document: &MatrixDocument) -> String {
        file_name(&document.robot, document.shape_type, self.extension)
    }

    /// Writes the document in this format. Equal input gives equal bytes.
    pub fn write(&self, input: &ExportInput<'_>) -> Result<Export, FormatError> {
        let links = LinkMatrix::new(input.document);
        let lost = links.lost;
        let mut export = (self.write)(&Job { input, links })?;
        if lost > 0 && self.id != "csv" {
            export.diagnostics.push(Diagnostic::info(
                "export-parts-lost",
                format!(
                    "{}: {lost} skipped pairs of parts could not be written: the format knows links only, and other \
                     parts of the same links have to be checked",
                    self.name
                ),
            ));
        }
        Ok(export)
    }
}

/// The formats beside Noclash's own JSON and YAML.
pub const FORMATS: &[Format] = &[
    Format {
        id: "srdf",
        name: "SRDF (MoveIt, Pinocchio)",
        what: "Replace the SRDF of the MoveIt configuration, or pass it to Pinocchio's removeCollisionPairs.",
        extension: "srdf",
        needs_urdf: false,
        write: srdf::moveit,
    },
    Format {
        id: "tesseract",
        name: "Tesseract SRDF",
        what: "Use as Tesseract's SRDF; it carries the clearance as collision margin.",
        extension: "tesseract.srdf",
        needs_urdf: false,
        write: srdf::tesseract,
    },
    Format {
        id: "mujoco",
        name: "MuJoCo contact excludes",
        what: "Include in the MJCF model with <include file=\"...\"/>.",
        extension: "mujoco.xml",
        needs_urdf: false,
        write: mujoco::write,
    },
    Format {
        id: "collision_urdf",
        name: "URDF with these shapes",
        what: "Load instead of the URDF, with the folder geometry beside it: a copy whose collision elements are the \
               shapes of this type.",
        extension: "collision.urdf",
        needs_urdf: true,
        write: collision_urdf::write,
    },
    Format {
        id: "drake_urdf",
        name: "Drake URDF",
        what: "Load instead of the URDF: a copy with collision filter groups.",
        extension: "drake.urdf",
        needs_urdf: true,
        write: drake::urdf,
    },
    Format {
        id: "drake_directives",
        name: "Drake model directives",
        what: "Append to the model directives that add the robot.",
        extension: "drake.dmd.yaml",
        needs_urdf: false,
        write: drake::directives,
    },
    Format {
        id: "curobo",
        name: "cuRobo robot configuration",
        what: "Merge into the robot's YAML under kinematics.",
        extension: "curobo.yml",
        needs_urdf: false,
        write: spheres::curobo,
    },
    Format {
        id: "xrdf",
        name: "XRDF (Isaac)",
        what: "Merge into the robot's XRDF.",
        extension: "xrdf",
        needs_urdf: false,
        write: spheres::xrdf,
    },
    Format {
        id: "usd",
        name: "USD physics filtered pairs",
        what: "Add as a sublayer over the robot's stage.",
        extension: "usda",
        needs_urdf: false,
        write: usd::write,
    },
    Format {
        id: "klampt",
        name: "Klampt URDF",
        what: "Load instead of the URDF: a copy with Klampt's <noselfcollision>.",
        extension: "klampt.urdf",
        needs_urdf: true,
        write: klampt::write,
    },
    Format {
        id: "placo",
        name: "PlaCo collisions",
        what: "Put beside the URDF as collisions.json; it lists the pairs to check.",
        extension: "placo.json",
        needs_urdf: false,
        write: enabled::placo,
    },
    Format {
        id: "openrr",
        name: "openrr self-collision pairs",
        what: "Merge into the client's TOML configuration; it lists the pairs to check.",
        extension: "openrr.toml",
        needs_urdf: false,
        write: enabled::openrr,
    },
    Format {
        id: "pybullet",
        name: "PyBullet script",
        what: "Import and call filter_self_collisions(body) after loadURDF.",
        extension: "pybullet.py",
        needs_urdf: false,
        write: pybullet::write,
    },
    Format {
        id: "csv",
        name: "CSV of all pairs",
        what: "Open in a spreadsheet: every pair with its decision and statistics.",
        extension: "csv",
        needs_urdf: false,
        write: csv::write,
    },
];

/// One export under way.
struct Job<'a> {
    input: &'a ExportInput<'a>,
    links: LinkMatrix,
}

impl Job<'_> {
    /// What every file says about itself.
    fn headline(&self) -> String {
        format!(
            "Self-collision pairs, {}, written by {GENERATOR}",
            self.input.document.shape_type.label().to_lowercase()
        )
    }

    /// A sentence if detail of parts is lost.
    fn loss(&self) -> Option<String> {
        (self.links.lost > 0).then(|| {
            format!(
                "{} skipped pairs of parts are not here: other parts of their links have to be checked",
                self.links.lost
            )
        })
    }

    /// Headline and loss as lines that begin with `prefix`.
    fn header(&self, prefix: &str) -> String {
        let mut out = format!("{prefix}{}\n", self.headline());
        if let Some(loss) = self.loss() {
            out.push_str(&format!("{prefix}{loss}\n"));
        }
        out
    }
}

impl Export {
    fn text(text: String) -> Self {
        Self { bytes: text.into_bytes(), diagnostics: Diagnostics::default() }
    }
}
