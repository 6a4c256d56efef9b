import { isDeepStrictEqual } from 'node:util';
import { type Database, type Secrets, type Transaction, transact, unlessTaken } from '#database';
import { hashOfToken, newSubscriberToken } from '#feed/subscriber-token.ts';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { doerOf, logAct, valueChanges } from '#logs/user-log.ts';
import { faultOf } from '../push/addresses.ts';
import type { Listening } from '../push/listen-addresses.ts';
import { subscriberTarget } from '../status/lock-lane.ts';
import { countryIds } from './countries.ts';
import { newSecret } from './keys.ts';
import { findSubscriber, lockVersion } from './lock-subscriber.ts';
import { addLanes, fenceLanes, removeLanes } from './set-lanes.ts';
import type { Found, StoredFilter, Subscriber } from './subscriber.ts';

type Body = Schemas['SubscriberBody'];

export interface Saving {
  db: Database;
  secrets: Secrets;
  /** Where the bff itself listens. */
  listening: Listening;
}

export interface Created extends Found {
  secret: string;
  token: string;
}

export const createSubscriber = (
  { db, secrets, listening }: Saving,
  request: Request<'createSubscriber'>,
): Promise<Created> =>
  transact(db, async (trx) => {
    const { body, caller } = request;
    const [secret, token] = [newSecret(), newSubscriberToken()];
    const now = trx.raw('NOW(3)');
    const [id = 0] = await unlessTaken(
      trx('subscriber').insert({
        ...(await toColumns(body, listening)),
        ...(await filterColumn(trx, body)),
        ...{ secret: '', token_hash: hashOfToken(token), version: 1 },
        ...{ create_time: now, update_time: now, created_by: caller.username, updated_by: caller.username },
      }),
    );
    // its id goes into the encryption
    const stored = await secrets.toStored(trx, `subscriber ${id}`, secret);
    await trx('subscriber').where({ id }).update({ secret: stored });
    await addLanes(trx, id, body.entities);
    const found = await findSubscriber(trx, id);
    const details = { changes: valueChanges({}, fieldsOf(found.record)) };
    const target = subscriberTarget(found.record);
    await logAct(trx, { act: 'subscriberCreated', ...doerOf(request), target, details });
    return { ...found, secret, token };
  });

/** A change of nothing writes nothing. */
export const updateSubscriber = (
  { db, listening }: Omit<Saving, 'secrets'>,
  request: Request<'updateSubscriber'>,
): Promise<Found> =>
  transact(db, async (trx) => {
    const { body, caller, path } = request;
    const found = await lockVersion(trx, request);
    const columns = await toColumns(body, listening);
    await unlessTaken(
      trx('subscriber')
        .where('id', path.id)
        .update({ ...columns, ...(await filterColumn(trx, body, found.record)) }),
    );
    await setKinds(trx, found.record, body.entities);
    const before = fieldsOf(found.record);
    const after = fieldsOf((await findSubscriber(trx, path.id)).record);
    const changes = valueChanges(before, after);
    if (changes.length === 0) return found;
    const stamps = { version: found.record.version + 1, update_time: trx.raw('NOW(3)'), updated_by: caller.username };
    const begins = after.active && !before.active;
    await trx('subscriber')
      .where('id', path.id)
      .update({ ...stamps, ...(begins ? { off_reason: null } : {}) });
    if (changes.some(({ pointer }) => decisive.includes(pointer))) await fenceLanes(trx, path.id, begins);
    const target = subscriberTarget({ id: path.id, name: after.name });
    await logAct(trx, { act: 'subscriberChanged', ...doerOf(request), target, details: { changes } });
    return findSubscriber(trx, path.id);
  });

/** What decides on what is sent where. */
const decisive = ['/url', '/filter', '/active'];

const fieldsOf = ({ name, url, entities, filter, active }: Subscriber) => ({ name, url, entities, filter, active });

async function toColumns({ name, url, active }: Body, listening: Listening) {
  const fault = faultOf(url, await listening());
  if (fault) throw invalid({ pointer: '/url', rule: fault === 'address' ? 'forbiddenAddress' : 'format' });
  return { name, url, active: active ? 1 : 0 };
}

/** Nothing where the filter stays as it is answered: it may name a country that is no longer there. */
async function filterColumn(trx: Transaction, { filter }: Body, before?: Subscriber) {
  if (before && isDeepStrictEqual(inOrder(filter), inOrder(before.filter))) return {};
  const stored = await toStored(trx, filter);
  return { filter: stored && JSON.stringify(stored) };
}

function inOrder(filter: Body['filter'] | Subscriber['filter']) {
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
