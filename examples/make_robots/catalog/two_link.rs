//! A planar arm of two links, primitives only.

use super::urdf::{Kind, Urdf, origin, solid};
use super::{Files, Sample};

const UPRIGHT: [f64; 3] = [0.0; 3];
/// Turns a cylinder's z to x.
const LYING: [f64; 3] = [0.0, std::f64::consts::FRAC_PI_2, 0.0];

pub fn sample() -> Sample {
    let mut urdf =
        Urdf::new("two_link", "Two links that turn in one plane about a post. Only boxes, cylinders, spheres.");
    urdf.material("post", [0.23, 0.26, 0.30]);
    urdf.material("arm", [0.16, 0.50, 0.73]);
    urdf.material("joint", [0.78, 0.80, 0.83]);
    urdf.material("tool", [0.93, 0.56, 0.13]);
    let both = |xyz: [f64; 3], rpy: [f64; 3], shape: &str, material: &str| {
        let origin = origin(xyz, rpy);
        [solid("visual", &origin, shape, Some(material)), solid("collision", &origin, shape, None)]
    };
    let base = [
        both([0.0, 0.0, 0.01], UPRIGHT, "<box size=\"0.3 0.3 0.02\"/>", "post"),
        both([0.0, 0.0, 0.16], UPRIGHT, "<cylinder radius=\"0.06\" length=\"0.28\"/>", "post"),
        // The rail that the hand can reach when the elbow is folded far.
        both([-0.12, 0.0, 0.21], UPRIGHT, "<box size=\"0.02 0.1 0.38\"/>", "joint"),
    ];
    let upper = [
        both([0.0, 0.0, 0.03], UPRIGHT, "<cylinder radius=\"0.055\" length=\"0.06\"/>", "joint"),
        both([0.2, 0.0, 0.03], UPRIGHT, "<box size=\"0.36 0.06 0.04\"/>", "arm"),
        both([0.4, 0.0, 0.03], UPRIGHT, "<cylinder radius=\"0.045\" length=\"0.06\"/>", "joint"),
    ];
    let fore = [
        both([0.0, 0.0, -0.03], UPRIGHT, "<cylinder radius=\"0.045\" length=\"0.06\"/>", "joint"),
        both([0.14, 0.0, -0.03], LYING, "<cylinder radius=\"0.022\" length=\"0.26\"/>", "arm"),
        both([0.3, 0.0, -0.03], UPRIGHT, "<sphere radius=\"0.04\"/>", "tool"),
    ];
    urdf.link("base", &base.concat());
    urdf.link("upper_arm", &upper.concat());
    urdf.link("forearm", &fore.concat());
    let at = |x: f64, z: f64| ([x, 0.0, z], [0.0; 3]);
    urdf.joint("shoulder", Kind::Revolute(-2.0, 2.0), ("base", "upper_arm"), at(0.0, 0.3), [0, 0, 1]);
    urdf.joint("elbow", Kind::Revolute(-2.9, 2.9), ("upper_arm", "forearm"), at(0.4, 0.0), [0, 0, 1]);
    let files = Files::from([("two_link/two_link.urdf".to_owned(), urdf.finish())]);
    Sample {
        id: "two_link",
        name: "Two-link arm",
        shows: "Boxes, cylinders and spheres stay exact: the smallest robot on which to see what every number means.",
        files,
    }
}
