import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import {
  chooseOption,
  collectWrites,
  combobox,
  entityLocators,
  expectFieldMessage,
  fillFields,
  saveButton,
  textField,
} from '../kit/page/form-controls.ts';
import { clickButton, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('a city form finds the country by code or name, derives the continent, and accepts a Chinese code only in China', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/city?panel=new');
  const { panel, card } = entityLocators(page, '城市');
  const writes = collectWrites(page);
  await fillFields(panel, { 代码: 'xct', 名称: '试验城' });
  for (const typed of ['CN', 'china', 'zhongguo', '中国']) {
    await combobox(panel, '国家/地区').fill(typed);
    const firstOption = page.getByRole('option').first();
    await expect.poll(() => firstOption.textContent(), { message: typed }).toMatch(/^CN中国/);
    await combobox(panel, '国家/地区').fill('');
    await page.getByRole('option', { name: /^CN/ }).waitFor({ state: 'detached' });
  }
  await chooseOption(panel, '国家/地区', '中国', /^CN/);
  await expect.poll(() => combobox(panel, '大洲').inputValue()).toBe('亚洲');
  await panel.getByText('由国家/地区得出，可改').waitFor();
  await fillFields(panel, { 行政区划代码: '990101' });

  await chooseOption(panel, '国家/地区', 'FR', /^FR/);
  await expect.poll(() => combobox(panel, '大洲').inputValue()).toBe('欧洲');
  await saveButton(panel).click();
  await expectFieldMessage(textField(panel, '行政区划代码'), '只用于中国大陆的城市');
  expect(writes).toEqual([]);
  await fillFields(panel, { 行政区划代码: '' });
  await chooseOption(panel, '大洲', '非洲', /非洲/);
  expect(await panel.getByText('由国家/地区得出，可改').count()).toBe(0);
  await saveButton(panel).click();
  await toast(page, /^已创建/).waitFor();
  await card.getByText('试验城').first().waitFor();
  await card.getByText('法国').waitFor();
  const city = await (await product.apiAs('viewer')).resource('/cities').find('XCT');
  expect(city).toMatchObject({ country: 'FR', continent: 'AF', cnCode: null });
});

test('an airline keeps leading zeros of its accounting code and accepts only http URLs as its website', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/airline');
  const { panel, card, row } = entityLocators(page, '航空公司');
  await page.getByRole('button', { name: '新建航空公司' }).click();
  const writes = collectWrites(page);
  await fillFields(panel, { 代码: 'q0', 名称: '试验航空', 'IATA 结算代码': '007', 官网: 'javascript:alert(1)' });
  await chooseOption(panel, '类型', '低成本', /低成本/);
  await saveButton(panel).click();
  await expectFieldMessage(textField(panel, '官网'), '须为 http:// 或 https:// 开头的网址');
  expect(writes).toEqual([]);
  await fillFields(panel, { 官网: 'https://q0.example' });
  await saveButton(panel).click();
  await toast(page, /^已创建/).waitFor();
  await card.getByRole('link', { name: 'https://q0.example' }).waitFor();
  await card.getByText('007', { exact: true }).waitFor();
  await page.getByRole('searchbox', { name: '在列表中搜索' }).fill('007');
  await row('试验航空').getByRole('gridcell', { name: '007', exact: true }).waitFor();
  const storedRows = await product.sql("SELECT iata_accounting_code AS code FROM airline WHERE code = 'Q0'");
  expect(storedRows).toEqual([{ code: '007' }]);
});

test('incomplete records are counted above their list, and each can be completed at the field that it lacks', async () => {
  const editor = await product.apiAs('editor');
  const cities = editor.resource('/cities');
  await cities.create({ code: 'YYA', name: '甲城' });
  await cities.create({ code: 'YYB', name: '乙城' });
  const { page } = await product.open('editor', '/city');
  await page.getByRole('link', { name: '待补充 2 条' }).click();
  await waitForPath(page, '/city?incomplete=true');
  const grid = page.getByRole('grid');
  await expect.poll(() => grid.getByRole('row').count()).toBe(3);
  expect(await grid.getByRole('img', { name: /国家\/地区$/ }).count()).toBe(2);

  await clickButton(page, '补充下一条');
  await waitForPath(page, /^\/city\?incomplete=true&id=\d+&field=\/country&panel=edit$/);
  const { panel } = entityLocators(page, '城市');
  const country = combobox(panel, '国家/地区');
  await expect.poll(() => country.evaluate((input) => input === document.activeElement)).toBe(true);
  await chooseOption(panel, '国家/地区', '中国', /^CN/);
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: '待补充 1 条' }).waitFor();
});
