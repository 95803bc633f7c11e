#![doc = include_str!("../README.md")]

pub mod explain;
pub mod level;
pub mod review;
