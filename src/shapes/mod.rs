//! [`RobotModel`](crate::intake::RobotModel) to six [`ShapeSet`]s: hull, decomposition, bounding sphere and oriented
//! box, per link and per part.

mod settings;
mod shape;
mod shape_type;
#[allow(clippy::module_inception)]
mod shapes;

mod hull;
mod quickhull;
mod simplify;
mod solid_hull;

mod min_box;
mod min_sphere;
mod primitive;

mod link_mesh;

mod decomposition;

mod coverage;
mod made;
mod store;

mod assemble;
mod pipeline;

pub use hull::Hull;
pub use made::{LinkKey, Made, MadeLink};
pub use pipeline::{ShapesPipeline, build};
pub use settings::{FINENESS, MOST_PARTS, ShapeSettings};
pub use shape::{BoundingSphere, Obb, Shape, ShapeGeometry, ShapeId, ShapeSet, pair_index, pairs};
pub use shape_type::ShapeType;
pub use shapes::{Fit, LinkShapes, Shapes};
pub use solid_hull::Thickened;
pub use store::ShapeStore;
