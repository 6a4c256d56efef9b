import { expect, test } from 'vitest';
import { aProduct, arrive } from './kit/journey.ts';
import { dialog, grid, pick, press, row, rows, toast } from './kit/screen.ts';

const product = aProduct();

test('an empty list says so and shows the way out', async () => {
  const { page } = await product.open('viewer', '/country?q=zzzzzz&status=rejected');
  await page.getByRole('heading', { name: '没有符合条件的国家/地区' }).waitFor();
  await press(page, '去掉状态条件');
  await arrive(page, /^\/country\?q=zzzzzz$/);
  await press(page, '清除全部');
  await arrive(page, /^\/country$/);
  await expect.poll(() => rows(page).count()).toBe(20);
});

test('a list that cannot be loaded says why, and a retry brings it', async () => {
  const { page, foresee } = await product.open('viewer', '/');
  foresee(/^500 GET \/dc\/api\/v1\/countries$/, /ERR_TIMED_OUT GET \/dc\/api\/v1\/countries$/);
  let answer: 'refuse' | 'abort' | 'let' = 'refuse';
  await page.route('**/dc/api/v1/countries?*', (route) => {
    if (answer === 'let') return route.continue();
    if (answer === 'abort') return route.abort('timedout');
    const data = { key: 'serverError', traceId: '0123456789abcdef' };
    return route.fulfill({ status: 500, json: { code: 500, message: '服务器出错', data } });
  });
  await page.goto('/country?q=CN');
  const failure = page.getByRole('main').getByRole('alert');
  await failure.getByRole('heading', { name: '没能取到列表：服务器出错' }).waitFor();
  await failure.getByText('0123456789abcdef').waitFor();
  answer = 'abort';
  await press(failure, '重试');
  await failure.getByRole('heading', { name: '没能取到列表：网络请求失败' }).waitFor();
  answer = 'let';
  await press(failure, '重试');
  await row(page, 'CN').waitFor();
  await arrive(page, /^\/country\?q=CN$/);
});

test('records are selected by keyboard, and an action on many tells which of them were refused', async () => {
  const { page } = await product.open('reviewer', '/country?sort=code');
  await pick(page, 'AD').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: '对所选记录的操作' });
  await bar.getByText('已选 3 项').waitFor();
  await expect.poll(() => grid(page).locator('tr[aria-selected="true"]').count()).toBe(3);
  await expect.poll(() => bar.getByRole('button', { name: /^通过/ }).getAttribute('aria-disabled')).toBe('true');

  await (await product.as('admin')).transition('AE', 'deactivate');
  await press(bar, '停用 3');
  await press(dialog(page, '停用 3 项？'), '停用');
  await toast(page, '2 项完成，1 项未完成').waitFor();
  const outcomes = dialog(page, '1 项未完成');
  await expect
    .poll(() => outcomes.getByRole('listitem').allTextContents())
    .toEqual([expect.stringMatching(/^AE阿.*已被他人更新/)]);
  await outcomes.getByRole('button', { name: '关闭' }).last().click();
  await outcomes.waitFor({ state: 'detached' });
  await row(page, 'AD').getByText('停用').waitFor();
  await bar.getByText('已选 1 项').waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'hidden' });
});
