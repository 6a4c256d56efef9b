/** @module-tag slow */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { searchText } from '../../src/crud/list/search-text.ts';
import { airport } from '../../src/entities/airport.ts';
import type { Client } from '../kit/client.ts';
import { exportPath } from '../kit/files/export-files.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let exporter: Client;

const MANY_AIRPORTS = 25_000;
const CODE_SQL = "CONCAT('Z-', n)";

beforeAll(async () => {
  service = await startService();
  exporter = await service.clientWith('airport:export');
  const locales = JSON.stringify({ 'zh-CN': { name: '飞机场' }, en: { name: 'Field', aliases: ['Strip; old', '=1'] } });
  const search = searchText(airport, { name: 'Many', locales: {} });
  await service.db.raw(
    `INSERT INTO airport (code, name, locales, latitude, longitude, timezone, status, version, create_time, update_time,
                          created_by, updated_by, search)
     SELECT ${CODE_SQL}, CONCAT('Field ', n), ?, -12.5, 130.25, 'Australia/Darwin', 'active', 1, NOW(3), NOW(3), 'test', 'test', ?
     FROM (${numbersSql(MANY_AIRPORTS)}) AS numbers`,
    [locales, search],
  );
}, 300_000);
afterAll(() => service.stop());

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the heap size after garbage collection. */
function measureHeapBytes(): number {
  collectGarbage();
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

async function startDownload(format: 'csv' | 'xlsx' | 'ndjson', query = {}): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${exporter.token}`, 'Accept-Encoding': 'identity' };
  const url = `${service.url}/dc${exportPath(airport, format, query)}`;
  const [response]: IncomingMessage[] = await once(get(url, { headers }), 'response');
  if (response?.statusCode !== 200) throw new Error('no file');
  return response;
}

const MIB = 1024 * 1024;

/** Downloads a whole file, expects that memory use does not grow meanwhile, and returns its size in bytes. */
async function downloadInConstantMemory(
  file: IncomingMessage,
  sampleIntervalBytes: number,
  onChunk = (_: Buffer) => {},
): Promise<number> {
  const heapSizes: number[] = [];
  let bytes = 0;
  let nextSampleAt = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    onChunk(chunk);
    if (bytes < nextSampleAt) continue;
    heapSizes.push(measureHeapBytes());
    nextSampleAt += sampleIntervalBytes;
  }
  expect(heapSizes.length).toBeGreaterThan(5);
  // The whole file would take ten MiB, and its records several times as much.
  expect(Math.max(...heapSizes.slice(1)) - (heapSizes[1] ?? 0)).toBeLessThan(6 * MIB);
  return bytes;
}

test('an xlsx export is streamed in constant memory', async () => {
  await downloadInConstantMemory(await startDownload('xlsx'), MIB / 8);
}, 180_000);

test('an ndjson export is streamed in constant memory, and has every record once, ordered by id', async () => {
  const decoder = new TextDecoder();
  let incompleteLine = '';
  const ids: number[] = [];
  await downloadInConstantMemory(await startDownload('ndjson'), MIB / 2, (chunk) => {
    const lines = (incompleteLine + decoder.decode(chunk, { stream: true })).split('\n');
    incompleteLine = lines.pop() ?? '';
    for (const line of lines) ids.push(JSON.parse(line).id);
  });
  expect(ids.length).toBeGreaterThan(MANY_AIRPORTS);
  expect(ids).toEqual(await service.db('airport').orderBy('id').pluck('id'));
}, 180_000);

test('a csv export of a search is streamed too, and takes a bounded number of statements', async () => {
  let size = 0;
  const statements = await service.statementsDuring(async () => {
    size = await downloadInConstantMemory(await startDownload('csv', { q: 'many' }), MIB / 2);
  });
  expect(size).toBeGreaterThan(MANY_AIRPORTS * 50);
  // The export sends a few statements for each 500 records.
  expect(statements).toBeLessThan((MANY_AIRPORTS / 500) * 4);
}, 180_000);

test.each(['csv', 'xlsx'] as const)('aborting a %s download stops reading from the database', async (format) => {
  const statementCount = await service.statementsDuring(async () => {
    const download = await startDownload(format);
    await once(download, 'readable');
    download.destroy();
    await vi.waitFor(() => expect(service.logLines.at(-1)).toMatchObject({ msg: 'response aborted' }));
  });
  service.logLines.length = 0;
  expect(statementCount).toBeLessThan(MANY_AIRPORTS / 500);
  // No further statements follow.
  expect(await service.statementsDuring(() => exporter.ok('getProfile'))).toBeLessThan(20);
});
