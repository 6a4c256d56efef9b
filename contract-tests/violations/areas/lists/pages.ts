import { dropLastItem, dropQuery, inData, inItems, inQuery, repeatFirstItem, reverseItems } from '../../kit/edits.ts';
import { either, ofKind, ops, verbs } from '../../kit/operations.ts';
import { violationsOf } from '../../kit/violation.ts';

const COUNTS = 'The page, with the number of records per status under all other filters.';
const SORT = 'Up to three columns, with `-` before one for the other direction.';
const SORT_AT = '#/paths/~1api~1v1~1countries/get/parameters (sort)';
const logs = ops('listDataLogs', 'listUserLogs', 'getSettingsHistory', 'listTasks', 'listDeliveries', 'listImports');
const capped = either(logs, verbs('history'));

export const pageViolations = violationsOf('pages and orders', [
  {
    id: 'page-size-ignored',
    at: '#/components/parameters/PageSize',
    breaks: 'pageSize: { type: integer, enum: [10, 20, 50, 100] }',
    on: verbs('list'),
    request: inQuery('pageSize', () => '20'),
  },
  {
    id: 'default-page-size-is-ten',
    at: '#/components/parameters/PageSize',
    breaks: 'default: 20',
    on: verbs('list'),
    request: ({ query }) => {
      if (!query.has('pageSize')) query.set('pageSize', '10');
    },
  },
  {
    id: 'page-ignored',
    at: '#/components/parameters/Page',
    breaks: 'page: which page',
    on: verbs('list'),
    request: dropQuery('page'),
  },
  {
    id: 'pages-overlap-by-one',
    at: '#/components/parameters/Page',
    breaks: 'Pages follow on each other: no record stands on two of them.',
    on: verbs('list'),
    response: inItems((items, call, memory) => {
      const search = new URLSearchParams(call.query);
      search.delete('page');
      const page = Number(call.query.get('page') ?? 1);
      const key = `${call.path} ${search}`;
      const last = memory.get(`${key} ${page - 1}`);
      if (last) items.splice(0, 1, last);
      memory.set(`${key} ${page}`, structuredClone(items.at(-1)));
    }),
  },
  {
    id: 'answered-page-is-first',
    at: '#/components/schemas/CountryListAnswer (page)',
    breaks: 'page is the page that was asked for.',
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { page: 1 })),
  },
  {
    id: 'answered-page-size-is-length',
    at: '#/components/schemas/CountryListAnswer (pageSize)',
    breaks: 'pageSize is the size that was asked for.',
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { pageSize: data.items.length })),
  },
  {
    id: 'last-item-of-page-missing',
    at: '#/paths/~1api~1v1~1countries/get',
    breaks: 'A page of countries (all that match, page by page).',
    on: verbs('list'),
    response: dropLastItem,
  },
  {
    id: 'only-full-pages-lack-an-item',
    at: '#/paths/~1api~1v1~1countries/get',
    breaks: 'A page of countries has as many as pageSize where there are more.',
    on: verbs('list'),
    response: inItems((items, call) => {
      if (items.length >= Number(call.query.get('pageSize') ?? 20)) items.pop();
    }),
  },
  {
    id: 'item-listed-twice',
    at: '#/paths/~1api~1v1~1countries/get',
    breaks: 'A page of countries (each once).',
    on: verbs('list'),
    response: repeatFirstItem,
  },
  {
    id: 'total-is-length-of-page',
    at: '#/components/schemas/CountryListAnswer (total)',
    breaks: 'total is how many match, on all pages.',
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { total: data.items.length })),
  },
  {
    id: 'total-one-too-many',
    at: 'docs/decisions.md, Records, search and lists',
    breaks: 'Totals are exact below ten thousand.',
    on: verbs('list'),
    response: inData((data) => Object.assign(data, { total: data.total + 1 })),
  },
  {
    id: 'counts-lack-a-status',
    at: '#/components/schemas/Counts',
    breaks: COUNTS,
    on: verbs('list'),
    response: inData((data) => delete data.counts.active),
  },
  {
    id: 'counts-only-of-status-asked-for',
    at: '#/paths/~1api~1v1~1countries/get/responses/200',
    breaks: COUNTS,
    on: verbs('list'),
    response: inData((data, { query }) => {
      const statuses = query.get('status')?.split(',');
      if (!statuses || query.get('not')?.includes('status')) return;
      for (const status of Object.keys(data.counts)) if (!statuses.includes(status)) delete data.counts[status];
    }),
  },
  {
    id: 'counts-have-zeros',
    at: '#/components/schemas/Counts',
    breaks: 'How many records per status; a status without any is left out.',
    on: verbs('list'),
    response: inData((data) => {
      data.counts = { pending: 0, approved: 0, active: 0, inactive: 0, rejected: 0, ...data.counts };
    }),
  },
  {
    id: 'counts-ignore-other-filters',
    at: '#/paths/~1api~1v1~1countries/get/responses/200',
    breaks: COUNTS,
    on: verbs('list'),
    response: inData((data, call, memory) => {
      const isPlain = [...call.query.keys()].every((name) => /^(page|pageSize|sort|view)$/.test(name));
      if (isPlain) memory.set(call.path, data.counts);
      else if (memory.has(call.path)) data.counts = memory.get(call.path);
    }),
  },
  {
    id: 'sort-ignored',
    at: SORT_AT,
    breaks: SORT,
    on: verbs('list'),
    request: dropQuery('sort'),
  },
  {
    id: 'sort-direction-ignored',
    at: SORT_AT,
    breaks: SORT,
    on: verbs('list'),
    request: inQuery('sort', (sort) => sort.replaceAll('-', '')),
  },
  {
    id: 'second-sort-column-ignored',
    at: SORT_AT,
    breaks: 'sort=country,-code: all of them, in the order of up to three columns.',
    on: verbs('list'),
    request: inQuery('sort', (sort) => sort.split(',')[0] ?? ''),
  },
  {
    id: 'third-sort-column-ignored',
    at: SORT_AT,
    breaks: 'sort=country,-code: all of them, in the order of up to three columns.',
    on: verbs('list'),
    request: inQuery('sort', (sort) => sort.split(',').slice(0, 2).join(',')),
  },
  {
    id: 'sort-by-continent-goes-by-code',
    at: '#/components/schemas/City/x-sortable',
    breaks: 'x-sortable: the fields that the list can be sorted by.',
    on: verbs('list'),
    request: inQuery('sort', (sort) => sort.replace('continent', 'code')),
  },
  {
    id: 'sort-by-update-time-goes-by-create-time',
    at: SORT_AT,
    breaks: 'enum: […, updateTime, -updateTime]',
    on: verbs('list'),
    request: inQuery('sort', (sort) => sort.replace('updateTime', 'createTime')),
  },
  {
    id: 'sort-by-middle-rate-is-textual',
    at: '#/components/schemas/Rate/x-sortable',
    breaks: 'Decimal: an exact decimal, by whose value rates are sorted.',
    on: ofKind('rate_board', 'list'),
    response: inItems((items, { query }) => {
      const sign = query.get('sort') === '-middle' ? -1 : 1;
      if (!/^-?middle$/.test(query.get('sort') ?? '')) return;
      items.sort(
        (a: { middle: string }, b: { middle: string }) => sign * ((a.middle ?? '') < (b.middle ?? '') ? -1 : 1),
      );
    }),
  },
  {
    id: 'log-oldest-first',
    at: '#/paths/~1api~1v1~1user-logs/get',
    breaks: 'What people did, newest first (as other logs, tasks, deliveries and imports).',
    on: logs,
    response: reverseItems,
  },
  {
    id: 'cursor-ignored',
    at: '#/components/parameters/Cursor',
    breaks: '`nextCursor` of the page before.',
    on: capped,
    request: dropQuery('cursor'),
  },
  {
    id: 'next-cursor-never-ends',
    at: '#/components/parameters/Cursor',
    breaks: 'nextCursor is null on the last page.',
    on: capped,
    response: inData((data) => {
      data.nextCursor ??= '1';
    }),
  },
  {
    id: 'next-cursor-missing-on-full-page',
    at: '#/components/parameters/Cursor',
    breaks: '`nextCursor` leads to the next page where there is one.',
    on: capped,
    response: inData((data) => Object.assign(data, { nextCursor: null })),
  },
  {
    id: 'limit-ignored',
    at: '#/components/parameters/Limit',
    breaks: 'limit: { minimum: 1, maximum: 100, default: 20 }',
    on: capped,
    request: dropQuery('limit'),
  },
  {
    id: 'cursor-page-skips-an-item',
    at: '#/components/parameters/Cursor',
    breaks: 'A page begins after the page before.',
    on: capped,
    response: inItems((items, { query }) => query.has('cursor') && items.shift()),
  },
  {
    id: 'total-of-log-is-length-of-page',
    at: '#/components/schemas/DataLogAnswer (total)',
    breaks: 'total counts all that match: "At most 10000."',
    on: capped,
    response: inData((data) => Object.assign(data, { total: data.items.length })),
  },
  {
    id: 'total-always-capped',
    at: '#/components/schemas/DataLogAnswer (totalCapped)',
    breaks: 'There are more than total says.',
    on: capped,
    response: inData((data) => Object.assign(data, { totalCapped: true })),
  },
]);
