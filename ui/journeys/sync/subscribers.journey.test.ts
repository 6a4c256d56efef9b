import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import {
  createSubscriber,
  deliveryList,
  deliveryPanel,
  readCredentials,
  subscriberCard,
  subscriberCheckbox,
  subscriberField,
  subscriberForm,
  subscriberRow,
  updateSubscriber,
} from '../kit/page/subscriber-locators.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';
import { isSignedWith, setUpWebhookReceiver } from '../kit/webhook-receiver.ts';

const product = setUpProduct();
const receiver = setUpWebhookReceiver();

test('the secret and token of a new subscriber are shown once, and it receives signed webhooks of later changes', async () => {
  const { page } = await product.open('admin', '/data-subscriber');
  await page.getByRole('heading', { name: '还没有订阅方' }).waitFor();
  await page.getByRole('button', { name: '新建订阅方' }).last().click();
  await subscriberField(page, '名称').fill('search index');
  await subscriberField(page, '投递地址').fill('ftp://search.example');
  await page.keyboard.press('Control+s');
  await subscriberForm(page).getByText('至少 1 项').waitFor();
  await expect.poll(() => subscriberField(page, '名称').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => subscriberField(page, '投递地址').getAttribute('aria-invalid')).toBe('true');
  expect(await findAxeViolations(page)).toEqual([]);
  await subscriberField(page, '名称').fill('search-index');
  await subscriberField(page, '投递地址').fill(receiver.url);
  await subscriberCheckbox(page, '国家/地区').check();
  await subscriberCheckbox(page, '启用').check();
  await page.keyboard.press('Control+s');

  const credentialsDialog = dialogNamed(page, '保存 search-index 的密钥与令牌');
  await credentialsDialog.getByText('只显示这一次').waitFor();
  await clickButton(credentialsDialog, '验证签名的示例代码');
  await credentialsDialog.getByRole('region', { name: 'Shell' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 640 });
  const TOAST_BOTTOM_PX = 52;
  const readTitleTop = async () => (await credentialsDialog.getByRole('heading').first().boundingBox())?.y;
  await expect.poll(readTitleTop, { message: 'the title is below the toast' }).toBeGreaterThan(TOAST_BOTTOM_PX);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const { secret, token } = await readCredentials(page, '保存 search-index 的密钥与令牌');
  await subscriberCard(page).getByText('从未', { exact: true }).waitFor();

  await clickButton(subscriberCard(page), '发送测试事件');
  await subscriberCard(page)
    .getByText(/^204 · /)
    .first()
    .waitFor();
  expect(receiver.webhooks.map((webhook) => isSignedWith(secret, webhook))).toEqual([true]);

  const admin = await product.apiAs('admin');
  await admin.transition('CN', 'deactivate');
  await expect.poll(() => receiver.webhooks.length).toBe(2);
  expect(JSON.parse(receiver.webhooks[1]?.body ?? '')).toMatchObject({
    type: 'record.deleted',
    data: { entity: 'country', code: 'CN', deleted: true },
  });
  await clickButton(subscriberCard(page), '刷新');
  await deliveryList(page)
    .getByRole('button', { name: /已送达.*CN/ })
    .click();
  await deliveryPanel(page).getByText('"type": "record.deleted"').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const feedResponse = await fetch(`${product.url}/dc/api/v1/changes`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(feedResponse.status).toBe(200);

  await clickButton(deliveryPanel(page), '重新发送…');
  await clickButton(dialogNamed(page, '重新发送国家/地区 CN？'), '重新发送');
  await toast(page, '已送达').waitFor();
  await deliveryPanel(page).getByText('重发', { exact: true }).waitFor();
  expect(receiver.webhooks[2]?.id).toBe(receiver.webhooks[1]?.id);
  await page.keyboard.press('Escape');
  await subscriberCard(page).waitFor();
});

test('webhooks are signed with both the new and the previous secret until the previous one is revoked', {
  tags: ['slow'],
}, async () => {
  const admin = await product.apiAs('admin');
  const { record, secret } = await createSubscriber(admin, 'fare-desk', receiver.url);
  const { page } = await product.open('admin', `/data-subscriber?id=${record.id}`);
  await clickButton(subscriberCard(page), '签名密钥: 更换…');
  await clickButton(dialogNamed(page, '更换 fare-desk 的签名密钥？'), '更换密钥');
  const newCredentials = await readCredentials(page, '保存 fare-desk 的签名密钥');
  await subscriberCard(page).getByText('旧的仍可使用').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  const matchingSecrets = async () => {
    const webhookCount = receiver.webhooks.length;
    await subscriberCard(page)
      .getByRole('button', { name: /^(发送测试事件|再发一次)$/ })
      .click();
    await expect.poll(() => receiver.webhooks.length).toBe(webhookCount + 1);
    const webhook = receiver.webhooks[webhookCount];
    return [secret, newCredentials.secret].map(
      (candidate) => webhook !== undefined && isSignedWith(candidate, webhook),
    );
  };
  expect(await matchingSecrets()).toEqual([true, true]);
  await clickButton(subscriberCard(page), '签名密钥: 立即作废…');
  await clickButton(dialogNamed(page, '立即作废 fare-desk 的旧签名密钥？'), '作废旧密钥');
  await subscriberCard(page).getByText('旧的仍可使用').waitFor({ state: 'hidden' });
  expect(await matchingSecrets()).toEqual([false, true]);
});

test('a receiver that responds with 410 is deactivated, and resumes where it stopped', { tags: ['slow'] }, async () => {
  const admin = await product.apiAs('admin');
  const { record } = await createSubscriber(admin, 'old-crs', receiver.url, { entities: ['city'] });
  receiver.respondWith(410);
  await admin.resource('/cities').transition('TYO', 'deactivate');
  const { page } = await product.open('admin', `/data-subscriber?id=${record.id}`);
  await expect.poll(async () => (await admin.call('GET', `/subscribers/${record.id}`)).record.offReason).toBe('gone');
  await page.reload();
  await subscriberCard(page)
    .getByText(/接收方返回 410/)
    .first()
    .waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  receiver.respondWith(204);
  await clickButton(subscriberCard(page), '恢复投递…');
  await clickButton(dialogNamed(page, '恢复向 old-crs 投递？'), '恢复投递');
  await toast(page, '已恢复向 old-crs 投递').waitFor();
  await expect.poll(() => receiver.webhooks.filter(({ body }) => body.includes('"TYO"')).length).toBeGreaterThan(1);
  await clickButton(subscriberCard(page), '刷新');
  await deliveryList(page)
    .getByRole('button', { name: /已送达.*TYO/ })
    .waitFor();

  await clickButton(page, /^暂停 \d/);
  await waitForPath(page, /state=paused/);
  await page.getByRole('heading', { name: '没有符合条件的订阅方' }).waitFor();
  await clickButton(page, '去掉状态条件');
  await subscriberRow(page, 'old-crs').getByText('正常').waitFor();
  expect(pathOf(page)).not.toContain('state');

  await clickButton(subscriberCard(page), '更多');
  await page.getByRole('menuitem', { name: '删除…' }).click();
  await clickButton(dialogNamed(page, '删除 old-crs？'), '删除订阅方');
  await toast(page, '已删除 old-crs').waitFor();
  await subscriberRow(page, 'old-crs').waitFor({ state: 'hidden' });
});

test('concurrent changes of a subscriber are merged, and a server error is shown at its field', {
  tags: ['slow'],
}, async () => {
  const admin = await product.apiAs('admin');
  const { record } = await createSubscriber(admin, 'rail-map', receiver.url, { active: false });
  const { page, expectErrors } = await product.open('admin', `/data-subscriber?id=${record.id}`);
  expectErrors(/^412 PUT /, /^422 PUT /);
  await subscriberCard(page).getByText('投递已暂停').waitFor();
  await page.keyboard.press('e');
  await subscriberField(page, '投递地址').fill(`${product.url}/dc/api/v1/subscribers`);
  await page.keyboard.press('Control+s');
  await expect.poll(() => subscriberField(page, '投递地址').getAttribute('aria-invalid')).toBe('true');

  await subscriberField(page, '投递地址').fill('https://rail-map.example/in');
  await subscriberForm(page).getByRole('checkbox', { name: '火车站', exact: true }).check();
  await updateSubscriber(admin, record.id, { url: 'https://rail-map.example/other', filter: { statuses: ['active'] } });
  await page.keyboard.press('Control+s');
  const conflictDialog = dialogNamed(page, '这个订阅方在你编辑时已被更新');
  await conflictDialog.getByRole('radio', { name: /^投递地址.*\/in$/ }).check();
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(conflictDialog, /^保存为/);
  await toast(page, '已更新 rail-map').waitFor();
  expect((await admin.call('GET', `/subscribers/${record.id}`)).record).toMatchObject({
    url: 'https://rail-map.example/in',
    entities: ['country', 'train_station'],
    filter: { statuses: ['active'] },
  });
});

test('a subscriber that was deleted while it was edited can be saved as a new one, whose credentials are shown', {
  tags: ['slow'],
}, async () => {
  const admin = await product.apiAs('admin');
  const { record } = await createSubscriber(admin, 'old-map', receiver.url, { active: false });
  const { page, expectErrors } = await product.open('admin', `/data-subscriber?id=${record.id}`);
  expectErrors(/^404 (PUT|GET) /);
  await subscriberCard(page).getByText('投递已暂停').waitFor();
  await page.keyboard.press('e');
  await subscriberField(page, '名称').fill('new-map');
  await admin.call('DELETE', `/subscribers/${record.id}`, undefined, record.version);
  await page.keyboard.press('Control+s');
  await clickButton(page, '另存为新记录');
  await page.keyboard.press('Control+s');
  const { secret, token } = await readCredentials(page, '保存 new-map 的密钥与令牌');
  expect([secret, token]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
});

test('with read permission only, every control is disabled with the reason', { tags: ['slow'] }, async () => {
  const admin = await product.apiAs('admin');
  const { record } = await createSubscriber(admin, 'read-only', receiver.url, { entities: ['airport', 'rate_board'] });
  const { page } = await product.open('viewer', '/data-subscriber?q=read-only');
  await subscriberRow(page, 'read-only').click();
  await waitForPath(page, new RegExp(`id=${record.id}`));
  for (const name of ['编辑', '暂停投递…', '发送测试事件', '签名密钥: 更换…']) {
    await expectDisabledWithReason(
      subscriberCard(page).getByRole('button', { name, exact: true }),
      page,
      '需要“修改、暂停订阅方”权限',
    );
  }
  await page.goto('/data-subscriber?panel=new');
  await expectDisabledWithReason(
    subscriberForm(page).getByRole('button', { name: /^保存/ }),
    page,
    '需要“新建订阅方”权限',
  );
});
