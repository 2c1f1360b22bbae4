use crate::math::Vec3;
use crate::mesh::{LoadOptions, LoadedMesh, MeshError, MeshNote, load};

/// Four corners (a unit square with the third corner raised) and one set of faces.
fn geometry(faces: &str) -> String {
    format!(
        "<library_geometries><geometry id='g'><mesh>\
         <source id='pos'><float_array id='arr' count='12'>0 0 0  1 0 0\n1 1 0 <!-- half --> 0 1 0</float_array>\
         <technique_common><accessor source='#arr' count='4' stride='3'><param name='X'/><param name='Y'/><param name='Z'/>\
         </accessor></technique_common></source>\
         <vertices id='ver'><input semantic='POSITION' source='#pos'/></vertices>{faces}</mesh></geometry></library_geometries>"
    )
}

const INPUTS: &str =
    "<input semantic='VERTEX' source='#ver' offset='0'/><input semantic='NORMAL' source='#absent' offset='1'/>";

fn document(asset: &str, body: &str) -> String {
    format!(
        "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>\
         <asset>{asset}</asset>{body}</COLLADA>"
    )
}

fn scene(nodes: &str) -> String {
    format!(
        "<library_visual_scenes><visual_scene id='s'>{nodes}</visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url='#s'/></scene>"
    )
}

fn dae(text: &str) -> Result<LoadedMesh, MeshError> {
    load(text.as_bytes(), "a.dae", &LoadOptions::default())
}

fn one_triangle() -> String {
    geometry(&format!("<triangles material='red' count='1'>{INPUTS}<p>0 0 1 0 2 0</p></triangles>"))
}

const PLACE: &str = "<node><instance_geometry url='#g'/></node>";

#[test]
fn every_kind_of_faces() {
    let cases = [
        (format!("<triangles>{INPUTS}<p>0 9 1 9 2 9 0 9 2 9 3 9</p></triangles>"), vec![[0, 1, 2], [0, 2, 3]]),
        (
            format!("<polylist>{INPUTS}<vcount>4 3</vcount><p>0 9 1 9 2 9 3 9 2 9 1 9 0 9</p></polylist>"),
            vec![[0, 1, 2], [0, 2, 3], [2, 1, 0]],
        ),
        (
            format!("<polygons>{INPUTS}<p>0 9 1 9 2 9 3 9</p><ph><p>2 9 1 9 0 9</p><h>0 0</h></ph></polygons>"),
            vec![[0, 1, 2], [0, 2, 3], [2, 1, 0]],
        ),
        (format!("<tristrips>{INPUTS}<p>0 0 1 0 3 0 2 0</p></tristrips>"), vec![[0, 1, 2], [2, 1, 3]]),
        (format!("<trifans>{INPUTS}<p>0 0 1 0 2 0 3 0</p></trifans>"), vec![[0, 1, 2], [0, 2, 3]]),
    ];
    for (faces, triangles) in cases {
        let loaded = dae(&document("", &(geometry(&faces) + &scene(PLACE)))).unwrap();
        assert_eq!(loaded.mesh.triangles, triangles, "{faces}");
        assert_eq!(loaded.mesh.extents(), Vec3::new(1.0, 1.0, 0.0));
        assert!(loaded.notes.is_empty(), "{faces} {:?}", loaded.notes);
    }
}

#[test]
fn lines_and_wrong_indices() {
    let faces = format!(
        "<lines>{INPUTS}<p>0 0 1 0</p></lines><triangles>{INPUTS}<p>0 0 1 0 2 0 0 0 1 0 77 0 0 0 -1 0 1 0</p></triangles>"
    );
    let loaded = dae(&document("", &(geometry(&faces) + &scene(PLACE)))).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), 1);
    assert!(loaded.notes.contains(&MeshNote::LinesIgnored { elements: 1 }));
    assert!(loaded.notes.contains(&MeshNote::IndexOutOfRange { faces: 2 }));
}

#[test]
fn unit_and_axes() {
    let text = document(
        "<unit name='inch' meter='0.0254'/><up_axis> Y_UP </up_axis>",
        &(one_triangle() + &scene("<node><translate>0 0 10</translate><instance_geometry url='#g'/></node>")),
    );
    let loaded = dae(&text).unwrap();
    assert_eq!(loaded.mesh.vertices[1], Vec3::new(0.0254, 0.0, 0.254));
    assert!(loaded.notes.contains(&MeshNote::Unit { metres: 0.0254 }));
    assert!(loaded.notes.contains(&MeshNote::UpAxisIgnored { axis: "Y_UP".into() }));
    let turned =
        load(text.as_bytes(), "a.dae", &LoadOptions { honour_up_axis: true, ..LoadOptions::default() }).unwrap();
    // What pointed along y points along z: (x, y, z) goes to (x, -z, y).
    assert_eq!(turned.mesh.vertices[1], Vec3::new(0.0254, -0.254, 0.0));
}

#[test]
fn transforms_apply_in_order_and_nodes_nest() {
    let nodes = "<node><translate>1 0 0</translate><rotate>0 0 2 90</rotate><scale>2 1 1</scale>\
                 <node><matrix>1 0 0 0  0 1 0 5  0 0 -1 0  0 0 0 1</matrix><instance_geometry url='#g'/></node></node>";
    let loaded = dae(&document("", &(one_triangle() + &scene(nodes)))).unwrap();
    // (1, 0, 0) -> (1, 5, 0) -> (2, 5, 0) -> (-5, 2, 0) -> (-4, 2, 0).
    let moved = loaded.mesh.vertices.iter().find(|v| (*v - Vec3::new(-4.0, 2.0, 0.0)).norm() < 1e-14);
    assert!(moved.is_some());
    // The matrix mirrors, so the winding is turned round: the normal in the file is +z, mirrored to -z.
    let [a, b, c] = loaded.mesh.triangles[0].map(|i| loaded.mesh.vertices[i as usize]);
    let normal = (b - a).cross(&(c - a));
    assert!(normal.z < 0.0);
}

#[test]
fn instances_cycles_and_duplicates() {
    let body = one_triangle()
        + "<library_nodes><node id='n'><translate>0 0 1</translate><instance_geometry url='#g'/><instance_node url='#n'/></node>\
           <node id='n'/></library_nodes>"
        + &scene(
            "<node><instance_node url='#n'/></node><node><translate>0 0 3</translate><instance_node url='#n'/>\
                  <instance_node url='#gone'/><instance_camera url='#c'/></node>",
        );
    let loaded = dae(&document("", &body)).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), 2);
    let heights: Vec<f64> = loaded.mesh.vertices.iter().map(|v| v.z).collect();
    assert_eq!(heights, vec![1.0, 1.0, 1.0, 4.0, 4.0, 4.0]);
    for note in [MeshNote::CyclicNodes, MeshNote::DuplicateIds { count: 1 }, MeshNote::DanglingReferences { count: 1 }]
    {
        assert!(loaded.notes.contains(&note), "{note:?}");
    }
}

#[test]
fn instances_that_multiply_without_end() {
    let mut nodes = String::new();
    for i in 0..40 {
        nodes += &format!("<node id='n{i}'><instance_node url='#n{0}'/><instance_node url='#n{0}'/></node>", i + 1);
    }
    let body = one_triangle()
        + &format!("<library_nodes>{nodes}</library_nodes>")
        + &scene("<node><instance_node url='#n0'/></node>");
    assert!(matches!(dae(&document("", &body)), Err(MeshError::UnsupportedFeature { .. })));
}

#[test]
fn skins_rest() {
    let body = one_triangle()
        + "<library_controllers><controller id='c'><skin source='#g'><bind_shape_matrix>1 0 0 7 0 1 0 0 0 0 1 0 0 0 0 1\
           </bind_shape_matrix></skin></controller></library_controllers>"
        + &scene("<node><instance_controller url='#c'/></node>");
    let loaded = dae(&document("", &body)).unwrap();
    assert_eq!(loaded.mesh.vertices[0], Vec3::new(7.0, 0.0, 0.0));
    assert_eq!(loaded.notes, vec![MeshNote::RestPose]);
}

#[test]
fn without_a_scene_everything_is_used() {
    let loaded = dae(&document("", &one_triangle())).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), 1);
    assert_eq!(loaded.notes, vec![MeshNote::NoScene]);
}

#[test]
fn several_scenes() {
    let body = one_triangle()
        + "<library_visual_scenes><visual_scene id='a'><node/></visual_scene><visual_scene id='b'>"
        + PLACE
        + "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#b'/></scene>";
    let loaded = dae(&document("", &body)).unwrap();
    assert!(loaded.notes.is_empty());
    assert_eq!(loaded.mesh.triangles.len(), 1);
}

#[test]
fn colours() {
    let materials = "<library_effects><effect id='e'><profile_COMMON><technique sid='t'><phong><diffuse>\
        <color sid='d'>0.25 0.5 1 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>\
        <library_materials><material id='m'><instance_effect url='#e'/></material></library_materials>";
    let bound = "<node><instance_geometry url='#g'><bind_material><technique_common>\
        <instance_material symbol='red' target='#m'/></technique_common></bind_material></instance_geometry></node>";
    let loaded = dae(&document("", &(materials.to_owned() + &one_triangle() + &scene(bound)))).unwrap();
    assert_eq!(loaded.groups[0].color, Some([0.25, 0.5, 1.0, 1.0]));
}

#[test]
fn damaged_documents() {
    let whole = document("", &(one_triangle() + &scene(PLACE)));
    // A prefix that nobody declared, a byte-order mark, blanks before the declaration.
    let prefixed = whole.replace("<asset></asset>", "<asset></asset><extra><fx:blob fx:a='1'/></extra>");
    assert_eq!(dae(&format!("\u{feff}\n {prefixed}")).unwrap().mesh.triangles.len(), 1);
    assert!(matches!(dae(&whole[..whole.len() - 20]), Err(MeshError::Syntax { line: Some(1), .. })));
    for end in (0..whole.len()).step_by(7) {
        assert!(dae(&whole[..end]).is_err());
    }
    let nested = format!("<COLLADA>{}{}</COLLADA>", "<node>".repeat(100_000), "</node>".repeat(100_000));
    assert!(dae(&nested).is_err());
}
