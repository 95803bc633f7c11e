//! The picture of the documentation.

use std::fmt::Write as _;

use marlin_tui::{ColourDepth, Look, Seat};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::player::{Player, engine};

/// The screen, in characters, and a character, in pixels.
const SCREEN: (u16, u16) = (80, 24);
const CHARACTER: (u16, u16) = (10, 20);

/// The colours where a character has none.
const TEXT: &str = "#d0d0d0";
const GROUND: &str = "#101418";

/// The characters by their full quarters: bit 0 is the upper left one, bit 1 the upper right, then the lower
/// ones.
const QUARTERS: &str = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";

#[test]
fn the_picture_of_the_documentation_is_the_screen_after_eleven_moves() {
    let mut player = Player::against("7x6", "44353352455", [engine(5), Seat::Person]);
    player.type_text("hhgt");
    player.let_engine_reply();
    let screen = player.screen(Look { depth: ColourDepth::True, ..Look::FULL });
    let picture = std::fs::read_to_string("../../docs/play.svg").unwrap();
    // Not assert_eq: the two are a thousand lines each.
    let drawn = svg(&screen);
    assert!(drawn == picture, "write this into docs/play.svg:\n{drawn}");
}

/// Returns a screen as SVG.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = (SCREEN.0 * CHARACTER.0, SCREEN.1 * CHARACTER.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"-10 -10 {} {}\" \
         font-family=\"ui-monospace,DejaVu Sans Mono,monospace\" font-size=\"16\">\n\
         <title>A game in a terminal</title>\n\
         <rect x=\"-10\" y=\"-10\" width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n",
        width + 20,
        height + 20
    );
    for y in 0..SCREEN.1 {
        for x in 0..SCREEN.0 {
            push_character(&mut svg, x * CHARACTER.0, y * CHARACTER.1, &buffer[(x, y)]);
        }
    }
    svg + "</svg>\n"
}

/// Appends a character: its ground, then full quarters as rectangles, or the text.
fn push_character(svg: &mut String, x: u16, y: u16, cell: &Cell) {
    let is_reversed = cell.modifier.contains(Modifier::REVERSED);
    let (text, ground) = (colour(cell.fg), colour(cell.bg));
    let (text, ground) = if is_reversed {
        (ground.unwrap_or(GROUND.to_owned()), text.or(Some(TEXT.to_owned())))
    } else {
        (text.unwrap_or(TEXT.to_owned()), ground)
    };
    let mut rectangle = |x: u16, y: u16, width: u16, height: u16, colour: &str| {
        // A little more than the place, so that no line is seen between neighbours. Writing to a `String`
        // never fails.
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}.2\" height=\"{height}.2\" fill=\"{colour}\"/>"
        );
    };
    if let Some(ground) = ground {
        rectangle(x, y, CHARACTER.0, CHARACTER.1, &ground);
    }
    let symbol = cell.symbol();
    if let Some(quarters) = QUARTERS.chars().position(|quarter| symbol == quarter.to_string()) {
        let (width, height) = (CHARACTER.0 / 2, CHARACTER.1 / 2);
        for bit in (0..4).filter(|bit| quarters >> bit & 1 == 1) {
            rectangle(x + bit % 2 * width, y + bit / 2 * height, width, height, &text);
        }
        return;
    }
    let weight = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let opacity = if cell.modifier.contains(Modifier::DIM) { " opacity=\".65\"" } else { "" };
    let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{}\" textLength=\"{}\" fill=\"{text}\"{weight}{opacity}>{symbol}</text>",
        y + CHARACTER.1 * 3 / 4,
        CHARACTER.0
    );
}

/// Returns a colour of the theme.
fn colour(colour: Color) -> Option<String> {
    let Color::Rgb(red, green, blue) = colour else { return None };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}
