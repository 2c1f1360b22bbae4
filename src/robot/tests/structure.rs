//! Order, mimic, bodies, adjacency.

use super::super::Robot;
use super::{findings, robot_of};

/// Joints as `name kind parent child extra`, one a line; links as they are met.
pub(super) fn build(joints: &[(&str, &str, &str, &str, &str)]) -> super::ParsedRobot {
    let mut links: Vec<&str> = Vec::new();
    let mut body = String::new();
    for (name, kind, parent, child, extra) in joints {
        for link in [parent, child] {
            if !links.contains(link) {
                links.push(link);
            }
        }
        body += &format!(
            "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"{child}\"/>\
             <axis xyz=\"0 0 1\"/>{extra}</joint>\n"
        );
    }
    let links: String = links.iter().map(|link| format!("<link name=\"{link}\"/>")).collect();
    robot_of(&format!("{body}{links}"))
}

fn names(robot: &Robot) -> Vec<&str> {
    robot.joints.iter().map(|joint| joint.name.as_str()).collect()
}

#[test]
fn parents_come_first_and_variables_stay_in_the_order_of_the_file() {
    let parsed = build(&[
        ("j3", "continuous", "c", "d", ""),
        ("j2", "continuous", "b", "c", ""),
        ("side", "fixed", "a", "e", ""),
        ("j1", "continuous", "a", "b", ""),
    ]);
    let robot = parsed.robot;
    assert_eq!(names(&robot), ["side", "j1", "j2", "j3"]);
    let dofs: Vec<&str> = robot.dofs.iter().map(|dof| dof.name.as_str()).collect();
    assert_eq!(dofs, ["j3", "j2", "j1"]);
    for (index, dof) in robot.dofs.iter().enumerate() {
        assert_eq!(robot.joints[dof.joint].name, dof.name);
        assert_eq!(robot.joints[dof.joint].dof, Some(index));
    }
    assert_eq!(robot.links[robot.root].name, "a");
    assert_eq!(robot.parent_joint[robot.root], None);
    for (index, joint) in robot.joints.iter().enumerate() {
        assert_eq!(robot.parent_joint[joint.child], Some(index));
    }
}

#[test]
fn mimic_chains_are_composed_whatever_the_order() {
    let limit = "<limit lower=\"-10\" upper=\"10\"/>";
    let mimic =
        |joint: &str, m: f64, o: f64| format!("{limit}<mimic joint=\"{joint}\" multiplier=\"{m}\" offset=\"{o}\"/>");
    let third = mimic("second", -2.0, 0.5);
    let second = mimic("first", 3.0, 1.0);
    let parsed = build(&[
        ("third", "revolute", "a", "b", &third),
        ("second", "revolute", "b", "c", &second),
        ("first", "revolute", "c", "d", limit),
    ]);
    let robot = parsed.robot;
    assert_eq!(robot.dofs.len(), 1);
    let third = robot.joints[robot.joint_index("third").unwrap()].mimic.clone().unwrap();
    assert_eq!(robot.joints[third.joint].name, "first");
    // -2 (3 x + 1) + 0.5 = -6 x - 1.5
    assert_eq!((third.multiplier, third.offset), (-6.0, -1.5));
    // Both followers within -10..10: x in [-11/3, 3] and [-11.5/6, 8.5/6].
    assert!((robot.dofs[0].lower + 11.5 / 6.0).abs() < 1e-12);
    assert!((robot.dofs[0].upper - 8.5 / 6.0).abs() < 1e-12);
    assert_eq!(robot.joint_values(robot.joint_index("third").unwrap(), &[1.0]), [-7.5]);
}

#[test]
fn a_mimic_that_cannot_be_followed_is_reported_and_free() {
    let free = "<limit lower=\"-1\" upper=\"1\"/>";
    let with = |joint: &str| format!("{free}<mimic joint=\"{joint}\"/>");
    let misspelt =
        build(&[("left_finger", "revolute", "a", "b", free), ("right", "revolute", "a", "c", &with("left-finger"))]);
    assert_eq!(misspelt.robot.dofs.len(), 2);
    assert_eq!(findings(&misspelt), [("mimic-unknown", 3)]);
    assert!(misspelt.diagnostics.0[0].mend.contains("left_finger"));

    let cyclic = build(&[
        ("x", "revolute", "a", "b", &with("y")),
        ("y", "revolute", "b", "c", &with("z")),
        ("z", "revolute", "c", "d", &with("y")),
        ("own", "revolute", "a", "e", &with("own")),
    ]);
    let dofs: Vec<&str> = cyclic.robot.dofs.iter().map(|dof| dof.name.as_str()).collect();
    // x follows y, which is on a circle and becomes free.
    assert_eq!(dofs, ["y", "z", "own"]);
    assert_eq!(findings(&cyclic), [("mimic-cycle", 3), ("mimic-cycle", 4), ("mimic-cycle", 5)]);
    let x = cyclic.robot.joints[cyclic.robot.joint_index("x").unwrap()].mimic.clone().unwrap();
    assert_eq!(cyclic.robot.joints[x.joint].name, "y");

    let fixed = build(&[("f", "fixed", "a", "b", ""), ("g", "revolute", "b", "c", &with("f"))]);
    assert_eq!(fixed.robot.dofs.len(), 1);
    assert_eq!(findings(&fixed), [("mimic-kind", 3)]);
}

#[test]
fn placeholder_limits_of_a_follower_do_not_lock_the_leader() {
    let parsed = build(&[
        ("lead", "revolute", "a", "b", "<limit lower=\"0\" upper=\"0.8\"/>"),
        ("follow", "revolute", "a", "c", "<limit lower=\"0\" upper=\"0\"/><mimic joint=\"lead\"/>"),
    ]);
    assert_eq!(parsed.robot.ranges(), [(0.0, 0.8)]);
    assert!(findings(&parsed).iter().any(|(code, _)| *code == "limit-mimic"));
}

#[test]
fn rigid_bodies() {
    let parsed = build(&[
        ("f1", "fixed", "a", "b", ""),
        ("j1", "continuous", "b", "c", ""),
        ("f2", "fixed", "c", "d", ""),
        ("f3", "fixed", "c", "e", ""),
        ("still", "continuous", "d", "g", "<mimic joint=\"j1\" multiplier=\"0\" offset=\"1\"/>"),
    ]);
    let robot = parsed.robot;
    let body = |name: &str| robot.bodies()[robot.link_index(name).unwrap()];
    assert_eq!(["a", "b", "c", "d", "e", "g"].map(body), [0, 0, 1, 1, 1, 1]);
    let same = |a, b| robot.same_body(robot.link_index(a).unwrap(), robot.link_index(b).unwrap());
    assert!(same("a", "b") && same("d", "e") && same("e", "g") && same("a", "a"));
    assert!(!same("b", "c") && !same("a", "e"));
}

#[test]
fn adjacency_bridges_what_has_no_geometry_and_nothing_else() {
    let parsed = build(&[
        ("f1", "fixed", "base", "plate", ""),
        ("f2", "fixed", "plate", "empty1", ""),
        ("j1", "continuous", "empty1", "arm", ""),
        ("j2", "continuous", "arm", "cross", ""),
        ("j3", "continuous", "cross", "hand", ""),
        ("f3", "fixed", "hand", "cover", ""),
        ("j4", "continuous", "empty1", "other", ""),
    ]);
    let robot = parsed.robot;
    let solid: Vec<bool> = robot.links.iter().map(|link| !["empty1", "cross"].contains(&link.name.as_str())).collect();
    let name = |link: usize| robot.links[link].name.as_str();
    let mut pairs: Vec<(&str, &str)> =
        robot.adjacent_pairs(&solid).into_iter().map(|(a, b)| (name(a), name(b))).collect();
    pairs.sort_unstable();
    // base lies behind plate; arm and other are two moving joints apart, as are arm and hand; cover shares hand's body.
    assert_eq!(pairs, [("plate", "arm"), ("plate", "other")]);

    let solid = vec![true; robot.links.len()];
    let mut pairs: Vec<(&str, &str)> =
        robot.adjacent_pairs(&solid).into_iter().map(|(a, b)| (name(a), name(b))).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [("arm", "cross"), ("cross", "hand"), ("empty1", "arm"), ("empty1", "other")]);
}
