import { expect, test } from 'vitest';
import { dialog, press, toast } from './kit/country-locators.ts';
import { setUpProduct } from './kit/journey.ts';
import {
  chooseOption,
  expectFieldMessage,
  fillFields,
  kindLocators,
  recordWrites,
  saveButton,
  textField,
} from './kit/kind-locators.ts';

const product = setUpProduct();

test('the board shows the newest rate of each pair with its change, and every rate on demand', async () => {
  const { page } = await product.open('viewer', '/rate-board?base=EUR&quote=CNY');
  const { row } = kindLocators(page, '汇率牌价');
  await page.getByText('第 1–1 条，共 1 条').waitFor();
  const [newest, previous] = await (await product.apiAs('viewer'))
    .call('GET', '/rate-board?base=EUR&quote=CNY&view=all&sort=-quotedAt&page=1&pageSize=10')
    .then(({ items }) => items);
  const pairRow = row('EUR/CNY');
  await pairRow.getByText(newest.middle, { exact: true }).waitFor();
  const percent = (newest.middle / previous.middle - 1) * 100;
  await pairRow.getByText(`${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)} %`).waitFor();
  await pairRow.getByText(`上一次 ${previous.middle}`).waitFor({ state: 'attached' });
  await page.getByRole('radiogroup', { name: '显示' }).getByText('全部').click();
  await page.getByText('第 1–20 条，共 30 条').waitFor();
});

test('a rate keeps all digits, refuses a sell rate below the buy rate, warns of a jump, and is activated by its author', async () => {
  const { page } = await product.open('admin', '/rate-board?base=EUR&quote=CNY');
  const { row, card } = kindLocators(page, '汇率牌价');
  await press(page, '新建牌价');
  const rateDialog = dialog(page, /^新建牌价/);
  const writes = recordWrites(page);
  await chooseOption(rateDialog, '基准货币', 'EUR', /^EUR/);
  await chooseOption(rateDialog, '报价货币', 'CNY', /^CNY/);
  await press(rateDialog, 'ECB');
  await fillFields(rateDialog, { 现汇买入价: '8.9000000002', 现汇卖出价: '8.9000000001', 中间价: '8.90000000010' });
  await expectFieldMessage(textField(rateDialog, '中间价'), /^上一次 \d+\.\d+，变动 \+1\d\.\d+ %，请核对$/);
  await saveButton(rateDialog).click();
  await expectFieldMessage(textField(rateDialog, '现汇卖出价'), '不能低于买入价');
  expect(writes).toEqual([]);
  await fillFields(rateDialog, { 现汇卖出价: '8.9000000003' });
  await saveButton(rateDialog).click();
  await toast(page, '创建成功').waitFor();
  await card.getByText('8.9000000001', { exact: true }).first().waitFor();
  await card.getByRole('img', { name: '走势' }).waitFor();
  const stored = await product.sql(
    'SELECT CAST(buy AS CHAR) AS buy, CAST(sell AS CHAR) AS sell, CAST(middle AS CHAR) AS middle FROM rate_board WHERE created_by = ?',
    ['admin'],
  );
  expect(stored).toEqual([{ buy: '8.9000000002', sell: '8.9000000003', middle: '8.9000000001' }]);

  await press(card, '通过');
  await press(card, '启用');
  await card.getByRole('button', { name: '停用' }).waitFor();
  await row('8.9000000001')
    .getByText(/变动超过 5%，请核对/)
    .waitFor({ state: 'attached' });
  await page.getByText('第 1–1 条，共 1 条').waitFor();
  await press(card, '编辑');
  await expect.poll(() => textField(dialog(page, /^编辑牌价/), '中间价').inputValue()).toBe('8.9000000001');
});

test('the time of a rate is in UTC, and so is “today” in its calendar', { tags: ['slow'] }, async () => {
  // At any hour one of these two time zones is on another day than UTC.
  const timezoneId = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  const { page } = await product.open('admin', '/rate-board', { timezoneId });
  await press(page, '新建牌价');
  const time = dialog(page, /^新建牌价/)
    .getByRole('group', { name: /^报价时间/ })
    .first();
  await press(time, '打开日历');
  const utcDateBefore = new Date().toISOString().slice(0, 10);
  await page.getByRole('button', { name: '今天', exact: true }).click();
  await page.getByRole('button', { name: '今天', exact: true }).waitFor({ state: 'detached' });
  const parts = await time.getByRole('spinbutton').evaluateAll((all) => all.map((part) => part.textContent ?? ''));
  expect([utcDateBefore, new Date().toISOString().slice(0, 10)]).toContain(parts.slice(0, 3).join('-'));
});
