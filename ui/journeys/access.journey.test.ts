import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { saveButton, text, writesOf } from './kit/kind.ts';
import { card, expectRefused, press, row } from './kit/screen.ts';
import { giveRoles } from './kit/users.ts';

const product = aProduct();

test('a permission taken away is followed after the next answer, without signing in again', async () => {
  const { page } = await product.open('editor', '/country?q=JP');
  await row(page, 'JP').click();
  const edit = card(page).getByRole('button', { name: '编辑' });
  await edit.waitFor();
  expect(await edit.getAttribute('aria-disabled')).toBeNull();

  await product.sql(
    `DELETE FROM role_permission WHERE permission = 'country:update'
       AND role_id = (SELECT id FROM role WHERE name = 'editor')`,
  );
  // as whoever takes it away by the console does
  await product.sql(`UPDATE role SET version = version + 1 WHERE name = 'editor'`);
  await press(page, /^启用/);
  await expectRefused(edit, page, '需要权限 country:update');
  await page
    .evaluate(() => localStorage.getItem('user-info'))
    .then((kept) => expect(kept).not.toContain('country:update'));
});

const forms = [
  ['/airport/form', 'airport:create'],
  ['/train-station/form', 'train_station:create'],
  ['/eu-stations/form', 'eurail_station:create'],
  ['/cabin/form', 'cabin:create'],
  ['/protocol/form', 'protocol:create'],
] as const;

test('a form on its own page opens for who may only read, says why nothing can be changed, and sends nothing', async () => {
  const { id } = await (await product.as('viewer')).of('/airports').find('PEK');
  const { page } = await product.open('viewer', `/airport/form?id=${id}`);
  const sent = writesOf(page);
  await page.getByText('只能查看：需要权限 airport:update。').waitFor();
  await expect.poll(() => text(page, '名称').inputValue()).toBe('Beijing Capital International Airport');
  expect(await text(page, '名称').isEditable()).toBe(false);
  await expectRefused(saveButton(page), page, '需要权限 airport:update');
  await page.keyboard.press('Control+s');
  for (const [path, permission] of forms) {
    await page.goto(path);
    await page.getByText(`只能查看：需要权限 ${permission}。`).waitFor();
    expect(await text(page, '名称').isEditable()).toBe(false);
  }
  expect(sent).toEqual([]);
});

test('the menu holds each page that somebody may read, with how many records there are, and leads there', async () => {
  const { page } = await product.open('viewer', '/');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const entries = menu.getByRole('link').filter({ hasNotText: '首页' });
  await expect
    .poll(() => entries.allTextContents())
    .toEqual([
      ...['国家/地区250', '城市488', '机场317', '火车站126', '欧洲铁路车站162'],
      ...['航空公司142', '舱位42', '供应商协议20', '汇率牌价30'],
      ...['同步状态', '订阅方', '任务', '数据日志'],
    ]);
  for (const entry of await entries.all()) {
    const name = (await entry.innerText()).split('\n')[0] ?? '';
    await entry.click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }
  await product.sql("DELETE FROM role_permission WHERE permission IN ('airport:read', 'cabin:read')");
  await page.goto('/airport');
  await arrive(page, /^\/403$/);
  await expect.poll(() => menu.getByRole('link', { name: /^(机场|舱位)/ }).count()).toBe(0);
});

test('who has no role is told so at home, and has nothing to choose there', { tags: ['slow'] }, async () => {
  await giveRoles(await product.as('admin'), 'reviewer', []);
  const { page } = await product.open('reviewer', '/');
  await page.getByRole('heading', { name: '没有可查看的数据' }).waitFor();
  expect(await page.getByRole('radiogroup').count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
