import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { combo, fill, kindOn, saveButton, saveNew, saysAt, take, text, writesOf } from './kit/kind.ts';
import { dialog, press, toast } from './kit/screen.ts';

const product = aProduct();

test('an airport is made on its page: the city brings the rest, the map and a pasted pair the place', async () => {
  const { page, context } = await product.open('editor', '/airport/form');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sent = writesOf(page);
  await fill(page, { 代码: 'xpt', 名称: 'Trial Airport', 简体中文: '试验国际机场' });
  await take(page, '城市', '北京', /^BJS/);
  await expect.poll(() => combo(page, '国家/地区').inputValue()).toBe('中国');
  await expect.poll(() => combo(page, '大洲').inputValue()).toBe('亚洲');

  await page.getByText('按中文名：shiyan guoji jichang').waitFor();
  expect(await text(page, '拼音').inputValue()).toBe('');
  await press(page, '采用 shiyan guoji jichang');
  await expect.poll(() => text(page, '拼音').inputValue()).toBe('shiyan guoji jichang');

  const map = page.getByRole('application', { name: '地图' });
  await map.scrollIntoViewIfNeeded();
  const at = async () => [await text(page, '纬度').inputValue(), await text(page, '经度').inputValue()].map(Number);
  await map.click({ position: { x: 100, y: 100 } });
  await expect.poll(at).not.toEqual([0, 0]);
  const picked = await at();
  const [x = 0, y = 0] = await map.boundingBox().then((box) => [(box?.x ?? 0) + 100, (box?.y ?? 0) + 100]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(at).not.toEqual(picked);
  const dragged = await at();
  expect(dragged[0]).toBeLessThan(picked[0] ?? 0);
  expect(dragged[1]).toBeGreaterThan(picked[1] ?? 0);
  await map.press('ArrowUp');
  await expect.poll(async () => (await at())[0]).toBeGreaterThan(dragged[0] ?? 0);
  expect((await at())[1]).toBe(dragged[1]);

  await page.evaluate(() => navigator.clipboard.writeText('40°04′48″N 116°35′04″E'));
  await text(page, '纬度').press('Control+v');
  await expect.poll(at).toEqual([40.08, 116.584444]);
  await page.getByText('按坐标：Asia/Shanghai').waitFor();
  expect(await combo(page, '时区').inputValue()).toBe('');
  await press(page, '采用 Asia/Shanghai');
  await expect.poll(() => combo(page, '时区').inputValue()).toBe('Asia/Shanghai');

  await take(page, '国家/地区', 'JP', /^JP/);
  await saveButton(page).click();
  await saysAt(combo(page, '城市'), '这个城市不在所选国家');
  expect(sent).toEqual([]);
  await take(page, '国家/地区', 'CN', /^CN/);
  await saveNew(page);
  expect(await (await product.as('viewer')).of('/airports').find('XPT')).toMatchObject({
    ...{
      city: 'BJS',
      country: 'CN',
      continent: 'AS',
      latitude: 40.08,
      longitude: 116.584444,
      timezone: 'Asia/Shanghai',
    },
    warnings: [],
  });
});

test('a place and a zone outside the country are doubted and saved; a reviewer sees it and approves', async () => {
  const editor = (await product.as('editor')).of('/airports');
  const place = {
    city: 'BJS',
    country: 'CN',
    continent: 'AS',
    latitude: 40.08,
    longitude: 116.58,
    timezone: 'Asia/Shanghai',
  };
  const { id } = await editor.create({ code: 'XPW', name: 'Odd Airport', ...place });
  const { page } = await product.open('editor', `/airport/form?id=${id}`);
  await fill(page, { 纬度: '48.85', 经度: '2.35' });
  await saysAt(text(page, '纬度'), '坐标不在所选国家的范围内');
  await take(page, '时区', 'Europe/Paris', 'Europe/Paris');
  await saysAt(combo(page, '时区'), '所选国家不用这个时区');
  await saveButton(page).click();
  await toast(page, '更新成功').waitFor();
  expect((await editor.find('XPW')).warnings.map(({ rule }: { rule: string }) => rule)).toEqual([
    'outsideCountry',
    'timeZoneElsewhere',
  ]);

  const reviewer = (await product.open('reviewer', '/')).page;
  const waiting = reviewer.getByRole('listitem').filter({ hasText: '提醒：' });
  await waiting.getByText('提醒：纬度 坐标不在所选国家的范围内、时区 所选国家不用这个时区').waitFor();
  await waiting.getByRole('link', { name: 'Odd Airport', exact: true }).click();
  const { card } = kindOn(reviewer, '机场');
  await card.getByText('纬度：坐标不在所选国家的范围内').waitFor();
  await press(card, '通过');
  await toast(reviewer, '操作成功').waitFor();
  expect(await editor.find('XPW')).toMatchObject({ status: 'approved', version: 3 });
});

test('the info card says status, version, who and when, and what refers to it; a name is mended over the list', async () => {
  const editor = await product.as('editor');
  await editor.of('/airports').create({ code: 'XPI', name: 'Old Name', city: 'BJS', country: 'CN' });
  const near = { airport: 'XPI', distance: 12.3 };
  await editor.of('/train-stations').create({ telegraphCode: 'XPQ', name: 'Near Station', airports: [near] });
  const { page } = await product.open('editor', '/airport?q=XPI');
  const { row } = kindOn(page, '机场');
  await row('XPI').hover();
  await press(row('XPI'), '快速编辑');
  const quick = dialog(page, /^编辑机场/);
  await fill(quick, { 名称: 'New Name' });
  await saveButton(quick).click();
  await toast(page, '更新成功').waitFor();
  await row('New Name').hover();
  await press(row('New Name'), '编辑');

  await page.getByRole('heading', { name: 'New Name' }).waitFor();
  await page.getByText('v2', { exact: true }).first().waitFor();
  await page.getByText('待审核', { exact: true }).first().waitFor();
  await page
    .getByText(/^editor 修改/)
    .first()
    .waitFor();
  await press(page, '火车站 1');
  await page.getByRole('link', { name: 'Near Station' }).click();
  await kindOn(page, '火车站').card.getByText('Near Station').first().waitFor();
});
