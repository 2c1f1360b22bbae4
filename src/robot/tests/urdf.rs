//! What links and joints say.

use super::super::{Geometry, JointKind, Limits};
use super::{error_of, findings, robot_of};
use crate::math::Vec3;
use std::f64::consts::PI;

fn two_links(joint: &str) -> String {
    format!("<link name=\"a\"/><link name=\"b\"/>\n{joint}")
}

fn joint(kind: &str, inner: &str) -> String {
    let links = "<parent link=\"a\"/><child link=\"b\"/>";
    two_links(&format!("<joint name=\"j\" type=\"{kind}\">{links}{inner}</joint>"))
}

#[test]
fn axes() {
    let parsed = robot_of(&joint("revolute", "<limit lower=\"-1\" upper=\"1\"/>"));
    assert_eq!(parsed.robot.joints[0].axis, Vec3::x());
    assert_eq!(findings(&parsed), [("axis-missing", 3)]);

    let parsed = robot_of(&joint("continuous", "<axis xyz=\"0 3 4\"/>"));
    assert!((parsed.robot.joints[0].axis - Vec3::new(0.0, 0.6, 0.8)).norm() < 1e-15);
    assert_eq!(findings(&parsed), [("axis-normalised", 3)]);

    for tiny in ["0 0 1e-200", "0 0 1e300"] {
        let parsed = robot_of(&joint("continuous", &format!("<axis xyz=\"{tiny}\"/>")));
        assert_eq!(parsed.robot.joints[0].axis, Vec3::z());
    }

    let parsed = robot_of(&joint("revolute", "\n<axis xyz=\"0 0 0\"/><limit lower=\"-1\" upper=\"1\"/>"));
    assert_eq!(findings(&parsed), [("axis-zero", 4)]);
    assert_eq!(parsed.robot.joints[0].kind, JointKind::Fixed);
    assert!(parsed.robot.dofs.is_empty());

    let parsed = robot_of(&joint("fixed", "<axis xyz=\"0 0 0\"/>"));
    assert!(parsed.diagnostics.is_empty());
}

#[test]
fn limits() {
    let axis = "<axis xyz=\"0 0 1\"/>";
    // Kind, limit element, lower, upper, limited, findings.
    type Case<'a> = (&'a str, &'a str, f64, f64, bool, &'a [&'a str]);
    let cases: [Case; 13] = [
        ("revolute", "<limit lower=\"-1\" upper=\"2\"/>", -1.0, 2.0, true, &[]),
        ("revolute", "<limit lower=\"-1\" upper=\"2\" effort=\"1\" velocity=\"3\"/>", -1.0, 2.0, true, &[]),
        ("revolute", "<limit upper=\"2\"/>", 0.0, 2.0, true, &["limit-half"]),
        ("revolute", "<limit lower=\"2\" upper=\"-1\"/>", -1.0, 2.0, true, &["limit-reversed"]),
        ("revolute", "<limit lower=\"0\" upper=\"0\"/>", 0.0, 0.0, true, &["limit-empty"]),
        ("revolute", "<limit effort=\"1\" velocity=\"3\"/>", -PI, PI, false, &["limit-missing"]),
        ("revolute", "", -PI, PI, false, &["limit-missing"]),
        ("revolute", "<limit lower=\"-180\" upper=\"180\"/>", -180.0, 180.0, true, &["limit-degrees"]),
        (
            "revolute",
            "<limit lower=\"-inf\" upper=\"1e16\"/>",
            -PI,
            PI,
            false,
            &["limit-infinite", "limit-infinite", "limit-missing"],
        ),
        ("continuous", "", -PI, PI, false, &[]),
        ("continuous", "<limit lower=\"-1\" upper=\"1\"/>", -PI, PI, false, &[]),
        ("prismatic", "", -0.5, 0.5, false, &["limit-missing"]),
        ("prismatic", "<limit lower=\"0,01\" upper=\"0,2\"/>", 0.01, 0.2, true, &["number-comma", "number-comma"]),
    ];
    for (kind, limit, lower, upper, limited, codes) in cases {
        let parsed = robot_of(&joint(kind, &format!("{axis}{limit}")));
        let dof = &parsed.robot.dofs[0];
        assert_eq!((dof.lower, dof.upper, dof.limited), (lower, upper, limited), "{kind} {limit}");
        assert_eq!(dof.wraps, kind == "continuous");
        let found: Vec<&str> = findings(&parsed).into_iter().map(|(code, _)| code).collect();
        assert_eq!(found, codes, "{kind} {limit}");
        assert!(parsed.diagnostics.iter().all(|d| d.line == Some(3)));
    }
}

#[test]
fn soft_limits_are_offered() {
    let soft = "<safety_controller k_velocity=\"1\" soft_lower_limit=\"-0.5\" soft_upper_limit=\"3\"/>";
    let parsed = robot_of(&joint("revolute", &format!("<axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"2\"/>{soft}")));
    assert_eq!(parsed.robot.joints[0].soft_limits, Some(Limits { lower: -0.5, upper: 3.0 }));
    assert_eq!(parsed.robot.ranges(), [(-1.0, 2.0)]);
    assert_eq!(parsed.robot.soft_ranges(), [(-0.5, 2.0)]);
}

#[test]
fn home_is_zero_within_the_range() {
    let parsed = robot_of(&joint("revolute", "<axis xyz=\"0 0 1\"/><limit lower=\"-3\" upper=\"-0.07\"/>"));
    assert_eq!(parsed.robot.home(), [-0.07]);
}

#[test]
fn joint_types() {
    let parsed = robot_of(&joint("Revolute", "<axis xyz=\"0 0 1\"/><limit lower=\"0\" upper=\"1\"/>"));
    assert_eq!(parsed.robot.joints[0].kind, JointKind::Revolute);
    assert_eq!(findings(&parsed), [("joint-type-spelling", 3)]);
    for kind in ["ball", ""] {
        let parsed = robot_of(&joint(kind, ""));
        assert_eq!(parsed.robot.joints[0].kind, JointKind::Fixed);
        assert_eq!(findings(&parsed), [("joint-type", 3)]);
    }

    let parsed = robot_of(&joint("planar", "<axis xyz=\"0 0 1\"/>"));
    let names: Vec<&str> = parsed.robot.dofs.iter().map(|dof| dof.name.as_str()).collect();
    assert_eq!(names, ["j/x", "j/y", "j/yaw"]);
    assert_eq!(parsed.robot.ranges(), [(-0.5, 0.5), (-0.5, 0.5), (-PI, PI)]);

    let parsed = robot_of(&joint("floating", ""));
    let names: Vec<&str> = parsed.robot.dofs.iter().map(|dof| dof.name.as_str()).collect();
    assert_eq!(names, ["j/x", "j/y", "j/z", "j/roll", "j/pitch", "j/yaw"]);
    assert_eq!(parsed.robot.ranges()[4], (-PI / 2.0, PI / 2.0));
    assert!(parsed.robot.dofs.iter().all(|dof| !dof.limited && dof.joint == 0));
}

#[test]
fn geometry_of_every_kind() {
    let parsed = robot_of(
        r#"<link name="a">
        <inertial><mass/></inertial>
        <collision><geometry><box size="1 2 3"/></geometry></collision>
        <collision name="c"><origin xyz="0 0 1"/><geometry><cylinder radius="0.1" length="2"/></geometry></collision>
        <collision><geometry><sphere radius="0.5"/></geometry></collision>
        <collision><geometry><capsule radius="0.1" length="0.4"/></geometry></collision>
        <collision><geometry><mesh filename="package://p/a.stl" scale="1 -1 0.001"/></geometry></collision>
        <collision><geometry><mesh filename=" a.stl "/></geometry></collision>
        <visual name="v"><geometry><box size="1 1 1"/></geometry></visual>
        <visual name="v"><geometry><box size="1 1 1"/></geometry></visual>
        </link>"#,
    );
    assert!(parsed.diagnostics.is_empty());
    let link = &parsed.robot.links[0];
    let shapes: Vec<&Geometry> = link.collisions.iter().map(|c| &c.geometry).collect();
    assert_eq!(
        shapes,
        [
            &Geometry::Box { size: [1.0, 2.0, 3.0] },
            &Geometry::Cylinder { radius: 0.1, length: 2.0 },
            &Geometry::Sphere { radius: 0.5 },
            &Geometry::Capsule { radius: 0.1, length: 0.4 },
            &Geometry::Mesh { uri: "package://p/a.stl".into(), scale: [1.0, -1.0, 0.001] },
            &Geometry::Mesh { uri: "a.stl".into(), scale: [1.0; 3] },
        ]
    );
    assert_eq!(link.collisions[1].name.as_deref(), Some("c"));
    assert_eq!(link.collisions[1].origin.translation, Vec3::z());
    assert_eq!(link.collisions[1].line, Some(5));
    assert_eq!(link.visuals.len(), 2);
}

#[test]
fn unusable_geometry_is_left_out_and_the_rest_stays() {
    let cases = [
        ("<geometry/>", "geometry-missing"),
        ("", "geometry-missing"),
        ("<geometry><ellipsoid radii=\"1 1 1\"/></geometry>", "geometry-unknown"),
        ("<geometry><sphere/></geometry>", "size-unusable"),
        ("<geometry><sphere radius=\"0\"/></geometry>", "size-unusable"),
        ("<geometry><box size=\"1 1 0\"/></geometry>", "size-unusable"),
        ("<geometry><mesh scale=\"1 1 1\"/></geometry>", "mesh-without-filename"),
        ("<geometry><mesh filename=\"a.stl\" scale=\"1 0 1\"/></geometry>", "scale-zero"),
    ];
    for (geometry, code) in cases {
        let good = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
        let parsed = robot_of(&format!("<link name=\"a\">\n<collision>{geometry}</collision>{good}</link>"));
        assert_eq!(parsed.robot.links[0].collisions.len(), 1);
        assert!(findings(&parsed).contains(&(code, 3)), "{geometry}: {:?}", findings(&parsed));
    }
    let odd = [
        ("<box size=\"1 -1 1\"/>", "size-negative"),
        ("<box size=\"1,0 1,5 1\"/>", "number-comma"),
        ("<box size=\"1, 1.5, 1\"/>", "number-comma"),
        ("<box size=\"1,1,1\"/>", "number-comma"),
        ("<mesh filename=\"a.stl\" scale=\"0.001\"/>", "scale-single"),
        ("<box size=\"1 1 1\"/><sphere radius=\"1\"/>", "geometry-repeated"),
    ];
    for (shape, code) in odd {
        let body = format!("<link name=\"a\"><collision>\n<geometry>{shape}</geometry></collision></link>");
        let parsed = robot_of(&body);
        assert_eq!(parsed.robot.links[0].collisions.len(), 1, "{shape}");
        assert_eq!(findings(&parsed), [(code, 3)], "{shape}");
    }
}

#[test]
fn numbers_that_are_none_are_reported_and_the_default_stands() {
    let parsed = robot_of(&joint("fixed", "\n<origin xyz=\"1 2\" rpy=\"0 nan 0\"/>"));
    assert_eq!(findings(&parsed), [("number-unreadable", 4), ("number-unreadable", 4)]);
    assert_eq!(parsed.robot.joints[0].origin, crate::math::Pose::identity());
    // No guess where a comma may be either.
    let parsed = robot_of(&joint("fixed", "<origin xyz=\"0,5 1\"/>"));
    assert_eq!(findings(&parsed), [("number-unreadable", 3)]);
}

#[test]
fn colours_come_from_anywhere() {
    let parsed = robot_of(
        r#"<link name="a">
        <visual><geometry><sphere radius="1"/></geometry><material name="red"/></visual>
        <visual><geometry><sphere radius="1"/></geometry><material name="blue"/></visual>
        <visual><geometry><sphere radius="1"/></geometry><material name="blue"><color rgba="0 0 1 1"/></material></visual>
        <visual><geometry><sphere radius="1"/></geometry><material name=""><color rgba="0 2 0"/></material></visual>
        <visual><geometry><sphere radius="1"/></geometry><material><texture/></material></visual>
        </link><material name="red"><color rgba="1 0 0 0.5"/></material>"#,
    );
    let colors: Vec<_> = parsed.robot.links[0].visuals.iter().map(|visual| visual.color).collect();
    let blue = Some([0.0, 0.0, 1.0, 1.0]);
    assert_eq!(colors, [Some([1.0, 0.0, 0.0, 0.5]), blue, blue, Some([0.0, 1.0, 0.0, 1.0]), None]);
    assert!(parsed.diagnostics.is_empty());
}

#[test]
fn other_elements_are_listed_once_per_kind() {
    let parsed = robot_of(
        "<link name=\"a\"/>\n<gazebo/><gazebo reference=\"a\"><material>x</material></gazebo>\n\
         <ros2_control name=\"c\"><joint name=\"x\"/></ros2_control>",
    );
    assert_eq!(findings(&parsed), [("element-ignored", 3), ("element-ignored", 4)]);
    assert!(parsed.diagnostics.0[0].message.contains("2 times"));
}

#[test]
fn structure_errors_are_named_with_their_line() {
    let link = |name: &str| format!("<link name=\"{name}\"/>");
    let joint = |name: &str, parent: &str, child: &str| {
        format!("<joint name=\"{name}\" type=\"fixed\"><parent link=\"{parent}\"/><child link=\"{child}\"/></joint>\n")
    };
    let abc = format!("{}{}{}\n", link("a"), link("b"), link("c"));
    let cases = [
        (format!("{}\n{}", link("a"), link("a")), "link-duplicate", 3),
        (format!("{abc}{}{}", joint("j", "a", "b"), joint("j", "b", "c")), "joint-duplicate", 4),
        (format!("{abc}{}", joint("j", "a", "d")), "link-undefined", 3),
        (
            format!("{abc}{}{}{}", joint("i", "a", "b"), joint("j", "b", "c"), joint("k", "a", "c")),
            "link-two-parents",
            5,
        ),
        (format!("{abc}{}{}{}", joint("i", "a", "b"), joint("j", "b", "c"), joint("k", "c", "a")), "link-loop", 5),
        (format!("{abc}{}{}", joint("i", "b", "c"), joint("j", "c", "b")), "link-loop", 4),
        (format!("{abc}{}", joint("i", "b", "b")), "several-roots", 2),
        (format!("{abc}{}", joint("i", "a", "b")), "several-roots", 2),
        (format!("{abc}<joint name=\"j\" type=\"fixed\"><child link=\"b\"/></joint>"), "joint-without-link", 3),
    ];
    for (body, code, line) in cases {
        let error = error_of(&body);
        assert_eq!((error.problem.code(), error.line), (code, Some(line)), "{body}: {error}");
    }
    let error = error_of(&format!("{}{}", link("Arm_Link"), joint("j", "arm-link", "Arm_Link")));
    assert!(error.to_string().contains("is 'Arm_Link' meant?"), "{error}");
    let roots = error_of(&abc).to_string();
    assert!(roots.contains("'a', 'b', 'c'"), "{roots}");
}

#[test]
fn names_are_kept_as_written() {
    let parsed = robot_of(
        "<link name=\"no\"/><link name=\"1e3\"/><link name=\"a: b ü\"/>\n\
        <joint name=\"~\" type=\"fixed\"><parent link=\"no\"/><child link=\"1e3\"/></joint>\
        <joint name=\"null\" type=\"fixed\"><parent link=\"no\"/><child link=\"a: b ü\"/></joint>",
    );
    let names: Vec<&str> = parsed.robot.links.iter().map(|link| link.name.as_str()).collect();
    assert_eq!(names, ["no", "1e3", "a: b ü"]);
}
