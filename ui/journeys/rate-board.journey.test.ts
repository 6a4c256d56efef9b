import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { fill, kindOn, saveButton, saysAt, take, text, writesOf } from './kit/kind.ts';
import { dialog, press, toast } from './kit/screen.ts';

const product = aProduct();

test('the board shows the newest rate of each pair with its change, and all of them on demand', async () => {
  const { page } = await product.open('viewer', '/rate-board?base=EUR&quote=CNY');
  const { row } = kindOn(page, '汇率牌价');
  await page.getByText('第 1–1 条，共 1 条').waitFor();
  const [newest, before] = await (await product.as('viewer'))
    .call('GET', '/rate-board?base=EUR&quote=CNY&view=all&sort=-quotedAt&page=1&pageSize=10')
    .then(({ items }) => items);
  const shown = row('EUR/CNY');
  await shown.getByText(newest.middle, { exact: true }).waitFor();
  const percent = (newest.middle / before.middle - 1) * 100;
  await shown.getByText(`${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)} %`).waitFor();
  await shown.getByText(`上一次 ${before.middle}`).waitFor({ state: 'attached' });
  await page.getByRole('radiogroup', { name: '显示' }).getByText('全部').click();
  await page.getByText('第 1–20 条，共 30 条').waitFor();
});

test('a rate is entered exactly: selling below buying is refused, a jump is doubted, its author puts it up', async () => {
  const { page } = await product.open('admin', '/rate-board?base=EUR&quote=CNY');
  const { row, card } = kindOn(page, '汇率牌价');
  await press(page, '新建牌价');
  const entry = dialog(page, /^新建牌价/);
  const sent = writesOf(page);
  await take(entry, '基准货币', 'EUR', /^EUR/);
  await take(entry, '报价货币', 'CNY', /^CNY/);
  await press(entry, 'ECB');
  await fill(entry, { 现汇买入价: '8.9000000002', 现汇卖出价: '8.9000000001', 中间价: '8.90000000010' });
  await saysAt(text(entry, '中间价'), /^上一次 \d+\.\d+，变动 \+1\d\.\d+ %，请核对$/);
  await saveButton(entry).click();
  await saysAt(text(entry, '现汇卖出价'), '不能低于买入价');
  expect(sent).toEqual([]);
  await fill(entry, { 现汇卖出价: '8.9000000003' });
  await saveButton(entry).click();
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
  await expect.poll(() => text(dialog(page, /^编辑牌价/), '中间价').inputValue()).toBe('8.9000000001');
});

test('the time of a rate is in UTC, and so is the day that its calendar calls today', { tags: ['slow'] }, async () => {
  // at any hour it is another day in one of the two than by UTC
  const timezoneId = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  const { page } = await product.open('admin', '/rate-board', { timezoneId });
  await press(page, '新建牌价');
  const time = dialog(page, /^新建牌价/)
    .getByRole('group', { name: /^报价时间/ })
    .first();
  await press(time, '打开日历');
  const before = new Date().toISOString().slice(0, 10);
  await page.getByRole('button', { name: '今天', exact: true }).click();
  await page.getByRole('button', { name: '今天', exact: true }).waitFor({ state: 'detached' });
  const parts = await time.getByRole('spinbutton').evaluateAll((all) => all.map((part) => part.textContent ?? ''));
  expect([before, new Date().toISOString().slice(0, 10)]).toContain(parts.slice(0, 3).join('-'));
});
