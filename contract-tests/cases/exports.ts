import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';

const formats = { csv: /\r?\n/, ndjson: /"id":/, xlsx: /^PK/ };

/** Exports each kind in each format. */
export const exportCases = (kind: Kind): Case[] =>
  Object.entries(formats).map(
    ([format, assertFormat]): Case => ({
      kind,
      operationId: kind.ops.export.id,
      name: `exports ${format}`,
      needs: { as: 'admin', record: 'pending', shared: true },
      request: ({ record }) => ({ query: { format, ids: String(record.id) } }),
      expect: {
        status: 200,
        check: ({ body }) => assert.match(typeof body === 'string' ? body : JSON.stringify(body), assertFormat),
      },
    }),
  );
