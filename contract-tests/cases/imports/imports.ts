import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { csvHeader, importIn, invalidCsvLine, newCsvLine } from '../../suite/features/imports.ts';
import type { ApiResponse, RequestInput } from '../../suite/requests/client.ts';

const admin = { role: 'admin' };
const viewer = { role: 'viewer' };

type ImportRequest = (context: CaseContext) => Promise<RequestInput>;

const createdImport: ImportRequest = ({ backend }) => backend.imports.createImport();
const uploadedImport: ImportRequest = ({ backend }) => backend.imports.uploadImport();
const stagedImport: ImportRequest = ({ backend }) => backend.imports.stageImport();
const appliedImport: ImportRequest = ({ backend }) => backend.imports.applyImport();
const stagedImportWithInvalidLine: ImportRequest = ({ backend }) =>
  backend.imports.stageImport([newCsvLine(), invalidCsvLine]);
const withFirstRow = async (createImport: Promise<RequestInput>): Promise<RequestInput> => ({
  params: { ...(await createImport).params, row: 1 },
});
const rowOfUniqueKey: ImportRequest = ({ backend }) => withFirstRow(backend.imports.stageImport());
const cellToClear = (from: string) => ({ row: 2, column: 'country', from, to: '' });
const rowOfRepeatedKey: ImportRequest = ({ backend }) => {
  const line = newCsvLine();
  return withFirstRow(backend.imports.stageImport([line, line]));
};
const withRequestBody =
  (make: ImportRequest, body: object): ImportRequest =>
  async (context) => ({ ...(await make(context)), body });

const assertImportStatus = (expectedStatus: string) => (response: ApiResponse) =>
  assert.equal(importIn(response).status, expectedStatus);
/** Waits for the task to end, so that the import can be removed afterwards. */
const waitForImport =
  (expectedStatus: string) =>
  async (response: ApiResponse, { backend }: CaseContext) => {
    await backend.imports.waitForStatus({ params: { id: importIn(response).id } }, expectedStatus);
  };

const responseCase = (
  operationId: string,
  name: string,
  request: ImportRequest,
  expect: Case['expect'],
  needs = admin,
): Case => ({
  operationId,
  name,
  needs,
  request,
  expect,
});
const refusalCase = (operationId: string, name: string, request: ImportRequest, key: string, code = 409) =>
  responseCase(operationId, name, request, { status: code, key });

/** A reviewer sees imports but cannot create or change them; an importer cannot decide on them. */
const permissionCase = (operationId: string, request: ImportRequest, permission = 'city:import'): Case => {
  const needs = { role: permission === 'city:import' ? 'reviewer' : 'editor' };
  return responseCase(
    operationId,
    'is refused without the permission',
    request,
    { status: 403, key: 'forbidden', permission },
    needs,
  );
};

/** Users who may neither import nor review cities see no imports. */
const hiddenImportCase = (operationId: string, request: ImportRequest): Case =>
  responseCase(
    operationId,
    'is hidden without a permission for imports',
    request,
    { status: 404, key: 'notFound' },
    viewer,
  );

/** The page of the review queue with the newest import, which the editor has just applied. */
const reviewPage: ImportRequest = async ({ backend }) => {
  await backend.imports.applyImport([newCsvLine(), newCsvLine()], 'editor');
  const query = { entity: 'city', pageSize: 100 };
  const { data } = await backend.call(backend.operation('listReviews'), 'admin', { query });
  return { query: { ...query, page: Math.ceil((data.total ?? 0) / 100) } };
};

const importReviewsIn = ({ data }: ApiResponse) =>
  ((data.items ?? []) as ImportReview[]).filter(({ kind }) => kind === 'import'); // Cast: validated.

interface ImportReview {
  kind: string;
  created: number;
  proposed: number;
  by: string;
  ownWork: boolean;
}

const reviewCases: Case[] = [
  responseCase('listReviews', 'lists the records of an import as one item', reviewPage, {
    status: 200,
    check: (response, context) => {
      const { created, proposed, by, ownWork } = importReviewsIn(response).at(-1) ?? {};
      assert.deepEqual([created, proposed, by, ownWork], [2, 0, context.username('editor'), false]);
    },
  }),
  responseCase(
    'listReviews',
    'marks an import as own work of its applicant',
    reviewPage,
    { status: 200, check: (response) => assert.equal(importReviewsIn(response).at(-1)?.ownWork, true) },
    { role: 'editor' },
  ),
  responseCase(
    'listReviews',
    'lists no imports without a permission for them',
    reviewPage,
    { status: 200, check: (response) => assert.deepEqual(importReviewsIn(response), []) },
    viewer,
  ),
];

const templateRequest = (format: string, language?: string) => ({
  query: { entity: 'city', format, ...(language && { language }) },
});

const templateCase = (name: string, request: RequestInput, pattern: RegExp): Case =>
  responseCase('exportImportTemplate', name, async () => request, {
    status: 200,
    check: ({ body }) => assert.match(typeof body === 'string' ? body : JSON.stringify(body), pattern),
  });

const templateCases: Case[] = [
  templateCase('has English headings', templateRequest('csv', 'en'), /^\ufeff?"Code","Name","Country"/),
  templateCase('has Chinese headings', templateRequest('csv', 'zh-CN'), /^\ufeff?"代码","名称","国家\/地区"/),
  templateCase('is available as a workbook', templateRequest('xlsx'), /^PK/),
  permissionCase('exportImportTemplate', async () => templateRequest('csv')),
];

export const importCases: Case[] = [
  ...reviewCases,
  {
    operationId: 'listImportPresets',
    name: 'lists the presets',
    needs: viewer,
    request: () => ({}),
    expect: {
      status: 200,
      check: ({ data }) => assert.ok((data.items ?? []).length > 5, 'at least six presets are offered'),
    },
  },
  ...templateCases,
  responseCase(
    'listImports',
    'returns the newest imports',
    async (context) => ({ ...(await createdImport(context)), query: { limit: 1 } }),
    {
      status: 200,
      check: ({ data }) => assert.equal(data.items?.length, 1),
    },
  ),
  {
    operationId: 'listImports',
    name: 'lists no imports without the permission',
    needs: viewer,
    request: async ({ backend }) => {
      await backend.imports.createImport();
      return { query: { entity: 'city' } };
    },
    expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
  },
  {
    operationId: 'createImport',
    name: 'creates an import that waits for its file',
    needs: admin,
    request: ({ backend }) => ({ body: backend.imports.newImportBody(30) }),
    expect: {
      status: 201,
      check: (response, { backend }) => assert.equal(backend.imports.track(response).status, 'uploading'),
    },
  },
  permissionCase('createImport', async ({ backend }) => ({ body: backend.imports.newImportBody(30) })),
  responseCase('getImport', 'returns the status', stagedImport, { status: 200, check: assertImportStatus('staged') }),
  hiddenImportCase('getImport', createdImport),
  responseCase('deleteImport', 'discards an import that was not applied', stagedImport, { status: 200 }),
  refusalCase('deleteImport', 'refuses to discard an applied import', appliedImport, 'invalidTransition'),
  permissionCase('deleteImport', createdImport),
  responseCase('streamImport', 'sends the import at once', createdImport, {
    status: 200,
    check: ({ body }) => assert.match(String(body), /data: \{.*"import":/),
  }),
  hiddenImportCase('streamImport', createdImport),
  responseCase(
    'putImportPart',
    'accepts a small file as one part',
    async ({ backend }) => {
      const file = `${csvHeader}\n${newCsvLine()}\n`;
      const { params } = await backend.imports.createImport(file.length);
      return { params: { ...params, part: 0 }, rawBody: file };
    },
    { status: 200, check: assertImportStatus('uploaded') },
  ),
  refusalCase(
    'putImportPart',
    'refuses parts after staging',
    async (context) => {
      const { params } = await stagedImport(context);
      const { data } = await context.backend.call(context.backend.operation('getImport'), 'admin', {
        params: params ?? {},
      });
      return { params: { ...params, part: 0 }, rawBody: 'x'.repeat(importIn({ data }).bytes) };
    },
    'invalidTransition',
  ),
  permissionCase('putImportPart', async (context) => ({
    params: { ...(await createdImport(context)).params, part: 0 },
    rawBody: 'x',
  })),
  responseCase('previewImport', 'returns the columns', withRequestBody(uploadedImport, {}), {
    status: 200,
    check: ({ data }) => {
      const { columns } = data as unknown as { columns: { target: string }[] }; // Cast: validated.
      assert.deepEqual(
        columns.map(({ target }) => target),
        csvHeader.split(','),
      );
    },
  }),
  refusalCase('previewImport', 'refuses an incomplete file', withRequestBody(createdImport, {}), 'invalidTransition'),
  permissionCase('previewImport', withRequestBody(uploadedImport, {})),
  responseCase(
    'stageImport',
    'queues a task that completes',
    async (context) => {
      const input = await uploadedImport(context);
      await context.backend.call(context.backend.operation('previewImport'), 'admin', { ...input, body: {} });
      return input;
    },
    { status: 202, check: waitForImport('staged') },
  ),
  refusalCase('stageImport', 'refuses an incomplete file', createdImport, 'invalidTransition'),
  permissionCase('stageImport', uploadedImport),
  responseCase(
    'listImportRows',
    'filters by broken rule',
    async (context) => ({
      ...(await stagedImportWithInvalidLine(context)),
      query: { state: 'refused', rule: 'unknownReference' },
    }),
    { status: 200, check: ({ data }) => assert.equal(data.items?.length, 1) },
  ),
  hiddenImportCase('listImportRows', stagedImport),
  responseCase(
    'getImportRow',
    'returns the state of the row',
    ({ backend }) => withFirstRow(backend.imports.stageImport()),
    {
      status: 200,
      check: ({ data }) => {
        const { row } = data as unknown as { row: { state: string } }; // Cast: validated.
        assert.equal(row.state, 'new');
      },
    },
  ),
  hiddenImportCase('getImportRow', ({ backend }) => withFirstRow(backend.imports.stageImport())),
  responseCase('chooseImportRow', 'chooses one of several rows with the same key', rowOfRepeatedKey, {
    status: 200,
    check: (response) => {
      const { new: validRows, refused } = importIn(response).counts ?? {};
      assert.deepEqual([validRows, refused], [1, 1]);
    },
  }),
  refusalCase('chooseImportRow', 'refuses a row whose key is unique', rowOfUniqueKey, 'invalidTransition'),
  permissionCase('chooseImportRow', rowOfRepeatedKey),
  responseCase(
    'correctImport',
    'checks a corrected row again',
    withRequestBody(stagedImportWithInvalidLine, { cells: [cellToClear('Nowhere at all')] }),
    {
      status: 200,
      check: (response) => {
        const { new: validRows, refused } = importIn(response).counts ?? {};
        assert.deepEqual([validRows, refused], [2, 0]);
      },
    },
  ),
  refusalCase(
    'correctImport',
    'refuses to correct a cell whose value differs',
    withRequestBody(stagedImportWithInvalidLine, { cells: [cellToClear('Elsewhere')] }),
    'versionConflict',
    412,
  ),
  refusalCase(
    'correctImport',
    'refuses to correct an applied import',
    withRequestBody(appliedImport, { rows: [{ row: 1, excluded: true }] }),
    'invalidTransition',
  ),
  permissionCase('correctImport', withRequestBody(stagedImportWithInvalidLine, { rows: [{ row: 1, excluded: true }] })),
  responseCase('listImportValues', 'lists each unmatched value once', stagedImportWithInvalidLine, {
    status: 200,
    check: ({ data }) => {
      const [value] = data.items as unknown as { column: string; value: string; rows: number }[]; // Cast: validated.
      assert.deepEqual([value?.column, value?.value, value?.rows], ['country', 'Nowhere at all', 1]);
    },
  }),
  refusalCase('listImportValues', 'refuses an import that is not staged', uploadedImport, 'invalidTransition'),
  hiddenImportCase('listImportValues', stagedImport),
  responseCase('exportImportReport', 'returns the file with its errors', stagedImportWithInvalidLine, {
    status: 200,
    check: ({ body }) => assert.match(String(body), /SAMPLE7/),
  }),
  refusalCase('exportImportReport', 'refuses an import that is not staged', uploadedImport, 'invalidTransition'),
  hiddenImportCase('exportImportReport', stagedImport),
  responseCase(
    'applyImport',
    'queues a task that completes',
    withRequestBody(stagedImport, { rows: 'all', status: 'pending' }),
    {
      status: 202,
      check: waitForImport('applied'),
    },
  ),
  refusalCase(
    'applyImport',
    'refuses to apply all rows if one is invalid',
    withRequestBody(stagedImportWithInvalidLine, { rows: 'all', status: 'pending' }),
    'importUnsound',
  ),
  permissionCase('applyImport', withRequestBody(stagedImport, { rows: 'all', status: 'pending' })),
  responseCase(
    'decideImport',
    'approves an import of someone else',
    withRequestBody(({ backend }) => backend.imports.applyImport(undefined, 'editor'), { event: 'approve' }),
    { status: 202, check: waitForImport('applied') },
  ),
  responseCase(
    'getImportOutlook',
    'counts the records that a decision would affect',
    ({ backend }) => backend.imports.applyImport(undefined, 'editor'),
    {
      status: 200,
      check: ({ data }) => {
        const { approve, reject } = data as unknown as Record<string, { ready: number; left: object }>; // Cast: validated.
        assert.deepEqual([approve?.ready, approve?.left, reject?.ready], [0, { incomplete: 1 }, 1]);
      },
    },
  ),
  hiddenImportCase('getImportOutlook', appliedImport),
  refusalCase(
    'decideImport',
    'refuses the importer',
    withRequestBody(appliedImport, { event: 'approve' }),
    'secondPerson',
  ),
  permissionCase('decideImport', withRequestBody(appliedImport, { event: 'approve' }), 'city:review'),
  responseCase('revertImport', 'reverts an applied import', appliedImport, {
    status: 202,
    check: waitForImport('reverted'),
  }),
  refusalCase('revertImport', 'refuses an import that was not applied', stagedImport, 'invalidTransition'),
  permissionCase('revertImport', appliedImport),
  responseCase(
    'cancelImport',
    'cancels the staging of a long file',
    async (context) => {
      const input = await context.backend.imports.uploadImport(Array.from({ length: 20_000 }, newCsvLine));
      await context.backend.call(context.backend.operation('previewImport'), 'admin', { ...input, body: {} });
      await context.backend.call(context.backend.operation('stageImport'), 'admin', input);
      return input;
    },
    { status: 200, check: waitForImport('uploaded') },
  ),
  refusalCase('cancelImport', 'refuses an import without a running task', stagedImport, 'invalidTransition'),
  permissionCase('cancelImport', stagedImport),
];
