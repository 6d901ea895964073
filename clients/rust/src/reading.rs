//! What happened, read as the log of a game, by its stream, and in the feed of all games. Each event has its type; of what is hidden, that it is there.

use anyhow::{Context, bail, ensure};
use futures_util::StreamExt;

use crate::credence::*;

/// Reads a game in each of these ways, as a spectator.
pub async fn read(server: &CredenceClient, game: &str) -> anyhow::Result<()> {
    let path = GetGameEventsRequestPath { game: game.to_owned() };
    let ApiResponse::Ok(log) = server.get_game_events(GetGameEventsRequest { path, ..Default::default() }).await? else { bail!("there is no log") };
    let log: Vec<String> = log.body.items.iter().map(in_game).collect();
    println!("the log: {}", log.join(", "));

    // A stream goes on for ever. Whoever comes back with the last id in `last_event_id` misses nothing.
    let path = GetGameEventsStreamRequestPath { game: game.to_owned() };
    let query = GetGameEventsStreamRequestQuery { from: Some(0), ..Default::default() };
    let stream = server.get_game_events_stream(GetGameEventsStreamRequest { path, query, ..Default::default() }).await?;
    let ApiResponse::Ok(mut stream) = stream else { bail!("there is no stream") };
    let mut sent = Vec::new();
    while sent.len() < log.len() {
        let frame = stream.next().await.context("the stream ended")??;
        match frame.data() {
            StreamedEvent::EventView(view) => sent.push(in_game(view)),
            // An older copy of the log was restored: all events follow again.
            StreamedEvent::StreamReset(_) => sent.clear(),
        }
    }
    ensure!(sent == log, "the stream sent {sent:?}");
    ensure!(stream.last_event_id().is_some(), "the stream sent no id");

    let (mut feed, mut cursor) = (Vec::new(), None);
    loop {
        let query = GetEventsRequestQuery { player: Some("me".to_owned()), cursor, ..Default::default() };
        let ApiResponse::Ok(page) = server.get_events(GetEventsRequest { query }).await? else { bail!("there is no feed") };
        feed.extend(page.body.items.iter().map(in_feed).filter(|entry| entry.game == game));
        cursor = page.body.next;
        if cursor.is_none() {
            break;
        }
    }
    let said: Vec<&String> = feed.iter().map(|entry| &entry.said).collect();
    ensure!(said.iter().copied().eq(&log), "the feed holds {said:?}");

    // The feed from behind the opening on.
    let query = GetEventsStreamRequestQuery { player: Some("me".to_owned()), cursor: Some(feed[0].cursor.clone()), ..Default::default() };
    let stream = server.get_events_stream(GetEventsStreamRequest { query, ..Default::default() }).await?;
    let ApiResponse::Ok(mut stream) = stream else { bail!("there is no stream of the feed") };
    let mut sent = vec![feed[0].said.clone()];
    while sent.len() < log.len() {
        match stream.next().await.context("the stream of the feed ended")??.data() {
            StreamedEntry::FeedEntry(entry) => sent.extend(Some(in_feed(entry)).filter(|entry| entry.game == game).map(|entry| entry.said)),
            StreamedEntry::StreamReset(_) => sent.clear(),
        }
    }
    ensure!(sent == log, "the stream of the feed sent {sent:?}");
    println!("its stream, the feed and the feed's stream say the same");
    Ok(())
}

/// An event of a game, in words.
fn in_game(view: &EventView) -> String {
    match view {
        EventView::EveryGameView(view) => match &**view {
            EveryGameView::Opening(opening) => format!("the opening of {}", named(&opening.data)),
            EveryGameView::Note(note) => format!("a note: {}", note.data.text),
            other => format!("{other:?}"),
        },
        EventView::CatanView(view) => match &**view {
            CatanView::Production(production) => format!("a production for {} seat", production.data.gains.len()),
            CatanView::Steal(steal) => format!("a steal of seat {}", steal.data.thief),
            CatanView::Build(build) => format!("a {:?} of seat {}", build.data.piece, build.data.seat),
            other => format!("{other:?}"),
        },
        EventView::HiddenEvent(hidden) => format!("something hidden at {}", hidden.revision),
        other => format!("{other:?}"),
    }
}

/// An event of the feed.
struct Entry {
    game: String,
    cursor: String,
    said: String,
}

/// The same words as of the event in its game.
fn in_feed(entry: &FeedEntry) -> Entry {
    let entry_of = |game: &str, cursor: &str, said: String| Entry { game: game.to_owned(), cursor: cursor.to_owned(), said };
    match entry {
        FeedEntry::EveryGame(entry) => match &**entry {
            EveryGameEntry::Opening(opening) => entry_of(&opening.game, &opening.cursor, format!("the opening of {}", named(&opening.data))),
            EveryGameEntry::Note(note) => entry_of(&note.game, &note.cursor, format!("a note: {}", note.data.text)),
            other => entry_of("", "", format!("{other:?}")),
        },
        FeedEntry::Catan(entry) => match &**entry {
            CatanEntry::Production(production) => {
                entry_of(&production.game, &production.cursor, format!("a production for {} seat", production.data.gains.len()))
            }
            CatanEntry::Steal(steal) => entry_of(&steal.game, &steal.cursor, format!("a steal of seat {}", steal.data.thief)),
            CatanEntry::Build(build) => entry_of(&build.game, &build.cursor, format!("a {:?} of seat {}", build.data.piece, build.data.seat)),
            other => entry_of("", "", format!("{other:?}")),
        },
        FeedEntry::Hidden(hidden) => entry_of(&hidden.game, &hidden.cursor, format!("something hidden at {}", hidden.revision)),
        other => entry_of("", "", format!("{other:?}")),
    }
}

fn named(opening: &GameOpening) -> &'static str {
    match opening {
        GameOpening::Catan(_) => "catan",
        _ => "another game",
    }
}
