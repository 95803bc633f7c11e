#![doc = include_str!("../README.md")]

pub mod answer;
pub mod explain;
pub mod given;
pub mod level;
pub mod review;
