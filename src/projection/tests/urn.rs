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

/// What every seat holds that has drawn.
type Held = BTreeMap<Seat, Color>;

/// All ways the balls can lie, each with its probability.
#[derive(Clone, Debug)]
pub struct Belief {
    most: usize,
    worlds: Worlds<Held>,
    dropped: f64,
}

impl Belief {
    fn red(&self, seat: Seat) -> f64 {
        self.worlds.probability(|held| held.get(&seat) == Some(&Color::Red))
    }

    fn frame(&self) -> Vec<Marginal> {
        let marginal = |seat: &Seat| {
            let red = self.red(*seat);
            let colors = Marginal::new(format!("seat:{seat}"), "color", 2, [("red", red), ("blue", 1.0 - red)]);
            Marginal { seat: Some(*seat), ..colors }
        };
        self.worlds.keys()[0].keys().map(marginal).collect()
    }

    /// Drops the lightest worlds above the cap.
    fn limit(&mut self) {
        let lost = self.worlds.cap(self.most);
        self.dropped = 1.0 - (1.0 - self.dropped) * (1.0 - lost);
    }
}

impl Posterior<Urn> for Belief {
    type Frozen = (Vec<(Held, f64)>, f64);

    fn prior(opening: &Opening<Urn>, _: Observer, widening: u32) -> Self {
        let most = opening.parameters.max_worlds * widening as usize;
        Self { most, worlds: Worlds::certain(Held::new()), dropped: 0.0 }
    }

    fn restart(&self, change: &Change<'_, Urn>) -> Option<Self> {
        let mut worlds = Worlds::certain(Held::new());
        for (seat, _) in (0..).zip(&change.after.drawn).filter(|(_, drawn)| **drawn) {
            worlds.step(|held| [Color::Red, Color::Blue].map(|color| (with(held, seat, color), 0.5)));
        }
        Some(Self { worlds, dropped: 1.0, ..self.clone() })
    }

    fn quality(&self, _: &Table) -> Quality {
        if self.dropped == 0.0 {
            return Quality::EXACT;
        }
        Quality { method: Method::Capped, dropped_mass: self.dropped, effective_sample_size: None }
    }

    fn sample(&self, table: &Table, draws: Draws) -> Sampled<World> {
        let sums = self.worlds.cumulative();
        Sampled::drawn(draws, WeightKind::LogProbability, self.quality(table), |mut rng| {
            let place = pick(&sums, &mut rng);
            (libm::log(self.worlds.weights()[place]), World { balls: self.worlds.keys()[place].clone() })
        })
    }

    fn ln_probability(&self, _: &Table, world: &World) -> f64 {
        libm::log(self.worlds.weight(&world.balls))
    }

    fn freeze(&self) -> Self::Frozen {
        (self.worlds.iter().map(|(held, p)| (held.clone(), p)).collect(), self.dropped)
    }

    fn thaw(opening: &Opening<Urn>, observer: Observer, widening: u32, (worlds, dropped): Self::Frozen) -> Self {
        let prior = Self::prior(opening, observer, widening);
        Worlds::restored(worlds).map_or(prior.clone(), |worlds| Self { worlds, dropped, ..prior })
    }

    fn weigh(&self, table: &Table) -> usize {
        size_of::<Self>() + self.worlds.len() * (64 + 16 * table.drawn.len())
    }
}

fn with(held: &Held, seat: Seat, color: Color) -> Held {
    let mut held = held.clone();
    held.insert(seat, color);
    held
}

fn exchanged(held: &Held, a: Seat, b: Seat) -> Held {
    let mut next = held.clone();
    for (from, to) in [(a, b), (b, a)] {
        next.extend(held.get(&from).map(|color| (to, *color)));
    }
    next
}

impl Ruleset for Urn {
    const KEY: &'static str = "urn";
    const SCHEMA: u32 = 2;
    const MODEL: u32 = 1;
    const NAME: &'static str = "Urn";
    const DESCRIPTION: &'static str = "Balls from an urn, held in fists";
    const TENDENCIES: &'static [Tendency] = &[Tendency {
        name: "shows_red",
        description: "the ball that it showed was red, of all that it showed",
        prior: Beta { alpha: 1.0, beta: 1.0 },
        contexts: &[],
    }];
    const EVIDENCE: &'static [EvidenceType] =
        &[EvidenceType { name: "ball", description: "A ball was drawn or shown." }, EvidenceType::BEGUN_AGAIN, EvidenceType::LEFT_OUT];
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
        match change.view {
            Event::Draw { seat, .. } => {
                next.worlds.step(|held| {
                    let left = |color: Color, of: u32| f64::from(of) - held.values().filter(|drawn| **drawn == color).count() as f64;
                    let (red, blue) = (left(Color::Red, red).max(0.0), left(Color::Blue, blue).max(0.0));
                    [(Color::Red, red), (Color::Blue, blue)].map(|(drawn, balls)| (with(held, *seat, drawn), balls / (red + blue)))
                });
                next.limit();
                record.moved(&next, || format!("Seat {seat} drew a ball."));
            }
            Event::Exchange { a, b } => {
                next.worlds.step(|held| [(exchanged(held, *a, *b), 1.0)]);
                record.moved(&next, || format!("Seats {a} and {b} exchanged what they hold."));
            }
            Event::Show { .. } => {}
        }
        if let Event::Draw { seat, color: Some(color) } | Event::Show { seat, color } = change.view {
            let about = [format!("seat:{seat}")];
            let Some(p) = next.worlds.strike(|held| held.get(seat) == Some(color)) else {
                let detail = format!("seat {seat} cannot hold a {color:?} ball");
                return Err(Contradiction { detail, variables: about.to_vec(), certain: belief.dropped == 0.0 });
            };
            record.learned(&next, &about, p, || format!("Seat {seat} holds a {color:?} ball."));
        }
        Ok(next)
    }

    fn marginals(belief: &Belief, table: &Table) -> Marginals {
        let joint_entropy_bits = Some(belief.worlds.entropy_bits());
        Marginals { variables: belief.frame(), joint_entropy_bits, quality: belief.quality(table), detail: json!({}) }
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
                balls = exchanged(&balls, a, b);
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
