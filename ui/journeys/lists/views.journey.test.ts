import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { chooseOption, textField } from '../kit/page/form-controls.ts';
import { hasFocus } from '../kit/page/keyboard.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: '视图' }).getByRole('link', { name });
const openTabs = (page: Page) =>
  page.getByRole('navigation', { name: '视图' }).locator('[aria-current=page]').allTextContents();
const chooseFromMenu = (page: Page, name: string) => page.getByRole('menuitem', { name }).click();

test('a filtered list is saved as a view, shared with a role, and copied by somebody who has it', async () => {
  const { page } = await product.open('admin', '/airport?country=CN');
  await clickButton(page, /^启用/);
  await clickButton(page, '保存视图');
  const saveDialog = dialogNamed(page, '保存为视图');
  await textField(saveDialog, '名称').fill('国内机场');
  await chooseOption(saveDialog, '共享给角色', '只读', '只读');
  await page.keyboard.press('Tab');
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(saveDialog, '保存');
  await waitForPath(page, /^\/airport\?(?=.*country=CN)(?=.*status=active)(?=.*savedView=\d+)/);
  const address = page.url();
  await page.reload();
  await expect.poll(() => openTabs(page)).toEqual(['国内机场']);
  expect(page.url()).toBe(address);

  await clickButton(page, /^停用/);
  await expect.poll(() => openTabs(page)).toEqual(['国内机场•已更改，尚未保存']);
  await clickButton(page, '保存视图');
  await chooseFromMenu(page, '放弃更改');
  await waitForPath(page, /status=active/);
  await tab(page, '全部记录').click();
  await waitForPath(page, /^\/airport$/);
  await tab(page, '全部记录').press('ArrowRight');
  await expect.poll(() => hasFocus(tab(page, '国内机场'))).toBe(true);
  await page.keyboard.press('Enter');
  await waitForPath(page, /savedView=\d+/);
  await page.goBack();
  await waitForPath(page, /^\/airport$/);

  const { page: other } = await product.open('viewer', '/country');
  await other.getByRole('grid').waitFor();
  await other.keyboard.press('Control+k');
  await other.getByRole('combobox', { name: '搜索' }).fill('国内');
  await other.getByRole('option', { name: /国内机场/ }).click();
  await waitForPath(other, /^\/airport\?(?=.*country=CN)(?=.*savedView=\d+)/);
  await clickButton(other, '视图“国内机场”的操作');
  await chooseFromMenu(other, '保存为我的视图…');
  await clickButton(dialogNamed(other, '保存为视图'), '保存');
  await expect.poll(() => tab(other, /^国内机场/).count()).toBe(2);

  await clickButton(other, '视图“国内机场”的操作');
  await chooseFromMenu(other, '删除视图');
  await waitForPath(other, /^\/airport$/);
  await expect.poll(() => tab(other, /^国内机场/).count()).toBe(1);
  await clickButton(other.locator('#kit-snackbar'), '撤销');
  await toast(other, '已恢复视图“国内机场”').waitFor();
  await expect.poll(() => tab(other, /^国内机场/).count()).toBe(2);
});

test('a list opens with its default view, without what the list no longer knows of it', async () => {
  const editor = await product.apiAs('editor');
  await editor.call('POST', '/views', {
    list: 'country',
    name: '旧视图',
    search: 'continent=AS&climate=dry&cols=region,anthem',
    isDefault: true,
  });
  const { page } = await product.open('editor', '/country');
  await waitForPath(page, /^\/country\?(?=.*continent=AS)(?=.*cols=region)(?=.*savedView=\d+)(?!.*anthem)/);
  const note = page.getByText('这个视图中有列表不再支持的条件');
  await expect.poll(() => note.textContent()).toContain('climate（dry）、显示的列（anthem）');
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(page, '从视图中移除');
  await note.waitFor({ state: 'detached' });
  await tab(page, '全部记录').click();
  await waitForPath(page, /^\/country\?savedView=none$/);
  await page.getByText(/^第 1–20 条，共 250 条$/).waitFor();
  await clickButton(page, /^启用/);
  await waitForPath(page, /^(?=.*status=active)(?=.*savedView=none)/);
});
