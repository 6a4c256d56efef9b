import { expect, test } from 'vitest';
import { aProduct, arrive } from './kit/journey.ts';
import { choice, dialog, grid, pick, press, row, rows, toast } from './kit/screen.ts';

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

test('each of hundreds of options is reached without typing, in a field and in a filter', async () => {
  const { page } = await product.open('editor', '/country?panel=new');
  const options = page.getByRole('option');
  await choice(page, '货币').click();
  await options.first().waitFor();
  await choice(page, '货币').click();
  const count = Number(await options.first().getAttribute('aria-setsize'));
  expect(count).toBeGreaterThan(250);
  await choice(page, '货币').press('End');
  await page.locator(`[role="option"][aria-posinset="${count}"]`).waitFor();
  expect(await options.count()).toBeLessThan(60);
  const last = (await options.last().innerText()).split('\n')[0] ?? '';
  await choice(page, '货币').press('Enter');
  expect(last).toMatch(/^[A-Z]{3}$/);

  await page.goto('/country');
  await press(page, '筛选');
  const menu = dialog(page, '添加筛选条件');
  await press(menu, '货币');
  const found = menu.getByRole('listitem').getByRole('button');
  await found.first().waitFor();
  expect(await found.count()).toBeLessThan(60);
  const wanted = menu.getByRole('button', { name: new RegExp(`^${last}`) });
  await found.first().focus();
  for (let presses = 0; presses < count && !(await wanted.isVisible()); presses += 10)
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowDown');
  await wanted.click();
  await arrive(page, new RegExp(`^/country\\?currency=${last}$`));
});

test('a column keeps the width that it is dragged to, until a double click', async () => {
  const { page } = await product.open('viewer', '/country');
  const head = page.getByRole('columnheader', { name: '三字代码' });
  const widthOf = async () => Math.round((await head.boundingBox())?.width ?? 0);
  await row(page, 'AF').waitFor();
  const before = await widthOf();
  const handle = await head.locator('.resizer').boundingBox();
  if (!handle) throw new Error('The column has no handle.');
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(widthOf).toBe(before + 60);
  await page.reload();
  await expect.poll(widthOf).toBe(before + 60);
  await head.locator('.resizer').dblclick();
  await expect.poll(widthOf).toBe(before);
});
