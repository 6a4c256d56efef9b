import { setTimeout as pause } from 'node:timers/promises';
import { expectSingle } from '#batch';
import type { Entity, EntityRecord } from '#crud/model.ts';
import { lockRecord } from '#crud/rows.ts';
import { prepareValues } from '../../src/crud/prepare.ts';
import { collectRenames } from '../../src/crud/renames.ts';
import { type Attribution, deleteRecords, insertRecords, updateRecords } from '../../src/crud/store.ts';
import type { Database, Transaction } from '../../src/database/database.ts';
import { entities } from '../../src/entities/index.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import type { EntityKey, Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { completeBodies, type EntityName } from '../kit/complete-bodies.ts';
import { numbersSql } from '../kit/log-entries.ts';

export type ChangeItem = Schemas['ChangeItem'];

const actor = { id: 1, username: 'admin' };
const attributionOf = (action: Attribution['action']): Attribution => ({ action, actor });

function findEntity(key: EntityKey): Entity {
  const entity = entities.find((entity) => entity.key === key);
  if (!entity) throw new Error(`No entity “${key}”.`);
  // Cast: `Entity` has the members that all entities share.
  return entity as Entity;
}

/** Creates a record as the operations do, but without checking permissions. */
export async function createRecord(
  trx: Transaction,
  key: EntityKey,
  code: string,
  fields: object = {},
): Promise<EntityRecord> {
  const entity = findEntity(key);
  // Cast: the names in the list of entities are those of the contract.
  const body = { ...completeBodies[entity.singular as EntityName](code), ...fields };
  const values = await prepareValues(trx, entity, body, { actor });
  return expectSingle(await insertRecords(trx, entity, [{ values }], attributionOf('create'))).record;
}

async function lockExisting(trx: Transaction, key: EntityKey, id: number) {
  const storedRecord = await lockRecord(trx, findEntity(key), id);
  if (!storedRecord) throw new Error(`No ${key} ${id}.`);
  return storedRecord;
}

export async function updateRecord(
  trx: Transaction,
  key: EntityKey,
  id: number,
  fields: object,
): Promise<EntityRecord> {
  // These tests do not update the records that refer to a renamed record.
  collectRenames(trx);
  const current = await lockExisting(trx, key, id);
  const writeOptions = { actor, current: current.record };
  const values = await prepareValues(trx, findEntity(key), { ...current.record, ...fields }, writeOptions);
  return expectSingle(await updateRecords(trx, findEntity(key), [{ current, values }], attributionOf('update'))).record;
}

export async function setStatus(
  trx: Transaction,
  key: EntityKey,
  id: number,
  status: Schemas['Status'],
): Promise<void> {
  await updateRecords(
    trx,
    findEntity(key),
    [{ current: await lockExisting(trx, key, id), status }],
    attributionOf('approve'),
  );
}

export const deleteRecord = async (trx: Transaction, key: EntityKey, id: number): Promise<void> =>
  deleteRecords(trx, findEntity(key), [await lockExisting(trx, key, id)], attributionOf('delete'));

/** Logs `count` changes of a record without changing the record itself. */
export async function logChanges(trx: Transaction, key: EntityKey, id: number, count: number): Promise<void> {
  const lastChangeSql = 'SELECT * FROM data_log WHERE entity = ? AND record_id = ? ORDER BY seq DESC LIMIT 1';
  await trx.raw(
    `INSERT INTO data_log (entity, record_id, code, action, version, actor, time, \`before\`, \`after\`, refs)
     SELECT entity, record_id, code, 'update', version + 1 + n, actor, time, \`after\`, \`after\`, refs
     FROM (${lastChangeSql}) AS last STRAIGHT_JOIN (${numbersSql(count)}) AS numbers ORDER BY n`,
    [key, id],
  );
  await trx.raw(
    `INSERT INTO change_outbox (seq, entity, record_id, version)
     SELECT seq, entity, record_id, version FROM data_log
     WHERE entity = ? AND record_id = ? ORDER BY seq DESC LIMIT ?`,
    [key, id, count],
  );
}

/** Repeats each step, with a short pause after it returned 0. The returned function stops the loops and throws their errors. */
export function repeatUntilStopped(...steps: (() => Promise<number>)[]): () => Promise<void> {
  let stopping = false;
  const run = async (work: () => Promise<number>) => {
    while (!stopping) if ((await work()) === 0) await pause(10);
  };
  const loopsEnded = Promise.allSettled(steps.map(run));
  return async () => {
    stopping = true;
    for (const result of await loopsEnded) if (result.status === 'rejected') throw result.reason;
  };
}

/** Assigns positions to all committed changes and returns their number. */
export async function sequenceAll(db: Database): Promise<number> {
  let total = 0;
  for (let batch = await assignPositions(db); batch > 0; batch = await assignPositions(db)) total += batch;
  return total;
}

/** Reads the feed over HTTP, one page per call of `next`. */
export function createFeedReader(client: Client, { cursor, limit = 100 }: { cursor?: string; limit?: number } = {}) {
  const items: ChangeItem[] = [];
  let position = cursor;
  const next = async (): Promise<number> => {
    const page = await client.ok('listChanges', {
      query: { ...(position === undefined ? {} : { cursor: position }), limit },
    });
    items.push(...page.items);
    position = page.nextCursor;
    return page.more ? 1 : page.items.length;
  };
  const readAll = async () => {
    while ((await next()) > 0);
  };
  return { items, next, readAll };
}

/** Groups the versions by record in order of their arrival. */
export function groupVersions(items: Pick<ChangeItem, 'entity' | 'recordId' | 'version'>[]): Map<string, number[]> {
  const versions = new Map<string, number[]>();
  for (const { entity, recordId, version } of items) {
    const key = `${entity} ${recordId}`;
    versions.set(key, [...(versions.get(key) ?? []), version]);
  }
  return versions;
}

export const range = (length: number, first = 1) => Array.from({ length }, (_, index) => first + index);
