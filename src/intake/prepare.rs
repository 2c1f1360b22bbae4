//! One mesh file, read once, in every scale in which the robot uses it.

use super::digest::{Fingerprint, of_mesh};
use super::file_set::FileSet;
use super::path::{folder, join};
use super::resolve::resolve_uri;
use crate::mesh::{LoadOptions, LoadedMesh, MeshError, MeshFormat, MeshNote, TriangleMesh, load};
use std::sync::Arc;

/// What is to be read from one file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MeshJob {
    /// Path within the file set.
    pub(super) path: String,
    /// The scales in which it is used (the user's factor included), each once, in order of first use.
    pub(super) scales: Vec<[f64; 3]>,
    /// Some use is visual, so that its colours matter.
    pub(super) visual: bool,
}

/// A mesh file that has been read.
#[derive(Clone, Debug)]
pub(super) struct MeshFile {
    pub(super) format: MeshFormat,
    pub(super) notes: Vec<MeshNote>,
    /// In the order of [`MeshJob::scales`].
    pub(super) scaled: Vec<ScaledMesh>,
}

#[derive(Clone, Debug)]
pub(super) struct ScaledMesh {
    pub(super) mesh: Arc<TriangleMesh>,
    pub(super) fingerprint: Fingerprint,
    /// The mesh divided by colour; one part (the mesh itself) if it has one colour or none.
    pub(super) parts: Vec<(Arc<TriangleMesh>, Option<[f32; 4]>)>,
}

/// Reads a mesh file. `honour_up_axis` as in [`LoadOptions`].
pub(super) fn prepare(job: &MeshJob, files: &FileSet, honour_up_axis: bool) -> Result<MeshFile, MeshError> {
    let bytes = files.get(&job.path).ok_or_else(|| MeshError::MissingPart { name: job.path.clone() })?;
    let companion = |name: &str| {
        let beside = files.get(&join(folder(&job.path), name).0);
        beside.cloned().or_else(|| {
            let found = resolve_uri(files, name, &job.path).ok()?;
            files.get(&found.path).cloned()
        })
    };
    let options = LoadOptions { honour_up_axis, companion: Some(&companion) };
    let LoadedMesh { mesh, format, groups, notes } = load(bytes, &job.path, &options)?;
    let base = Arc::new(mesh);
    let scaled = job.scales.iter().map(|scale| {
        let mesh = if *scale == [1.0; 3] { base.clone() } else { Arc::new(base.scaled(*scale)) };
        let parts = match groups.as_slice() {
            [one] => vec![(mesh.clone(), one.color)],
            groups if job.visual => {
                groups.iter().map(|g| (Arc::new(mesh.submesh(g.start as usize..g.end as usize)), g.color)).collect()
            }
            _ => vec![(mesh.clone(), None)],
        };
        ScaledMesh { fingerprint: of_mesh(&mesh), mesh, parts }
    });
    Ok(MeshFile { format, notes, scaled: scaled.collect() })
}
