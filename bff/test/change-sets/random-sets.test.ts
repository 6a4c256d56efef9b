import { expect, test } from 'vitest';
import type { EntityKey, Schemas } from '../../src/http/contract.ts';
import {
  type City,
  createCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from './change-set-client.ts';

// many rounds run beside other work, which makes single requests slow
const sets = await setUpChangeSets(undefined, { answerMs: 60_000 });
const { service, admin, editor, reviewer, createCity, getCity } = sets;
const { db } = service;

type Airport = Awaited<ReturnType<typeof getAirport>>;
const getAirport = async (id: number) => (await admin.ok('getAirport', { path: { id } })).record;

/** Returns the same sequence of numbers below a limit for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
const letter = (n: number) => String.fromCharCode(65 + (Math.floor(n) % 26));
type Random = ReturnType<typeof createRandom>;

const EVENTS: Partial<Record<City['status'], 'approve' | 'activate' | 'deactivate'>> = {
  pending: 'approve',
  approved: 'activate',
  inactive: 'activate',
  active: 'deactivate',
};

/** Returns a record without what every write changes. */
const stateOf = ({ version, updateTime, updatedBy, warnings, ...state }: City | Airport | OtherRecord) => state;

type OtherRecord = Schemas['Cabin'] | Schemas['Protocol'] | Schemas['TrainStation'] | Schemas['Rate'];

/** A kind whose records take keys from each other. */
interface OtherKind {
  entity: EntityKey;
  /** The field by which records differ in their key. */
  keyField: string;
  create(name: 'A' | 'B', n: number): Promise<number>;
  get(id: number): Promise<OtherRecord>;
  /** What a round changes beside the key. */
  changes(round: number, cityCode: string): object;
}

const OTHER_KINDS: OtherKind[] = [
  {
    entity: 'cabin',
    keyField: 'code',
    create: async (name, n) => {
      const body = { code: `${name}${letter(n)}`, name: `Cabin ${n}` };
      return (await editor.ok('createCabin', { body }, 201)).record.id;
    },
    get: async (id) => (await admin.ok('getCabin', { path: { id } })).record,
    changes: (round) => ({ name: `Cabin of round ${round}` }),
  },
  {
    entity: 'protocol',
    keyField: 'code',
    create: async (name, n) => {
      const body = { code: `AGR${name}${n}`, name: `Agreement ${n}`, countries: ['CN', 'JP'] };
      return (await editor.ok('createProtocol', { body }, 201)).record.id;
    },
    get: async (id) => (await admin.ok('getProtocol', { path: { id } })).record,
    changes: (round) => ({ countries: round % 2 === 0 ? ['FR'] : ['JP', 'CN'] }),
  },
  {
    entity: 'train_station',
    keyField: 'telegraphCode',
    create: async (name, n) => {
      const body = { telegraphCode: `${name}Q${letter(n)}`, name: `Station ${n}`, city: `WLD${name}${n}` };
      return (await editor.ok('createTrainStation', { body }, 201)).record.id;
    },
    get: async (id) => (await admin.ok('getTrainStation', { path: { id } })).record,
    changes: (_, city) => ({ city }),
  },
  {
    entity: 'rate_board',
    keyField: 'quotedAt',
    create: async (name, n) => {
      const pair = { base: 'USD', quote: name === 'A' ? 'CNY' : 'JPY', source: 'Bank', unit: 1 } as const;
      const body = { ...pair, quotedAt: `2026-01-0${n + 1}T00:00:00.000Z`, middle: `7.${n + 1}` };
      return (await editor.ok('createRate', { body }, 201)).record.id;
    },
    get: async (id) => (await admin.ok('getRate', { path: { id } })).record,
    changes: (round) => ({ middle: `8.${(round % 9) + 1}` }),
  },
];

/** Creates cities of several statuses, airports in them, and a deleted city; all but that have an earlier version of other values. */
async function createWorld(name: 'A' | 'B') {
  const cities: number[] = [];
  for (let n = 0; n < 7; n++) cities.push((await createCity(`WLD${name}${n}`, n < 5 ? 'active' : 'pending')).id);
  const airports: number[] = [];
  for (let n = 0; n < 4; n++) {
    const body = {
      code: `Q${name}${letter(n)}`,
      name: `Airport ${n}`,
      country: 'CN',
      city: `WLD${name}${n}`,
      continent: 'AS' as const,
    };
    airports.push((await editor.ok('createAirport', { body }, 201)).record.id);
  }
  const renamed = await Promise.all(cities.map(getCity));
  await sets.release(renamed.map((city) => updateCityItem(city, { name: `${city.name} now` })));
  const ended = await getCity(cities[4] ?? 0);
  const deactivating = { path: { id: ended.id }, ifMatch: ended.version, body: { event: 'deactivate' } } as const;
  await reviewer.ok('transitionCity', deactivating);
  const gone = await createCity(`GONE${name}`, 'pending');
  await editor.ok('deleteCity', { path: { id: gone.id }, ifMatch: gone.version });
  const others = [];
  for (const kind of OTHER_KINDS) {
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await kind.create(name, n));
    others.push({ kind, ids });
  }
  return { cities, airports, others, goneId: gone.id };
}
type World = Awaited<ReturnType<typeof createWorld>>;

const readWorld = async ({ cities, airports, others }: World) => ({
  cities: await Promise.all(cities.map(getCity)),
  airports: await Promise.all(airports.map(getAirport)),
  others: await Promise.all(
    others.map(async ({ kind, ids }) => ({ kind, records: await Promise.all(ids.map(kind.get)) })),
  ),
});

/** Draws items of a kind whose records take keys from each other, change, go, or get another status. */
function drawOthers(
  random: Random,
  round: number,
  cityCode: string,
  { kind, records }: { kind: OtherKind; records: OtherRecord[] },
): ItemBody[] {
  const { entity, keyField } = kind;
  // the cast: each kind has its key field
  const keyOf = (record: OtherRecord) => (record as unknown as Record<string, string>)[keyField];
  const swapped = records.filter(() => random(2) === 0);
  return records.flatMap((record): ItemBody[] => {
    const target = { entity, recordId: record.id, recordVersion: record.version };
    const at = swapped.indexOf(record);
    const next = swapped[(at + 1) % swapped.length];
    if (at >= 0 && next) {
      const changed = { ...valuesOf(record), [keyField]: keyOf(next), ...kind.changes(round, cityCode) };
      return [{ ...target, action: 'update', values: changed }];
    }
    const event = EVENTS[record.status];
    if (random(5) === 0) return [{ ...target, action: 'delete' }];
    return event && random(5) === 0 ? [{ ...target, action: 'transition', event }] : [];
  });
}

/** Puts together items of all actions, with codes that change hands and references to new and renamed records. */
async function drawItems(random: Random, round: number, world: World): Promise<ItemBody[]> {
  const { cities, airports, others } = await readWorld(world);
  const newCode = `NEW${round}`;
  const codes = cities.map(({ code }) => code).filter(() => random(2) === 0);
  const codeAfter = new Map(codes.map((code, at) => [code, codes[(at + 1) % codes.length] ?? code]));
  const cityItems = cities.flatMap((city): ItemBody[] => {
    const target = { entity: 'city', recordId: city.id, recordVersion: city.version } as const;
    const event = EVENTS[city.status];
    const update = updateCityItem(city, { code: codeAfter.get(city.code) ?? city.code, name: `Round ${round}` });
    if (codeAfter.has(city.code)) return [event && random(3) === 0 ? { ...update, event } : update];
    switch (random(5)) {
      case 0:
        return [{ ...target, action: 'delete' }];
      case 1:
        return event ? [{ ...target, action: 'transition', event }] : [];
      case 2:
        return [{ ...target, action: 'restore', restoredVersion: 1 }];
      default:
        return [];
    }
  });
  const cityCodes = [newCode, ...codes];
  const airportItems = airports.flatMap((airport): ItemBody[] => {
    const target = { entity: 'airport', recordId: airport.id, recordVersion: airport.version } as const;
    const city = cityCodes[random(cityCodes.length)] ?? newCode;
    if (random(4) === 0) return [{ ...target, action: 'delete' }];
    return random(2) === 0 ? [{ ...target, action: 'update', values: { ...valuesOf(airport), city } }] : [];
  });
  const newAirport: ItemBody = {
    entity: 'airport',
    action: 'create',
    become: 'pending',
    values: {
      code: `N${letter(round / 26)}${letter(round)}`,
      name: 'New',
      country: 'CN',
      city: newCode,
      continent: 'AS',
    },
  };
  const deletion = await db('data_log')
    .where({ entity: 'city', record_id: world.goneId })
    .orderBy('version', 'desc')
    .first('version');
  const revival: ItemBody = {
    ...{
      entity: 'city',
      action: 'restore',
      recordId: world.goneId,
      recordVersion: deletion?.version ?? 0,
      restoredVersion: 1,
    },
  };
  const otherItems = others.flatMap((each) => drawOthers(random, round, newCode, each));
  const revivals = random(3) === 0 ? [revival] : [];
  return [createCityItem(newCode), newAirport, ...cityItems, ...airportItems, ...otherItems, ...revivals];
}

/** Releases and reverts random sets. Returns how many were released; the others could not be, and have changed nothing. */
async function runRandomSets(name: 'A' | 'B', count: number, seed: number, deadline = Number.POSITIVE_INFINITY) {
  const random = createRandom(seed);
  const world = await createWorld(name);
  let [released, refused] = [0, 0];
  for (let round = 0; round < count && performance.now() < deadline; round++) {
    const before = await readWorld(world);
    const set = await sets.createWith(editor, await drawItems(random, round, world));
    const submitting = { path: { id: set.id }, ifMatch: set.version, body: { event: 'submit' } } as const;
    const { status, data } = await editor.call('transitionChangeSet', submitting);
    if (status === 200) {
      const approved = await sets.transition(reviewer, await sets.get(set.id), { event: 'approve' });
      const reverted = await sets.transition(editor, approved, { event: 'revert' });
      expect(reverted, `round ${round}`).toMatchObject({ status: 'reverted', unsound: 0 });
      released++;
    } else {
      expect(data).toMatchObject({ key: 'changeSetUnsound' });
      refused++;
    }
    const after = await readWorld(world);
    expect(after.cities.map(stateOf), `round ${round}`).toEqual(before.cities.map(stateOf));
    expect(after.airports.map(stateOf), `round ${round}`).toEqual(before.airports.map(stateOf));
    for (const [at, { records }] of after.others.entries())
      expect(records.map(stateOf), `round ${round}`).toEqual(before.others[at]?.records.map(stateOf));
    const left = await db('city').where('code', `NEW${round}`).orWhere('id', world.goneId).pluck('code');
    expect(left, `round ${round}`).toEqual([]);
  }
  return { released, refused };
}

test('random sets of all actions, released and reverted, leave every record as it was', async () => {
  const { released, refused } = await runRandomSets('A', 4, 20_261_127);
  expect(released).toBeGreaterThanOrEqual(3);
  expect(released + refused).toBe(4);
});

const MAX_MINUTES = 20;

test('1,000 random sets leave every record as it was', {
  tags: ['slow'],
  timeout: (MAX_MINUTES + 1) * 60_000,
}, async () => {
  // beside the seeded few above, as many as the time allows where somebody asks for them
  const count = Number(process.env.RANDOM_SETS ?? 20);
  const result = await runRandomSets('B', count, Date.now(), performance.now() + MAX_MINUTES * 60_000);
  console.info(`random sets: ${JSON.stringify(result)}`);
});
