import { isDeepStrictEqual } from 'node:util';
import {
  type Database,
  refuseTakenValue,
  type SecretCodec,
  type Transaction,
  transactWithinTimeLimit,
} from '#database';
import { generateSubscriberToken, hashToken } from '#feed/subscriber-token.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid } from '#http/problem.ts';
import { logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';
import { validateTarget } from '../push/addresses.ts';
import { whereLane } from '../push/lanes.ts';
import type { ReadListenAddresses } from '../push/listen-addresses.ts';
import { NO_URL } from '../push/messages.ts';
import { subscriberLogTarget } from '../status/change-lane.ts';
import { generateSecret } from './keys.ts';
import {
  findSubscriber,
  lockSubscriber,
  resolveCountryIds,
  type StoredFilter,
  type Subscriber,
  type SubscriberData,
} from './subscriber.ts';

type SubscriberBody = Schemas['SubscriberBody'];

interface WriteDeps {
  db: Database;
  secrets: SecretCodec;
  /** Returns the addresses of the bff itself. */
  readListenAddresses: ReadListenAddresses;
}

interface CreatedSubscriber extends SubscriberData {
  secret: string;
  token: string;
}

export const createSubscriber = (
  { db, secrets, readListenAddresses }: WriteDeps,
  request: Request<'createSubscriber'>,
): Promise<CreatedSubscriber> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { body, caller } = request;
    const [secret, token] = [generateSecret(), generateSubscriberToken()];
    const now = trx.raw('NOW(3)');
    const [id = 0] = await refuseTakenValue(
      trx('subscriber').insert({
        ...(await toColumns(body, readListenAddresses)),
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
    // the encryption needs the id
    const stored = await secrets.encryptIfEnabled(trx, `subscriber ${id}`, secret);
    await trx('subscriber').where({ id }).update({ secret: stored });
    await addLanes(trx, id, body.entities);
    const created = await findSubscriber(trx, id);
    const details = { changes: valueChanges({}, fieldsOf(created.record)) };
    const target = subscriberLogTarget(created.record);
    await logAct(trx, { act: 'subscriberCreated', ...logActorOf(request), target, details });
    return { ...created, secret, token };
  });

/** Updates a subscriber; a request without changes writes nothing. */
export const updateSubscriber = (
  { db, readListenAddresses }: Omit<WriteDeps, 'secrets'>,
  request: Request<'updateSubscriber'>,
): Promise<SubscriberData> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { body, caller, path } = request;
    const current = await lockSubscriber(trx, path.id);
    expectVersion(request.ifMatch, current.record);
    const columns = await toColumns(body, readListenAddresses);
    await refuseTakenValue(
      trx('subscriber')
        .where('id', path.id)
        .update({ ...columns, ...(await filterColumn(trx, body, current.record)) }),
    );
    await setEntities(trx, current.record, body.entities);
    const before = fieldsOf(current.record);
    const after = fieldsOf((await findSubscriber(trx, path.id)).record);
    const changes = valueChanges(before, after);
    if (changes.length === 0) return current;
    const stamps = { version: current.record.version + 1, update_time: trx.raw('NOW(3)'), updated_by: caller.username };
    const isActivated = after.active && !before.active;
    await trx('subscriber')
      .where('id', path.id)
      .update({ ...stamps, ...(isActivated ? { off_reason: null } : {}) });
    if (changes.some(({ pointer }) => DELIVERY_POINTERS.includes(pointer)))
      await resetClaims(trx, path.id, isActivated || after.url === null);
    const target = subscriberLogTarget({ id: path.id, name: after.name });
    await logAct(trx, { act: 'subscriberChanged', ...logActorOf(request), target, details: { changes } });
    return findSubscriber(trx, path.id);
  });

/** Values that affect running deliveries. */
const DELIVERY_POINTERS = ['/url', '/filter', '/active'];

const fieldsOf = ({ name, url, entities, filter, active }: Subscriber) => ({ name, url, entities, filter, active });

async function toColumns({ name, url, active }: SubscriberBody, readListenAddresses: ReadListenAddresses) {
  if (url === undefined || url === null) return { name, url: NO_URL, active: active ? 1 : 0 };
  const problem = validateTarget(url, await readListenAddresses());
  if (problem) throw invalid({ pointer: '/url', rule: problem === 'address' ? 'forbiddenAddress' : 'format' });
  return { name, url, active: active ? 1 : 0 };
}

/** Returns the filter's column; nothing if the filter is unchanged, as it may contain a deleted country. */
async function filterColumn(trx: Transaction, { filter }: SubscriberBody, before?: Subscriber) {
  if (before && isDeepStrictEqual(sortedFilter(filter), sortedFilter(before.filter))) return {};
  const stored = await toStoredFilter(trx, filter);
  return { filter: stored && JSON.stringify(stored) };
}

function sortedFilter(filter: SubscriberBody['filter'] | Subscriber['filter']) {
  const { statuses, countries } = filter ?? {};
  return { statuses: statuses?.toSorted(), countries: countries?.map((code) => code.toUpperCase()).sort() };
}

/** Converts a filter for storage; an empty one becomes null. */
async function toStoredFilter(
  trx: Transaction,
  { statuses, countries }: NonNullable<SubscriberBody['filter']> = {},
): Promise<StoredFilter> {
  const stored = {
    ...(statuses ? { statuses: statuses.toSorted() } : {}),
    ...(countries ? { countries: await resolveCountryIds(trx, countries) } : {}),
  };
  return isDeepStrictEqual(stored, {}) ? null : stored;
}

async function setEntities(
  trx: Transaction,
  { id, entities }: Subscriber,
  requested: SubscriberBody['entities'],
): Promise<void> {
  const added = requested.filter((entity) => !entities.includes(entity));
  await removeLanes(
    trx,
    id,
    entities.filter((entity) => !requested.includes(entity)),
  );
  await addLanes(trx, id, added);
}

interface FeedKindRow {
  head: number;
  entity: EntityKey | null;
  ordinal: number | null;
}

/** Reads the head of the feed and of all entities in one statement, so that they are consistent. */
const readFeedKinds = (trx: Transaction): Promise<FeedKindRow[]> =>
  trx('feed_mark')
    .joinRaw('LEFT JOIN feed_kind ON TRUE')
    .where('feed_mark.name', 'head')
    .select({ head: 'feed_mark.position', entity: 'feed_kind.entity', ordinal: 'feed_kind.ordinal' });

/** Adds lanes that begin with the next changes. */
async function addLanes(trx: Transaction, subscriberId: number, entities: EntityKey[]): Promise<void> {
  const feedKinds = await readFeedKinds(trx);
  const toLane = (entity: EntityKey) => ({
    ...whereLane({ subscriberId, entity }),
    position: feedKinds[0]?.head,
    ordinal: feedKinds.find((feedKind) => feedKind.entity === entity)?.ordinal ?? 0,
    next_time: trx.raw('NOW(3)'),
  });
  if (entities.length > 0) await trx('sync_lane').insert(entities.map(toLane));
}

/** Removes lanes with their samples. */
async function removeLanes(trx: Transaction, subscriberId: number, entities: EntityKey[]): Promise<void> {
  // one by one, as MariaDB may use a scan for a list, which would wait for locks on other lanes
  for (const entity of entities) {
    const where = whereLane({ subscriberId, entity });
    await trx('sync_lane').where(where).delete();
    await trx('sync_sample').where(where).delete();
  }
}

/**
 * Revokes the claims of running deliveries, which use the old values; their results are discarded and their changes are sent again.
 * `resetsFailures` also forgets failed attempts.
 */
async function resetClaims(trx: Transaction, subscriberId: number, resetsFailures: boolean): Promise<void> {
  const resetColumns = { parked: 0, attempts: 0, failing_since: null, next_time: trx.raw('NOW(3)') };
  await trx('sync_lane')
    .where('subscriber_id', subscriberId)
    .update({ claim: null, claimed_until: null, ...(resetsFailures ? resetColumns : {}) });
}

/** Deletes a subscriber with its lanes; its deliveries are left to retention. */
export const deleteSubscriber = (db: Database, request: Request<'deleteSubscriber'>): Promise<void> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { record } = await lockSubscriber(trx, request.path.id);
    expectVersion(request.ifMatch, record);
    await trx('subscriber').where('id', record.id).delete();
    await logAct(trx, { act: 'subscriberDeleted', ...logActorOf(request), target: subscriberLogTarget(record) });
  });
