import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive, place } from './kit/journey.ts';
import { aReceiver, isSignedWith } from './kit/receiver.ts';
import { dialog, expectRefused, press, toast } from './kit/screen.ts';
import {
  box,
  card,
  changeSubscriber,
  deliveries,
  delivery,
  field,
  form,
  keep,
  listed,
  subscribe,
} from './kit/subscribers.ts';

const product = aProduct();
const receiver = aReceiver();

test('a new subscriber gets its secret and token this once, and with them all that changes from then on', async () => {
  const { page } = await product.open('admin', '/data-subscriber');
  await page.getByRole('heading', { name: '还没有订阅方' }).waitFor();
  await page.getByRole('button', { name: '新建订阅方' }).last().click();
  await field(page, '名称').fill('search index');
  await field(page, '地址').fill('ftp://search.example');
  await page.keyboard.press('Control+s');
  await form(page).getByText('至少 1 项').waitFor();
  await expect.poll(() => field(page, '名称').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => field(page, '地址').getAttribute('aria-invalid')).toBe('true');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await field(page, '名称').fill('search-index');
  await field(page, '地址').fill(receiver.url);
  await box(page, '国家/地区').check();
  await box(page, '启用').check();
  await page.keyboard.press('Control+s');

  const shown = dialog(page, '保存 search-index 的密钥与令牌');
  await shown.getByText('只显示这一次').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const { secret, token } = await keep(page, '保存 search-index 的密钥与令牌');
  await card(page).getByText('从未', { exact: true }).waitFor();

  await press(card(page), '发送测试事件');
  await card(page)
    .getByText(/^204 · /)
    .first()
    .waitFor();
  expect(receiver.arrivals.map((arrival) => isSignedWith(secret, arrival))).toEqual([true]);

  const admin = await product.as('admin');
  await admin.transition('CN', 'deactivate');
  await expect.poll(() => receiver.arrivals.length).toBe(2);
  expect(JSON.parse(receiver.arrivals[1]?.body ?? '')).toMatchObject({
    type: 'record.deleted',
    data: { entity: 'country', code: 'CN', deleted: true },
  });
  await press(card(page), '刷新');
  await deliveries(page)
    .getByRole('button', { name: /已送达.*CN/ })
    .click();
  await delivery(page).getByText('"type": "record.deleted"').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  const pulled = await fetch(`${product.url}/dc/api/v1/changes`, { headers: { Authorization: `Bearer ${token}` } });
  expect(pulled.status).toBe(200);

  await press(delivery(page), '重新发送…');
  await press(dialog(page, '重新发送国家/地区 CN？'), '重新发送');
  await toast(page, '已送达').waitFor();
  await delivery(page).getByText('重发', { exact: true }).waitFor();
  expect(receiver.arrivals[2]?.id).toBe(receiver.arrivals[1]?.id);
  await page.keyboard.press('Escape');
  await card(page).waitFor();
});

test('a secret is exchanged beside the earlier one, which is ended before its day is over', {
  tags: ['slow'],
}, async () => {
  const admin = await product.as('admin');
  const { record, secret } = await subscribe(admin, 'fare-desk', receiver.url);
  const { page } = await product.open('admin', `/data-subscriber?id=${record.id}`);
  await press(card(page), '签名密钥: 更换…');
  await press(dialog(page, '更换 fare-desk 的签名密钥？'), '更换密钥');
  const next = await keep(page, '保存 fare-desk 的签名密钥');
  await card(page).getByText('旧的仍有效').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  const signers = async () => {
    const before = receiver.arrivals.length;
    await card(page)
      .getByRole('button', { name: /^(发送测试事件|再发一次)$/ })
      .click();
    await expect.poll(() => receiver.arrivals.length).toBe(before + 1);
    const arrival = receiver.arrivals[before];
    return [secret, next.secret].map((one) => arrival !== undefined && isSignedWith(one, arrival));
  };
  expect(await signers()).toEqual([true, true]);
  await press(card(page), '签名密钥: 立即作废…');
  await press(dialog(page, '立即作废 fare-desk 的旧签名密钥？'), '作废旧密钥');
  await card(page).getByText('旧的仍有效').waitFor({ state: 'hidden' });
  expect(await signers()).toEqual([false, true]);
});

test('a receiver that is gone is switched off, and goes on from where it stopped', async () => {
  const admin = await product.as('admin');
  const { record } = await subscribe(admin, 'old-crs', receiver.url, { entities: ['city'] });
  receiver.answer(410);
  await admin.of('/cities').transition('TYO', 'deactivate');
  const { page } = await product.open('admin', `/data-subscriber?id=${record.id}`);
  await expect.poll(async () => (await admin.call('GET', `/subscribers/${record.id}`)).record.offReason).toBe('gone');
  await page.reload();
  await card(page)
    .getByText(/接收方回答 410/)
    .first()
    .waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  receiver.answer(204);
  await press(card(page), '继续投递…');
  await press(dialog(page, '继续向 old-crs 投递？'), '继续投递');
  await toast(page, '已继续向 old-crs 投递').waitFor();
  await expect.poll(() => receiver.arrivals.filter(({ body }) => body.includes('"TYO"')).length).toBeGreaterThan(1);
  await press(card(page), '刷新');
  await deliveries(page)
    .getByRole('button', { name: /已送达.*TYO/ })
    .waitFor();

  await press(page, /^暂停 \d/);
  await arrive(page, /state=paused/);
  await page.getByRole('heading', { name: '没有符合条件的订阅方' }).waitFor();
  await press(page, '去掉状态条件');
  await listed(page, 'old-crs').getByText('正常').waitFor();
  expect(place(page)).not.toContain('state');

  await press(card(page), '更多');
  await page.getByRole('menuitem', { name: '删除…' }).click();
  await press(dialog(page, '删除 old-crs？'), '删除订阅方');
  await toast(page, '已删除 old-crs').waitFor();
  await listed(page, 'old-crs').waitFor({ state: 'hidden' });
});

test('two who change one subscriber lose nothing, and the server’s refusal stands at its field', {
  tags: ['slow'],
}, async () => {
  const admin = await product.as('admin');
  const { record } = await subscribe(admin, 'rail-map', receiver.url, { active: false });
  const { page, foresee } = await product.open('admin', `/data-subscriber?id=${record.id}`);
  foresee(/^412 PUT /, /^422 PUT /);
  await card(page).getByText('投递已暂停').waitFor();
  await page.keyboard.press('e');
  await field(page, '地址').fill(`${product.url}/dc/api/v1/subscribers`);
  await page.keyboard.press('Control+s');
  await expect.poll(() => field(page, '地址').getAttribute('aria-invalid')).toBe('true');

  await field(page, '地址').fill('https://rail-map.example/in');
  await form(page).getByRole('checkbox', { name: '火车站', exact: true }).check();
  await changeSubscriber(admin, record.id, { url: 'https://rail-map.example/other', filter: { statuses: ['active'] } });
  await page.keyboard.press('Control+s');
  const conflict = dialog(page, '这个订阅方在你编辑时已被更新');
  await conflict.getByRole('radio', { name: /^地址.*\/in$/ }).check();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(conflict, /^保存为/);
  await toast(page, '已更新 rail-map').waitFor();
  expect((await admin.call('GET', `/subscribers/${record.id}`)).record).toMatchObject({
    url: 'https://rail-map.example/in',
    entities: ['country', 'train_station'],
    filter: { statuses: ['active'] },
  });
});

test('who may only read sees all of it and is refused the rest, with the reason', { tags: ['slow'] }, async () => {
  const admin = await product.as('admin');
  const { record } = await subscribe(admin, 'read-only', receiver.url, { entities: ['airport', 'rate_board'] });
  const { page } = await product.open('viewer', '/data-subscriber?q=read-only');
  await listed(page, 'read-only').click();
  await arrive(page, new RegExp(`id=${record.id}`));
  for (const [name, permission] of [
    ['编辑', 'data_subscriber:update'],
    ['暂停投递…', 'data_subscriber:update'],
    ['发送测试事件', 'data_subscriber:update'],
    ['签名密钥: 更换…', 'data_subscriber:update'],
  ] as const) {
    await expectRefused(card(page).getByRole('button', { name, exact: true }), page, `需要权限 ${permission}`);
  }
  await page.goto('/data-subscriber?panel=new');
  await expectRefused(form(page).getByRole('button', { name: /^保存/ }), page, '需要权限 data_subscriber:create');
});
