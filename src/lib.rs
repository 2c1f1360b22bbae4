//! Noclash computes and proves self-collision matrices for robots.
//!
//! A module imports only from modules above it in this list; ARCHITECTURE.md describes each room.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod diagnostics;
pub mod math;
pub mod work;
mod xml;

pub mod mesh;
pub mod robot;

pub mod intake;

pub mod shapes;

pub mod proximity;

pub mod survey;

pub mod proof;

pub mod matrix;

pub mod motion;

pub mod formats;

pub mod session;

pub mod panels;
