import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stageCsv } from '../kit/csv-imports.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';
import { createSubscriber } from '../kit/page/subscriber-locators.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';
import { sampleStation } from '../kit/screens/entity-screens.ts';
import { setUpWebhookReceiver } from '../kit/webhook-receiver.ts';

const product = setUpProduct({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
const receiver = setUpWebhookReceiver();

const MIN_TARGET_PX = 40;

/** Expects that the page does not overflow the screen, and that buttons are large enough for a finger. */
async function expectFitsPhone(page: Page, ...buttonNames: string[]): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const name of buttonNames) {
    const button = page.getByRole('button', { name, exact: true }).first();
    const readSize = async () => {
      const box = await button.boundingBox();
      return Math.min(box?.width ?? 0, box?.height ?? 0);
    };
    // a dialog that is opening is still scaled
    await expect.poll(readSize, { message: name }).toBeGreaterThanOrEqual(MIN_TARGET_PX);
  }
}

/**
 * Returns the controls, or their labels, of which a finger that is 19 px off the centre hits something else. Controls within running
 * text are exempt.
 */
async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    (reach) => {
      const controls = document.querySelectorAll('a[href], button, input, select, textarea, [role="menuitem"]');
      return [...controls].flatMap((control) => {
        const target = control.closest('label') ?? control;
        const isVisible = target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
        const isExempt = control.closest('[inert], .sr-only') !== null || control.matches(':disabled');
        const isInText = [control, control.parentElement].some(
          (each) => each && getComputedStyle(each).display === 'inline',
        );
        if (!isVisible || isExempt || isInText || control.clientWidth <= 1) return [];
        target.scrollIntoView({ block: 'center', inline: 'center' });
        const { position, inset } = getComputedStyle(control, '::after');
        // a link whose pseudo-element covers its row is as large as the row, whose buttons lie above it
        const row = position === 'absolute' && inset === '0px' && control.closest('li');
        if (row && row.clientHeight > 2 * reach) return [];
        const { left, top, width, height } = target.getBoundingClientRect();
        const isHit = (dx: number, dy: number) =>
          target.contains(document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy));
        const fits = isHit(-reach, 0) && isHit(reach, 0) && isHit(0, -reach) && isHit(0, reach);
        return fits
          ? []
          : [`${control.ariaLabel ?? control.textContent} (${Math.round(width)} × ${Math.round(height)})`];
      });
    },
    MIN_TARGET_PX / 2 - 1,
  );
}

test('on a phone, users can sign in, open a list from the menu and find a record', async () => {
  const { page } = await product.open(null, '/login');
  await clickButton(page, /^viewer/);
  await clickButton(page, '登录');
  await waitForPath(page, /^\/$/);
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  await expectFitsPhone(page, '主菜单');

  await clickButton(page, '主菜单');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /^机场/ }).tap();
  await waitForPath(page, /^\/airport$/);
  await page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'hidden' });
  await page.getByRole('searchbox', { name: '在列表中搜索' }).fill('PEK');
  await expect.poll(() => page.locator('.grid-row').count()).toBe(2);
  await expectFitsPhone(page, '行操作');
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByText('北京首都国际机场', { exact: true }).tap();
  await page.getByRole('dialog', { name: '机场信息' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('on a phone, a record is edited from its row menu in a form with one column', async () => {
  const countries = (await product.apiAs('editor')).resource('/countries');
  await countries.create({ code: 'XP', name: 'Phoneland', alpha3Code: 'XPP', continent: 'AS' });
  const { page } = await product.open('editor', '/country?code=XP');
  await clickButton(page, '行操作');
  await page.getByRole('menuitem', { name: '编辑' }).tap();
  const name = page.getByRole('textbox', { name: '名称', exact: true });
  await name.fill('Phonia');
  const [boxAbove, boxBelow] = await Promise.all([
    page.getByRole('textbox', { name: '三字码', exact: true }).boundingBox(),
    name.boundingBox(),
  ]);
  expect(boxBelow?.x).toBe(boxAbove?.x);
  expect(boxBelow?.y).toBeGreaterThan((boxAbove?.y ?? 0) + MIN_TARGET_PX);
  await expectFitsPhone(page, '保存');
  await clickButton(page, '保存');
  await toast(page, /^已更新/).waitFor();
  expect(await countries.find('XP')).toMatchObject({ name: 'Phonia' });
});

test('on a phone, rows, the page and all that match can be selected', async () => {
  const { page } = await product.open('reviewer', '/country?continent=EU');
  await page.getByText(/^第 1–20 条，共 \d+ 条$/).waitFor();
  const rows = page.locator('.grid-row');
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').tap();
  const bar = page.getByRole('toolbar', { name: '对所选记录的操作' });
  await bar.getByText('已选 2 条').waitFor();
  await expect.poll(() => findSmallTargets(page)).toEqual([]);
  await clickButton(bar, '全选本页');
  await bar.getByText('已选 20 条').waitFor();
  await clickButton(bar, /^选择全部 \d+ 条符合条件的记录$/);
  await bar.getByText(/^已选全部 \d+ 条符合条件的记录$/).waitFor();
  await expectFitsPhone(page, '清除');
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(bar, '清除');
  await bar.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('table'));
});

test('on a phone, the review buttons on the home page are visible without hovering', async () => {
  const countries = (await product.apiAs('editor')).resource('/countries');
  await countries.create({ code: 'XR', name: 'Reviewland', alpha3Code: 'XRR', continent: 'AS' });
  const { page } = await product.open('reviewer', '/');
  const queueItem = page.getByRole('listitem').filter({ hasText: 'Reviewland' });
  const approve = queueItem.getByRole('button', { name: '通过' });
  await approve.waitFor();
  expect(await approve.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity)).toBe('1');
  await expectFitsPhone(page, '通过');
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(queueItem, '驳回…');
  const confirm = dialogNamed(page, '驳回 XR Reviewland？').getByRole('button', { name: '驳回', exact: true });
  const readRightEdge = async () => {
    const box = await confirm.boundingBox();
    return box ? box.x + box.width : Number.POSITIVE_INFINITY;
  };
  await expect.poll(readRightEdge).toBeLessThan(390);
  await page.keyboard.press('Escape');
  await confirm.waitFor({ state: 'detached' });
  await approve.tap();
  await toast(page, /^已通过 \w+ Reviewland$/).waitFor();
  expect(await countries.find('XR')).toMatchObject({ status: 'approved' });
});

test('on a phone, lines of the review queue and the home page show the values that a change proposes', {
  tags: ['slow'],
}, async () => {
  const cities = (await product.apiAs('editor')).resource('/cities');
  const { name } = await cities.find('AMS');
  await cities.change('AMS', { name: 'Amstelredam', iataCode: null });
  const { page } = await product.open('reviewer', '/');
  for (const path of ['/', '/?review=city']) {
    await page.goto(path);
    const item = page.getByRole('listitem').filter({ hasText: 'AMS' }).first();
    await item.getByText('Amstelredam').waitFor();
    await item.getByText('→').first().waitFor();
    const text = (await item.innerText()).replaceAll(/\s+/g, ' ');
    expect([path, text]).toEqual([path, expect.stringContaining(`名称 ${name} → Amstelredam`)]);
    expect([path, text]).toEqual([path, expect.stringContaining('IATA 代码 AMS → （空）')]);
    expect([path, await findAxeViolations(page)]).toEqual([path, []]);
  }
});

test('on a phone, a failing delivery can be found and retried', async () => {
  const admin = await product.apiAs('admin');
  receiver.respondWith(503);
  await createSubscriber(admin, 'phone-index', receiver.url, { entities: ['country'] });
  await admin.transition('CN', 'deactivate');
  const { page } = await product.open('admin', '/sync-status');
  await page.getByRole('button', { name: /phone-index × 国家\/地区：(滞后|失败)/ }).tap();
  const retry = page.getByRole('button', { name: '立即重试' });
  await retry.scrollIntoViewIfNeeded();
  await expectFitsPhone(page, '立即重试');
  receiver.respondWith(204);
  await retry.tap();
  await page.getByRole('button', { name: /phone-index × 国家\/地区：正常/ }).waitFor();
});

test('on a phone, every page fits the screen and has targets for a finger', async () => {
  const admin = await product.apiAs('admin');
  const importId = await stageCsv(admin, 'country', 'code,name\nXQ,Phoneland\nXXX,Phonia');
  const { record } = await createSubscriber(admin, 'phone-card', receiver.url);
  const station = await admin.resource('/train-stations').create(sampleStation);
  const { page } = await product.open('admin', '/403');
  const tooWide: string[] = [];
  for (const path of [
    '/',
    '/airport',
    '/rate-board',
    '/cabin/form',
    `/train-station/form?id=${station.id}`,
    '/imports/new?kind=airport',
    `/imports/${importId}?row=2`,
    '/sync-status',
    '/data-subscriber?panel=new',
    '/task-status',
    `/data-subscriber?id=${record.id}&panel=view`,
    '/data-logs',
    '/calendar',
    '/users/user-list',
    '/users/role-list',
    '/users/role-list?panel=new',
    '/users/permission-list',
    '/users/user-log-list',
    '/system-config',
  ]) {
    const previousTitle = await page.title();
    await page.evaluate((path) => history.pushState(null, '', path), path);
    await expect.poll(() => page.title(), { message: path }).not.toBe(previousTitle);
    await page
      .getByRole('main', { includeHidden: true })
      .getByRole('heading', { includeHidden: true })
      .first()
      .waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), { message: path }).toBe(0);
    if (path === '/sync-status') await page.getByRole('link', { name: '查看订阅方 phone-card' }).waitFor();
    const width = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('html, [class*="overflow-y-auto"]')].map((each) => each.scrollWidth)),
    );
    if (width > 390) tooWide.push(`${path}: ${width}`);
    // what is still moving into place may cover a target for a moment
    await expect.poll(() => findSmallTargets(page), { message: path }).toEqual([]);
  }
  expect(tooWide).toEqual([]);

  await page.evaluate((path) => history.pushState(null, '', path), `/imports/${importId}`);
  await clickButton(page, '更改列对应关系');
  const firstRows = page.getByRole('region', { name: '文件的前几行' });
  await expect.poll(async () => (await firstRows.boundingBox())?.height ?? 0).toBeGreaterThan(2 * MIN_TARGET_PX);
  await expect.poll(() => findSmallTargets(page), { message: 'mapping' }).toEqual([]);
});
