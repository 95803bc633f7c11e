//! Explanations of positions: why a side wins, each statement with its proof.
