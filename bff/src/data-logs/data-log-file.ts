import type { Crud } from '#crud/model.ts';
import type { LogFile } from '#logs/export-log.ts';
import { whole } from './data-log.ts';
import { type Told, tell } from './entries.ts';

type Line = Told['entry'] & Pick<Told, 'before' | 'after'>;

const columns = ['seq', 'position', 'time', 'entity', 'recordId', 'code', 'name', 'action', 'version'];
const moreColumns = ['actor', 'proposer', 'reason', 'changes', 'before', 'after'];

/** The log as a file: each change with the whole record before and after it. */
export const dataLogFile = (crud: Crud): LogFile<Line> => ({
  log: whole,
  toEntries: async (_, rows) =>
    (await tell(crud, rows)).map(({ entry, before, after }) => ({ ...entry, before, after })),
  columns: [...columns, ...moreColumns],
  toColumns: ({ changes, before, after, ...entry }) => ({
    ...entry,
    changes: changes.join(' '),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }),
});
