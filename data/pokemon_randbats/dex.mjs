// Writes the facts of the game that inference needs: node dex.mjs OUT
//   node dex.mjs ../../src/rulesets/pokemon_randbats/prior/dex.json.gz
// Everything that can stand in a battle of the format: what is of generation 9, every entry of the generator's own list
// and what these change into. Fields at their default are left out.
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { FORMAT, teams, versions } from './generator.mjs';

const require = createRequire(import.meta.url);
const { Dex } = require('@pkmn/sim');

const [out] = process.argv.slice(2);
if (!out) throw new Error('node dex.mjs OUT');
const dex = Dex.forFormat(FORMAT);
const STATS = ['hp', 'atk', 'def', 'spa', 'spd', 'spe'];

/** Without the fields that say nothing. */
const brief = fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== false &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
const many = value => (value === undefined || value === null || value === '' ? [] : [value].flat());
const byId = (a, b) => (a.id < b.id ? -1 : 1);
const ours = thing => !thing.isNonstandard || thing.isNonstandard === 'Unobtainable';

function speciesList() {
  const { generator } = teams([0, 0, 0, 0]);
  const entries = Object.keys(generator.randomSets).map(id => dex.species.get(id));
  const wanted = new Map();
  const want = species => {
    if (!species.exists || species.isCosmeticForme || wanted.has(species.id)) return;
    wanted.set(species.id, species);
  };
  dex.species.all().filter(ours).forEach(want);
  for (const entry of entries) {
    want(entry);
    want(dex.species.get(entry.baseSpecies));
    for (const forme of dex.species.get(entry.baseSpecies).otherFormes ?? []) {
      const species = dex.species.get(forme);
      if (many(species.battleOnly).length > 0 && !species.isMega && !species.isPrimal) want(species);
    }
  }
  return [...wanted.values()].filter(s => !s.name.endsWith('-Totem') && !s.isMega).sort(byId);
}

const species = speciesList().map(s =>
  brief({
    id: s.id,
    name: s.name,
    base: s.baseSpecies === s.name ? undefined : s.baseSpecies,
    types: s.types,
    stats: STATS.map(stat => s.baseStats[stat]),
    abilities: [...new Set(Object.values(s.abilities))].map(name => dex.abilities.get(name).id),
    weight_hg: s.weighthg,
    gender: s.gender,
    nfe: s.nfe,
    battle_only: many(s.battleOnly),
    changes_from: many(s.changesFrom),
    cosmetic: many(s.cosmeticFormes),
    required_items: many(s.requiredItems ?? s.requiredItem).map(name => dex.items.get(name).id),
  }),
);

const range = multihit => (multihit === undefined ? undefined : Array.isArray(multihit) ? multihit : [multihit, multihit]);
const boosts = table => (table ? STATS.concat(['accuracy', 'evasion']).map(stat => table[stat] ?? 0) : undefined);

const moves = dex.moves
  .all()
  .filter(m => ours(m) && !m.isZ && !m.isMax)
  .sort(byId)
  .map(m =>
    brief({
      id: m.id,
      name: m.name,
      type: m.type,
      category: m.category,
      power: m.basePower || undefined,
      accuracy: m.accuracy === true ? undefined : m.accuracy,
      pp: m.pp,
      priority: m.priority || undefined,
      target: m.target,
      flags: Object.keys(m.flags).sort(),
      multihit: range(m.multihit),
      multiaccuracy: m.multiaccuracy,
      crit_ratio: m.critRatio === 1 ? undefined : m.critRatio,
      will_crit: m.willCrit,
      drain: m.drain,
      recoil: m.recoil,
      crash: m.hasCrashDamage,
      self_destruct: Boolean(m.selfdestruct),
      mind_blown: m.mindBlownRecoil,
      ohko: Boolean(m.ohko),
      fixed_damage: m.damage === 'level' ? 'level' : m.damage ? String(m.damage) : m.damageCallback ? 'callback' : undefined,
      variable_power: Boolean(m.basePowerCallback),
      modified_power: Boolean(m.onBasePower),
      variable_type: Boolean(m.onModifyType),
      variable_effectiveness: Boolean(m.onEffectiveness),
      variable: Boolean(m.onModifyMove),
      offensive_stat: m.overrideOffensiveStat,
      offensive_from: m.overrideOffensivePokemon,
      defensive_stat: m.overrideDefensiveStat,
      ignore_defensive: m.ignoreDefensive,
      ignore_ability: m.ignoreAbility,
      ignore_immunity: Boolean(m.ignoreImmunity),
      sheer_force: Boolean(m.secondaries) || m.hasSheerForceBoost || Boolean(m.hasSheerForce),
      self_switch: Boolean(m.selfSwitch),
      force_switch: m.forceSwitch,
      calls_move: m.callsMove,
      sleep_usable: m.sleepUsable,
      stalling: m.stallingMove,
      breaks_protect: m.breaksProtect,
      thaws_target: m.thawsTarget,
      weather: m.weather?.toLowerCase(),
      terrain: m.terrain,
      pseudo_weather: m.pseudoWeather,
      side_condition: m.sideCondition,
      volatile: m.volatileStatus,
      status: m.status,
      heal: m.heal,
      boosts: boosts(m.boosts),
      self_boosts: boosts(m.self?.boosts ?? m.selfBoost?.boosts),
    }),
  );

const items = dex.items
  .all()
  .filter(ours)
  .sort(byId)
  .map(i =>
    brief({
      id: i.id,
      name: i.name,
      berry: i.isBerry,
      choice: i.isChoice,
      gem: i.isGem,
      users: many(i.itemUser),
      forced_forme: i.forcedForme,
      fixed: Boolean(i.onTakeItem),
      fling: i.fling?.basePower,
      natural_gift: i.naturalGift?.basePower,
    }),
  );

const abilities = dex.abilities
  .all()
  .filter(ours)
  .sort(byId)
  .map(a => brief({ id: a.id, name: a.name, flags: Object.keys(a.flags).sort() }));

// Damage a type takes: 0 neutral, 1 doubled, 2 halved, 3 none.
const types = dex.types
  .all()
  .filter(t => !t.isNonstandard || t.name === 'Stellar')
  .sort(byId)
  .map(t => ({
    name: t.name,
    takes: Object.fromEntries(
      Object.entries(t.damageTaken)
        .filter(([from, how]) => how !== 0 && dex.types.get(from).exists)
        .map(([from, how]) => [from, ['normal', 'double', 'half', 'none'][how]])
        .sort(),
    ),
  }));

const text = JSON.stringify({
  format: 'credence-pokemon-randbats-dex/1',
  source: `@pkmn/sim ${versions['@pkmn/sim']}`,
  types,
  abilities,
  items,
  moves,
  species,
});
writeFileSync(out, gzipSync(text, { level: 9 }));
console.error(`${species.length} species, ${moves.length} moves, ${items.length} items, ${abilities.length} abilities: ${text.length} bytes`);
