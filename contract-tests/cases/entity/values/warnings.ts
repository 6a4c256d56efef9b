import assert from 'node:assert/strict';
import { withValue } from '../../../contract/body-fields.ts';
import type { Case } from '../../../suite/case.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';

type Warned = RecordData & { warnings: { pointer: string; rule: string }[] };

/** Somewhere in the Southern Ocean, in no country. */
const nowhere = { latitude: -58.5, longitude: -102.25 };

/** Tests that coordinates outside the country are warned of wherever the record is read, and those inside are not. */
export function warningCases(entities: TestedEntity[]): Case[] {
  return entities
    .filter(({ writeSchema }) => ['latitude', 'longitude', 'country'].every((name) => writeSchema.properties?.[name]))
    .map((entity) => ({
      entity,
      operationId: entity.operations.create.id,
      name: 'warns of coordinates outside the country, in lists and in reviews too',
      equivalenceKey: 'create: warns of coordinates outside the country',
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => {
        const body = await context.records.freshBody(entity);
        const moved = Object.entries(nowhere).reduce((result, [name, value]) => withValue(result, [name], value), body);
        return { body: moved };
      },
      expect: {
        status: 201,
        check: async ({ data }, context) => {
          const record = data.record as Warned; // Cast: validated before.
          const warnings = [{ pointer: '/latitude', rule: 'outsideCountry' }];
          assert.deepEqual(record.warnings, warnings);
          const found = await context.call('get', 'viewer', { params: { id: record.id } });
          assert.deepEqual(found.data.record?.warnings, warnings);
          const query = { name: String(record.name), pageSize: 100 };
          const list = await context.call('list', 'viewer', { query });
          const rows = list.data.items as Warned[]; // Cast: validated by its own cases.
          assert.deepEqual(rows.find(({ id }) => id === record.id)?.warnings, warnings);
          const { backend } = context;
          const reviews = await backend.call(backend.operation('listReviews'), 'reviewer', {
            query: { entity: entity.tag, since: String(record.updateTime), pageSize: 100 },
          });
          const items = reviews.data.items as Warned[]; // Cast: as above.
          assert.deepEqual(items.find(({ id }) => id === record.id)?.warnings, warnings);
          const inside = await context.call('get', 'viewer', { params: { id: context.record.id } });
          assert.deepEqual(inside.data.record?.warnings, [], 'coordinates inside the country are fine');
        },
      },
    }));
}
