import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryGrid } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct();

async function openFilter(page: Page, name: string) {
  await clickButton(page, '筛选');
  const menu = dialogNamed(page, '添加筛选条件');
  await menu.getByRole('button', { name, exact: true }).click();
  return menu;
}

test('a condition is negated, takes several values, and says so in words', async () => {
  const { page } = await product.open('viewer', '/airport');
  const menu = await openFilter(page, '国家/地区');
  await clickButton(menu, '比较方式：是');
  await clickButton(menu, '不是');
  for (const [typed, option] of [
    ['中国', /^CN 中国/],
    ['日本', /^JP 日本/],
  ] as const) {
    await menu.getByRole('searchbox').fill(typed);
    await menu.getByRole('button', { name: option }).click();
  }
  await clickButton(menu, '确定');
  await waitForPath(page, /^(?=.*country=CN,JP)(?=.*not=country)/);
  await page.getByRole('button', { name: '国家/地区 不是 中国、日本', exact: true }).waitFor();

  await page.getByRole('button', { name: '国家/地区 不是 中国、日本', exact: true }).click();
  const editor = dialogNamed(page, '国家/地区');
  await clickButton(editor, '比较方式：不是');
  await clickButton(editor, '为空');
  await waitForPath(page, /^(?!.*country=)(?!.*not=)(?=.*empty=country)/);
  await page.getByRole('button', { name: '国家/地区 为空', exact: true }).waitFor();
  await page.getByText('没有符合条件的机场').waitFor();
  await clickButton(page, '移除 国家/地区');
  await waitForPath(page, /^\/airport$/);
});

test('a range is entered, and an address with impossible conditions is corrected', async () => {
  const { page } = await product.open('viewer', '/airport?latitude=40..30&not=country&continent=AS,XX&empty=name');
  await waitForPath(page, /^\/airport\?continent=AS$/);
  const menu = await openFilter(page, '纬度');
  await menu.getByRole('textbox', { name: '从' }).fill('30');
  await menu.getByRole('textbox', { name: '到' }).fill('31.5');
  await clickButton(menu, '确定');
  await waitForPath(page, /latitude=30\.\.31\.5/);
  await page.getByRole('button', { name: '纬度 30 – 31.5', exact: true }).waitFor();
});

test('Shift adds columns to the order of a list, by pointer and by key', async () => {
  const { page } = await product.open('viewer', '/country');
  const head = (name: RegExp) => countryGrid(page).getByRole('columnheader', { name });
  await clickButton(head(/^大洲/), /大洲/);
  await waitForPath(page, /sort=continent$/);
  await head(/^名称/)
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await waitForPath(page, /sort=continent,name$/);
  await head(/^名称/).getByRole('button').focus();
  await page.keyboard.press('Shift+Enter');
  await waitForPath(page, /sort=continent,-name$/);
  await expect.poll(() => head(/^名称/).textContent()).toMatch(/2$/);
  await expect.poll(() => head(/^大洲/).textContent()).toMatch(/1$/);
  await clickButton(head(/^代码/), /代码/);
  await waitForPath(page, /sort=code$/);
});
