import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Answer, RequestInput } from '../suite/client.ts';
import { csvHeader, importOf, invalidCsvLine, newCsvLine } from '../suite/imports.ts';
import type { Scene } from '../suite/scene.ts';

const admin = { as: 'admin' };
const viewer = { as: 'viewer' };

type ImportMaker = (scene: Scene) => Promise<RequestInput>;

const createdImport: ImportMaker = ({ backend }) => backend.imports.created();
const uploadedImport: ImportMaker = ({ backend }) => backend.imports.uploaded();
const stagedImport: ImportMaker = ({ backend }) => backend.imports.staged();
const appliedImport: ImportMaker = ({ backend }) => backend.imports.applied();
const importWithInvalidLine: ImportMaker = ({ backend }) => backend.imports.staged([newCsvLine(), invalidCsvLine]);
const firstImport = async (createImport: Promise<RequestInput>): Promise<RequestInput> => ({
  params: { ...(await createImport).params, row: 1 },
});
const onlyImport: ImportMaker = ({ backend }) => firstImport(backend.imports.staged());
const emptyImport = (from: string) => ({ row: 2, column: 'country', from, to: '' });
const repeatedImport: ImportMaker = ({ backend }) => {
  const line = newCsvLine();
  return firstImport(backend.imports.staged([line, line]));
};
const withBody =
  (make: ImportMaker, body: object): ImportMaker =>
  async (scene) => ({ ...(await make(scene)), body });

const status = (expectedStatus: string) => (answer: Answer) => assert.equal(importOf(answer).status, expectedStatus);
/** Waits for the task to end before the import is removed. */
const then =
  (wanted: string) =>
  async (answer: Answer, { backend }: Scene) => {
    await backend.imports.waitForStatus({ params: { id: importOf(answer).id } }, wanted);
  };

const expectAnswer = (
  operationId: string,
  name: string,
  request: ImportMaker,
  expect: Case['expect'],
  needs = admin,
): Case => ({
  ...{ operationId, name, needs, request, expect },
});
const expectRefusal = (operationId: string, name: string, request: ImportMaker, key: string, code = 409) =>
  expectAnswer(operationId, name, request, { status: code, key });

/** A reviewer sees imports but cannot create or change them; an importer cannot decide on them. */
const requiresPermission = (operationId: string, request: ImportMaker, permission = 'city:import'): Case => {
  const needs = { as: permission === 'city:import' ? 'reviewer' : 'editor' };
  return expectAnswer(
    operationId,
    'is kept from who may not',
    request,
    { status: 403, key: 'forbidden', permission },
    needs,
  );
};

/** Users who may neither import nor review cities see no imports. */
const hidesImports = (operationId: string, request: ImportMaker): Case =>
  expectAnswer(operationId, 'is hidden from who may not', request, { status: 404, key: 'notFound' }, viewer);

/** The page of the review queue with the newest import, which the editor has just applied. */
const reviewPage: ImportMaker = async ({ backend }) => {
  await backend.imports.applied([newCsvLine(), newCsvLine()], 'editor');
  const query = { entity: 'city', pageSize: 100 };
  const { data } = await backend.call(backend.operation('listReviews'), 'admin', { query });
  return { query: { ...query, page: Math.ceil((data.total ?? 0) / 100) } };
};

const importsIn = ({ data }: Answer) => ((data.items ?? []) as ImportReview[]).filter(({ kind }) => kind === 'import'); // Cast: validated.

interface ImportReview {
  kind: string;
  created: number;
  proposed: number;
  by: string;
  ownWork: boolean;
}

const reviewCases: Case[] = [
  expectAnswer('listReviews', 'lists what an import brought in as one', reviewPage, {
    status: 200,
    check: (answer, scene) => {
      const { created, proposed, by, ownWork } = importsIn(answer).at(-1) ?? {};
      assert.deepEqual([created, proposed, by, ownWork], [2, 0, scene.username('editor'), false]);
    },
  }),
  expectAnswer(
    'listReviews',
    'tells who had an import applied so',
    reviewPage,
    { status: 200, check: (answer) => assert.equal(importsIn(answer).at(-1)?.ownWork, true) },
    { as: 'editor' },
  ),
  expectAnswer(
    'listReviews',
    'lists no import to who may not see it',
    reviewPage,
    { status: 200, check: (answer) => assert.deepEqual(importsIn(answer), []) },
    viewer,
  ),
];

export const importCases: Case[] = [
  ...reviewCases,
  {
    operationId: 'listImportPresets',
    name: 'returns source and licence of each',
    needs: viewer,
    request: () => ({}),
    expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 5) },
  },
  expectAnswer(
    'listImports',
    'lists the newest first',
    async (scene) => ({ ...(await createdImport(scene)), query: { limit: 1 } }),
    {
      status: 200,
      check: ({ data }) => assert.equal(data.items?.length, 1),
    },
  ),
  {
    operationId: 'listImports',
    name: 'lists none without the permission',
    needs: viewer,
    request: async ({ backend }) => {
      await backend.imports.created();
      return { query: { entity: 'city' } };
    },
    expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
  },
  {
    operationId: 'createImport',
    name: 'waits for its file',
    needs: admin,
    request: ({ backend }) => ({ body: backend.imports.body(30) }),
    expect: {
      status: 201,
      check: (answer, { backend }) => assert.equal(backend.imports.remember(answer).status, 'uploading'),
    },
  },
  requiresPermission('createImport', async ({ backend }) => ({ body: backend.imports.body(30) })),
  expectAnswer('getImport', 'tells where it stands', stagedImport, { status: 200, check: status('staged') }),
  hidesImports('getImport', createdImport),
  expectAnswer('deleteImport', 'discards what has changed nothing', stagedImport, { status: 200 }),
  expectRefusal('deleteImport', 'keeps what has been applied', appliedImport, 'invalidTransition'),
  requiresPermission('deleteImport', createdImport),
  expectAnswer('streamImport', 'sends it at once', createdImport, {
    status: 200,
    check: ({ body }) => assert.match(String(body), /data: \{.*"import":/),
  }),
  hidesImports('streamImport', createdImport),
  expectAnswer(
    'putImportPart',
    'takes the whole of a small file',
    async ({ backend }) => {
      const file = `${csvHeader}\n${newCsvLine()}\n`;
      const { params } = await backend.imports.created(file.length);
      return { params: { ...params, part: 0 }, rawBody: file };
    },
    { status: 200, check: status('uploaded') },
  ),
  expectRefusal(
    'putImportPart',
    'takes nothing more once it is staged',
    async (scene) => {
      const { params } = await stagedImport(scene);
      const { data } = await scene.backend.call(scene.backend.operation('getImport'), 'admin', {
        params: params ?? {},
      });
      return { params: { ...params, part: 0 }, rawBody: 'x'.repeat(importOf({ data }).bytes) };
    },
    'invalidTransition',
  ),
  requiresPermission('putImportPart', async (scene) => ({
    params: { ...(await createdImport(scene)).params, part: 0 },
    rawBody: 'x',
  })),
  expectAnswer('previewImport', 'reads the columns', withBody(uploadedImport, {}), {
    status: 200,
    check: ({ data }) => {
      const { columns } = data as unknown as { columns: { target: string }[] }; // Cast: validated.
      assert.deepEqual(
        columns.map(({ target }) => target),
        csvHeader.split(','),
      );
    },
  }),
  expectRefusal('previewImport', 'waits for the whole file', withBody(createdImport, {}), 'invalidTransition'),
  requiresPermission('previewImport', withBody(uploadedImport, {})),
  expectAnswer(
    'stageImport',
    'is done by a worker',
    async (scene) => {
      const input = await uploadedImport(scene);
      await scene.backend.call(scene.backend.operation('previewImport'), 'admin', { ...input, body: {} });
      return input;
    },
    { status: 202, check: then('staged') },
  ),
  expectRefusal('stageImport', 'waits for the whole file', createdImport, 'invalidTransition'),
  requiresPermission('stageImport', uploadedImport),
  expectAnswer(
    'listImportRows',
    'narrows by what is wrong',
    async (scene) => ({
      ...(await importWithInvalidLine(scene)),
      query: { state: 'refused', rule: 'unknownReference' },
    }),
    { status: 200, check: ({ data }) => assert.equal(data.items?.length, 1) },
  ),
  hidesImports('listImportRows', stagedImport),
  expectAnswer('getImportRow', 'tells what it would change', ({ backend }) => firstImport(backend.imports.staged()), {
    status: 200,
    check: ({ data }) => {
      const { row } = data as unknown as { row: { state: string } }; // Cast: validated.
      assert.equal(row.state, 'new');
    },
  }),
  hidesImports('getImportRow', ({ backend }) => firstImport(backend.imports.staged())),
  expectAnswer('chooseImportRow', 'takes one of several rows with the same key', repeatedImport, {
    status: 200,
    check: (answer) => {
      const { new: sound, refused } = importOf(answer).counts ?? {};
      assert.deepEqual([sound, refused], [1, 1]);
    },
  }),
  expectRefusal('chooseImportRow', 'has nothing to choose of a row that stands alone', onlyImport, 'invalidTransition'),
  requiresPermission('chooseImportRow', repeatedImport),
  expectAnswer(
    'correctImport',
    'judges a corrected row anew',
    withBody(importWithInvalidLine, { cells: [emptyImport('Nowhere at all')] }),
    {
      status: 200,
      check: (answer) => {
        const { new: sound, refused } = importOf(answer).counts ?? {};
        assert.deepEqual([sound, refused], [2, 0]);
      },
    },
  ),
  expectRefusal(
    'correctImport',
    'tells of a cell that is another by now',
    withBody(importWithInvalidLine, { cells: [emptyImport('Elsewhere')] }),
    'versionConflict',
    412,
  ),
  expectRefusal(
    'correctImport',
    'leaves alone what has been applied',
    withBody(appliedImport, { rows: [{ row: 1, excluded: true }] }),
    'invalidTransition',
  ),
  requiresPermission('correctImport', withBody(importWithInvalidLine, { rows: [{ row: 1, excluded: true }] })),
  expectAnswer('listImportValues', 'lists what matches nothing once', importWithInvalidLine, {
    status: 200,
    check: ({ data }) => {
      const [value] = data.items as unknown as { column: string; value: string; rows: number }[]; // Cast: validated.
      assert.deepEqual([value?.column, value?.value, value?.rows], ['country', 'Nowhere at all', 1]);
    },
  }),
  expectRefusal('listImportValues', 'has none before it is staged', uploadedImport, 'invalidTransition'),
  hidesImports('listImportValues', stagedImport),
  expectAnswer('exportImportReport', 'gives the file with what is wrong', importWithInvalidLine, {
    status: 200,
    check: ({ body }) => assert.match(String(body), /SAMPLE7/),
  }),
  expectRefusal('exportImportReport', 'has none before it is staged', uploadedImport, 'invalidTransition'),
  hidesImports('exportImportReport', stagedImport),
  expectAnswer('applyImport', 'is done by a worker', withBody(stagedImport, { rows: 'all', status: 'pending' }), {
    status: 202,
    check: then('applied'),
  }),
  expectRefusal(
    'applyImport',
    'takes all only where all are sound',
    withBody(importWithInvalidLine, { rows: 'all', status: 'pending' }),
    'importUnsound',
  ),
  requiresPermission('applyImport', withBody(stagedImport, { rows: 'all', status: 'pending' })),
  expectAnswer(
    'decideImport',
    'approves what somebody else brought in',
    withBody(({ backend }) => backend.imports.applied(undefined, 'editor'), { event: 'approve' }),
    { status: 202, check: then('applied') },
  ),
  expectAnswer(
    'getImportOutlook',
    'counts on what a decision would be made',
    ({ backend }) => backend.imports.applied(undefined, 'editor'),
    {
      status: 200,
      check: ({ data }) => {
        const { approve, reject } = data as unknown as Record<string, { ready: number; left: object }>; // Cast: validated.
        assert.deepEqual([approve?.ready, approve?.left, reject?.ready], [0, { incomplete: 1 }, 1]);
      },
    },
  ),
  hidesImports('getImportOutlook', appliedImport),
  expectRefusal(
    'decideImport',
    'asks for a second person',
    withBody(appliedImport, { event: 'approve' }),
    'secondPerson',
  ),
  requiresPermission('decideImport', withBody(appliedImport, { event: 'approve' }), 'city:review'),
  expectAnswer('revertImport', 'takes back what it did', appliedImport, { status: 202, check: then('reverted') }),
  expectRefusal('revertImport', 'has nothing to take back', stagedImport, 'invalidTransition'),
  requiresPermission('revertImport', appliedImport),
  expectAnswer(
    'cancelImport',
    'stops a long file',
    async (scene) => {
      const input = await scene.backend.imports.uploaded(Array.from({ length: 20_000 }, newCsvLine));
      await scene.backend.call(scene.backend.operation('previewImport'), 'admin', { ...input, body: {} });
      await scene.backend.call(scene.backend.operation('stageImport'), 'admin', input);
      return input;
    },
    { status: 200, check: then('uploaded') },
  ),
  expectRefusal('cancelImport', 'has nothing to stop', stagedImport, 'invalidTransition'),
  requiresPermission('cancelImport', stagedImport),
];
