//! Drawings of boards of several sizes.

use marlin_core::{BoardSize, Column, Game, Position, Score, Solver};
use marlin_svg::{Appearance, Diagram, Drawing, Graph, Surroundings, Theme};

/// Returns the number of elements with a class.
fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

fn game(moves: &str) -> Game {
    Game::parse(BoardSize::STANDARD, moves).unwrap()
}

/// Returns a game on a board of another size.
fn game_on(board: &str, moves: &str) -> Game {
    Game::parse(board.parse().unwrap(), moves).unwrap()
}

#[test]
fn every_cell_is_drawn_once() {
    let svg = Diagram::new(&game("4433")).to_string();
    assert_eq!(
        (count(&svg, "x"), count(&svg, "cross"), count(&svg, "o"), count(&svg, "hole")),
        (2, 2, 2, 38)
    );

    let svg = Diagram::new(&game_on("5x4", "33")).to_string();
    assert_eq!(
        (count(&svg, "x"), count(&svg, "o"), count(&svg, "hole"), count(&svg, "number")),
        (1, 1, 18, 5)
    );
}

#[test]
fn the_last_move_has_a_ring_and_the_empty_board_has_none() {
    assert_eq!(count(&Diagram::new(&game("4433")).to_string(), "last"), 1);
    assert_eq!(count(&Diagram::new(&game("")).to_string(), "last"), 0);
    let from_position = Game::from_position(*game("4433").position());
    assert_eq!(count(&Diagram::new(&from_position).to_string(), "last"), 0);
}

#[test]
fn winning_stones_have_a_ring_each() {
    let svg = Diagram::new(&game("1212121")).to_string();
    assert_eq!(count(&svg, "four"), 4);
    assert!(svg.contains("<title>Connect Four, X has won</title>"), "{svg}");
    // Five in a row are two lines of four.
    let svg = Diagram::new(&game("112255443")).to_string();
    assert_eq!(count(&svg, "four"), 5);
    assert_eq!(count(&Diagram::new(&game("4433")).to_string(), "four"), 0);
}

#[test]
fn the_best_scores_stand_out() {
    let game = game("4433");
    let scores = Solver::on(game.size()).query(game.position()).analyze().scores();
    let svg = Diagram { scores: Some(scores.to_vec()), ..Diagram::new(&game) }.to_string();
    assert_eq!((count(&svg, "score best"), count(&svg, "score win"), count(&svg, "score loss")), (2, 2, 3));
    assert!(svg.contains(">+18</text>") && svg.contains(">wins at 7</text>"), "{svg}");
    assert!(svg.contains(">\u{2212}4</text>") && svg.contains(">loses at 36</text>"), "{svg}");
    assert!(svg.contains("Scores of the columns from the left: -3 18 2 2 18 -3 -4."), "{svg}");
    assert!(svg.contains(">X to move: X wins on move 7 if both play perfectly</text>"), "{svg}");
}

#[test]
fn a_full_column_has_no_score() {
    let game = game("444444");
    let scores = Solver::on(game.size()).query(game.position()).analyze().scores();
    let svg = Diagram { scores: Some(scores.to_vec()), ..Diagram::new(&game) }.to_string();
    assert_eq!((svg.matches("class=\"score ").count(), count(&svg, "word")), (6, 6));
}

#[test]
fn every_number_of_columns_fits_its_drawing() {
    let svg = Diagram::new(&game_on("16x3", "1,16")).to_string();
    assert!(svg.contains(">16</text>"), "{svg}");
    assert!(Diagram::new(&game_on("1x4", "111")).to_string().contains("width=\"496\""));
}

#[test]
fn threats_of_both_players_are_drawn_and_named() {
    // X threatens d1 and O threatens d2; no mark is on a stone.
    let svg = Diagram { has_threats: true, ..Diagram::new(&game_on("5x4", "112233")) }.to_string();
    assert_eq!((count(&svg, "threat-x"), count(&svg, "threat-o")), (1, 1));
    assert!(svg.contains("Threats of X: d1. Threats of O: d2."), "{svg}");
    let svg = Diagram { has_threats: true, ..Diagram::new(&game("44")) }.to_string();
    assert!(svg.contains("Threats of X: none. Threats of O: none.") && !svg.contains("\"threat"), "{svg}");
}

#[test]
fn a_finished_game_has_no_threats() {
    let svg = Diagram { has_threats: true, ..Diagram::new(&game("1212121")) }.to_string();
    assert!(!svg.contains("Threats") && !svg.contains("\"threat"), "{svg}");
}

#[test]
fn a_cell_that_both_threaten_has_both_marks_beside_each_other() {
    // Row 1 is X X X . O O O: no player has played column 4.
    let game =
        Game::from_position(Position::parse("7x2".parse().unwrap(), ". . . . . . .\nX X X . O O O").unwrap());
    let svg = Diagram { has_threats: true, ..Diagram::new(&game) }.to_string();
    assert!(svg.contains("Threats of X: d1. Threats of O: d1."), "{svg}");
    let x = |class: &str| -> u32 {
        let shape = svg.split('<').find(|shape| shape.contains(&format!("class=\"{class}\""))).unwrap();
        shape.split("cx=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    assert!(x("threat-x") < x("threat-o"));
}

#[test]
fn a_line_is_drawn_as_numbered_ghosts_up_to_the_first_illegal_move() {
    let columns = |text: &str| {
        text.chars().filter_map(|digit| Column::from_number(digit as usize - 48)).collect::<Vec<_>>()
    };
    let game = game("4433");
    let svg = Diagram { line: columns("562"), ..Diagram::new(&game) }.to_string();
    assert_eq!((count(&svg, "ghost-x"), count(&svg, "ghost-o"), count(&svg, "step")), (2, 1, 3));
    assert!(svg.contains(">3</text>") && svg.contains("Best line: 5 6 2."), "{svg}");
    // X wins with the third move, so there is no fourth.
    let longer = Diagram { line: columns("5627"), ..Diagram::new(&game) }.to_string();
    assert_eq!(longer, svg);
    assert_eq!(count(&Diagram::new(&game).to_string(), "step"), 0);
}

#[test]
fn arrows_point_at_columns_with_and_without_scores() {
    let game = game("4433");
    let arrows: Vec<_> = [2, 5].into_iter().filter_map(Column::from_number).collect();
    let svg = Diagram { arrows: arrows.clone(), ..Diagram::new(&game) }.to_string();
    assert!(count(&svg, "arrow") == 2 && svg.contains("Arrows over the columns: 2 5."), "{svg}");
    let height =
        |svg: &str| svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse::<u32>().unwrap();
    let scores: Vec<_> = Solver::on(game.size()).query(game.position()).analyze().scores().to_vec();
    let plain = Diagram { scores: Some(scores), ..Diagram::new(&game) };
    let marked = Diagram { arrows, ..plain.clone() }.to_string();
    assert_eq!(
        height(&marked) - height(&plain.to_string()),
        height(&svg) - height(&Diagram::new(&game).to_string())
    );
}

#[test]
fn each_four_that_won_has_a_stroke_and_is_named() {
    let svg = Diagram::new(&game("112255443")).to_string();
    assert_eq!(count(&svg, "line"), 2);
    assert!(svg.contains("Four in a row: a1 b1 c1 d1. Four in a row: b1 c1 d1 e1."), "{svg}");
}

#[test]
fn the_last_move_is_named() {
    assert!(Diagram::new(&game("4433")).to_string().contains(" Last move: c2."));
    assert!(!Diagram::new(&game("")).to_string().contains("Last move"));
}

#[test]
fn an_appearance_has_the_colours_that_a_reader_with_that_preference_sees() {
    let game = game("44");
    for theme in Theme::ALL {
        let drawn = |appearance| {
            Diagram { drawing: Drawing { theme, appearance, ..Drawing::default() }, ..Diagram::new(&game) }
                .to_string()
        };
        let [auto, light, dark] = Appearance::ALL.map(drawn);
        let page = |svg: &str| {
            let shape = svg.split('<').find(|shape| shape.contains("class=\"page\"")).unwrap();
            shape.split("fill=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        assert!(!light.contains("<style") && !dark.contains("<style"));
        assert_eq!(page(&auto), page(&light));
        assert!(auto.contains(&format!(".marlin .page{{fill:{};", page(&dark))), "{auto}");
        assert_ne!(page(&light), page(&dark));
    }
}

/// Returns drawings that have shapes of every class together.
fn drawings(theme: Theme, appearance: Appearance) -> Vec<String> {
    let column = |number| Column::from_number(number).unwrap();
    let score = |value| Score::checked(BoardSize::STANDARD, value);
    let (open, won) = (game("112233"), game("1212121"));
    let drawing = Drawing { theme, appearance, ..Drawing::default() };
    let diagram = |game| Diagram { drawing, ..Diagram::new(game) };
    let scores = Some([-3, 18, 0, 0, 18, -3, 0].map(score).to_vec());
    let within = |surroundings| Diagram { scores: scores.clone(), surroundings, ..diagram(&open) };
    let scores_of_x = [1, 0, -4].map(score).to_vec();
    let graph = Graph { marks: vec![2], drawing, ..Graph::new(BoardSize::STANDARD, scores_of_x) };
    let diagrams = [
        diagram(&won),
        Diagram {
            has_threats: true,
            line: vec![column(7), column(6)],
            arrows: vec![column(1)],
            ..diagram(&open)
        },
        within(Surroundings::Bare),
        within(Surroundings::Card),
        within(Surroundings::Column(column(1))),
        within(Surroundings::All),
    ];
    diagrams.iter().map(ToString::to_string).chain([graph.to_string()]).collect()
}

#[test]
fn every_shape_has_its_colours_in_a_program_without_css() {
    for svg in Theme::ALL.into_iter().flat_map(|theme| drawings(theme, Appearance::Auto)) {
        let (before, sheet) = svg.split_once("<style><![CDATA[").unwrap();
        let (sheet, after) = sheet.split_once("]]></style>").unwrap();
        for shape in [before, after].concat().split('<') {
            let Some((name, attributes)) = shape.split_once(' ') else { continue };
            if !["circle", "path", "rect", "text", "stop"].contains(&name) {
                continue;
            }
            let has = |attribute: &str| attributes.contains(&format!(" {attribute}=\""));
            let has = |attribute| has(attribute) || attributes.starts_with(&format!("{attribute}=\""));
            assert!(has("fill") || name == "stop" && has("stop-color"), "{shape}");
            assert!(!attributes.contains("fill=\"none\"") || has("stroke"), "{shape}");
            assert!(name != "text" || has("font-size"), "{shape}");
            // The style sheet has the dark colours.
            let Some(class) = attributes.strip_prefix("class=\"").and_then(|rest| rest.split('"').next())
            else {
                continue;
            };
            assert!(sheet.contains(&format!(".marlin .{}{{", class.replace(' ', "."))), "{shape}: {sheet}");
            let is_filled = class.split(' ').any(|name| sheet.contains(&format!(".marlin .{name}{{fill")));
            assert!(!is_filled || !attributes.contains("fill=\"none\""), "{shape}: {sheet}");
        }
    }
}

#[test]
fn no_attribute_is_written_twice() {
    for svg in Appearance::ALL.into_iter().flat_map(|appearance| drawings(Theme::Classic, appearance)) {
        for shape in svg.split('<') {
            let mut names: Vec<_> =
                shape.split("=\"").filter_map(|part| part.rsplit([' ', '"']).next()).collect();
            names.pop();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{shape}");
        }
    }
}

#[test]
fn no_text_is_smaller_than_12_pixels() {
    let game = game("4433");
    let graph = Graph::new(BoardSize::STANDARD, Vec::new()).to_string();
    let svg = Diagram::new(&game).to_string() + &graph;
    let sizes: Vec<u32> = svg
        .split("font-size=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect();
    assert!(sizes.len() >= 7 && sizes.iter().all(|&size| size >= 12), "{sizes:?}");
}

#[test]
fn the_columns_side_by_side_are_the_board() {
    let game = game("112233");
    let drawn =
        |column| Diagram { surroundings: Surroundings::Column(column), ..Diagram::new(&game) }.to_string();
    let columns: Vec<_> = game.size().columns().map(drawn).collect();
    for (class, all) in [("x", 3), ("o", 3), ("hole", 36), ("number large", 7)] {
        assert_eq!(columns.iter().map(|svg| count(svg, class)).sum::<usize>(), all, "{class}");
    }
    for (index, svg) in columns.iter().enumerate() {
        assert!(svg.contains(&format!("viewBox=\"{} 0 72 488\"", 72 * index)), "{svg}");
    }
}

#[test]
fn a_card_has_the_size_of_previews_and_no_text() {
    let svg = Diagram { surroundings: Surroundings::Card, ..Diagram::new(&game("4433")) }.to_string();
    assert!(svg.contains("width=\"1200\" height=\"630\"") && !svg.contains("<text"), "{svg}");
}

#[test]
fn a_choice_is_read_by_its_name() {
    for theme in Theme::ALL {
        assert_eq!(theme.name().parse(), Ok(theme));
    }
    for appearance in Appearance::ALL {
        assert_eq!(appearance.name().parse(), Ok(appearance));
    }
    let error = "pink".parse::<Theme>().unwrap_err();
    assert_eq!(error, "'pink' is not a theme: 'classic', 'quiet' or 'high-contrast'");
    let error = "dusk".parse::<Appearance>().unwrap_err();
    assert_eq!(error, "'dusk' is not an appearance: 'auto', 'light' or 'dark'");
}
