//! Where a ray first meets a body.

use super::body::{ConvexBody, Core};
use super::frame::Frame;
use super::gjk::{self, Difference, Found};
use super::simplex::Simplex;
use super::vector::{V3, dot};
use crate::math::Vec3;

const MAX_STEPS: usize = 200;

impl ConvexBody {
    /// Distance along the ray from `origin` (the body's frame, metres) in `direction` (any length but zero) to where it
    /// first meets the body, in units of `direction`; 0 if it begins inside, `None` if it misses.
    ///
    /// The ray is cut at the plane square to the line from it to the closest point of the body, again and again: each
    /// such plane has the body behind it (van den Bergen, Ray Casting against General Convex Objects, 2004).
    pub fn raycast(&self, origin: &Vec3, direction: &Vec3) -> Option<f64> {
        let length = direction.norm();
        if !length.is_finite() || length <= 0.0 || !origin.iter().all(|c| c.is_finite()) {
            return None;
        }
        let d = direction / length;
        let (center, bound) = self.bounding_ball();
        let tolerance = 1e-9 * (bound + (center - origin).norm());
        let mut travelled = 0.0;
        let mut simplex = Simplex::new();
        for _ in 0..MAX_STEPS {
            let at = origin + d * travelled;
            let core = Core::Point(V3::of(&at));
            let m = Difference { a: &self.core, b: &core, frame: Frame::identity(), scale: bound + tolerance };
            let Found::Apart { distance, weights } = gjk::distance(&m, &mut simplex, V3::of(&(at - center))) else {
                return Some(travelled / length);
            };
            let gap = distance - self.radius;
            if gap <= tolerance {
                return Some(travelled / length);
            }
            let mut between = V3::ZERO;
            for (k, id) in simplex.id[..simplex.len].iter().enumerate() {
                between += m.vertex(*id) * weights[k];
            }
            // From the ray's point to the body; how fast the ray comes nearer.
            let approach = dot(between, V3::of(&d)) / distance;
            if approach <= 0.0 {
                return None;
            }
            travelled += gap / approach;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Mat3;
    use crate::shapes::{BoundingSphere, Obb};

    #[test]
    fn a_cube_is_met_on_its_near_face() {
        let half_extents = Vec3::repeat(0.5);
        let obb = Obb { center: Vec3::zeros(), rotation: Mat3::identity(), half_extents };
        let cube = ConvexBody::from_box(&obb).unwrap();
        let near = |o: [f64; 3], d: [f64; 3]| cube.raycast(&Vec3::from(o), &Vec3::from(d));
        let close = |found: Option<f64>, t: f64| found.is_some_and(|f| (f - t).abs() < 1e-8);
        assert!(close(near([3.0, 0.2, 0.1], [-1.0, 0.0, 0.0]), 2.5));
        assert!(close(near([3.0, 0.2, 0.1], [-2.0, 0.0, 0.0]), 1.25));
        assert!(close(near([2.0, 2.0, 2.0], [-1.0, -1.0, -1.0]), 1.5));
        assert!(close(near([0.1, 0.0, 0.0], [0.0, 1.0, 0.0]), 0.0));
        assert!(close(near([-0.5 - 1.0, -0.499, 0.0], [1.0, 0.0, 0.0]), 1.0));
        assert_eq!(near([3.0, 0.2, 0.1], [1.0, 0.0, 0.0]), None);
        assert_eq!(near([3.0, 0.6, 0.0], [-1.0, 0.0, 0.0]), None);
        assert_eq!(near([3.0, 0.6, 0.0], [0.0, 0.0, 0.0]), None);
        assert_eq!(near([f64::NAN, 0.6, 0.0], [1.0, 0.0, 0.0]), None);
    }

    #[test]
    fn a_sphere_is_met_where_the_formula_says() {
        let ball = ConvexBody::from_sphere(&BoundingSphere { center: Vec3::new(0.0, 0.0, 5.0), radius: 1.0 }).unwrap();
        let found = ball.raycast(&Vec3::new(0.6, 0.0, 0.0), &Vec3::z()).unwrap();
        assert!((found - 4.2).abs() < 1e-7, "{found}");
        assert_eq!(ball.raycast(&Vec3::new(1.1, 0.0, 0.0), &Vec3::z()), None);
    }
}
