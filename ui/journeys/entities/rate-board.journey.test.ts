import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import {
  chooseOption,
  collectWrites,
  entityLocators,
  expectFieldMessage,
  fillFields,
  saveButton,
  textField,
} from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('the board shows the newest rate of each pair with its change, and all rates on request', async () => {
  const { page } = await product.open('viewer', '/rate-board?base=EUR&quote=CNY');
  const { row } = entityLocators(page, '汇率牌价');
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

test('a rate keeps all digits, cannot sell below buy, warns of large changes, and can be activated by its author', async () => {
  const { page } = await product.open('admin', '/rate-board?base=EUR&quote=CNY');
  const { row, card } = entityLocators(page, '汇率牌价');
  await clickButton(page, '新建牌价');
  const rateDialog = dialogNamed(page, /^新建牌价/);
  const writes = collectWrites(page);
  await chooseOption(rateDialog, '基准货币', 'EUR', /^EUR/);
  await chooseOption(rateDialog, '报价货币', 'CNY', /^CNY/);
  await clickButton(rateDialog, 'ECB');
  await fillFields(rateDialog, { 现汇买入价: '8.9000000002', 现汇卖出价: '8.9000000001', 中间价: '8.90000000010' });
  await expectFieldMessage(textField(rateDialog, '中间价'), /^上一次 \d+\.\d+，变动 \+1\d\.\d+ %，请核对$/);
  await saveButton(rateDialog).click();
  await expectFieldMessage(textField(rateDialog, '现汇卖出价'), '不能低于现汇买入价');
  expect(writes).toEqual([]);
  await fillFields(rateDialog, { 现汇卖出价: '8.9000000003' });
  await saveButton(rateDialog).click();
  await toast(page, /^已创建/).waitFor();
  await card.getByText('8.9000000001', { exact: true }).first().waitFor();
  await card.getByRole('img', { name: '走势' }).waitFor();
  const storedRates = await product.sql(
    'SELECT CAST(buy AS CHAR) AS buy, CAST(sell AS CHAR) AS sell, CAST(middle AS CHAR) AS middle FROM rate_board WHERE created_by = ?',
    ['admin'],
  );
  expect(storedRates).toEqual([{ buy: '8.9000000002', sell: '8.9000000003', middle: '8.9000000001' }]);

  await clickButton(card, '通过');
  await clickButton(card, '启用');
  await card.getByRole('button', { name: '停用' }).waitFor();
  await row('8.9000000001')
    .getByText(/变动超过 5%，请核对/)
    .waitFor({ state: 'attached' });
  await page.getByText('第 1–1 条，共 1 条').waitFor();
  await clickButton(card, '编辑');
  await expect.poll(() => textField(dialogNamed(page, /^编辑牌价/), '中间价').inputValue()).toBe('8.9000000001');
});

test('the time of a rate is in UTC, and so is “today” in its calendar', { tags: ['slow'] }, async () => {
  // At any time, the date in one of these two time zones differs from the date in UTC.
  const timezoneId = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  const { page } = await product.open('admin', '/rate-board', { timezoneId });
  await clickButton(page, '新建牌价');
  const time = dialogNamed(page, /^新建牌价/)
    .getByRole('group', { name: /^报价时间/ })
    .first();
  await clickButton(time, '打开日历');
  const utcDateBefore = new Date().toISOString().slice(0, 10);
  await page.getByRole('button', { name: '今天', exact: true }).click();
  await page.getByRole('button', { name: '今天', exact: true }).waitFor({ state: 'detached' });
  const parts = await time
    .getByRole('spinbutton')
    .evaluateAll((elements) => elements.map((part) => part.textContent ?? ''));
  expect([utcDateBefore, new Date().toISOString().slice(0, 10)]).toContain(parts.slice(0, 3).join('-'));
});
