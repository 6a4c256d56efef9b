import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeSetClient, dayFromNow, nameAtaturk, reachDate } from '../kit/change-sets.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { beginSet, saveToSet, triggerEvent, workingBand } from '../kit/page/change-set-locators.ts';
import { chooseOption, entityLocators, fillFields, textField, typeDigits } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const setsAs = async (account: 'admin' | 'editor' | 'reviewer') => changeSetClient(await product.apiAs(account));
/** Opens the calendar at the month of a day, and returns what it lists about a set. */
async function calendarLine(page: Page, day: string, title: string) {
  await page.goto(`/calendar?month=${day.slice(0, 'yyyy-mm'.length)}`);
  return page.getByRole('listitem').filter({ has: page.locator(`time[datetime^="${day}"]`), hasText: title });
}

test('codes and names pass to a new airport on one day, and an ICAO code changes on a later one', async () => {
  const oldId = await nameAtaturk(product);
  const [editor, reviewer] = [await setsAs('editor'), await setsAs('reviewer')];
  const airports = (await product.apiAs('viewer')).resource('/airports');
  const [moveDay, laterDay] = [dayFromNow(2), dayFromNow(9)];
  const { icaoCode: oldIcaoCode } = await airports.find('SAW');

  const author = (await product.open('editor', '/change-sets')).page;
  const moveId = Number(await beginSet(author, '伊斯坦布尔机场搬迁', moveDay));
  await editor.addUpdate(moveId, 'airport', '/airports', 'IST', {
    code: 'ISL',
    name: 'Istanbul Atatürk Airport (closed)',
    locales: { 'zh-CN': { name: '阿塔图尔克机场（已关闭）' } },
  });
  await editor.addNew(moveId, 'airport', {
    code: 'IST',
    name: 'Istanbul Airport',
    icaoCode: 'LTFM',
    country: 'TR',
    city: 'IST',
    locales: { 'zh-CN': { name: '伊斯坦布尔新机场' } },
    continent: 'AS',
    latitude: 41.27,
    longitude: 28.73,
    timezone: 'Europe/Istanbul',
  });
  await author.reload();
  await triggerEvent(author, '提交审核', /^已提交审核/);
  const icaoId = await editor.create('萨比哈换 ICAO 代码', laterDay);
  await editor.addUpdate(icaoId, 'airport', '/airports', 'SAW', { icaoCode: 'LTZZ' });
  await editor.transition(icaoId, 'submit');
  await reviewer.transition(icaoId, 'approve');

  const page = (await product.open('reviewer', '/change-sets?scope=toReview')).page;
  const setRow = (title: string) =>
    page.getByRole('grid', { name: '变更集' }).getByRole('row').filter({ hasText: title });
  await setRow('搬迁').getByText('2 天后').waitFor();
  await setRow('搬迁').click();
  await triggerEvent(page, '通过并排期', /生效$/);
  await (await calendarLine(page, moveDay, '搬迁')).getByText('已排期').waitFor();
  expect(await airports.find('IST')).toMatchObject({ id: oldId, name: 'Istanbul Atatürk Airport' });

  await reachDate(product, moveId);
  await reviewer.waitForStatus(moveId, 'released');
  await (await calendarLine(page, moveDay, '搬迁')).getByText('已生效').waitFor();
  await (await calendarLine(page, laterDay, '萨比哈')).getByText('已排期').waitFor();
  await page.goto('/airport?q=istanbul&sort=code');
  const { row } = entityLocators(page, '机场');
  await row('伊斯坦布尔新机场').filter({ hasText: 'LTFM' }).waitFor();
  await row('阿塔图尔克机场（已关闭）').filter({ hasText: 'ISL' }).waitFor();
  expect(await airports.find('ISL')).toMatchObject({ id: oldId, status: 'active', icaoCode: 'LTBA' });
  expect((await airports.find('SAW')).icaoCode).toBe(oldIcaoCode);

  await reachDate(product, icaoId);
  await reviewer.waitForStatus(icaoId, 'released');
  expect((await airports.find('SAW')).icaoCode).toBe('LTZZ');
  await page.goto('/change-sets?status=released&sort=-effectiveTime');
  const rows = page.getByRole('grid', { name: '变更集' }).getByRole('row');
  const titles = [/^标题/, /^#\d+ 萨比哈/, /^#\d+ 伊斯坦布尔机场搬迁/].map((title) => expect.stringMatching(title));
  await expect.poll(() => rows.allTextContents()).toEqual(titles);
});

test('a station passes its code to its successor and becomes inactive in the same set', {
  tags: ['slow'],
}, async () => {
  const stations = (await product.apiAs('viewer')).resource('/train-stations');
  const reviewer = await setsAs('reviewer');
  const old = await stations.find('BXP');
  const { page } = await product.open('editor', '/change-sets');
  const setId = await beginSet(page, '北京西站由新站接替');
  await page.goto(`/train-station/form?id=${old.id}`);
  await fillFields(page, { 电报码: 'BXZ' });
  await page.keyboard.press('Control+s');
  await toast(page, /已存入变更集/).waitFor();
  await page.goto(`/train-station?code=BXP&id=${old.id}&panel=view`);
  const { card } = entityLocators(page, '火车站');
  await clickButton(card, '停用');
  await toast(page, /已存入变更集/).waitFor();
  await page.goto('/train-station/form');
  await fillFields(page, { 电报码: 'BXP', 名称: '北京西新站', 纬度: '39.9', 经度: '116.32' });
  await chooseOption(page, '城市', 'beijing', /^BJS/);
  await saveToSet(page).click();
  await toast(page, /已存入变更集/).waitFor();

  await page.goto(`/change-sets/${setId}`);
  const items = page.getByRole('region', { name: '火车站' }).getByRole('listitem');
  await expect.poll(() => items.count()).toBe(2);
  await triggerEvent(page, '提交审核', /^已提交审核/);
  await reviewer.transition(Number(setId), 'approve');
  expect(await stations.find('BXZ')).toMatchObject({ id: old.id, status: 'inactive' });
  expect(await stations.find('BXP')).toMatchObject({ name: '北京西新站', status: 'active' });
});

test('a set that is held is mended by its author, who is told, and approved again', async () => {
  const [admin, editor, reviewer] = [await setsAs('admin'), await setsAs('editor'), await setsAs('reviewer')];
  const countries = await product.apiAs('viewer');
  const [day, laterDay] = [dayFromNow(3), dayFromNow(4)];
  const secondId = await editor.create('货币符号更正', laterDay);
  await editor.addUpdate(secondId, 'country', '/countries', 'JP', { symbol: '円' });
  await editor.addUpdate(secondId, 'country', '/countries', 'KR', { symbol: '원' });
  await editor.transition(secondId, 'submit');
  await reviewer.transition(secondId, 'approve');
  const firstId = await admin.create('日元符号', day);
  await admin.addUpdate(firstId, 'country', '/countries', 'JP', { symbol: 'JP¥' });
  await admin.transition(firstId, 'submit');
  await reviewer.transition(firstId, 'approve');
  await reachDate(product, firstId);
  await reviewer.waitForStatus(firstId, 'released');
  await reachDate(product, secondId);
  await reviewer.waitForStatus(secondId, 'held');
  expect((await countries.find('KR')).symbol).not.toBe('원');
  const mails = async (address: string) =>
    (await product.emailsTo(address)).filter((mail) => mail.includes(`/change-sets/${secondId}`)).length;
  // to its author about the approval and the hold, to its approver about the submission and the hold
  await expect.poll(() => mails('editor@gazetteer.example')).toBe(2);
  await expect.poll(() => mails('reviewer@gazetteer.example')).toBe(2);

  const { page, expectErrors } = await product.open('editor', '/');
  expectErrors(/^422 POST .*transitions$/);
  expectErrors(/^412 PUT .*items\/\d+$/);
  await page.getByRole('link', { name: /未能生效的变更集.*1/ }).click();
  await waitForPath(page, '/change-sets?status=held&scope=involved');
  await page.getByRole('row').filter({ hasText: '货币符号更正' }).click();
  await page.getByText('货币符号：核对后被他人修改过').first().waitFor();
  await triggerEvent(page, '重新编辑', /^可以继续编辑/);
  await page.getByRole('listitem').filter({ hasText: '日本' }).getByRole('button', { name: '编辑变更项' }).click();
  const { panel } = entityLocators(page, '国家/地区', '国家/地区');
  await expect.poll(() => textField(panel, '货币符号').inputValue()).toBe('円');
  await fillFields(panel, { 货币符号: '日元' });
  await saveToSet(panel).click();
  const conflict = page.getByRole('dialog').filter({ hasText: 'JP¥' });
  await conflict.getByRole('radio', { name: /^货币符号.*日元/ }).check();
  await clickButton(conflict, /^存入变更集/);
  await toast(page, /已存入变更集/).waitFor();
  await workingBand(page).getByRole('link').click();
  await clickButton(page, '提交审核');
  await page.getByText('生效时间：这个时间已经过去，请选择以后的时间').first().waitFor();
  await clickButton(page, '编辑标题、说明和生效时间');
  const dialog = dialogNamed(page, '编辑标题、说明和生效时间');
  await typeDigits(dialog, '何时生效', dayFromNow(5).replaceAll('-', ''));
  await clickButton(dialog, '保存');
  await triggerEvent(page, '提交审核', /^已提交审核/);

  const approver = (await product.open('reviewer', `/change-sets/${secondId}`)).page;
  await triggerEvent(approver, '通过并排期', /生效$/);
  await reachDate(product, secondId);
  await reviewer.waitForStatus(secondId, 'released');
  expect((await countries.find('JP')).symbol).toBe('日元');
  expect((await countries.find('KR')).symbol).toBe('원');
});
