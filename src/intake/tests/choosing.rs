use super::files;
use crate::intake::{CandidateKind, candidates, companions};

const ARM: &str = "<robot name='arm'><link name='a'><visual><geometry><mesh filename='package://arm/a.stl'/></geometry></visual>\
    <collision><geometry><mesh filename=\"package://arm/a.stl\"/></geometry></collision></link>\
    <link name='b'><collision><geometry><box size='1 1 1'/></geometry></collision></link><link name='tool'/></robot>";

#[test]
fn the_whole_robot_comes_first() {
    let set = files(&[
        ("arm/a.stl", "x"),
        ("arm/urdf/arm.URDF", ARM),
        ("arm/urdf/empty.urdf", "<robot name='arm'/>"),
        ("arm/urdf/a_first.urdf", "<robot name='one'><link name='a'/></robot>"),
        (
            "arm/urdf/arm.urdf.xacro",
            "<robot name='arm' xmlns:xacro='x'><xacro:include filename='macro.xacro'/><xacro:arm/></robot>",
        ),
        (
            "arm/urdf/macro.xacro",
            "<robot xmlns:xacro='x'><xacro:macro name='arm'><link name='a'/><link name='b'/></xacro:macro></robot>",
        ),
        ("arm/urdf/visuals.urdf", &ARM.replace("collision", "visual")),
        ("arm/config/robot.xml", "<robot name='arm'><disable_collisions link1='a' link2='b' reason='Never'/></robot>"),
        ("arm/package.xml", "<package><name>arm</name></package>"),
        ("arm/readme.txt", "<robot name='x'><link name='y'/></robot>"),
        ("arm/broken.urdf", "<robot name='broken'><link name='a'><collision><geometry><box"),
    ]);
    let found = candidates(&set);
    let paths: Vec<&str> = found.iter().map(|c| c.path.as_str()).collect();
    assert_eq!(
        paths,
        vec![
            "arm/urdf/arm.URDF",
            "arm/urdf/visuals.urdf",
            "arm/broken.urdf",
            "arm/urdf/a_first.urdf",
            "arm/urdf/arm.urdf.xacro",
            "arm/urdf/macro.xacro",
        ]
    );
    let best = &found[0];
    assert_eq!((best.name.as_str(), best.kind, best.links), ("arm", CandidateKind::Urdf, 3));
    assert_eq!((best.with_collision, best.with_geometry, best.meshes, best.meshes_found), (2, 2, 1, 1));
    assert!(found[5].fragment && !found[4].fragment);
    assert_eq!(found[4].kind, CandidateKind::Xacro);
}

#[test]
fn missing_meshes_count_against_a_robot() {
    let two = "<robot name='two'><link name='a'><collision><geometry><sphere radius='1'/></geometry></collision></link></robot>";
    let set = files(&[
        ("a/lost.urdf", &ARM.replace("<box size='1 1 1'/>", "<mesh filename='gone.stl'/>")),
        ("b/c/two.urdf", two),
    ]);
    let found = candidates(&set);
    assert_eq!(found[0].path, "b/c/two.urdf");
    assert_eq!((found[1].meshes, found[1].meshes_found), (2, 0));
}

/// A robot of `links` boxes in a row whose joints have these types; `mimic` of them follow another.
fn row_of_boxes(name: &str, joints: &[&str], mimic: usize) -> String {
    let link =
        |i: usize| format!("<link name='l{i}'><collision><geometry><box size='1 1 1'/></geometry></collision></link>");
    let joint = |(i, kind): (usize, &&str)| {
        let follows = if i < mimic { "<mimic joint='j9'/>" } else { "" };
        format!("<joint name='j{i}' type='{kind}'><parent link='l{i}'/><child link='l{}'/>{follows}</joint>", i + 1)
    };
    let links: String = (0..=joints.len()).map(link).collect();
    let joints: String = joints.iter().enumerate().map(joint).collect();
    format!("<robot name='{name}'>{links}{joints}<transmission><joint name='j0'/></transmission></robot>")
}

#[test]
fn an_arm_comes_before_its_gripper_and_a_robot_without_shapes_last() {
    let gripper = row_of_boxes("gripper", &["revolute", "revolute", "prismatic", "revolute", "fixed"], 3);
    let arm = row_of_boxes("arm", &["revolute", "continuous"], 0);
    let bare: String = row_of_boxes("bare", &["revolute"; 7], 0).replace("box", "nothing");
    let set = files(&[("a/bare.urdf", &bare), ("a/gripper.urdf", &gripper), ("z/arm.urdf", &arm)]);
    let found: Vec<(String, usize)> = candidates(&set).into_iter().map(|c| (c.name, c.moving)).collect();
    assert_eq!(found, vec![("arm".into(), 2), ("gripper".into(), 1), ("bare".into(), 7)]);
}

#[test]
fn companions_are_ranked_by_name_and_place() {
    let rules = "<disable_collisions link1='a' link2='b'/>";
    let set = files(&[
        ("ws/arm/urdf/robot.xml", ARM),
        ("ws/arm/srdf/robot.xml", &format!("<?xml version='1.0'?>\n<robot name='arm'>{rules}</robot>")),
        ("ws/arm/srdf/other.srdf", &format!("<robot name='other'>{rules}{rules}</robot>")),
        ("ws/config/arm.srdf", &format!("<robot name='arm'>{rules}{rules}</robot>")),
        ("ws/arm/launch.xml", "<launch/>"),
        ("ws/arm/arm.link_hulls.json", "{\"format\": \"noclash-matrix\"}"),
        ("ws/arm/limits.yaml", "joint_limits: {}"),
        ("ws/arm/arm.link_boxes.yaml", "format: noclash-matrix\n"),
    ]);
    let found = companions(&set, "ws/arm/urdf/robot.xml", "arm");
    let srdfs: Vec<(&str, usize)> = found.srdfs.iter().map(|s| (s.path.as_str(), s.rules)).collect();
    assert_eq!(srdfs, vec![("ws/arm/srdf/robot.xml", 1), ("ws/config/arm.srdf", 2), ("ws/arm/srdf/other.srdf", 2)]);
    assert_eq!(found.matrices, vec!["ws/arm/arm.link_boxes.yaml", "ws/arm/arm.link_hulls.json"]);
}
