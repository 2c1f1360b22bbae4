//! A seven-axis arm with a parallel gripper whose second finger follows the first.

use super::solid::{Bend, Body, COARSE, FINE, Lever, Quality, bent, block, drum, lever, taper};
use super::urdf::{Kind, Urdf, mesh, package, solid};
use super::write::{Colour, dae, obj};
use super::{Files, Sample};
use noclash::math::Vec3;

const PALETTE: [Colour; 4] = [
    ("shell", [0.90, 0.91, 0.92]),
    ("ring", [0.10, 0.55, 0.60]),
    ("dark", [0.20, 0.22, 0.25]),
    ("pad", [0.12, 0.12, 0.13]),
];
const SHELL: usize = 0;
const RING: usize = 1;
const DARK: usize = 2;
const PAD: usize = 3;

/// The distance of a hub's middle from the arm's plane, metres.
const SIDE: f64 = 0.058;

fn base(q: Quality) -> Body {
    Body::default()
        .with(drum(0.12, 0.0, 0.018, 0.005, q, DARK))
        .with(taper(0.1, 0.075, 0.018, 0.15, 0.012, q, SHELL))
        .with(drum(0.076, 0.145, 0.156, 0.003, q, RING))
}

/// A link from a turntable at its origin up to a hub about y at height `top`, on the side `+y`.
fn rising(top: f64, r: f64, q: Quality) -> Body {
    let bend = Bend {
        a: Vec3::new(0.0, 0.0, 0.012),
        along_a: Vec3::z(),
        b: Vec3::new(0.0, SIDE, top - 0.01),
        along_b: Vec3::z(),
        ra: r,
        rb: 0.8 * r,
        side: Vec3::x(),
    };
    Body::default()
        .with(drum(r + 0.003, 0.003, 0.024, 0.004, q, DARK))
        .with(bent(bend, 6, q, SHELL))
        .with(drum(r + 0.006, SIDE - 0.054, SIDE + 0.042, 0.016, q, SHELL).along_y().at(0.0, 0.0, top))
        .with(drum(0.7 * r, SIDE + 0.04, SIDE + 0.05, 0.004, q, RING).along_y().at(0.0, 0.0, top))
}

/// A link from a hub about y at its origin, on the side `-y`, up to a turntable at height `top`.
fn settling(top: f64, r: f64, q: Quality) -> Body {
    let bend = Bend {
        a: Vec3::new(0.0, -SIDE, 0.01),
        along_a: Vec3::z(),
        b: Vec3::new(0.0, 0.0, top - 0.01),
        along_b: Vec3::z(),
        ra: 0.8 * r,
        rb: r,
        side: Vec3::x(),
    };
    Body::default()
        .with(drum(r + 0.006, -SIDE - 0.042, -SIDE + 0.054, 0.016, q, SHELL).along_y())
        .with(drum(0.7 * r, -SIDE - 0.05, -SIDE - 0.04, 0.004, q, RING).along_y())
        .with(bent(bend, 6, q, SHELL))
        .with(drum(r + 0.003, top - 0.022, top - 0.001, 0.004, q, DARK))
}

fn wrist(q: Quality) -> Body {
    Body::default()
        .with(drum(0.05, -0.095, 0.0, 0.012, q, SHELL).along_y())
        .with(taper(0.047, 0.04, -0.02, 0.07, 0.008, q, SHELL).at(0.0, -0.012, 0.0))
        .with(drum(0.041, 0.066, 0.079, 0.003, q, DARK))
}

fn flange(q: Quality) -> Body {
    Body::default().with(drum(0.038, 0.002, 0.028, 0.003, q, RING)).with(drum(0.031, 0.028, 0.04, 0.002, q, DARK))
}

fn hand(q: Quality) -> Body {
    Body::default()
        .with(drum(0.042, 0.0, 0.02, 0.003, q, DARK))
        .with(block([0.064, 0.2, 0.056], 0.02, 0.01, q, SHELL).at(0.0, 0.0, 0.045))
        .with(block([0.03, 0.19, 0.008], 0.008, 0.002, q, DARK).at(0.0, 0.0, 0.074))
}

/// A finger that moves along +y from the middle.
fn finger(q: Quality) -> Body {
    let claw = Lever { r0: 0.011, r1: 0.007, length: 0.055, z0: -0.009, z1: 0.009, bevel: 0.003 };
    let stand = noclash::math::Pose::from_axis_angle(&Vec3::y(), -std::f64::consts::FRAC_PI_2);
    Body::default()
        .with(block([0.026, 0.026, 0.022], 0.005, 0.003, q, DARK).at(0.0, 0.015, 0.012))
        .with(lever(claw, q, SHELL).placed(stand).at(0.0, 0.013, 0.02))
        .with(block([0.018, 0.006, 0.022], 0.002, 0.001, q, PAD).at(0.0, 0.004, 0.068))
}

const SHOWS: &str =
    "The base and the wrist collide in about 18 of 100,000 configurations: 1,000 samples mostly miss it.";

pub fn sample() -> Sample {
    let mut files = Files::new();
    let about = "A seven-axis arm with a parallel gripper. One finger mimics the other; both use one mesh.";
    let mut urdf = Urdf::new("arm7_gripper", about);
    type Make = fn(Quality) -> Body;
    let links: [(&str, Make); 9] = [
        ("link_0", base),
        ("link_1", |q| rising(0.19, 0.066, q)),
        ("link_2", |q| settling(0.2, 0.064, q)),
        ("link_3", |q| rising(0.2, 0.062, q)),
        ("link_4", |q| settling(0.2, 0.058, q)),
        ("link_5", |q| rising(0.19, 0.054, q)),
        ("link_6", wrist),
        ("link_7", flange),
        ("hand", hand),
    ];
    let file = |files: &mut Files, name: &str, make: Make| {
        let visual = format!("meshes/visual/{name}.dae");
        let collision = format!("meshes/collision/{name}.obj");
        files.insert(format!("arm7_gripper/arm7_description/{visual}"), dae(&make(FINE), &PALETTE));
        files.insert(format!("arm7_gripper/arm7_description/{collision}"), obj(&make(COARSE)));
        let uri = |path: &str| mesh(&format!("package://arm7_description/{path}"));
        [solid("visual", "", &uri(&visual), None), solid("collision", "", &uri(&collision), None)]
    };
    for (name, make) in links {
        let inner = file(&mut files, name, make);
        urdf.link(name, &inner);
    }
    let inner = file(&mut files, "finger", finger);
    urdf.link("finger_left", &inner);
    urdf.link("finger_right", &inner);
    let at = |z: f64| ([0.0, 0.0, z], [0.0; 3]);
    let joints = [
        ("joint_1", 2.9, ("link_0", "link_1"), 0.156, [0, 0, 1]),
        ("joint_2", 2.05, ("link_1", "link_2"), 0.19, [0, 1, 0]),
        ("joint_3", 2.9, ("link_2", "link_3"), 0.2, [0, 0, 1]),
        ("joint_4", 2.05, ("link_3", "link_4"), 0.2, [0, -1, 0]),
        ("joint_5", 2.9, ("link_4", "link_5"), 0.2, [0, 0, 1]),
        ("joint_6", 2.05, ("link_5", "link_6"), 0.19, [0, 1, 0]),
        ("joint_7", 3.05, ("link_6", "link_7"), 0.08, [0, 0, 1]),
    ];
    for (name, reach, ends, z, axis) in joints {
        urdf.joint(name, Kind::Revolute(-reach, reach), ends, at(z), axis);
    }
    urdf.joint("flange_to_hand", Kind::Fixed, ("link_7", "hand"), at(0.04), [0, 0, 1]);
    let stroke = Kind::Prismatic(0.0, 0.07);
    urdf.joint("finger_joint", stroke, ("hand", "finger_left"), at(0.076), [0, 1, 0]);
    let right = ([0.0, 0.0, 0.076], [0.0, 0.0, std::f64::consts::PI]);
    let follows = "<mimic joint=\"finger_joint\"/>";
    urdf.joint_with("finger_joint_right", stroke, ("hand", "finger_right"), right, [0, 1, 0], follows);
    files.insert("arm7_gripper/arm7_description/urdf/arm7_gripper.urdf".into(), urdf.finish());
    files.insert(
        "arm7_gripper/arm7_description/package.xml".into(),
        package("arm7_description", "A seven-axis arm with a gripper, made for the gallery of Noclash."),
    );
    Sample { id: "arm7_gripper", name: "Seven-axis arm with gripper", shows: SHOWS, files }
}
