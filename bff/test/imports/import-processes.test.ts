import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImportProcesses } from '../../src/imports/process/import-processes.ts';
import { TaskAborted } from '../../src/tasks/kinds.ts';
import { buildWorkbook } from '../kit/files/sample-files.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

const program = [fileURLToPath(new URL('greedy-import-process.mjs', import.meta.url))];
const maxSilenceMs = 30_000;

describe('a process that reads files', () => {
  const processes = createImportProcesses({ databaseUrl: '', log: pino({ level: 'silent' }), program });
  const preview = (importId: number, limits = { silenceMs: maxSilenceMs }) =>
    processes.run('preview', { importId, entity: 'country' }, limits);
  afterAll(() => processes.stop());

  test.each([
    ['whose heap is full', 1],
    ['that takes too much memory outside its heap', 2],
  ])('%s is killed, which is reported as a fault of the file', async (_, importId) => {
    await expect(preview(importId)).rejects.toMatchObject({ key: 'outOfMemory' });
  });

  test('that sends no message for too long is killed, which is reported as a fault of the file', async () => {
    await expect(preview(3, { silenceMs: 200 })).rejects.toMatchObject({ key: 'outOfTime' });
  });

  test('that is slow to start is not reported as a fault of the file', async () => {
    const slowProgram = fileURLToPath(new URL('slow-import-process.mjs', import.meta.url));
    const slowProcesses = createImportProcesses({
      databaseUrl: '',
      log: pino({ level: 'silent' }),
      program: [slowProgram],
    });
    const result = await slowProcesses.run('preview', { importId: 5, entity: 'country' }, { silenceMs: 500 });
    expect(result).toEqual(expect.any(Number));
    slowProcesses.stop();
  });

  test('that exits by itself is reported as a server error', async () => {
    await expect(preview(4)).rejects.toThrow('The import process ended with 3.');
  });

  test('reports a fault of the file', async () => {
    await expect(preview(6)).rejects.toMatchObject({ key: 'tooDeep', parameters: { limit: 20 } });
  });

  test('reads the next file after a result or a fault, and is replaced after it was killed', async () => {
    const processId = await preview(5);
    await expect(preview(6)).rejects.toMatchObject({ key: 'tooDeep' });
    expect(await preview(5)).toBe(processId);
    await expect(preview(3, { silenceMs: 200 })).rejects.toMatchObject({ key: 'outOfTime' });
    expect(await preview(5)).not.toBe(processId);
  });

  test('is killed when its task is aborted, and rejects with the reason', async () => {
    const stopping = new AbortController();
    const lease = { id: 1, claim: 'claim', seconds: 30 };
    const staging = processes.run(
      'stage',
      { importId: 3, lease },
      { silenceMs: maxSilenceMs, signal: stopping.signal },
    );
    stopping.abort(new TaskAborted('cancelled'));
    await expect(staging).rejects.toMatchObject({ reason: 'cancelled' });
  });

  test('reads one preview at a time, and the second one waits', async () => {
    const order: number[] = [];
    const firstPreview = preview(3, { silenceMs: 300 }).catch(() => order.push(1));
    const secondPreview = preview(5).then(() => order.push(2));
    await Promise.all([firstPreview, secondPreview]);
    expect(order).toEqual([1, 2]);
  });
});

describe('a workbook of 60 KB whose shared strings nest 20 million tags', () => {
  let zipBomb: Buffer;
  beforeAll(async () => {
    zipBomb = await buildWorkbook({ rows: '<row><c><v>1</v></c></row>', strings: '<a>'.repeat(20_000_000) });
  });

  test('is refused by its preview while the service stays responsive', async () => {
    expect(zipBomb.length).toBeLessThan(80_000);
    const id = await imports.upload(editor, { entity: 'country', filename: 'bomb.xlsx', content: zipBomb });
    let isDone = false;
    const previewing = imports.preview(editor, id).finally(() => {
      isDone = true;
    });
    const health = await fetch(`${service.url}/healthz`);
    expect([health.status, isDone]).toEqual([200, false]);
    expect((await previewing).fault).toMatchObject({ key: 'tooDeep' });
  });

  test('is refused by staging with the same fault, which is stored', async () => {
    const validWorkbook = await buildWorkbook({
      rows: `<row>${textCell('code')}${textCell('name')}</row><row>${textCell('XZ')}${textCell('Z')}</row>`,
    });
    const validId = await imports.upload(editor, { entity: 'country', filename: 'good.xlsx', content: validWorkbook });
    const { options, columns } = (await imports.preview(editor, validId)).import.options
      ? await service.db('import').where({ id: validId }).first('options', 'columns')
      : {};
    const id = await imports.upload(editor, { entity: 'country', filename: 'bomb.xlsx', content: zipBomb });
    await service.db('import').where({ id }).update({ options, columns });
    expect(await imports.stage(editor, id)).toMatchObject({
      status: 'failed',
      fault: { key: 'tooDeep', message: '嵌套超过 64 层' },
    });
  });
});

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
