import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';

const product = setUpProduct();

test('the home page and the menu show pending registrations to users who may approve them', async () => {
  const { page } = await product.open('admin', '/');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await page.getByRole('heading', { name: '审核任务', exact: true }).waitFor();
  expect(await page.getByText(/人待批准/).count()).toBe(0);

  await fetch(`${product.url}/dc/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      username: 'mei.chen',
      displayName: '陈梅',
      email: 'mei.chen@example.com',
      password: 'river-lantern-482',
    }),
  });
  await page.reload();
  await menu.getByRole('link', { name: /^用户 1 人待批准/ }).waitFor();
  const homeLink = page.getByRole('main').getByRole('link', { name: /1 人待批准/ });
  await homeLink.getByText(/^最早提交：今天/).waitFor();
  await homeLink.click();
  await waitForPath(page, /^\/users\/user-list\?status=pending/);
  await page.getByRole('grid', { name: '用户' }).getByText('mei.chen', { exact: true }).waitFor();

  const { page: viewer } = await product.open('viewer', '/');
  await viewer.getByRole('heading', { name: '审核中', exact: true }).waitFor();
  expect(await viewer.getByText(/人待批准/).count()).toBe(0);
});

test('the search finds administration pages in both languages for users who may open them', {
  tags: ['slow'],
}, async () => {
  const searchPalette = async (account: 'admin' | 'viewer', typed: string) => {
    const { page } = await product.open(account, '/403');
    await page.getByRole('main').getByRole('heading').waitFor();
    await page.keyboard.press('Control+k');
    // Chinese input needs a focused field.
    await page.getByRole('dialog', { name: '搜索' }).getByRole('combobox').waitFor();
    await page.keyboard.type(typed);
    return page;
  };
  const page = await searchPalette('admin', 'user logs');
  await page.getByRole('option', { name: '用户日志' }).click();
  await waitForPath(page, /^\/users\/user-log-list/);
  await expect.poll(() => page.title()).toBe('用户日志 · Gazetteer');
  const viewer = await searchPalette('viewer', '系统配置');
  await viewer.getByText('没有找到“系统配置”').waitFor();
});

test('in the collapsed menu each icon opens its group of pages', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/', { viewport: { width: 1200, height: 800 } });
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: '人员与权限' }).click();
  const flyout = menu.getByRole('group', { name: '人员与权限' });
  const names = async () => (await flyout.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);
  await expect.poll(names).toEqual(['用户', '角色', '权限', '用户日志']);
  await menu.getByRole('button', { name: '系统' }).click();
  await menu.getByRole('group', { name: '系统' }).getByRole('link', { name: '系统配置' }).click();
  await waitForPath(page, /^\/system-config/);
});
