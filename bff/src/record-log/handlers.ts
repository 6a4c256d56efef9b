import type { CrudContext } from '#crud/model.ts';
import type { Reader } from '#http/caller.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { exportLog, LOG_FILE_TYPES, type LogFile } from '#user-log/export-log.ts';
import { readLogPage } from '#user-log/read-log.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { countChangesPerDay } from './changes-per-day.ts';
import {
  dataLogFilter,
  FULL_LOG,
  LISTED_LOG,
  type LogEntry,
  loadListedLabels,
  readEntry,
  toLogEntries,
} from './entries.ts';
import { readFoldedPage, readLoggedTask } from './folded.ts';

type DataLogOperation = Extract<
  OperationId,
  'listDataLogs' | 'listFoldedDataLogs' | 'countChangesPerDay' | 'exportDataLogs' | 'getDataLog'
>;

export const dataLogHandlers = (crud: CrudContext): Pick<Handlers, DataLogOperation> => ({
  listDataLogs: async ({ query, caller }) => {
    const filter = await dataLogFilter(crud.db, query);
    const [{ items, ...page }, task] = await Promise.all([
      readLogPage(crud.db, LISTED_LOG, filter, query),
      query.task === undefined ? null : readLoggedTask(crud.db, query.task, query.entity),
    ]);
    const entries = (await toLogEntries(crud, items, caller)).map(({ entry }) => entry);
    return { status: 200, data: { items: entries, task, labels: await loadListedLabels(crud, entries), ...page } };
  },

  listFoldedDataLogs: async ({ query, caller }) => {
    const page = await readFoldedPage(crud, query, caller);
    const entries = page.items.flatMap(({ entry }) => entry ?? []);
    return { status: 200, data: { ...page, labels: await loadListedLabels(crud, entries) } };
  },

  countChangesPerDay: async ({ query }) => ({
    status: 200,
    data: { days: await countChangesPerDay(crud.db, query) },
  }),

  getDataLog: async ({ path, caller }) => {
    const entry = await readEntry(crud, path.seq, caller);
    // the cast: the log contains records in the contract's form
    return { status: 200, data: entry as Schemas['DataLogFoundAnswer']['data'] };
  },

  exportDataLogs: async (request) => {
    const { format, ...filterQuery } = request.query;
    const stream = await exportLog(
      crud.db,
      dataLogFile(crud, request.caller),
      await dataLogFilter(crud.db, filterQuery),
      format,
    );
    // logged before the first byte is sent, as an aborted transfer has exported data as well
    await logAct(crud.db, {
      ...logActorOf(request),
      act: 'dataLogExported',
      target: { kind: 'operation', id: null, name: 'exportDataLogs' },
      details: { query: queryText(request.query) },
    });
    return { status: 200, stream, type: LOG_FILE_TYPES[format], filename: `data-log.${format}` };
  },
});

const queryText = (query: object): string =>
  String(new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])));

type FileEntry = Omit<LogEntry['entry'], 'values'> & Pick<LogEntry, 'before' | 'after'>;

const FILE_COLUMNS = ['seq', 'position', 'time', 'entity', 'recordId', 'code', 'name', 'action', 'version'];
const FURTHER_FILE_COLUMNS = ['actor', 'proposer', 'reason', 'changeSetId', 'changes', 'before', 'after'];

/** Describes the exported file: each change with the whole record before and after it. */
const dataLogFile = (crud: CrudContext, reader: Reader): LogFile<FileEntry> => ({
  log: FULL_LOG,
  toEntries: async (_, rows) =>
    (await toLogEntries(crud, rows, reader)).map(({ entry: { values: _, ...entry }, before, after }) => ({
      ...entry,
      before,
      after,
    })),
  columns: [...FILE_COLUMNS, ...FURTHER_FILE_COLUMNS],
  toColumns: ({ changes, before, after, ...entry }) => ({
    ...entry,
    changes: changes.join(' '),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }),
});
