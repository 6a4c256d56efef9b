import { setTimeout as pause } from 'node:timers/promises';
import { single } from '#batch';
import type { Entity, EntityRecord } from '#crud/model.ts';
import { lockRecord } from '#crud/rows.ts';
import { prepareValues } from '../../src/crud/prepare.ts';
import { collectRenames } from '../../src/crud/renames.ts';
import { type Attribution, deleteRecords, insertRecords, updateRecords } from '../../src/crud/store.ts';
import type { Database, Transaction } from '../../src/database.ts';
import { entities } from '../../src/entities/index.ts';
import { sequence } from '../../src/feed/sequencer.ts';
import type { EntityKey, Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { complete, type Kind } from '../kit/complete-bodies.ts';
import { numbers } from '../kit/log-entries.ts';

export type ChangeItem = Schemas['ChangeItem'];

const actor = { id: 1, username: 'admin' };
const act = (action: Attribution['action']): Attribution => ({ action, actor });

function entityOf(key: EntityKey): Entity {
  const found = entities.find((entity) => entity.key === key);
  if (!found) throw new Error(`No kind “${key}”.`);
  // what all kinds have in common
  return found as Entity;
}

/** A new record, written as the operations write it but for their questions of who may. */
export async function create(
  trx: Transaction,
  key: EntityKey,
  code: string,
  fields: object = {},
): Promise<EntityRecord> {
  const entity = entityOf(key);
  // the list of kinds has its names from the contract
  const body = { ...complete[entity.singular as Kind](code), ...fields };
  const values = await prepareValues(trx, entity, body, { actor });
  return single(await insertRecords(trx, entity, [{ values }], act('create'))).record;
}

async function locked(trx: Transaction, key: EntityKey, id: number) {
  const stored = await lockRecord(trx, entityOf(key), id);
  if (!stored) throw new Error(`No ${key} ${id}.`);
  return stored;
}

export async function update(trx: Transaction, key: EntityKey, id: number, fields: object): Promise<EntityRecord> {
  // what refers to a renamed record is none of these tests' business
  collectRenames(trx);
  const current = await locked(trx, key, id);
  const writing = { actor, current: current.record };
  const values = await prepareValues(trx, entityOf(key), { ...current.record, ...fields }, writing);
  return single(await updateRecords(trx, entityOf(key), [{ current, values }], act('update'))).record;
}

export async function move(trx: Transaction, key: EntityKey, id: number, status: Schemas['Status']): Promise<void> {
  await updateRecords(trx, entityOf(key), [{ current: await locked(trx, key, id), status }], act('approve'));
}

export const remove = async (trx: Transaction, key: EntityKey, id: number): Promise<void> =>
  deleteRecords(trx, entityOf(key), [await locked(trx, key, id)], act('delete'));

/** Logs as many changes of one record, which itself stays as it is. */
export async function logChanges(trx: Transaction, key: EntityKey, id: number, count: number): Promise<void> {
  const last = 'SELECT * FROM data_log WHERE entity = ? AND record_id = ? ORDER BY seq DESC LIMIT 1';
  await trx.raw(
    `INSERT INTO data_log (entity, record_id, code, action, version, actor, time, \`before\`, \`after\`, refs)
     SELECT entity, record_id, code, 'update', version + 1 + n, actor, time, \`after\`, \`after\`, refs
     FROM (${last}) AS last STRAIGHT_JOIN (${numbers(count)}) AS numbers ORDER BY n`,
    [key, id],
  );
  await trx.raw(
    `INSERT INTO change_outbox (seq, entity, record_id, version)
     SELECT seq, entity, record_id, version FROM data_log
     WHERE entity = ? AND record_id = ? ORDER BY seq DESC LIMIT ?`,
    [key, id, count],
  );
}

/** Does each again and again, with a breath where it found nothing; the function ends them, and throws what failed. */
export function repeat(...works: (() => Promise<number>)[]): () => Promise<void> {
  let stopping = false;
  const rounds = async (work: () => Promise<number>) => {
    while (!stopping) if ((await work()) === 0) await pause(10);
  };
  const ended = Promise.allSettled(works.map(rounds));
  return async () => {
    stopping = true;
    for (const end of await ended) if (end.status === 'rejected') throw end.reason;
  };
}

/** Gives all that is committed its position; answers how many there were. */
export async function sequenceAll(db: Database): Promise<number> {
  let all = 0;
  for (let found = await sequence(db); found > 0; found = await sequence(db)) all += found;
  return all;
}

/** Reads the feed over HTTP, a page with every call of `next`. */
export function pullerOf(client: Client, { cursor, limit = 100 }: { cursor?: string; limit?: number } = {}) {
  const items: ChangeItem[] = [];
  let at = cursor;
  const next = async (): Promise<number> => {
    const page = await client.ok('listChanges', { query: { ...(at === undefined ? {} : { cursor: at }), limit } });
    items.push(...page.items);
    at = page.nextCursor;
    return page.more ? 1 : page.items.length;
  };
  const rest = async () => {
    while ((await next()) > 0);
  };
  return { items, next, rest };
}

/** The versions of each record, in the order in which they came. */
export function versionsOf(items: Pick<ChangeItem, 'entity' | 'recordId' | 'version'>[]): Map<string, number[]> {
  const versions = new Map<string, number[]>();
  for (const { entity, recordId, version } of items) {
    const key = `${entity} ${recordId}`;
    versions.set(key, [...(versions.get(key) ?? []), version]);
  }
  return versions;
}

/** From 1 on, or from the version that comes next. */
export const counted = (length: number, first = 1) => Array.from({ length }, (_, index) => first + index);
