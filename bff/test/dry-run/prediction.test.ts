import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHead } from '../../src/feed/read-feed.ts';
import type { EntityKey, Schemas } from '../../src/http/contract.ts';
import type { OperationResponse } from '../../src/http/operation-types.ts';
import { type ChangeItem, createFeedReader, sequenceAll } from '../feed/changes.ts';
import { insertSubscriber } from '../feed/subscribers.ts';
import { type Client, createClient } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

const FULL_SIZE = 1000;
const SMALL_SIZE = 24;
const MAX_ROWS = 4;

type Row = Schemas['DryRun']['rows'][number];
type Impact = Schemas['Impact'];
type Kind = 'country' | 'city';
type AnyRecord = Schemas['Country'] | Schemas['City'];
type Deliveries = Pick<Schemas['ImpactOnSubscriber'], 'id' | 'enter' | 'update' | 'leave'>;

const OPERATIONS = {
  country: { dryRun: 'dryRunCountries', create: 'createCountry', update: 'updateCountry', get: 'getCountry' },
  city: { dryRun: 'dryRunCities', create: 'createCity', update: 'updateCity', get: 'getCity' },
} as const;

/** Returns numbers from 0 up to 1, always the same ones for a seed. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T; // Cast: never empty.
  return { next, pick, chance: (share: number) => next() < share };
}

type Random = ReturnType<typeof createRandom>;

/** Few codes, so that many are taken. */
const COUNTRY_CODES = ['QM', 'QN', 'QO', 'QP', 'QQ', 'QR', 'QS', 'QT'];
const CITY_CODES = ['QQA', 'QQB', 'QQC', 'QQD', 'QQE', 'QQF', 'QQG', 'QQH', 'QQI', 'QQJ', 'QQK', 'QQL'];

const randomFields: Record<Kind, (random: Random) => Row['changes']> = {
  country: ({ pick }) => ({
    code: pick(COUNTRY_CODES),
    name: pick(['One', 'Two', 'Three', '']),
    alpha3Code: pick(['QAA', 'QBB', 'QCC', null]),
    continent: pick(['AS', 'EU', null, 'XX']),
    symbol: pick(['¤', '$', null]),
  }),
  city: ({ pick }) => ({
    code: pick(CITY_CODES),
    name: pick(['One', 'Two', 'Three']),
    country: pick([...COUNTRY_CODES, 'CN', null, 'ZZ']),
    locales: pick([{}, { en: { name: 'One' } }]),
  }),
};

type FeedReader = ReturnType<typeof createFeedReader>;

/** What a subscriber holds after it has read the feed. */
class Replica {
  readonly id: number;
  readonly #feed: FeedReader;
  readonly #records = new Set<string>();
  #applied = 0;

  constructor(id: number, feed: FeedReader) {
    this.id = id;
    this.#feed = feed;
  }

  /** Reads what is new in the feed, and counts what that was for the replica. */
  async follow(): Promise<Deliveries> {
    await this.#feed.readAll();
    const deliveries = { id: this.id, enter: 0, update: 0, leave: 0 };
    for (const item of this.#feed.items.slice(this.#applied)) deliveries[this.#apply(item)] += 1;
    this.#applied = this.#feed.items.length;
    return deliveries;
  }

  #apply({ entity, recordId, deleted }: ChangeItem): 'enter' | 'update' | 'leave' {
    const key = `${entity} ${recordId}`;
    if (deleted) {
      this.#records.delete(key);
      return 'leave';
    }
    const held = this.#records.has(key);
    this.#records.add(key);
    return held ? 'update' : 'enter';
  }
}

let service: Service;
let editor: Client;
let reviewer: Client;
let replicas: Replica[];
/** The last ids before the test. */
let lastIds: Record<Kind, number>;

beforeAll(async () => {
  service = await startService();
  [editor, reviewer] = await Promise.all([service.as('editor'), service.as('reviewer')]);
  const entities: EntityKey[] = ['country', 'city', 'airport'];
  const countryIds: number[] = await service.db('country').whereIn('code', ['CN', 'FR']).pluck('id');
  const filters = [
    undefined,
    { statuses: ['active' as const, 'approved' as const] },
    { statuses: ['pending' as const] },
    { countries: countryIds },
    { countries: countryIds, statuses: ['active' as const] },
  ];
  const lastId = async (kind: Kind) => Number((await service.db(kind).max({ id: 'id' }).first())?.id);
  lastIds = { country: await lastId('country'), city: await lastId('city') };
  await sequenceAll(service.db);
  const position = await readHead(service.db);
  replicas = await Promise.all(
    filters.map(async (filter) => {
      const options = { entities, position, ...(filter && { filter }) };
      const { id, token } = await insertSubscriber(service.db, options);
      return new Replica(id, createFeedReader(createClient(service.url, token), { cursor: String(position) }));
    }),
  );
});
afterAll(() => service.stop());

/** Queries the records that the test has created. */
const queryOwn = (kind: Kind) => service.db(kind).where('id', '>', lastIds[kind]);

/** Reads the feed as all subscribers; leaves out those that receive nothing. */
async function followAll(): Promise<Deliveries[]> {
  await sequenceAll(service.db);
  const all = await Promise.all(replicas.map((replica) => replica.follow()));
  return sortById(all.filter(({ enter, update, leave }) => enter + update + leave > 0));
}

const sortById = (deliveries: Deliveries[]) => deliveries.toSorted((a, b) => a.id - b.id);

const predictedDeliveries = ({ subscribers: { items = [] } }: Impact): Deliveries[] =>
  sortById(items.map(({ id, enter, update, leave }) => ({ id, enter, update, leave })));

/** Writes rows one after another, and returns what each was answered and the proposals that wait. */
async function writeRows(kind: Kind, rows: Row[]) {
  const answers: unknown[] = [];
  const proposed = new Map<number, number>();
  for (const row of rows) {
    const answer = await writeRow(kind, row);
    answers.push(summarize(answer.status, answer.data as Partial<Schemas['ErrorData']>));
    if (answer.status !== 202 || row.id === undefined) continue;
    const { proposal } = answer.data as { proposal: { version: number } }; // Cast: a write that is proposed.
    proposed.set(row.id, proposal.version);
  }
  return { answers, proposed };
}

async function writeRow(kind: Kind, { id, version, changes }: Row) {
  const { create, update } = OPERATIONS[kind];
  // Casts: the service refuses what is not of the kind.
  if (id === undefined) return editor.call(create, { body: changes as unknown as Schemas['CityWrite'] });
  const record = await read(kind, id);
  const body = { ...record, ...changes } as Record<string, unknown>;
  for (const name of ['id', 'version', 'status', 'createTime', 'updateTime', 'createdBy', 'updatedBy', 'warnings'])
    delete body[name];
  return editor.call(update, {
    path: { id },
    body: body as unknown as Schemas['CityWrite'],
    ...(version !== undefined && { ifMatch: version }),
  });
}

async function read(kind: Kind, id: number): Promise<AnyRecord> {
  const { record } = await editor.ok(OPERATIONS[kind].get, { path: { id } });
  return record;
}

const summarize = (code: number, { key, fields, permission }: Partial<Schemas['ErrorData']>) => ({
  code,
  ...(code >= 400 && { key, fields, permission }),
});

/** Approves proposals as a second person; those that are refused stay. */
async function approveAll(kind: Kind, proposed: Map<number, number>): Promise<void> {
  const operation = kind === 'country' ? 'decideCountryProposal' : 'decideCityProposal';
  for (const [id, ifMatch] of proposed)
    await reviewer.call(operation, { path: { id }, ifMatch, body: { decision: 'approve' } });
}

async function createRows(kind: Kind, random: Random): Promise<Row[]> {
  const ids: number[] = await queryOwn(kind).orderBy('id').pluck('id');
  const count = 1 + Math.floor(random.next() * MAX_ROWS);
  const rows: Row[] = [];
  for (let n = 0; n < count; n++) {
    const fields = randomFields[kind](random);
    if (ids.length === 0 || random.chance(0.3)) {
      rows.push({ changes: fields });
      continue;
    }
    const { id, version } = await read(kind, random.pick(ids));
    const names = Object.keys(fields).filter(() => random.chance(0.4));
    const changes = Object.fromEntries(names.map((name) => [name, fields[name]]));
    rows.push({ id, version: random.chance(0.1) ? version + 1 : version, changes });
  }
  return rows;
}

/** Changes the status of some records, so that there are pending, approved and active ones. */
async function moveSome(kind: Kind, random: Random): Promise<void> {
  const operation = kind === 'country' ? 'transitionCountry' : 'transitionCity';
  const ids: number[] = await queryOwn(kind).where('status', 'pending').pluck('id');
  for (const id of ids)
    if (random.chance(0.5))
      await reviewer.call(operation, { path: { id }, ifMatch: 1, body: { event: 'approve', activate: true } });
}

async function expectPredicted(seed: number, size: number): Promise<Record<string, number>> {
  const random = createRandom(seed);
  const seen: Record<string, number> = {};
  await followAll();
  for (let done = 0; done < size; ) {
    const kind: Kind = random.chance(0.4) ? 'country' : 'city';
    await moveSome(kind, random);
    await followAll();
    const rows = await createRows(kind, random);
    const tried: OperationResponse<'dryRunCities'>['data'] = await editor.ok(OPERATIONS[kind].dryRun, {
      body: { rows, impact: true },
    });
    expect(await followAll(), 'a dry run delivers nothing').toEqual([]);
    const { answers, proposed } = await writeRows(kind, rows);
    await approveAll(kind, proposed);
    expect({ rows, outcomes: tried.rows.map(({ code, data }) => summarize(code, data ?? {})) }).toEqual({
      rows,
      outcomes: answers,
    });
    const deliveries = await followAll();
    expect({ rows, deliveries: tried.impact && predictedDeliveries(tried.impact) }).toEqual({ rows, deliveries });
    for (const { code } of tried.rows) seen[code] = (seen[code] ?? 0) + 1;
    done += rows.length;
  }
  return seen;
}

test('what random changes are answered and who receives them is as predicted', async () => {
  const seen = await expectPredicted(7, SMALL_SIZE);
  expect(Object.keys(seen).length).toBeGreaterThan(3);
});

/** Reads the impact, lets it happen, and expects that exactly the predicted subscribers receive it. */
async function expectDelivered(impact: Impact | undefined, act: () => Promise<unknown>): Promise<void> {
  expect(await followAll(), 'nothing is delivered before').toEqual([]);
  await act();
  const deliveries = await followAll();
  expect(deliveries.length).toBeGreaterThan(0);
  expect(impact && predictedDeliveries(impact)).toEqual(deliveries);
}

test('the release of a set and an approval deliver what was predicted', async () => {
  const approve = async (kind: 'Country' | 'City', { id, version }: AnyRecord) => {
    const body = { event: 'approve', activate: true } as const;
    return (await reviewer.ok(`transition${kind}`, { path: { id }, ifMatch: version, body })).record;
  };
  const countryBody = { code: 'XX', name: 'Before', alpha3Code: 'XXX', continent: 'AS' as const, locales: {} };
  const { record: pending } = await editor.ok('createCountry', { body: countryBody }, 201);
  await followAll();
  const review = { query: { entity: 'country', id: pending.id } } as const;
  const { impact: ofApproval } = await editor.ok('getReviewImpact', review);
  const approved = { path: { id: pending.id }, ifMatch: pending.version, body: { event: 'approve' } } as const;
  await expectDelivered(ofApproval, () => reviewer.ok('transitionCountry', approved));

  const { record: city } = await editor.ok('createCity', { body: { code: 'XXA', name: 'A', country: 'XX' } }, 201);
  await approve('City', city);
  const country = await read('country', pending.id);
  const change = { ...countryBody, name: 'Proposed' };
  const { proposal } = await editor.ok(
    'updateCountry',
    { path: { id: country.id }, ifMatch: country.version, body: change },
    202,
  );
  await followAll();
  const { impact: ofProposal } = await editor.ok('getReviewImpact', review);
  const decision = { path: { id: country.id }, ifMatch: proposal.version, body: { decision: 'approve' } } as const;
  await expectDelivered(ofProposal, () => reviewer.ok('decideCountryProposal', decision));

  const { changeSet } = await editor.ok('createChangeSet', { body: { title: 'New code' } }, 201);
  const current = await read('country', country.id);
  const items: Schemas['ChangeSetItemBody'][] = [
    {
      entity: 'country',
      action: 'update',
      recordId: current.id,
      recordVersion: current.version,
      values: { ...change, code: 'XY' },
    },
    { entity: 'city', action: 'create', values: { code: 'XXB', name: 'B', country: 'XY' } },
  ];
  const set = { path: { id: changeSet.id } };
  for (const body of items) await editor.ok('addChangeSetItem', { ...set, body }, 201);
  const { impact: ofSet } = await editor.ok('getChangeSetImpact', set);
  expect(ofSet?.referenceVersions).toEqual({ total: 1, totals: { city: 1 } });
  await expectDelivered(ofSet, async () => {
    await editor.ok('transitionChangeSet', { ...set, ifMatch: 3, body: { event: 'submit' } });
    await reviewer.ok('transitionChangeSet', { ...set, ifMatch: 4, body: { event: 'approve' } });
  });
  await editor.expectRefusal('getChangeSetImpact', set, 'invalidTransition');
});

describe('at full size', { tags: ['slow'] }, () => {
  test(`what ${FULL_SIZE} random changes are answered and who receives them is as predicted`, {
    timeout: 1_800_000,
  }, async () => {
    const seen = await expectPredicted(23, FULL_SIZE);
    console.log(`${FULL_SIZE} random changes, by answer: ${JSON.stringify(seen)}`);
  });
});
