//! A walking robot with four legs: relative paths, shared meshes, feet that are spheres.

use super::solid::{Body, FINE, Lever, Quality, block, drum, lever};
use super::urdf::{Kind, Urdf, mesh, mirrored, origin, solid};
use super::write::{Colour, dae, obj};
use super::{Files, Sample};
use noclash::math::{Pose, Vec3};
use std::f64::consts::FRAC_PI_2;

const PALETTE: [Colour; 3] =
    [("shell", [0.96, 0.77, 0.16]), ("dark", [0.16, 0.17, 0.19]), ("grey", [0.55, 0.57, 0.60])];
const SHELL: usize = 0;
const DARK: usize = 1;
const GREY: usize = 2;

/// Metres: hips from the trunk's middle, the thigh's offset, the lengths of thigh and calf.
const HIP: [f64; 2] = [0.25, 0.055];
const OFFSET: f64 = 0.095;
const THIGH: f64 = 0.26;
const CALF: f64 = 0.26;
const FOOT: f64 = 0.025;

fn trunk(q: Quality) -> Body {
    Body::default()
        .with(block([0.46, 0.19, 0.11], 0.045, 0.025, q, SHELL))
        .with(block([0.3, 0.12, 0.03], 0.02, 0.01, q, DARK).at(-0.02, 0.0, 0.06))
        .with(drum(0.05, 0.0, 0.04, 0.012, q, DARK).along_x().at(0.215, 0.0, 0.0))
        .with(drum(0.046, -0.04, 0.0, 0.012, q, DARK).along_x().at(-0.215, 0.0, 0.0))
}

fn hip(q: Quality) -> Body {
    Body::default()
        .with(drum(0.046, -0.036, 0.036, 0.008, q, 0).along_x())
        .with(drum(0.05, 0.0, 0.062, 0.01, q, 0).along_y())
}

/// Down from the hip: the lever's x, standing, becomes -z.
fn down() -> Pose {
    Pose::from_axis_angle(&Vec3::y(), FRAC_PI_2)
}

fn thigh(q: Quality) -> Body {
    let bar = Lever { r0: 0.05, r1: 0.03, length: THIGH, z0: -0.022, z1: 0.022, bevel: 0.01 };
    Body::default()
        .with(lever(bar, q, 0).along_y().placed(down()))
        .with(drum(0.047, 0.018, 0.04, 0.008, q, 0).along_y())
}

fn calf(q: Quality) -> Body {
    let bar = Lever { r0: 0.022, r1: 0.012, length: CALF, z0: -0.012, z1: 0.012, bevel: 0.005 };
    Body::default()
        .with(lever(bar, q, 0).along_y().placed(down()))
        .with(drum(0.026, -0.034, -0.024, 0.004, q, 0).along_y())
        .with(drum(0.026, 0.024, 0.034, 0.004, q, 0).along_y())
}

const SHOWS: &str =
    "Twelve joints, one mesh per part for all four legs: legs of one side meet often, across the body hardly ever.";

pub fn sample() -> Sample {
    let mut files = Files::new();
    let mut urdf =
        Urdf::new("quadruped", "Four legs on a trunk. Each mesh of a leg serves all four; feet are spheres.");
    for (name, rgb) in PALETTE {
        urdf.material(name, rgb);
    }
    let quality = Quality { corners: 20, ..FINE };
    files.insert("quadruped/meshes/trunk.dae".into(), dae(&trunk(quality), &PALETTE));
    files.insert("quadruped/meshes/hip.obj".into(), obj(&hip(quality)));
    files.insert("quadruped/meshes/thigh.obj".into(), obj(&thigh(quality)));
    files.insert("quadruped/meshes/calf.obj".into(), obj(&calf(quality)));
    let both = |shape: &str, material: Option<&str>| {
        [solid("visual", "", shape, material), solid("collision", "", shape, None)]
    };
    urdf.link("trunk", &both(&mesh("../meshes/trunk.dae"), None));
    let legs =
        [("front_left", 1.0, 1.0), ("front_right", 1.0, -1.0), ("hind_left", -1.0, 1.0), ("hind_right", -1.0, -1.0)];
    for (leg, forward, left) in legs {
        let name = |part: &str| format!("{leg}_{part}");
        let shape = |file: &str| {
            let uri = format!("../meshes/{file}.obj");
            if left > 0.0 { mesh(&uri) } else { mirrored(&uri) }
        };
        urdf.link(&name("hip"), &both(&shape("hip"), Some(PALETTE[DARK].0)));
        urdf.link(&name("thigh"), &both(&shape("thigh"), Some(PALETTE[SHELL].0)));
        urdf.link(&name("calf"), &both(&shape("calf"), Some(PALETTE[GREY].0)));
        let ball = format!("<sphere radius=\"{FOOT}\"/>");
        let here = origin([0.0; 3], [0.0; 3]);
        let foot = [solid("visual", &here, &ball, Some(PALETTE[DARK].0)), solid("collision", &here, &ball, None)];
        urdf.link(&name("foot"), &foot);
        let at = |xyz: [f64; 3]| (xyz, [0.0; 3]);
        let roll = if left > 0.0 { (-0.6, 0.9) } else { (-0.9, 0.6) };
        let (trunk, hip, thigh, calf, foot) = ("trunk", name("hip"), name("thigh"), name("calf"), name("foot"));
        let hip_at = at([forward * HIP[0], left * HIP[1], 0.0]);
        urdf.joint(&name("hip_joint"), Kind::Revolute(roll.0, roll.1), (trunk, &hip), hip_at, [1, 0, 0]);
        let thigh_at = at([0.0, left * OFFSET, 0.0]);
        urdf.joint(&name("thigh_joint"), Kind::Revolute(-0.9, 2.6), (&hip, &thigh), thigh_at, [0, 1, 0]);
        let calf_at = at([0.0, 0.0, -THIGH]);
        urdf.joint(&name("calf_joint"), Kind::Revolute(-2.7, -0.7), (&thigh, &calf), calf_at, [0, 1, 0]);
        urdf.joint(&name("foot_fixed"), Kind::Fixed, (&calf, &foot), at([0.0, 0.0, -CALF]), [0, 0, 1]);
    }
    files.insert("quadruped/urdf/quadruped.urdf".into(), urdf.finish());
    Sample { id: "quadruped", name: "Quadruped", shows: SHOWS, files }
}
