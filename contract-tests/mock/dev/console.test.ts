import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../../ui/journeys/find-chromium.mjs';
import { Child, PROJECT_ROOT } from '../../processes/child.ts';
import { findFaults, openConsole, pageAddresses } from './visit-pages.ts';

const MINUTE_MS = 60_000;
/** From the end of the description of `Name`. */
const MAX_NAME = "kept as it is sent.'\n      minLength: 1\n      maxLength: 200";

/** A fresh clone, which may be changed. */
let folder: string;
let devMock: Child;
let url: string;
let browser: Browser;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

const startDevMock = (port: number) =>
  new Child('npm run dev:mock', ['contract-tests/dev-mock.mjs', '--port', String(port)], {
    cwd: folder,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
  });

/** Replaces a text in a file of the clone. */
async function replaceIn(file: string, text: string, replacement: string): Promise<void> {
  const location = path.join(folder, file);
  const content = await readFile(location, 'utf8');
  if (!content.includes(text)) throw new Error(`${file} has no ${text}`);
  await writeFile(location, content.replace(text, replacement));
}

async function call(method: string, address: string, token?: string, body?: object) {
  const response = await fetch(`${url}/dc/api/v1${address}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  // Cast: the members that these tests read.
  const { data } = (await response.json()) as { data: { token: string; fields?: { pointer: string; rule: string }[] } };
  return { status: response.status, data };
}

const signIn = async (username: string) =>
  (await call('POST', '/auth/login', undefined, { username, password: 'gazetteer-demo' })).data.token;

describe('npm run dev:mock in a fresh clone', { tags: ['slow'] }, () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer mock 地名 '));
    execFileSync('git', ['clone', '--quiet', '--depth', '1', pathToFileURL(PROJECT_ROOT).href, folder]);
    const port = await freePort();
    devMock = startDevMock(port);
    url = await devMock.waitFor('stdout', (output) => /Console +(http:\S+)/.exec(String(output))?.[1]);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-remote-fonts'],
    });
  }, 15 * MINUTE_MS);

  afterAll(async () => {
    await browser?.close();
    await devMock?.stop();
    await rm(folder, { recursive: true, force: true });
  }, MINUTE_MS);

  afterEach(async () => {
    await fetch(`${url}/__mock/switches`, { method: 'PUT', body: JSON.stringify({ latencyMs: 0, failing: 'none' }) });
  });

  test.each(['zh-CN', 'en'])(
    'every page works in %s',
    async (language) => {
      const page = await openConsole(browser, url, language);
      expect(await findFaults(page, pageAddresses(folder), language)).toEqual([]);
      await page.context().close();
    },
    15 * MINUTE_MS,
  );

  test('serves the contract and its pages on the same port', async () => {
    for (const address of ['/docs/zh-CN/', '/docs/en/country', '/openapi.yaml', '/openapi.json'])
      expect((await fetch(url + address)).status, address).toBe(200);
  });

  test(
    'names the port that is taken',
    async () => {
      const { port } = new URL(url);
      const second = startDevMock(Number(port));
      await expect(second.waitForSuccess()).rejects.toThrow(`Port ${port} is taken.`);
    },
    5 * MINUTE_MS,
  );

  test(
    'the switch on the page makes writes fail, and takes it back',
    async () => {
      const page = await openConsole(browser, url, 'en');
      // a dialog, which makes everything else on the page inert and closes on a click elsewhere
      await page.goto('/rate-board?panel=new');
      const dialog = page.getByRole('dialog').getByRole('heading').first();
      await dialog.waitFor();
      const mockSwitch = page.locator('mock-switch');
      await mockSwitch.getByRole('button', { name: 'Mock switches' }).click();
      const failing = mockSwitch.getByLabel('Failing requests');
      const statusOfWrite = async () => (await call('POST', '/auth/login', undefined, {})).status;
      await failing.selectOption('All writes');
      await expect.poll(statusOfWrite).toBe(500);
      expect((await fetch(`${url}/dc/api/v1/auth/options`)).status).toBe(200);
      await failing.selectOption('None');
      await expect.poll(() => signIn('editor')).toBeDefined();
      expect(await dialog.isVisible()).toBe(true);
      await page.context().close();
    },
    5 * MINUTE_MS,
  );

  test(
    'a changed text appears in a form that is half filled, which stays as it is',
    async () => {
      const page = await openConsole(browser, url, 'zh-CN');
      await page.goto('/country?panel=new');
      const code = page.getByRole('textbox', { name: /代码/ }).first();
      await code.fill('QZ');
      await replaceIn('ui/src/i18n/zh-CN/frame-records.ts', "basics: '基本信息'", "basics: '基础内容'");
      await page.getByText('基础内容').first().waitFor();
      expect(await code.inputValue()).toBe('QZ');
      await page.context().close();
    },
    5 * MINUTE_MS,
  );

  test(
    'a changed contract is generated, and reaches the page and the mock, which keeps its records',
    async () => {
      const token = await signIn('editor');
      const longName = { name: 'A name of more than thirty characters' };
      expect((await call('POST', '/countries', token, { code: 'QZ', ...longName })).status).toBe(201);
      const page = await openConsole(browser, url, 'en');
      await page.goto('/system-config');
      await page.getByText('Session length').first().waitFor();
      await replaceIn('openapi.yaml', 'en: Session length', 'en: Length of a session');
      await replaceIn('openapi.yaml', MAX_NAME, MAX_NAME.replace('200', '30'));
      const createAnother = () => call('POST', '/countries', token, { code: 'QY', ...longName });
      await expect
        .poll(createAnother, { timeout: 4 * MINUTE_MS })
        .toMatchObject({ status: 422, data: { fields: [{ pointer: '/name', rule: 'maxLength' }] } });
      await page.getByText('Length of a session').first().waitFor({ timeout: MINUTE_MS });
      expect((await call('GET', '/countries?code=QZ', token)).data).toMatchObject({ items: [longName] });
      await page.context().close();
    },
    8 * MINUTE_MS,
  );
});
