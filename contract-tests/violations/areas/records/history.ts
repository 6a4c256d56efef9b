import { dropLastItem, inData, inEachItem, inItems } from '../../kit/edits.ts';
import { verbs } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const HISTORY = '#/paths/~1api~1v1~1countries~1{id}~1history/get';
const CHANGE = '#/components/schemas/CountryChange/properties';
const history = verbs('history');

export const historyViolations = violationsOf('history', [
  {
    id: 'history-oldest-first',
    at: HISTORY,
    breaks: 'Every change to a country, newest first.',
    on: history,
    response: inItems((items) => items.reverse()),
  },
  {
    id: 'history-lacks-creation',
    at: HISTORY,
    breaks: 'Every change to a country.',
    on: history,
    response: dropLastItem,
  },
  {
    id: 'history-lacks-transitions',
    at: HISTORY,
    breaks: 'Every change to a country.',
    on: history,
    response: inItems((items, _call, _memory, { data }) => {
      data.items = items.filter(({ action }: Data) => !/^(approve|activate|deactivate|reject|resubmit)$/.test(action));
    }),
  },
  {
    id: 'history-of-deleted-record-is-404',
    at: HISTORY,
    breaks: 'Answers for a deleted record too.',
    on: history,
    response: (answer) => {
      if (answer.data?.items?.[0]?.action !== 'delete') return;
      answer.setStatus(404);
      answer.json.data = { key: 'notFound', traceId: '0' };
    },
  },
  {
    id: 'history-before-and-after-swapped',
    at: `${CHANGE}/before`,
    breaks: 'before and after: the record before and after the change',
    on: history,
    response: inEachItem((item) => Object.assign(item, { before: item.after, after: item.before })),
  },
  {
    id: 'history-before-missing',
    at: `${CHANGE}/before`,
    breaks: 'before: the record before the change',
    on: history,
    response: inEachItem((item) => Object.assign(item, { before: null })),
  },
  {
    id: 'history-after-is-latest',
    at: `${CHANGE}/after`,
    breaks: 'after: the record after the change',
    on: history,
    response: inItems((items) => {
      for (const item of items) if (item.after && items[0].after) item.after = items[0].after;
    }),
  },
  {
    id: 'history-actor-is-creator',
    at: `${CHANGE}/actor`,
    breaks: 'actor: who did it',
    on: history,
    response: inEachItem((item) => item.after && Object.assign(item, { actor: item.after.createdBy })),
  },
  {
    id: 'history-lacks-proposer',
    at: `${CHANGE}/proposer`,
    breaks: 'Who proposed the change, where another person approved it.',
    on: history,
    response: inEachItem((item) => delete item.proposer),
  },
  {
    id: 'history-lacks-reasons',
    at: `${CHANGE}/reason`,
    breaks: 'reason: why it was done',
    on: history,
    response: inEachItem((item) => delete item.reason),
  },
  {
    id: 'history-action-always-update',
    at: `${CHANGE}/action`,
    breaks: 'What was done.',
    on: history,
    response: inEachItem((item) => item.action !== 'create' && Object.assign(item, { action: 'update' })),
  },
  {
    id: 'history-versions-count-down-from-end',
    at: `${CHANGE}/version`,
    breaks: 'version: the version that the change made',
    on: history,
    response: inItems((items) => {
      for (const [index, item] of items.entries()) item.version = index + 1;
    }),
  },
  {
    id: 'history-lacks-rejected-proposals',
    at: '#/components/schemas/CountryHistoryAnswer (proposals)',
    breaks:
      'Those rejected or withdrawn since the change before this page, newest first; what was approved is a change.',
    on: history,
    response: inData((data) => Object.assign(data, { proposals: [] })),
  },
  {
    id: 'history-total-excludes-creation',
    at: '#/components/schemas/CountryHistoryAnswer (total)',
    breaks: 'total: how many changes there are',
    on: history,
    response: inData((data) => Object.assign(data, { total: data.total - 1 })),
  },
  {
    id: 'history-times-all-alike',
    at: `${CHANGE}/time`,
    breaks: 'time: when it was done',
    on: history,
    response: inEachItem((item) => item.after && Object.assign(item, { time: item.after.createTime })),
  },
]);
