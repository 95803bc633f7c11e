//! A hundred issues at once, with a second writer.

use std::collections::BTreeSet;

use crate::world::{PULL_REQUEST, World};

/// The issues of the game.
const ISSUES: usize = 100;
/// The first game: yellow wins at move 7.
const FIRST: &str = "4141414";
/// The second game: column 1 is full after six moves, and the board has no four in a row.
const SECOND: &str = "111111462222627354473355336743244566";
/// The players.
const PLAYERS: [&str; 6] = ["ann", "bob", "cem", "dana", "eve", "Finn-9"];

/// Issues, and the expected games.
#[derive(Debug, Default)]
struct Script {
    /// The titles and authors.
    issues: Vec<(String, &'static str)>,
    /// The issues that are accepted.
    accepted: BTreeSet<usize>,
    /// The columns and the issues of each game; column 0 is the bot's choice.
    games: Vec<Vec<(usize, usize)>>,
    /// The number of moves of the running game.
    ply: usize,
    author: usize,
}

impl Script {
    /// Returns two games, each move of which is followed by issues that must be refused.
    fn new() -> Self {
        let mut script = Self { games: vec![Vec::new()], ..Self::default() };
        for column in FIRST.bytes() {
            script.play(usize::from(column - b'0'), 1);
        }
        script.refused("connect4|drop|red|2", "ann");
        script.accept("connect4|new".to_owned(), PLAYERS[0]);
        script.games.push(Vec::new());
        script.ply = 0;
        for column in SECOND.bytes() {
            script.play(usize::from(column - b'0'), 1);
        }
        script.accept("connect4|drop|yellow|ai".to_owned(), PLAYERS[5]);
        let issue = script.issues.len();
        script.games[1].push((0, issue));
        while script.issues.len() < ISSUES {
            script.refused("connect4|drop|yellow|ai|1.0", PLAYERS[1]);
        }
        script
    }

    fn side(&self) -> &'static str {
        ["yellow", "red"][self.ply % 2]
    }

    /// Adds an issue, and returns its number in the script.
    fn accept(&mut self, title: String, author: &'static str) {
        self.issues.push((title, author));
        self.accepted.insert(self.issues.len());
    }

    fn refused(&mut self, title: &str, author: &'static str) {
        self.issues.push((title.to_owned(), author));
    }

    /// Adds a move, and then issues that must be refused.
    fn play(&mut self, column: usize, nb_refused: usize) {
        let author = PLAYERS[self.author % PLAYERS.len()];
        self.author += 1;
        let (side, game, ply) = (self.side(), self.games.len(), self.ply);
        let guard = if ply % 3 == 0 { String::new() } else { format!("|{game}.{ply}") };
        self.accept(format!("connect4|drop|{side}|{column}{guard}"), author);
        let issue = self.issues.len();
        self.games[game - 1].push((column, issue));
        self.ply += 1;
        for _ in 0..nb_refused {
            self.refuse(author);
        }
    }

    /// Adds an issue that must be refused, of a kind that changes from one to the next; `last` has made the
    /// last move.
    fn refuse(&mut self, last: &'static str) {
        let (side, other) = (self.side(), ["red", "yellow"][self.ply % 2]);
        let stranger = "a-stranger";
        let (game, ply) = (self.games.len(), self.ply);
        let (title, author) = match self.issues.len() / 2 % 8 {
            0 => (format!("connect4|drop|{side}|5"), last),
            1 => (format!("connect4|drop|{other}|5"), stranger),
            2 => (format!("connect4|drop|{side}|5|{game}.{}", ply - 1), stranger),
            3 => ("connect4|new".to_owned(), stranger),
            4 => ("connect4|$(touch pwned)`touch pwned`".to_owned(), stranger),
            5 => ("Connect4|<script>{pwned}</script> ![](pwned) \u{202e}\\\"".to_owned(), stranger),
            6 => (format!("connect4|drop|{side}|{}5", "0".repeat(60)), stranger),
            _ if game == 2 && ply >= 6 => (format!("connect4|drop|{side}|1"), stranger),
            _ => (format!("connect4|drop|{side}|8"), stranger),
        };
        self.refused(&title, author);
    }
}

/// Returns the number of the issue on GitHub: ordinary issues and pull requests are between those of the
/// game.
const fn number(index: usize) -> u32 {
    (index + index / 3) as u32
}

#[test]
fn of_a_hundred_issues_at_once_each_legal_move_is_played_once_and_in_order() {
    let Some(world) = World::new() else { return };
    let script = Script::new();
    assert_eq!((script.issues.len(), script.accepted.len()), (ISSUES, 7 + 1 + 36 + 1));
    for (index, (title, author)) in (1..).zip(&script.issues) {
        world.open(number(index), title, author);
    }
    let others: Vec<_> = (1..=ISSUES).step_by(3).map(|index| number(index + 2) - 1).collect();
    for (index, &other) in others.iter().enumerate() {
        world.open(other, "connect4|new", if index % 2 == 0 { PULL_REQUEST } else { "ann" });
        if index % 2 == 1 {
            world.open(other, "I like connect4|new", "ann");
        }
    }
    world.let_rivals_push(2);
    world.play();

    let series = world.series();
    // The bot wins the second game.
    let games: Vec<_> = series.finished.iter().map(|finished| &finished.log).collect();
    assert_eq!((games.len(), series.state.game), (2, 2));
    for (played, expected) in games.iter().zip(&script.games) {
        let issues: Vec<_> = played.iter().map(|played| played.issue).collect();
        let expected_issues: Vec<_> = expected.iter().map(|&(_, index)| Some(number(index).into())).collect();
        assert_eq!(issues, expected_issues);
        let is_as_expected = |(played, expected): (&marlin_readme::LoggedMove, &(usize, usize))| {
            if expected.0 == 0 { played.bot } else { !played.bot && played.column == expected.0 }
        };
        assert!(played.iter().zip(expected).all(is_as_expected), "{played:?}");
    }

    let subject = "Connect Four: game 2, move 37";
    assert_eq!(world.subjects(), ["Begin", "rival 2", "rival 1", subject]);
    assert_eq!(world.file("notes.md"), "notes\nrival 2\n");
    assert!(world.file("README.md").starts_with("rival 1\nHello {braces}\n"));

    for index in 1..=ISSUES {
        let issue = world.hub(number(index));
        let (label, reaction) = if script.accepted.contains(&index) {
            ("connect4", "rocket")
        } else {
            ("connect4-refused", "confused")
        };
        let found = (&*issue.state, &*issue.labels, &*issue.reactions, issue.comments.len());
        assert_eq!(found, ("closed", label, reaction, 1), "{:?}: {issue:?}", script.issues[index - 1]);
        assert!(issue.comments[0].ends_with(&format!("<!-- connect4 answer {} -->\n", number(index))));
        assert!(!issue.comments[0].contains("pwned"), "{issue:?}");
    }
    for &other in &others {
        let issue = world.hub(other);
        assert_eq!((&*issue.state, &*issue.labels, issue.comments.len()), ("open", "", 0), "{other}");
    }
    let found = world.git(&["-C", "remote.git", "ls-tree", "-r", "--name-only", "main"]);
    assert!(!found.contains("pwned") && !world.file("README.md").contains("pwned"), "{found}");
    // Refused twice, so listed three times; and three requests for an issue.
    let calls = world.calls();
    assert_eq!(calls.iter().filter(|call| call.starts_with("gh ")).count(), 3 + 3 * ISSUES);
}
