// A toy game, whole: everything that a ruleset needs and nothing else. Each seat has drawn a ball from an urn and holds it in its fist.
// This text is the example in the documentation of `Ruleset`, and the game of the projection's own tests.

/// The ruleset `urn`.
#[derive(Clone, Copy, Debug)]
pub struct Urn;

/// How many balls are in the urn; `{}` is four red ones and four blue ones.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    pub red: u32,
    pub blue: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { red: 4, blue: 4 }
    }
}

/// How many worlds a belief tracks at most.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    pub max_worlds: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { max_worlds: 1_000 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    Red,
    Blue,
}

/// What happens. `color` of a draw is seen by the seat alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A seat draws a ball.
    Draw {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        color: Option<Color>,
    },
    /// A seat opens its fist for all to see, and keeps the ball.
    Show { seat: Seat, color: Color },
    /// Two seats exchange what they hold, unseen.
    Exchange { a: Seat, b: Seat },
}

/// What each seat holds; seats that have drawn nothing are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct World {
    pub balls: BTreeMap<Seat, Color>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Query {
    /// P(the seat holds a red ball).
    Red { seat: Seat },
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Red { p: f64 },
}

/// What everybody knows: the urn as it was, and who has drawn.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    drawn: Vec<bool>,
}

impl PublicTable<Urn> for Table {
    type Frozen = Vec<bool>;

    fn new(opening: &Opening<Urn>) -> Self {
        Self { setup: opening.setup, drawn: vec![false; opening.seats.len()] }
    }

    fn advance(mut self, public_view: &Event) -> (Self, Vec<Conduct>) {
        let mut settled = Vec::new();
        match public_view {
            Event::Draw { seat, .. } => self.drawn[usize::from(*seat)] = true,
            Event::Show { seat, color } => {
                let (seat, successes) = (*seat, u32::from(*color == Color::Red));
                settled.push(Conduct::Count { seat, tendency: "shows_red", context: String::new(), successes, opportunities: 1 });
            }
            Event::Exchange { .. } => {}
        }
        (self, settled)
    }

    fn freeze(&self) -> Vec<bool> {
        self.drawn.clone()
    }

    fn thaw(opening: &Opening<Urn>, mut drawn: Vec<bool>) -> Self {
        drawn.resize(opening.seats.len(), false);
        Self { setup: opening.setup, drawn }
    }

    fn weigh(&self) -> usize {
        size_of::<Self>() + self.drawn.len()
    }
}

/// All ways the balls can lie, each with its probability.
#[derive(Clone, Debug)]
pub struct Belief {
    most: usize,
    worlds: Vec<(BTreeMap<Seat, Color>, f64)>,
    dropped: f64,
}

impl Belief {
    /// Moves every world, or strikes it, and scales what is left to 1. Gives the probability of what was left.
    fn step(&mut self, each: impl Fn(&BTreeMap<Seat, Color>) -> Vec<(BTreeMap<Seat, Color>, f64)>) -> f64 {
        let mut next: BTreeMap<Vec<(Seat, Color)>, f64> = BTreeMap::new();
        for (world, p) in &self.worlds {
            for (moved, share) in each(world) {
                *next.entry(moved.into_iter().collect()).or_default() += p * share;
            }
        }
        let mut worlds: Vec<_> = next.into_iter().map(|(world, p)| (world.into_iter().collect(), p)).filter(|(_, p)| *p > 0.0).collect();
        let left = worlds.iter().map(|(_, p)| p).sum::<f64>();
        worlds.sort_by(|a: &(BTreeMap<Seat, Color>, f64), b| b.1.total_cmp(&a.1));
        let kept = worlds.iter().take(self.most).map(|(_, p)| p).sum::<f64>();
        if kept < left {
            self.dropped = 1.0 - (1.0 - self.dropped) * kept / left;
        }
        worlds.truncate(self.most);
        worlds.iter_mut().for_each(|(_, p)| *p /= kept);
        self.worlds = worlds;
        left
    }

    fn red(&self, seat: Seat) -> f64 {
        self.worlds.iter().filter(|(world, _)| world.get(&seat) == Some(&Color::Red)).map(|(_, p)| p).sum()
    }

    fn frame(&self) -> Vec<Marginal> {
        let seats: Vec<Seat> = self.worlds.first().map_or(Vec::new(), |(world, _)| world.keys().copied().collect());
        let marginal = |seat: Seat| {
            let red = self.red(seat).min(1.0);
            let outcomes = [("red", red), ("blue", 1.0 - red)].into_iter().filter(|(_, p)| *p > 0.0);
            let distribution = outcomes.map(|(value, p)| Outcome { value: value.to_owned(), p }).collect();
            let id = format!("seat:{seat}");
            Marginal { id, seat: Some(seat), instance: None, domain: "color", derived: false, allowed: 2, distribution }
        };
        seats.into_iter().map(marginal).collect()
    }
}

impl Posterior<Urn> for Belief {
    type Frozen = (Vec<(BTreeMap<Seat, Color>, f64)>, f64);

    fn prior(opening: &Opening<Urn>, _: Observer, widening: u32) -> Self {
        let most = opening.parameters.max_worlds * widening as usize;
        Self { most, worlds: vec![(BTreeMap::new(), 1.0)], dropped: 0.0 }
    }

    fn restart(&self, change: &Change<'_, Urn>) -> Option<Self> {
        let mut belief = Self { worlds: vec![(BTreeMap::new(), 1.0)], dropped: 1.0, ..self.clone() };
        for (seat, _) in (0..).zip(&change.after.drawn).filter(|(_, drawn)| **drawn) {
            belief.step(|world| [Color::Red, Color::Blue].map(|color| (with(world, seat, color), 0.5)).into());
        }
        Some(belief)
    }

    fn quality(&self, _: &Table) -> Quality {
        if self.dropped == 0.0 {
            return Quality::EXACT;
        }
        Quality { method: Method::Capped, dropped_mass: self.dropped, effective_sample_size: None }
    }

    fn sample(&self, table: &Table, draws: Draws) -> Sampled<World> {
        let sums: Vec<f64> = self.worlds.iter().scan(0.0, |sum, (_, p)| Some({ *sum += p; *sum })).collect();
        let draw = |mut rng| {
            let (balls, p) = &self.worlds[pick(&sums, &mut rng)];
            (libm::log(*p), World { balls: balls.clone() })
        };
        let worlds = draws.rngs().map(draw).collect();
        Sampled { worlds, weight_kind: WeightKind::LogProbability, rejected: 0, quality: self.quality(table) }
    }

    fn ln_probability(&self, _: &Table, world: &World) -> f64 {
        let found = self.worlds.iter().find(|(balls, _)| *balls == world.balls);
        found.map_or(f64::NEG_INFINITY, |(_, p)| libm::log(*p))
    }

    fn freeze(&self) -> Self::Frozen {
        (self.worlds.clone(), self.dropped)
    }

    fn thaw(opening: &Opening<Urn>, observer: Observer, widening: u32, (worlds, dropped): Self::Frozen) -> Self {
        Self { worlds, dropped, ..Self::prior(opening, observer, widening) }
    }

    fn weigh(&self, _: &Table) -> usize {
        size_of::<Self>() + self.worlds.iter().map(|(world, _)| 48 + 16 * world.len()).sum::<usize>()
    }
}

fn with(world: &BTreeMap<Seat, Color>, seat: Seat, color: Color) -> BTreeMap<Seat, Color> {
    let mut world = world.clone();
    world.insert(seat, color);
    world
}

fn keep(world: &BTreeMap<Seat, Color>, seat: Seat, color: Color) -> Vec<(BTreeMap<Seat, Color>, f64)> {
    if world.get(&seat) == Some(&color) { vec![(world.clone(), 1.0)] } else { Vec::new() }
}

fn exchange(world: &BTreeMap<Seat, Color>, a: Seat, b: Seat) -> BTreeMap<Seat, Color> {
    let mut next = world.clone();
    for (from, to) in [(a, b), (b, a)] {
        next.extend(world.get(&from).map(|color| (to, *color)));
    }
    next
}

impl Ruleset for Urn {
    const KEY: &'static str = "urn";
    const SCHEMA: u32 = 2;
    const MODEL: u32 = 1;
    const DESCRIPTION: &'static str = "Balls from an urn, held in fists";
    const TENDENCIES: &'static [Tendency] = &[Tendency {
        name: "shows_red",
        description: "the ball that it showed was red, of all that it showed",
        prior: Beta { alpha: 1.0, beta: 1.0 },
        contexts: &[],
    }];
    const EVIDENCE: &'static [EvidenceType] = &[EvidenceType { name: "ball", description: "A ball was drawn or shown." }];
    const LIKELIHOODS: &'static [Likelihood] = &[];

    type Setup = Setup;
    type Parameters = Parameters;
    type Event = Event;
    type World = World;
    type Query = Query;
    type Answer = Answer;
    type Table = Table;
    type Belief = Belief;

    fn resolve(setup: Setup, parameters: Parameters, seats: usize) -> Result<(Setup, Parameters), Refusal> {
        match seats {
            2..=6 if setup.red + setup.blue >= seats as u32 => Ok((setup, parameters)),
            2..=6 => Err(Refusal::new("balls", "there must be a ball for each seat")),
            _ => Err(Refusal::new("seats", "two to six seats sit around the urn")),
        }
    }

    fn actor(event: &Event) -> Option<Seat> {
        match event {
            Event::Draw { seat, .. } | Event::Show { seat, .. } => Some(*seat),
            Event::Exchange { .. } => None,
        }
    }

    fn view<'a>(_: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        match event {
            Event::Draw { seat, color: Some(_) } if !observer.is_among(&[*seat]) => {
                Some(Cow::Owned(Event::Draw { seat: *seat, color: None }))
            }
            event => Some(Cow::Borrowed(event)),
        }
    }

    fn values(_: &Opening<Self>, world: &World, columns: &mut Columns) {
        for (seat, color) in &world.balls {
            let (number, name) = if *color == Color::Red { (0, "red") } else { (1, "blue") };
            columns.put(u32::from(*seat), number, || (format!("seat:{seat}"), name.to_owned()));
        }
    }

    fn check(table: &Table, event: &Event) -> Result<(), Refusal> {
        let holds = |seat: &Seat| table.drawn.get(usize::from(*seat)).copied();
        let (rule, seats, wanted) = match event {
            Event::Draw { seat, .. } => ("one_ball", vec![seat], false),
            Event::Show { seat, .. } => ("no_ball", vec![seat], true),
            Event::Exchange { a, b } => ("no_ball", vec![a, b], true),
        };
        match seats.into_iter().find(|seat| holds(seat) != Some(wanted)) {
            Some(seat) if holds(seat).is_none() => Err(Refusal::new("seat", format!("there is no seat {seat}"))),
            Some(seat) => Err(Refusal::new(rule, format!("seat {seat} has {} ball", if wanted { "no" } else { "a" }))),
            None => Ok(()),
        }
    }

    fn update(belief: &Belief, change: &Change<'_, Self>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
        let mut next = belief.clone();
        let Setup { red, blue } = change.before.setup;
        let mut record = EvidenceRecorder::new(evidence, belief, Belief::frame, "ball", Source::Game);
        let left = match change.view {
            Event::Draw { seat, color } => {
                next.step(|world| {
                    let taken = |color: Color| world.values().filter(|held| **held == color).count() as f64;
                    let left = [(Color::Red, f64::from(red) - taken(Color::Red)), (Color::Blue, f64::from(blue) - taken(Color::Blue))];
                    let all: f64 = left.iter().map(|(_, count)| count.max(0.0)).sum();
                    let ways = left.into_iter().filter(|(_, count)| *count > 0.0);
                    ways.map(|(drawn, count)| (with(world, *seat, drawn), count / all)).collect()
                });
                record.moved(&next, || format!("Seat {seat} drew a ball."));
                color.map_or(1.0, |color| next.step(|world| keep(world, *seat, color)))
            }
            Event::Show { seat, color } => next.step(|world| keep(world, *seat, *color)),
            Event::Exchange { a, b } => {
                next.step(|world| vec![(exchange(world, *a, *b), 1.0)]);
                record.moved(&next, || format!("Seats {a} and {b} exchanged what they hold."));
                1.0
            }
        };
        match change.view {
            Event::Draw { seat, color: Some(color) } | Event::Show { seat, color } => {
                let about = [format!("seat:{seat}")];
                if next.worlds.is_empty() {
                    let detail = format!("seat {seat} cannot hold a {color:?} ball");
                    return Err(Contradiction { detail, variables: about.to_vec(), certain: belief.dropped == 0.0 });
                }
                record.learned(&next, &about, left, || format!("Seat {seat} holds a {color:?} ball."));
            }
            Event::Draw { .. } | Event::Exchange { .. } => {}
        }
        Ok(next)
    }

    fn marginals(belief: &Belief, table: &Table) -> Marginals {
        let entropy = belief.worlds.iter().map(|(_, p)| -p * libm::log2(*p)).sum();
        Marginals { variables: belief.frame(), joint_entropy_bits: Some(entropy), quality: belief.quality(table), detail: json!({}) }
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        let Query::Red { seat } = query;
        match table.drawn.get(usize::from(*seat)) {
            Some(true) => Ok(Answer::Red { p: belief.red(*seat) }),
            _ => Err(Refusal::new("no_ball", format!("seat {seat} has no ball"))),
        }
    }

    fn examples(seats: usize) -> Examples {
        let of_seat = |seat| [("draw", json!({"seat": seat, "color": "red"})), ("show", json!({"seat": seat, "color": "blue"}))];
        Examples {
            queries: (0..seats).map(|seat| json!({"type": "red", "seat": seat})).collect(),
            events: (0..seats).flat_map(of_seat).chain([("exchange", json!({"a": 0, "b": 1}))]).collect(),
        }
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        let seats = opening.seats.len() as u32;
        let mut urn = vec![Color::Red; opening.setup.red as usize];
        urn.resize((opening.setup.red + opening.setup.blue) as usize, Color::Blue);
        let mut below = |bound: u32| (unit(rng) * f64::from(bound)) as u32;
        let mut balls = BTreeMap::new();
        let (mut events, mut truth) = (Vec::new(), vec![World { balls: balls.clone() }]);
        for turn in 0..seats + turns.unwrap_or(12) {
            let event = if turn < seats {
                let (seat, color) = (turn as Seat, urn.swap_remove(below(urn.len() as u32) as usize));
                balls.insert(seat, color);
                Event::Draw { seat, color: Some(color) }
            } else if below(3) == 0 {
                let seat = below(seats) as Seat;
                Event::Show { seat, color: balls[&seat] }
            } else {
                let (a, b) = (below(seats) as Seat, below(seats) as Seat);
                balls = exchange(&balls, a, b);
                Event::Exchange { a, b }
            };
            events.push(event);
            truth.push(World { balls: balls.clone() });
        }
        Transcript { events, truth }
    }

    fn upcast(schema: u32, kind: &str, data: Value) -> Result<Value, UpcastError> {
        // Schema 1 wrote `fist` where today's `seat` stands.
        match (schema, data) {
            (1, Value::Object(mut data)) => {
                if let Some(seat) = data.remove("fist") {
                    data.insert("seat".to_owned(), seat);
                }
                Ok(Value::Object(data))
            }
            _ => Err(UpcastError { kind: kind.to_owned(), schema, reason: "no release ever wrote this schema".to_owned() }),
        }
    }
}
