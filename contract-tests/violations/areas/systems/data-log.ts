import { dropQuery, inData, inEachItem, inItems, inQuery, keepItems } from '../../kit/edits.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const LIST = '#/paths/~1api~1v1~1data-logs/get';
const ENTRY = '#/components/schemas/DataLogEntry/properties';
const FOLDED = '#/paths/~1api~1v1~1data-logs~1folded/get';
const PER_DAY = '#/paths/~1api~1v1~1data-logs~1per-day/get';
const list = ops('listDataLogs');
const folded = ops('listFoldedDataLogs');
const perDay = ops('countChangesPerDay');
const one = ops('getDataLog');

function filterIgnored(name: string, breaks: string): Declaration {
  return { id: `data-log-${name}-ignored`, at: `${LIST}/parameters`, breaks, on: list, request: dropQuery(name) };
}

const inEntries = (edit: (entry: Data) => unknown) =>
  inData((data) => {
    for (const entry of data.items ?? [data.entry]) edit(entry);
  });

export const dataLogViolations = violationsOf('data log', [
  filterIgnored('entity', 'entity: changes of one kind'),
  filterIgnored('recordId', 'Together with `entity`: the changes of one record.'),
  filterIgnored('code', 'The code that the record had, exact.'),
  filterIgnored('actor', 'Who did it: the user name, exact.'),
  filterIgnored('action', 'action: what was done'),
  filterIgnored('before', 'Together with `field`: its value before the change, exact.'),
  filterIgnored('after', 'Together with `field`: its value after the change, likewise.'),
  filterIgnored('task', 'What this task changed.'),
  filterIgnored('from', 'Not before.'),
  filterIgnored('to', 'Before.'),
  {
    id: 'data-log-field-ignored',
    at: `${LIST}/parameters`,
    breaks: 'Together with `entity`: changes of this field of its records, or of their `status`.',
    on: list,
    request: dropQuery('field', 'before', 'after'),
  },
  {
    id: 'data-log-to-includes-its-end',
    at: `${LIST}/parameters`,
    breaks: 'to: Before.',
    on: list,
    request: inQuery('to', (time) => new Date(Date.parse(time) + 1).toISOString()),
  },
  {
    id: 'data-log-lacks-newest',
    at: LIST,
    breaks: 'What was changed, newest first.',
    on: list,
    response: inItems((items) => items.shift()),
  },
  {
    id: 'data-log-lacks-values',
    at: `${ENTRY}/values`,
    breaks: 'The first two of the changes with their old and new value; where no field changed, the status if it did.',
    on: ops('listDataLogs', 'getDataLog'),
    response: inEntries((entry) => Object.assign(entry, { values: [] })),
  },
  {
    id: 'data-log-swaps-values',
    at: `${ENTRY}/values`,
    breaks: 'with their old and new value',
    on: ops('listDataLogs', 'getDataLog'),
    response: inEntries((entry) => {
      for (const value of entry.values) Object.assign(value, { before: value.after, after: value.before });
    }),
  },
  {
    id: 'data-log-values-of-every-change',
    at: `${ENTRY}/values`,
    breaks: 'The first two of the changes.',
    on: list,
    response: inEntries((entry) => {
      for (const pointer of entry.changes.slice(2)) entry.values.push({ pointer, before: null, after: null });
    }),
  },
  {
    id: 'data-log-changes-empty',
    at: `${ENTRY}/changes`,
    breaks: 'changes: JSON pointers to fields',
    on: ops('listDataLogs', 'getDataLog'),
    response: inEntries((entry) => Object.assign(entry, { changes: [] })),
  },
  {
    id: 'data-log-says-everything-exists',
    at: `${ENTRY}/exists`,
    breaks: 'The record is there today.',
    on: ops('listDataLogs', 'getDataLog'),
    response: inEntries((entry) => Object.assign(entry, { exists: true })),
  },
  {
    id: 'data-log-lacks-proposer',
    at: `${ENTRY}/proposer`,
    breaks: 'Who proposed the change, where another person approved it.',
    on: ops('listDataLogs', 'getDataLog'),
    response: inEntries((entry) => delete entry.proposer),
  },
  {
    id: 'data-log-lacks-reason',
    at: `${ENTRY}/reason`,
    breaks: 'reason of the change',
    on: ops('listDataLogs', 'getDataLog'),
    response: inEntries((entry) => delete entry.reason),
  },
  {
    id: 'data-log-code-is-todays',
    at: `${LIST}/parameters`,
    breaks: 'The code that the record had.',
    on: list,
    response: inItems((items) => {
      const newest = new Map<number, string>();
      for (const item of items) {
        if (!newest.has(item.recordId)) newest.set(item.recordId, item.code);
        item.code = newest.get(item.recordId);
      }
    }),
  },
  {
    id: 'data-log-lacks-deletions',
    at: LIST,
    breaks: 'What was changed.',
    on: list,
    response: keepItems(({ action }: Data) => action !== 'delete'),
  },
  {
    id: 'data-log-before-missing',
    at: '#/components/schemas/DataLogFoundAnswer (before)',
    breaks: 'One change, with the record before and after it.',
    on: one,
    response: inData((data) => Object.assign(data, { before: null })),
  },
  {
    id: 'data-log-before-and-after-swapped',
    at: '#/components/schemas/DataLogFoundAnswer (before)',
    breaks: 'One change, with the record before and after it.',
    on: one,
    response: inData((data) => Object.assign(data, { before: data.after, after: data.before })),
  },
  {
    id: 'data-log-record-version-is-of-change',
    at: '#/components/schemas/DataLogFoundAnswer (recordVersion)',
    breaks: 'The version of the record today, which a restore asks for; null while it is deleted.',
    on: one,
    response: inData((data) => Object.assign(data, { recordVersion: data.entry.version })),
  },
  {
    id: 'data-log-task-missing',
    at: '#/components/schemas/DataLogAnswer (task)',
    breaks: 'The task that `task` names; null without it, or where it changed nothing.',
    on: list,
    response: inData((data) => Object.assign(data, { task: null })),
  },
  {
    id: 'folded-log-shows-single-changes-only',
    at: FOLDED,
    breaks: 'everything that a task changed as one item',
    on: folded,
    response: keepItems(({ entry }: Data) => entry !== null),
  },
  {
    id: 'folded-log-counts-items-as-changes',
    at: '#/components/schemas/FoldedDataLogAnswer (changes)',
    breaks: 'How many changes the items stand for: the `total` of `listDataLogs`.',
    on: folded,
    response: inData((data) => Object.assign(data, { changes: data.total })),
  },
  {
    id: 'folded-task-counts-one-change',
    at: '#/components/schemas/DataLogTask/properties/changes',
    breaks: 'How many it made.',
    on: folded,
    response: inEachItem(({ task }) => task && Object.assign(task, { changes: 1 })),
  },
  {
    id: 'folded-log-entity-ignored',
    at: FOLDED,
    breaks: 'With `entity`, it counts only the changes of that kind.',
    on: folded,
    request: dropQuery('entity'),
  },
  {
    id: 'folded-log-actor-ignored',
    at: FOLDED,
    breaks: 'Who did it: the user name, exact.',
    on: folded,
    request: dropQuery('actor'),
  },
  {
    id: 'folded-log-period-ignored',
    at: FOLDED,
    breaks: 'from: Not before; for a task, its last change.',
    on: folded,
    request: dropQuery('from', 'to'),
  },
  {
    id: 'per-day-newest-first',
    at: PER_DAY,
    breaks: 'Oldest first, with the days that had none.',
    on: perDay,
    response: inData(({ days }) => days.reverse()),
  },
  {
    id: 'per-day-lacks-empty-days',
    at: PER_DAY,
    breaks: 'Oldest first, with the days that had none.',
    on: perDay,
    response: inData((data) => {
      data.days = data.days.filter(({ count }: Data) => count > 0);
    }),
  },
  {
    id: 'per-day-ignores-days',
    at: PER_DAY,
    breaks: 'How many days; the last is today.',
    on: perDay,
    request: dropQuery('days'),
  },
  {
    id: 'per-day-ignores-time-zone',
    at: PER_DAY,
    breaks: 'The zone in which days begin; UTC where it is not given.',
    on: perDay,
    request: dropQuery('timezone'),
  },
  {
    id: 'per-day-counts-one-less',
    at: PER_DAY,
    breaks: 'Each count is the `total` of `listDataLogs` from the start of the day to its end, uncapped.',
    on: perDay,
    response: inData(({ days }) => {
      days.at(-1).count = Math.max(days.at(-1).count - 1, 0);
    }),
  },
]);
