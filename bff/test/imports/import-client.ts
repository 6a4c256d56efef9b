import { afterAll, expect, vi } from 'vitest';
import { createCrudContext } from '../../src/create-crud.ts';
import { type Database, fromJson } from '../../src/database/database.ts';
import type { EntityKey, Schemas } from '../../src/http/contract.ts';
import type { Query } from '../../src/http/operation-types.ts';
import { createImportTasks } from '../../src/worker/task-kinds.ts';
import { sequenceAll } from '../feed/changes.ts';
import { type Client, findOperation, readReply } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import { createTaskHelpers } from '../tasks/test-tasks.ts';

export type Import = Schemas['Import'];
export type ImportOptions = Schemas['ImportOptions'];

export interface ImportFile {
  entity: EntityKey;
  content: string | Buffer;
  filename?: string;
  options?: Partial<ImportOptions>;
}

const PART_BYTES = 2 ** 20;

/** Uploads a part of a file over HTTP, as a browser does. */
export async function putPart(client: Client, id: number, part: number, content: Uint8Array) {
  const response = await client.raw('PUT', `/dc/api/v1/imports/${id}/parts/${part}`, {
    headers: { 'Content-Type': 'application/octet-stream' },
    body: content,
  });
  return readReply(findOperation('putImportPart'), response);
}

/** Creates a client that calls the operations of imports over HTTP and runs their tasks in this process, each within `workMs`. */
export function createImportClient(service: Service, workMs = 60_000) {
  const { db } = service;
  const crud = createCrudContext(db);
  const runner = createTaskHelpers(db).createTestRunner({
    ...createImportTasks({ crud, importProcesses: service.importProcesses }),
  });

  const get = async (client: Client, id: number): Promise<Import> =>
    (await client.ok('getImport', { path: { id } })).import;

  const upload = async (client: Client, { entity, content, filename = 'file.csv' }: ImportFile): Promise<number> => {
    const bytes = Buffer.from(content);
    const body = { entity, filename, bytes: bytes.length };
    const { id } = (await client.ok('createImport', { body }, 201)).import;
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      const reply = await putPart(client, id, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
      expect(reply.status).toBe(200);
    }
    return id;
  };

  const preview = (client: Client, id: number, options?: ImportOptions) =>
    client.ok('previewImport', { path: { id }, body: options ? { options } : {} });

  /** Runs queued tasks until none of the import's tasks is unfinished. */
  const runTasks = async (client: Client, id: number): Promise<Import> => {
    const listUnfinishedTasks = async () => {
      // A task that lost a deadlock is queued again for a moment later.
      await runner.round();
      return db('import')
        .join('task', 'task.id', 'task_id')
        .where('import.id', id)
        .whereIn('task.status', ['queued', 'running']);
    };
    await vi.waitFor(async () => expect(await listUnfinishedTasks()).toEqual([]), { timeout: workMs });
    const settledImport = await get(client, id);
    expect(settledImport.progress).toBeNull();
    return settledImport;
  };

  const stage = async (client: Client, id: number): Promise<Import> => {
    await client.ok('stageImport', { path: { id } }, 202);
    return runTasks(client, id);
  };

  /** Uploads and stages a file with the detected options, except for those given. */
  const uploadAndStage = async (client: Client, file: ImportFile): Promise<Import> => {
    const id = await upload(client, file);
    const { import: previewedImport } = await preview(client, id);
    if (file.options && previewedImport.options)
      await preview(client, id, { ...previewedImport.options, ...file.options });
    return stage(client, id);
  };

  const apply = async (client: Client, id: number, body: Partial<Schemas['ImportApply']> = {}): Promise<Import> => {
    await client.ok('applyImport', { path: { id }, body: { rows: 'sound', status: 'pending', ...body } }, 202);
    return runTasks(client, id);
  };

  const decide = async (client: Client, id: number, body: Schemas['ImportDecision']): Promise<Import> => {
    await client.ok('decideImport', { path: { id }, body }, 202);
    return runTasks(client, id);
  };

  const revert = async (client: Client, id: number): Promise<Import> => {
    await client.ok('revertImport', { path: { id } }, 202);
    return runTasks(client, id);
  };

  const rows = async (client: Client, id: number, query: Query<'listImportRows'> = {}) =>
    (await client.ok('listImportRows', { path: { id }, query: { limit: 100, ...query } })).items;

  return { crud, runner, get, upload, preview, runTasks, stage, uploadAndStage, apply, decide, revert, rows };
}

/** Starts a service for a test file, with an editor's client and helpers for imports. */
export async function setUpImports(workMs?: number) {
  const service = await startService();
  afterAll(() => service.stop());
  return {
    service,
    imports: createImportClient(service, workMs),
    records: createRecordReader(service.db),
    editor: await service.as('editor'),
  };
}

/** Stages a file and describes each row by state, code and the columns with problems. */
export async function stageAndSummarise(
  imports: ReturnType<typeof createImportClient>,
  editor: Client,
  importFile: ImportFile,
) {
  const stagedImport = await imports.uploadAndStage(editor, importFile);
  expect(stagedImport).toMatchObject({ status: 'staged', fault: null });
  const rows = await imports.rows(editor, stagedImport.id);
  return {
    ...stagedImport,
    rows,
    summaries: rows.map(({ state, code, problems }) =>
      [state, code, ...problems.map(({ column, rule }) => `${column} ${rule}`)].join(' '),
    ),
  };
}

/** Describes each row by code, outcome and the rules that it breaks, such as `PEK conflicting changedSince`. */
export const describeRows = (rows: Schemas['ImportRow'][]): string[] =>
  rows.map(({ code, outcome, problems }) => [code, outcome, ...problems.map(({ rule }) => rule)].join(' '));

/** Creates functions that read records and their log from the database instead of the API. */
export function createRecordReader(db: Database) {
  const byCode = (entity: EntityKey, code: string) => db(entity).where('code', code).first();

  const logOf = async (entity: EntityKey, id: number) =>
    (await db('data_log').where({ entity, record_id: id }).orderBy('version')).map((row) => ({
      ...row,
      before: fromJson(row.before),
      after: fromJson(row.after),
    }));

  return {
    byCode,
    logOf,
    status: async (entity: EntityKey, code: string): Promise<string> => (await byCode(entity, code))?.status,
    /** Returns the versions of a record that are in the feed. */
    feedVersions: async (entity: EntityKey, id: number): Promise<number[]> => {
      await sequenceAll(db);
      return db('change_feed')
        .join('data_log', 'data_log.seq', 'change_feed.seq')
        .where({ 'data_log.entity': entity, 'data_log.record_id': id })
        .orderBy('data_log.version')
        .pluck('data_log.version');
    },
  };
}
