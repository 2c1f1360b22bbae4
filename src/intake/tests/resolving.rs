use super::files;
use crate::intake::{Found, FoundBy, Unresolved, resolve_uri};

const URDF: &str = "ws/arm/urdf/arm.urdf";

fn package(name: &str) -> String {
    format!("<?xml version='1.0'?>\n<package format='2'><!-- <name>no</name> -->\n<name> {name} </name></package>")
}

fn found(path: &str, by: FoundBy) -> Result<Found, Unresolved> {
    Ok(Found { path: path.into(), by, case_differs: false })
}

#[test]
fn packages_by_their_xml_before_their_folder() {
    let xml = package("arm_description");
    // The folder is called otherwise, and another folder has the package's name.
    let set = files(&[
        ("ws/arm/package.xml", &xml),
        ("ws/arm/meshes/a.stl", "1"),
        ("ws/arm_description/meshes/a.stl", "2"),
        ("ws/gripper/meshes/g.stl", "3"),
    ]);
    assert_eq!(
        resolve_uri(&set, "package://arm_description/meshes/a.stl", URDF),
        found("ws/arm/meshes/a.stl", FoundBy::PackageXml)
    );
    assert_eq!(
        resolve_uri(&set, "package://gripper/meshes/g.stl", URDF),
        found("ws/gripper/meshes/g.stl", FoundBy::PackageFolder)
    );
    assert_eq!(
        resolve_uri(&set, "package://arm_description/../gripper/meshes/g.stl", URDF),
        found("ws/gripper/meshes/g.stl", FoundBy::PackageFolder)
    );
    assert_eq!(
        resolve_uri(&set, "file:///home/me/ws/src/arm_description/meshes/a.stl", URDF),
        found("ws/arm/meshes/a.stl", FoundBy::PackageXml)
    );
    assert_eq!(
        resolve_uri(&set, "$(find gripper)/meshes/g.stl", URDF),
        found("ws/gripper/meshes/g.stl", FoundBy::PackageFolder)
    );
}

#[test]
fn relative_paths() {
    let set = files(&[("ws/arm/urdf/a.stl", "1"), ("ws/arm/meshes/b.stl", "2"), ("ws/arm/my mesh.stl", "3")]);
    assert_eq!(resolve_uri(&set, "a.stl", URDF), found("ws/arm/urdf/a.stl", FoundBy::Path));
    assert_eq!(resolve_uri(&set, ".\\..\\meshes//b.stl", URDF), found("ws/arm/meshes/b.stl", FoundBy::Path));
    assert_eq!(resolve_uri(&set, "meshes/b.stl", URDF), found("ws/arm/meshes/b.stl", FoundBy::FolderAbove));
    assert_eq!(resolve_uri(&set, "../my%20mesh.stl", URDF), found("ws/arm/my mesh.stl", FoundBy::Path));
    assert_eq!(resolve_uri(&set, "  ", URDF), Err(Unresolved::Empty));
    assert_eq!(resolve_uri(&set, "package://", URDF), Err(Unresolved::Empty));
}

#[test]
fn folders_given_without_those_above() {
    // The URDF alone, and then only the folder of the meshes.
    let set = files(&[("meshes/visual/a.dae", "1"), ("meshes/collision/a.dae", "2")]);
    assert_eq!(
        resolve_uri(&set, "package://arm/meshes/visual/a.dae", "arm.urdf"),
        found("meshes/visual/a.dae", FoundBy::Suffix(3))
    );
    assert_eq!(
        resolve_uri(&set, "../meshes/collision/a.dae", "arm.urdf"),
        found("meshes/collision/a.dae", FoundBy::Suffix(3))
    );
    // An absolute path of somebody's disk.
    assert_eq!(
        resolve_uri(&set, "/opt/arm/meshes/collision/a.dae", "arm.urdf"),
        found("meshes/collision/a.dae", FoundBy::Suffix(3))
    );
    assert_eq!(
        resolve_uri(&set, "https://example.org/arm/meshes/collision/a.dae?x=1", "arm.urdf"),
        found("meshes/collision/a.dae", FoundBy::Suffix(3))
    );
}

#[test]
fn visual_and_collision_are_never_swapped() {
    let set = files(&[("arm/meshes/collision/base.stl", "1")]);
    let missing = resolve_uri(&set, "package://arm/meshes/visual/base.stl", "arm/urdf/arm.urdf");
    let Err(Unresolved::Missing { looked_for, similar }) = missing else { panic!("{missing:?}") };
    assert_eq!(looked_for, vec!["arm/meshes/visual/base.stl"]);
    assert_eq!(similar, vec!["arm/meshes/collision/base.stl"]);
    // Nor is the mesh of a neighbouring package or of a sibling robot in the same package taken.
    let (a, b) = (package("a"), package("b"));
    let set = files(&[
        ("ws/a/package.xml", &a),
        ("ws/b/package.xml", &b),
        ("ws/b/meshes/visual/base.stl", "1"),
        ("ws/a/meshes/small/visual/base.stl", "1"),
    ]);
    assert!(resolve_uri(&set, "package://a/meshes/visual/base.stl", "ws/a/a.urdf").is_err());
    assert!(resolve_uri(&set, "package://a/meshes/large/visual/base.stl", "ws/a/a.urdf").is_err());
}

#[test]
fn a_bare_name_counts_only_if_it_is_the_only_one() {
    let one = files(&[("base.stl", "1")]);
    assert_eq!(resolve_uri(&one, "package://arm/meshes/base.stl", "arm.urdf"), found("base.stl", FoundBy::FileName));
    let two = files(&[("x/base.stl", "1"), ("y/base.stl", "2")]);
    assert_eq!(
        resolve_uri(&two, "base.stl", "arm.urdf"),
        Err(Unresolved::Ambiguous { files: vec!["x/base.stl".into(), "y/base.stl".into()] })
    );
    let same = files(&[("x/base.stl", "1"), ("y/base.stl", "1")]);
    assert_eq!(resolve_uri(&same, "base.stl", "arm.urdf"), found("x/base.stl", FoundBy::FileName));
    // The file nearer to the URDF is meant.
    let near = files(&[("x/meshes/base.stl", "1"), ("y/meshes/base.stl", "2")]);
    assert_eq!(
        resolve_uri(&near, "package://arm/meshes/base.stl", "y/urdf/arm.urdf"),
        found("y/meshes/base.stl", FoundBy::Suffix(2))
    );
}

#[test]
fn case_is_the_last_resort() {
    let set = files(&[("arm/Meshes/Base.STL", "1"), ("arm/meshes/link.stl", "2"), ("arm/meshes/LINK.stl", "3")]);
    let other = resolve_uri(&set, "package://arm/meshes/base.stl", "arm/arm.urdf").unwrap();
    assert_eq!(
        (other.path.as_str(), other.case_differs, other.by),
        ("arm/Meshes/Base.STL", true, FoundBy::PackageFolder)
    );
    assert_eq!(resolve_uri(&set, "meshes/LINK.stl", "arm/arm.urdf"), found("arm/meshes/LINK.stl", FoundBy::Path));
    assert!(matches!(resolve_uri(&set, "meshes/Link.stl", "arm/arm.urdf"), Err(Unresolved::Ambiguous { .. })));
}

#[test]
fn near_misses_are_suggested() {
    let xml = package("my_arm");
    let set = files(&[("ws/x/package.xml", &xml), ("ws/x/meshes/base.stl", "1")]);
    // The rest of the path agrees, so the file is used, and it is said how.
    assert_eq!(
        resolve_uri(&set, "package://my-arm/meshes/base.stl", "ws/x/a.urdf"),
        found("ws/x/meshes/base.stl", FoundBy::Suffix(2))
    );
    let missing = resolve_uri(&set, "package://my-arm/base.dae", "ws/x/a.urdf");
    let Err(Unresolved::Missing { similar, .. }) = missing else { panic!("{missing:?}") };
    assert_eq!(similar, vec!["package my_arm", "ws/x/meshes/base.stl"]);
}
