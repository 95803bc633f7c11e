//! [`draw`]: the tree of the weak solution as a drawing.

use std::collections::HashSet;
use std::f64::consts::TAU;
use std::fmt::Write;

use marlin_coach::weak::{Solution, Stones};

/// The distance between two rings, which are two plies apart.
const RING: f64 = 42.0;
/// Half of the width of the drawing.
const HALF: f64 = 400.0;

/// A position with O to move in the drawing.
#[derive(Debug)]
struct Dot {
    /// The angle, as a share of the circle.
    angle: f64,
    ring: u32,
    /// The number of items of the rule of a leaf.
    items: Option<usize>,
    children: Vec<Dot>,
}

/// Returns the tree as SVG: the position after d1 in the middle, and two plies from ring to ring. A position
/// that has several ways to it is drawn at the first one. The leaves are dots.
pub(super) fn draw(solution: &Solution) -> String {
    let mut ends = 0;
    let mut root = Dot::of(solution, Solution::start(), 0, &mut HashSet::new(), &mut ends);
    root.turn(f64::from(ends.max(1)));
    let (mut lines, mut short, mut long) = (String::new(), String::new(), String::new());
    root.write(&mut lines, &mut short, &mut long);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{HALF} -{HALF} {size} {size}\" role=\"img\" \
         aria-label=\"The tree of the weak solution\">\n<g fill=\"none\" stroke-linecap=\"round\">\n\
         <path stroke=\"#9ab\" stroke-width=\".7\" d=\"{lines}\"/>\n\
         <path stroke=\"#27c\" stroke-width=\"3\" d=\"{short}\"/>\n\
         <path stroke=\"#c42\" stroke-width=\"3\" d=\"{long}\"/>\n</g>\n</svg>\n",
        size = 2.0 * HALF,
    )
}

impl Dot {
    /// Returns a position with all below it that was not drawn before. `ends` counts the positions with
    /// nothing below them.
    fn of(solution: &Solution, stones: Stones, ring: u32, seen: &mut HashSet<u64>, ends: &mut u32) -> Self {
        let items = solution.rules.get(&stones.key()).map(|rule| rule.items.len());
        let mut children = Vec::new();
        if items.is_none() {
            for (reply, _) in Solution::replies(stones) {
                let Some(&cell) = solution.moves.get(&reply.key()) else { continue };
                let (after, _) = reply.with_x(cell).canonical();
                if seen.insert(after.key()) {
                    children.push(Self::of(solution, after, ring + 1, seen, ends));
                }
            }
        }
        let middle = |(first, last): (&Self, &Self)| f64::midpoint(first.angle, last.angle);
        let end = || {
            *ends += 1;
            f64::from(*ends)
        };
        let angle = children.first().zip(children.last()).map_or_else(end, middle);
        Self { angle, ring, items, children }
    }

    /// Divides all angles by the number of ends.
    fn turn(&mut self, ends: f64) {
        self.angle /= ends;
        self.children.iter_mut().for_each(|child| child.turn(ends));
    }

    /// Returns the place of the position.
    fn place(&self) -> String {
        let (sin, cos) = (TAU * self.angle).sin_cos();
        let radius = RING * f64::from(self.ring);
        format!("{:.0} {:.0}", radius * cos, radius * sin)
    }

    /// Writes the lines to the positions below, and the leaves with rules of up to 14 items and of more.
    fn write(&self, lines: &mut String, short: &mut String, long: &mut String) {
        let place = self.place();
        // Writing to a string cannot fail.
        if let Some(items) = self.items {
            let _ = write!(if items > 14 { &mut *long } else { &mut *short }, "M{place}h0");
        }
        for child in &self.children {
            let _ = write!(lines, "M{place}L{}", child.place());
            child.write(lines, short, long);
        }
    }
}

#[cfg(test)]
mod tests {
    use marlin_coach::weak::FILE;

    use super::draw;

    #[test]
    fn the_picture_of_the_documentation_is_that_of_the_solution() {
        let drawing = draw(&FILE.parse().unwrap());
        assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n") && drawing.len() < 200_000);
        let kept =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/weak-solution.svg"));
        assert!(drawing == kept.unwrap(), "make it again: just weak");
    }
}
