import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { combo, fill, group, saveButton, saveNew, saysAt, take, text, typeDate, writesOf } from './kit/kind.ts';
import { dialog, press, toast } from './kit/screen.ts';

const product = aProduct();

test('a European station takes its code from the UIC number, and holds its operators’ own codes', async () => {
  const { page } = await product.open('editor', '/eu-stations/form');
  await fill(page, { 'UIC 代码': '8099991', 名称: 'Trial Hbf' });
  await expect.poll(() => text(page, '代码').inputValue()).toBe('8099991');
  await take(page, '国家/地区', 'FR', /^FR/);
  await saysAt(text(page, 'UIC 代码'), '前两位不是所选国家的 UIC 代码');
  await press(page, '编辑铁路信息');
  const rail = dialog(page, '编辑铁路信息');
  await press(rail, '添加代码');
  await fill(rail, { 运营商: 'db', 代码: '#1' });
  await press(rail, '确定');
  await saysAt(text(rail, '代码'), '须为 1 至 40 个字母或数字');
  await fill(rail, { 代码: '8012345' });
  await rail.getByRole('checkbox', { name: '城市主站' }).check();
  await press(rail, '确定');
  await rail.waitFor({ state: 'detached' });
  await group(page, '运营商代码').getByText('8012345').waitFor();
  await saveNew(page);
  const kept = await (await product.as('viewer')).of('/eu-stations').find('8099991');
  expect(kept).toMatchObject({ isMain: true, operatorCodes: [{ operator: 'DB', code: '8012345' }] });
  expect(kept.warnings).toMatchObject([{ pointer: '/uicCode', rule: 'uicPrefix' }]);
});

test('a station below itself is refused in the form, a longer circle by the server at the same field', async () => {
  const stations = (await product.as('editor')).of('/eu-stations');
  const upper = await stations.create({ uicCode: '8099992', name: 'Upper' });
  await stations.create({ uicCode: '8099993', name: 'Lower', parent: '8099992' });
  const { page, foresee } = await product.open('editor', `/eu-stations/form?id=${upper.id}`);
  foresee(/^422 PUT \/dc\/api\/v1\/eu-stations\/\d+$/);
  const sent = writesOf(page);
  await press(page, '编辑铁路信息');
  const rail = dialog(page, '编辑铁路信息');
  await take(rail, '上级车站', '8099992', /Upper/);
  await press(rail, '确定');
  await saysAt(combo(rail, '上级车站'), '上级车站不能是它自己或它的下级');
  await take(rail, '上级车站', '8099993', /Lower/);
  await press(rail, '确定');
  await rail.waitFor({ state: 'detached' });
  expect(sent).toEqual([]);
  await saveButton(page).click();
  await saysAt(group(page, '上级车站'), '上级车站不能是它自己或它的下级');
});

test('a train station: its code, the airports around, and the hours it is open', async () => {
  const { page } = await product.open('editor', '/train-station/form');
  await fill(page, { 电报码: 'xqz', 名称: 'Trial Station' });
  await expect.poll(() => text(page, '代码').inputValue()).toBe('XQZ');
  await take(page, '城市', '北京', /^BJS/);
  await fill(page, { 纬度: '39.902318', 经度: '116.421034' });
  await press(page, /^采用 PEK 24\.\d km、PKX 44\.\d km/);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'PKX' })
    .getByText(/^44\.\d km$/)
    .waitFor();

  const add = async (days: string) => {
    await press(page, '添加一组');
    await page.getByRole('menuitem', { name: days }).click();
  };
  await add('周一至周五');
  await typeDate(page, '周一至周五 开门', '0530');
  await typeDate(page, '周一至周五 关门', '0130');
  const week = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: '删除 周一至周五' }) });
  await week.getByText('次日').waitFor();
  await add('其余：周六、周日');
  await press(page, /^全天 周六、周日/);
  await saveNew(page);
  expect(await (await product.as('viewer')).of('/train-stations').find('XQZ')).toMatchObject({
    code: 'XQZ',
    airports: [{ airport: 'PEK' }, { airport: 'PKX' }],
    openingHours: [
      { days: ['MO', 'TU', 'WE', 'TH', 'FR'], opens: '05:30', closes: '01:30' },
      { days: ['SA', 'SU'], opens: '00:00', closes: '24:00' },
    ],
  });
});

test('a verified station that is renamed is unverified again, which is said before it is saved', async () => {
  const stations = (await product.as('editor')).of('/train-stations');
  const { id } = await stations.create({ telegraphCode: 'XQV', name: 'Checked Station' });
  const { page } = await product.open('editor', `/train-station/form?id=${id}`);
  const judgement = page.getByRole('radiogroup', { name: '核验状态' });
  await judgement.getByRole('radio', { name: '已核验' }).click();
  await fill(page, { 依据网址: 'ftp://kyfw.12306.cn' });
  await saveButton(page).click();
  await saysAt(text(page, '依据网址'), '须为 http:// 或 https:// 开头的网址');
  await fill(page, { 依据网址: 'https://kyfw.12306.cn/' });
  await saveButton(page).click();
  await toast(page, '更新成功').waitFor();
  await page.getByRole('definition').filter({ hasText: 'editor' }).first().waitFor();
  expect(await stations.find('XQV')).toMatchObject({ verification: { state: 'verified', by: 'editor' } });

  await fill(page, { 名称: 'Renamed Station' });
  await page.getByRole('status').getByText('已改动名称：保存后核验状态会回到「未核验」，须重新核验。').waitFor();
  await saveButton(page).click();
  await expect.poll(() => judgement.getByRole('radio', { name: '未核验' }).isChecked()).toBe(true);
  expect(await stations.find('XQV')).toMatchObject({
    name: 'Renamed Station',
    verification: { state: 'unverified', by: null },
  });
});
