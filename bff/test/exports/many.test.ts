/** @module-tag slow */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { searchText } from '../../src/crud/search-text.ts';
import { airport } from '../../src/entities/airport.ts';
import type { Client } from '../kit/client.ts';
import { exportPath } from '../kit/export-files.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let exporter: Client;

const many = 25_000;
const code = "CONCAT('Z-', n)";

beforeAll(async () => {
  service = await startService();
  exporter = await service.clientWith('airport:export');
  const locales = JSON.stringify({ 'zh-CN': { name: '飞机场' }, en: { name: 'Field', aliases: ['Strip; old', '=1'] } });
  const search = searchText(airport, { name: 'Many', locales: {} });
  await service.db.raw(
    `INSERT INTO airport (code, name, locales, latitude, longitude, timezone, status, version, create_time, update_time,
                          created_by, updated_by, search)
     SELECT ${code}, CONCAT('Field ', n), ?, -12.5, 130.25, 'Australia/Darwin', 'active', 1, NOW(3), NOW(3), 'test', 'test', ?
     FROM (${numbersSql(many)}) AS numbers`,
    [locales, search],
  );
}, 300_000);
afterAll(() => service.stop());

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes that are in use, without what nobody refers to any more. */
function inUse(): number {
  collect();
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

async function open(format: 'csv' | 'xlsx' | 'ndjson', query = {}): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${exporter.token}`, 'Accept-Encoding': 'identity' };
  const url = `${service.url}/dc${exportPath(airport, format, query)}`;
  const [answer]: IncomingMessage[] = await once(get(url, { headers }), 'response');
  if (answer?.statusCode !== 200) throw new Error('no file');
  return answer;
}

const MIB = 1024 * 1024;

/** Reads all of a file, which takes no more memory at its end than at its beginning; answers how many bytes it has. */
async function readFlat(file: IncomingMessage, every: number, look = (_: Buffer) => {}): Promise<number> {
  const used: number[] = [];
  let [bytes, next] = [0, 0];
  for await (const chunk of file) {
    bytes += chunk.length;
    look(chunk);
    if (bytes < next) continue;
    used.push(inUse());
    next += every;
  }
  expect(used.length).toBeGreaterThan(5);
  // all of it would be some ten MiB, and its records several times that
  expect(Math.max(...used.slice(1)) - (used[1] ?? 0)).toBeLessThan(6 * MIB);
  return bytes;
}

test('as xlsx takes no more memory at the end than at the beginning', async () => {
  await readFlat(await open('xlsx'), MIB / 8);
}, 180_000);

test('as ndjson, too, and has every record once, in the order of ids', async () => {
  const decoder = new TextDecoder();
  let rest = '';
  const ids: number[] = [];
  await readFlat(await open('ndjson'), MIB / 2, (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) ids.push(JSON.parse(line).id);
  });
  expect(ids.length).toBeGreaterThan(many);
  expect(ids).toEqual(await service.db('airport').orderBy('id').pluck('id'));
}, 180_000);

test('as csv of a search, too, which is made a few times only', async () => {
  let size = 0;
  const statements = await service.statementsDuring(async () => {
    size = await readFlat(await open('csv', { q: 'many' }), MIB / 2);
  });
  expect(size).toBeGreaterThan(many * 50);
  // a few for each 500 records
  expect(statements).toBeLessThan((many / 500) * 4);
}, 180_000);

test.each(['csv', 'xlsx'] as const)('who goes away after the first bytes of %s ends the reading', async (format) => {
  const sent = await service.statementsDuring(async () => {
    const answer = await open(format);
    await once(answer, 'readable');
    answer.destroy();
    await vi.waitFor(() => expect(service.logLines.at(-1)).toMatchObject({ msg: 'answer broken off' }));
  });
  service.logLines.length = 0;
  expect(sent).toBeLessThan(many / 500);
  // and it ends for good
  expect(await service.statementsDuring(() => exporter.ok('getProfile'))).toBeLessThan(20);
});
