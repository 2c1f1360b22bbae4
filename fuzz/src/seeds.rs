//! Sound files of every kind to begin with: those of the sample robots that are small, and some of each format's
//! corners.

use std::io::{Cursor, Write};
use std::path::Path;

/// Larger files are not used: changes would be lost in them (bytes).
const MOST: u64 = 24 << 10;

/// The sample robots' files with an ending.
fn samples(ending: &str) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../robots")];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let small = path.metadata().is_ok_and(|about| about.len() <= MOST);
            if small && path.extension().is_some_and(|own| own == ending) {
                found.extend(std::fs::read(&path));
            }
        }
    }
    found
}

fn with(ending: &str, texts: &[&str]) -> Vec<Vec<u8>> {
    let mut all = samples(ending);
    all.extend(texts.iter().map(|text| text.as_bytes().to_vec()));
    all
}

pub const LEG: &str = "<?xml version='1.0'?><robot name='leg'>
  <material name='red'><color rgba='1 0 0 1'/></material>
  <link name='hip'><visual><geometry><mesh filename='package://p/meshes/a.stl' scale='1 -1 0.001'/></geometry>
    <material name='red'/></visual><collision><origin xyz='0 0 1' rpy='0 1.57 0'/>
    <geometry><cylinder radius='0.1' length='1'/></geometry></collision></link>
  <link name='knee'><collision><geometry><box size='1 2 3'/></geometry></collision>
    <collision><geometry><capsule radius='1' length='2'/></geometry></collision></link>
  <link name='foot'><collision><geometry><sphere radius='1'/></geometry></collision></link><link name='toe'/>
  <joint name='j1' type='revolute'><parent link='hip'/><child link='knee'/><axis xyz='0 1 0'/>
    <limit lower='-1' upper='1' effort='1' velocity='1'/>
    <safety_controller k_velocity='1' soft_lower_limit='-0.5' soft_upper_limit='0.5'/></joint>
  <joint name='j2' type='prismatic'><parent link='knee'/><child link='foot'/><mimic joint='j1' multiplier='2' offset='1'/>
    <limit lower='0' upper='1'/></joint>
  <joint name='j3' type='planar'><parent link='foot'/><child link='toe'/><axis xyz='0 0 1'/></joint>
</robot>";

pub fn urdf() -> Vec<Vec<u8>> {
    with("urdf", &[LEG])
}

pub const URDF_WORDS: &[&str] = &[
    "<link name='a'/>",
    "<joint name='j' type='floating'>",
    "</joint>",
    "<mimic joint='j1'/>",
    "<axis xyz='0 0 0'/>",
    "<origin xyz='1 2 3' rpy='nan 0 0'/>",
    "revolute",
    "continuous",
    "prismatic",
    "planar",
    "floating",
    "fixed",
    "package://p/meshes/a.stl",
    "file:///p/meshes/a.stl",
    "../../..",
    "\\",
    "$(find p)",
    "model://",
    "<collision>",
    "<geometry><sphere radius='-1'/></geometry>",
    "<drake:x>",
    "xmlns:a='b'",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&amp;",
    "&#0;",
    "&x;",
    "<!DOCTYPE robot [<!ENTITY x 'y'>]>",
    "\u{feff}",
    "<?xml version='1.0'?>",
    "<robot>",
    "</robot>",
    "hip",
    "knee",
    "foot",
    "j1",
    "j2",
    "j3",
];

/// What the xacros include.
pub const PART: &str = "<robot xmlns:xacro='http://www.ros.org/wiki/xacro'>
  <xacro:macro name='part' params='name size:=1 *origin **more'><link name='${name}'><collision>
    <xacro:insert_block name='origin'/><geometry><box size='${size} 1 1'/></geometry></collision></link>
    <xacro:insert_block name='more'/></xacro:macro></robot>";

/// What the xacros load.
pub const SIZES: &str = "arm: {length: !degrees 90, names: [a, b]}\nother: 1.5\n";

const MAIN: &str = "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>
  <xacro:arg name='side' default='left'/><xacro:property name='size' value='${2 * pi / 3}'/>
  <xacro:property name='all' value=\"${xacro.load_yaml('$(find p)/sizes.yaml')}\"/>
  <xacro:include filename='$(find p)/part.xacro'/>
  <xacro:macro name='chain' params='n parent'><xacro:if value='${n > 0}'>
    <link name='${parent}_${n}'/><joint name='j${n}' type='revolute'><parent link='${parent}'/><child link='${parent}_${n}'/>
    <limit lower='${-radians(n * 10)}' upper='${min(1, n, 3)}'/></joint>
    <xacro:chain n='${n - 1}' parent='${parent}_${n}'/></xacro:if></xacro:macro>
  <xacro:part name='base' size=\"${all['arm']['length'] if size > 1 else all.other ** 2}\"><origin xyz='0 0 0'/><inside/></xacro:part>
  <xacro:chain n='4' parent='base'/>
  <xacro:unless value=\"${'$(arg side)' == 'right' or not [1, 2][0]}\"><link name=\"${'x'.upper() + str(len('abc'))}\"/></xacro:unless>
  <xacro:element xacro:name='gazebo'><xacro:attribute name='a' value='$(eval 1 + 2)'/></xacro:element>
</robot>";

pub fn xacro() -> Vec<Vec<u8>> {
    with("xacro", &[MAIN, PART])
}

pub const XACRO_WORDS: &[&str] = &[
    "${",
    "}",
    "$(",
    ")",
    "$${",
    "${1/0}",
    "${2**9999}",
    "${'a'*99999999}",
    "${[1]*99999999}",
    "${10**400}",
    "${-7 // 2}",
    "${7 % -3}",
    "${1 if 0 else 2}",
    "${sin(pi)}",
    "${all['arm']}",
    "${size}",
    "${((((1))))}",
    "${not not 1}",
    "${1 < 2 < 3}",
    "${str(1e999)}",
    "${int('9'*400)}",
    "${range(1000000000)}",
    "${sum([1,2])}",
    "${xacro.arg('side')}",
    "${dict(a=1)}",
    "$(arg side)",
    "$(find p)",
    "$(eval ",
    "$(env HOME)",
    "$(dirname)",
    "<xacro:include filename='again.xacro'/>",
    "<xacro:include filename='part.xacro' ns='n'/>",
    "<xacro:part name='q'>",
    "<xacro:macro name='m' params='a b:=^|1 *c'>",
    "</xacro:macro>",
    "<xacro:m a='1'/>",
    "<xacro:call macro='part'/>",
    "<xacro:insert_block name='origin'/>",
    "<xacro:property name='x' value='${x}'/>",
    "<xacro:property name='size' value='${size}1' scope='global'/>",
    "<xacro:if value='true'>",
    "</xacro:if>",
    "lazy_eval='false'",
    "remove='true'",
    "\u{e9}",
    "'",
    "\"",
    "\\",
];

pub fn yaml() -> Vec<Vec<u8>> {
    let texts = [
        SIZES,
        "a: &x [1, 2, {b: c}]\nd: *x\ne: |\n  text\n  more\nf: >-\n  folded\n? [k]\n: v\n",
        "limits:\n  j1: {min: !radians \"pi/2\", max: !degrees 1e2} # note\n  yes: no\n  1: ~\n",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub const YAML_WORDS: &[&str] = &[
    "!degrees ",
    "!radians ",
    "!inches ",
    "&a ",
    "*a",
    "<<: *a",
    "- ",
    ": ",
    "\n  ",
    "\n",
    "|",
    ">",
    "{",
    "}",
    "[",
    "]",
    "? ",
    "---\n",
    "...\n",
    "!!binary ",
    "'",
    "\"",
    "#",
    "\t",
    "1e999",
    "0x1f",
    "0o7",
    ".inf",
    ".nan",
    "null",
    "true",
    "\u{feff}",
];

pub fn srdf() -> Vec<Vec<u8>> {
    with(
        "srdf",
        &["<robot name='leg'><group name='g'><chain base_link='hip' tip_link='foot'/></group>
            <disable_default_collisions link='toe'/><enable_collisions link1='toe' link2='hip'/>
            <disable_collisions link1='hip' link2='knee' reason='Adjacent'/>
            <disable_collisions link1='knee' link2='hip'/><disable_collisions link1='x' link2='foot' reason='a&amp;b'/>
            <virtual_joint name='v' type='fixed' parent_frame='w' child_link='hip'/></robot>"],
    )
}

pub const SRDF_WORDS: &[&str] = &[
    "<disable_collisions link1='hip' link2='foot' reason='Never'/>",
    "<enable_collisions link1='hip' link2='foot'/>",
    "<disable_default_collisions link='hip'/>",
    "<group name='g'>",
    "</group>",
    "link1",
    "link2",
    "reason",
    "hip",
    "knee",
    "foot",
    "Adjacent",
    "Default",
    "User",
    "<xacro:if value='1'>",
    "<!--",
    "-->",
    "&lt;",
    "&#x;",
    "<robot>",
    "</robot>",
];

/// Three spheres in a row, as the page writes them.
const MATRIX: &str = r#"{"format":"noclash-matrix","version":1,"generator":{"name":"noclash","version":"0.1.0"},"robot":"leg",
"hashes":{"urdf":"00","geometry":"00"},"shape_type":"link_spheres","survey":{"samples":10,"seed":0,"limits":[{"joint":"j1",
"lower":-1.0,"upper":1.0}],"clearance":0.0,"always_threshold":0.95},"shapes":[
{"index":0,"link":"hip","part":null,"geometry":{"centre":[0,0,0],"radius":1}},
{"index":1,"link":"knee","part":null,"geometry":{"centre":[0,0,0],"radius":1}}],"matrix":[[false,true],[true,false]],
"pairs":[{"a":{"link":"hip","part":null},"b":{"link":"knee","part":null},"decision":"check","reason":null,"evidence":null,
"distance":{"min":0.5,"mean":0.6,"max":0.7},"collisions":0,"samples":10,"witness":{"min":[0.0],"max":[0.0]}}]}"#;

pub fn matrix() -> Vec<Vec<u8>> {
    let mut all = crate::targets::written_matrices();
    all.push(MATRIX.as_bytes().to_vec());
    all
}

pub const MATRIX_WORDS: &[&str] = &[
    "\"format\":\"noclash-matrix\"",
    "noclash-matrix",
    "null",
    "true",
    "false",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"skip\"",
    "\"check\"",
    "\"always\"",
    "\"never\"",
    "\"user\"",
    "\"same_body\"",
    "\"adjacent\"",
    "link_hulls",
    "part_boxes",
    "NaN",
    "1e999",
    "\"version\":2",
    "\\u0000",
    "\\ud800",
    "&a",
    "*a",
    "- ",
    "---",
    "!!float",
    "hip",
    "knee",
];

pub const TETRAHEDRON: &str = "solid t
facet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet
facet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet
facet normal -1 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet
facet normal 1 1 1\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet
endsolid t\n";

pub fn stl() -> Vec<Vec<u8>> {
    let mut binary = b"solid binary".to_vec();
    binary.resize(80, 0);
    binary.extend(4_u32.to_le_bytes());
    for corners in [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] {
        binary.extend([0; 12]);
        for corner in corners {
            binary.extend((0..3).flat_map(|i| f32::from(u8::from(corner == i + 1)).to_le_bytes()));
        }
        binary.extend([0; 2]);
    }
    with("stl", &[TETRAHEDRON]).into_iter().chain([binary]).collect()
}

pub const STL_WORDS: &[&str] = &[
    "solid ",
    "endsolid",
    "facet",
    "normal ",
    "outer loop",
    "vertex ",
    "endloop",
    "endfacet",
    "\r\n",
    "\u{feff}",
    "nan",
    "1e39",
];

pub fn collada() -> Vec<Vec<u8>> {
    with(
        "dae",
        &["<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>
<asset><unit meter='0.0254' name='inch'/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id='g'><mesh>
<source id='p'><float_array id='a' count='12'>0 0 0 1 0 0 1 1 0 0 1 0</float_array><technique_common>
<accessor source='#a' count='4' stride='3'><param name='X'/><param name='Y'/><param name='Z'/></accessor></technique_common>
</source><vertices id='v'><input semantic='POSITION' source='#p'/></vertices>
<polylist material='m' count='1'><input semantic='VERTEX' source='#v' offset='0'/><vcount>4</vcount><p>0 1 2 3</p></polylist>
<polygons count='1'><input semantic='VERTEX' source='#v' offset='0'/><ph><p>0 1 2</p><h>1 2 3</h></ph></polygons>
<tristrips count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2 3</p></tristrips>
<lines count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1</p></lines></mesh></geometry></library_geometries>
<library_nodes><node id='n'><rotate>0 0 1 90</rotate><instance_geometry url='#g'/></node></library_nodes>
<library_visual_scenes><visual_scene id='s'><node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><translate>1 0 0</translate>
<scale>1 -1 1</scale><instance_node url='#n'/><node><skew>45 1 0 0 0 1 0</skew><lookat>1 0 0 0 0 0 0 0 1</lookat>
<instance_geometry url='#g'/></node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url='#s'/></scene></COLLADA>"],
    )
}

pub const COLLADA_WORDS: &[&str] = &[
    "<instance_node url='#n'/>",
    "<instance_geometry url='#g'/>",
    "<instance_controller url='#c'/>",
    "<p>",
    "</p>",
    "<vcount>",
    "count='4294967295'",
    "stride='0'",
    "offset='-1'",
    "<triangles>",
    "<trifans>",
    "<polylist>",
    "<unit meter='0'/>",
    "<unit meter='nan'/>",
    "<up_axis>X_UP</up_axis>",
    "#g",
    "#n",
    "#p",
    "#a",
    "#v",
    "#s",
    "<node id='n'>",
    "</node>",
    "<h>",
];

pub const MATERIALS: &str = "newmtl red\nKd 1 0 0\nd 0.5\nnewmtl blue\nKd 0 0 1\n";

pub fn obj() -> Vec<Vec<u8>> {
    with(
        "obj",
        &[
            "mtllib a.mtl\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0 1 0 0\nvt 0 0\nvn 0 0 1\nusemtl red\nf 1/1/1 2/1/1 3//1 4\nf -1 \
            -2 -3\n\nusemtl blue\nf 1 2 \\\n 3\ng x\ns 1\nl 1 2\np 1\n",
        ],
    )
}

pub const OBJ_WORDS: &[&str] = &[
    "\nf 1 2 3\n",
    "\nv 1 2 3\n",
    "f -1 -2 -3",
    "f 1/2/3 ",
    "//",
    "\\\n",
    "mtllib ",
    "usemtl ",
    "\ng ",
    "\no ",
    "\nl 1 2",
    "\nvp 1",
    "\ncurv ",
    "#",
    "f 99999999 1 2",
    "f 0 0 0",
    "\r\n",
];

/// Four corners and three sets of indices.
pub const BUFFER: &[u8] =
    b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\0\0\0\0\0\0\0\0\0\0\
\0\0\x80\x3f\0\x01\x02\0\0\0\x01\0\x03\0\0\0\0\0\0\0\x02\0\0\0\x03\0\0\0";

const GLTF: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"children":[1,2],
"translation":[10,0,0]},{"mesh":0,"rotation":[0,0,0.7071067811865476,0.7071067811865476],"scale":[1,-1,1]},
{"mesh":1,"matrix":[2,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1]}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0.2,0.5]}}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]},{"primitives":[{"attributes":{"POSITION":0},
"indices":2,"mode":5},{"attributes":{"POSITION":0},"indices":3,"mode":6},{"attributes":{"POSITION":0},"mode":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5121,"count":3,
"type":"SCALAR"},{"bufferView":1,"byteOffset":4,"componentType":5123,"count":3,"type":"SCALAR"},{"bufferView":1,"byteOffset":12,
"componentType":5125,"count":3,"type":"SCALAR","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},
"values":{"bufferView":1}}}],"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24,
"byteStride":4}],"buffers":[{"byteLength":72URI}]}"#;

pub fn gltf() -> Vec<Vec<u8>> {
    let inline = GLTF.replace("URI", r#","uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAA""#);
    let beside = GLTF.replace("URI", r#","uri":"a%20b.bin""#);
    vec![inline.into_bytes(), beside.into_bytes()]
}

pub fn glb() -> Vec<Vec<u8>> {
    let mut text = GLTF.replace("URI", "").into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(0).to_le_bytes();
    let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    bytes.extend(length(&text));
    bytes.extend(b"JSON");
    bytes.extend(&text);
    bytes.extend(length(BUFFER));
    bytes.extend(b"BIN\0");
    bytes.extend(BUFFER);
    let all = length(&bytes);
    bytes.splice(8..12, all);
    vec![bytes]
}

pub const GLTF_WORDS: &[&str] = &[
    "\"count\":4294967295",
    "\"byteOffset\":18446744073709551615",
    "\"byteStride\":0",
    "\"children\":[0]",
    "\"mesh\":0",
    "\"mode\":7",
    "\"type\":\"MAT4\"",
    "\"componentType\":5120",
    "\"extensions\":{\"KHR_draco_mesh_compression\":{}}",
    "\"normalized\":true",
    "\"bufferView\":99",
    "null",
    "-1",
    "{}",
    "[]",
    ",",
    "\"uri\":\"data:,\"",
    "\"indices\":0",
];

pub fn ply() -> Vec<Vec<u8>> {
    let text = "ply\nformat ascii 1.0\ncomment c\nelement vertex 4\nproperty float x\nproperty float y\nproperty double z\nproperty \
        uchar red\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nend_header\n0 0 0 \
        1\n1 0 0 2\n1 1 0 3\n0 1 0 4\n4 0 1 2 3 0\n3 0 1 2 1 0.5\n";
    let mut all = vec![text.as_bytes().to_vec()];
    for (name, big) in [("binary_little_endian", false), ("binary_big_endian", true)] {
        let mut bytes = format!(
            "ply\nformat {name} 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty \
            list uchar uint vertex_index\nend_header\n"
        )
        .into_bytes();
        for corner in 0..3 {
            for axis in 0..3 {
                let value = f32::from(u8::from(corner == axis));
                bytes.extend(if big { value.to_be_bytes() } else { value.to_le_bytes() });
            }
        }
        bytes.push(3);
        bytes.extend((0..3_u32).flat_map(|i| if big { i.to_be_bytes() } else { i.to_le_bytes() }));
        all.push(bytes);
    }
    all
}

pub const PLY_WORDS: &[&str] = &[
    "element vertex 4294967295\n",
    "element face 99999999999\n",
    "element nothing 18446744073709551615\n",
    "property list uchar int x\n",
    "property float x\n",
    "property list double float vertex_indices\n",
    "property char y\n",
    "format ascii 1.0\n",
    "format binary_big_endian 1.0\n",
    "end_header\n",
    "comment \n",
    "obj_info\n",
    "element tristrips 1\n",
    "vertex_indices",
    "-1 ",
];

pub fn zip() -> Vec<Vec<u8>> {
    let pack = |method, entries: &[(&str, &[u8])]| {
        let mut writer = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = ::zip::write::SimpleFileOptions::default().compression_method(method);
        for (name, content) in entries {
            let written = writer.start_file(*name, options).and_then(|()| Ok(writer.write_all(content)?));
            debug_assert!(written.is_ok());
        }
        writer.finish().map(Cursor::into_inner).unwrap_or_default()
    };
    let entries: &[(&str, &[u8])] = &[
        ("p\\urdf\\gr\u{fc}n.urdf", LEG.as_bytes()),
        ("__MACOSX/._x", b"x"),
        ("p/meshes/a.stl", TETRAHEDRON.as_bytes()),
        ("../../etc/x", &[0; 4000]),
    ];
    vec![pack(::zip::CompressionMethod::Deflated, entries), pack(::zip::CompressionMethod::Stored, entries)]
}
