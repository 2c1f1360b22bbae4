//! [`RobotModel`](crate::intake::RobotModel) to six [`ShapeSet`]s: hull, decomposition, bounding sphere and oriented
//! box, per link and per part.

mod hull;
mod shape;
mod shape_type;

pub use hull::Hull;
pub use shape::{BoundingSphere, Obb, Shape, ShapeGeometry, ShapeId, ShapeSet, pair_index, pairs};
pub use shape_type::ShapeType;
