import { pino } from 'pino';
import { expect, test } from 'vitest';
import { announceListenAddresses, createListenAddressReader } from '../../src/sync/push/listen-addresses.ts';
import { createSender } from '../../src/sync/push/sender.ts';
import { useDatabase } from '../kit/database/database.ts';
import { startServiceProcess } from '../kit/processes.ts';

const { url: databaseUrl, db } = await useDatabase();

const silentLogger = pino({ level: 'silent' });
/** Reads the addresses from the database at each call, as a worker does, which has no address itself. */
const listListenAddresses = createListenAddressReader(db, undefined, 0);
const readAddresses = async () => (await listListenAddresses()).map(({ address, port }) => `${address} ${port}`);
const refusedDelivery = { status: null, error: expect.stringContaining('Nothing is sent') };

test('a worker sends nothing to the address of a service on the same database until that has stopped', async () => {
  const service = await startServiceProcess(databaseUrl, { WORKER: '0' });
  const sender = createSender(listListenAddresses);
  const send = (host: string) => {
    const url = service.url.replace('127.0.0.1', host);
    return sender.send({ id: 'a', body: '{}' }, { url, secrets: ['whsec_AAAA'] }, new Date(), 2000);
  };
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]'])
    expect(await send(host)).toMatchObject(refusedDelivery);
  service.child.kill('SIGTERM');
  expect(await service.exited).toBe(0);
  expect(await readAddresses()).toEqual([]);
  expect((await send('127.0.0.1')).error).toContain('ECONNREFUSED');
  sender.close();
});

test('every running service is listed unless its last heartbeat is old by the database’s clock', async () => {
  const heartbeatMs = 20;
  const [healthyService, silentService] = await Promise.all([
    announceListenAddresses(db, { host: '10.0.0.7', port: 8080 }, silentLogger, heartbeatMs),
    announceListenAddresses(db, { host: '10.0.0.8', port: 8080 }, silentLogger, 2 ** 30),
  ]);
  expect((await readAddresses()).toSorted()).toEqual(['10.0.0.7 8080', '10.0.0.8 8080']);
  await db('listen_address').update({ seen_time: db.raw('NOW(3) - INTERVAL 1 HOUR') });
  await expect.poll(readAddresses).toEqual(['10.0.0.7 8080']);
  await expect.poll(() => db('listen_address').pluck('address')).toEqual(['10.0.0.7']);
  await Promise.all([healthyService.stop(), silentService.stop()]);
  expect(await readAddresses()).toEqual([]);
});

test('a service that listens on all interfaces is recorded with every address of its machine', async () => {
  const { stop } = await announceListenAddresses(db, { host: '0.0.0.0', port: 8080 }, silentLogger);
  expect(await readAddresses()).toEqual(expect.arrayContaining(['127.0.0.0/8 8080', '::1 8080']));
  await stop();
});
