//! A torso with two arms and a head. Left and right share meshes, mirrored by their scale.

use super::solid::{Body, COARSE, FINE, Lever, Quality, block, drum, lever, taper, turned};
use super::urdf::{Kind, Urdf, mesh, mirrored, package, solid};
use super::write::stl;
use super::{Files, Sample};

const SHOULDER: [f64; 3] = [0.0, 0.2, 0.36];
const UPPER: f64 = 0.27;
const FORE: f64 = 0.25;

fn pedestal(q: Quality) -> Body {
    Body::default()
        .with(drum(0.24, 0.0, 0.06, 0.02, q, 0))
        .with(taper(0.12, 0.09, 0.05, 0.72, 0.02, q, 0))
        .with(drum(0.11, 0.7, 0.76, 0.012, q, 0))
}

fn chest(q: Quality) -> Body {
    Body::default()
        .with(taper(0.1, 0.115, 0.003, 0.14, 0.015, q, 0))
        .with(block([0.2, 0.3, 0.3], 0.07, 0.04, q, 0).at(0.0, 0.0, 0.28))
        .with(drum(0.06, -0.185, 0.185, 0.015, q, 0).along_y().at(0.0, 0.0, SHOULDER[2]))
        .with(drum(0.045, 0.42, 0.47, 0.008, q, 0))
}

fn neck(q: Quality) -> Body {
    Body::default()
        .with(drum(0.04, 0.002, 0.04, 0.006, q, 0))
        .with(drum(0.032, -0.05, 0.05, 0.006, q, 0).along_y().at(0.0, 0.0, 0.06))
}

fn head(q: Quality) -> Body {
    let skull = [(0.0, 0.05), (0.02, 0.085), (0.06, 0.1), (0.11, 0.1), (0.155, 0.08), (0.18, 0.045)];
    Body::default()
        .with(turned(&skull, q, 0).at(0.02, 0.0, 0.01))
        .with(drum(0.022, 0.105, 0.125, 0.004, q, 0).along_x().at(0.0, 0.038, 0.1))
        .with(drum(0.022, 0.105, 0.125, 0.004, q, 0).along_x().at(0.0, -0.038, 0.1))
}

fn shoulder(q: Quality) -> Body {
    Body::default()
        .with(drum(0.062, 0.003, 0.075, 0.014, q, 0).along_y())
        .with(drum(0.05, -0.062, 0.062, 0.012, q, 0).along_x().at(0.0, 0.08, 0.0))
}

fn upper_roll(q: Quality) -> Body {
    let fork = Lever { r0: 0.05, r1: 0.045, length: 0.08, z0: 0.064, z1: 0.078, bevel: 0.004 };
    let prong = |z: f64| lever(fork, q, 0).at(0.0, 0.0, z).along_y().placed(turn_y()).placed(about_x());
    Body::default().with(prong(0.0)).with(prong(-0.142)).with(drum(0.05, -0.12, -0.07, 0.01, q, 0))
}

/// The lever's own x, after [`super::solid::Piece::along_y`], to -z.
fn turn_y() -> noclash::math::Pose {
    noclash::math::Pose::from_axis_angle(&noclash::math::Vec3::y(), std::f64::consts::FRAC_PI_2)
}

/// From a fork about y to one about x.
fn about_x() -> noclash::math::Pose {
    noclash::math::Pose::from_axis_angle(&noclash::math::Vec3::z(), -std::f64::consts::FRAC_PI_2)
}

fn upper_arm(q: Quality) -> Body {
    Body::default()
        .with(taper(0.038, 0.048, -0.13, -0.003, 0.01, q, 0))
        .with(drum(0.046, -0.05, 0.05, 0.01, q, 0).along_y().at(0.0, 0.0, -(UPPER - 0.12)))
}

fn forearm(q: Quality) -> Body {
    Body::default()
        .with(drum(0.04, 0.052, 0.066, 0.005, q, 0).along_y())
        .with(drum(0.04, -0.066, -0.052, 0.005, q, 0).along_y())
        .with(block([0.06, 0.132, 0.03], 0.014, 0.008, q, 0).at(0.0, 0.0, -0.062))
        .with(taper(0.034, 0.042, -0.13, -0.06, 0.008, q, 0))
}

fn wrist_roll(q: Quality) -> Body {
    Body::default()
        .with(taper(0.03, 0.035, -0.09, -0.002, 0.006, q, 0))
        .with(drum(0.03, -0.032, 0.032, 0.006, q, 0).along_y().at(0.0, 0.0, -(FORE - 0.13)))
}

fn hand(q: Quality) -> Body {
    Body::default()
        .with(drum(0.028, 0.034, 0.046, 0.004, q, 0).along_y())
        .with(drum(0.028, -0.046, -0.034, 0.004, q, 0).along_y())
        .with(block([0.036, 0.092, 0.08], 0.012, 0.008, q, 0).at(0.0, 0.0, -0.075))
        .with(block([0.018, 0.07, 0.09], 0.007, 0.005, q, 0).at(-0.006, 0.0, -0.155))
        .with(block([0.016, 0.02, 0.06], 0.006, 0.004, q, 0).at(0.024, 0.0, -0.13))
}

const SHOWS: &str =
    "Two arms that reach each other and the head: many pairs to check, and mirrored meshes shared by both sides.";

pub fn sample() -> Sample {
    let mut files = Files::new();
    let about = "A torso with two arms and a head. Left and right share one set of meshes, mirrored by their scale.";
    let mut urdf = Urdf::new("torso", about);
    urdf.material("white", [0.88, 0.89, 0.90]);
    urdf.material("blue", [0.20, 0.36, 0.62]);
    urdf.material("dark", [0.19, 0.20, 0.23]);
    type Make = fn(Quality) -> Body;
    let meshes: [(&str, Make); 11] = [
        ("pedestal", pedestal),
        ("chest", chest),
        ("neck", neck),
        ("head", head),
        ("shoulder", shoulder),
        ("upper_roll", upper_roll),
        ("upper_arm", upper_arm),
        ("forearm", forearm),
        ("wrist_roll", wrist_roll),
        ("hand", hand),
        ("chest_collision", chest),
    ];
    for (name, make) in meshes {
        let quality = if name == "chest_collision" { COARSE } else { Quality { corners: 20, ..FINE } };
        files.insert(format!("torso/torso_description/meshes/{name}.stl"), stl(&make(quality)));
    }
    let uri = |name: &str| format!("package://torso_description/meshes/{name}.stl");
    let both = |shape: String, material: &str| {
        [solid("visual", "", &shape, Some(material)), solid("collision", "", &shape, None)]
    };
    urdf.link("base_link", &both(mesh(&uri("pedestal")), "dark"));
    let chest_visual = solid("visual", "", &mesh(&uri("chest")), Some("white"));
    urdf.link("chest", &[chest_visual, solid("collision", "", &mesh(&uri("chest_collision")), None)]);
    urdf.link("neck", &both(mesh(&uri("neck")), "dark"));
    urdf.link("head", &both(mesh(&uri("head")), "white"));
    let at = |xyz: [f64; 3]| (xyz, [0.0; 3]);
    urdf.joint("waist", Kind::Revolute(-2.0, 2.0), ("base_link", "chest"), at([0.0, 0.0, 0.76]), [0, 0, 1]);
    urdf.joint("head_pan", Kind::Revolute(-1.5, 1.5), ("chest", "neck"), at([0.0, 0.0, 0.47]), [0, 0, 1]);
    urdf.joint("head_tilt", Kind::Revolute(-0.6, 0.8), ("neck", "head"), at([0.0, 0.0, 0.06]), [0, 1, 0]);
    for (side, sign) in [("left", 1.0), ("right", -1.0)] {
        let shape = |name: &str| if sign > 0.0 { mesh(&uri(name)) } else { mirrored(&uri(name)) };
        let name = |part: &str| format!("{side}_{part}");
        let parts = [
            ("shoulder", "blue"),
            ("upper_roll", "white"),
            ("upper_arm", "white"),
            ("forearm", "blue"),
            ("wrist_roll", "white"),
            ("hand", "dark"),
        ];
        for (part, material) in parts {
            urdf.link(&name(part), &both(shape(part), material));
        }
        // Rolling and yawing outwards have opposite signs on the two sides.
        let mirror = |lower: f64, upper: f64| {
            if sign > 0.0 { Kind::Revolute(lower, upper) } else { Kind::Revolute(-upper, -lower) }
        };
        let joints = [
            (
                "shoulder_pitch",
                Kind::Revolute(-2.8, 1.2),
                ("chest", "shoulder"),
                [0.0, sign * SHOULDER[1], SHOULDER[2]],
                [0, 1, 0],
            ),
            ("shoulder_roll", mirror(-0.3, 2.4), ("shoulder", "upper_roll"), [0.0, sign * 0.08, 0.0], [1, 0, 0]),
            ("arm_yaw", mirror(-1.6, 1.6), ("upper_roll", "upper_arm"), [0.0, 0.0, -0.12], [0, 0, 1]),
            ("elbow", Kind::Revolute(-2.3, 0.05), ("upper_arm", "forearm"), [0.0, 0.0, -(UPPER - 0.12)], [0, 1, 0]),
            ("forearm_yaw", mirror(-1.9, 1.9), ("forearm", "wrist_roll"), [0.0, 0.0, -0.13], [0, 0, 1]),
            ("wrist_pitch", Kind::Revolute(-1.3, 1.3), ("wrist_roll", "hand"), [0.0, 0.0, -(FORE - 0.13)], [0, 1, 0]),
        ];
        for (joint, kind, (parent, child), xyz, axis) in joints {
            let parent = if parent == "chest" { parent.to_owned() } else { name(parent) };
            urdf.joint(&name(joint), kind, (&parent, &name(child)), at(xyz), axis);
        }
    }
    files.insert("torso/torso_description/urdf/torso.urdf".into(), urdf.finish());
    files.insert(
        "torso/torso_description/package.xml".into(),
        package("torso_description", "A torso with two arms, made for the gallery of Noclash."),
    );
    Sample { id: "torso", name: "Two-armed torso", shows: SHOWS, files }
}
