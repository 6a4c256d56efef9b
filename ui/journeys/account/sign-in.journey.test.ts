import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

async function signInAsEditor(page: Page): Promise<void> {
  await clickButton(page, /^editor/);
  await clickButton(page, '登录');
}

test('a visitor is redirected to /login, and after sign-in to the requested page', async () => {
  const { page } = await product.open(null, '/');
  await waitForPath(page, /^\/login$/);
  await page.goto('/no-such-page');
  await waitForPath(page, /^\/login\?to=\/no-such-page$/);
  await expect.poll(() => page.title()).toBe('登录 · Gazetteer');
  await page.goto('/country?q=china');
  await waitForPath(page, /^\/login\?to=\/country\?q=china$/);
  await signInAsEditor(page);
  await waitForPath(page, /^\/country\?q=china$/);
  await page.goBack();
  await waitForPath(page, /^\/$/);
});

const title = 'signing in never redirects to another origin: %s';

test.for(['//evil.example/', 'javascript:document.title=1'])(title, expectSameOrigin);
test.for([
  '/\\\\evil.example/',
  'https://evil.example/',
  'https:evil.example',
  '/.//evil.example/',
  '/\t/evil.example/',
])(title, { tags: ['slow'] }, expectSameOrigin);

async function expectSameOrigin(to: string): Promise<void> {
  const { page } = await product.open(null, `/login?to=${encodeURIComponent(to)}`);
  await signInAsEditor(page);
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();
  expect([new URL(page.url()).origin, pathOf(page)]).toEqual([product.url, '/']);
}

test.for([
  '/%2f%2fevil.example/',
  '/%5C%5Cevil.example/',
])('signing in treats an encoded URL as a path of the product: %s', { tags: ['slow'] }, async (to) => {
  const { page } = await product.open(null, `/login?to=${encodeURIComponent(to)}`);
  await signInAsEditor(page);
  await page.getByRole('heading', { name: '找不到此页面' }).waitFor();
  expect(new URL(page.url()).origin).toBe(product.url);
});

const normalisedTitle = '%s opens the page with the normalised path';

test.for(['/%4cogin//'])(normalisedTitle, expectNormalisedPath);
test.for(['//', '/LOGIN/'])(normalisedTitle, { tags: ['slow'] }, expectNormalisedPath);

async function expectNormalisedPath(path: string): Promise<void> {
  const { page } = await product.open('viewer', '/healthz');
  await page.goto(`${product.url}${path}`);
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();
  expect(pathOf(page)).toBe('/');
  await page.goto(`${product.url}//no-such//page/`);
  await page.getByRole('heading', { name: '找不到此页面' }).waitFor();
  expect(pathOf(page)).toBe('/no-such/page');
  await expect.poll(() => page.title()).toBe('找不到此页面 · Gazetteer');
}

test('removing the token from local storage ends the session at the next navigation', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/country');
  await page.getByRole('grid').getByText('AD', { exact: true }).waitFor();
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '城市' }).click();
  await waitForPath(page, /^\/login\?to=\/city$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('an invitation opens even if the browser has an expired token', async () => {
  const staleSession = { token: 'old', 'user-info': '{"username":"ann","roles":[]}' };
  const { page, expectErrors } = await product.open(null, '/healthz', { storage: staleSession });
  expectErrors(/^401 GET \/dc\/api\/v1\/profile$/, /^422 POST \/dc\/api\/v1\/auth\/invitation$/);
  await page.goto('/register?invite=nonsense');
  await toast(page, '登录已过期，请重新登录').waitFor();
  await page.getByRole('heading', { name: '链接已失效' }).waitFor();
  expect(pathOf(page)).toBe('/register?invite=');
});

test('a slow profile request does not block the page, and its late response still applies', {
  tags: ['slow'],
}, async () => {
  const { page, expectErrors } = await product.open('viewer', '/healthz');
  expectErrors(/^502 GET \/dc\/api\/v1\/profile$/);
  const user = JSON.parse((await page.evaluate(() => localStorage.getItem('user-info'))) ?? '');
  const profileRequests: Route[] = [];
  await page.route('**/api/v1/profile', (route) => void profileRequests.push(route));
  await page.goto('/country');
  await page.getByRole('grid').getByText('AD', { exact: true }).waitFor();
  await profileRequests[0]?.fulfill({ json: { code: 200, message: 'OK', data: { ...user, roles: [] } } });
  await waitForPath(page, /^\/403$/);
  await page.getByText('country:read', { exact: true }).waitFor();
  expect(await page.title()).toBe('没有权限访问此页面 · Gazetteer');

  await page.goto('/');
  await expect.poll(() => profileRequests.length).toBe(2);
  await profileRequests[1]?.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  await toast(page, '网络请求失败').waitFor();
});

test('a wrong password is reported, and the form keeps its values', async () => {
  const { page, expectErrors } = await product.open(null, '/login');
  expectErrors(/^422 POST \/dc\/api\/v1\/auth\/login$/);
  const [account, password] = ['账号', '密码'].map((name) => page.getByRole('textbox', { name, exact: true }));
  await account?.fill('editor');
  await password?.fill('not-the-password');
  await clickButton(page, '登录');
  await toast(page, '账号或密码不正确').waitFor();
  await page.getByRole('main').getByRole('alert').filter({ hasText: '账号或密码不正确' }).waitFor();
  expect(await account?.inputValue()).toBe('editor');
  expect(await password?.inputValue()).toBe('not-the-password');
  expect(pathOf(page)).toBe('/login');
});

test('a demo account fills in the form, and signing in opens the home page, as /login does from then on', async () => {
  const { page } = await product.open(null, '/login');
  await clickButton(page, /^editor/);
  await expect.poll(() => page.getByRole('textbox', { name: '账号' }).inputValue()).toBe('editor');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await clickButton(page, '登录');
  await waitForPath(page, /^\/$/);
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();
  await page.goto('/login');
  await waitForPath(page, /^\/$/);

  const storage = await page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(storage).sort()).toEqual(['token', 'user-info']);
  expect(storage.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(JSON.parse(storage['user-info'] ?? '')).toMatchObject({
    username: 'editor',
    roles: [{ name: 'editor', displayName: '编辑', permissions: expect.arrayContaining([{ name: 'country:read' }]) }],
  });
});

test('a click on the sign-in page takes effect although the demo accounts load during the click', async () => {
  const { page } = await product.open(null, '/register');
  const optionsRequests: Route[] = [];
  await page.route('**/api/v1/auth/options', (route) => void optionsRequests.push(route));
  await page.goto('/login');
  await page.getByRole('link', { name: '忘记密码' }).hover();
  await page.mouse.down();
  for (const request of optionsRequests) await request.continue();
  await page.getByRole('link', { name: '申请开通' }).waitFor();
  await page.mouse.up();
  await page.getByRole('heading', { name: '重设密码', level: 1 }).waitFor();
});

test('signing out in one tab signs out the other', async () => {
  const { page, context, allowErrors } = await product.open('editor');
  const otherTab = await context.newPage();
  await otherTab.goto('/country');
  await otherTab.getByRole('grid').waitFor();
  // The other tab may request the next page of its list just when the session ends.
  allowErrors(/^401 GET/);
  await clickButton(page, /^账号菜单/);
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await waitForPath(page, /^\/login$/);
  await waitForPath(otherTab, /^\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a page without permission opens /403, and an unknown path opens the not-found page', async () => {
  await product.sql(
    `INSERT INTO user (username, email, display_name, password_hash, status, version, create_time, update_time,
       created_by, updated_by)
     SELECT 'newcomer', 'newcomer@gazetteer.example', '新人', password_hash, status, version, create_time, update_time,
       created_by, updated_by FROM user WHERE username = 'viewer'`,
  );
  const { page } = await product.open('newcomer', '/country');
  await waitForPath(page, /^\/403$/);
  await page.getByRole('heading', { name: '没有权限访问此页面' }).waitFor();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  expect(await menu.getByRole('link', { name: '国家/地区' }).count()).toBe(0);
  await page.getByRole('link', { name: '回到首页' }).click();
  await page.getByRole('heading', { name: '没有可查看的基础数据' }).waitFor();

  await page.goto('/no-such-page');
  await page.getByRole('heading', { name: '找不到此页面' }).waitFor();
  await page.getByText('/no-such-page').waitFor();
  await menu.getByRole('link', { name: '首页' }).click();
  await waitForPath(page, /^\/$/);
});
