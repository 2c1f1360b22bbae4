use super::tests::{RAIL, rail, reloaded, settle};
use super::*;
use crate::work::Mode;

fn reused(session: &Session) -> usize {
    session.shapes().unwrap().reused
}

#[test]
fn a_second_visit_makes_no_shape() {
    let mut session = rail(300);
    assert_eq!(reused(&session), 0);
    let mut again = reloaded(&mut session);
    assert_eq!(reused(&again), 4);
    assert_eq!(again.shapes().unwrap().sets[5].shapes, session.shapes().unwrap().sets[5].shapes);

    // Closing the robot forgets it, not what was computed: dropped once more, also in a third visit.
    for session in [&mut session, &mut again] {
        session.apply(Action::CloseRobot);
        session.apply(Action::AddFiles(vec![("elsewhere/rail.urdf".into(), RAIL.as_bytes().to_vec())]));
        settle(session);
        assert_eq!(reused(session), 4);
    }
}

#[test]
fn shapes_are_known_without_the_robot_of_the_last_visit() {
    let mut session = rail(100);
    let shapes = |effect| match effect {
        Effect::SaveSnapshot { key: record::SHAPES, bytes } => Some((record::SHAPES.to_owned(), bytes)),
        _ => None,
    };
    let records: Vec<(String, Vec<u8>)> = session.take_effects().into_iter().filter_map(shapes).collect();
    assert_eq!(records.len(), 1, "written once");
    let mut other = Session::new(Mode::Slices);
    other.restore(records);
    assert!(other.robot().is_none());
    other.apply(Action::AddFiles(vec![("rail.urdf".into(), RAIL.as_bytes().to_vec())]));
    settle(&mut other);
    assert_eq!(reused(&other), 4);
}

#[test]
fn another_fineness_of_one_link_makes_that_link_alone() {
    let mut session = rail(100);
    let mut settings = session.settings().clone();
    settings.shapes.links.insert("b".to_owned(), 2.0);
    session.apply(Action::Configure { settings: Box::new(settings.clone()) });
    settle(&mut session);
    assert_eq!(reused(&session), 3);
    // Back again: everything is known.
    settings.shapes.links.clear();
    session.apply(Action::Configure { settings: Box::new(settings) });
    settle(&mut session);
    assert_eq!(reused(&session), 4);
    let answer = api::call(&mut session, "setSettings", r#"[{"shapes": {"links": {"c": 4}, "fineness": 0.5}}]"#);
    assert_eq!(answer, r#"{"ok":null}"#);
    assert_eq!(session.settings().shapes.fineness_of("c"), 4.0);
    assert_eq!(session.settings().shapes.fineness_of("a"), 0.5);
}

/// A bent body of two parts, a ball, and a body of two convex meshes.
fn workshop() -> Session {
    let mut obj = String::new();
    let mut cuboid = |low: [f64; 3], high: [f64; 3], first: &mut usize| {
        for i in 0..8 {
            let at = |axis: usize| if i >> axis & 1 == 0 { low[axis] } else { high[axis] };
            obj.push_str(&format!("v {} {} {}\n", at(0), at(1), at(2)));
        }
        for quad in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            let [a, b, c, d] = quad.map(|i| i + *first + 1);
            obj.push_str(&format!("f {a} {b} {c}\nf {a} {c} {d}\n"));
        }
        *first += 8;
    };
    let mut first = 0;
    cuboid([0.0, 0.0, 0.0], [0.3, 0.06, 0.06], &mut first);
    cuboid([0.0, 0.06, 0.0], [0.06, 0.3, 0.06], &mut first);
    let urdf = r#"<robot name="work shop">
      <link name="bent/arm"><collision><origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><geometry>
        <mesh filename="bent.obj"/></geometry></collision><visual><geometry><sphere radius="0.01"/></geometry></visual></link>
      <link name="ball"><collision><origin xyz="0 0 0.1"/><geometry><sphere radius="0.05"/></geometry></collision></link>
      <link name="none"/>
      <joint name="turn" type="revolute"><parent link="bent/arm"/><child link="ball"/><origin xyz="0.5 0 0" rpy="0 1 0"/>
        <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
      <joint name="fixed" type="fixed"><parent link="ball"/><child link="none"/></joint>
    </robot>"#;
    let mut session = Session::new(Mode::Slices);
    let settings = Settings { samples: 40, prove: false, ..Settings::default() };
    session.apply(Action::Configure { settings: Box::new(settings) });
    session.apply(Action::AddFiles(vec![
        ("w/shop.urdf".into(), urdf.as_bytes().to_vec()),
        ("w/bent.obj".into(), obj.into_bytes()),
    ]));
    settle(&mut session);
    session
}

/// The numbers of a shape in an order of their own, so that the order of vertices does not matter.
fn numbers(shape: &crate::shapes::Shape) -> Vec<f64> {
    use crate::shapes::ShapeGeometry;
    match &shape.geometry {
        ShapeGeometry::Sphere(s) => s.center.iter().copied().chain([s.radius]).collect(),
        ShapeGeometry::Box(b) => {
            let (low, high) = (b.center - b.half_extents, b.center + b.half_extents);
            let mut all: Vec<f64> = b.rotation.iter().copied().collect();
            all.extend(low.iter().chain(high.iter()));
            all
        }
        ShapeGeometry::Hull(hull) => {
            let mut vertices: Vec<[f64; 3]> = hull.vertices.iter().map(|v| [v.x, v.y, v.z]).collect();
            vertices.sort_by(|a, b| a.partial_cmp(b).unwrap());
            vertices.as_flattened().to_vec()
        }
    }
}

#[test]
fn an_exported_folder_gives_the_same_shapes_and_kinematics() {
    let mut session = workshop();
    session.apply(Action::SetJoint { dof: 0, value: 0.7 });
    let meshes = session.export_meshes();
    assert!(meshes.contains(&"geometry/link_hulls/bent_arm.obj".to_owned()), "{meshes:?}");
    assert!(meshes.contains(&"geometry/part_hulls/bent_arm.1.obj".to_owned()), "{meshes:?}");
    assert_eq!(meshes.len(), 2 + 3);
    let zip = session.export_file("work shop.zip").unwrap();
    let files = crate::intake::FileSet::from_zip(&zip).unwrap().files;
    for shape_type in crate::shapes::ShapeType::ALL {
        let word = shape_type.word();
        let given: Vec<(String, Vec<u8>)> = files
            .iter()
            .filter(|(path, _)| path.contains("exports/geometry") || path.ends_with(&format!("{word}.collision.urdf")))
            .map(|(path, bytes)| (path.to_owned(), bytes.to_vec()))
            .collect();
        let mut again = Session::new(Mode::Slices);
        again.apply(Action::Configure { settings: Box::new(session.settings().clone()) });
        again.apply(Action::AddFiles(given));
        settle(&mut again);
        let problems: Vec<_> = again.diagnostics().iter().map(|d| d.message.clone()).collect();
        assert!(problems.iter().all(|text| !text.contains("geometry")), "{word}: {problems:?}");
        // Parts come back as parts of their link, and as the link's only shape where it has one part.
        let read_as = match word {
            "link_spheres" | "part_spheres" => crate::shapes::ShapeType::PartSpheres,
            "link_boxes" | "part_boxes" => crate::shapes::ShapeType::PartBoxes,
            _ => crate::shapes::ShapeType::PartHulls,
        };
        let (before, after) = (session.shape_set(shape_type).unwrap(), again.shape_set(read_as).unwrap());
        assert_eq!(before.shapes.len(), after.shapes.len(), "{word}");
        for (a, b) in before.shapes.iter().zip(&after.shapes) {
            assert_eq!(a.id.link, b.id.link);
            let (x, y) = (numbers(a), numbers(b));
            assert_eq!(x.len(), y.len(), "{word} {:?}", a.id);
            assert!(x.iter().zip(&y).all(|(x, y)| (x - y).abs() < 1e-12), "{word} {:?}: {x:?} {y:?}", a.id);
        }
        again.apply(Action::SetJoint { dof: 0, value: 0.7 });
        for (a, b) in session.link_poses().iter().zip(again.link_poses()) {
            assert_eq!((a.rotation, a.translation), (b.rotation, b.translation), "{word}");
        }
    }
}
