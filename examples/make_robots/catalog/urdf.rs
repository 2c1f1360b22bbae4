//! The text of a description.

use std::fmt::Write;

/// Writes a URDF line by line.
pub struct Urdf {
    text: String,
}

/// A joint's kind with its limits in radians or metres.
#[derive(Clone, Copy)]
pub enum Kind {
    Fixed,
    Revolute(f64, f64),
    Prismatic(f64, f64),
}

impl Urdf {
    pub fn new(robot: &str, about: &str) -> Self {
        Self { text: format!("<?xml version=\"1.0\"?>\n<!-- {about} -->\n<robot name=\"{robot}\">\n") }
    }

    pub fn material(&mut self, name: &str, [r, g, b]: [f64; 3]) {
        let _ = writeln!(self.text, "  <material name=\"{name}\"><color rgba=\"{r} {g} {b} 1\"/></material>");
    }

    /// A link; `inner` holds whole elements, each made by [`solid`].
    pub fn link(&mut self, name: &str, inner: &[String]) {
        if inner.is_empty() {
            let _ = writeln!(self.text, "  <link name=\"{name}\"/>");
            return;
        }
        let _ = writeln!(self.text, "  <link name=\"{name}\">");
        for element in inner {
            let _ = writeln!(self.text, "    {element}");
        }
        let _ = writeln!(self.text, "  </link>");
    }

    /// A joint at `xyz`, `rpy` in its parent.
    pub fn joint(&mut self, name: &str, kind: Kind, ends: (&str, &str), at: ([f64; 3], [f64; 3]), axis: [i32; 3]) {
        self.joint_with(name, kind, ends, at, axis, "");
    }

    pub fn joint_with(
        &mut self,
        name: &str,
        kind: Kind,
        (parent, child): (&str, &str),
        (xyz, rpy): ([f64; 3], [f64; 3]),
        [x, y, z]: [i32; 3],
        extra: &str,
    ) {
        let (word, limits) = match kind {
            Kind::Fixed => ("fixed", None),
            Kind::Revolute(lower, upper) => ("revolute", Some((lower, upper))),
            Kind::Prismatic(lower, upper) => ("prismatic", Some((lower, upper))),
        };
        let _ = writeln!(self.text, "  <joint name=\"{name}\" type=\"{word}\">");
        let _ = writeln!(self.text, "    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>");
        let _ = writeln!(self.text, "    {}", origin(xyz, rpy));
        if let Some((lower, upper)) = limits {
            let _ = writeln!(self.text, "    <axis xyz=\"{x} {y} {z}\"/>");
            let _ = writeln!(
                self.text,
                "    <limit lower=\"{lower}\" upper=\"{upper}\" effort=\"100\" velocity=\"2\"/>{extra}"
            );
        }
        let _ = writeln!(self.text, "  </joint>");
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.text.push_str("</robot>\n");
        self.text.into_bytes()
    }
}

pub fn origin([x, y, z]: [f64; 3], [r, p, w]: [f64; 3]) -> String {
    format!("<origin xyz=\"{x} {y} {z}\" rpy=\"{r} {p} {w}\"/>")
}

/// A `<visual>` or `<collision>`; `shape` is the element inside `<geometry>`.
pub fn solid(tag: &str, origin: &str, shape: &str, material: Option<&str>) -> String {
    let material = material.map_or(String::new(), |name| format!("<material name=\"{name}\"/>"));
    format!("<{tag}>{origin}<geometry>{shape}</geometry>{material}</{tag}>")
}

pub fn mesh(uri: &str) -> String {
    format!("<mesh filename=\"{uri}\"/>")
}

/// A mesh mirrored at the xz plane.
pub fn mirrored(uri: &str) -> String {
    format!("<mesh filename=\"{uri}\" scale=\"1 -1 1\"/>")
}

/// A ROS package's description of itself.
pub fn package(name: &str, what: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\"?>\n<package format=\"3\">\n  <name>{name}</name>\n  <version>1.0.0</version>\n  \
         <description>{what}</description>\n  <maintainer email=\"noclash@example.org\">Noclash</maintainer>\n  \
         <license>MIT OR Apache-2.0</license>\n</package>\n"
    )
    .into_bytes()
}
