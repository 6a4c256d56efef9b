import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProduct, arrive, place } from './kit/journey.ts';
import { card, dialog, field, form, press } from './kit/screen.ts';

const product = aProduct({ reducedMotion: 'no-preference' });

const question = (page: Page) => dialog(page, '离开并放弃未保存的更改？');
const home = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' });

async function editJapan() {
  const { id } = await (await product.as('viewer')).find('JP');
  const { page } = await product.open('editor', `/country?id=${id}&panel=view`);
  await press(card(page), '编辑');
  await field(page, '货币符号').waitFor();
  return { page };
}

test('leaving a form with something typed asks: staying keeps it, leaving drops it', async () => {
  const { page } = await editJapan();
  await field(page, '货币符号').fill('円');
  await form(page).getByText('1 处未保存').waitFor();
  for (const leave of [() => home(page).click(), () => press(form(page), '关闭'), () => page.goBack()]) {
    await leave();
    await press(question(page), '继续编辑');
    await question(page).waitFor({ state: 'detached' });
    expect(place(page)).toMatch(/panel=edit/);
    await expect.poll(() => field(page, '货币符号').inputValue()).toBe('円');
  }
  await page.getByRole('button', { name: /^启用/ }).click();
  await arrive(page, /status=active.*panel=edit|panel=edit.*status=active/);
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('円');

  await home(page).click();
  await press(question(page), '放弃并离开');
  await arrive(page, /^\/$/);
  await page.goBack();
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥');
});

test('a form with nothing typed is left without a question, one whose changes are discarded too', async () => {
  const { page } = await editJapan();
  await field(page, '货币符号').fill('円');
  await press(form(page), '放弃更改');
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥');
  await press(form(page), '关闭');
  await card(page).waitFor();
  await home(page).click();
  await arrive(page, /^\/$/);
});

test('the browser itself asks before a reload loses what is typed', async () => {
  const { page } = await editJapan();
  const asked: string[] = [];
  let answer: 'stay' | 'leave' = 'stay';
  page.on('dialog', (shown) => {
    asked.push(shown.type());
    void (answer === 'stay' ? shown.dismiss() : shown.accept());
  });
  await field(page, '货币符号').click();
  await page.keyboard.type('円');
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥円');
  answer = 'leave';
  await page.reload();
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥');
  expect(asked).toEqual(['beforeunload', 'beforeunload']);
  await page.reload();
  await field(page, '货币符号').waitFor();
  expect(asked).toHaveLength(2);
});
