import { dropQuery, inBody, inData, inEachItem, inItems } from '../../kit/edits.ts';
import { asAdminWhen } from '../../kit/follow-ups.ts';
import { ops, tagged } from '../../kit/operations.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const IMPORT = '#/components/schemas/Import/properties';
const ROW = '#/components/schemas/ImportRow/properties';
const ROWS = '#/paths/~1api~1v1~1imports~1{id}~1rows/get';
const COUNTS = '#/components/schemas/ImportCounts';
const rows = ops('listImportRows');
const preview = ops('previewImport');

function filterIgnored(name: string, breaks: string): Declaration {
  return { id: `import-rows-${name}-ignored`, at: `${ROWS}/parameters`, breaks, on: rows, request: dropQuery(name) };
}

const inImports = (edit: (imported: Data) => unknown) =>
  inData((data) => {
    for (const imported of [data.import, ...(data.items ?? [])]) if (imported?.filename) edit(imported);
  });

export const importViolations = violationsOf('imports', [
  filterIgnored('state', 'state: rows in this state'),
  filterIgnored('outcome', 'outcome: rows with this outcome'),
  filterIgnored('rule', 'A problem that rows have.'),
  filterIgnored('code', 'What identifies the record begins so.'),
  filterIgnored('incomplete', 'Rows without what approval asks for.'),
  filterIgnored('corrected', 'Rows of which somebody has corrected cells.'),
  {
    id: 'import-counts-miss-one',
    at: COUNTS,
    breaks: 'new, changed, unchanged, conflicting, refused: how many rows',
    on: tagged('import'),
    response: inImports(({ counts }) => counts?.new > 0 && Object.assign(counts, { new: counts.new - 1 })),
  },
  {
    id: 'import-refused-counted-as-new',
    at: COUNTS,
    breaks: 'refused: how many rows are refused',
    on: tagged('import'),
    response: inImports(
      ({ counts }) => counts?.refused > 0 && Object.assign(counts, { new: counts.new + counts.refused, refused: 0 }),
    ),
  },
  {
    id: 'import-outcomes-empty',
    at: `${IMPORT}/outcomes`,
    breaks: 'How many rows of each outcome.',
    on: tagged('import'),
    response: inImports((imported) => Object.assign(imported, { outcomes: {} })),
  },
  {
    id: 'import-never-uploaded',
    at: '#/paths/~1api~1v1~1imports~1{id}~1parts~1{part}/put',
    breaks: 'With the last one that was missing the import is `uploaded`.',
    on: ops('putImportPart'),
    response: inImports((imported) => Object.assign(imported, { status: 'uploading' })),
  },
  {
    id: 'import-received-counts-parts',
    at: `${IMPORT}/received`,
    breaks: 'Bytes of the parts that are there.',
    on: tagged('import'),
    response: inImports((imported) => imported.received > 0 && Object.assign(imported, { received: 1 })),
  },
  {
    id: 'import-own-work-always-false',
    at: `${IMPORT}/ownWork`,
    breaks: 'The caller may not approve or reject what it brought in.',
    on: tagged('import'),
    response: inImports((imported) => Object.assign(imported, { ownWork: false })),
  },
  {
    id: 'import-applied-by-missing',
    at: `${IMPORT}/appliedBy`,
    breaks: 'appliedBy and applyTime: who had it applied, and when',
    on: tagged('import'),
    response: inImports((imported) => Object.assign(imported, { appliedBy: null, applyTime: null })),
  },
  {
    id: 'import-rows-in-reverse-order',
    at: ROWS,
    breaks: 'Rows of the report, in the order of the file.',
    on: rows,
    response: inItems((items) => items.reverse()),
  },
  {
    id: 'import-rows-lack-problems',
    at: `${ROW}/problems`,
    breaks: 'problems: column, pointer, rule and message',
    on: ops('listImportRows', 'getImportRow'),
    response: inData((data) => {
      for (const row of data.items ?? [data.row]) row.problems = [];
    }),
  },
  {
    id: 'import-problem-names-no-column',
    at: '#/components/schemas/ImportProblem/properties/column',
    breaks: 'The name of the column in the file.',
    on: rows,
    response: inEachItem(({ problems }) => {
      for (const problem of problems) problem.column = null;
    }),
  },
  {
    id: 'import-lines-count-from-zero',
    at: `${ROW}/line`,
    breaks: 'Of the file, from 1.',
    on: ops('listImportRows', 'getImportRow'),
    response: inData((data) => {
      for (const row of data.items ?? [data.row]) row.line -= 1;
    }),
  },
  {
    id: 'import-rows-say-new',
    at: '#/components/schemas/ImportRowState',
    breaks: 'What the row would do, or why it would not.',
    on: rows,
    response: inEachItem((row) => /^(changed|unchanged)$/.test(row.state) && Object.assign(row, { state: 'new' })),
  },
  {
    id: 'import-row-cells-missing',
    at: `${ROW}/cells`,
    breaks: 'By the columns of the answer, as they stand in the file or were corrected.',
    on: rows,
    response: inEachItem((row) => row.cells.pop()),
  },
  {
    id: 'import-row-changes-empty',
    at: '#/components/schemas/ImportRowAnswer (changes)',
    breaks: 'Pointers of what differs.',
    on: ops('getImportRow'),
    response: inData((data) => Object.assign(data, { changes: [] })),
  },
  {
    id: 'import-row-before-and-after-swapped',
    at: '#/components/schemas/ImportRowAnswer (after)',
    breaks: 'The fields as they would be or became.',
    on: ops('getImportRow'),
    response: inData((data) => Object.assign(data, { before: data.after, after: data.before })),
  },
  {
    id: 'import-rules-empty',
    at: '#/components/schemas/ImportRowsAnswer (rules)',
    breaks: 'How many rows of the state asked for have each problem; empty without a state.',
    on: rows,
    response: inData((data) => Object.assign(data, { rules: {} })),
  },
  {
    id: 'import-preview-detects-nothing',
    at: '#/paths/~1api~1v1~1imports~1{id}~1preview/post',
    breaks: 'Without options they are detected, remembered ones included.',
    on: preview,
    response: inData((data) => {
      for (const column of data.columns) column.target = null;
    }),
  },
  {
    id: 'import-preview-ignores-options',
    at: '#/paths/~1api~1v1~1imports~1{id}~1preview/post',
    breaks: 'The first rows of the file, read as told.',
    on: preview,
    request: inBody((body) => delete body.options),
  },
  {
    id: 'import-preview-hides-fault',
    at: '#/paths/~1api~1v1~1imports~1{id}~1preview/post',
    breaks: 'A file that cannot be read so says why in `fault`.',
    on: preview,
    response: inData((data) => Object.assign(data, { fault: null })),
  },
  {
    id: 'import-preview-shows-heading-as-row',
    at: '#/components/schemas/ImportOptions/properties/header',
    breaks: 'The first row holds the names of the columns.',
    on: preview,
    response: inData((data) => data.rows.unshift({ line: 1, cells: data.columns.map(({ name }: Data) => name) })),
  },
  {
    id: 'import-preview-swaps-columns',
    at: '#/components/schemas/ImportColumn',
    breaks: 'name, target and samples of each column',
    on: preview,
    response: inData(({ columns }) => columns.length > 1 && columns.push(columns.shift())),
  },
  {
    id: 'import-all-takes-unsound-rows',
    at: '#/paths/~1api~1v1~1imports~1{id}~1apply/post',
    breaks: '`all` takes no file with a row that is refused or in conflict (`importUnsound`).',
    on: ops('applyImport'),
    after: {
      when: ({ key }) => key === 'importUnsound',
      run: async (_answer, call, { ask }) => {
        call.json = { ...call.json, rows: 'sound' };
        return ask(call);
      },
    },
  },
  {
    id: 'import-decided-by-importer',
    at: '#/paths/~1api~1v1~1imports~1{id}~1decision/post',
    breaks: 'who imported may not approve or reject where the kind asks for a second person',
    on: ops('decideImport'),
    after: asAdminWhen(({ key }) => key === 'secondPerson'),
  },
  {
    id: 'import-outlook-ready-counts-all',
    at: '#/components/schemas/DecisionOutlook/properties/ready',
    breaks: 'On how many records and proposals it would decide.',
    on: ops('getImportOutlook'),
    response: inData(({ approve }) => {
      approve.ready += 1;
    }),
  },
  {
    id: 'import-outlook-lacks-causes',
    at: '#/components/schemas/LeftCounts',
    breaks: 'How many a decision leaves as they are, by cause.',
    on: ops('getImportOutlook'),
    response: inData((data) => {
      for (const event of ['approve', 'reject', 'activate']) data[event].left = {};
    }),
  },
  {
    id: 'applied-import-deleted',
    at: '#/paths/~1api~1v1~1imports~1{id}/delete',
    breaks: 'One that has been applied stays, `invalidTransition`.',
    on: ops('deleteImport'),
    response: (answer) => {
      if (answer.key !== 'invalidTransition') return;
      Object.assign(answer, { status: 200 });
      answer.json = { code: 200, message: 'OK', data: {} };
    },
  },
  {
    id: 'import-reverted-in-name-only',
    at: '#/components/schemas/Import/properties/revertedBy',
    breaks: 'revertedBy and revertTime: who took it back, and when',
    on: tagged('import'),
    response: inImports((imported) => Object.assign(imported, { revertedBy: null, revertTime: null })),
  },
  {
    id: 'import-correction-corrects-nothing',
    at: '#/paths/~1api~1v1~1imports~1{id}~1corrections/post',
    breaks: 'sets cells, one by one or all alike, and leaves rows out or takes them in again',
    on: ops('correctImport'),
    instead: async (call, { ask }) => {
      const { data } = await ask(call.reading(call.path.replace('/corrections', '')));
      if (!data?.import || typeof call.json !== 'object') return undefined;
      const answer = await ask(call.reading(call.path.replace('/corrections', '')));
      answer.json.data = { import: data.import, rows: 0, left: 0 };
      return answer;
    },
  },
  {
    id: 'import-values-lack-suggestions',
    at: '#/components/schemas/ImportValue/properties/suggestions',
    breaks: 'The likeliest first; of a list all that is possible.',
    on: ops('listImportValues'),
    response: inEachItem((item) => Object.assign(item, { suggestions: [] })),
  },
  {
    id: 'import-values-fewest-rows-first',
    at: '#/paths/~1api~1v1~1imports~1{id}~1values/get',
    breaks: 'those of most rows first',
    on: ops('listImportValues'),
    response: inItems((items) => items.reverse()),
  },
  {
    id: 'import-presets-lack-one',
    at: '#/paths/~1api~1v1~1import-presets/get/responses/200',
    breaks: 'All of them.',
    on: ops('listImportPresets'),
    response: inItems((items) => items.splice(1)),
  },
  {
    id: 'imports-entity-ignored',
    at: '#/paths/~1api~1v1~1imports/get/parameters',
    breaks: 'entity: imports of one kind',
    on: ops('listImports'),
    request: dropQuery('entity'),
  },
]);
