import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { getBrowser } from './kit/browser.ts';
import { Child, PROJECT_ROOT } from './kit/child.ts';

const testVariables = ['NODE_ENV', 'DATABASE_URL', 'JWT_SECRET', 'HOST', 'DATA_DIR', 'UI_DIST', 'DEMO', 'npm_execpath'];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** Returns the command lines of running processes that contain the folder. */
function runningFrom(folder: string): string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const lines = processes.map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return ''; // The process has ended in the meantime.
    }
  });
  return lines.filter((line) => line.includes(folder));
}

test('a newcomer can clone the project, start it with one command, sign in, and stop everything', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer newcomer 地名 '));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  execFileSync('git', ['clone', '--quiet', '--depth', '1', pathToFileURL(PROJECT_ROOT).href, folder]);

  const port = await freePort();
  // A newcomer has none of the variables that the test run sets for itself.
  const unsetVariables = Object.fromEntries(testVariables.map((name) => [name, undefined]));
  const env = { ...unsetVariables, PORT: String(port), npm_config_prefer_offline: 'true' };
  const start = new Child('npm', ['start'], env, folder);
  onTestFinished(() => start.stop());
  const output = await start.waitForOutput('Ctrl-C');
  const address = /Gazetteer +(http:\S+)/.exec(output)?.[1];
  expect(address).toBe(`http://127.0.0.1:${port}`);
  const [, password = ''] = /The password of each is (\S+)\./.exec(output) ?? [];
  expect(output).toMatch(/^ +editor /m);

  const page = await (await getBrowser()).newPage({ baseURL: address ?? '' });
  await page.goto('/');
  await page.getByRole('textbox', { name: '账号', exact: true }).fill('editor');
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('link', { name: '国家/地区' }).first().click();
  await page.getByText('第 1–20 条，共 250 条').waitFor();
  await page.close();

  expect(runningFrom(folder).some((line) => line.includes('mariadbd') || line.includes('mysqld'))).toBe(true);
  await start.stop();
  await expect.poll(() => runningFrom(folder), { timeout: 20_000 }).toEqual([]);
  expect(existsSync(path.join(folder, '.data/mysql'))).toBe(true);
});
