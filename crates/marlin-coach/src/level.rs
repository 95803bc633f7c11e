//! Levels of play, from a beginner to a perfect player.
