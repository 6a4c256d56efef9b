import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../kit/api-client.ts';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { chooseTheme } from '../kit/page/page-actions.ts';
import { setUserRoles } from '../kit/page/user-locators.ts';

/** Tests the statements of the specification about screens. */

const product = setUpProduct({ viewport: { width: 1440, height: 900 } });

describe('each route requires its permission', () => {
  const routes = [
    ['/country', 'country:read'],
    ['/city', 'city:read'],
    ['/airport', 'airport:read'],
    ['/airport/form', 'airport:read'],
    ['/train-station', 'train_station:read'],
    ['/eu-stations', 'eurail_station:read'],
    ['/airline', 'airline:read'],
    ['/cabin', 'cabin:read'],
    ['/protocol', 'protocol:read'],
    ['/rate-board', 'rate_board:read'],
    ['/system-config', 'system_config:read'],
    ['/task-status', 'task:read'],
    ['/data-subscriber', 'data_subscriber:read'],
    ['/sync-status', 'sync_status:read'],
    ['/data-logs', 'data_log:read'],
    ['/users/user-list', 'user:read'],
    ['/users/role-list', 'role:read'],
    ['/users/permission-list', 'permission:read'],
    ['/users/user-log-list', 'user_log:read'],
  ] as const;
  const role = { name: 'walker', displayName: 'Walker' };
  let admin: ApiClient;
  let allPermissions: string[];

  beforeAll(async () => {
    admin = await product.apiAs('admin');
    await admin.call('POST', '/roles', { ...role, permissions: [] });
    await setUserRoles(admin, 'viewer', [role.name]);
    const { items } = await admin.call('GET', '/permissions');
    allPermissions = items.map(({ name }: { name: string }) => name);
  });

  async function setPermissions(permissions: string[]): Promise<void> {
    const { items } = await admin.call('GET', `/roles?page=1&pageSize=20&q=${role.name}`);
    await admin.call('PUT', `/roles/${items[0].id}`, { ...role, permissions }, items[0].version);
  }

  test.each(routes)('%s opens with %s, and without it opens /403', { tags: ['slow'] }, async (path, permission) => {
    await setPermissions([permission]);
    const { page, allowErrors } = await product.open('viewer', path);
    // the open page may read after its permission has been taken away
    allowErrors(/^403 GET /);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    expect(pathOf(page)).toBe(path);

    await setPermissions(allPermissions.filter((name) => name !== permission));
    await page.goto('/');
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
    await page.goto(path);
    await waitForPath(page, /^\/403$/);
    await page.getByRole('main').getByText(permission, { exact: true }).waitFor();
  });

  test('every signed-in user may open the home page, but no form of records that they may not see', async () => {
    await setPermissions([]);
    const { page } = await product.open('viewer', '/');
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
    expect(pathOf(page)).toBe('/');
    for (const path of ['/cabin/form', '/protocol/form', '/train-station/form', '/eu-stations/form']) {
      await page.goto(path);
      await waitForPath(page, /^\/403$/);
    }
  });
});

test.each([
  ['/country', 'code=C&name=a&continent=AS&region=Eastern%20Asia&currency=CNY'],
  ['/airport', 'country=CN&continent=AS&code=P&name=a'],
  ['/airline', 'type=FSC&country=CN&code=C&name=a&icaoCode=CCA&iataAccountingCode=999'],
  ['/rate-board', 'base=EUR&quote=CNY&source=ECB'],
])('filters of %s can be cleared, are compact, and have no details below them', async (path, filters) => {
  const { page } = await product.open('editor', `${path}?q=z&${filters}`);
  const main = page.getByRole('main');
  const chips = main.getByRole('button', { name: /^移除 / });
  const names = [...new URLSearchParams(filters).keys()];
  await expect.poll(() => chips.count()).toBe(names.length);
  const search = main.getByRole('searchbox').first();
  for (const control of [search, ...(await chips.all())]) {
    expect((await control.boundingBox())?.height).toBeLessThanOrEqual(32);
    expect(await control.getAttribute('aria-describedby')).toBeNull();
  }
  for (let remaining = names.length; remaining > 0; remaining--) {
    await chips.last().click();
    await expect.poll(() => chips.count()).toBe(remaining - 1);
    const params = new URL(page.url()).searchParams;
    expect(names.filter((name) => params.has(name))).toHaveLength(remaining - 1);
  }
  await search.locator('..').getByRole('button', { name: '清除' }).click();
  await waitForPath(page, new RegExp(`^${path}$`));
  expect(await search.inputValue()).toBe('');
});

test('the ui is Chinese and light by default, regardless of the browser’s preferences', async () => {
  const backgroundLightness = async () => {
    const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    return Number(/^lab\(([\d.]+)/.exec(color)?.[1]);
  };
  const { page } = await product.open('editor', '/', { fresh: true, colorScheme: 'dark', locale: 'en-US' });
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  expect(await backgroundLightness()).toBeGreaterThan(90);
  await chooseTheme(page, '深色');
  await expect.poll(backgroundLightness).toBeLessThan(20);
});

test('the login page has no layout', async () => {
  const { page } = await product.open(null, '/login');
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^搜索|^账号菜单/ }).count()).toBe(0);
});
