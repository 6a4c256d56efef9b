import type { Database } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { exportLog, type LogFormat } from './export-log.ts';
import { logPage } from './read-log.ts';
import { doerOf, logAct } from './user-log.ts';

export type UserLogOperation = Extract<OperationId, 'listUserLogs' | 'exportUserLogs'>;

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const satisfies Record<LogFormat, string>;

export const userLogHandlers = ({ db }: { db: Database }): Pick<Handlers, UserLogOperation> => ({
  listUserLogs: async ({ query }) => ({ status: 200, data: await logPage(db, query) }),

  exportUserLogs: async (request) => {
    const { format, ...filter } = request.query;
    const stream = await exportLog(db, filter, format);
    // before anything leaves: who breaks the transfer off has taken what came until then
    await logAct(db, {
      ...doerOf(request),
      act: 'logExported',
      target: { kind: 'operation', id: null, name: 'exportUserLogs' },
      details: { query: String(new URLSearchParams(request.query)) },
    });
    return { status: 200, stream, type: types[format], filename: `user-log.${format}` };
  },
});
