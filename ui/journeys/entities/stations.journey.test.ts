import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import {
  chooseOption,
  collectWrites,
  combobox,
  controlGroup,
  expectFieldMessage,
  fillFields,
  saveButton,
  saveNewRecord,
  textField,
  typeDigits,
} from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('a European station derives its code from the UIC code and stores the codes of its operators', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/eu-stations/form');
  await fillFields(page, { 'UIC 代码': '8099991', 名称: 'Trial Hbf' });
  await expect.poll(() => textField(page, '代码').inputValue()).toBe('8099991');
  await chooseOption(page, '国家/地区', 'FR', /^FR/);
  await expectFieldMessage(textField(page, 'UIC 代码'), '前两位不是所选国家/地区的 UIC 国家代码');
  await clickButton(page, '编辑铁路信息');
  const railDialog = dialogNamed(page, '编辑铁路信息');
  await clickButton(railDialog, '添加代码');
  await fillFields(railDialog, { 运营商: 'db', 代码: '#1' });
  await clickButton(railDialog, '确定');
  await expectFieldMessage(textField(railDialog, '代码'), '须为 1 至 40 个字母或数字');
  await fillFields(railDialog, { 代码: '8012345' });
  await railDialog.getByRole('checkbox', { name: '城市主站' }).check();
  for (const close of [
    () => page.keyboard.press('Escape'),
    ...['关闭', '取消'].map((name) => () => clickButton(railDialog, name)),
  ]) {
    await close();
    await railDialog.getByText('放弃已填写的内容？').waitFor();
    await clickButton(railDialog, '继续编辑');
    await railDialog.getByText('放弃已填写的内容？').waitFor({ state: 'detached' });
  }
  await clickButton(railDialog, '确定');
  await railDialog.waitFor({ state: 'detached' });
  await controlGroup(page, '运营商代码').getByText('8012345').waitFor();
  await saveNewRecord(page);
  const station = await (await product.apiAs('viewer')).resource('/eu-stations').find('8099991');
  expect(station).toMatchObject({ isMain: true, operatorCodes: [{ operator: 'DB', code: '8012345' }] });
  expect(station.warnings).toMatchObject([{ pointer: '/uicCode', rule: 'uicPrefix' }]);
});

test('the form refuses a station as its own parent, and the server refuses longer cycles at the same field', {
  tags: ['slow'],
}, async () => {
  const stations = (await product.apiAs('editor')).resource('/eu-stations');
  const upper = await stations.create({ uicCode: '8099992', name: 'Upper' });
  await stations.create({ uicCode: '8099993', name: 'Lower', parent: '8099992' });
  const { page, expectErrors } = await product.open('editor', `/eu-stations/form?id=${upper.id}`);
  expectErrors(/^422 PUT \/dc\/api\/v1\/eu-stations\/\d+$/);
  const writes = collectWrites(page);
  await clickButton(page, '编辑铁路信息');
  const railDialog = dialogNamed(page, '编辑铁路信息');
  await chooseOption(railDialog, '上级车站', '8099992', /Upper/);
  await clickButton(railDialog, '确定');
  await expectFieldMessage(combobox(railDialog, '上级车站'), '上级车站不能是它自己或它的下级');
  await chooseOption(railDialog, '上级车站', '8099993', /Lower/);
  await clickButton(railDialog, '确定');
  await railDialog.waitFor({ state: 'detached' });
  expect(writes).toEqual([]);
  await saveButton(page).click();
  await expectFieldMessage(controlGroup(page, '上级车站'), '上级车站不能是它自己或它的下级');
});

test('a train station derives its code from the telegraph code, and stores nearby airports and opening hours', async () => {
  const { page } = await product.open('editor', '/train-station/form');
  await fillFields(page, { 电报码: 'xqz', 名称: 'Trial Station' });
  await expect.poll(() => textField(page, '代码').inputValue()).toBe('XQZ');
  await chooseOption(page, '城市', '北京', /^BJS/);
  await fillFields(page, { 纬度: '39.902318', 经度: '116.421034' });
  await clickButton(page, /^采用 PEK 24\.\d km、PKX 44\.\d km/);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'PKX' })
    .getByText(/^44\.\d km$/)
    .waitFor();

  const addHours = async (days: string) => {
    await clickButton(page, '添加一组');
    await page.getByRole('menuitem', { name: days }).click();
  };
  await addHours('周一至周五');
  await typeDigits(page, '周一至周五 开门', '0530');
  await typeDigits(page, '周一至周五 关门', '0130');
  const weekdayHours = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: '删除周一至周五的时段' }) });
  await weekdayHours.getByText('次日').waitFor();
  await addHours('其余：周六、周日');
  await clickButton(page, /^全天 周六、周日/);
  await saveNewRecord(page);
  expect(await (await product.apiAs('viewer')).resource('/train-stations').find('XQZ')).toMatchObject({
    code: 'XQZ',
    airports: [{ airport: 'PEK' }, { airport: 'PKX' }],
    openingHours: [
      { days: ['MO', 'TU', 'WE', 'TH', 'FR'], opens: '05:30', closes: '01:30' },
      { days: ['SA', 'SU'], opens: '00:00', closes: '24:00' },
    ],
  });
});

test('renaming a verified station resets its verification, which the form announces before saving', {
  tags: ['slow'],
}, async () => {
  const stations = (await product.apiAs('editor')).resource('/train-stations');
  const { id } = await stations.create({ telegraphCode: 'XQV', name: 'Checked Station' });
  const { page } = await product.open('editor', `/train-station/form?id=${id}`);
  const verification = page.getByRole('radiogroup', { name: '核验状态' });
  await verification.getByRole('radio', { name: '已核验' }).click();
  await fillFields(page, { 依据网址: 'ftp://kyfw.12306.cn' });
  await saveButton(page).click();
  await expectFieldMessage(textField(page, '依据网址'), '须为 http:// 或 https:// 开头的网址');
  await fillFields(page, { 依据网址: 'https://kyfw.12306.cn/' });
  await saveButton(page).click();
  await toast(page, /^已更新/).waitFor();
  await page.getByRole('definition').filter({ hasText: 'editor' }).first().waitFor();
  expect(await stations.find('XQV')).toMatchObject({ verification: { state: 'verified', by: 'editor' } });

  await fillFields(page, { 名称: 'Renamed Station' });
  await page.getByRole('status').getByText('已改动名称：保存后核验状态会恢复为“未核验”，须重新核验。').waitFor();
  await saveButton(page).click();
  await expect.poll(() => verification.getByRole('radio', { name: '未核验' }).isChecked()).toBe(true);
  expect(await stations.find('XQV')).toMatchObject({
    name: 'Renamed Station',
    verification: { state: 'unverified', by: null },
  });
});
