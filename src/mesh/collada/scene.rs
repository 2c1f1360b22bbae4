//! The scene graph: which geometry lies where.

use super::FORMAT;
use super::document::{Library, child, children};
use super::geometry::Geometry;
use super::material::color;
use super::source::numbers;
use crate::math::{Mat3, Pose, Vec3};
use crate::mesh::builder::{Affine, MeshBuilder};
use crate::mesh::error::MeshError;
use crate::mesh::note::MeshNote;
use roxmltree::{Node, NodeId};
use std::collections::HashMap;
use std::rc::Rc;

/// Instances can multiply a small file without end; a real scene has a few thousand elements.
const MAX_ELEMENTS: usize = 2_000_000;
const MAX_DEPTH: usize = 128;

/// Places every geometry of the scene; if the scene places nothing, every geometry of the file as it is.
pub(super) fn read(
    root: Node<'_, '_>,
    library: &Library<'_, '_>,
    frame: &Affine,
    builder: &mut MeshBuilder,
    notes: &mut Vec<MeshNote>,
) -> Result<(), MeshError> {
    let mut walk = Walk {
        library,
        builder,
        geometries: HashMap::new(),
        open: Vec::new(),
        elements: 0,
        lines: 0,
        dangling: 0,
        cyclic: false,
        rest_pose: false,
        ignored: Vec::new(),
    };
    let scene = child(root, "scene").and_then(|s| child(s, "instance_visual_scene")).and_then(|i| i.attribute("url"));
    let visual_scene = match scene {
        Some(url) => library.find("visual_scene", url),
        None => None,
    };
    let visual_scene = visual_scene.or_else(|| child(child(root, "library_visual_scenes")?, "visual_scene"));
    if let Some(visual_scene) = visual_scene {
        for node in children(visual_scene, "node") {
            walk.node(node, frame)?;
        }
    }
    if walk.builder.triangle_count() == 0 {
        for geometry in &library.geometries {
            walk.geometry(*geometry, None, frame)?;
        }
        if walk.builder.triangle_count() > 0 {
            notes.push(MeshNote::NoScene);
        }
    }
    walk.notes(notes);
    Ok(())
}

struct Walk<'r, 'a, 'i> {
    library: &'r Library<'a, 'i>,
    builder: &'r mut MeshBuilder,
    geometries: HashMap<NodeId, Rc<Geometry>>,
    /// The nodes that are being placed, outermost first.
    open: Vec<NodeId>,
    elements: usize,
    lines: usize,
    dangling: usize,
    cyclic: bool,
    rest_pose: bool,
    ignored: Vec<&'static str>,
}

impl<'a, 'i> Walk<'_, 'a, 'i> {
    fn node(&mut self, node: Node<'a, 'i>, outer: &Affine) -> Result<(), MeshError> {
        if self.open.contains(&node.id()) {
            self.cyclic = true;
            return Ok(());
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(too_large(format!("a scene of more than {MAX_DEPTH} nested nodes")));
        }
        self.open.push(node.id());
        let mut frame = *outer;
        for element in node.children().filter(Node::is_element) {
            self.elements += 1;
            if self.elements > MAX_ELEMENTS {
                return Err(too_large(format!("a scene of more than {MAX_ELEMENTS} elements")));
            }
            // Transforms come before everything else in a node, by the schema.
            match element.tag_name().name() {
                "matrix" | "translate" | "rotate" | "scale" => {
                    if let Some(transform) = transform(element) {
                        frame = frame.then_inner(&transform);
                    }
                }
                "lookat" => self.ignored.push("lookat"),
                "skew" => self.ignored.push("skew"),
                "instance_geometry" => match self.target(element, "geometry") {
                    Some(geometry) => self.geometry(geometry, Some(element), &frame)?,
                    None => self.dangling += 1,
                },
                "instance_controller" => self.controller(element, element, &frame, 0)?,
                "instance_node" => match self.target(element, "node") {
                    Some(target) => self.node(target, &frame)?,
                    None => self.dangling += 1,
                },
                "node" => self.node(element, &frame)?,
                _ => {}
            }
        }
        self.open.pop();
        Ok(())
    }

    fn target(&self, instance: Node<'a, 'i>, kind: &str) -> Option<Node<'a, 'i>> {
        self.library.find(kind, instance.attribute("url")?)
    }

    /// A skin or morph as it rests: its source, in the skin's bind shape.
    fn controller(
        &mut self,
        reference: Node<'a, 'i>,
        instance: Node<'a, 'i>,
        frame: &Affine,
        depth: usize,
    ) -> Result<(), MeshError> {
        self.rest_pose = true;
        let url = reference.attribute("url").or_else(|| reference.attribute("source")).unwrap_or("");
        if let Some(geometry) = self.library.find("geometry", url) {
            return self.geometry(geometry, Some(instance), frame);
        }
        let deformer = self
            .library
            .find("controller", url)
            .and_then(|c| c.children().find(|n| matches!(n.tag_name().name(), "skin" | "morph")));
        match deformer {
            Some(deformer) if depth < 8 => {
                let shape = child(deformer, "bind_shape_matrix").and_then(transform);
                let frame = shape.map_or(*frame, |shape| frame.then_inner(&shape));
                self.controller(deformer, instance, &frame, depth + 1)
            }
            _ => {
                self.dangling += 1;
                Ok(())
            }
        }
    }

    fn geometry(
        &mut self,
        node: Node<'a, 'i>,
        instance: Option<Node<'a, 'i>>,
        frame: &Affine,
    ) -> Result<(), MeshError> {
        let library = self.library;
        let geometry = self
            .geometries
            .entry(node.id())
            .or_insert_with(|| {
                let geometry = Geometry::read(node, library);
                self.lines += geometry.lines;
                self.dangling += geometry.dangling;
                (0..geometry.out_of_range).for_each(|_| self.builder.face_out_of_range());
                Rc::new(geometry)
            })
            .clone();
        let placed: Vec<Vec3> = geometry.positions.iter().map(|p| frame.apply(p)).collect();
        self.builder.set_flip(frame.mirrors());
        for surface in &geometry.surfaces {
            self.builder.set_color(surface.material.as_deref().and_then(|symbol| color(instance, symbol, library)));
            for triangle in &surface.triangles {
                self.builder.triangle(triangle.map(|i| placed[i as usize]))?;
            }
        }
        Ok(())
    }

    fn notes(self, notes: &mut Vec<MeshNote>) {
        if self.lines > 0 {
            notes.push(MeshNote::LinesIgnored { elements: self.lines });
        }
        if self.dangling > 0 {
            notes.push(MeshNote::DanglingReferences { count: self.dangling });
        }
        if self.cyclic {
            notes.push(MeshNote::CyclicNodes);
        }
        if self.rest_pose {
            notes.push(MeshNote::RestPose);
        }
        if let Some(name) = self.ignored.first() {
            notes.push(MeshNote::TransformIgnored { name: (*name).to_owned(), count: self.ignored.len() });
        }
    }
}

fn too_large(what: String) -> MeshError {
    MeshError::UnsupportedFeature { format: FORMAT, what }
}

/// A transform element; `None` if its numbers are missing or unreadable.
fn transform(element: Node<'_, '_>) -> Option<Affine> {
    let v = numbers(element);
    if v.iter().any(|value| !value.is_finite()) {
        return None;
    }
    Some(match (element.tag_name().name(), v.as_slice()) {
        ("translate", &[x, y, z, ..]) => Affine { linear: Mat3::identity(), translation: Vec3::new(x, y, z) },
        ("scale", &[x, y, z, ..]) => {
            Affine { linear: Mat3::from_diagonal(&Vec3::new(x, y, z)), translation: Vec3::zeros() }
        }
        ("rotate", &[x, y, z, degrees, ..]) => {
            let axis = Vec3::new(x, y, z).try_normalize(0.0)?;
            let turn = Pose::from_axis_angle(&axis, degrees * std::f64::consts::PI / 180.0);
            Affine { linear: turn.rotation, translation: Vec3::zeros() }
        }
        ("matrix" | "bind_shape_matrix", &[a, b, c, x, d, e, f, y, g, h, i, z, ..]) => {
            Affine { linear: Mat3::new(a, b, c, d, e, f, g, h, i), translation: Vec3::new(x, y, z) }
        }
        _ => return None,
    })
}
