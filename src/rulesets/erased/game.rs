//! One opened game, with handles in place of its ruleset's types.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::{
    AnyBelief, AnyEvent, AnyGame, AnyTable, EventRef, Happened, Rejection, Unreadable, below, split_type, take_apart, to_json,
    unreadable,
};
use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};
use crate::rulesets::tagged::{self, Malformed};
use crate::rulesets::{
    Change, Column, Columns, Conduct, Observer, Opening, Population, Posterior, PublicTable, Refusal, Ruleset, Seat,
};

/// A game of the ruleset `R`.
pub(super) struct Opened<R: Ruleset> {
    pub opening: Opening<R>,
}

/// What a handle stands for.
fn of<T: 'static>(handle: &Arc<dyn Any + Send + Sync>) -> &T {
    // Whoever keeps a game keeps the handles that it made, and passes them to no other: they never meet another ruleset's.
    handle.downcast_ref().expect("a handle is read by the ruleset that made it")
}

impl<R: Ruleset> AnyGame for Opened<R> {
    fn seats(&self) -> usize {
        self.opening.seats.len()
    }

    fn rules(&self) -> (Value, Value) {
        (to_json(&self.opening.setup), to_json(&self.opening.parameters))
    }

    fn weigh(&self) -> usize {
        R::weigh(&self.opening)
    }

    fn is_heavy(&self, kind: &str) -> bool {
        R::HEAVY.contains(&kind)
    }

    fn with_parameters(&self, parameters: Value) -> Result<Arc<dyn AnyGame>, Rejection> {
        let parameters = tagged::decode(parameters).map_err(|error| below("/parameters", error))?;
        let (setup, seats) = (self.opening.setup.clone(), self.opening.seats.clone());
        let (setup, parameters) = R::resolve(setup, parameters, seats.len())?;
        let is_read = Population::is_read(&to_json(&parameters));
        let population = if is_read { self.opening.population.clone() } else { Population::default() };
        Ok(Arc::new(Self { opening: Opening { setup, parameters, seats, population } }))
    }

    fn hard(&self) -> Arc<dyn AnyGame> {
        let Opening { setup, parameters, seats, population } = &self.opening;
        let parameters = R::hard(parameters.clone());
        let (setup, seats, population) = (setup.clone(), seats.clone(), population.clone());
        Arc::new(Self { opening: Opening { setup, parameters, seats, population } })
    }

    fn hindsight(&self, events: &[AnyEvent]) -> Vec<BTreeMap<String, String>> {
        let events: Vec<&R::Event> = events.iter().map(|event| of(&event.0)).collect();
        R::hindsight(&self.opening, &events)
    }

    fn decode(&self, event: EventRef<'_>) -> Result<AnyEvent, Unreadable> {
        let decoded: R::Event = if event.schema == R::SCHEMA {
            tagged::from_slice(event.kind, event.data)
        } else {
            let data = serde_json::from_slice(event.data).map_err(|error| unreadable(event.kind, &error))?;
            let data = R::upcast(event.schema, event.kind, data)?;
            tagged::from_slice(event.kind, &serde_json::to_vec(&data).expect("JSON values are serialisable"))
        }
        .map_err(|error| unreadable(event.kind, &error))?;
        Ok(AnyEvent(Arc::new(decoded)))
    }

    fn read(&self, kind: &str, data: &[u8]) -> Result<AnyEvent, Malformed> {
        Ok(AnyEvent(Arc::new(tagged::from_slice::<R::Event>(kind, data)?)))
    }

    fn actor(&self, event: &AnyEvent) -> Option<Seat> {
        R::actor(of(&event.0))
    }

    fn unsaid(&self, event: &AnyEvent, seat: Seat) -> Option<&'static str> {
        R::unsaid(of(&event.0), seat)
    }

    fn sees(&self, event: &AnyEvent, observer: Observer) -> bool {
        R::view(&self.opening, of(&event.0), observer).is_some()
    }

    fn view(&self, event: &AnyEvent, observer: Observer) -> Option<Value> {
        R::view(&self.opening, of(&event.0), observer).map(|view| take_apart(&*view).1)
    }

    fn table(&self) -> AnyTable {
        AnyTable(Arc::new(R::Table::new(&self.opening)))
    }

    fn check(&self, table: &AnyTable, event: &AnyEvent) -> Result<(), Refusal> {
        R::check(of(&table.0), of(&event.0))
    }

    fn unknown_own(&self, belief: &AnyBelief, table: &AnyTable, seat: Seat) -> Option<String> {
        R::unknown_own(of(&belief.0), of(&table.0), seat)
    }

    fn due(&self, table: &AnyTable) -> Option<String> {
        R::due(of(&table.0))
    }

    fn check_view(&self, table: &AnyTable, event: &AnyEvent, observer: Observer) -> Option<Result<(), Refusal>> {
        R::view(&self.opening, of(&event.0), observer).map(|view| R::check(of(&table.0), &view))
    }

    fn advance(&self, table: &AnyTable, event: &AnyEvent) -> (AnyTable, Vec<Conduct>) {
        match R::view(&self.opening, of(&event.0), Observer::Public) {
            None => (table.clone(), Vec::new()),
            Some(view) => {
                let (after, settled) = of::<R::Table>(&table.0).clone().advance(&view);
                (AnyTable(Arc::new(after)), settled)
            }
        }
    }

    fn weigh_table(&self, table: &AnyTable) -> usize {
        of::<R::Table>(&table.0).weigh()
    }

    fn freeze_table(&self, table: &AnyTable) -> Vec<u8> {
        frozen(&of::<R::Table>(&table.0).freeze())
    }

    fn thaw_table(&self, frozen: &[u8]) -> Result<AnyTable, Unreadable> {
        Ok(AnyTable(Arc::new(R::Table::thaw(&self.opening, thawed(frozen)?))))
    }

    fn prior(&self, observer: Observer, widening: u32) -> AnyBelief {
        AnyBelief(Arc::new(R::Belief::prior(&self.opening, observer, widening)))
    }

    fn update(&self, belief: &AnyBelief, happened: &Happened<'_>, evidence: &mut Evidence) -> Result<AnyBelief, Contradiction> {
        let Happened { observer, event, at, before, after } = *happened;
        match R::view(&self.opening, of(&event.0), observer) {
            None if before.is(after) => Ok(belief.clone()),
            None => {
                let mut belief = of::<R::Belief>(&belief.0).clone();
                belief.table_moved();
                Ok(AnyBelief(Arc::new(belief)))
            }
            Some(view) => {
                let change = Change { view: &*view, at, before: of(&before.0), after: of(&after.0) };
                Ok(AnyBelief(Arc::new(R::update(of(&belief.0), &change, evidence)?)))
            }
        }
    }

    fn left_out(&self, belief: &AnyBelief, happened: &Happened<'_>) -> AnyBelief {
        let Happened { event, at, before, after, .. } = *happened;
        let Some(view) = R::view(&self.opening, of(&event.0), Observer::Public) else { return belief.clone() };
        let mut belief = of::<R::Belief>(&belief.0).clone();
        belief.left_out(&Change { view: &*view, at, before: of(&before.0), after: of(&after.0) });
        AnyBelief(Arc::new(belief))
    }

    fn restart(&self, belief: &AnyBelief, happened: &Happened<'_>) -> Option<AnyBelief> {
        let Happened { observer, event, at, before, after } = *happened;
        let view = R::view(&self.opening, of(&event.0), observer)?;
        let change = Change { view: &*view, at, before: of(&before.0), after: of(&after.0) };
        Some(AnyBelief(Arc::new(of::<R::Belief>(&belief.0).restart(&change)?)))
    }

    fn marginals(&self, belief: &AnyBelief, table: &AnyTable) -> Marginals {
        R::marginals(of(&belief.0), of(&table.0))
    }

    fn quality(&self, belief: &AnyBelief, table: &AnyTable) -> Quality {
        of::<R::Belief>(&belief.0).quality(of(&table.0))
    }

    fn sample(&self, belief: &AnyBelief, table: &AnyTable, draws: Draws) -> Sampled<Box<RawValue>> {
        let sampled = of::<R::Belief>(&belief.0).sample(of(&table.0), draws);
        sampled.map(|world| to_raw_value(&world).expect("a world is plain data with text keys"))
    }

    fn sample_as(&self, form: &str, belief: &AnyBelief, table: &AnyTable, draws: Draws) -> Option<Sampled<Box<RawValue>>> {
        let form = R::FORMS.iter().find(|known| known.name == form)?;
        let (belief, table): (&R::Belief, &R::Table) = (of(&belief.0), of(&table.0));
        let Sampled { worlds, weight_kind, rejected, quality } = belief.sample(table, draws);
        let write = |((weight, world), mut rng): ((f64, R::World), WorldRng)| {
            let written = (form.write)(belief, table, &world, &mut rng);
            (weight, to_raw_value(&written).expect("JSON values are serialisable"))
        };
        Some(Sampled {
            worlds: worlds.into_iter().zip(draws.further_rngs()).map(write).collect(),
            weight_kind,
            rejected,
            quality,
        })
    }

    fn sample_columns(
        &self,
        belief: &AnyBelief,
        table: &AnyTable,
        draws: Draws,
        ids: BTreeSet<String>,
    ) -> (Sampled<()>, Vec<Column>) {
        let mut columns = Columns::of(ids);
        let sampled = of::<R::Belief>(&belief.0).sample_columns(&self.opening, of(&table.0), draws, &mut columns);
        (sampled, columns.finish())
    }

    fn check_query(&self, query: &Value) -> Result<(), Malformed> {
        let (kind, fields) = split_type(query.clone())?;
        let text = serde_json::to_vec(&fields).expect("JSON values are serialisable");
        tagged::from_slice::<R::Query>(&kind, &text).map(drop)
    }

    fn ln_probability(&self, belief: &AnyBelief, table: &AnyTable, world: Value) -> Result<f64, Malformed> {
        Ok(of::<R::Belief>(&belief.0).ln_probability(of(&table.0), &tagged::decode(world)?))
    }

    fn values(&self, world: Value) -> Result<BTreeMap<String, String>, Malformed> {
        let mut columns = Columns::default();
        columns.begin();
        R::values(&self.opening, &tagged::decode(world)?, &mut columns);
        let value = |column: Column| Some((column.id, column.values.into_iter().next()?));
        Ok(columns.finish().into_iter().filter_map(value).collect())
    }

    fn answer(&self, belief: &AnyBelief, table: &AnyTable, query: Value) -> Result<Value, Rejection> {
        let (kind, fields) = split_type(query)?;
        let text = serde_json::to_vec(&fields).expect("JSON values are serialisable");
        let query: R::Query = tagged::from_slice(&kind, &text)?;
        let (kind, answer) = take_apart(&R::answer(of(&belief.0), of(&table.0), &query)?);
        let mut object = Map::from_iter([("type".to_owned(), Value::String(kind))]);
        if let Value::Object(fields) = answer {
            object.extend(fields);
        }
        Ok(Value::Object(object))
    }

    fn weigh_belief(&self, belief: &AnyBelief, table: &AnyTable) -> usize {
        of::<R::Belief>(&belief.0).weigh(of(&table.0))
    }

    fn freeze_belief(&self, belief: &AnyBelief) -> Vec<u8> {
        frozen(&of::<R::Belief>(&belief.0).freeze())
    }

    fn thaw_belief(&self, observer: Observer, widening: u32, frozen: &[u8]) -> Result<AnyBelief, Unreadable> {
        Ok(AnyBelief(Arc::new(R::Belief::thaw(&self.opening, observer, widening, thawed(frozen)?))))
    }
}

fn frozen(state: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(state).expect("what is frozen is plain data of known length")
}

fn thawed<T: DeserializeOwned>(frozen: &[u8]) -> Result<T, Unreadable> {
    let (state, rest) = postcard::take_from_bytes(frozen).map_err(|error| unreadable("snapshot", &error))?;
    if rest.is_empty() { Ok(state) } else { Err(unreadable("snapshot", &"it is longer than what it holds")) }
}
