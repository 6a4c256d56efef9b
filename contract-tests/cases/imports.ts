import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Answer, Input } from '../suite/client.ts';
import { header, importIn, newLine, unsoundLine } from '../suite/imports.ts';
import type { Scene } from '../suite/scene.ts';

const admin = { as: 'admin' };
const viewer = { as: 'viewer' };

type Make = (scene: Scene) => Promise<Input>;

const begun: Make = ({ world }) => world.imports.begun();
const uploaded: Make = ({ world }) => world.imports.uploaded();
const staged: Make = ({ world }) => world.imports.staged();
const applied: Make = ({ world }) => world.imports.applied();
const mixed: Make = ({ world }) => world.imports.staged([newLine(), unsoundLine]);
const first = async (make: Promise<Input>): Promise<Input> => ({ params: { ...(await make).params, row: 1 } });
const alone: Make = ({ world }) => first(world.imports.staged());
const emptied = (from: string) => ({ row: 2, column: 'country', from, to: '' });
const repeated: Make = ({ world }) => {
  const line = newLine();
  return first(world.imports.staged([line, line]));
};
const withBody =
  (make: Make, body: object): Make =>
  async (scene) => ({ ...(await make(scene)), body });

const status = (wanted: string) => (answer: Answer) => assert.equal(importIn(answer).status, wanted);
/** Lets the work end before the import is taken away. */
const then =
  (wanted: string) =>
  async (answer: Answer, { world }: Scene) => {
    await world.imports.until({ params: { id: importIn(answer).id } }, wanted);
  };

const answers = (operationId: string, name: string, request: Make, expect: Case['expect'], needs = admin): Case => ({
  ...{ operationId, name, needs, request, expect },
});
const refuses = (operationId: string, name: string, request: Make, key: string, code = 409) =>
  answers(operationId, name, request, { status: code, key });

/** Who may review cities sees their imports, but begins and changes none; who imports decides on none. */
const keepsOut = (operationId: string, request: Make, permission = 'city:import'): Case => {
  const needs = { as: permission === 'city:import' ? 'reviewer' : 'editor' };
  return answers(
    operationId,
    'is kept from who may not',
    request,
    { status: 403, key: 'forbidden', permission },
    needs,
  );
};

/** Who may neither import nor review cities is told of none. */
const hides = (operationId: string, request: Make): Case =>
  answers(operationId, 'is hidden from who may not', request, { status: 404, key: 'notFound' }, viewer);

/** The page of the queue that has the newest import, which the editor has just had applied. */
const inReview: Make = async ({ world }) => {
  await world.imports.applied([newLine(), newLine()], 'editor');
  const query = { entity: 'city', pageSize: 100 };
  const { data } = await world.call(world.operation('listReviews'), 'admin', { query });
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
  answers('listReviews', 'lists what an import brought in as one', inReview, {
    status: 200,
    check: (answer, scene) => {
      const { created, proposed, by, ownWork } = importsIn(answer).at(-1) ?? {};
      assert.deepEqual([created, proposed, by, ownWork], [2, 0, scene.username('editor'), false]);
    },
  }),
  answers(
    'listReviews',
    'tells who had an import applied so',
    inReview,
    { status: 200, check: (answer) => assert.equal(importsIn(answer).at(-1)?.ownWork, true) },
    { as: 'editor' },
  ),
  answers(
    'listReviews',
    'lists no import to who may not see it',
    inReview,
    { status: 200, check: (answer) => assert.deepEqual(importsIn(answer), []) },
    viewer,
  ),
];

export const importCases: Case[] = [
  ...reviewCases,
  {
    operationId: 'listImportPresets',
    name: 'tells the source and the licence of each',
    needs: viewer,
    request: () => ({}),
    expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 5) },
  },
  answers(
    'listImports',
    'lists the newest first',
    async (scene) => ({ ...(await begun(scene)), query: { limit: 1 } }),
    {
      status: 200,
      check: ({ data }) => assert.equal(data.items?.length, 1),
    },
  ),
  {
    operationId: 'listImports',
    name: 'shows none to who may not',
    needs: viewer,
    request: async ({ world }) => {
      await world.imports.begun();
      return { query: { entity: 'city' } };
    },
    expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
  },
  {
    operationId: 'createImport',
    name: 'waits for its file',
    needs: admin,
    request: ({ world }) => ({ body: world.imports.body(30) }),
    expect: {
      status: 201,
      check: (answer, { world }) => assert.equal(world.imports.remember(answer).status, 'uploading'),
    },
  },
  keepsOut('createImport', async ({ world }) => ({ body: world.imports.body(30) })),
  answers('getImport', 'tells where it stands', staged, { status: 200, check: status('staged') }),
  hides('getImport', begun),
  answers('deleteImport', 'discards what has changed nothing', staged, { status: 200 }),
  refuses('deleteImport', 'keeps what has been applied', applied, 'invalidTransition'),
  keepsOut('deleteImport', begun),
  answers('streamImport', 'sends it at once', begun, {
    status: 200,
    check: ({ body }) => assert.match(String(body), /data: \{.*"import":/),
  }),
  hides('streamImport', begun),
  answers(
    'putImportPart',
    'takes the whole of a small file',
    async ({ world }) => {
      const file = `${header}\n${newLine()}\n`;
      const { params } = await world.imports.begun(file.length);
      return { params: { ...params, part: 0 }, rawBody: file };
    },
    { status: 200, check: status('uploaded') },
  ),
  refuses(
    'putImportPart',
    'takes nothing more once it is staged',
    async (scene) => {
      const { params } = await staged(scene);
      const { data } = await scene.world.call(scene.world.operation('getImport'), 'admin', { params: params ?? {} });
      return { params: { ...params, part: 0 }, rawBody: 'x'.repeat(importIn({ data }).bytes) };
    },
    'invalidTransition',
  ),
  keepsOut('putImportPart', async (scene) => ({ params: { ...(await begun(scene)).params, part: 0 }, rawBody: 'x' })),
  answers('previewImport', 'reads the columns', withBody(uploaded, {}), {
    status: 200,
    check: ({ data }) => {
      const { columns } = data as unknown as { columns: { target: string }[] }; // Cast: validated.
      assert.deepEqual(
        columns.map(({ target }) => target),
        header.split(','),
      );
    },
  }),
  refuses('previewImport', 'waits for the whole file', withBody(begun, {}), 'invalidTransition'),
  keepsOut('previewImport', withBody(uploaded, {})),
  answers(
    'stageImport',
    'is done by a worker',
    async (scene) => {
      const input = await uploaded(scene);
      await scene.world.call(scene.world.operation('previewImport'), 'admin', { ...input, body: {} });
      return input;
    },
    { status: 202, check: then('staged') },
  ),
  refuses('stageImport', 'waits for the whole file', begun, 'invalidTransition'),
  keepsOut('stageImport', uploaded),
  answers(
    'listImportRows',
    'narrows by what is wrong',
    async (scene) => ({ ...(await mixed(scene)), query: { state: 'refused', rule: 'unknownReference' } }),
    { status: 200, check: ({ data }) => assert.equal(data.items?.length, 1) },
  ),
  hides('listImportRows', staged),
  answers('getImportRow', 'tells what it would change', ({ world }) => first(world.imports.staged()), {
    status: 200,
    check: ({ data }) => {
      const { row } = data as unknown as { row: { state: string } }; // Cast: validated.
      assert.equal(row.state, 'new');
    },
  }),
  hides('getImportRow', ({ world }) => first(world.imports.staged())),
  answers('chooseImportRow', 'takes one of several rows with the same key', repeated, {
    status: 200,
    check: (answer) => {
      const { new: sound, refused } = importIn(answer).counts ?? {};
      assert.deepEqual([sound, refused], [1, 1]);
    },
  }),
  refuses('chooseImportRow', 'has nothing to choose of a row that stands alone', alone, 'invalidTransition'),
  keepsOut('chooseImportRow', repeated),
  answers('correctImport', 'judges a corrected row anew', withBody(mixed, { cells: [emptied('Nowhere at all')] }), {
    status: 200,
    check: (answer) => {
      const { new: sound, refused } = importIn(answer).counts ?? {};
      assert.deepEqual([sound, refused], [2, 0]);
    },
  }),
  refuses(
    'correctImport',
    'tells of a cell that is another by now',
    withBody(mixed, { cells: [emptied('Elsewhere')] }),
    'versionConflict',
    412,
  ),
  refuses(
    'correctImport',
    'leaves alone what has been applied',
    withBody(applied, { rows: [{ row: 1, excluded: true }] }),
    'invalidTransition',
  ),
  keepsOut('correctImport', withBody(mixed, { rows: [{ row: 1, excluded: true }] })),
  answers('listImportValues', 'lists what matches nothing once', mixed, {
    status: 200,
    check: ({ data }) => {
      const [value] = data.items as unknown as { column: string; value: string; rows: number }[]; // Cast: validated.
      assert.deepEqual([value?.column, value?.value, value?.rows], ['country', 'Nowhere at all', 1]);
    },
  }),
  refuses('listImportValues', 'has none before it is staged', uploaded, 'invalidTransition'),
  hides('listImportValues', staged),
  answers('exportImportReport', 'gives the file with what is wrong', mixed, {
    status: 200,
    check: ({ body }) => assert.match(String(body), /SAMPLE7/),
  }),
  refuses('exportImportReport', 'has none before it is staged', uploaded, 'invalidTransition'),
  hides('exportImportReport', staged),
  answers('applyImport', 'is done by a worker', withBody(staged, { rows: 'all', status: 'pending' }), {
    status: 202,
    check: then('applied'),
  }),
  refuses(
    'applyImport',
    'takes all only where all are sound',
    withBody(mixed, { rows: 'all', status: 'pending' }),
    'importUnsound',
  ),
  keepsOut('applyImport', withBody(staged, { rows: 'all', status: 'pending' })),
  answers(
    'decideImport',
    'approves what somebody else brought in',
    withBody(({ world }) => world.imports.applied(undefined, 'editor'), { event: 'approve' }),
    { status: 202, check: then('applied') },
  ),
  answers(
    'getImportOutlook',
    'counts on what a decision would be made',
    ({ world }) => world.imports.applied(undefined, 'editor'),
    {
      status: 200,
      check: ({ data }) => {
        const { approve, reject } = data as unknown as Record<string, { ready: number; left: object }>; // Cast: validated.
        assert.deepEqual([approve?.ready, approve?.left, reject?.ready], [0, { incomplete: 1 }, 1]);
      },
    },
  ),
  hides('getImportOutlook', applied),
  refuses('decideImport', 'asks for a second person', withBody(applied, { event: 'approve' }), 'secondPerson'),
  keepsOut('decideImport', withBody(applied, { event: 'approve' }), 'city:review'),
  answers('revertImport', 'takes back what it did', applied, { status: 202, check: then('reverted') }),
  refuses('revertImport', 'has nothing to take back', staged, 'invalidTransition'),
  keepsOut('revertImport', applied),
  answers(
    'cancelImport',
    'stops a long file',
    async (scene) => {
      const input = await scene.world.imports.uploaded(Array.from({ length: 20_000 }, newLine));
      await scene.world.call(scene.world.operation('previewImport'), 'admin', { ...input, body: {} });
      await scene.world.call(scene.world.operation('stageImport'), 'admin', input);
      return input;
    },
    { status: 200, check: then('uploaded') },
  ),
  refuses('cancelImport', 'has nothing to stop', staged, 'invalidTransition'),
  keepsOut('cancelImport', staged),
];
