import { expect, test } from 'vitest';
import { interceptRequests } from '../kit/intercept.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryCard, countryField, countryForm, countryRow, saveCountry } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

const requiredFields = { alpha3Code: 'XAA', continent: 'AS' };

test('the author of a rejected change sees who rejected it, when and why, and can edit it again', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  await editor.change('JP', { symbol: '円' });
  const { id } = await editor.find('JP');
  const reviewer = (await product.open('reviewer', `/country?id=${id}&panel=view`)).page;
  await clickButton(countryCard(reviewer), '驳回…');
  await dialogNamed(reviewer, '驳回这份修改？').getByRole('textbox', { name: '原因' }).fill('用国际通行的符号');
  await clickButton(dialogNamed(reviewer, '驳回这份修改？'), '驳回');
  await toast(reviewer, '已驳回').waitFor();
  await clickButton(countryCard(reviewer), '历史');
  await reviewer.getByRole('button', { name: /^editor 修改：货币符号 已驳回/ }).click();
  await reviewer.getByText('原因: 用国际通行的符号').waitFor();

  const { page } = await product.open('editor', '/');
  const itemRow = page.getByRole('listitem').filter({ hasText: '用国际通行的符号' });
  await itemRow.getByText('reviewer 驳回于').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await itemRow.getByRole('link', { name: '日本' }).click();
  await countryCard(page).getByRole('heading', { name: '你的修改已被驳回' }).waitFor();
  await countryCard(page).getByText('用国际通行的符号').waitFor();
  await clickButton(countryCard(page), '重新编辑');
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('円');
  await countryForm(page).getByText('表单已填入当时的修改').waitFor();
  await countryField(page, '货币符号').fill('￥');
  await saveCountry(page);
  await toast(page, /^已提交审核：/).waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  expect(await page.getByRole('heading', { name: '已驳回' }).count()).toBe(0);
});

test('the card of a rejected record shows a notice that its author can dismiss', async () => {
  const { id } = await (await product.apiAs('editor')).create({
    code: 'XD',
    name: '丁国',
    ...requiredFields,
    alpha3Code: 'XDD',
  });
  await (await product.apiAs('reviewer')).transition('XD', 'reject', '没有这个国家');
  const { page } = await product.open('editor', `/country?id=${id}&panel=view`);
  await countryCard(page).getByRole('heading', { name: '这条记录已被驳回' }).waitFor();
  await clickButton(countryCard(page), '知道了');
  await countryCard(page).getByRole('button', { name: '知道了' }).waitFor({ state: 'detached' });
  await countryCard(page).getByText('没有这个国家').waitFor();
});

test('queue rows stay under the pointer, and a record that has changed must be viewed before approval', async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XE', name: '戊国', ...requiredFields, alpha3Code: 'XEE' });
  await editor.create({ code: 'XF', name: '己国', ...requiredFields, alpha3Code: 'XFF' });
  const { page, expectErrors } = await product.open('reviewer');
  expectErrors(/^412 POST \/dc\/api\/v1\/countries\/\d+\/transitions$/);
  const itemRow = (name: string) => page.locator('li[data-row]').filter({ hasText: name });
  await itemRow('戊国').hover();
  const initialBox = await itemRow('己国').boundingBox();
  await clickButton(itemRow('戊国'), '通过');
  await itemRow('戊国').getByText('已通过', { exact: true }).waitFor();
  expect(await itemRow('己国').boundingBox()).toEqual(initialBox);

  // the page cannot learn of a change that is made after the click
  await interceptRequests(
    page,
    '**/dc/api/v1/countries/*/transitions',
    async (route) => {
      await editor.change('XF', { name: '己国改' });
      await route.continue();
    },
    { times: 1 },
  );
  await clickButton(itemRow('己国'), '通过');
  await toast(page, '己国 刚被他人修改，本次审核未生效，请查看后重新审核').waitFor();
  expect(await editor.find('XF')).toMatchObject({ status: 'pending', version: 2 });
  await itemRow('己国').hover();
  await clickButton(itemRow('己国'), '查看变动');
  await clickButton(itemRow('己国改'), '通过');
  await toast(page, /^已通过 \w+ 己国改$/).waitFor();
  expect(await editor.find('XF')).toMatchObject({ status: 'approved', version: 3 });
});

test('a count on the home page links to the counted records, and open pages show changes by others', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XG', name: '庚国', ...requiredFields, alpha3Code: 'XGG' });
  await editor.change('FR', { symbol: 'F' });
  const { page } = await product.open('reviewer');
  await page.getByRole('link', { name: /^国家\/地区: 审核任务 \d+$/ }).click();
  await waitForPath(page, '/?review=country');
  const tab = page.getByRole('button', { name: /^国家\/地区 \d+$/, pressed: true });
  const count = Number((await tab.innerText()).replaceAll(/\D/g, ''));
  expect(count).toBeGreaterThanOrEqual(2);
  await expect.poll(() => page.getByRole('list', { name: '审核任务' }).getByRole('listitem').count()).toBe(count);

  const list = (await product.open('viewer', '/country?status=pending')).page;
  await countryRow(list, 'XG').waitFor();
  const { page: watchingPage } = await product.open('viewer', '/country');
  await (await product.apiAs('reviewer')).transition('XG', 'approve');
  await countryRow(list, 'XG').waitFor({ state: 'detached', timeout: 40_000 });
  const total = (
    await watchingPage
      .getByRole('link', { name: /^国家\/地区/ })
      .first()
      .innerText()
  ).replaceAll(/\D/g, '');
  await watchingPage.getByRole('button', { name: `全部 ${total}` }).waitFor();
});
