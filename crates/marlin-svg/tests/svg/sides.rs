//! Drawings with other names and colours, and bare ones.

use marlin_core::{BoardSize, Game, Score, Solver};
use marlin_svg::{Appearance, Diagram, Drawing, Graph, Sides, Surroundings, Theme};

const RED_YELLOW: Drawing =
    Drawing { theme: Theme::Classic, appearance: Appearance::Auto, sides: Sides::RedYellow };

fn game(moves: &str) -> Game {
    Game::parse(BoardSize::STANDARD, moves).unwrap()
}

#[test]
fn red_and_yellow_are_named_wherever_x_and_o_were() {
    let game = game("4433");
    let scores = Solver::on(game.size()).query(game.position()).analyze().scores();
    let scores = Some(scores.to_vec());
    let diagram = Diagram { scores, has_threats: true, drawing: RED_YELLOW, ..Diagram::new(&game) };
    let svg = diagram.to_string();
    assert!(svg.contains(">Red to move: Red wins on move 7 if both play perfectly</text>"), "{svg}");
    assert!(svg.contains("..YY... ..RR..."), "{svg}");
    assert!(svg.contains("Threats of Red: none. Threats of Yellow: none."), "{svg}");
    assert!(diagram.description().starts_with("7 columns, 6 rows"));
}

#[test]
fn the_first_player_may_be_yellow_with_the_engravings_and_colours_of_x_and_o() {
    let game = game("4433");
    let drawn = |sides| {
        let drawing = Drawing { sides, ..Drawing::default() };
        Diagram { drawing, ..Diagram::new(&game) }.to_string()
    };
    let [named, plain] = [Sides::YellowRed, Sides::XO].map(drawn);
    assert!(named.contains(">Yellow to move<") && named.contains("..RR... ..YY..."), "{named}");
    let shapes = |svg: &str| {
        svg.lines()
            .filter(|line| line.contains("<circle") || line.contains("<path"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(shapes(&named), shapes(&plain));
}

#[test]
fn a_won_game_is_won_by_a_colour() {
    let game = game("1212121");
    assert!(
        Diagram { drawing: RED_YELLOW, ..Diagram::new(&game) }
            .to_string()
            .contains("Connect Four, Red has won")
    );
}

#[test]
fn a_graph_names_the_colours() {
    let score = |value| Score::checked(BoardSize::STANDARD, value);
    let scores = vec![score(1), score(-4)];
    let graph = Graph { drawing: RED_YELLOW, ..Graph::new(BoardSize::STANDARD, scores) };
    assert_eq!(graph.description(), "From move 1 Red wins, from move 2 Yellow wins.");
    let svg = graph.to_string();
    assert!(
        svg.contains(">Yellow wins</text>") && svg.contains(">Taller bars: the win is closer</text>"),
        "{svg}"
    );
}

#[test]
fn a_bare_board_is_the_board_alone() {
    let game = game("44");
    let svg = Diagram { surroundings: Surroundings::Bare, ..Diagram::new(&game) }.to_string();
    assert!(svg.contains("width=\"520\" height=\"456\""), "{svg}");
    assert!(!svg.contains("<text") && !svg.contains("class=\"page\""), "{svg}");
    assert_eq!(svg.matches("class=\"hole\"").count(), 40);
    let narrow = Game::on("1x4".parse().unwrap());
    assert!(
        Diagram { surroundings: Surroundings::Bare, ..Diagram::new(&narrow) }
            .to_string()
            .contains("width=\"88\" height=\"312\"")
    );
}
