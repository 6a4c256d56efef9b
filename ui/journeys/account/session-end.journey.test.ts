import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryCard, countryField, countryForm, saveCountry } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const presence = {
  record: { version: 1, updatedBy: 'editor', updateTime: '2026-11-26T08:00:00Z', proposal: null },
  editors: [],
};

/** Opens a form that does not watch its record, as the stream would notice within seconds that the session has ended. */
async function openUnwatched(formPath: string) {
  const window = await product.open('editor', '/403');
  await window.page.route('**/api/v1/presence**', (route) =>
    route.fulfill(
      route.request().url().includes('/events')
        ? { status: 204 }
        : { json: { code: 200, message: 'OK', data: route.request().method() === 'GET' ? presence : {} } },
    ),
  );
  await window.page.goto(formPath);
  return window;
}

/** Ends all sessions once the page is idle, so that the next save is the first request to get a 401. */
async function endSessions(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await product.sql('UPDATE session SET revoke_time = NOW(3)');
}

/** Signs in again, which returns to the form where the session ended. */
async function signInAgain(page: Page): Promise<void> {
  await waitForPath(page, /^\/login\?to=\/country\?.*panel=/);
  await clickButton(page, /^editor/);
  await clickButton(page, '登录');
  await waitForPath(page, /^\/country\?.*panel=/);
  await countryForm(page).getByText('有一份未保存的草稿').waitFor();
}

test('a draft survives the end of the session, is hidden on /login, and can be continued after sign-in', async () => {
  const { id } = await (await product.apiAs('editor')).create({ code: 'XA', name: '原名', symbol: 'A' });
  const { page, expectErrors } = await openUnwatched(`/country?id=${id}&panel=edit`);
  expectErrors(/^401 PUT \/dc\/api\/v1\/countries\/\d+$/);
  await countryField(page, '名称').fill('没存上的名称');
  await endSessions(page);
  await saveCountry(page);
  await toast(page, '登录已过期，请重新登录').waitFor();
  expect(await page.getByText(/未保存的草稿|没存上的名称/).count()).toBe(0);
  await signInAgain(page);

  await page.goto('/');
  await page.getByText('没存上的名称').waitFor();
  await page.getByRole('link', { name: '继续编辑' }).click();
  await waitForPath(page, /panel=edit/);
  await countryForm(page)
    .getByText(/^有一份未保存的草稿（今天 .*）。$/)
    .waitFor();
  await expect.poll(() => countryField(page, '名称').inputValue()).toBe('原名');
  await clickButton(countryForm(page), '继续编辑');
  await expect.poll(() => countryField(page, '名称').inputValue()).toBe('没存上的名称');
  await saveCountry(page);
  await toast(page, /^已更新/).waitFor();
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({ name: '没存上的名称', version: 2 });
  await clickButton(countryCard(page), '编辑');
  await countryField(page, '名称').waitFor();
  expect(await countryForm(page).getByText('未保存的草稿').count()).toBe(0);
});

test('a draft is merged with changes that others have made since', { tags: ['slow'] }, async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XB', name: '原名', symbol: 'A' });
  const { page, expectErrors } = await openUnwatched(`/country?id=${id}&panel=edit`);
  expectErrors(/^401 PUT \/dc\/api\/v1\/countries\/\d+$/);
  await countryField(page, '名称').fill('我的名称');
  await endSessions(page);
  await saveCountry(page);
  await signInAgain(page);
  await (await product.apiAs('admin')).change('XB', { name: '对方名称', symbol: 'B' });

  await page.goto(`/country?id=${id}&panel=edit`);
  await clickButton(countryForm(page), '继续编辑');
  const conflictDialog = dialogNamed(page, '这条记录在你编辑时已被更新');
  await conflictDialog.getByRole('radio', { name: /^名称.*我的名称/ }).check();
  await clickButton(conflictDialog, /^保存为 v3/);
  await toast(page, /^已更新/).waitFor();
  expect(await (await product.apiAs('viewer')).find('XB')).toMatchObject({ name: '我的名称', symbol: 'B', version: 3 });
});

test('the draft of a new record is offered after sign-in and can be discarded', { tags: ['slow'] }, async () => {
  const { page, expectErrors } = await product.open('editor', '/country?panel=new');
  expectErrors(/^401 POST \/dc\/api\/v1\/countries$/);
  await countryField(page, '代码').fill('XC');
  await countryField(page, '名称').fill('没存上的国家');
  await endSessions(page);
  await saveCountry(page);
  await signInAgain(page);
  await clickButton(countryForm(page), '丢弃草稿');
  expect(await countryField(page, '名称').inputValue()).toBe('');
  await page.reload();
  await countryField(page, '名称').waitFor();
  expect(await countryForm(page).getByText('未保存的草稿').count()).toBe(0);
});
