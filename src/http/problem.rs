//! Problem answers (RFC 9457): the one place where a status is named, and where failures of the server are logged.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use super::etag::etag;
use crate::rulesets::Revision;
use crate::service::Error;
use crate::store::StoreError;

/// Why a request was not fulfilled, as `application/problem+json`. A refused request changes nothing.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Problem {
    /// A path below `/problems/`, which this server answers with an explanation. Stable, for programs.
    #[schema(example = "/problems/contradiction")]
    pub r#type: String,
    /// The kind of problem in a few words.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// What is wrong with this request, and what would be right.
    pub detail: String,
    /// The path that was asked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub instance: String,
    /// JSON pointer to the part of the body that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Name of the parameter or header that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// Name of the game's rule that was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The last revision: of the game, or of the player's stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
    /// Revisions of the events that stand against the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Vec<Revision>>,
    /// The same of events that come before it in the request: JSON pointers to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence_in_request: Option<Vec<String>>,
    /// Seconds after which to try again; the header `Retry-After` says the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// URL of the server that writes, where this one only reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<String>,
    /// Name of the limit that was passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
}

/// A kind of problem.
pub struct Kind {
    /// The last part of its path.
    pub name: &'static str,
    /// The status that goes with it.
    pub status: StatusCode,
    /// What it is in a few words.
    pub title: &'static str,
    /// What it means, and what to do.
    pub explanation: &'static str,
    /// Fields that a problem of this kind always has, beside those that all have.
    pub always: &'static [&'static str],
}

impl Kind {
    /// What a problem of this kind has as `type`: where the server explains it.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/problems/{}", self.name)
    }
}

macro_rules! kinds {
    ($($constant:ident $name:literal $status:ident $([$($always:literal)*])? $title:literal $explanation:literal;)*) => {
        $(#[doc = $title] pub const $constant: Kind = Kind {
            name: $name,
            status: StatusCode::$status,
            title: $title,
            explanation: $explanation,
            always: &[$($($always),*)?],
        };)*
        /// Every kind of problem.
        pub const KINDS: &[Kind] = &[$($constant),*];
    };
}

kinds! {
    NOT_JSON "not-json" BAD_REQUEST "The body is not JSON"
        "The body must be UTF-8 JSON without duplicate keys, nested no deeper than the server's json_depth, with whole numbers within 2^53 - 1 and other numbers within the same range.";
    PARAMETER "parameter" BAD_REQUEST ["parameter"] "A parameter is wrong"
        "A query parameter, header or path is unknown, given twice, or not what it should be; `parameter` names it.";
    UNAUTHENTICATED "unauthenticated" UNAUTHORIZED "A key is needed"
        "Send the header Authorization: Bearer, a space, and a key. `credence keys create` makes the first one on the server's machine; an admin's key makes others with POST /v1/keys, and a referee's those for seats.";
    NOT_ALLOWED "not-allowed" FORBIDDEN "The key does not allow this"
        "Each key has a role: admin (everything), referee (opens games, appends anything, reads everything), reader (what everyone at a table sees), or seat (appends what one seat of one game did, and reads what it sees). `detail` says which role would do.";
    HOST "host" FORBIDDEN ["parameter"] "This host is not served"
        "Without keys the server answers requests for this machine only (localhost, 127.0.0.1, [::1]), so that a web page elsewhere cannot reach in. Name further hosts with --allow-host.";
    NOT_FOUND "not-found" NOT_FOUND "There is no such thing"
        "The path, game, player, revision or ruleset does not exist.";
    GONE "player-forgotten" GONE "The player was forgotten"
        "Name and conduct of this player were erased. PUT of the player starts a new person under the same id; until then the id can sit in no new game. Games in which the player sat stand: join them by their ids, without naming their players.";
    URI_TOO_LONG "uri-too-long" URI_TOO_LONG "The path is too long"
        "Path and parameters together are over 32,768 bytes. Long lists of variables stand in the body of /turn, or are asked for in parts.";
    RESTORED "log-restored" GONE "The log is not the one that the cursor is of"
        "An older copy of the log was restored: it does not hold the event that the cursor names. Drop what came after that copy was made, or all, and read again without a cursor.";
    ERASED "game-erased" GONE "The game was erased"
        "The game's events were erased with DELETE. Its id is not used again; what it settled about its players stays in their histories.";
    METHOD "method-not-allowed" METHOD_NOT_ALLOWED "The method is not allowed here"
        "The header Allow lists the methods of this path.";
    NOT_ACCEPTABLE "not-acceptable" NOT_ACCEPTABLE "No such representation"
        "The header Accept names no media type that this path can answer with: application/json; application/x-ndjson on worlds and events; application/vnd.credence.worlds on worlds; text/event-stream on event streams.";
    BODY_TIMEOUT "body-timeout" REQUEST_TIMEOUT "The body did not arrive in time"
        "The whole body must arrive within the server's body_seconds.";
    ID_REUSED "id-reused" CONFLICT ["pointer" "revision"] "The event id stands for other content"
        "An event with this id is in the log with another type or other data; `revision` says where. Give a new event a new id.";
    ID_MISPLACED "id-misplaced" CONFLICT ["pointer"] "A known event stands after new ones"
        "In a batch, events that are recorded already may stand at the front only, where a retry has grown; and no id may stand twice.";
    GAME_EXISTS "game-exists" CONFLICT "The game was opened otherwise"
        "A game of this id exists, and was opened with another ruleset, or other seats, setup, parameters or on_contradiction; `detail` says which. PUT of an equal game is answered 200.";
    FINISHED "game-finished" CONFLICT "The game is finished"
        "Only retract and note may follow a finish. Retract the finish to go on.";
    MOVED "revision-moved" PRECONDITION_FAILED ["revision"] "The game is at another revision"
        "The game is not at the revision that If-Match names; `revision` says where it is. Read what is new, and decide again.";
    READS_ONLY "read-only-server" MISDIRECTED_REQUEST "This server only reads"
        "Nothing was changed. Send the same request, whatever its method, to the server that writes: `primary` is its URL, where this one knows it. The status is 421 because trying again here never helps (503 would say that it does), neither the key nor the method is wrong (403, 405), and a redirection (307, 308) would have most clients leave out their key.";
    MISDIRECTED "misdirected" MISDIRECTED_REQUEST "The request is for another server"
        "Nothing was changed. Servers of one database pass writes on to one another, and show by a header for whom they are meant. Clients leave that header out.";
    TOO_LARGE "too-large" PAYLOAD_TOO_LARGE ["limit"] "The request is too large"
        "The body, or the number of events in it, is over a limit of the server; `limit` names it.";
    MEDIA_TYPE "media-type" UNSUPPORTED_MEDIA_TYPE "The content type is not read here"
        "Bodies are application/json, without content encoding.";
    MALFORMED "malformed" UNPROCESSABLE_ENTITY "The request has the wrong shape"
        "The body is JSON, but a field is unknown, missing, of the wrong type or out of range; `pointer` says where.";
    OVER_LIMIT "over-limit" UNPROCESSABLE_ENTITY ["limit"] "More than a limit allows"
        "The request asks for more than a limit of the server allows; `limit` names it.";
    REFUSAL "refusal" UNPROCESSABLE_ENTITY ["rule" "pointer"] "A rule of the game forbids it"
        "What was sent (an event, a question, or the setup and parameters of a game) is against a rule of the game; `rule` names it, for programs.";
    CONTRADICTION "contradiction" UNPROCESSABLE_ENTITY ["evidence" "revision" "pointer"] "No world is left"
        "The event cannot be true if the log is: `evidence` names the revisions that stand against it, and `evidence_in_request` the events before it in the same request. If one of those is wrong, retract it, or leave it out; to keep such events in the log, open games with on_contradiction: quarantine.";
    RATE_LIMITED "rate-limited" TOO_MANY_REQUESTS ["limit" "retry_after"] "A caller takes more than its share"
        "A key asks too often, keeps too many streams, or has too much long work, too many unread answers or too many bodies under way; `limit` names which. Each key has a bucket of requests that is filled again every second, and the header RateLimit says what is left. Wait for Retry-After; ask for more in one request: /turn, batches of events, worlds by the thousand.";
    INTERNAL "internal" INTERNAL_SERVER_ERROR "The server failed"
        "The failure was logged under the request's id. Appended events that were acknowledged are safe.";
    DAMAGED "damaged" INTERNAL_SERVER_ERROR "What is stored is not what was written"
        "An event of this stream is missing or was changed; `revision` says where, as far as it is known. The stream is not served and takes no events, all others go on. `credence verify` names everything that is damaged; restore a backup, or set the stream aside with `credence repair`.";
    OVERLOADED "overloaded" SERVICE_UNAVAILABLE "The server has more to do than it takes on"
        "Nothing was changed. Try again after Retry-After.";
    UNAVAILABLE "unavailable" SERVICE_UNAVAILABLE "The database is unavailable"
        "Nothing was acknowledged. Try again after Retry-After; event ids make that safe.";
    STORAGE_FULL "storage-full" SERVICE_UNAVAILABLE "The disk of the database is full"
        "Nothing was recorded. Reading goes on; writing does again as soon as there is room.";
    STORAGE_READ_ONLY "storage-read-only" SERVICE_UNAVAILABLE "The database takes no writes"
        "Nothing was recorded: the database is a replica, or its file is read-only.";
    STORAGE_REPLACED "storage-replaced" SERVICE_UNAVAILABLE "The database file is not the one that was opened"
        "Nothing was recorded: the file was deleted or replaced under the server, which must be stopped and started again over the right one.";
    NOT_ARRIVED "not-arrived" SERVICE_UNAVAILABLE "What was named has not arrived here"
        "This server only reads, and its database follows another one. It waited for the game, revision or cursor that was named, up to the limit arrival_seconds. Try again after Retry-After, or ask the server that writes; /health/ready says how far this one is behind. Where the revision does not exist anywhere, it will not arrive.";
    TIMEOUT "timeout" SERVICE_UNAVAILABLE "The request took too long"
        "It was given up after the server's request_seconds. An append may have been recorded all the same: event ids make trying again safe.";
}

impl Problem {
    /// A problem of a kind.
    pub fn new(kind: &Kind, detail: impl Into<String>) -> Self {
        Self { r#type: kind.path(), title: kind.title, status: kind.status.as_u16(), detail: detail.into(), ..Self::default() }
    }

    /// What an error is to a request that names the seat in its body, at this JSON pointer.
    #[must_use]
    pub fn of_body(error: Error, pointer: &str) -> Self {
        match error {
            Error::NoSeat { .. } => Self::new(&MALFORMED, error.to_string()).at(pointer),
            other => other.into(),
        }
    }

    /// The same, with the place in the body.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// The same, with the name of the parameter.
    #[must_use]
    pub fn of(mut self, parameter: impl Into<String>) -> Self {
        self.parameter = Some(parameter.into());
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        let seconds = self.retry_after.or_else(|| (status == StatusCode::SERVICE_UNAVAILABLE).then_some(1));
        if let Some(seconds) = seconds {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"credence\""));
        }
        if let (StatusCode::PRECONDITION_FAILED, Some(revision)) = (status, self.revision) {
            headers.insert(header::ETAG, etag(&revision.to_string()));
        }
        let mut response = (status, headers, serde_json::to_vec(&self).unwrap_or_default()).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::Unauthenticated(_) => Self::new(&UNAUTHENTICATED, detail),
            Error::Forbidden { pointer, .. } if pointer.is_empty() => Self::new(&NOT_ALLOWED, detail),
            Error::Forbidden { pointer, .. } => Self::new(&NOT_ALLOWED, detail).at(pointer),
            Error::NoGame(_) | Error::NoKey(_) | Error::NoRuleset(_) | Error::NoPlayer(_) => Self::new(&NOT_FOUND, detail),
            Error::NoPlayerRevision { head, .. } => Self { revision: head, ..Self::new(&NOT_FOUND, detail) },
            Error::Erased(_) => Self::new(&ERASED, detail),
            Error::Forgotten { pointer, .. } if pointer.is_empty() => Self::new(&GONE, detail),
            Error::Forgotten { pointer, .. } | Error::ForgottenInGame { pointer, .. } => Self::new(&GONE, detail).at(pointer),
            Error::NoRevision { head, .. } => Self { revision: Some(head), ..Self::new(&NOT_FOUND, detail) },
            Error::GameExists { .. } => Self::new(&GAME_EXISTS, detail),
            Error::IdReused { revision, pointer, .. } => {
                Self { revision: Some(revision), ..Self::new(&ID_REUSED, detail) }.at(pointer)
            }
            Error::IdMisplaced { pointer, .. } | Error::IdTwice { pointer, .. } => Self::new(&ID_MISPLACED, detail).at(pointer),
            Error::Finished => Self::new(&FINISHED, detail),
            Error::Moved { head, .. } => Self { revision: Some(head), ..Self::new(&MOVED, detail) },
            Error::Refused { rule, pointer, evidence, .. } => {
                Self { rule: Some(rule), evidence: (!evidence.is_empty()).then_some(evidence), ..Self::new(&REFUSAL, detail) }
                    .at(pointer)
            }
            Error::Contradicted { evidence, evidence_in_request, revision, pointer, .. } => {
                let evidence_in_request = (!evidence_in_request.is_empty()).then_some(evidence_in_request);
                Self {
                    evidence: Some(evidence),
                    evidence_in_request,
                    revision: Some(revision),
                    ..Self::new(&CONTRADICTION, detail)
                }
                .at(pointer)
            }
            Error::Malformed { pointer, .. } => Self::new(&MALFORMED, detail).at(pointer),
            Error::NoSeat { .. } => Self::new(&PARAMETER, detail).of("observer"),
            Error::Parameter { name, .. } => Self::new(&PARAMETER, detail).of(name),
            Error::OverLimit { name, pointer, .. } => {
                let kind = if name == "events_per_append" { &TOO_LARGE } else { &OVER_LIMIT };
                Self { limit: Some(name), pointer, ..Self::new(kind, detail) }
            }
            Error::Overloaded => Self::new(&OVERLOADED, detail),
            Error::OverShare { name } => Self { limit: Some(name), retry_after: Some(1), ..Self::new(&RATE_LIMITED, detail) },
            Error::ReadsOnly { primary } => Self { primary, ..Self::new(&READS_ONLY, detail) },
            Error::NotArrived(_) => Self { retry_after: Some(1), ..Self::new(&NOT_ARRIVED, detail) },
            Error::Cancelled | Error::NeedsRoom | Error::NeedsLog | Error::Stale => Self::new(&TIMEOUT, detail),
            Error::Unavailable(cause) => {
                tracing::error!(%cause, "the database is unavailable");
                match cause {
                    StoreError::Full { .. } => Self::new(&STORAGE_FULL, "the disk of the database is full"),
                    StoreError::ReadOnly { .. } => Self::new(&STORAGE_READ_ONLY, "the database takes no writes"),
                    StoreError::Replaced(_) => Self::new(&STORAGE_REPLACED, "the database file is not the one that was opened"),
                    _ => Self::new(&UNAVAILABLE, detail),
                }
            }
            Error::Damaged(damage) => {
                tracing::error!(%damage, "what is stored is not what was written");
                let cure = "`credence verify` names all that is damaged, and /problems/damaged says what can be done";
                Self { revision: damage.revision, ..Self::new(&DAMAGED, format!("{detail}; {cure}")) }
            }
        }
    }
}

/// Problems of every request that reads.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by utoipa alone")]
pub enum ReadProblems {
    /// A parameter or the body is wrong in form: `not-json`, `parameter`.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(#[to_schema] Problem),
    /// A key is needed, and none that is good was brought: `unauthenticated`.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(#[to_schema] Problem),
    /// The key does not allow it, or the host is not served: `not-allowed`, `host`.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(#[to_schema] Problem),
    /// The path, game, player, revision or ruleset does not exist: `not-found`.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(#[to_schema] Problem),
    /// The method is not allowed here: `method-not-allowed`.
    #[response(status = 405, content_type = "application/problem+json")]
    MethodNotAllowed(#[to_schema] Problem),
    /// No media type that is accepted can be answered: `not-acceptable`.
    #[response(status = 406, content_type = "application/problem+json")]
    NotAcceptable(#[to_schema] Problem),
    /// It was there once: `player-forgotten`, `game-erased`, `log-restored`.
    #[response(status = 410, content_type = "application/problem+json")]
    Gone(#[to_schema] Problem),
    /// Path and parameters together are too long: `uri-too-long`.
    #[response(status = 414, content_type = "application/problem+json")]
    UriTooLong(#[to_schema] Problem),
    /// Well-formed but wrong: `malformed`, `over-limit`, `refusal`, `contradiction`.
    #[response(status = 422, content_type = "application/problem+json")]
    Unprocessable(#[to_schema] Problem),
    /// The caller takes more than its share; with `Retry-After`: `rate-limited`.
    #[response(status = 429, content_type = "application/problem+json")]
    RateLimited(#[to_schema] Problem),
    /// The server failed: `internal`.
    #[response(status = 500, content_type = "application/problem+json")]
    Internal(#[to_schema] Problem),
    /// Overloaded, timed out, or without its database; with `Retry-After`: `overloaded`, `timeout`, `unavailable`.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(#[to_schema] Problem),
}

/// Further problems of requests with a body.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by utoipa alone")]
pub enum BodyProblems {
    /// The body did not arrive in time: `body-timeout`.
    #[response(status = 408, content_type = "application/problem+json")]
    Timeout(#[to_schema] Problem),
    /// The body or the number of events is over a limit: `too-large`.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(#[to_schema] Problem),
    /// The body is not application/json: `media-type`.
    #[response(status = 415, content_type = "application/problem+json")]
    MediaType(#[to_schema] Problem),
}

/// A further problem of requests that write.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by utoipa alone")]
pub enum WriteProblems {
    /// This server only reads, and `primary` writes: `read-only-server`.
    #[response(status = 421, content_type = "application/problem+json")]
    ReadsOnly(#[to_schema] Problem),
}

/// Further problems of appends.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by utoipa alone")]
pub enum AppendProblems {
    /// An event id is taken or misplaced, or the game is finished: `id-reused`, `id-misplaced`, `game-finished`.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(#[to_schema] Problem),
    /// This server only reads, and `primary` writes: `read-only-server`.
    #[response(status = 421, content_type = "application/problem+json")]
    ReadsOnly(#[to_schema] Problem),
    /// The game is not at the revision that `If-Match` names: `revision-moved`.
    #[response(status = 412, content_type = "application/problem+json")]
    Moved(#[to_schema] Problem),
}
