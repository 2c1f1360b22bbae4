//! An industrial arm with six axes: visual meshes in colour, collision meshes, a package and an SRDF.

use super::solid::{Body, COARSE, FINE, Lever, Quality, block, drum, lever, taper};
use super::urdf::{Kind, Urdf, mesh, package, solid};
use super::write::{Colour, dae, stl};
use super::{Files, Sample};

const PALETTE: [Colour; 4] = [
    ("paint", [0.92, 0.43, 0.10]),
    ("dark", [0.17, 0.18, 0.20]),
    ("metal", [0.72, 0.74, 0.77]),
    ("mark", [0.95, 0.95, 0.93]),
];
const PAINT: usize = 0;
const DARK: usize = 1;
const METAL: usize = 2;
const MARK: usize = 3;

/// Metres: the height of the turntable, the shoulder's and the elbow's offsets, the lengths of the arms.
const TURNTABLE: f64 = 0.2;
const SHOULDER: [f64; 3] = [0.07, 0.0, 0.2];
const UPPER: f64 = 0.42;
const FOREARM: [f64; 3] = [0.1, 0.0, 0.045];
const WRIST: f64 = 0.35;
const FLANGE: f64 = 0.085;

fn base(q: Quality) -> Body {
    Body::default()
        .with(block([0.32, 0.28, 0.03], 0.03, 0.006, q, DARK).at(-0.01, 0.0, 0.015))
        .with(taper(0.135, 0.11, 0.03, 0.12, 0.012, q, PAINT))
        .with(drum(0.115, 0.118, 0.198, 0.008, q, PAINT))
        .with(block([0.1, 0.12, 0.09], 0.015, 0.01, q, DARK).at(-0.13, 0.0, 0.077))
}

fn shoulder(q: Quality) -> Body {
    let casting = Lever { r0: 0.11, r1: 0.085, length: 0.15, z0: -0.075, z1: 0.075, bevel: 0.018 };
    let up = lever(casting, q, PAINT).along_y().placed(turn_y(-1.1)).at(0.0, 0.0, 0.075);
    Body::default()
        .with(drum(0.118, 0.003, 0.06, 0.008, q, PAINT))
        .with(up)
        .with(drum(0.088, -0.115, 0.068, 0.014, q, PAINT).along_y().at(SHOULDER[0], 0.0, SHOULDER[2]))
        .with(drum(0.055, -0.19, -0.115, 0.01, q, DARK).along_y().at(SHOULDER[0], 0.0, SHOULDER[2]))
}

fn upper_arm(q: Quality) -> Body {
    let bar = Lever { r0: 0.092, r1: 0.074, length: UPPER, z0: 0.072, z1: 0.142, bevel: 0.02 };
    Body::default()
        .with(lever(bar, q, PAINT).along_y().placed(turn_y(-std::f64::consts::FRAC_PI_2)))
        .with(drum(0.06, 0.142, 0.155, 0.005, q, DARK).along_y())
        .with(drum(0.048, 0.142, 0.155, 0.005, q, DARK).along_y().at(0.0, 0.0, UPPER))
}

fn elbow(q: Quality) -> Body {
    Body::default()
        .with(drum(0.076, -0.078, 0.069, 0.012, q, PAINT).along_y())
        .with(block([0.2, 0.14, 0.13], 0.03, 0.015, q, PAINT).at(-0.005, 0.0, FOREARM[2]))
        .with(drum(0.034, -0.175, -0.1, 0.006, q, DARK).along_x().at(0.0, 0.034, FOREARM[2] + 0.022))
        .with(drum(0.034, -0.175, -0.1, 0.006, q, DARK).along_x().at(0.0, -0.034, FOREARM[2] + 0.022))
        .with(drum(0.03, -0.155, -0.1, 0.006, q, DARK).along_x().at(0.0, 0.0, FOREARM[2] - 0.03))
}

fn forearm(q: Quality) -> Body {
    let prong = Lever { r0: 0.045, r1: 0.041, length: 0.12, z0: 0.039, z1: 0.062, bevel: 0.007 };
    let from = WRIST - 0.12;
    Body::default()
        .with(drum(0.064, 0.003, 0.03, 0.006, q, DARK).along_x())
        .with(taper(0.062, 0.05, 0.03, 0.255, 0.008, q, PAINT).along_x())
        .with(block([0.06, 0.122, 0.088], 0.014, 0.012, q, PAINT).at(0.245, 0.0, 0.0))
        .with(lever(prong, q, PAINT).along_y().at(from, 0.0, 0.0))
        .with(lever(prong, q, PAINT).along_y().at(from, -0.101, 0.0))
        .with(drum(0.028, 0.062, 0.07, 0.003, q, MARK).along_y().at(WRIST, 0.0, 0.0))
}

fn wrist(q: Quality) -> Body {
    Body::default()
        .with(drum(0.04, -0.036, 0.036, 0.006, q, PAINT).along_y())
        .with(taper(0.036, 0.033, 0.0, FLANGE - 0.006, 0.005, q, PAINT).along_x())
}

fn flange(q: Quality) -> Body {
    Body::default()
        .with(drum(0.031, -0.003, 0.01, 0.002, q, METAL).along_x())
        .with(drum(0.016, 0.01, 0.016, 0.001, q, METAL).along_x())
}

fn turn_y(angle: f64) -> noclash::math::Pose {
    noclash::math::Pose::from_axis_angle(&noclash::math::Vec3::y(), angle)
}

pub fn sample() -> Sample {
    let mut files = Files::new();
    let mut urdf =
        Urdf::new("arm6", "A six-axis industrial arm. Visual meshes in colour, collision meshes of their own.");
    type Make = fn(Quality) -> Body;
    let links: [(&str, Make); 7] = [
        ("base_link", base),
        ("link_1", shoulder),
        ("link_2", upper_arm),
        ("link_3", elbow),
        ("link_4", forearm),
        ("link_5", wrist),
        ("link_6", flange),
    ];
    for (name, make) in links {
        let visual = format!("meshes/visual/{name}.dae");
        let collision = format!("meshes/collision/{name}.stl");
        files.insert(format!("arm6/arm6_description/{visual}"), dae(&make(FINE), &PALETTE));
        files.insert(format!("arm6/arm6_description/{collision}"), stl(&make(COARSE)));
        let uri = |path: &str| mesh(&format!("package://arm6_description/{path}"));
        urdf.link(name, &[solid("visual", "", &uri(&visual), None), solid("collision", "", &uri(&collision), None)]);
    }
    urdf.link("tool0", &[]);
    let at = |xyz: [f64; 3]| (xyz, [0.0; 3]);
    let joints = [
        ("joint_1", (-2.96, 2.96), ("base_link", "link_1"), [0.0, 0.0, TURNTABLE], [0, 0, 1]),
        ("joint_2", (-1.75, 2.27), ("link_1", "link_2"), SHOULDER, [0, 1, 0]),
        ("joint_3", (-3.4, 1.22), ("link_2", "link_3"), [0.0, 0.0, UPPER], [0, 1, 0]),
        ("joint_4", (-4.7, 4.7), ("link_3", "link_4"), FOREARM, [1, 0, 0]),
        ("joint_5", (-2.2, 2.2), ("link_4", "link_5"), [WRIST, 0.0, 0.0], [0, 1, 0]),
        ("joint_6", (-6.9, 6.9), ("link_5", "link_6"), [FLANGE, 0.0, 0.0], [1, 0, 0]),
    ];
    for (name, (lower, upper), ends, xyz, axis) in joints {
        urdf.joint(name, Kind::Revolute(lower, upper), ends, at(xyz), axis);
    }
    let tool = ([0.016, 0.0, 0.0], [0.0, std::f64::consts::FRAC_PI_2, 0.0]);
    urdf.joint("flange_to_tool0", Kind::Fixed, ("link_6", "tool0"), tool, [0, 0, 1]);
    files.insert("arm6/arm6_description/urdf/arm6.urdf".into(), urdf.finish());
    files.insert(
        "arm6/arm6_description/package.xml".into(),
        package("arm6_description", "A six-axis arm, made for the gallery of Noclash."),
    );
    files.insert("arm6/arm6_moveit_config/config/arm6.srdf".into(), SRDF.as_bytes().to_vec());
    files.insert(
        "arm6/arm6_moveit_config/package.xml".into(),
        package("arm6_moveit_config", "Disabled collisions of the six-axis arm."),
    );
    Sample { id: "arm6", name: "Six-axis arm", shows: SHOWS, files }
}

const SHOWS: &str =
    "An SRDF lies beside it, and one of the pairs that it never checks does collide: import it and see where.";

const SRDF: &str = r#"<?xml version="1.0"?>
<!-- Pairs that planners skip. link_1 and link_6 do collide, although this file says never: Noclash finds where. -->
<robot name="arm6">
  <group name="arm"><chain base_link="base_link" tip_link="tool0"/></group>
  <disable_collisions link1="base_link" link2="link_1" reason="Adjacent"/>
  <disable_collisions link1="base_link" link2="link_2" reason="Never"/>
  <disable_collisions link1="base_link" link2="link_3" reason="Never"/>
  <disable_collisions link1="link_1" link2="link_2" reason="Adjacent"/>
  <disable_collisions link1="link_1" link2="link_3" reason="Never"/>
  <disable_collisions link1="link_1" link2="link_6" reason="Never"/>
  <disable_collisions link1="link_2" link2="link_3" reason="Adjacent"/>
  <disable_collisions link1="link_2" link2="link_4" reason="Never"/>
  <disable_collisions link1="link_2" link2="link_5" reason="Never"/>
  <disable_collisions link1="link_2" link2="link_6" reason="Never"/>
  <disable_collisions link1="link_3" link2="link_4" reason="Adjacent"/>
  <disable_collisions link1="link_3" link2="link_5" reason="Never"/>
  <disable_collisions link1="link_3" link2="link_6" reason="Never"/>
  <disable_collisions link1="link_4" link2="link_5" reason="Adjacent"/>
  <disable_collisions link1="link_5" link2="link_6" reason="Adjacent"/>
</robot>
"#;
