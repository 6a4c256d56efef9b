import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryCard, countryField, countryForm, countryRow, saveCountry } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, snackbar, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

const requiredFields = { alpha3Code: 'XAA', continent: 'AS' };

test('the author of a record cannot approve it, but a reviewer can approve and activate it on its card', {
  tags: ['slow'],
}, async () => {
  const { id } = await (await product.apiAs('admin')).create({ code: 'XA', name: '试验国', ...requiredFields });
  const author = await product.open('admin', `/country?id=${id}&panel=view`);
  const approve = countryCard(author.page).getByRole('button', { name: '通过', exact: true });
  await expectDisabledWithReason(approve, author.page, '自己提交的内容须由另一人审核');
  const writes: string[] = [];
  author.page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
  await approve.press('Enter');
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({ status: 'pending' });
  expect(writes).toEqual([]);

  const { page } = await product.open('reviewer', `/country?q=XA&id=${id}&panel=view`);
  await countryCard(page).getByRole('button', { name: '编辑' }).waitFor();
  await expectDisabledWithReason(
    countryCard(page).getByRole('button', { name: '编辑' }),
    page,
    '需要“修改国家/地区”权限',
  );
  await clickButton(countryCard(page), '通过');
  await toast(page, /^已通过 XA /).waitFor();
  await clickButton(countryCard(page), '启用');
  await countryCard(page).getByRole('button', { name: '停用' }).waitFor();
  await countryRow(page, 'XA').getByText('启用').waitFor();
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({ status: 'active', version: 3 });

  await clickButton(countryCard(page), '停用');
  await snackbar(page, '已停用 XA 试验国').waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await toast(page, '已启用 XA 试验国').waitFor();
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({ status: 'active', version: 5 });
});

test('a reviewer can approve and reject records in the queue on the home page', async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XB', name: '乙国', ...requiredFields, alpha3Code: 'XBB' });
  await editor.create({ code: 'XC', name: '丙国' });
  const { page, expectErrors } = await product.open('reviewer');
  expectErrors(/^422 POST \/dc\/api\/v1\/countries\/\d+\/transitions$/);
  const queueItem = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ has: page.getByRole('button', { name: '通过' }) });
  await queueItem('乙国').hover();
  await clickButton(queueItem('乙国'), '通过');
  await toast(page, /^已通过 \w+ 乙国$/).waitFor();
  await queueItem('乙国').waitFor({ state: 'detached' });
  await queueItem('丙国').hover();
  await clickButton(queueItem('丙国'), '通过');
  await toast(page, '审核前还须填写：三字码、大洲').waitFor();
  await clickButton(queueItem('丙国'), '驳回…');
  const rejectDialog = dialogNamed(page, /^驳回 \w+ 丙国？$/);
  await clickButton(rejectDialog, '驳回');
  await rejectDialog.getByText('请写明原因').waitFor();
  await rejectDialog.getByRole('textbox', { name: '原因' }).fill('没有大洲');
  await clickButton(rejectDialog, '驳回');
  await toast(page, /^已驳回 \w+ 丙国$/).waitFor();
  await page.getByRole('heading', { name: '没有待审核的内容' }).waitFor();

  const { id } = await editor.find('XC');
  const author = await product.open('editor', `/country?id=${id}&panel=history`);
  await author.page.getByText('原因: 没有大洲').waitFor();
  expect(await editor.find('XC')).toMatchObject({ status: 'rejected' });
});

test('a change of an active record is a proposal until a reviewer approves it', async () => {
  const { page } = await product.open('editor', '/country?q=JP');
  await countryRow(page, 'JP').click();
  await clickButton(countryCard(page), '编辑');
  await countryForm(page).getByText('保存后须由另一人审核，通过前线上数据不变。').waitFor();
  await countryField(page, '货币符号').fill('円');
  await saveCountry(page);
  await toast(page, /^已提交审核：/).waitFor();
  await countryCard(page).getByRole('heading', { name: '审核中的修改' }).waitFor();
  expect(
    await countryCard(page)
      .getByRole('row', { name: /^货币符号/ })
      .textContent(),
  ).toMatch(/^货币符号¥.*円$/);
  await expectDisabledWithReason(
    countryCard(page).getByRole('button', { name: '通过' }),
    page,
    '需要“审核、启用和停用国家/地区”权限',
  );
  await countryRow(page, 'JP').getByTitle('editor 的修改正在审核').waitFor();
  const record = await (await product.apiAs('viewer')).find('JP');
  expect(record).toMatchObject({ symbol: '¥', version: 1 });

  const reviewer = await product.open('reviewer', `/country?id=${record.id}&panel=view`);
  await clickButton(countryCard(reviewer.page), '通过');
  await toast(reviewer.page, /^已通过 .* 的修改，立即生效$/).waitFor();
  await countryCard(reviewer.page).getByRole('heading', { name: '审核中的修改' }).waitFor({ state: 'detached' });
  expect(await (await product.apiAs('viewer')).find('JP')).toMatchObject({
    symbol: '円',
    status: 'active',
    version: 2,
  });
});

test('the author of a proposal can edit and withdraw it', async () => {
  const editor = await product.apiAs('editor');
  await editor.change('FR', { symbol: 'F' });
  const { id } = await editor.find('FR');
  const { page } = await product.open('editor', `/country?id=${id}&panel=view`);
  await clickButton(countryCard(page), '继续编辑');
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('F');
  await countryField(page, '货币符号').fill('FF');
  await saveCountry(page);
  await countryCard(page)
    .getByRole('row', { name: /^货币符号.*FF/ })
    .waitFor();
  await clickButton(countryCard(page), '撤回…');
  await clickButton(dialogNamed(page, '撤回这份修改？'), '撤回');
  await toast(page, /^已撤回 .* 的修改$/).waitFor();
  await countryCard(page).getByRole('heading', { name: '审核中的修改' }).waitFor({ state: 'detached' });
  expect(await editor.find('FR')).toMatchObject({ symbol: '€', version: 1 });
});

test('the review queue is worked through by keyboard, and a decision can be undone before it is sent', async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XG', name: '庚国', ...requiredFields, alpha3Code: 'XGG' });
  await editor.create({ code: 'XH', name: '辛国' });
  await editor.create({ code: 'XI', name: '壬国', ...requiredFields, alpha3Code: 'XII' });
  await editor.change('IT', { symbol: 'L' });
  const { page, expectErrors } = await product.open('reviewer', '/login');
  expectErrors(/^412 POST \/dc\/api\/v1\/countries\/\d+\/proposal\/decision$/);
  await page.clock.install();
  await page.goto('/?review=country');
  const queueLine = (name: string) =>
    page.getByRole('list', { name: '审核任务' }).getByRole('listitem').filter({ hasText: name });
  const details = (name: string) => page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) });
  const readState = async (code: string) => {
    const { status, version } = await editor.find(code);
    return { status, version };
  };
  await queueLine('庚国').getByRole('link').click();
  await details('庚国').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('?');
  const help = dialogNamed(page, '快捷键');
  await help.getByText('通过并启用').waitFor();
  expect(await help.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['审核', '任何页面']);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  await page.keyboard.press('a');
  await queueLine('庚国').getByText('已通过').waitFor();
  await details('辛国').waitFor();
  await page.keyboard.press('u');
  await details('庚国').waitFor();
  await queueLine('庚国').getByText('已通过').waitFor({ state: 'detached' });
  await page.keyboard.press('a');
  await details('辛国').waitFor();
  expect(await readState('XG')).toEqual({ status: 'pending', version: 1 });
  await page.clock.fastForward(5000);
  await expect.poll(() => readState('XG')).toEqual({ status: 'approved', version: 2 });

  await expectDisabledWithReason(
    page.getByRole('button', { name: '通过 A', exact: true }),
    page,
    '审核前还须填写：三字码、大洲',
  );
  await page.keyboard.press('s');
  await details('壬国').waitFor();
  await page.keyboard.press('r');
  const rejectDialog = dialogNamed(page, /^驳回 \w+ 壬国？$/);
  await rejectDialog.getByRole('textbox', { name: '原因' }).fill('没有这个国家');
  await clickButton(rejectDialog, '驳回');
  await details('意大利').waitFor();
  await page
    .getByRole('row', { name: /^货币符号/ })
    .getByText('L', { exact: true })
    .waitFor();
  await page.getByText('通过 1 · 驳回 1 · 跳过 1').waitFor();

  await editor.change('IT', { symbol: 'LI' });
  await page.keyboard.press('a');
  await page.clock.fastForward(5000);
  await toast(page, '意大利 刚被他人修改，本次审核未生效，请查看后重新审核').waitFor();
  expect(await page.getByText('这条记录已被他人更新').count()).toBe(0);
  expect(await readState('IT')).toEqual({ status: 'active', version: 1 });
  await expect.poll(() => readState('XI')).toEqual({ status: 'rejected', version: 2 });
  await clickButton(page, '查看变动');
  await page
    .getByRole('region', { name: '你上次查看后的变动' })
    .getByRole('row', { name: /^货币符号 L LI/ })
    .waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await clickButton(page, '回到首页');
  await page.getByText('1 项审核未生效').waitFor();
  const refusal = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /意大利 刚被他人修改/ }) });
  expect(await refusal.textContent()).toContain('货币符号L→LI');
  await clickButton(page.getByRole('main'), '关闭');
  await page.getByText('1 项审核未生效').waitFor({ state: 'detached' });
});

test('leaving the review queue sends decisions that could still be undone', async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XJ', name: '癸国', ...requiredFields, alpha3Code: 'XJJ' });
  const { page } = await product.open('reviewer', '/login');
  await page.clock.install();
  await page.goto('/?review=country&age=7');
  await page.getByText('没有符合条件的结果').waitFor();
  await clickButton(page, '移除 已等待');
  await clickButton(page, '筛选');
  const filterMenu = dialogNamed(page, '添加筛选条件');
  await clickButton(filterMenu, '提交人');
  await clickButton(filterMenu, /^editor/);
  await waitForPath(page, '/?review=country&by=editor');
  await page.getByRole('link', { name: /癸国/ }).click();
  await page.getByRole('heading', { level: 2, name: /^癸国/ }).waitFor();
  await page.keyboard.press('Shift+A');
  await page.getByRole('status').getByText('已通过并启用').waitFor();
  await page
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('link', { name: /^国家\/地区/ })
    .click();
  await waitForPath(page, '/country');
  await expect.poll(async () => (await editor.find('XJ')).status).toBe('active');
});

test('what can be approved is approved at once, and the rest is grouped by what it lacks', async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'YA', name: '甲乙国', ...requiredFields, alpha3Code: 'YAA' });
  await editor.create({ code: 'YB', name: '甲丙国', ...requiredFields, alpha3Code: 'YBB' });
  await editor.create({ code: 'YC', name: '甲丁国' });
  await editor.change('ES', { symbol: 'Pts' });
  const { page } = await product.open('reviewer', '/?review=country');
  const causes = page.getByRole('group', { name: '按能否通过筛选' });
  await clickButton(causes, /^缺少“三字码”/);
  await waitForPath(page, '/?review=country&missing=/alpha3Code');
  const queue = page.getByRole('list', { name: '审核任务' });
  await queue.getByText('甲丁国').waitFor();
  expect(await queue.getByText('甲乙国').count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);

  await clickButton(page, /^批量通过 \d+ 项…$/);
  const dialog = dialogNamed(page, /^批量通过 \d+ 项？$/);
  await dialog.getByRole('button', { name: '通过' }).waitFor();
  // changed after it was listed, so it must stay
  await editor.change('YB', { symbol: 'B' });
  await clickButton(dialog, '通过');
  await toast(page, /^已批量通过 \d+ 项$/).waitFor();
  await page.getByText('1 项审核未生效').waitFor();
  expect(await editor.find('YA')).toMatchObject({ status: 'approved' });
  expect(await editor.find('YB')).toMatchObject({ status: 'pending', version: 2 });
  expect(await editor.find('YC')).toMatchObject({ status: 'pending' });
  expect(await editor.find('ES')).toMatchObject({ symbol: 'Pts', version: 2 });
});

test('the queue goes kind by kind, and opens the item that its address names from any page', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  const admin = await product.apiAs('admin');
  await admin.call('POST', '/subscribers', { name: 'timetable', url: null, entities: ['airport'], active: true });
  await product.sql("UPDATE city SET status = 'pending' ORDER BY id LIMIT 60");
  const airports = editor.resource('/airports');
  await airports.change('PEK', { pinyin: 'beijing jichang' });
  const { id } = await airports.find('PEK');
  const { page } = await product.open('reviewer', `/?review=all&item=airport+${id}+proposal`);
  await page.getByRole('heading', { level: 2, name: /^北京首都国际机场/ }).waitFor();
  await expect.poll(() => page.locator('[data-queue] [aria-current]').innerText()).toContain('PEK');
  const groups = page.locator('[data-queue] section');
  expect(await groups.getByRole('heading').allTextContents()).toEqual(expect.arrayContaining(['城市', '机场']));
  await groups.filter({ hasText: 'PEK' }).getByText('1 项可通过').waitFor();
  await page.getByText('发往 1 个订阅方').waitFor();
  await page.getByText(/^\d+ 个字段没有改动$/).click();
  await page.getByText('Asia/Shanghai').first().waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('link', { name: /^继续审核 上次停在 PEK/ }).waitFor();
  await clickButton(page, /^继续审核/);
  await waitForPath(page, `/?review=all&item=airport+${id}+proposal`);
});
