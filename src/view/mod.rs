//! Bevy: scene, camera, highlight, picking.
