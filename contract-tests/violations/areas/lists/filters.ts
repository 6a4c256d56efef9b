import { dropQuery, inData, inQuery, keepItems } from '../../kit/edits.ts';
import { ofKind, verbs } from '../../kit/operations.ts';
import { type Declaration, violationsOf } from '../../kit/violation.ts';

const list = verbs('list');
const PARAMETERS = '#/components/parameters/';

/** A filter of every list has no effect. */
function ignored(name: string, parameter: string, breaks: string): Declaration {
  return { id: `filter-${name}-ignored`, at: PARAMETERS + parameter, breaks, on: list, request: dropQuery(name) };
}

/** A filter of the lists of some kinds has no effect. */
function ignoredOf(
  kind: string,
  name: string,
  breaks = `The list of this kind takes the filter ${name}.`,
): Declaration {
  return {
    id: `${kind.replace('_', '-')}-filter-${name}-ignored`,
    at: `tag ${kind}, list, parameter ${name}`,
    breaks,
    on: ofKind(kind, 'list'),
    request: dropQuery(name),
  };
}

const SEVERAL = 'country=CN,JP: records with any of the values.';

export const filterViolations = violationsOf('filters', [
  ignored('status', 'Status', 'status: records in any of these statuses'),
  ignored('incomplete', 'Incomplete', 'Whether a field is empty that an approval requires.'),
  ignored('openProposal', 'OpenProposal', 'Whether a change of the record awaits review.'),
  ignored('mine', 'Mine', 'Whether the caller changed the record last or proposed the change that awaits review.'),
  ignored('updatedBy', 'UpdatedBy', 'The user name of who changed the record last.'),
  ignored('updatedFrom', 'UpdatedFrom', 'Last changed not before.'),
  ignored('updatedTo', 'UpdatedTo', 'Last changed before.'),
  ignored('not', '(not)', 'Filters to negate, so that they find the records with none of their values.'),
  ignored('empty', '(empty)', 'Fields without a value.'),
  ignored('filled', '(filled)', 'Fields with a value.'),
  ignoredOf('country', 'code', 'Exact.'),
  ignoredOf(
    'city',
    'name',
    'Words in any order, each the beginning of a word of a name or alias in any language, or part of a Chinese name.',
  ),
  ignoredOf('country', 'region'),
  ignoredOf('country', 'currency'),
  ignoredOf('city', 'country'),
  ignoredOf('city', 'iataCode'),
  ignoredOf('airline', 'type'),
  ignoredOf('airline', 'iataAccountingCode'),
  ignoredOf('cabin', 'cabinClass'),
  ignoredOf('cabin', 'airline'),
  ignoredOf('cabin', 'order'),
  ignoredOf('protocol', 'countries'),
  ignoredOf('protocol', 'validFrom', 'From one day to another, both included.'),
  ignoredOf('protocol', 'validity', 'Where `today` stands; `ending` is within 30 days.'),
  ignoredOf('protocol', 'today', 'The day where the viewer is; by UTC where it is not given.'),
  ignoredOf('airport', 'icaoCode'),
  ignoredOf('airport', 'timezone'),
  ignoredOf('airport', 'latitude', 'From one number to another, both included: `7..8`, `7..` or `..8`.'),
  ignoredOf('rate_board', 'base'),
  ignoredOf('rate_board', 'source', 'Exact.'),
  ignoredOf('rate_board', 'quotedAt', 'From an instant up to but not including another, in UTC.'),
  ignoredOf('rate_board', 'middle', 'From one number to another, both included: `7..8`, `7..` or `..8`.'),
  ignoredOf(
    'rate_board',
    'view',
    '`latest` is the newest active of each pair, and the pending ones; `all` is every rate.',
  ),
  ignoredOf('rate_board', 'olderThan', 'Quoted longer ago than this: 1, 7 or 30 days.'),
  ignoredOf('eurail_station', 'isMain'),
  ignoredOf('eurail_station', 'parent'),
  ignoredOf('eurail_station', 'uicCode'),
  ignoredOf('train_station', 'verificationState'),
  ignoredOf('train_station', 'telegraphCode'),
  {
    id: 'filter-takes-first-value-only',
    at: 'docs/contract.md, On a kind’s schemas, Filters combine',
    breaks: SEVERAL,
    on: list,
    request: ({ query }) => {
      for (const name of ['continent', 'country', 'type', 'airline', 'cabinClass', 'base', 'city', 'currency'])
        if (query.has(name)) query.set(name, query.get(name)?.split(',')[0] ?? '');
    },
  },
  {
    id: 'status-takes-first-value-only',
    at: `${PARAMETERS}Status`,
    breaks: 'status: { type: array } of which any may hold.',
    on: list,
    request: inQuery('status', (value) => value.split(',')[0] ?? ''),
  },
  {
    id: 'not-leaves-out-records-without-value',
    at: '#/paths/~1api~1v1~1countries/get/parameters (not)',
    breaks: 'Filters to negate, so that they find the records with none of their values, also those without any value.',
    on: list,
    response: keepItems((item, { query }) =>
      (query.get('not') ?? '')
        .split(',')
        .every((name) => name === '' || (item[name] !== null && item[name] !== undefined)),
    ),
  },
  {
    id: 'not-negates-first-filter-only',
    at: '#/paths/~1api~1v1~1countries/get/parameters (not)',
    breaks: '`not` takes the filters with several values, and `status`.',
    on: list,
    request: inQuery('not', (value) => value.split(',')[0] ?? ''),
  },
  {
    id: 'empty-needs-first-field-only',
    at: 'docs/contract.md, Filters combine',
    breaks: 'empty=icaoCode,city: records without a value in all of these fields.',
    on: list,
    request: inQuery('empty', (value) => value.split(',')[0] ?? ''),
  },
  {
    id: 'filled-needs-first-field-only',
    at: 'docs/contract.md, Filters combine',
    breaks: 'filled: records with a value in all of these fields.',
    on: list,
    request: inQuery('filled', (value) => value.split(',')[0] ?? ''),
  },
  {
    id: 'number-range-excludes-its-end',
    at: '#/components/schemas/NumberRange',
    breaks: 'From one number to another, both included.',
    on: list,
    response: keepItems((item, { query }) =>
      ['latitude', 'longitude', 'middle', 'order'].every((name) => {
        const end = query.get(name)?.split('..')[1];
        return !end || Number(item[name]) !== Number(end);
      }),
    ),
  },
  {
    id: 'day-range-excludes-its-end',
    at: '#/components/schemas/DayRange',
    breaks: 'From one day to another, both included.',
    on: ofKind('protocol', 'list'),
    response: keepItems((item, { query }) =>
      ['validFrom', 'validTo'].every((name) => {
        const end = query.get(name)?.split('..')[1];
        return !end || item[name] !== end;
      }),
    ),
  },
  {
    id: 'open-range-finds-nothing',
    at: '#/components/schemas/NumberRange',
    breaks: '`7..` or `..8`: one end may be left out.',
    on: list,
    response: keepItems((_item, { query }) => ![...query.values()].some((value) => /^\.\.|\.\.$/.test(value))),
  },
  {
    id: 'updated-to-includes-its-end',
    at: `${PARAMETERS}UpdatedTo`,
    breaks: 'Last changed before.',
    on: list,
    request: inQuery('updatedTo', (time) => new Date(Date.parse(time) + 1).toISOString()),
  },
  {
    id: 'updated-from-excludes-its-start',
    at: `${PARAMETERS}UpdatedFrom`,
    breaks: 'Last changed not before.',
    on: list,
    request: inQuery('updatedFrom', (time) => new Date(Date.parse(time) + 1).toISOString()),
  },
  {
    id: 'incomplete-false-finds-all',
    at: `${PARAMETERS}Incomplete`,
    breaks: 'Whether a field is empty that an approval requires. (false: none is)',
    on: list,
    request: ({ query }) => {
      if (query.get('incomplete') === 'false') query.delete('incomplete');
    },
  },
  {
    id: 'open-proposal-false-finds-all',
    at: `${PARAMETERS}OpenProposal`,
    breaks: 'Whether a change of the record awaits review. (false: none does)',
    on: list,
    request: ({ query }) => {
      if (query.get('openProposal') === 'false') query.delete('openProposal');
    },
  },
  {
    id: 'name-filter-needs-whole-name',
    at: '#/paths/~1api~1v1~1countries/get/parameters (name)',
    breaks:
      'Words in any order, each the beginning of a word of a name or alias in any language, or part of a Chinese name.',
    on: list,
    response: keepItems(({ name }, { query }) => !query.has('name') || name === query.get('name')),
  },
  {
    id: 'name-filter-knows-no-locales',
    at: '#/paths/~1api~1v1~1countries/get/parameters (name)',
    breaks:
      'Words in any order, each the beginning of a word of a name or alias in any language, or part of a Chinese name.',
    on: list,
    response: keepItems(({ name = '' }, { query }) =>
      name.toLowerCase().includes((query.get('name') ?? '').toLowerCase()),
    ),
  },
  {
    id: 'name-filter-needs-its-beginning',
    at: '#/paths/~1api~1v1~1countries/get/parameters (name)',
    breaks: 'Part of the name (not only its beginning).',
    on: list,
    response: keepItems((item, { query }) => {
      const part = (query.get('name') ?? '').toLowerCase();
      const names = [
        item.name,
        ...Object.values(item.locales ?? {}).map((locale) => (locale as { name: string }).name),
      ];
      return names.some((name) => name?.toLowerCase().startsWith(part)) || part === '';
    }),
  },
  {
    id: 'code-filter-finds-parts',
    at: '#/paths/~1api~1v1~1countries/get/parameters (code)',
    breaks: 'Exact.',
    on: list,
    request: ({ query }) => {
      const code = query.get('code');
      if (!code || code.includes(',') || query.has('q')) return;
      query.delete('code');
      query.set('q', code);
    },
  },
  {
    id: 'filters-beyond-status-lost-on-second-page',
    at: `${PARAMETERS}Page`,
    breaks: 'Filters hold on every page.',
    on: list,
    request: ({ query }) => {
      if (Number(query.get('page') ?? 1) < 2) return;
      for (const name of [...query.keys()]) if (!/^(page|pageSize|sort|status)$/.test(name)) query.delete(name);
    },
  },
  {
    id: 'total-ignores-filters',
    at: '#/paths/~1api~1v1~1countries/get/responses/200',
    breaks: 'total is how many match.',
    on: list,
    response: inData((data, { path, query }, memory) => {
      const isPlain = [...query.keys()].every((name) => /^(page|pageSize|sort|view)$/.test(name));
      if (isPlain) memory.set(path, data.total);
      else if (memory.has(path)) data.total = memory.get(path);
    }),
  },
]);
