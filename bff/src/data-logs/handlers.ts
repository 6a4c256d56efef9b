import type { Crud } from '#crud/model.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { exportLog, fileTypes } from '#logs/export-log.ts';
import { logPage } from '#logs/log-page.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { dataLogFilter, listed } from './data-log.ts';
import { dataLogFile } from './data-log-file.ts';
import { tell } from './entries.ts';
import { foundEntry } from './found-entry.ts';

export type DataLogOperation = Extract<OperationId, 'listDataLogs' | 'exportDataLogs' | 'getDataLog'>;

export const dataLogHandlers = (crud: Crud): Pick<Handlers, DataLogOperation> => ({
  listDataLogs: async ({ query }) => {
    const { items, ...page } = await logPage(crud.db, listed, dataLogFilter(query), query);
    return { status: 200, data: { items: (await tell(crud, items)).map(({ entry }) => entry), ...page } };
  },

  getDataLog: async ({ path }) => {
    const found = await foundEntry(crud, path.seq);
    // the log holds records in the contract's form
    return { status: 200, data: found as Schemas['DataLogFoundAnswer']['data'] };
  },

  exportDataLogs: async (request) => {
    const { format, ...asked } = request.query;
    const stream = await exportLog(crud.db, dataLogFile(crud), dataLogFilter(asked), format);
    // before anything leaves: who breaks the transfer off has taken what came until then
    await logAct(crud.db, {
      ...doerOf(request),
      act: 'dataLogExported',
      target: { kind: 'operation', id: null, name: 'exportDataLogs' },
      details: { query: queryText(request.query) },
    });
    return { status: 200, stream, type: fileTypes[format], filename: `data-log.${format}` };
  },
});

const queryText = (query: object): string =>
  String(new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])));
