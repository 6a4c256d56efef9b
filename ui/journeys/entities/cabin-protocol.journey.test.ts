import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import {
  chooseOption,
  collectWrites,
  combobox,
  controlGroup,
  entityLocators,
  expectFieldMessage,
  fillFields,
  saveButton,
  saveNewRecord,
  textField,
  typeDigits,
} from '../kit/page/form-controls.ts';
import { failOnPointerUse, hasFocus, tabTo } from '../kit/page/keyboard.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();
const dateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a cabin can be created by keyboard alone, and its code is unique within the airline', {
  tags: ['slow'],
}, async () => {
  const { page, expectErrors } = await product.open('editor', '/cabin');
  failOnPointerUse(page);
  expectErrors(/^409 POST \/dc\/api\/v1\/cabins$/);
  await tabTo(page, page.getByRole('button', { name: '新建舱位' }));
  await page.keyboard.press('Enter');
  await waitForPath(page, /^\/cabin\/form$/);
  await expect.poll(() => hasFocus(textField(page, '代码'))).toBe(true);
  await page.keyboard.type('y');
  await tabTo(page, textField(page, '名称'));
  await page.keyboard.type('试验舱');
  for (const [name, typed, option] of [
    ['航空公司', 'CA', /^CA/],
    ['舱位等级', '公务', /公务舱/],
  ] as const) {
    await tabTo(page, combobox(page, name));
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: option }).first().waitFor();
    await page.keyboard.press('Enter');
  }
  await tabTo(page, textField(page, '排序'));
  await page.keyboard.type('7');
  await tabTo(page, page.getByRole('button', { name: 'A', exact: true }));
  await page.keyboard.type('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await controlGroup(page, '订座舱位').getByText('3 / 26').waitFor();
  await page.keyboard.press('Control+s');
  await expectFieldMessage(textField(page, '代码'), '舱位代码已存在');

  await expect.poll(() => hasFocus(textField(page, '代码'))).toBe(true);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('xx');
  await page.keyboard.press('Control+s');
  await toast(page, /^已创建/).waitFor();
  await waitForPath(page, /^\/cabin\/form\?id=\d+$/);
  expect(await (await product.apiAs('viewer')).resource('/cabins').find('XX')).toMatchObject({
    name: '试验舱',
    airline: 'CA',
    cabinClass: 'business',
    order: 7,
    bookingClasses: ['A', 'M', 'N'],
  });
});

test('an agreement accepts typed dates and several countries, and cannot end before it starts', async () => {
  const { page } = await product.open('editor', '/protocol/form');
  const writes = collectWrites(page);
  await fillFields(page, { 代码: 'x-2027', 名称: '试验协议', 供应商: '试验公司' });
  await chooseOption(page, '类型', '酒店', /酒店/);
  await chooseOption(page, '适用国家/地区', '日本', /^JP/);
  await chooseOption(page, '适用国家/地区', 'france', /^FR/);
  await typeDigits(page, '生效日期', '20271001');
  await typeDigits(page, '截止日期', '20270930');
  await controlGroup(page, '截止日期').getByText('早于开始日期').waitFor();
  await saveButton(page).click();
  await expectFieldMessage(controlGroup(page, '截止日期'), '不能早于生效日期');
  expect(writes).toEqual([]);
  await typeDigits(page, '截止日期', '20271031');
  await saveNewRecord(page);
  expect(await (await product.apiAs('viewer')).resource('/protocols').find('X-2027')).toMatchObject({
    type: 'hotel',
    countries: ['JP', 'FR'],
    validFrom: '2027-10-01',
    validTo: '2027-10-31',
  });
});

test('the list of agreements marks and filters expired and soon expiring ones', {
  tags: ['slow'],
}, async () => {
  const { create } = (await product.apiAs('editor')).resource('/protocols');
  for (const [code, days] of Object.entries({ 'Z-PAST': -1, 'Z-SOON': 30, 'Z-LATER': 31 }))
    await create({ code, name: code, validTo: dateInDays(days) });
  const { page } = await product.open('viewer', '/protocol?q=Z-');
  const { row, grid } = entityLocators(page, '供应商协议');
  await row('Z-PAST').getByText('已过期').waitFor();
  await row('Z-SOON').getByText('即将到期').waitFor();
  await row('Z-LATER').waitFor();
  expect(
    await row('Z-LATER')
      .getByText(/已过期|即将到期/)
      .count(),
  ).toBe(0);
  await clickButton(page, '筛选');
  const filters = dialogNamed(page, '添加筛选条件');
  await clickButton(filters, '有效期');
  await clickButton(filters, '即将到期');
  await waitForPath(page, /validity=ending/);
  await row('Z-PAST').waitFor({ state: 'detached' });
  await expect.poll(() => grid.getByRole('checkbox', { name: /^选择 Z-/ }).count()).toBe(1);
});

test('the list and its filter count days to the end in the time zone of the viewer', {
  tags: ['slow'],
}, async () => {
  // At any time, the date in one of these two time zones differs from the date in UTC.
  const isLate = new Date().getUTCHours() >= 10;
  const [timezoneId, days] = isLate ? (['Pacific/Kiritimati', 1] as const) : (['Pacific/Pago_Pago', -1] as const);
  const { create } = (await product.apiAs('editor')).resource('/protocols');
  for (const [code, daysUntilEnd] of Object.entries({ 'Y-PAST': days - 1, 'Y-TODAY': days, 'Y-SOON': days + 30 }))
    await create({ code, name: code, validTo: dateInDays(daysUntilEnd) });
  const { page } = await product.open('viewer', '/protocol?q=Y-', { timezoneId });
  const { row, grid } = entityLocators(page, '供应商协议');
  await row('Y-PAST').getByText('已过期').waitFor();
  await row('Y-TODAY').getByText('即将到期').waitFor();
  await row('Y-SOON').getByText('即将到期').waitFor();
  await page.goto('/protocol?q=Y-&validity=ending');
  await row('Y-SOON').waitFor();
  await expect.poll(() => grid.getByRole('checkbox', { name: /^选择 Y-/ }).count()).toBe(2);
  await row('Y-TODAY').waitFor();
});
