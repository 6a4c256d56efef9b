import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import {
  chooseOption,
  collectWrites,
  combobox,
  entityLocators,
  expectFieldMessage,
  fillFields,
  saveButton,
  saveNewRecord,
  textField,
} from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('in a new airport, choosing a city fills in country and continent, and the map or pasted text sets coordinates', async () => {
  const { page, context } = await product.open('editor', '/airport/form');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const writes = collectWrites(page);
  await fillFields(page, { 代码: 'xpt', 名称: 'Trial Airport', 简体中文: '试验国际机场' });
  await chooseOption(page, '城市', '北京', /^BJS/);
  await expect.poll(() => combobox(page, '国家/地区').inputValue()).toBe('中国');
  await expect.poll(() => combobox(page, '大洲').inputValue()).toBe('亚洲');

  await page.getByText('按中文名：shiyan guoji jichang').waitFor();
  expect(await textField(page, '拼音').inputValue()).toBe('');
  await clickButton(page, '采用 shiyan guoji jichang');
  await expect.poll(() => textField(page, '拼音').inputValue()).toBe('shiyan guoji jichang');

  const map = page.getByRole('application', { name: '地图' });
  await map.scrollIntoViewIfNeeded();
  const coordinates = async () =>
    [await textField(page, '纬度').inputValue(), await textField(page, '经度').inputValue()].map(Number);
  await map.click({ position: { x: 100, y: 100 } });
  await expect.poll(coordinates).not.toEqual([0, 0]);
  const pickedPoint = await coordinates();
  const [x = 0, y = 0] = await map.boundingBox().then((box) => [(box?.x ?? 0) + 100, (box?.y ?? 0) + 100]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(coordinates).not.toEqual(pickedPoint);
  const draggedPoint = await coordinates();
  expect(draggedPoint[0]).toBeLessThan(pickedPoint[0] ?? 0);
  expect(draggedPoint[1]).toBeGreaterThan(pickedPoint[1] ?? 0);
  await map.press('ArrowUp');
  await expect.poll(async () => (await coordinates())[0]).toBeGreaterThan(draggedPoint[0] ?? 0);
  expect((await coordinates())[1]).toBe(draggedPoint[1]);

  await page.evaluate(() => navigator.clipboard.writeText('40°04′48″N 116°35′04″E'));
  await textField(page, '纬度').press('Control+v');
  await expect.poll(coordinates).toEqual([40.08, 116.584444]);
  await page.getByText('按坐标：Asia/Shanghai').waitFor();
  const nearby = page.getByRole('list', { name: '附近的同类记录' }).getByRole('listitem');
  await expect
    .poll(() => nearby.allTextContents())
    .toEqual([
      expect.stringMatching(/^PEK北京首都国际机场1\.1 km$/),
      expect.stringMatching(/^PKX北京大兴国际机场66\.\d km$/),
      expect.stringMatching(/ km$/),
    ]);
  expect(await combobox(page, '时区').inputValue()).toBe('');
  await clickButton(page, '采用 Asia/Shanghai');
  await expect.poll(() => combobox(page, '时区').inputValue()).toBe('Asia/Shanghai');

  await chooseOption(page, '国家/地区', 'JP', /^JP/);
  await saveButton(page).click();
  await expectFieldMessage(combobox(page, '城市'), '这个城市不在所选国家/地区');
  expect(writes).toEqual([]);
  await chooseOption(page, '国家/地区', 'CN', /^CN/);
  await saveNewRecord(page);
  expect(await (await product.apiAs('viewer')).resource('/airports').find('XPT')).toMatchObject({
    city: 'BJS',
    country: 'CN',
    continent: 'AS',
    latitude: 40.08,
    longitude: 116.584444,
    timezone: 'Asia/Shanghai',
    warnings: [],
  });
});

test('coordinates and a time zone outside the country are saved with warnings that a reviewer sees', {
  tags: ['slow'],
}, async () => {
  const editor = (await product.apiAs('editor')).resource('/airports');
  const location = {
    city: 'BJS',
    country: 'CN',
    continent: 'AS',
    latitude: 40.08,
    longitude: 116.58,
    timezone: 'Asia/Shanghai',
  };
  const { id } = await editor.create({ code: 'XPW', name: 'Odd Airport', ...location });
  const { page } = await product.open('editor', `/airport/form?id=${id}`);
  await fillFields(page, { 纬度: '48.85', 经度: '2.35' });
  await expectFieldMessage(textField(page, '纬度'), '坐标不在所选国家/地区的范围内');
  await chooseOption(page, '时区', 'Europe/Paris', 'Europe/Paris');
  await expectFieldMessage(combobox(page, '时区'), '所选国家/地区不使用这个时区');
  await saveButton(page).click();
  await toast(page, /^已更新/).waitFor();
  expect((await editor.find('XPW')).warnings.map(({ rule }: { rule: string }) => rule)).toEqual([
    'outsideCountry',
    'timeZoneElsewhere',
  ]);

  const reviewer = (await product.open('reviewer', '/')).page;
  const queueItem = reviewer.getByRole('listitem').filter({ hasText: '请核对：' });
  await queueItem.getByText('请核对：纬度 坐标不在所选国家/地区的范围内、时区 所选国家/地区不使用这个时区').waitFor();
  await queueItem.getByRole('link', { name: 'Odd Airport', exact: true }).click();
  const { card } = entityLocators(reviewer, '机场');
  await card.getByText('纬度：坐标不在所选国家/地区的范围内').waitFor();
  await clickButton(card, '通过');
  await toast(reviewer, /^已通过 XPW /).waitFor();
  expect(await editor.find('XPW')).toMatchObject({ status: 'approved', version: 3 });
});

test('quick edit changes a name, and the form page shows status, version, last change and referring records', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  await editor.resource('/airports').create({ code: 'XPI', name: 'Old Name', city: 'BJS', country: 'CN' });
  const nearbyAirport = { airport: 'XPI', distance: 12.3 };
  await editor
    .resource('/train-stations')
    .create({ telegraphCode: 'XPQ', name: 'Near Station', airports: [nearbyAirport] });
  const { page } = await product.open('editor', '/airport?q=XPI');
  const { row } = entityLocators(page, '机场');
  await row('XPI').hover();
  await clickButton(row('XPI'), '快速编辑');
  const quickEdit = dialogNamed(page, /^编辑机场/);
  await fillFields(quickEdit, { 名称: 'New Name' });
  await saveButton(quickEdit).click();
  await toast(page, /^已更新/).waitFor();
  await clickButton(row('New Name'), '行操作');
  await page.getByRole('menuitem', { name: '编辑', exact: true }).click();

  await page.getByRole('heading', { name: 'New Name' }).waitFor();
  await page.getByText('v2', { exact: true }).first().waitFor();
  await page.getByText('待审核', { exact: true }).first().waitFor();
  await page
    .getByText(/^editor 修改/)
    .first()
    .waitFor();
  await clickButton(page, '火车站 1');
  await page.getByRole('link', { name: 'Near Station' }).click();
  await entityLocators(page, '火车站').card.getByText('Near Station').first().waitFor();
});
