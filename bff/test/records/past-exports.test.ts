import { expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { repeatUntilStopped, sequenceAll } from '../feed/changes.ts';
import { setUpImports } from '../imports/import-client.ts';
import { completeBodies, type EntityName } from '../kit/complete-bodies.ts';

const MOMENTS = Number(process.env.AS_OF_MOMENTS ?? 200);
const WRITES_PER_MOMENT = 8;
const SEED = Number(process.env.AS_OF_SEED ?? 7);

const { service, imports } = await setUpImports();
const { db } = service;
const admin = await service.as('admin');
const { settings, version } = await admin.ok('getSettings');
// the cast: the keys are those of the settings
const review = Object.fromEntries(entities.map(({ key }) => [key, 'none'])) as typeof settings.review;
await admin.ok('updateSettings', { ifMatch: version, body: { ...settings, review } });

async function call(id: string, parts: object, status = 200): Promise<Answer> {
  // the cast: the ids are built from the names of entities, and the client fails if the contract has no such operation
  const reply = await admin.call(id as OperationId, parts);
  expect(reply, `${id} ${JSON.stringify(parts)} ${JSON.stringify(reply.data)}`).toMatchObject({ status });
  // the cast: the client has validated the answer
  return reply.data as Answer;
}

interface Answer {
  record: SomeRecord;
  items: SomeRecord[];
  version: number;
}
type SomeRecord = Record<string, unknown> & { id: number; version: number; code: string };

const names = ['Country', 'City', 'Airport', 'Protocol', 'EurailStation'] as const satisfies EntityName[];
type Name = (typeof names)[number];
const entityOf = (name: Name) => {
  const entity = entities.find(({ singular }) => singular === name);
  if (!entity) throw new Error(`No entity “${name}”.`);
  return entity;
};

/** The same numbers in every run. */
let state = SEED;
const random = (limit: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const records: Record<Name, Map<number, SomeRecord>> = {
  Country: new Map(),
  City: new Map(),
  Airport: new Map(),
  Protocol: new Map(),
  EurailStation: new Map(),
};
const deleted: { name: Name; id: number; version: number }[] = [];
const pickRecord = (name: Name): SomeRecord | undefined => pick([...records[name].values()]);

const existingCodes = new Set<string>(await db('country').pluck('code'));
const countryCodes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  .flatMap((first, _, letters) => letters.map((second) => first + second))
  .filter((code) => !existingCodes.has(code));
let codeNumber = 1000;
/** Returns a code that no record has; codes of countries are few, so those that renames have given up are used again. */
function newCode(name: Name): string {
  if (name !== 'Country') return `P${codeNumber++}`;
  const taken = new Set([...records.Country.values()].map(({ code }) => code));
  const free = countryCodes.filter((code) => !taken.has(code));
  return free[codeNumber++ % free.length] ?? '';
}

/** Fields that a write may change, with references among them. */
function changesOf(name: Name): Record<string, unknown> {
  const country = pickRecord('Country')?.code ?? 'CN';
  const label = `${pick(['North', 'South', '东', '西'])} ${random(1000)}`;
  const changes: Record<Name, object> = {
    Country: { currency: pick(['EUR', 'USD', null]) },
    City: { country },
    Airport: { country: 'CN', city: 'BJS', timezone: pick(['Asia/Shanghai', null]) },
    Protocol: { countries: [country, 'CN'].slice(random(2)), airline: pick(['CA', 'MU', null]) },
    EurailStation: { country },
  };
  return {
    name: label,
    locales: pick([{}, { en: { name: label } }, { fr: { name: `${label} f` } }]),
    ...changes[name],
  };
}

const bodyOf = (name: Name, record: SomeRecord, changes: object) => ({
  ...Object.fromEntries(entityOf(name).fields.map((field) => [field.name, record[field.name]])),
  ...changes,
});

/** Reads all records that the writes have touched anew, as a rename writes those that refer to it. */
async function refresh(): Promise<void> {
  for (const name of names)
    for (const id of records[name].keys()) records[name].set(id, (await call(`get${name}`, { path: { id } })).record);
}

async function create(name: Name): Promise<void> {
  const body = { ...completeBodies[name](newCode(name)), ...changesOf(name) };
  const { record } = await call(`create${name}`, { body }, 201);
  records[name].set(record.id, record);
}

const writes: Record<string, () => Promise<void>> = {
  create: () => create(pick(names)),
  async update() {
    const name = pick(names);
    const record = pickRecord(name);
    if (!record) return;
    const code = name !== 'Country' || random(3) > 0 ? record.code : newCode(name);
    const body = bodyOf(name, record, { ...changesOf(name), code });
    const { record: updated } = await call(`update${name}`, { path: { id: record.id }, ifMatch: record.version, body });
    records[name].set(record.id, updated);
    if (code !== record.code) await refresh();
  },
  async approve() {
    const name = pick(['City', 'Protocol'] as const);
    const record = [...records[name].values()].find(({ status }) => status === 'pending');
    if (!record) return;
    const parts = { path: { id: record.id }, ifMatch: record.version, body: { event: 'approve' } };
    records[name].set(record.id, (await call(`transition${name}`, parts)).record);
  },
  async remove() {
    const name = pick(['City', 'Airport', 'Protocol', 'EurailStation'] as const);
    const record = pickRecord(name);
    if (!record) return;
    const { version } = await call(`delete${name}`, { path: { id: record.id }, ifMatch: record.version });
    records[name].delete(record.id);
    deleted.push({ name, id: record.id, version });
  },
  async restore() {
    const last = deleted.pop();
    if (!last) return;
    const body = { version: last.version };
    const { record } = await call(`restore${last.name}`, { path: { id: last.id }, body });
    records[last.name].set(record.id, record);
  },
  async import() {
    const rows = [newCode('City'), newCode('City')].map((code) => `${code},Imported ${code},CN`);
    const { id } = await imports.uploadAndStage(admin, {
      entity: 'city',
      content: ['code,name,country', ...rows].join('\n'),
    });
    await imports.apply(admin, id);
  },
  async changeSet() {
    const [renamed, other] = [pickRecord('Country'), pickRecord('City')];
    if (!renamed || !other) return;
    const { changeSet } = await admin.ok('createChangeSet', { body: { title: 'Set' } }, 201);
    const path = { id: changeSet.id };
    const items = [
      { entity: 'country', record: renamed, changes: { name: 'By a set', code: newCode('Country') }, name: 'Country' },
      { entity: 'city', record: other, changes: { name: 'By a set', country: 'CN' }, name: 'City' },
    ] as const;
    for (const { entity, record, changes, name } of items) {
      const values = bodyOf(name, record, changes);
      const body = { entity, action: 'update', recordId: record.id, recordVersion: record.version, values };
      await call('addChangeSetItem', { path, body }, 201);
    }
    for (const event of ['submit', 'approve'] as const) {
      const { version } = (await admin.ok('getChangeSet', { path })).changeSet;
      const client = event === 'submit' ? admin : await service.as('reviewer');
      await client.ok('transitionChangeSet', { path, ifMatch: version, body: { event } });
    }
    await refresh();
  },
};
const weighted = ['create', 'create', 'update', 'update', 'update', 'update', 'approve', 'remove', 'restore'];

/** What lists are asked for: orders and filters of columns, references, lists of references and words. */
function randomQuery(name: Name): Record<string, unknown> {
  const country = pickRecord('Country')?.code ?? 'CN';
  const common = [
    ...[{}, { sort: '-updateTime' }, { sort: 'name', q: pick(['north', '东', 'P1']) }, { name: 'south' }],
    ...[{ status: 'pending,approved' }, { incomplete: true }, { updatedBy: 'admin', sort: '-name' }],
  ];
  const own: Record<Name, object[]> = {
    Country: [{ currency: 'EUR', not: 'currency' }, { empty: 'currency' }],
    City: [{ country }, { country: `${country},CN`, sort: 'country,-name' }],
    Airport: [{ city: 'BJS' }, { timezone: 'Asia/Shanghai', sort: '-code' }],
    Protocol: [{ countries: country }, { airline: 'CA' }, { empty: 'airline' }],
    EurailStation: [{ country, not: 'country' }, { sort: 'country' }],
  };
  return { ...pick([...common, ...own[name]]), pageSize: 10, page: 1 + random(2) };
}

const readList = (name: Name, query: object) => call(`list${entityOf(name).plural}`, { query });
const readExport = async (name: Name, query: object): Promise<unknown[]> => {
  const data: unknown = await call(`export${entityOf(name).plural}`, { query: { format: 'ndjson', ...query } });
  return String(data)
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

/** Gives all changes their positions, and returns a time after them and before all later ones. */
async function nextMoment(): Promise<string> {
  await sequenceAll(db);
  const [[{ now }]] = await db.raw('SELECT NOW(3) AS now, SLEEP(0.002)');
  return now.toISOString();
}

/** A list without what is in review now. */
const withoutReview = (page: object) => ({ ...page, proposals: [], ownWork: [] });

test('as of a moment, records, lists and exports equal those recorded then, while writes go on', () =>
  compareWithRecordings({ moments: 1, recordsOfKind: 1 }));

test(`the same as of ${MOMENTS} random moments`, { tags: ['slow'], timeout: 3_600_000 }, () =>
  compareWithRecordings({ moments: MOMENTS, recordsOfKind: 3 }),
);

async function compareWithRecordings({ moments, recordsOfKind }: { moments: number; recordsOfKind: number }) {
  for (const name of names) for (let count = 0; count < recordsOfKind; count++) await create(name);
  const recordings: { asOf: string; name: Name; query: object; list: object; exported: unknown[]; id: number }[] = [];
  for (let moment = 0; moment < moments; moment++) {
    for (let count = 0; count < WRITES_PER_MOMENT; count++) await writes[pick(weighted)]?.();
    await writes[moment % 10 === 9 ? 'import' : 'changeSet']?.();
    const asOf = await nextMoment();
    for (const name of names) {
      const query = randomQuery(name);
      const { page: _page, pageSize: _size, sort: _sort, ...filter } = query as Record<string, string>;
      const [list, exported] = [await readList(name, query), await readExport(name, filter)];
      recordings.push({ asOf, name, query, list, exported, id: pickRecord(name)?.id ?? 1 });
    }
  }
  const stop = repeatUntilStopped(
    async () => {
      await writes[pick(weighted)]?.();
      return 1;
    },
    () => sequenceAll(db),
  );
  try {
    for (const { asOf, name, query, list, exported } of recordings) {
      const { page: _page, pageSize: _size, sort: _sort, ...filter } = query as Record<string, string>;
      const about = `${name} ${JSON.stringify(query)} as of ${asOf}`;
      expect(await readList(name, { ...query, asOf }), about).toEqual(withoutReview(list));
      expect(await readExport(name, { ...filter, asOf }), about).toEqual(exported);
      const [first] = exported as SomeRecord[];
      if (first)
        expect((await call(`get${name}`, { path: { id: first.id }, query: { asOf } })).record, about).toEqual(first);
    }
  } finally {
    await stop();
  }
  expect(recordings.filter(({ exported }) => exported.length > 0).length).toBeGreaterThan(recordings.length / 2);
}
