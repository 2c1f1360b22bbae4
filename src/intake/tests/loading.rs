use super::{files, tetrahedron};
use crate::diagnostics::Severity;
use crate::intake::{
    FileSet, FoundBy, GeometryChoice, GeometrySource, LoadError, LoadPipeline, LoadPlan, LoadSettings, Loaded, Role,
    Solid, load_model,
};
use crate::math::Vec3;
use crate::work::run_to_end;
use std::sync::Arc;

fn robot(links: &str) -> String {
    format!("<robot name='r'>{links}</robot>")
}

fn link(name: &str, collisions: &[&str], visuals: &[&str]) -> String {
    let elements = |tag: &str, geometries: &[&str]| -> String {
        geometries.iter().map(|g| format!("<{tag}><origin xyz='0 0 1'/><geometry>{g}</geometry></{tag}>\n")).collect()
    };
    format!("<link name='{name}'>\n{}{}</link>", elements("collision", collisions), elements("visual", visuals))
}

fn load(set: &FileSet) -> Loaded {
    load_model(set, "r.urdf", &LoadSettings::default()).unwrap()
}

fn codes(loaded: &Loaded) -> Vec<&str> {
    loaded.diagnostics.iter().map(|d| d.code.as_str()).collect()
}

const A: &str = "<mesh filename='a.obj'/>";
const GONE: &str = "<mesh filename='package://r/gone.stl'/>";

#[test]
fn several_elements_and_exact_primitives() {
    let text = robot(&link(
        "l",
        &[A, "<box size='1 2 4'/>", "<cylinder radius='1' length='3'/>", "<sphere radius='5'/>"],
        &[],
    ));
    let loaded = load(&files(&[("r.urdf", &text), ("a.obj", &tetrahedron(1.0, 2.0, 3.0))]));
    let geometry = &loaded.model.links[0];
    assert_eq!(geometry.source, GeometrySource::Collision);
    assert_eq!(geometry.collision.len(), 4);
    assert_eq!(geometry.collision[0].pose.translation, Vec3::z());
    assert!(matches!(&geometry.collision[0].solid, Solid::Mesh(mesh) if mesh.triangles.len() == 4));
    assert!(matches!(geometry.collision[1].solid, Solid::Box { half_extents: [0.5, 1.0, 2.0] }));
    assert!(matches!(geometry.collision[2].solid, Solid::Cylinder { radius: 1.0, half_length: 1.5 }));
    assert!(matches!(geometry.collision[3].solid, Solid::Sphere { radius: 5.0 }));
    let entry = &loaded.report.meshes[0];
    assert_eq!((entry.role, entry.triangles, entry.size), (Role::Collision, 4, Some([1.0, 2.0, 3.0])));
    assert_eq!(entry.found_by, Some(FoundBy::Path));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
}

#[test]
fn scale_is_per_use_and_equal_uses_share() {
    let small = "<mesh filename='a.obj' scale='0.5 0.5 0.5'/>";
    let mirrored = "<mesh filename='a.obj' scale='1 -1 1'/>";
    let text = robot(&link("l", &[A, small, mirrored, A], &[]));
    let loaded = load(&files(&[("r.urdf", &text), ("a.obj", &tetrahedron(1.0, 2.0, 3.0))]));
    let meshes: Vec<_> = loaded.model.links[0]
        .collision
        .iter()
        .map(|e| match &e.solid {
            Solid::Mesh(mesh) => mesh.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(Arc::ptr_eq(&meshes[0], &meshes[3]));
    assert_eq!(meshes[1].extents(), Vec3::new(0.5, 1.0, 1.5));
    assert_eq!(meshes[2].bounds().unwrap().0, Vec3::new(0.0, -2.0, 0.0));
    assert_eq!(
        meshes[2].triangles[0],
        [meshes[0].triangles[0][0], meshes[0].triangles[0][2], meshes[0].triangles[0][1]]
    );
    assert!(loaded.report.meshes[2].notes.contains(&"mirrored by its scale".to_owned()));
}

#[test]
fn what_stands_in_for_what_is_missing() {
    let text = robot(
        &[
            link("whole", &[A], &[GONE]),
            link("half", &[GONE, A], &[]),
            link("seen", &[GONE], &[A]),
            link("only_seen", &[], &["<sphere radius='1'/>"]),
            link("lost", &[GONE], &[GONE]),
            link("empty", &[], &[]),
        ]
        .concat()
        .replace("<link", "\n<link"),
    );
    let joints: String = ["half", "seen", "only_seen", "lost", "empty"]
        .iter()
        .map(|child| {
            format!("<joint name='to_{child}' type='fixed'><parent link='whole'/><child link='{child}'/></joint>")
        })
        .collect();
    let text = text.replace("</robot>", &(joints + "</robot>"));
    let loaded = load(&files(&[("r.urdf", &text), ("a.obj", &tetrahedron(1.0, 1.0, 1.0))]));
    let sources: Vec<(GeometrySource, usize)> =
        loaded.model.links.iter().map(|l| (l.source, l.collision.len())).collect();
    assert_eq!(
        sources,
        vec![
            (GeometrySource::Collision, 1),
            (GeometrySource::Collision, 1),
            (GeometrySource::Visual, 1),
            (GeometrySource::Visual, 1),
            (GeometrySource::None, 0),
            (GeometrySource::None, 0),
        ]
    );
    assert_eq!(codes(&loaded), vec!["mesh-missing", "visual-stands-in", "link-without-geometry"]);
    let missing = &loaded.diagnostics.0[0];
    assert_eq!(missing.severity, Severity::Error);
    assert!(
        missing.message.contains("package://r/gone.stl") && missing.message.contains("whole"),
        "{}",
        missing.message
    );
    assert!(missing.message.contains("4 other elements") && missing.line.is_some());
    assert!(loaded.diagnostics.0[1].message.contains("seen, only_seen"));
    assert!(loaded.diagnostics.0[2].message.contains("lost") && !loaded.diagnostics.0[2].message.contains("empty"));
}

#[test]
fn a_missing_picture_is_only_a_warning() {
    let text = robot(&link("l", &[A], &[GONE]));
    let mut set = files(&[("r.urdf", &text), ("a.obj", &tetrahedron(1.0, 1.0, 1.0))]);
    let before = load(&set);
    assert_eq!(before.diagnostics.0[0].severity, Severity::Warning);
    // A second drop completes it; what the matrix depends on has not changed.
    set.insert("gone.stl", tetrahedron(2.0, 2.0, 2.0).as_bytes());
    let after = load(&set);
    assert_eq!(codes(&after), vec!["mesh-by-name"]);
    assert_eq!(after.model.links[0].visual.len(), 1);
    assert_eq!(before.model.hashes, after.model.hashes);
}

#[test]
fn broken_meshes_name_file_and_mend() {
    let text = robot(&link("l", &["<mesh filename='b.dae'/>", A], &[]));
    let loaded =
        load(&files(&[("r.urdf", &text), ("a.obj", &tetrahedron(1.0, 1.0, 1.0)), ("b.dae", "<COLLADA>\n<asset>\n")]));
    assert_eq!(codes(&loaded), vec!["mesh-unreadable"]);
    let finding = &loaded.diagnostics.0[0];
    assert_eq!((finding.file.as_deref(), finding.severity), (Some("b.dae"), Severity::Error));
    assert!(finding.line.is_some() && !finding.mend.is_empty());
    assert!(loaded.report.meshes[0].problem.is_some());
    assert_eq!(loaded.model.links[0].collision.len(), 1);
}

#[test]
fn a_wrong_unit_is_flagged_and_mended() {
    let text = robot(&link("l", &[A], &[]));
    let set = files(&[("r.urdf", &text), ("a.obj", &tetrahedron(300.0, 200.0, 100.0))]);
    let loaded = load(&set);
    assert_eq!(codes(&loaded), vec!["mesh-size"]);
    let suspicion = loaded.report.meshes[0].suspicion.unwrap();
    let settings =
        LoadSettings { mesh_factors: [("a.obj".to_owned(), suspicion.factor)].into(), ..LoadSettings::default() };
    let mended = load_model(&set, "r.urdf", &settings).unwrap();
    assert_eq!(mended.report.meshes[0].size, Some([0.3, 0.2, 0.1]));
    assert!(mended.diagnostics.is_empty());
    assert_ne!(loaded.model.hashes.geometry, mended.model.hashes.geometry);
    assert_eq!(loaded.model.hashes.urdf, mended.model.hashes.urdf);
}

#[test]
fn visual_geometry_on_request() {
    let text = robot(&link("l", &["<box size='1 1 1'/>"], &["<sphere radius='1'/>"]));
    let settings = LoadSettings { geometry: GeometryChoice::Visual, ..LoadSettings::default() };
    let loaded = load_model(&files(&[("r.urdf", &text)]), "r.urdf", &settings).unwrap();
    assert_eq!(loaded.model.links[0].source, GeometrySource::Visual);
    assert!(matches!(loaded.model.links[0].collision[0].solid, Solid::Sphere { .. }));
    assert!(loaded.diagnostics.is_empty());
}

#[test]
fn colours_of_the_mesh_come_before_the_material() {
    let mesh = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl none\nf 3 2 1\n";
    let text = robot(
        "<link name='l'><visual><geometry><mesh filename='meshes/a.obj'/></geometry>\
         <material name='m'><color rgba='0 0 1 1'/></material></visual></link>",
    );
    let set = files(&[("r.urdf", &text), ("meshes/a.obj", mesh), ("meshes/m.mtl", "newmtl red\nKd 1 0 0\n")]);
    let loaded = load(&set);
    let colors: Vec<_> = loaded.model.links[0].visual.iter().map(|v| v.color).collect();
    assert_eq!(colors, vec![Some([0.0, 0.0, 1.0, 1.0]), Some([1.0, 0.0, 0.0, 1.0])]);
    // What stands in as collision geometry is the whole mesh.
    assert_eq!(loaded.model.links[0].collision.len(), 1);
}

#[test]
fn hashes_follow_the_geometry_not_the_file() {
    let one = link("a", &[A], &[]);
    let two = link("b", &["<box size='1 1 1'/>"], &[]);
    let joint = "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>";
    let mesh = tetrahedron(1.0, 1.0, 1.0);
    let hash = |text: String, path: &str| load(&files(&[("r.urdf", &text), (path, &mesh)])).model.hashes.geometry;
    let usual = hash(robot(&format!("{one}{two}{joint}")), "a.obj");
    assert_eq!(usual.len(), 64);
    assert_eq!(usual, hash(robot(&format!("{joint}{two}{one}")), "a.obj"));
    assert_eq!(usual, hash(robot(&format!("{one}{two}{joint}")).replace("a.obj", "m/c.obj"), "m/c.obj"));
    assert_ne!(usual, hash(robot(&format!("{one}{two}{joint}")).replace("0 0 1", "0 0 2"), "a.obj"));
    assert_ne!(usual, hash(robot(&format!("{one}{two}{joint}")).replace("1 1 1", "1 1 2"), "a.obj"));
}

#[test]
fn in_units_and_as_a_pipeline_it_is_the_same() {
    let text = robot(&link("l", &[A, "<mesh filename='b.obj'/>"], &[GONE]));
    let set =
        files(&[("r.urdf", &text), ("a.obj", &tetrahedron(1.0, 1.0, 1.0)), ("b.obj", &tetrahedron(1.0, 1.0, 2.0))]);
    let whole = load(&set);
    let plan = LoadPlan::new(&set, "r.urdf", &LoadSettings::default()).unwrap();
    assert_eq!(plan.units(), 2);
    plan.run(1);
    plan.run(1);
    plan.run(99);
    let (mut pipeline, handle) = LoadPipeline::new(set, None, LoadSettings::default());
    assert!(handle.try_take().is_none());
    run_to_end(&mut pipeline);
    for loaded in [plan.finish(), handle.try_take().unwrap().unwrap()] {
        assert_eq!(loaded.report, whole.report);
        assert_eq!(loaded.diagnostics, whole.diagnostics);
        assert_eq!(loaded.model.hashes, whole.model.hashes);
    }
    assert!(handle.try_take().is_none());
}

#[test]
fn no_robot_says_what_there_is() {
    let (mut pipeline, handle) =
        LoadPipeline::new(files(&[("m.sdf", "<sdf/>"), ("a.txt", "")]), None, LoadSettings::default());
    run_to_end(&mut pipeline);
    let error = handle.try_take().unwrap().unwrap_err();
    assert_eq!(error, LoadError::NoRobot { files: 2, found: Some("m.sdf is an SDF model".into()) });
    assert!(error.to_diagnostic().message.contains("m.sdf"));
    assert!(matches!(
        load_model(&FileSet::new(), "x.urdf", &LoadSettings::default()),
        Err(LoadError::NoSuchFile { .. })
    ));
}
