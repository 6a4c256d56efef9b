import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';
import type { JourneyProduct } from './journey.ts';

const DAY_MS = 86_400_000;
/** That of the installation, which has no summer time. */
const ZONE_OFFSET_MS = 8 * 3_600_000;

/** Returns the day some days from now where the product is installed. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + ZONE_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);

interface SetData {
  id: number;
  version: number;
  status: string;
}

/** Returns operations on change sets through the API, for people other than the one at the browser. */
export function changeSetClient({ call, resource }: ApiClient) {
  const get = async (id: number): Promise<SetData> => (await call('GET', `/change-sets/${id}`)).changeSet;
  return {
    create: async (title: string, effectiveOn?: string): Promise<number> =>
      (await call('POST', '/change-sets', { title, ...(effectiveOn && { effectiveOn }) })).changeSet.id,
    addNew: (id: number, entity: string, values: object) =>
      call('POST', `/change-sets/${id}/items`, { entity, action: 'create', values: { locales: {}, ...values } }),
    /** Adds the update of some fields of a record. */
    addUpdate: async (id: number, entity: string, path: string, code: string, changes: object) => {
      const record = await resource(path).find(code);
      const {
        id: recordId,
        status,
        version,
        createTime,
        updateTime,
        createdBy,
        updatedBy,
        warnings,
        ...values
      } = record;
      const item = { entity, action: 'update', recordId, recordVersion: version };
      return call('POST', `/change-sets/${id}/items`, { ...item, values: { ...values, ...changes } });
    },
    transition: async (id: number, event: string) =>
      call('POST', `/change-sets/${id}/transitions`, { event }, (await get(id)).version),
    waitForStatus: (id: number, status: string) => expect.poll(async () => (await get(id)).status).toBe(status),
  };
}

/** Brings the date of a scheduled set, for the worker to release or hold it. */
export async function reachDate({ sql }: JourneyProduct, id: number | string): Promise<void> {
  await sql('UPDATE change_set SET due_time = NOW(3) - INTERVAL 1 SECOND WHERE id = ?', [id]);
  // the worker looks every few seconds
  await sql("UPDATE schedule SET next_time = NOW(3) WHERE kind = 'changeSetRelease'");
}

/** Brings Istanbul's airport to what it was before it moved, and returns its id. */
export async function nameAtaturk({ apiAs }: JourneyProduct): Promise<number> {
  const [editor, reviewer] = [await apiAs('editor'), await apiAs('reviewer')];
  const changes = { name: 'Istanbul Atatürk Airport', icaoCode: 'LTBA' };
  const { id } = await editor.resource('/airports').change('IST', changes);
  const { proposal } = await editor.call('GET', `/airports/${id}/proposal`);
  await reviewer.call('POST', `/airports/${id}/proposal/decision`, { decision: 'approve' }, proposal.version);
  return id;
}
