//! `board.svg` and `board.png`: a board as a picture, for pages and for previews of links.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use marlin_coach::request::{BOARD, Field, FieldKind, Fields, POSITION, Request, RequestError, SCORES, Verb};
use marlin_core::{Game, Score};
use marlin_svg::{Appearance, Diagram, Drawing, Surroundings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::Problem;
use super::requests::{door, given};
use super::shared::Shared;
use crate::page::{has_copy, tag};
use crate::pool::{Budget, Lane};

const POS: &Field = &Field::new("pos", FieldKind::Text);
const PLY: &Field = &Field::number("ply", 0, u64::MAX);
const THEME: &Field = &Field::new("theme", FieldKind::OneOf(&["classic", "quiet", "high-contrast"]));
const APPEARANCE: &Field = &Field::new("appearance", FieldKind::OneOf(&["auto", "light", "dark"]));

/// A picture depends on its URL alone, and on the version of this program.
const DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// The sources of a drawing: its own style sheet.
const DRAWING_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// A request for a picture.
struct PictureRequest {
    game: Game,
    scores: Option<Vec<Option<Score>>>,
    drawing: Drawing,
    budget: Budget,
}

/// Answers `GET /board.svg?pos=4433`.
pub(super) async fn svg(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let drawing = PictureRequest::parse(query.as_deref(), &shared).await?.diagram().to_string();
    let tag = tag(drawing.as_bytes());
    let body = (!has_copy(&headers, &tag)).then(|| Bytes::from(drawing));
    Ok(response("image/svg+xml", &tag, body))
}

/// Answers `GET /board.png?pos=4433`. The picture is made on a thread of the searches, whose number is limited.
pub(super) async fn png(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut request = PictureRequest::parse(query.as_deref(), &shared).await?;
    // A PNG has one appearance for all readers.
    if request.drawing.appearance == Appearance::Auto {
        request.drawing.appearance = Appearance::Light;
    }
    let drawing = Diagram { surroundings: Surroundings::Card, ..request.diagram() }.to_string();
    let tag = tag(drawing.as_bytes());
    let body = if has_copy(&headers, &tag) {
        None
    } else if let Some(picture) = shared.pictures.get(&drawing) {
        Some(picture)
    } else {
        let text = drawing.clone();
        let draw = move |_: &_, _: &_| rasterize(&text);
        let picture = shared.pool.search(Lane::Short, shared.pool.board(), &request.budget, draw).await?;
        let failed =
            || Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "no picture: this is a bug in marlin");
        let picture = Bytes::from(picture.ok_or_else(failed)?);
        shared.pictures.keep(drawing, picture.clone());
        Some(picture)
    };
    Ok(response("image/png", &tag, body))
}

impl PictureRequest {
    /// Parses the parameters of a request, and computes the scores if it has them.
    async fn parse(query: Option<&str>, shared: &Shared) -> Result<Self, Problem> {
        let (door, mut given) = (door(shared.pool.board()), given(query)?);
        let fields = Fields::new(&door, &[POS, BOARD, PLY, SCORES, THEME, APPEARANCE], &given)?;
        let (ply, has_scores) = (fields.count(PLY), fields.flag(SCORES));
        let theme = fields.text(THEME).and_then(|name| name.parse().ok()).unwrap_or_default();
        let appearance = fields.text(APPEARANCE).and_then(|name| name.parse().ok()).unwrap_or_default();
        if let Some(text) = given.remove(POS.name) {
            given.insert(POSITION.name.to_owned(), text);
        }
        let fields = Fields::new(&door, &[POSITION, BOARD, PLY, SCORES, THEME, APPEARANCE], &given)?;
        let request = Request::of(Verb::Draw, &fields).map_err(|error| {
            let is_of_position = error.code == POSITION.name;
            let problem = Problem::from(error);
            if is_of_position { Problem { field: Some(POS.name.to_owned()), ..problem } } else { problem }
        })?;
        let budget = shared.budget(&request);
        let mut game = request.game;
        let played = game.moves().len();
        if let Some(ply) = ply.filter(|&ply| ply > played) {
            return Err(RequestError::of_field(PLY.name, format!("ply {ply}, and {played} moves")).into());
        }
        while ply.is_some_and(|ply| game.moves().len() > ply) {
            game.undo();
        }
        let scores = if has_scores {
            Some(shared.proven(*game.position(), budget).await?.scores().into_iter().collect())
        } else {
            None
        };
        let drawing = Drawing { theme, appearance, ..Drawing::default() };
        Ok(Self { game, scores, drawing, budget })
    }

    fn diagram(&self) -> Diagram<'_> {
        Diagram { scores: self.scores.clone(), drawing: self.drawing, ..Diagram::new(&self.game) }
    }
}

/// Returns a picture with its headers, without a body for a client that has a copy.
fn response(media_type: &'static str, tag: &str, body: Option<Bytes>) -> Response {
    let (status, body) =
        body.map_or((StatusCode::NOT_MODIFIED, Body::empty()), |bytes| (StatusCode::OK, Body::from(bytes)));
    let fields = [(CACHE_CONTROL, DAY), (CONTENT_SECURITY_POLICY, DRAWING_POLICY)];
    let mut response = (status, fields, [(CONTENT_TYPE, media_type)], body).into_response();
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// Returns a drawing without text as a PNG. It uses no font and no file of the machine, and no operation on numbers whose
/// result differs between processors, so its bytes are the same everywhere.
fn rasterize(drawing: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(drawing, &Options::default()).ok()?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FNV-1a of the picture, which no library and no version of Rust can change.
    fn hash(bytes: &[u8]) -> u64 {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
    }

    #[test]
    fn a_picture_has_the_same_bytes_on_every_machine() {
        let game = Game::parse(marlin_core::BoardSize::STANDARD, "1223343445").unwrap();
        let scores = Some([-18, 0, 3, 18, -5, 16, -14].map(|score| Score::on(game.size(), score)).to_vec());
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
