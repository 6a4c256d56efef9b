import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { dialog, expectRefused, press, toast } from './kit/screen.ts';

const product = aProduct();

const tasks = (page: Page) => page.getByRole('grid', { name: '任务' });
const row = (page: Page, text: string | RegExp) => tasks(page).getByRole('row').filter({ hasText: text });
const card = (page: Page) => page.getByRole('complementary', { name: '任务' });

async function start(page: Page, kind: string): Promise<void> {
  await press(page, '新建任务');
  await page.getByRole('menuitem', { name: kind }).click();
}

/** A source of rates that is out of order until it is mended. */
let mended = false;
const source = createServer((_, response) => {
  if (!mended) return void response.writeHead(500).end();
  const rates = '<Cube><Cube time="2026-01-02"><Cube currency="USD" rate="1.1"/></Cube></Cube>';
  const envelope = `<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">${rates}</gesmes:Envelope>`;
  response.writeHead(200, { 'Content-Type': 'text/xml' }).end(envelope);
});
beforeAll(() => new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => source.close(resolve)));

test('a snapshot is started, followed without reloading, and fetched as a file', async () => {
  const { page } = await product.open('admin', '/task-status');
  await start(page, '生成快照');
  const asked = dialog(page, '生成快照');
  await asked.getByRole('checkbox', { name: '全部类别' }).uncheck();
  await press(asked, '开始');
  await asked.getByText('至少选一个类别').waitFor();
  await asked.getByRole('checkbox', { name: '舱位' }).check();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(asked, '开始');
  await toast(page, '「生成快照」已开始').waitFor();
  await arrive(page, /id=\d+/);
  await card(page).getByText('完成', { exact: true }).waitFor();
  await row(page, /生成快照.*舱位.*完成/).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  const downloaded = page.waitForEvent('download');
  await press(card(page), '下载结果');
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^snapshot-\d+\.ndjson\.gz$/);
  const lines = gunzipSync(await readFile(await file.path()))
    .toString()
    .trimEnd()
    .split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'end', records: lines.length - 2 });
});

test('a task that failed says why, and is tried again when its cause is mended', async () => {
  const { port } = source.address() as AddressInfo; // a TCP server's address is never a string
  const admin = await product.as('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  const rateSourceUrl = `http://127.0.0.1:${port}/rates.xml`;
  await admin.call('PUT', '/system-config', { ...settings, rateSourceUrl }, version);
  const { page } = await product.open('admin', '/task-status?kind=rateRefresh');
  await page.getByText('没有符合条件的任务').waitFor();
  await start(page, '更新牌价');
  await press(dialog(page, '更新牌价'), '开始');
  await card(page).getByText('失败', { exact: true }).waitFor();
  await card(page).getByText(/500/).waitFor();
  mended = true;
  await press(card(page), '重试');
  await toast(page, '「更新牌价」已重新排队').waitFor();
  await card(page).getByText('完成', { exact: true }).waitFor();
  await card(page)
    .getByText(/新增 1 条牌价 · .*2026-01-02 的牌价/)
    .waitFor();
});

test('a task that runs can be cancelled, after a question', async () => {
  const admin = await product.as('admin');
  const body = { name: 'order-core', url: 'http://127.0.0.1:9/', entities: ['cabin'], active: false };
  const { record } = await admin.call('POST', '/subscribers', body);
  const { oldest } = await admin.call('GET', '/sync-status');
  await admin.call('POST', `/sync-status/${record.id}/cabin/replay`, { from: oldest });
  const { page } = await product.open('admin', '/task-status?status=running');
  await row(page, /重放变更.*order-core × 舱位/).click();
  await card(page).getByRole('progressbar').waitFor();
  await press(card(page), '取消任务');
  await press(dialog(page, '取消「重放变更」？'), '取消任务');
  await toast(page, '「重放变更」正在取消').waitFor();
  await card(page).getByText('已取消', { exact: true }).waitFor();
  await page.getByText('没有符合条件的任务').waitFor();
});

test('who may only look at tasks sees why nothing can be started or cancelled', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/task-status');
  await expectRefused(page.getByRole('button', { name: '新建任务' }), page, '需要权限 task:run');
});
