import type { Query } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import type { Condition, LogFilter, LogTable } from '#logs/read-log.ts';

const plain = [
  ...['entity', 'record_id', 'code', 'action', 'version', 'actor', 'proposer', 'reason', '`after`'],
  // its place in the feed, once it has one
  '(SELECT position FROM change_feed WHERE change_feed.seq = data_log.seq) AS position',
];

/** The log as a list shows it: only of what may change fields is told what changed, so that of the rest nothing before is read. */
export const listed: LogTable = {
  table: 'data_log',
  id: 'seq',
  columns: [
    ...plain,
    "IF(action IN ('update', 'restore', 'reference') OR `after` IS NULL, `before`, NULL) AS `before`",
  ],
};

/** The log with all that it holds. */
export const whole: LogTable = { ...listed, columns: [...plain, '`before`'] };

type Asked = Omit<Query<'listDataLogs'>, 'cursor' | 'limit'>;

/** Throws `validationError` with `together` for a record's id without its kind. */
export function dataLogFilter({ entity, recordId, code, actor, action, from, to }: Asked): LogFilter {
  return {
    conditions: [
      ...place(entity, recordId),
      ...(code === undefined ? [] : [{ key: 'code', columns: { code } }]),
      ...(actor === undefined ? [] : [{ key: 'actor_time', columns: { actor } }]),
      ...(action === undefined ? [] : [{ key: 'action', columns: { action } }]),
    ],
    from,
    to,
  };
}

function place(entity: Asked['entity'], recordId: Asked['recordId']): Condition[] {
  if (recordId === undefined) return entity === undefined ? [] : [{ key: 'entity_time', columns: { entity } }];
  if (entity === undefined)
    throw invalid({ pointer: '/query/recordId', rule: 'together', parameters: { other: kind } });
  return [{ key: 'record_time', columns: { entity, record_id: recordId } }];
}

const kind = { 'zh-CN': '记录种类', en: 'the kind of record' };
