import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { TestedEntity } from '../suite/records/tested-entity.ts';

const formats = { csv: /\r?\n/, ndjson: /"id":/, xlsx: /^PK/ };

/** Exports one record in each format. */
export const exportCases = (entity: TestedEntity): Case[] =>
  Object.entries(formats).map(
    ([format, assertFormat]): Case => ({
      entity,
      operationId: entity.operations.export.id,
      name: `exports ${format}`,
      needs: { role: 'admin', recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({ query: { format, ids: String(record.id) } }),
      expect: {
        status: 200,
        check: ({ body }) => assert.match(typeof body === 'string' ? body : JSON.stringify(body), assertFormat),
      },
    }),
  );
