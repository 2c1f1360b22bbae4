//! A `<geometry>` to triangles in its own frame.

use super::document::{Library, child, children};
use super::source::{indices, positions};
use crate::math::Vec3;
use crate::mesh::polygon::triangulate;
use roxmltree::{Node, NodeId};

/// A geometry in the file's unit, in its own frame.
#[derive(Default)]
pub(super) struct Geometry {
    /// Only those that `surfaces` use.
    pub(super) positions: Vec<Vec3>,
    pub(super) surfaces: Vec<Surface>,
    /// `<lines>`, `<linestrips>`, `<spline>`.
    pub(super) lines: usize,
    /// Faces that refer to positions which do not exist.
    pub(super) out_of_range: usize,
    /// References to sources that do not exist.
    pub(super) dangling: usize,
}

/// Triangles of one material.
pub(super) struct Surface {
    /// The symbol that an instance binds to a material.
    pub(super) material: Option<String>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// The positions of one `<source>` and where each went in [`Geometry::positions`] (`u32::MAX`: nowhere yet).
struct Pool {
    source: NodeId,
    positions: Vec<Vec3>,
    place: Vec<u32>,
}

/// Where the positions' indices lie in rows of indices.
struct Layout<'a, 'i> {
    source: Node<'a, 'i>,
    offset: usize,
    stride: usize,
}

impl Geometry {
    pub(super) fn read(geometry: Node<'_, '_>, library: &Library<'_, '_>) -> Self {
        let mut result = Self::default();
        let mut pools: Vec<Pool> = Vec::new();
        for mesh in geometry.children().filter(|n| matches!(n.tag_name().name(), "mesh" | "convex_mesh")) {
            for element in mesh.children().filter(Node::is_element) {
                match element.tag_name().name() {
                    "lines" | "linestrips" => result.lines += 1,
                    "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {
                        match layout(element, mesh, library) {
                            Some(layout) => result.surface(element, &layout, &mut pools, library),
                            None => result.dangling += 1,
                        }
                    }
                    _ => {}
                }
            }
        }
        result.lines += children(geometry, "spline").count();
        result
    }

    fn surface(
        &mut self,
        element: Node<'_, '_>,
        layout: &Layout<'_, '_>,
        pools: &mut Vec<Pool>,
        library: &Library<'_, '_>,
    ) {
        let id = layout.source.id();
        let at = pools.iter().position(|p| p.source == id).unwrap_or_else(|| {
            let positions = positions(layout.source, library);
            let place = vec![u32::MAX; positions.len()];
            pools.push(Pool { source: id, positions, place });
            pools.len() - 1
        });
        let pool = &mut pools[at];
        let mut triangles = Vec::new();
        let mut corners: Vec<Vec3> = Vec::new();
        for_each_polygon(element, layout, |polygon| {
            if polygon.len() < 3 {
                return;
            }
            if polygon.iter().any(|i| *i as usize >= pool.positions.len()) {
                self.out_of_range += 1;
                return;
            }
            let placed: Vec<u32> = polygon.iter().map(|i| self.place(*i as usize, pool)).collect();
            if let [a, b, c] = *placed {
                triangles.push([a, b, c]);
                return;
            }
            corners.clear();
            corners.extend(polygon.iter().map(|i| pool.positions[*i as usize]));
            triangles.extend(triangulate(&corners).into_iter().map(|t| t.map(|i| placed[i])));
        });
        self.surfaces.push(Surface { material: element.attribute("material").map(str::to_owned), triangles });
    }

    fn place(&mut self, index: usize, pool: &mut Pool) -> u32 {
        if pool.place[index] == u32::MAX {
            pool.place[index] = self.positions.len() as u32;
            self.positions.push(pool.positions[index]);
        }
        pool.place[index]
    }
}

/// Finds the positions of a set of faces: by way of the mesh's `<vertices>`, or directly.
fn layout<'a, 'i>(element: Node<'a, 'i>, mesh: Node<'a, 'i>, library: &Library<'a, 'i>) -> Option<Layout<'a, 'i>> {
    let mut stride = 1;
    let mut found = None;
    for input in children(element, "input") {
        // A row has a handful of columns; a wild offset must not overflow anything.
        let offset = input.attribute("offset").and_then(|o| o.trim().parse::<usize>().ok()).unwrap_or(0).min(1024);
        stride = stride.max(offset + 1);
        let reference = input.attribute("source").unwrap_or("");
        let source = match input.attribute("semantic") {
            Some("VERTEX") => vertices_source(reference, mesh, library),
            Some("POSITION") => source(reference, mesh, library),
            _ => None,
        };
        found = found.or(source.map(|s| (s, offset)));
    }
    found.map(|(source, offset)| Layout { source, offset, stride })
}

/// An element of the mesh itself before one of the same id elsewhere.
fn own_or_any<'a, 'i>(
    kind: &str,
    reference: &str,
    mesh: Node<'a, 'i>,
    library: &Library<'a, 'i>,
) -> Option<Node<'a, 'i>> {
    let id = reference.rsplit('#').next().unwrap_or("").trim();
    let own = children(mesh, kind).find(|n| n.attribute("id") == Some(id));
    own.or_else(|| library.find(kind, reference))
}

fn source<'a, 'i>(reference: &str, mesh: Node<'a, 'i>, library: &Library<'a, 'i>) -> Option<Node<'a, 'i>> {
    own_or_any("source", reference, mesh, library)
}

fn vertices_source<'a, 'i>(reference: &str, mesh: Node<'a, 'i>, library: &Library<'a, 'i>) -> Option<Node<'a, 'i>> {
    let vertices = own_or_any("vertices", reference, mesh, library).or_else(|| child(mesh, "vertices"))?;
    let input = children(vertices, "input").find(|i| i.attribute("semantic") == Some("POSITION"))?;
    source(input.attribute("source")?, mesh, library)
}

/// Calls `polygon` with the position indices of every polygon of a set of faces.
fn for_each_polygon(element: Node<'_, '_>, layout: &Layout<'_, '_>, mut polygon: impl FnMut(&[u32])) {
    let column = |list: Node<'_, '_>| -> Vec<u32> {
        indices(list).chunks(layout.stride).filter_map(|row| row.get(layout.offset).copied()).collect()
    };
    match element.tag_name().name() {
        "triangles" => children(element, "p").for_each(|p| column(p).chunks_exact(3).for_each(&mut polygon)),
        "tristrips" => children(element, "p").for_each(|p| {
            for (i, t) in column(p).windows(3).enumerate() {
                // Every other triangle of a strip runs the other way.
                polygon(&if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] });
            }
        }),
        "trifans" => children(element, "p").for_each(|p| {
            let fan = column(p);
            fan.windows(2).skip(1).for_each(|edge| polygon(&[fan[0], edge[0], edge[1]]));
        }),
        "polylist" => {
            let counts = child(element, "vcount").map(indices).unwrap_or_default();
            let all: Vec<u32> = children(element, "p").flat_map(column).collect();
            let mut rest = all.as_slice();
            for count in counts {
                let Some((face, after)) = rest.split_at_checked(count as usize) else { break };
                polygon(face);
                rest = after;
            }
        }
        // "polygons": one face per <p>, or per <ph> with holes, which are filled.
        _ => {
            let outlines = element.children().filter_map(|c| match c.tag_name().name() {
                "p" => Some(c),
                "ph" => child(c, "p"),
                _ => None,
            });
            outlines.for_each(|p| polygon(&column(p)));
        }
    }
}
