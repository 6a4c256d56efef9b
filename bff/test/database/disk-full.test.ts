import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../kit/client.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { demoPassword } from '../kit/service.ts';
import { startDurableServer } from '../push/kit/durable-server.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** Mounts a small disk, or returns undefined without the permission to mount. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-small-disk-'));
  cleanups.push(() => rmdirSync(folder));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  cleanups.push(() => execFileSync('umount', [folder]));
  return folder;
}

/** Fills the remaining space of the disk. */
function fillDisk(file: string): void {
  const descriptor = openSync(file, 'w');
  for (const size of [2 ** 20, 4096]) {
    const bytes = Buffer.alloc(size, 1);
    try {
      for (;;) writeSync(descriptor, bytes);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
  closeSync(descriptor);
}

test('a full disk refuses writes but not reads, and the service recovers once there is space', {
  tags: ['slow'],
}, async ({ skip }) => {
  const folder = mountSmallDisk();
  if (!folder) return skip('Only root may mount a small disk.');
  const server = await startDurableServer({ folder, demo: true });
  cleanups.push(server.close);
  const { url, child, exited } = await startServiceProcess(server.url, { WORKER: '0', NODE_ENV: 'test' });
  cleanups.push(() => {
    child.kill('SIGTERM');
    return exited;
  });
  const body = { username: 'editor', password: demoPassword };
  const editor = createClient(url, (await createClient(url).ok('login', { body })).token);
  const readyz = async () => (await fetch(`${url}/readyz`)).status;
  let createdCount = 0;
  const create = async () => {
    const code = `D-${createdCount + 1}`;
    const reply = await editor.call('createEurailStation', { body: { code, name: 'x'.repeat(200), isMain: false } });
    if (reply.status === 201) createdCount++;
    return reply;
  };
  expect((await create()).status).toBe(201);
  expect(await readyz()).toBe(200);

  const filler = join(folder, 'filler');
  fillDisk(filler);
  let reply = await create();
  // Rows can be inserted until the tables' allocated space is used up.
  while (reply.status === 201) reply = await create();
  for (let round = 1; round <= 20; round++) {
    expect(reply).toMatchObject({ status: 503, data: { key: 'storageFull' } });
    expect(reply.message).toBe('数据库存储空间已满，未能保存，请联系管理员');
    expect(reply.headers.get('Retry-After')).toBe('30');
    expect((await editor.ok('listCountries')).total).toBe(250);
    reply = await create();
  }
  expect(await readyz()).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  rmSync(filler);
  await expect.poll(readyz).toBe(200);
  expect((await create()).status).toBe(201);
  // Exactly the acknowledged records were written.
  expect((await editor.ok('listEurailStations', { query: { q: 'xxxxx' } })).total).toBe(createdCount);
});
