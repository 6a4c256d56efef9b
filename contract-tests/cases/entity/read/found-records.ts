import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';

interface Nearby {
  id: number;
  code: string | null;
  name: string;
  locales: object;
  status: string;
  latitude: number;
  longitude: number;
  distance: number;
}

const word = () => `q${randomBytes(5).toString('hex')}`;
const EARTH_RADIUS_KM = 6371;

/** The distance along the surface by the haversine formula. */
function distanceOf(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const width = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = height + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * width;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}

/** Where nobody has a station or an airport: in the southern Pacific. */
const lonely = () => ({ latitude: -(48 + Math.random()), longitude: -(123 + Math.random()) });

/** Tests what is nearest to a location: its distance, its order, what is left out, and what is told of it. */
export function nearbyCases(entity: TestedEntity): Case[] {
  if (!entity.fields.some(({ path }) => path[0] === 'latitude')) return [];
  let center = lonely();
  let created: RecordData[] = [];
  const steps = [0.3, 0.1, 0.2];
  const place = async (context: CaseContext, step: number, status = 'pending') => {
    const position = { latitude: round(center.latitude + step), longitude: round(center.longitude) };
    const locales = { 'zh-CN': { name: '琼瑶', aliases: ['甲'] }, de: { name: 'Dorf' } };
    return context.records.create(entity, status, 'editor', { ...(await context.freshBody()), ...position, locales });
  };
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [
    {
      entity,
      operationId: 'listNearby',
      name: `lists every ${entity.tag} near a location with its distance, nearest first, but no rejected one`,
      needs: { role: 'viewer' },
      request: async (context) => {
        center = { latitude: round(lonely().latitude), longitude: round(lonely().longitude) };
        created = [];
        for (const step of steps) created.push(await place(context, step));
        await place(context, 0.05, 'rejected');
        return { query: { entity: entity.tag, ...center, limit: 3 } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const items = data.items as Nearby[]; // Cast: validated before.
          const nearest = [created[1], created[2], created[0]] as RecordData[]; // Cast: three were created.
          assert.deepEqual(
            items.map(({ distance: _distance, ...item }) => item),
            nearest.map(({ id, code = null, name, locales, status, latitude, longitude }) => ({
              id,
              code,
              name,
              locales,
              status,
              latitude,
              longitude,
            })),
          );
          for (const item of items) {
            const expected = distanceOf(center, item);
            // the earth is no sphere
            assert.ok(Math.abs(item.distance - expected) < expected / 100, `${item.distance} km are about ${expected}`);
          }
          const { backend } = context;
          const query = { entity: entity.tag, ...center, limit: 1 };
          const one = await backend.call(backend.operation('listNearby'), 'viewer', { query });
          assert.deepEqual(one.data.items, items.slice(0, 1), 'no more come than the limit');
        },
      },
    },
  ];
}

/** Tests how the search ranks what it finds over all kinds, and of which fields it makes sense. */
export function rankedSearchCases(entity: TestedEntity): Case[] {
  if (entity.searchField !== 'name') return [];
  let expected: RecordData[] = [];
  const create = async (context: CaseContext, name: string, locales = {}, status = 'pending') =>
    context.records.create(entity, status, 'editor', { ...(await context.freshBody()), name, locales });
  const base = { entity, operationId: 'searchRecords', needs: { role: 'viewer' } };
  const found = (data: object) =>
    (data as { items: { id: number; entity: string }[] }).items
      .filter((item) => item.entity === entity.tag)
      .map(({ id }) => id); // Cast: validated before.
  return [
    {
      ...base,
      name: `puts each ${entity.tag} whose name begins with the words before one that has them elsewhere`,
      request: async (context) => {
        const text = word();
        const inside = await create(context, `Vale ${text} Town`);
        const begins = await create(context, `${text} Town`);
        const whole = await create(context, text);
        expected = [whole, begins, inside];
        return { query: { q: text, limit: 50 } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const ids = expected.map(({ id }) => id);
          assert.deepEqual(
            found(data).toSorted((a, b) => a - b),
            ids.toSorted((a, b) => a - b),
            'it finds all of them',
          );
          assert.equal(found(data).at(-1), ids[2], 'the words inside of a name come last');
          const q = String(expected[0]?.name);
          const list = await context.call('list', 'viewer', { query: { q, pageSize: 10 } });
          const listed = (list.data.items as RecordData[]).map(({ id }) => id); // Cast: validated by its own cases.
          assert.equal(listed.at(-1), ids[2], 'in the list too');
          assert.deepEqual(
            listed.toSorted((a, b) => a - b),
            ids.toSorted((a, b) => a - b),
          );
          const sorted = await context.call('list', 'viewer', { query: { q, sort: '-createTime', pageSize: 10 } });
          const newest = (sorted.data.items as RecordData[]).map(({ id }) => id); // Cast: as above.
          assert.deepEqual(newest, ids, 'another order is that which is asked for');
        },
      },
    },
    {
      ...base,
      name: `finds a ${entity.tag} in any status, with all of the words and whatever their case`,
      request: async (context) => {
        const [text, other] = [word(), word()];
        expected = [];
        for (const status of ['pending', 'rejected', 'inactive'])
          expected.push(await create(context, `${text} ${status} Town`, { fr: { name: `Ville ${other}` } }, status));
        await create(context, `${text} alone`);
        return { query: { q: `${other.slice(0, 8).toUpperCase()} ${text}`, limit: 50 } };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          const statuses = (data.items as RecordData[]).map(({ id, status }) => [id, status]); // Cast: validated before.
          assert.deepEqual(statuses.toSorted(), expected.map(({ id, status }) => [id, status]).toSorted());
        },
      },
    },
    {
      ...base,
      name: `finds no ${entity.tag} that was deleted, and a renamed one by its new name only`,
      request: async (context) => {
        const text = word();
        const deleted = await create(context, `${text} gone`);
        await context.call('remove', 'editor', { params: { id: deleted.id }, version: deleted.version });
        const renamed = await create(context, `${text} before`);
        const body = { ...(await context.freshBody()), name: `${word()} ${text.slice(1)}after`, locales: {} };
        await context.call('update', 'editor', { params: { id: renamed.id }, version: renamed.version, body });
        expected = [await create(context, `${text} stays`)];
        return { query: { q: text, limit: 50 } };
      },
      expect: { status: 200, check: ({ data }) => assert.deepEqual(found(data), [expected[0]?.id]) },
    },
  ];
}
