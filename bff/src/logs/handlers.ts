import type { Database } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { exportLog, fileTypes } from './export-log.ts';
import { doerOf, logAct } from './user-log.ts';
import { userLogFilter, userLogPage } from './user-log-entries.ts';
import { userLogFile } from './user-log-file.ts';

export type UserLogOperation = Extract<OperationId, 'listUserLogs' | 'exportUserLogs'>;

export const userLogHandlers = ({ db }: { db: Database }): Pick<Handlers, UserLogOperation> => ({
  listUserLogs: async ({ query }) => ({ status: 200, data: await userLogPage(db, query) }),

  exportUserLogs: async (request) => {
    const { format, ...asked } = request.query;
    const stream = await exportLog(db, userLogFile, userLogFilter(asked), format);
    // before anything leaves: who breaks the transfer off has taken what came until then
    await logAct(db, {
      ...doerOf(request),
      act: 'logExported',
      target: { kind: 'operation', id: null, name: 'exportUserLogs' },
      details: { query: String(new URLSearchParams(request.query)) },
    });
    return { status: 200, stream, type: fileTypes[format], filename: `user-log.${format}` };
  },
});
