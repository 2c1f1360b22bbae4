//! What one exported file is made from.

use crate::formats::srdf::Srdf;
use crate::formats::{
    BuildInput, Export, ExportInput, Format, FormatError, MatrixDocument, build, file_name, obj, write_json, write_yaml,
};
use crate::intake::RobotModel;
use crate::matrix::{EffectiveMatrix, Rules};
use crate::shapes::{Hull, ShapeGeometry, ShapeSet};
use crate::survey::{SurveySettings, TypeSurvey};
use std::sync::{Arc, OnceLock};

/// Everything the files of one shape type are made from; cheap to clone.
#[derive(Clone)]
pub(super) struct Source {
    pub model: Arc<RobotModel>,
    pub set: Arc<ShapeSet>,
    pub survey: Arc<TypeSurvey>,
    pub effective: Arc<EffectiveMatrix>,
    pub rules: Rules,
    pub settings: SurveySettings,
    /// What an SRDF keeps beside the pairs.
    pub srdf: Option<Arc<Srdf>>,
    /// Of the meshes, one per shape of a hull type.
    pub paths: Arc<[String]>,
    /// Made when the first file is written, and shared by the clones.
    pub document: Arc<OnceLock<MatrixDocument>>,
}

/// A kind of file.
#[derive(Clone, Copy)]
pub(super) enum Content {
    Json,
    Yaml,
    Format(&'static Format),
    /// The hull of a shape, by its place in the set.
    Mesh(usize),
}

impl Content {
    pub fn mime(self) -> &'static str {
        let format = match self {
            Content::Json => return "application/json",
            Content::Yaml => return "application/yaml",
            Content::Mesh(_) => return "model/obj",
            Content::Format(format) => format,
        };
        match format.extension.rsplit('.').next().unwrap_or_default() {
            "srdf" | "urdf" | "xml" => "application/xml",
            "yaml" | "yml" | "xrdf" => "application/yaml",
            "json" => "application/json",
            "csv" => "text/csv",
            _ => "text/plain",
        }
    }
}

impl Source {
    /// # Errors
    /// If the format cannot hold this robot.
    pub fn write(&self, content: Content) -> Result<Export, FormatError> {
        if let Content::Mesh(shape) = content {
            let bytes = self.hull(shape).map_or_else(Vec::new, obj);
            return Ok(Export { bytes, ..Export::default() });
        }
        let document = self.document();
        let own = |bytes: Vec<u8>| Export { bytes, ..Export::default() };
        match content {
            Content::Json => Ok(own(write_json(document))),
            Content::Yaml => Ok(own(write_yaml(document))),
            Content::Mesh(_) => Ok(Export::default()),
            Content::Format(format) => format.write(&ExportInput {
                document,
                robot: &self.model.robot,
                urdf: Some(&self.model.urdf),
                srdf: self.srdf.as_deref(),
            }),
        }
    }

    pub fn name(&self, content: Content) -> String {
        let extension = match content {
            Content::Json => "json",
            Content::Yaml => "yaml",
            Content::Format(format) => format.extension,
            Content::Mesh(shape) => return self.paths.get(shape).cloned().unwrap_or_default(),
        };
        file_name(&self.model.robot.name, self.set.shape_type, extension)
    }

    /// The shapes of hull types, each a mesh.
    pub fn meshes(&self) -> impl Iterator<Item = Content> {
        (0..self.paths.len()).map(Content::Mesh)
    }

    fn hull(&self, shape: usize) -> Option<&Hull> {
        match &self.set.shapes.get(shape)?.geometry {
            ShapeGeometry::Hull(hull) => Some(hull),
            _ => None,
        }
    }

    fn document(&self) -> &MatrixDocument {
        self.document.get_or_init(|| {
            build(&BuildInput {
                model: &self.model,
                set: &self.set,
                survey: &self.survey,
                matrix: &self.effective.matrix,
                rules: &self.rules,
                settings: &self.settings,
            })
        })
    }
}
