import { dropQuery, inData, inEachItem, inQuery, keepItems, repeatFirstItem, reverseItems } from '../../kit/edits.ts';
import { ops, verbs } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const Q = 'Code, name in any language, pinyin or its initials, part of a Chinese name.';
const Q_AT = '#/components/parameters/Q';
const SEARCH_AT = '#/paths/~1api~1v1~1search/get';
const NEARBY_AT = '#/paths/~1api~1v1~1nearby/get';
const list = verbs('list');
const search = ops('searchRecords');
const nearby = ops('listNearby');

const wanted = (query: URLSearchParams) => (query.get('q') ?? '').toLowerCase();
const names = (item: Data): string[] =>
  [item.name, ...Object.values(item.locales ?? {}).map((locale) => (locale as Data).name)]
    .filter(Boolean)
    .map((name) => name.toLowerCase());
const isLatin = (text: string) => /^[a-z' -]+$/.test(text);

export const searchViolations = violationsOf('search', [
  {
    id: 'q-ignored',
    at: Q_AT,
    breaks: Q,
    on: list,
    request: dropQuery('q'),
  },
  {
    id: 'q-finds-no-codes',
    at: Q_AT,
    breaks: Q,
    on: list,
    response: keepItems((item, { query }) => wanted(query) === '' || item.code?.toLowerCase() !== wanted(query)),
  },
  {
    id: 'q-finds-no-pinyin',
    at: Q_AT,
    breaks: Q,
    on: list,
    response: keepItems((item, { query }) => {
      const q = wanted(query);
      const isCode = item.code === undefined || item.code?.toLowerCase().startsWith(q);
      return !isLatin(q) || isCode || names(item).some((name) => name.includes(q));
    }),
  },
  {
    id: 'q-finds-no-part-of-chinese-name',
    at: Q_AT,
    breaks: Q,
    on: list,
    response: keepItems((item, { query }) => {
      const q = wanted(query);
      return !/\p{Script=Han}/u.test(q) || names(item).some((name) => name.startsWith(q));
    }),
  },
  {
    id: 'q-finds-base-name-only',
    at: Q_AT,
    breaks: Q,
    on: list,
    response: keepItems((item, { query }) => {
      const q = wanted(query);
      return item.name === undefined || item.name.toLowerCase().includes(q) || item.code?.toLowerCase().includes(q);
    }),
  },
  {
    id: 'q-best-match-last',
    at: '#/paths/~1api~1v1~1countries/get/parameters (sort)',
    breaks: 'With `q` and no `sort`, the best match comes first.',
    on: list,
    response: (answer, call, memory) => {
      if (call.query.has('q') && !call.query.has('sort')) reverseItems(answer, call, memory);
    },
  },
  {
    id: 'q-finds-no-codes-of-other-fields',
    at: 'docs/contract.md, On schemas of values, x-search',
    breaks: '`q` finds the value as it finds codes.',
    on: list,
    response: keepItems((item, { query }) => {
      const q = wanted(query);
      const others = [item.cnCode, item.iataAccountingCode, item.uicCode, item.pinyinInitials];
      return q === '' || !others.includes(q);
    }),
  },
  {
    id: 'search-limit-ignored',
    at: SEARCH_AT,
    breaks: 'limit: { minimum: 1, maximum: 50, default: 20 }',
    on: search,
    request: dropQuery('limit'),
  },
  {
    id: 'search-default-limit-is-five',
    at: SEARCH_AT,
    breaks: 'limit: default: 20',
    on: search,
    request: ({ query }) => {
      if (!query.has('limit')) query.set('limit', '5');
    },
  },
  {
    id: 'search-best-match-last',
    at: SEARCH_AT,
    breaks: 'Best match first.',
    on: search,
    response: reverseItems,
  },
  {
    id: 'search-lacks-stations',
    at: SEARCH_AT,
    breaks: 'Find records of every kind by code, name or pinyin.',
    on: search,
    response: keepItems(({ entity }) => entity !== 'train_station' && entity !== 'eurail_station'),
  },
  {
    id: 'search-finds-no-pinyin',
    at: SEARCH_AT,
    breaks: 'Find records of every kind by code, name or pinyin.',
    on: search,
    response: keepItems((item, { query }) => {
      const q = wanted(query);
      return !isLatin(q) || item.code?.toLowerCase().startsWith(q) || names(item).some((name) => name.includes(q));
    }),
  },
  {
    id: 'search-lists-record-twice',
    at: SEARCH_AT,
    breaks: 'Best match first (each record once).',
    on: search,
    response: repeatFirstItem,
  },
  {
    id: 'search-lacks-chinese-names',
    at: '#/components/schemas/SearchAnswer (locales)',
    breaks: 'locales: the names of what was found',
    on: search,
    response: inEachItem((item) => Object.assign(item, { locales: {} })),
  },
  {
    id: 'search-finds-active-only',
    at: SEARCH_AT,
    breaks: 'Find records of every kind (in any status).',
    on: search,
    response: keepItems(({ status }) => status === 'active'),
  },
  {
    id: 'nearby-farthest-first',
    at: NEARBY_AT,
    breaks: 'Nearest first.',
    on: nearby,
    response: reverseItems,
  },
  {
    id: 'nearby-limit-ignored',
    at: NEARBY_AT,
    breaks: 'limit: { minimum: 1, maximum: 50, default: 10 }',
    on: nearby,
    request: dropQuery('limit'),
  },
  {
    id: 'nearby-swaps-coordinates',
    at: NEARBY_AT,
    breaks: 'The records nearest to a location.',
    on: nearby,
    request: inQuery('longitude', (longitude) => String(-Number(longitude))),
  },
  {
    id: 'nearby-distance-in-miles',
    at: '#/components/schemas/Kilometres',
    breaks: 'Kilometres, as the crow flies.',
    on: nearby,
    response: inEachItem((item) => Object.assign(item, { distance: Math.round(item.distance * 6.21) / 10 })),
  },
  {
    id: 'nearby-always-airports',
    at: NEARBY_AT,
    breaks: 'entity: the kind of record to find',
    on: nearby,
    request: inQuery('entity', () => 'airport'),
  },
  {
    id: 'nearby-nearest-missing',
    at: NEARBY_AT,
    breaks: 'The records nearest to a location.',
    on: nearby,
    response: inData((data) => data.items.shift()),
  },
]);
