import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ReferenceData, ReferencesData } from '../../../suite/requests/response-data.ts';

/** Tests what refers to a country, on cities that the case has made. */
export function referenceCountCases(entities: TestedEntity[]): Case[] {
  const country = entities.find(({ tag }) => tag === 'country');
  const city = entities.find(({ tag }) => tag === 'city');
  const airline = entities.find(({ tag }) => tag === 'airline');
  if (
    !country ||
    !city ||
    !airline?.references.some(({ path, target }) => path[0] === 'country' && target === 'country')
  )
    return [];
  const count = 3;
  const prepare = async (context: Parameters<Case['request']>[0]) => {
    const { records, record } = context;
    for (let index = 0; index < count; index += 1) {
      const body = { ...(await records.freshBody(city)), country: record.code, cnCode: null };
      await records.create(city, 'pending', 'editor', body);
    }
    await records.create(airline, 'pending', 'editor', { ...(await records.freshBody(airline)), country: record.code });
  };
  const base = { entity: country, needs: { role: 'admin', recordState: 'pending' as const } };
  return [
    {
      ...base,
      operationId: country.operations.references.id,
      name: 'counts what refers to it per kind, and names each record',
      request: async (context) => {
        await prepare(context);
        return { params: { id: context.record.id } };
      },
      expect: {
        status: 200,
        check: ({ data }, { records }) => {
          const items = data.items as ReferenceData[]; // Cast: validated before.
          assert.deepEqual([data.total, data.totals], [count + 1, { city: count, airline: 1 }]);
          const last = records.lastCreated(city);
          assert.deepEqual(
            items.find(({ id, entity }) => id === last.id && entity === 'city'),
            { entity: 'city', id: last.id, code: last.code, name: last.name },
          );
          assert.equal(items.length, count + 1);
        },
      },
    },
    {
      ...base,
      operationId: country.operations.references.id,
      name: 'counts what the caller may not read, and names none of it',
      request: async (context) => {
        await prepare(context);
        const token = await context.backend.spareMember.previewToken('country:read', 'airline:read');
        return { params: { id: context.record.id }, headers: { authorization: `Bearer ${token}` } };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          const kinds = (data.items as ReferenceData[]).map(({ entity }) => entity); // Cast: validated before.
          assert.deepEqual([data.total, kinds], [count + 1, ['airline']]);
        },
      },
    },
    {
      ...base,
      operationId: country.operations.remove.id,
      name: 'says how many records refer to what cannot be deleted',
      request: async (context) => {
        await prepare(context);
        return versionedTarget(context.record);
      },
      expect: {
        status: 409,
        key: 'inUse',
        message: `有 ${count + 1} 条记录引用了它，不能删除`,
        check: ({ data }) => {
          const { total, totals } = (data.references ?? data) as ReferencesData; // Cast: validated before.
          assert.deepEqual([total, totals], [count + 1, { city: count, airline: 1 }]);
        },
      },
    },
    manyReferencesCase(country, city),
  ];
}

/** Tests that the total goes beyond the hundred records that are named. */
function manyReferencesCase(country: TestedEntity, city: TestedEntity): Case {
  return {
    entity: country,
    operationId: country.operations.references.id,
    name: 'names the first hundred records that refer to it, and counts all',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      const { data } = await backend.call(country.operations.list, 'admin', { query: { code: 'CN' } });
      const [china] = data.items as { id: number }[]; // Cast: validated by its own cases.
      return { params: { id: china?.id ?? 0 } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const cities = await backend.call(city.operations.list, 'admin', { query: { country: 'CN', pageSize: 10 } });
        assert.equal(data.totals?.city ?? 0, cities.data.total ?? 0);
        const sum = Object.values(data.totals ?? {}).reduce((total, number) => total + number, 0);
        assert.deepEqual([data.total, data.items?.length], [sum, Math.min(sum, 100)]);
      },
    },
  };
}
