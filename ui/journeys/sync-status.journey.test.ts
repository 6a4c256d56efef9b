import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import type { actAs } from './kit/calls.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { focused } from './kit/keyboard.ts';
import { aReceiver } from './kit/receiver.ts';
import { dialog, expectRefused, press, toast } from './kit/screen.ts';
import { subscribe } from './kit/subscribers.ts';

const product = aProduct();
const receiver = aReceiver();
let admin: Awaited<ReturnType<typeof actAs>>;

beforeAll(async () => {
  admin = await product.as('admin');
});

const cell = (page: Page, name: string, kind: string, state: string) =>
  page.getByRole('grid', { name: '同步状态' }).getByRole('button', { name: new RegExp(`${name} × ${kind}：${state}`) });
/** After one failed try, or after more of them, as the time has it. */
const troubled = '(滞后|失败)';
const tries = (page: Page) => page.getByRole('list', { name: '最近尝试' });
/** What has arrived of a record: other lanes may try theirs again meanwhile. */
const arrivalsOf = (code: string) => receiver.arrivals.filter(({ body }) => JSON.parse(body).data.code === code);

test('a lane that fails shows at once, says why, and delivers when it is tried again', async () => {
  const { page } = await product.open('admin', '/sync-status');
  await page.getByRole('heading', { name: '还没有订阅方' }).waitFor();
  await page.getByText('实时', { exact: true }).waitFor();

  const { record } = await subscribe(admin, 'fare-engine', receiver.url, { entities: ['country', 'city'] });
  await cell(page, 'fare-engine', '国家/地区', '正常').waitFor();
  receiver.answer(503);
  await admin.transition('CN', 'deactivate');
  await cell(page, 'fare-engine', '国家/地区', troubled).click();
  await arrive(page, `/sync-status?subscriber=${record.id}&kind=country`);
  await press(page, '立即重试');
  await cell(page, 'fare-engine', '国家/地区', '失败').waitFor();
  await page.getByText('接收方出错或暂不可用。').waitFor();
  await page.getByText(/^第 \d 次，共 8 次$/).waitFor();
  expect(await page.getByRole('link', { name: 'CN', exact: true }).getAttribute('href')).toMatch(/^\/country\?id=\d+/);
  await expect.poll(() => tries(page).getByText('503').count()).toBeGreaterThan(1);
  await cell(page, 'fare-engine', '城市', '正常').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  receiver.answer(204);
  await press(page, '立即重试');
  await cell(page, 'fare-engine', '国家/地区', '正常').waitFor();
  await tries(page).getByText('成功').waitFor();
  expect(new Set(receiver.arrivals.map(({ id }) => id)).size).toBe(1);
  await expectRefused(page.getByRole('button', { name: '立即重试' }), page, '没有等待重试的变更');
});

test('a change is skipped with a reason, but not one that the lane has left meanwhile', {
  tags: ['slow'],
}, async () => {
  const { record } = await subscribe(admin, 'skipper', receiver.url, { entities: ['city', 'airport'] });
  receiver.answer(400);
  const cities = admin.of('/cities');
  await cities.transition('TYO', 'deactivate');
  const { page, foresee } = await product.open('admin', '/sync-status');
  await cell(page, 'skipper', '机场', '正常').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(cell(page, 'skipper', '城市', troubled))).toBe(true);
  await page.keyboard.press('Enter');
  await arrive(page, `/sync-status?subscriber=${record.id}&kind=city`);

  await press(page, '跳过这条…');
  const asked = dialog(page, '跳过这条变更？');
  await asked.getByText('TYO', { exact: true }).waitFor();
  await asked.getByText(/^停用 v2 · 位置/).waitFor();
  await press(asked, '跳过变更');
  await asked.getByText('请写明原因').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await asked.getByRole('textbox').fill('接收方不认识这座城市');
  await press(asked, '跳过变更');
  await toast(page, /^已跳过位置/).waitFor();
  await cell(page, 'skipper', '城市', '正常').waitFor();
  await tries(page).getByText('已跳过').waitFor();
  const { deliveries } = await admin.call('GET', `/sync-status/${record.id}/city`);
  expect(deliveries[0]).toMatchObject({ outcome: 'skipped', reason: '接收方不认识这座城市', actor: 'admin' });

  await cities.transition('TYO', 'activate');
  await cell(page, 'skipper', '城市', troubled).waitFor();
  await press(page, '跳过这条…');
  await asked.getByText(/^启用 v3 · 位置/).waitFor();
  receiver.answer(204);
  await admin.call('POST', `/sync-status/${record.id}/city/retry`);
  await expect.poll(() => admin.call('GET', `/sync-status/${record.id}/city`)).toMatchObject({ lane: { backlog: 0 } });
  foresee(/^409 POST .*\/skip$/);
  await asked.getByRole('textbox').fill('太迟了');
  await press(asked, '跳过变更');
  await toast(page, '投递已不停在这条变更上，已刷新').waitFor();
  await cell(page, 'skipper', '城市', '正常').waitFor();
});

test('a lane is paused, goes on, and delivers again from a position', async () => {
  receiver.answer(204);
  const { record } = await subscribe(admin, 'replayer', receiver.url, { entities: ['airline'] });
  const airlines = admin.of('/airlines');
  const { page } = await product.open('admin', `/sync-status?subscriber=${record.id}&kind=airline`);
  await press(page, '暂停');
  await cell(page, 'replayer', '航空公司', '暂停').waitFor();
  await airlines.transition('CA', 'deactivate');
  await airlines.transition('CA', 'activate');
  await page.getByText('暂停 · 2 条').waitFor();
  expect(arrivalsOf('CA')).toEqual([]);
  await press(page, '恢复');
  await cell(page, 'replayer', '航空公司', '正常').waitFor();
  await expect.poll(() => arrivalsOf('CA').length).toBe(2);

  const lane = async () => (await admin.call('GET', `/sync-status/${record.id}/airline`)).lane;
  const { position } = await lane();
  await press(page, '重放…');
  const asked = dialog(page, '重放到 replayer 的航空公司变更');
  const from = asked.getByRole('textbox', { name: '从位置' });
  await from.fill(String(position + 1000));
  await asked.getByText(/^只能在/).waitFor();
  await from.fill(String(position - 1));
  await asked.getByText(/起的 2 条变更将按顺序投递$/).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(asked, '开始重放');
  await toast(page, '重放已开始').waitFor();
  await expect.poll(() => arrivalsOf('CA').length).toBe(4);
  const ids = arrivalsOf('CA').map(({ id }) => id);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));

  await expect.poll(lane).toMatchObject({ replay: null });

  // one that cannot go on stands there with its progress, until it is cancelled
  receiver.answer(503);
  await press(page, '重放…');
  await from.fill(String(position));
  await asked.getByText(/起的 1 条变更将按顺序投递$/).waitFor();
  await press(asked, '开始重放');
  await page.getByRole('progressbar', { name: '正在重放' }).waitFor();
  await press(page, '取消重放');
  await page.getByRole('progressbar', { name: '正在重放' }).waitFor({ state: 'hidden' });
  await cell(page, 'replayer', '航空公司', '正常').waitFor();
});

test('who may only read sees the same, by polling where the stream is cut, and is told what is not allowed', {
  tags: ['slow'],
}, async () => {
  receiver.answer(204);
  const { page, foresee } = await product.open('viewer', '/');
  await page.getByRole('link', { name: /^正常 replayer / }).waitFor();
  foresee(/ERR_FAILED GET .*\/sync-status\/events$/);
  await page.route('**/sync-status/events', (route) => route.abort());
  await page.getByRole('link', { name: /^正常 replayer / }).click();
  await page.getByText(/^每 5 秒刷新 · /).waitFor();
  await expectRefused(page.getByRole('button', { name: '重放…' }), page, '需要权限 sync_status:replay');
  await expectRefused(page.getByRole('button', { name: '暂停' }), page, '需要权限 data_subscriber:update');
  const { items } = await admin.call('GET', '/subscribers?page=1&pageSize=10&q=replayer');
  await admin.call('POST', `/sync-status/${items[0].id}/airline/pause`);
  await cell(page, 'replayer', '航空公司', '暂停').waitFor();
  await page.unroute('**/sync-status/events');
  await page.getByText('实时', { exact: true }).waitFor();
});
