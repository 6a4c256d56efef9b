import { afterAll, expect, vi } from 'vitest';
import { createCrud } from '../../src/create-crud.ts';
import { type Database, fromJson } from '../../src/database.ts';
import type { EntityKey, Schemas } from '../../src/http/contract.ts';
import type { Query } from '../../src/http/operation-types.ts';
import { createImportTasks } from '../../src/worker/task-kinds.ts';
import { type Client, operationOf, readReply } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import { sequenceAll } from '../push/worker.ts';
import { tasksOf } from '../tasks/test-tasks.ts';

export type Import = Schemas['Import'];
export type ImportOptions = Schemas['ImportOptions'];

export interface Sent {
  entity: EntityKey;
  content: string | Buffer;
  filename?: string;
  options?: Partial<ImportOptions>;
}

const mebibyte = 2 ** 20;

/** Puts a part of a file by HTTP, as a browser does. */
export async function putPart(client: Client, id: number, part: number, content: Uint8Array) {
  const response = await client.raw('PUT', `/dc/api/v1/imports/${id}/parts/${part}`, {
    headers: { 'Content-Type': 'application/octet-stream' },
    body: content,
  });
  return readReply(operationOf('putImportPart'), response);
}

/** What tests do with imports: over HTTP, and with a worker that they drive by hand; `workMs` is how long a file may take. */
export function importsOf(service: Service, workMs = 60_000) {
  const { db } = service;
  const crud = createCrud(db);
  const runner = tasksOf(db).runner({
    ...createImportTasks({ crud, importProcesses: service.importProcesses }),
  });

  const read = async (client: Client, id: number): Promise<Import> =>
    (await client.ok('getImport', { path: { id } })).import;

  const upload = async (client: Client, { entity, content, filename = 'file.csv' }: Sent): Promise<number> => {
    const bytes = Buffer.from(content);
    const body = { entity, filename, bytes: bytes.length };
    const { id } = (await client.ok('createImport', { body }, 201)).import;
    for (let part = 0; part * mebibyte < bytes.length; part++) {
      const reply = await putPart(client, id, part, bytes.subarray(part * mebibyte, (part + 1) * mebibyte));
      expect(reply.status).toBe(200);
    }
    return id;
  };

  const preview = (client: Client, id: number, options?: ImportOptions) =>
    client.ok('previewImport', { path: { id }, body: options ? { options } : {} });

  /** Runs what is queued, until the import rests. */
  const work = async (client: Client, id: number): Promise<Import> => {
    const atIt = async () => {
      // again where the database had it tried a little later
      await runner.round();
      return db('import')
        .join('task', 'task.id', 'task_id')
        .where('import.id', id)
        .whereIn('task.status', ['queued', 'running']);
    };
    await vi.waitFor(async () => expect(await atIt()).toEqual([]), { timeout: workMs });
    const found = await read(client, id);
    expect(found.progress).toBeNull();
    return found;
  };

  const stage = async (client: Client, id: number): Promise<Import> => {
    await client.ok('stageImport', { path: { id } }, 202);
    return work(client, id);
  };

  /** A file, staged as it is detected but for these options. */
  const staged = async (client: Client, sent: Sent): Promise<Import> => {
    const id = await upload(client, sent);
    const { import: seen } = await preview(client, id);
    if (sent.options && seen.options) await preview(client, id, { ...seen.options, ...sent.options });
    return stage(client, id);
  };

  const apply = async (client: Client, id: number, body: Partial<Schemas['ImportApply']> = {}): Promise<Import> => {
    await client.ok('applyImport', { path: { id }, body: { rows: 'sound', status: 'pending', ...body } }, 202);
    return work(client, id);
  };

  const decide = async (client: Client, id: number, body: Schemas['ImportDecision']): Promise<Import> => {
    await client.ok('decideImport', { path: { id }, body }, 202);
    return work(client, id);
  };

  const revert = async (client: Client, id: number): Promise<Import> => {
    await client.ok('revertImport', { path: { id } }, 202);
    return work(client, id);
  };

  const rows = async (client: Client, id: number, query: Query<'listImportRows'> = {}) =>
    (await client.ok('listImportRows', { path: { id }, query: { limit: 100, ...query } })).items;

  return { crud, runner, read, upload, preview, work, stage, staged, apply, decide, revert, rows };
}

/** The service of a test file, an editor there, and what imports do. */
export async function setUp(workMs?: number) {
  const service = await startService();
  afterAll(() => service.stop());
  return {
    service,
    imports: importsOf(service, workMs),
    records: recordsOf(service.db),
    editor: await service.as('editor'),
  };
}

/** What became of rows, and the rules that they break: `PEK conflicting changedSince`. */
export const outcomes = (rows: Schemas['ImportRow'][]): string[] =>
  rows.map(({ code, outcome, problems }) => [code, outcome, ...problems.map(({ rule }) => rule)].join(' '));

/** What the database has of records, whatever the API says of them. */
export function recordsOf(db: Database) {
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
    /** The versions of a record that subscribers get. */
    fed: async (entity: EntityKey, id: number): Promise<number[]> => {
      await sequenceAll(db);
      return db('change_feed')
        .join('data_log', 'data_log.seq', 'change_feed.seq')
        .where({ 'data_log.entity': entity, 'data_log.record_id': id })
        .orderBy('data_log.version')
        .pluck('data_log.version');
    },
  };
}
