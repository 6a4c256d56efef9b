import { isDeepStrictEqual } from 'node:util';
import { type Database, mapTakenColumn, type Secrets, type Transaction, transactFor } from '#database';
import { generateSubscriberToken, hashToken } from '#feed/subscriber-token.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid } from '#http/problem.ts';
import { logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';
import { validateTarget } from '../push/addresses.ts';
import { whereLane } from '../push/lanes.ts';
import type { Listening } from '../push/listen-addresses.ts';
import { subscriberTarget } from '../status/change-lane.ts';
import { newSecret } from './keys.ts';
import {
  countryIds,
  findSubscriber,
  lockSubscriber,
  type StoredFilter,
  type Subscriber,
  type SubscriberData,
} from './subscriber.ts';

type Body = Schemas['SubscriberBody'];

interface Saving {
  db: Database;
  secrets: Secrets;
  /** Where the bff itself listens. */
  listening: Listening;
}

interface Created extends SubscriberData {
  secret: string;
  token: string;
}

export const createSubscriber = (
  { db, secrets, listening }: Saving,
  request: Request<'createSubscriber'>,
): Promise<Created> =>
  transactFor(request.caller, db, async (trx) => {
    const { body, caller } = request;
    const [secret, token] = [newSecret(), generateSubscriberToken()];
    const now = trx.raw('NOW(3)');
    const [id = 0] = await mapTakenColumn(
      trx('subscriber').insert({
        ...(await toColumns(body, listening)),
        ...(await filterColumn(trx, body)),
        secret: '',
        token_hash: hashToken(token),
        version: 1,
        create_time: now,
        update_time: now,
        created_by: caller.username,
        updated_by: caller.username,
      }),
    );
    // its id goes into the encryption
    const stored = await secrets.toStored(trx, `subscriber ${id}`, secret);
    await trx('subscriber').where({ id }).update({ secret: stored });
    await addLanes(trx, id, body.entities);
    const created = await findSubscriber(trx, id);
    const details = { changes: valueChanges({}, fieldsOf(created.record)) };
    const target = subscriberTarget(created.record);
    await logAct(trx, { act: 'subscriberCreated', ...logActorOf(request), target, details });
    return { ...created, secret, token };
  });

/** A change of nothing writes nothing. */
export const updateSubscriber = (
  { db, listening }: Omit<Saving, 'secrets'>,
  request: Request<'updateSubscriber'>,
): Promise<SubscriberData> =>
  transactFor(request.caller, db, async (trx) => {
    const { body, caller, path } = request;
    const current = await lockSubscriber(trx, path.id);
    expectVersion(request.ifMatch, current.record);
    const columns = await toColumns(body, listening);
    await mapTakenColumn(
      trx('subscriber')
        .where('id', path.id)
        .update({ ...columns, ...(await filterColumn(trx, body, current.record)) }),
    );
    await setKinds(trx, current.record, body.entities);
    const before = fieldsOf(current.record);
    const after = fieldsOf((await findSubscriber(trx, path.id)).record);
    const changes = valueChanges(before, after);
    if (changes.length === 0) return current;
    const stamps = { version: current.record.version + 1, update_time: trx.raw('NOW(3)'), updated_by: caller.username };
    const begins = after.active && !before.active;
    await trx('subscriber')
      .where('id', path.id)
      .update({ ...stamps, ...(begins ? { off_reason: null } : {}) });
    if (changes.some(({ pointer }) => DELIVERY_POINTERS.includes(pointer))) await resetClaims(trx, path.id, begins);
    const target = subscriberTarget({ id: path.id, name: after.name });
    await logAct(trx, { act: 'subscriberChanged', ...logActorOf(request), target, details: { changes } });
    return findSubscriber(trx, path.id);
  });

/** What decides on what is sent where. */
const DELIVERY_POINTERS = ['/url', '/filter', '/active'];

const fieldsOf = ({ name, url, entities, filter, active }: Subscriber) => ({ name, url, entities, filter, active });

async function toColumns({ name, url, active }: Body, listening: Listening) {
  const fault = validateTarget(url, await listening());
  if (fault) throw invalid({ pointer: '/url', rule: fault === 'address' ? 'forbiddenAddress' : 'format' });
  return { name, url, active: active ? 1 : 0 };
}

/** Nothing where the filter stays as it is answered: it may name a country that is no longer there. */
async function filterColumn(trx: Transaction, { filter }: Body, before?: Subscriber) {
  if (before && isDeepStrictEqual(sortedFilter(filter), sortedFilter(before.filter))) return {};
  const stored = await toStored(trx, filter);
  return { filter: stored && JSON.stringify(stored) };
}

function sortedFilter(filter: Body['filter'] | Subscriber['filter']) {
  const { statuses, countries } = filter ?? {};
  return { statuses: statuses?.toSorted(), countries: countries?.map((code) => code.toUpperCase()).sort() };
}

/** One that narrows nothing is none. */
async function toStored(
  trx: Transaction,
  { statuses, countries }: NonNullable<Body['filter']> = {},
): Promise<StoredFilter> {
  const stored = {
    ...(statuses ? { statuses: statuses.toSorted() } : {}),
    ...(countries ? { countries: await countryIds(trx, countries) } : {}),
  };
  return isDeepStrictEqual(stored, {}) ? null : stored;
}

async function setKinds(trx: Transaction, { id, entities }: Subscriber, wanted: Body['entities']): Promise<void> {
  const added = wanted.filter((entity) => !entities.includes(entity));
  await removeLanes(
    trx,
    id,
    entities.filter((entity) => !wanted.includes(entity)),
  );
  await addLanes(trx, id, added);
}

interface KindRow {
  head: number;
  entity: EntityKey | null;
  ordinal: number | null;
}

/** Where the feed and its kinds stand, in one statement: no position is given in between. */
const readKinds = (trx: Transaction): Promise<KindRow[]> =>
  trx('feed_mark')
    .joinRaw('LEFT JOIN feed_kind ON TRUE')
    .where('feed_mark.name', 'head')
    .select({ head: 'feed_mark.position', entity: 'feed_kind.entity', ordinal: 'feed_kind.ordinal' });

/** Begins lanes of these kinds with the changes from now on. */
async function addLanes(trx: Transaction, subscriberId: number, entities: EntityKey[]): Promise<void> {
  const kinds = await readKinds(trx);
  const lane = (entity: EntityKey) => ({
    ...whereLane({ subscriberId, entity }),
    position: kinds[0]?.head,
    ordinal: kinds.find((kind) => kind.entity === entity)?.ordinal ?? 0,
    next_time: trx.raw('NOW(3)'),
  });
  if (entities.length > 0) await trx('sync_lane').insert(entities.map(lane));
}

/** Forgets where lanes of these kinds stand and stood. */
async function removeLanes(trx: Transaction, subscriberId: number, entities: EntityKey[]): Promise<void> {
  // one by one: of a list MariaDB may make a scan, which waits for lanes that others have locked
  for (const entity of entities) {
    const where = whereLane({ subscriberId, entity });
    await trx('sync_lane').where(where).delete();
    await trx('sync_sample').where(where).delete();
  }
}

/**
 * Takes the lanes from whoever delivers from them by what was: what comes of that is written nowhere, and what it may have
 * passed over is looked at anew. `afresh`: as if nothing had failed.
 */
async function resetClaims(trx: Transaction, subscriberId: number, afresh: boolean): Promise<void> {
  const fresh = { parked: 0, attempts: 0, failing_since: null, next_time: trx.raw('NOW(3)') };
  await trx('sync_lane')
    .where('subscriber_id', subscriberId)
    .update({ claim: null, claimed_until: null, ...(afresh ? fresh : {}) });
}

/** Where it stands goes with it; what was sent to it is left to retention. */
export const deleteSubscriber = (db: Database, request: Request<'deleteSubscriber'>): Promise<void> =>
  transactFor(request.caller, db, async (trx) => {
    const { record } = await lockSubscriber(trx, request.path.id);
    expectVersion(request.ifMatch, record);
    await trx('subscriber').where('id', record.id).delete();
    await logAct(trx, { act: 'subscriberDeleted', ...logActorOf(request), target: subscriberTarget(record) });
  });
