import { gunzipSync } from 'node:zlib';
import { dropQuery } from '../../kit/edits.ts';
import { inCsv, inLines, inRows } from '../../kit/files.ts';
import { either, ofKind, ops, verbs } from '../../kit/operations.ts';
import { type Declaration, violationsOf } from '../../kit/violation.ts';

const FILE = '#/components/responses/RecordsFile';
const COLUMNS = 'CSV and XLSX have a column for each field, as an import takes them.';
const MATCH = 'The countries that match, as a file.';
const TEMPLATE = '#/paths/~1api~1v1~1import-template/get';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const records = verbs('export');
const logs = ops('exportUserLogs', 'exportDataLogs');
const template = ops('exportImportTemplate');

function filterIgnored(id: string, on: Declaration['on'], breaks: string, ...names: string[]): Declaration {
  return { id, at: '#/paths/~1api~1v1~1countries~1export/get/parameters', breaks, on, request: dropQuery(...names) };
}

/** Answers with a file of another format under the content type that was asked for. */
const insteadOfXlsx: Declaration['instead'] = async (call, { ask }) => {
  if (call.query.get('format') !== 'xlsx') return undefined;
  const asked = call.with({});
  asked.query.set('format', 'csv');
  const answer = await ask(asked);
  if (answer.succeeded) answer.headers['content-type'] = XLSX;
  return answer;
};

export const exportViolations = violationsOf('files', [
  filterIgnored(
    'export-ids-ignored',
    records,
    'These records, whatever else is asked for; all that match without it.',
    'ids',
  ),
  filterIgnored('export-status-ignored', records, MATCH, 'status'),
  filterIgnored('export-q-ignored', records, MATCH, 'q'),
  filterIgnored('export-name-and-code-ignored', records, MATCH, 'name', 'code'),
  filterIgnored('export-not-ignored', records, 'Filters to negate.', 'not'),
  filterIgnored('export-empty-and-filled-ignored', records, 'Fields without a value.', 'empty', 'filled'),
  filterIgnored(
    'export-incomplete-ignored',
    records,
    'Whether a field is empty that an approval requires.',
    'incomplete',
  ),
  filterIgnored('export-updated-ignored', records, 'Last changed not before.', 'updatedFrom', 'updatedTo', 'updatedBy'),
  filterIgnored('export-mine-ignored', records, 'Whether the caller changed the record last.', 'mine', 'openProposal'),
  filterIgnored(
    'export-of-countries-continent-ignored',
    ofKind('country', 'export'),
    MATCH,
    'continent',
    'region',
    'currency',
  ),
  filterIgnored('export-of-cities-country-ignored', ofKind('city', 'export'), MATCH, 'country', 'cnCode', 'iataCode'),
  filterIgnored('export-of-rates-pair-ignored', ofKind('rate_board', 'export'), MATCH, 'base', 'quote', 'source'),
  filterIgnored(
    'export-of-rates-view-ignored',
    ofKind('rate_board', 'export'),
    '`latest` is the newest active of each pair; `all` is every rate.',
    'view',
  ),
  {
    id: 'export-ids-narrowed-by-filters',
    at: '#/components/parameters/RecordIds',
    breaks: 'These records, whatever else is asked for.',
    on: records,
    when: ({ query }) => query.has('ids') && query.size > 2,
    response: inRows(() => []),
  },
  {
    id: 'export-lacks-last-record',
    at: FILE,
    breaks: MATCH,
    on: records,
    response: inRows((rows) => rows.slice(0, -1)),
  },
  {
    id: 'export-has-record-twice',
    at: FILE,
    breaks: MATCH,
    on: records,
    response: inRows((rows) => [...rows, ...rows.slice(0, 1)]),
  },
  {
    id: 'export-stops-at-a-page',
    at: FILE,
    breaks: `${MATCH} (all of them)`,
    on: records,
    response: inRows((rows) => rows.slice(0, 20)),
  },
  {
    id: 'export-newest-first',
    at: FILE,
    breaks: 'In the order of their ids.',
    on: records,
    response: inRows((rows) => rows.toReversed()),
  },
  {
    id: 'export-lacks-a-column',
    at: FILE,
    breaks: COLUMNS,
    on: records,
    response: inCsv((rows) => rows.map((row) => [...row.slice(0, 2), ...row.slice(3)])),
  },
  {
    id: 'export-without-heading',
    at: FILE,
    breaks: COLUMNS,
    on: records,
    response: inCsv((rows) => rows.slice(1)),
  },
  {
    id: 'export-separated-by-semicolons',
    at: `${FILE}/content/text~1csv`,
    breaks: 'text/csv: cells are separated by commas',
    on: records,
    response: (answer) => {
      if (answer.contentType === 'text/csv') answer.text = answer.text.replaceAll(',', ';');
    },
  },
  {
    id: 'export-quotes-not-doubled',
    at: `${FILE}/content/text~1csv`,
    breaks: 'text/csv: a quote within quotes is doubled',
    on: records,
    response: inCsv((rows) => rows.map((row) => row.map((cell) => cell.replace(/(?<=.)""(?=.)/g, '"')))),
  },
  {
    id: 'export-names-in-upper-case',
    at: FILE,
    breaks: `${COLUMNS} (values as they are)`,
    on: records,
    response: inCsv(([heading = [], ...rows]) => [
      heading,
      ...rows.map((row) => row.map((cell) => cell.toUpperCase())),
    ]),
  },
  {
    id: 'export-lacks-locales',
    at: FILE,
    breaks: COLUMNS,
    on: records,
    response: inCsv((rows) => {
      const [heading = []] = rows;
      const kept = heading.map((name) => !/zh|en|locale|语言|名称.+/i.test(name));
      return rows.map((row) => row.filter((_cell, index) => kept[index]));
    }),
  },
  {
    id: 'ndjson-export-is-array',
    at: `${FILE}/content/application~1x-ndjson`,
    breaks: 'application/x-ndjson: one JSON value per line',
    on: records,
    response: inLines((lines) => [`[${lines.join(',')}]`]),
  },
  {
    id: 'ndjson-export-lacks-fields',
    at: `${FILE}/content/application~1x-ndjson`,
    breaks: 'NDJSON has the records with all fields.',
    on: records,
    response: inLines((lines) =>
      lines.map((line) => {
        const { id, code, name } = JSON.parse(line);
        return JSON.stringify({ id, code, name });
      }),
    ),
  },
  {
    id: 'xlsx-export-is-csv',
    at: `${FILE}/content`,
    breaks: 'XLSX: a workbook, not text under its name',
    on: records,
    instead: insteadOfXlsx,
  },
  {
    id: 'xlsx-export-is-truncated',
    at: `${FILE}/content`,
    breaks: 'XLSX: a workbook that opens',
    on: records,
    response: (answer) => {
      if (answer.contentType === XLSX) answer.body = answer.body.subarray(0, Math.floor(answer.body.length / 2));
    },
  },
  {
    id: 'xlsx-export-ignores-filters',
    at: FILE,
    breaks: `${MATCH} (XLSX too)`,
    on: records,
    request: ({ query }) => {
      if (query.get('format') !== 'xlsx') return;
      for (const name of [...query.keys()]) if (name !== 'format' && name !== 'ticket') query.delete(name);
    },
  },
  {
    id: 'format-ignored',
    at: '#/components/parameters/FileFormat',
    breaks: 'format: csv, xlsx or ndjson',
    on: either(records, logs),
    request: ({ query }) => query.set('format', 'csv'),
  },
  {
    id: 'log-export-oldest-first',
    at: '#/paths/~1api~1v1~1data-logs~1export/get/responses/200',
    breaks: 'Newest first.',
    on: logs,
    response: inRows((rows) => rows.toReversed()),
  },
  {
    id: 'log-export-lacks-newest',
    at: '#/paths/~1api~1v1~1data-logs~1export/get',
    breaks: 'The log as a file.',
    on: logs,
    response: inRows((rows) => rows.slice(1)),
  },
  filterIgnored('user-log-export-ignores-act', ops('exportUserLogs'), 'act: what was done', 'act'),
  filterIgnored(
    'user-log-export-ignores-user',
    ops('exportUserLogs'),
    'Who did it: the user name, exact.',
    'user',
    'about',
  ),
  filterIgnored(
    'data-log-export-ignores-kind',
    ops('exportDataLogs'),
    'entity, recordId: the changes of one record',
    'entity',
    'recordId',
  ),
  filterIgnored(
    'data-log-export-ignores-action',
    ops('exportDataLogs'),
    'action, actor: what was done by whom',
    'action',
    'actor',
  ),
  filterIgnored('log-export-ignores-period', logs, 'from: Not before. to: Before.', 'from', 'to'),
  {
    id: 'template-lacks-example',
    at: TEMPLATE,
    breaks: 'A column for each field, and an example that is to be deleted.',
    on: template,
    response: inCsv((rows) => rows.slice(0, 1)),
  },
  {
    id: 'template-lacks-a-column',
    at: TEMPLATE,
    breaks: 'A column for each field under a heading that an import recognises.',
    on: template,
    response: inCsv((rows) => rows.map((row) => row.slice(0, -1))),
  },
  {
    id: 'template-language-ignored',
    at: `${TEMPLATE}/parameters`,
    breaks: 'That of the headings; by `Accept-Language` without it.',
    on: template,
    request: dropQuery('language'),
  },
  {
    id: 'template-headings-not-recognised',
    at: TEMPLATE,
    breaks: 'A column for each field under a heading that an import recognises.',
    on: template,
    response: inCsv(([heading = [], ...rows]) => [heading.map((_name, index) => `Column ${index + 1}`), ...rows]),
  },
  {
    id: 'template-of-other-kind',
    at: `${TEMPLATE}/parameters`,
    breaks: 'entity: the kind of record',
    on: template,
    request: ({ query }) => query.get('entity') !== 'country' && query.has('entity') && query.set('entity', 'cabin'),
  },
  {
    id: 'template-xlsx-is-csv',
    at: TEMPLATE,
    breaks: 'XLSX has a second sheet.',
    on: template,
    instead: insteadOfXlsx,
  },
  {
    id: 'task-result-not-compressed',
    at: '#/paths/~1api~1v1~1tasks~1{id}~1result/get/responses/200',
    breaks: 'A snapshot, gzipped lines of JSON.',
    on: ops('getTaskResult'),
    response: (answer) => {
      if (answer.succeeded) answer.body = gunzipSync(answer.body);
    },
  },
  {
    id: 'report-lacks-problems',
    at: '#/paths/~1api~1v1~1imports~1{id}~1report/get',
    breaks: 'The file again, with a column of what is wrong.',
    on: ops('exportImportReport'),
    response: inCsv((rows) => rows.map((row) => row.slice(0, -1))),
  },
  filterIgnored(
    'report-only-ignored',
    ops('exportImportReport'),
    'All rows, or those that are refused or in conflict.',
    'only',
  ),
  filterIgnored('report-language-ignored', ops('exportImportReport'), 'That of the problems.', 'language'),
]);
