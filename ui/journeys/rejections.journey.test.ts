import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { card, dialog, field, form, press, row, save, toast } from './kit/screen.ts';

const product = aProduct();

const whole = { alpha3Code: 'XAA', continent: 'AS' };

test('the author of a rejected change sees who, when and why, and takes it up again', async () => {
  const editor = await product.as('editor');
  await editor.change('JP', { symbol: '円' });
  const { id } = await editor.find('JP');
  const reviewer = (await product.open('reviewer', `/country?id=${id}&panel=view`)).page;
  await press(card(reviewer), '驳回…');
  await dialog(reviewer, '驳回这份修改？').getByRole('textbox', { name: '原因' }).fill('用国际通行的符号');
  await press(dialog(reviewer, '驳回这份修改？'), '驳回');
  await toast(reviewer, '已驳回').waitFor();
  await press(card(reviewer), '历史');
  await reviewer.getByRole('button', { name: /^editor 修改货币符号 已驳回/ }).click();
  await reviewer.getByText('原因: 用国际通行的符号').waitFor();

  const { page } = await product.open('editor', '/');
  const line = page.getByRole('listitem').filter({ hasText: '用国际通行的符号' });
  await line.getByText('reviewer 驳回于').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await line.getByRole('link', { name: '日本' }).click();
  await card(page).getByRole('heading', { name: '你的修改已被驳回' }).waitFor();
  await card(page).getByText('用国际通行的符号').waitFor();
  await press(card(page), '重新编辑');
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('円');
  await form(page).getByText('表单已填入当时的修改').waitFor();
  await field(page, '货币符号').fill('￥');
  await save(page);
  await toast(page, '已提交审核，由另一人通过后生效').waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  expect(await page.getByRole('heading', { name: '被驳回' }).count()).toBe(0);
});

test('a rejected record says so on its card and to its author, who dismisses the notice', async () => {
  const { id } = await (await product.as('editor')).create({ code: 'XD', name: '丁国', ...whole, alpha3Code: 'XDD' });
  await (await product.as('reviewer')).transition('XD', 'reject', '没有这个国家');
  const { page } = await product.open('editor', `/country?id=${id}&panel=view`);
  await card(page).getByRole('heading', { name: '这条记录已被驳回' }).waitFor();
  await press(card(page), '知道了');
  await card(page).getByRole('button', { name: '知道了' }).waitFor({ state: 'detached' });
  await card(page).getByText('没有这个国家').waitFor();
});

test('rows at home stay under the pointer, and what changed meanwhile is shown before it is approved', async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XE', name: '戊国', ...whole, alpha3Code: 'XEE' });
  await editor.create({ code: 'XF', name: '己国', ...whole, alpha3Code: 'XFF' });
  const { page, foresee } = await product.open('reviewer');
  foresee(/^412 POST \/dc\/api\/v1\/countries\/\d+\/transitions$/);
  const line = (name: string) => page.locator('li[data-row]').filter({ hasText: name });
  await line('戊国').hover();
  const before = await line('己国').boundingBox();
  await press(line('戊国'), '通过');
  await line('戊国').getByText('已通过', { exact: true }).waitFor();
  expect(await line('己国').boundingBox()).toEqual(before);

  await editor.change('XF', { name: '己国改' });
  await line('己国').hover();
  await press(line('己国'), '通过');
  await toast(page, '己国 刚有变动，没有通过，请看过再定').waitFor();
  expect(await editor.find('XF')).toMatchObject({ status: 'pending', version: 2 });
  await line('己国').hover();
  await press(line('己国'), '查看变动');
  await press(line('己国改'), '通过');
  await toast(page, '已通过 己国改').waitFor();
  expect(await editor.find('XF')).toMatchObject({ status: 'approved', version: 3 });
});

test('a number at home leads to exactly what it counts, and open pages follow what others do', async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XG', name: '庚国', ...whole, alpha3Code: 'XGG' });
  await editor.change('FR', { symbol: 'F' });
  const { page } = await product.open('reviewer');
  await page.getByRole('link', { name: /^国家\/地区: 审核任务 \d+$/ }).click();
  await arrive(page, '/?review=country');
  const tab = page.getByRole('button', { name: /^国家\/地区 \d+$/, pressed: true });
  const count = Number((await tab.innerText()).replaceAll(/\D/g, ''));
  expect(count).toBeGreaterThanOrEqual(2);
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(count);

  const list = (await product.open('viewer', '/country?status=pending')).page;
  await row(list, 'XG').waitFor();
  const { page: watcher } = await product.open('viewer', '/country');
  await (await product.as('reviewer')).transition('XG', 'approve');
  await row(list, 'XG').waitFor({ state: 'detached', timeout: 40_000 });
  const total = (
    await watcher
      .getByRole('link', { name: /^国家\/地区/ })
      .first()
      .innerText()
  ).replaceAll(/\D/g, '');
  await watcher.getByRole('button', { name: `全部 ${total}` }).waitFor();
});
