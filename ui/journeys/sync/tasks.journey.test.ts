import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

const taskGrid = (page: Page) => page.getByRole('grid', { name: '任务' });
const taskRow = (page: Page, text: string | RegExp) => taskGrid(page).getByRole('row').filter({ hasText: text });
const card = (page: Page) => page.getByRole('complementary', { name: '任务' });

async function startTask(page: Page, taskName: string): Promise<void> {
  await clickButton(page, '新建任务');
  await page.getByRole('menuitem', { name: taskName }).click();
}

/** While false, the rate source below responds with 500. */
let isSourceUp = false;
const rateSource = createServer((_, response) => {
  if (!isSourceUp) return void response.writeHead(500).end();
  const rates = '<Cube><Cube time="2026-01-02"><Cube currency="USD" rate="1.1"/></Cube></Cube>';
  const envelope = `<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">${rates}</gesmes:Envelope>`;
  response.writeHead(200, { 'Content-Type': 'text/xml' }).end(envelope);
});
beforeAll(() => new Promise<void>((resolve) => rateSource.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => rateSource.close(resolve)));

test('a snapshot can be started, updates without a reload, and can be downloaded as a file', async () => {
  const { page } = await product.open('admin', '/task-status');
  await startTask(page, '生成快照');
  const snapshotDialog = dialogNamed(page, '生成快照');
  await snapshotDialog.getByRole('checkbox', { name: '全部类别' }).uncheck();
  await clickButton(snapshotDialog, '开始');
  await snapshotDialog.getByText('请至少选择一个类别').waitFor();
  await snapshotDialog.getByRole('checkbox', { name: '舱位' }).check();
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(snapshotDialog, '开始');
  await toast(page, '“生成快照”已开始').waitFor();
  await waitForPath(page, /id=\d+/);
  await card(page).getByText('已完成', { exact: true }).waitFor();
  await taskRow(page, /生成快照.*舱位.*完成/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  const downloaded = page.waitForEvent('download');
  await clickButton(card(page), '下载结果');
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^snapshot-\d+\.ndjson\.gz$/);
  const lines = gunzipSync(await readFile(await file.path()))
    .toString()
    .trimEnd()
    .split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'end', records: lines.length - 2 });
});

test('a failed task shows the reason, and succeeds on retry after the cause is fixed', async () => {
  const { port } = rateSource.address() as AddressInfo; // The cast: the address of a TCP server is never a string.
  const admin = await product.apiAs('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  const rateSourceUrl = `http://127.0.0.1:${port}/rates.xml`;
  await admin.call('PUT', '/system-config', { ...settings, rateSourceUrl }, version);
  const { page } = await product.open('admin', '/task-status?kind=rateRefresh');
  await page.getByText('没有符合条件的任务').waitFor();
  await startTask(page, '更新牌价');
  await clickButton(dialogNamed(page, '更新牌价'), '开始');
  await card(page).getByText('失败', { exact: true }).waitFor();
  await card(page).getByText(/500/).waitFor();
  isSourceUp = true;
  await clickButton(card(page), '重试');
  await toast(page, '“更新牌价”已重新排队').waitFor();
  await card(page).getByText('已完成', { exact: true }).waitFor();
  await card(page)
    .getByText(/新增 1 条牌价 · .*2026-01-02 的牌价/)
    .waitFor();
});

test('a running task can be cancelled after confirmation', { tags: ['slow'] }, async () => {
  const admin = await product.apiAs('admin');
  const body = { name: 'order-core', url: 'http://127.0.0.1:9/', entities: ['cabin'], active: false };
  const { record } = await admin.call('POST', '/subscribers', body);
  const { oldest } = await admin.call('GET', '/sync-status');
  await admin.call('POST', `/sync-status/${record.id}/cabin/replay`, { from: oldest });
  const { page } = await product.open('admin', '/task-status?status=running');
  await taskRow(page, /重放变更.*order-core × 舱位/).click();
  await card(page).getByRole('progressbar').waitFor();
  await clickButton(card(page), '取消任务');
  await clickButton(dialogNamed(page, '取消“重放变更”？'), '取消任务');
  await toast(page, '“重放变更”正在取消').waitFor();
  await card(page).getByText('已取消', { exact: true }).waitFor();
  await page.getByText('没有符合条件的任务').waitFor();
});

test('with read permission only, starting tasks is disabled with the reason', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/task-status');
  await expectDisabledWithReason(page.getByRole('button', { name: '新建任务' }), page, '需要“运行任务”权限');
});
