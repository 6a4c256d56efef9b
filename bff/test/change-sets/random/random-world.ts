import { isDeepStrictEqual } from 'node:util';
import { assertItemAllowed } from '../../../src/change-sets/draft-item.ts';
import { insertItem } from '../../../src/change-sets/edit-items.ts';
import { createCrudContext } from '../../../src/create-crud.ts';
import { entityByKey } from '../../../src/crud/entity.ts';
import type { Entity, FieldValues, Refs, StoredRecord } from '../../../src/crud/model.ts';
import { fieldsOf, toStoredRecords } from '../../../src/crud/rows.ts';
import { transact } from '../../../src/database/database.ts';
import type { EntityKey } from '../../../src/http/contract.ts';
import { candidateCodes, completeBodies, type EntityName } from '../../kit/complete-bodies.ts';
import type { ChangeSet, ItemBody, setUpChangeSets } from '../change-set-client.ts';

/** Returns a whole number below the limit. */
export type Random = (limit: number) => number;

/** Creates a function that returns the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

export function pick<T>(random: Random, all: readonly T[]): T {
  const picked = all[random(all.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

/** The codes to which values may refer, by kind. */
export type Codes = ReadonlyMap<EntityKey, string[]>;

/** Returns the codes except for those of a kind. */
export const without = (codes: Codes, key: EntityKey): Codes => new Map([...codes].filter(([each]) => each !== key));

/** How records of a kind take part in random sets. */
export interface WorldKind {
  name: EntityName;
  key: EntityKey;
  /** The field whose values change hands. */
  keyField: string;
  count: number;
  /** Draws values, with references to other records. */
  draw(random: Random, codes: Codes, name: string): FieldValues;
}

const pickCode = (random: Random, codes: Codes, kind: EntityKey): string => pick(random, codes.get(kind) ?? []);

/** All kinds, after those to which they refer. */
export const WORLD_KINDS: readonly WorldKind[] = [
  { name: 'Country', key: 'country', keyField: 'code', count: 4, draw: (_random, _codes, name) => ({ name }) },
  { name: 'City', key: 'city', keyField: 'code', count: 7, draw: (_random, _codes, name) => ({ name }) },
  {
    name: 'Airport',
    key: 'airport',
    keyField: 'code',
    count: 4,
    draw: (random, codes, name) => ({ name, city: pickCode(random, codes, 'city') }),
  },
  {
    name: 'Airline',
    key: 'airline',
    keyField: 'code',
    count: 4,
    draw: (random, codes, name) => ({ name, country: pickCode(random, codes, 'country') }),
  },
  {
    name: 'Cabin',
    key: 'cabin',
    keyField: 'code',
    count: 3,
    draw: (random, codes, name) => ({ name, airline: pickCode(random, codes, 'airline') }),
  },
  {
    name: 'Protocol',
    key: 'protocol',
    keyField: 'code',
    count: 3,
    draw: (random, codes, name) => ({
      name,
      airline: pickCode(random, codes, 'airline'),
      countries: [...new Set([pickCode(random, codes, 'country'), pickCode(random, codes, 'country')])],
    }),
  },
  {
    name: 'Rate',
    key: 'rate_board',
    keyField: 'quotedAt',
    count: 3,
    draw: (random) => ({ middle: `8.${random(1_000_000) + 1}` }),
  },
  {
    name: 'TrainStation',
    key: 'train_station',
    keyField: 'telegraphCode',
    count: 3,
    draw: (random, codes, name) => ({
      name,
      city: pickCode(random, codes, 'city'),
      airports: [{ airport: pickCode(random, codes, 'airport'), distance: random(90) + 1 }],
    }),
  },
  {
    name: 'EurailStation',
    key: 'eurail_station',
    keyField: 'code',
    count: 4,
    draw: (random, codes, name) => ({
      name,
      country: pickCode(random, codes, 'country'),
      // the first one has no parent itself, so that no circle is drawn
      parent: pick(random, [null, ...(codes.get('eurail_station') ?? []).slice(0, 1)]),
    }),
  },
];

/** Returns complete values of a new record with this key. */
export const newBody = ({ name, keyField }: WorldKind, key: string): FieldValues => ({
  // the dates of exchange rates are numbered
  ...completeBodies[name](name === 'Rate' ? '1' : key),
  [keyField]: key,
});

export type WorldRecord = StoredRecord & { fields: FieldValues };
type States = ReadonlyMap<EntityKey, StoredRecord[]>;

/** Creates records of all kinds and statuses with references among them, to be changed by random sets. */
export async function createWorld(sets: Awaited<ReturnType<typeof setUpChangeSets>>, random: Random) {
  const { db } = sets.service;
  const crud = createCrudContext(db);
  const createSet = await prepareSetCreation(sets, crud);
  const release = async (bodies: ItemBody[]): Promise<ChangeSet> => {
    const submitted = await sets.transition(sets.editor, await createSet(bodies), { event: 'submit' });
    return sets.transition(sets.reviewer, submitted, { event: 'approve' });
  };
  const readAll = async (entity: Entity): Promise<StoredRecord[]> =>
    toStoredRecords(db, entity, await db(entity.table).orderBy('id'));

  /** Reads the states of all records there are, by kind. */
  const readStates = async (): Promise<States> => {
    const states = new Map<EntityKey, StoredRecord[]>();
    for (const entity of crud.entities) states.set(entity.key, await readAll(entity));
    return states;
  };

  const takenKeys = await readStates();
  const freeKeys = new Map(
    WORLD_KINDS.map(({ name, key, keyField }) => {
      const taken = new Set(takenKeys.get(key)?.map(({ record }) => record[keyField]));
      // the cast: each kind has its key field
      const candidates = candidateCodes[name].map((code) => (completeBodies[name](code) as FieldValues)[keyField]);
      return [key, candidates.filter((candidate) => !taken.has(candidate)).map(String)];
    }),
  );
  const takeKey = (kind: EntityKey): string => {
    const key = freeKeys.get(kind)?.shift();
    if (key === undefined) throw new Error(`There is no free key for ${kind}.`);
    return key;
  };

  const ids = new Map<EntityKey, number[]>();
  const codes = new Map<EntityKey, string[]>();
  for (const kind of WORLD_KINDS) {
    const { name, key, count, draw } = kind;
    const keys = Array.from({ length: count }, () => takeKey(key));
    const bodies = keys.map((newKey, at): ItemBody => {
      const values = { ...newBody(kind, newKey), ...draw(random, codes, `${name} ${at}`) };
      return { entity: key, action: 'create', values, become: at < 2 ? 'active' : pick(random, ['pending', 'active']) };
    });
    const created = await sets.items(await release(bodies));
    ids.set(
      key,
      created.flatMap(({ recordId }) => recordId ?? []),
    );
    codes.set(key, keys);
  }

  /** Picks the records of a kind that random sets change. */
  const readWorld = (states: States, key: EntityKey): WorldRecord[] => {
    const entity = entityByKey(crud, key);
    const ofWorld = new Set(ids.get(key));
    const records = (states.get(key) ?? []).filter(({ record }) => ofWorld.has(record.id));
    return records.map(({ record, refs }) => ({ record, refs, fields: fieldsOf(entity, record) }));
  };

  // second versions, so that restoring the first ones changes something, and further statuses
  const firstStates = await readStates();
  await release(
    WORLD_KINDS.flatMap(({ key, draw }) =>
      readWorld(firstStates, key).map(({ record: { id, version, status }, fields }, at): ItemBody => {
        const target = { entity: key, recordId: id, recordVersion: version };
        if (status === 'pending' && at === 2)
          return { ...target, action: 'transition', event: 'reject', reason: 'Unknown' };
        const values = { ...fields, ...draw(random, at === 0 ? without(codes, key) : codes, `Record ${id}`) };
        return { ...target, action: 'update', values, ...(at === 1 && { event: 'deactivate' }) };
      }),
    ),
  );
  const created = await release([
    { entity: 'city', action: 'create', values: completeBodies.City('GONE') },
    { entity: 'airport', action: 'create', values: { ...completeBodies.Airport('GONE'), city: 'GONE' } },
  ]);
  const deleted = (await sets.items(created)).map(({ entity, recordId }) => ({ entity, recordId: recordId ?? 0 }));
  await release(deleted.map((each) => ({ ...each, action: 'delete', recordVersion: 1 })));
  const newKeys = new Map(WORLD_KINDS.map(({ key }) => [key, { created: takeKey(key), unused: takeKey(key) }]));
  const firstRefs = new Map(
    [...firstStates].map(([key, records]) => [key, new Map(records.map(({ record, refs }) => [record.id, refs]))]),
  );

  return {
    createSet,
    readStates,
    readWorld,
    /** Returns the references of a record in its first version. */
    readFirstRefs: (key: EntityKey, id: number): Refs => firstRefs.get(key)?.get(id) ?? {},
    /** Returns the key of a new record, and one that no record has. */
    readNewKeys: (key: EntityKey) => newKeys.get(key) ?? { created: '', unused: '' },
    /** A city and an airport in it that do not exist any more. */
    deleted,
    readDeletedVersion: async ({ entity, recordId }: (typeof deleted)[number]): Promise<number> =>
      (await db('data_log').where({ entity, record_id: recordId }).max({ version: 'version' }).first())?.version,
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Returns a function that creates a set of the editor with many items, without a request for each. */
async function prepareSetCreation(
  { service: { db }, editor, create }: Awaited<ReturnType<typeof setUpChangeSets>>,
  crud: ReturnType<typeof createCrudContext>,
) {
  const author: { id: number; username: string } = await db('user').where('username', 'editor').first('id', 'username');
  const session = { sessionId: '', rightsHash: '', previewRoleId: null };
  const caller = { ...author, ...session, administrator: false, may: () => true };
  return async (bodies: ItemBody[]): Promise<ChangeSet> => {
    const set = await create(editor);
    await transact(db, async (trx) => {
      for (const body of bodies) {
        assertItemAllowed(caller, body);
        await insertItem(crud, trx, { id: set.id, due_time: null }, body, caller);
      }
    });
    return set;
  };
}

/** Returns a record without what every write changes. */
function stateOf({ record, refs }: StoredRecord): object {
  const { version, updateTime, updatedBy, warnings, ...state } = record;
  return { ...state, refs };
}

/** Returns the first record that differs between two states of all; undefined if none does. */
export function findDifference(before: States, after: States): object | undefined {
  for (const [kind, records] of before) {
    const recordsAfter = after.get(kind) ?? [];
    if (records.length !== recordsAfter.length) return { kind, before: records.length, after: recordsAfter.length };
    for (const [at, record] of records.entries()) {
      const states = [record, recordsAfter[at]].map((each) => each && stateOf(each));
      if (!isDeepStrictEqual(states[0], states[1])) return { kind, before: states[0], after: states[1] };
    }
  }
  return undefined;
}
