import type { Schemas } from '#http/contract.ts';
import type { LogFile } from './export-log.ts';
import { toEntry, userLog } from './user-log-entries.ts';

const columns = ['id', 'time', 'act', 'userId', 'username', 'targetKind', 'targetId', 'target'];
const moreColumns = ['details', 'address', 'client'];

export const userLogFile: LogFile<Schemas['UserLogEntry']> = {
  log: userLog,
  toEntries: (_, rows) => rows.map(toEntry),
  columns: [...columns, ...moreColumns],
  toColumns: ({ target, details, ...entry }) => ({
    ...entry,
    targetKind: target?.kind,
    targetId: target?.id,
    target: target?.name,
    details: Object.keys(details).length > 0 ? JSON.stringify(details) : undefined,
  }),
};
