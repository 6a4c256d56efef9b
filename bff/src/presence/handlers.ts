import { entityByKey } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import { executePrepared } from '#database';
import { assertMay, mayRead, type Reader } from '#http/caller.ts';
import type { EntityKey, OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { createPresenceReader, PRESENCE_EXPIRY_MS, type RecordPresence, readPresences } from './read-presence.ts';

type PresenceOperation = Extract<OperationId, 'getPresence' | 'streamPresence' | 'renewPresence' | 'endPresence'>;

const MAX_EDITORS = 20;

// keeps the start time if the previous heartbeat has not expired, otherwise starts a new one
const RENEWAL = `INSERT INTO presence (session_id, entity, record_id, form, since_time, seen_time) VALUES (?, ?, ?, ?, NOW(3), NOW(3))
  ON DUPLICATE KEY UPDATE since_time = IF(seen_time > NOW(3) - INTERVAL ? SECOND, since_time, NOW(3)), seen_time = NOW(3)`;

/**
 * Creates the handlers that tell who edits a record. It is information only and blocks nobody. Each form of a session has a row, which every process
 * reads; a row that is not renewed expires.
 */
export function presenceHandlers(crud: CrudContext): Pick<Handlers, PresenceOperation> {
  const { db } = crud;
  const readForStreams = createPresenceReader(crud);
  return {
    getPresence: async ({ query, caller }) => {
      assertMayRead(caller, query.entity);
      const [presence] = await readPresences(crud, [query]);
      if (presence instanceof Error) throw presence;
      return { status: 200, data: toResponse(presence, caller.id) };
    },

    streamPresence: async ({ query: { entity, id }, caller }) => {
      assertMayRead(caller, entity);
      return {
        status: 200,
        events: {
          poll: async () => toResponse(await readForStreams({ entity, id }), caller.id),
          fingerprint: ({ time, ...others }) => others,
        },
        check: (currentCaller) => assertMayRead(currentCaller, entity),
      };
    },

    renewPresence: async ({ body: { entity, id, form = 0 }, caller }) => {
      assertMay(caller, `${entity}:update`);
      const record = await db(entityByKey(crud, entity).table).where({ id }).first('id');
      if (!record) throw new Problem('notFound');
      await executePrepared(db, RENEWAL, [caller.sessionId, entity, id, form, PRESENCE_EXPIRY_MS / 1000]);
      return { status: 200, data: {} };
    },

    endPresence: async ({ query: { entity, id, form = 0 }, caller }) => {
      await db('presence').where({ session_id: caller.sessionId, entity, record_id: id, form }).delete();
      return { status: 200, data: {} };
    },
  };
}

function assertMayRead(reader: Reader, entity: EntityKey): void {
  if (!mayRead(reader, entity)) throw new Problem('forbidden', { permission: `${entity}:read` });
}

/** Converts what was read into the contract's form, without the caller. */
function toResponse(
  { record, editors }: RecordPresence = { record: null, editors: [] },
  callerId: number,
): Schemas['PresenceAnswer']['data'] {
  const others = editors.filter(({ userId }) => userId !== callerId).slice(0, MAX_EDITORS);
  return {
    record,
    editors: others.map(({ name, since }) => ({ name, since: since.toISOString() })),
    time: new Date().toISOString(),
  };
}
