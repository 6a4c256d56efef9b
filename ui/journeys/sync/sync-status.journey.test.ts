import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../kit/api-client.ts';
import { interceptRequests } from '../kit/intercept.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { hasFocus } from '../kit/page/keyboard.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { createSubscriber } from '../kit/page/subscriber-locators.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';
import { setUpWebhookReceiver } from '../kit/webhook-receiver.ts';

const product = setUpProduct();
const receiver = setUpWebhookReceiver();
let admin: ApiClient;

beforeAll(async () => {
  admin = await product.apiAs('admin');
});

const cell = (page: Page, subscriber: string, entity: string, state: string) =>
  page
    .getByRole('grid', { name: '同步状态' })
    .getByRole('button', { name: new RegExp(`${subscriber} × ${entity}：${state}`) });
/** The state after one or several failed attempts, depending on timing. */
const laggingOrFailed = '(滞后|失败)';
const attemptList = (page: Page) => page.getByRole('list', { name: '最近尝试' });
/** Returns the webhooks about one record, because other lanes may retry at the same time. */
const webhooksOf = (code: string) => receiver.webhooks.filter(({ body }) => JSON.parse(body).data.code === code);

test('a failing lane is shown at once with the reason, and delivers on retry', async () => {
  const { page } = await product.open('admin', '/sync-status');
  await page.getByRole('heading', { name: '还没有订阅方' }).waitFor();
  await page.getByText('实时', { exact: true }).waitFor();

  const { record } = await createSubscriber(admin, 'fare-engine', receiver.url, { entities: ['country', 'city'] });
  await cell(page, 'fare-engine', '国家/地区', '正常').waitFor();
  receiver.respondWith(503);
  await admin.transition('CN', 'deactivate');
  await cell(page, 'fare-engine', '国家/地区', laggingOrFailed).click();
  await waitForPath(page, `/sync-status?subscriber=${record.id}&kind=country`);
  await clickButton(page, '立即重试');
  await cell(page, 'fare-engine', '国家/地区', '失败').waitFor();
  await page.getByText('接收方出错或暂不可用。').waitFor();
  await page.getByText(/^第 \d 次，共 9 次$/).waitFor();
  expect(await page.getByRole('link', { name: 'CN', exact: true }).getAttribute('href')).toMatch(/^\/country\?id=\d+/);
  await expect.poll(() => attemptList(page).getByText('503').count()).toBeGreaterThan(1);
  await cell(page, 'fare-engine', '城市', '正常').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  receiver.respondWith(204);
  await clickButton(page, '立即重试');
  await cell(page, 'fare-engine', '国家/地区', '正常').waitFor();
  await attemptList(page).getByText('已送达').waitFor();
  expect(new Set(receiver.webhooks.map(({ id }) => id)).size).toBe(1);
  await expectDisabledWithReason(page.getByRole('button', { name: '立即重试' }), page, '没有等待重试的变更');
});

test('a change can be skipped with a reason, unless the lane has already moved past it', {
  tags: ['slow'],
}, async () => {
  const { record } = await createSubscriber(admin, 'skipper', receiver.url, { entities: ['city', 'airport'] });
  receiver.respondWith(400);
  const cities = admin.resource('/cities');
  await cities.transition('TYO', 'deactivate');
  const { page, expectErrors } = await product.open('admin', '/sync-status');
  await cell(page, 'skipper', '机场', '正常').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => hasFocus(cell(page, 'skipper', '城市', laggingOrFailed))).toBe(true);
  await page.keyboard.press('Enter');
  await waitForPath(page, `/sync-status?subscriber=${record.id}&kind=city`);

  await clickButton(page, '跳过变更…');
  const skipDialog = dialogNamed(page, '跳过这条变更？');
  await skipDialog.getByText('TYO', { exact: true }).waitFor();
  await skipDialog.getByText(/^停用 v2 · 变更/).waitFor();
  await clickButton(skipDialog, '跳过变更');
  await skipDialog.getByText('请写明原因').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await skipDialog.getByRole('textbox').fill('接收方不认识这座城市');
  await clickButton(skipDialog, '跳过变更');
  await toast(page, /^已跳过 .* 的变更 /).waitFor();
  await cell(page, 'skipper', '城市', '正常').waitFor();
  await attemptList(page).getByText('已跳过').waitFor();
  const { deliveries } = await admin.call('GET', `/sync-status/${record.id}/city`);
  expect(deliveries[0]).toMatchObject({ outcome: 'skipped', reason: '接收方不认识这座城市', actor: 'admin' });

  await cities.transition('TYO', 'activate');
  await cell(page, 'skipper', '城市', laggingOrFailed).waitFor();
  await clickButton(page, '跳过变更…');
  await skipDialog.getByText(/^启用 v3 · 变更/).waitFor();
  receiver.respondWith(204);
  await admin.call('POST', `/sync-status/${record.id}/city/retry`);
  await expect.poll(() => admin.call('GET', `/sync-status/${record.id}/city`)).toMatchObject({ lane: { backlog: 0 } });
  expectErrors(/^409 POST .*\/skip$/);
  await skipDialog.getByRole('textbox').fill('太迟了');
  await clickButton(skipDialog, '跳过变更');
  await toast(page, '投递不再停在这条变更，已刷新').waitFor();
  await cell(page, 'skipper', '城市', '正常').waitFor();
});

test('a lane can be paused, resumed, and replayed from a position', { tags: ['slow'] }, async () => {
  receiver.respondWith(204);
  const { record } = await createSubscriber(admin, 'replayer', receiver.url, { entities: ['airline'] });
  const airlines = admin.resource('/airlines');
  const { page } = await product.open('admin', `/sync-status?subscriber=${record.id}&kind=airline`);
  await clickButton(page, '暂停');
  await cell(page, 'replayer', '航空公司', '暂停').waitFor();
  await airlines.transition('CA', 'deactivate');
  await airlines.transition('CA', 'activate');
  await page.getByText('暂停 · 2 条').waitFor();
  expect(webhooksOf('CA')).toEqual([]);
  await clickButton(page, '恢复');
  await cell(page, 'replayer', '航空公司', '正常').waitFor();
  await expect.poll(() => webhooksOf('CA').length).toBe(2);

  const getLane = async () => (await admin.call('GET', `/sync-status/${record.id}/airline`)).lane;
  const { position } = await getLane();
  await clickButton(page, '重放…');
  const replayDialog = dialogNamed(page, '向 replayer 重放航空公司变更');
  const from = replayDialog.getByRole('textbox', { name: '起始变更序号' });
  await from.fill(String(position + 1000));
  await replayDialog.getByText(/^只能在/).waitFor();
  await from.fill(String(position - 1));
  await replayDialog.getByText(/起的 2 条将按顺序投递$/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(replayDialog, '开始重放');
  await toast(page, /^已开始重放 /).waitFor();
  await expect.poll(() => webhooksOf('CA').length).toBe(4);
  const ids = webhooksOf('CA').map(({ id }) => id);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));

  await expect.poll(getLane).toMatchObject({ replay: null });

  // A replay that cannot deliver shows its progress until it is cancelled.
  receiver.respondWith(503);
  await clickButton(page, '重放…');
  await from.fill(String(position));
  await replayDialog.getByText(/起的 1 条将按顺序投递$/).waitFor();
  await clickButton(replayDialog, '开始重放');
  await page.getByRole('progressbar', { name: '正在重放' }).waitFor();
  await clickButton(page, '取消重放');
  await page.getByRole('progressbar', { name: '正在重放' }).waitFor({ state: 'hidden' });
  await cell(page, 'replayer', '航空公司', '正常').waitFor();
});

test('with read permission only, the page updates, by polling if the stream fails, and its controls are disabled', {
  tags: ['slow'],
}, async () => {
  receiver.respondWith(204);
  const { page, expectErrors } = await product.open('viewer', '/');
  await page.getByRole('link', { name: /^正常 replayer / }).waitFor();
  expectErrors(/ERR_FAILED GET .*\/sync-status\/events$/);
  await interceptRequests(page, '**/sync-status/events', (route) => route.abort());
  await page.getByRole('link', { name: /^正常 replayer / }).click();
  await page.getByText(/^每 5 秒刷新 · /).waitFor();
  await expectDisabledWithReason(page.getByRole('button', { name: '重放…' }), page, '需要“重放或跳过变更”权限');
  await expectDisabledWithReason(
    page.getByRole('button', { name: '暂停', exact: true }),
    page,
    '需要“修改、暂停订阅方”权限',
  );
  const { items } = await admin.call('GET', '/subscribers?page=1&pageSize=10&q=replayer');
  await admin.call('POST', `/sync-status/${items[0].id}/airline/pause`);
  await cell(page, 'replayer', '航空公司', '暂停').waitFor();
  await page.unroute('**/sync-status/events');
  await page.getByText('实时', { exact: true }).waitFor();
});
