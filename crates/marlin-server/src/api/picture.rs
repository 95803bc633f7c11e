//! `board.svg` and `board.png`: a board as a picture, for pages and for previews of links; and the card of a
//! link of the page.

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};
use marlin_coach::request::{
    APPEARANCE, BOARD, Door, Field, Fields, POS, POSITION, Request, RequestError, SCORES, THEME, Verb,
};
use marlin_core::{BoardSize, GameOutcome, Player};
use marlin_svg::{Appearance, Diagram, Drawing, Surroundings};

use super::Problem;
use super::requests::{Asked, Shared, door, given};
use crate::page::{has_copy, tag, tagged};
use crate::pool::Budget;

const PLY: &Field = &Field::number("ply", 0, u64::MAX);
const FIELDS: &[&Field] = &[POS, POSITION, BOARD, PLY, SCORES, THEME, APPEARANCE];

/// The levels of the sides in a link of the page, 0 for a person.
const LEVELS: [&Field; 2] = [&Field::number("x", 0, 10), &Field::number("o", 0, 10)];

/// A picture depends only on its URL and on the version of this program.
const DAY: &str = "public, max-age=86400";

/// The sources of a drawing: its own style sheet.
const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Answers `GET /board.svg?pos=4433`.
pub(super) async fn svg(asked: Asked, headers: HeaderMap) -> Result<Response, Problem> {
    let (State(shared), RawQuery(query)) = asked;
    let (drawing, _) = draw(query.as_deref(), &shared, false).await?;
    let tag = tag(drawing.as_bytes());
    let body = (!has_copy(&headers, &tag)).then(|| Bytes::from(drawing));
    Ok(response("image/svg+xml", &tag, body))
}

/// Draws the board of a request, with the scores if it has them. Returns the limits of the request too.
async fn draw(query: Option<&str>, shared: &Shared, is_card: bool) -> Result<(String, Budget), Problem> {
    let door = Door { without: &["base"], ..door(shared.pool.board()) };
    let given = given(query)?;
    let fields = Fields::new(&door, FIELDS, &given)?;
    let theme = fields.text(THEME).and_then(|name| name.parse().ok()).unwrap_or_default();
    let appearance = fields.text(APPEARANCE).and_then(|name| name.parse().ok()).unwrap_or_default();
    let request = read(&fields)?;
    let (budget, game) = (shared.budget(&request), request.game);
    let scores = if request.drawn.scores {
        Some(shared.proven(*game.position(), budget).await?.scores().to_vec())
    } else {
        None
    };
    // A PNG has one appearance for all readers.
    let appearance = if is_card && appearance == Appearance::Auto { Appearance::Light } else { appearance };
    let surroundings = if is_card { Surroundings::Card } else { Surroundings::All };
    let drawing = Drawing { theme, appearance, ..Drawing::default() };
    Ok((Diagram { scores, drawing, surroundings, ..Diagram::new(&game) }.to_string(), budget))
}

/// Reads the request of a picture, whose game ends with the last move that is shown.
fn read(fields: &Fields<'_>) -> Result<Request, RequestError> {
    let mut request = Request::of(Verb::Draw, fields)?;
    let (ply, played) = (fields.count(PLY), request.game.moves().len());
    if let Some(ply) = ply.filter(|&ply| ply > played) {
        return Err(RequestError::of_field(PLY.name, format!("ply {ply}: the game has {played} moves")));
    }
    while ply.is_some_and(|ply| request.game.moves().len() > ply) {
        request.game.undo();
    }
    Ok(request)
}

/// Returns the card of a link of the page to a position: the picture and the words that other programs show
/// for the link. `None` if it leads elsewhere. The page has 7x6 where a link names no board.
pub(crate) fn card(query: &str, headers: &HeaderMap) -> Option<String> {
    let (door, given) = (Door { noun: None, ..door(BoardSize::STANDARD) }, given(Some(query)).ok()?);
    let known = [POS, BOARD, PLY, LEVELS[0], LEVELS[1]];
    let fields = Fields::new(&door, &known, &given).ok()?;
    let request = read(&fields).ok()?;
    let leads_elsewhere = ["puzzle", "lesson"].iter().any(|&name| given.contains_key(name));
    if leads_elsewhere || request.given.is_empty() || !cfg!(feature = "png") {
        return None;
    }
    let (game, levels) = (&request.game, LEVELS.map(|field| fields.count(field).unwrap_or_default()));
    let name = |player: Player| match (levels[player as usize], player) {
        (level @ 1.., _) if levels[0] != levels[1] => format!("Level {level}"),
        (_, Player::X) => "Yellow".to_owned(),
        (_, Player::O) => "Red".to_owned(),
    };
    let (sides, stones) = ([Player::X, Player::O].map(name), game.position().occupied().len());
    let title = match game.outcome() {
        Some(GameOutcome::Won(winner)) => {
            format!("{} beat {} on move {stones}", name(winner), name(winner.opponent()))
        }
        Some(GameOutcome::Drawn) => sides.join(" against ") + ": a draw",
        None => format!("{}: {} to move", sides.join(" against "), name(game.position().side_to_move())),
    };
    let (board, ply) = (game.size().to_string(), game.moves().len().to_string());
    let mut picture = form_urlencoded::Serializer::new(String::new());
    picture.extend_pairs([("pos", &request.given), ("board", &board), ("ply", &ply)]);
    // Programs that show cards need a whole address. A proxy with TLS names the scheme of its client.
    let has_tls = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let scheme = if has_tls { "https" } else { "http" };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let site = host.map_or_else(String::new, |host| format!("{scheme}://{host}/"));
    let image = format!("{site}board.png?{}", picture.finish()).replace('&', "&amp;").replace('"', "&quot;");
    Some(format!(
        "<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"Four in a row on {board}, with the exact result of every move.\">\n\
         <meta property=\"og:image\" content=\"{image}\">"
    ))
}

/// Returns a picture with its headers, without a body for a client that has a copy.
fn response(media_type: &'static str, tag: &str, picture: Option<Bytes>) -> Response {
    let policy =
        [(CACHE_CONTROL, DAY), (CONTENT_SECURITY_POLICY, DRAWING_POLICY), (CONTENT_TYPE, media_type)];
    (policy, tagged(tag, picture)).into_response()
}

#[cfg(feature = "png")]
pub(super) mod png {
    use std::collections::VecDeque;
    use std::sync::{Mutex, PoisonError};

    use axum::http::StatusCode;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    use super::{Asked, Bytes, HeaderMap, Problem, RawQuery, Response, State, draw, has_copy, response, tag};
    use crate::pool::Lane;

    /// The last pictures, by their drawings: a link is most often opened by many at a time.
    static LAST: Mutex<VecDeque<(String, Bytes)>> = Mutex::new(VecDeque::new());

    /// The maximum number of pictures that are kept, some 50 KB each with their drawings.
    const MOST: usize = 64;

    /// Answers `GET /board.png?pos=4433`. The picture is made on a thread of the searches, whose number is
    /// limited.
    pub(in crate::api) async fn png(asked: Asked, headers: HeaderMap) -> Result<Response, Problem> {
        let (State(shared), RawQuery(query)) = asked;
        let (drawing, budget) = draw(query.as_deref(), &shared, true).await?;
        let tag = tag(drawing.as_bytes());
        if has_copy(&headers, &tag) {
            return Ok(response("image/png", &tag, None));
        }
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last().iter().find(|(made, _)| *made == drawing).map(|(_, picture)| picture.clone());
        if known.is_some() {
            return Ok(response("image/png", &tag, known));
        }
        let text = drawing.clone();
        let run = move |_: &_, _: &_| rasterize(&text);
        let picture = shared.pool.enqueue(Lane::Short, shared.pool.board(), budget, run)?.result().await?;
        let failed =
            || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "no picture: this is a bug in marlin");
        let picture = Bytes::from(picture.ok_or_else(failed)?);
        let mut last = last();
        // Requests at the same time make a picture several times.
        if last.iter().all(|(made, _)| *made != drawing) {
            last.truncate(MOST - 1);
            last.push_front((drawing, picture.clone()));
        }
        Ok(response("image/png", &tag, Some(picture)))
    }

    /// Returns a drawing without text as a PNG. It uses no font and no file of the machine, and no operation
    /// on numbers whose result differs between processors, so its bytes are the same everywhere.
    fn rasterize(drawing: &str) -> Option<Vec<u8>> {
        let tree = Tree::from_str(drawing, &Options::default()).ok()?;
        let size = tree.size().to_int_size();
        let mut pixmap = Pixmap::new(size.width(), size.height())?;
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        pixmap.encode_png().ok()
    }

    #[cfg(test)]
    mod tests {
        use marlin_core::{Game, Score};
        use marlin_svg::{Appearance, Diagram, Drawing, Surroundings};

        use super::*;

        /// FNV-1a of the picture, which no library and no version of Rust can change.
        fn hash(bytes: &[u8]) -> u64 {
            let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
        }

        #[test]
        fn a_picture_has_the_same_bytes_on_every_machine() {
            let game = Game::parse(marlin_core::BoardSize::STANDARD, "1223343445").unwrap();
            let scores =
                Some([-18, 0, 3, 18, -5, 16, -14].map(|score| Score::checked(game.size(), score)).to_vec());
            let (drawing, surroundings) =
                (Drawing { appearance: Appearance::Light, ..Drawing::default() }, Surroundings::Card);
            let diagram = Diagram { scores, drawing, surroundings, ..Diagram::new(&game) }.to_string();
            let picture = rasterize(&diagram).unwrap();
            if let Some(path) = std::env::var_os("MARLIN_PICTURE") {
                std::fs::write(path, &picture).unwrap();
            }
            assert_eq!(&picture[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1200 x 630 in the header");
            assert_eq!(format!("{:016x}", hash(&picture)), "5047feca96b429f8");
        }
    }
}
