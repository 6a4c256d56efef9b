import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { rateRefresh } from '../../src/worker/tasks/rate-refresh.ts';
import { useDatabase } from '../kit/database/database.ts';
import { createTaskHelpers } from './test-tasks.ts';

const { db } = await useDatabase();
let rateSource: Server;
let respond: RequestListener;
let tasks: ReturnType<typeof createTaskHelpers>;

beforeAll(async () => {
  tasks = createTaskHelpers(db);
  rateSource = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => rateSource.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => db('rate_board').where('source', 'ECB').delete());
afterAll(async () => {
  rateSource.closeAllConnections();
  await new Promise((resolve) => rateSource.close(resolve));
});

// Cast: a TCP server's address is never a string.
const url = () => `http://127.0.0.1:${(rateSource.address() as { port: number }).port}/daily.xml`;

/** Runs a refresh to its end and returns the outcome of its task. */
async function refresh(settingsChanges: object = {}) {
  const content = JSON.stringify({ rateSourceUrl: url(), review: { rate_board: 'second-person' }, ...settingsChanges });
  await db('settings').update({ content });
  const settings = createSettings(db);
  const crud = createCrudContext(db, settings);
  const runner = tasks.createTestRunner({
    rateRefresh: rateRefresh({ crud, settings, readListenAddresses: async () => [] }),
  });
  const id = await enqueue(db, { kind: 'rateRefresh', by: 'test' });
  await runner.round();
  await expect.poll(async () => (await tasks.readRow(id)).end_time).not.toBeNull();
  const { status, error, result } = await tasks.readRow(id);
  return { status, error, result };
}

const dayXml = (time: string, rates: Record<string, string>) =>
  `<Cube time='${time}'>${Object.entries(rates)
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join('')}</Cube>`;
const envelopeXml = (...days: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
   <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
     <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>Bank</gesmes:name></gesmes:Sender>
     <Cube>${days.join('')}</Cube></gesmes:Envelope>`;
const respondWith = (body: string | Buffer, status = 200, headers = {}): RequestListener => {
  return (_, response) => void response.writeHead(status, headers).end(body);
};
const readRates = () =>
  db('rate_board').where('source', 'ECB').orderBy('quote').select('base', 'quote', 'quoted_at', 'middle', 'status');
const exampleDay = dayXml('2026-11-20', { USD: '1.1684', JPY: '186.75' });

describe('rates', () => {
  test('that are new are created as pending by the service itself', async () => {
    respond = respondWith(envelopeXml(exampleDay));
    expect(await refresh()).toEqual({
      status: 'done',
      error: null,
      result: { created: 2, known: 0, quotedOn: '2026-11-20' },
    });
    const quoted_at = new Date('2026-11-20T15:00:00.000Z');
    expect(await readRates()).toEqual([
      { base: 'EUR', quote: 'JPY', quoted_at, middle: '186.7500000000', status: 'pending' },
      { base: 'EUR', quote: 'USD', quoted_at, middle: '1.1684000000', status: 'pending' },
    ]);
    const log = await db('data_log').where('entity', 'rate_board').orderBy('seq', 'desc').limit(2);
    expect(log).toMatchObject(Array(2).fill({ action: 'create', actor: 'system', actor_id: null }));
    expect(
      await db('change_outbox').whereIn(
        'seq',
        log.map(({ seq }) => seq),
      ),
    ).toHaveLength(2);
  });

  test('that exist are left unchanged, even if users have changed them', async () => {
    respond = respondWith(envelopeXml(exampleDay));
    await refresh();
    await db('rate_board').where('quote', 'USD').where('source', 'ECB').update({ middle: '2', status: 'rejected' });
    respond = respondWith(envelopeXml(dayXml('2026-11-20', { USD: '1.1684', JPY: '186.75', GBP: '0.87' })));
    expect(await refresh()).toMatchObject({ status: 'done', result: { created: 1, known: 2 } });
    expect((await readRates()).find(({ quote }) => quote === 'USD')).toMatchObject({ status: 'rejected' });
  });

  test('are activated at once if no review is required, including rates that a dead worker had created', async () => {
    respond = respondWith(envelopeXml(exampleDay));
    await refresh();
    expect(await refresh({ review: { rate_board: 'none' } })).toMatchObject({ result: { created: 0, known: 2 } });
    respond = respondWith(envelopeXml(dayXml('2026-11-20', { GBP: '0.87' })));
    await refresh({ review: { rate_board: 'none' } });
    expect((await readRates()).map(({ status }) => status)).toEqual(['active', 'active', 'active']);
    const { id } = await db('rate_board').where({ source: 'ECB', quote: 'GBP' }).first('id');
    const log = await db('data_log').where({ entity: 'rate_board', record_id: id }).orderBy('version');
    expect(log.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'create system',
      'approve system',
      'activate system',
    ]);
  });

  test('of several days are all created with the publication time in Frankfurt', async () => {
    respond = respondWith(envelopeXml(exampleDay, dayXml('2026-07-01', { USD: '1.1' })));
    expect(await refresh()).toMatchObject({ result: { created: 3, quotedOn: '2026-11-20' } });
    expect((await readRates()).map(({ quoted_at }) => quoted_at.toISOString().slice(0, 13)).sort()).toEqual([
      '2026-07-01T14',
      '2026-11-20T15',
      '2026-11-20T15',
    ]);
  });
});

describe('a source that answers with', () => {
  const withRate = (currency: string, rate: string) =>
    respondWith(envelopeXml(dayXml('2026-11-20', { [currency]: rate })));
  const entityDeclarations = '<!DOCTYPE x [<!ENTITY a "1.1"><!ENTITY b "&a;&a;">]>';
  test.each<[string, RequestListener, string]>([
    ['an error status', respondWith('no', 503), 'The source responded with 503.'],
    ['a redirect', respondWith('', 302, { Location: 'http://169.254.169.254/' }), 'The source responded with 302.'],
    [
      'HTML',
      respondWith('<!doctype html><p>Hello<br>'),
      'The source returned a web page, or XML with a document type.',
    ],
    ['an empty body', respondWith(''), 'The source returned no valid XML: Start tag expected.'],
    ['malformed XML', respondWith('<Envelope><Cube>'), "The source returned no valid XML: Invalid '["],
    ['XML without rates', respondWith('<Envelope><Cube/></Envelope>'), 'The source returned XML without rates.'],
    ['binary data', respondWith(gzipSync(envelopeXml(exampleDay))), 'The source returned no valid XML'],
    [
      'entity declarations',
      respondWith(entityDeclarations + envelopeXml(exampleDay)),
      'The source returned a web page, or XML with a document type.',
    ],
    [
      'an invalid currency',
      withRate('usd', '1.1'),
      'The source returned an invalid rate: {"day":"2026-11-20","currency":"usd"',
    ],
    ['a rate of the euro', withRate('EUR', '1'), 'The source returned a rate that cannot be stored: EUR 1, '],
    ['a rate that is not a number', withRate('USD', 'N/A'), 'The source returned an invalid rate'],
    ['a rate of zero', withRate('USD', '0.000'), 'The source returned an invalid rate'],
    ['a rate in scientific notation', withRate('USD', '1e9'), 'The source returned an invalid rate'],
    [
      'an invalid day',
      respondWith(envelopeXml(dayXml('2026-13-40', { USD: '1' }))),
      'The source returned an invalid rate',
    ],
    ['an endless body', (_, response) => writeEndlessly(response), 'The source returned more than 1048576 bytes.'],
    ['an aborted body', (_, response) => void response.write('<', () => response.destroy()), 'The source cannot be'],
  ])('%s fails the task, and no rate is written', async (_, listener, error) => {
    respond = listener;
    const endedTask = await refresh();
    expect(endedTask).toMatchObject({ status: 'failed', result: null });
    expect(endedTask.error).toContain(error);
    expect(await readRates()).toEqual([]);
  });

  const writeEndlessly = (response: Parameters<RequestListener>[1]) => {
    const chunk = Buffer.alloc(65_536, ' ');
    const write = () => {
      while (response.writable && response.write(chunk));
      response.once('drain', write);
    };
    write();
  };

  test.each([
    ['http://127.0.0.1:1/', 'The source cannot be reached: connect ECONNREFUSED'],
    ['http://nowhere.invalid/', 'The source cannot be reached: getaddrinfo'],
    ['http://169.254.169.254/latest', 'Rates must not be fetched from the address of the source.'],
  ])('nothing, at %s, fails the task', async (rateSourceUrl, error) => {
    expect((await refresh({ rateSourceUrl })).error).toContain(error);
  });
});
