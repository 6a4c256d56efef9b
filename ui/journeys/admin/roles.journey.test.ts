import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { hasFocus, tabTo } from '../kit/page/keyboard.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { setUserRoles } from '../kit/page/user-locators.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

test('changing a role shows the effect on permissions and users first, and works by keyboard', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/users/role-list');
  await page.getByRole('row').filter({ hasText: 'editor' }).click();
  const matrix = page.getByRole('grid', { name: '基础数据权限' });
  const permissionCheckbox = (name: string | RegExp) => matrix.getByRole('checkbox', { name });
  await tabTo(page, matrix);
  await permissionCheckbox('删除国家/地区').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await hasFocus(permissionCheckbox('审核、启用和停用城市'))).toBe(true);
  await page.keyboard.press('Space');
  await page.getByText('新增 1 项').waitFor();
  await page.getByText('移除 1 项').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.keyboard.press('Control+s');
  const effectDialog = dialogNamed(page, '保存对“编辑”的修改？');
  await effectDialog.getByText('1 名启用的用户持有这个角色，他们的权限会立即变化。').waitFor();
  await expect
    .poll(() => effectDialog.getByRole('listitem').allTextContents())
    .toEqual(['审核、启用和停用城市city:review1 人editor', '删除国家/地区country:delete1 人editor']);
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(effectDialog, '保存');
  await toast(page, /^已更新/).waitFor();
  await waitForPath(page, /^\/users\/role-list$/);
  const { items } = await (await product.apiAs('admin')).call('GET', '/roles?page=1&pageSize=10&q=editor');
  expect(items[0].permissions).toContain('city:review');
  expect(items[0].permissions).not.toContain('country:delete');
});

test('a role form selects whole rows, adds read permissions, and an unused role can be deleted', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/users/role-list');
  await clickButton(page, '新建角色');
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('rail-desk');
  await page.getByRole('textbox', { name: '显示名称', exact: true }).fill('铁路数据组');
  await clickButton(page, /^火车站 0\/7/);
  await page.getByRole('checkbox', { name: '导出数据日志' }).check();
  await expect.poll(() => page.getByRole('checkbox', { name: /^查看数据日志/ }).isChecked()).toBe(true);
  await page.keyboard.press('Control+s');
  await toast(page, /^已创建/).waitFor();
  const createdRow = page.getByRole('row').filter({ hasText: 'rail-desk' });
  await createdRow.getByText('9', { exact: true }).waitFor();

  const editor = page.getByRole('row').filter({ hasText: 'editor' });
  await clickButton(editor, '删除');
  const deleteDialog = dialogNamed(page, '删除角色“编辑”？');
  await expectDisabledWithReason(
    deleteDialog.getByRole('button', { name: '删除角色' }),
    page,
    '有 1 人持有这个角色，须先为他们更换角色才能删除。',
  );
  await deleteDialog.getByRole('link', { name: '查看这些人' }).click();
  await waitForPath(page, /^\/users\/user-list\?role=editor$/);
  await page.getByRole('row').filter({ hasText: 'editor@gazetteer.example' }).waitFor();

  await page.goBack();
  await clickButton(createdRow, '删除');
  await clickButton(dialogNamed(page, '删除角色“铁路数据组”？'), '删除角色');
  await toast(page, /^已删除/).waitFor();
  await createdRow.waitFor({ state: 'detached' });
});

test('an administrator role has every permission, and any role can be previewed', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/users/role-list');
  await page.getByRole('row').filter({ hasText: 'admin' }).first().click();
  await page.getByText(/^管理员角色拥有全部权限：/).waitFor();
  const checkboxes = page.getByRole('checkbox');
  expect(
    await checkboxes.evaluateAll((elements) => elements.every((element) => (element as HTMLInputElement).checked)),
  ).toBe(true);
  await expect.poll(() => checkboxes.first().getAttribute('aria-disabled')).toBe('true');
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: '返回列表' }).last().click();
  const viewer = page.getByRole('row').filter({ has: page.getByText('viewer', { exact: true }) });
  await clickButton(viewer, '以此角色预览');
  await page.getByRole('region', { name: '角色预览' }).getByText('正在以角色“只读”预览').waitFor();
  expect(await page.getByRole('link', { name: '用户', exact: true }).count()).toBe(0);
});

test('users cannot grant permissions they do not have', { tags: ['slow'] }, async () => {
  const admin = await product.apiAs('admin');
  const permissions = ['role:read', 'role:update', 'country:read', 'country:update'];
  await admin.call('POST', '/roles', { name: 'role-desk', displayName: '角色管理', permissions });
  const created = await admin.call('POST', '/roles', {
    name: 'intern',
    displayName: '实习',
    permissions: ['country:read'],
  });
  await setUserRoles(admin, 'viewer', ['role-desk']);

  const { page } = await product.open('viewer', `/users/role-list?id=${created.record.id}&panel=edit`);
  await page.getByRole('checkbox', { name: '修改国家/地区' }).check();
  const preview = page.getByRole('button', { name: '以此角色预览' });
  await expectDisabledWithReason(preview, page, '请先保存或放弃更改');
  const lockedCheckbox = page.getByRole('checkbox', { name: /^删除国家\/地区/ });
  await expect.poll(() => lockedCheckbox.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => lockedCheckbox.getAttribute('aria-label')).toContain('你没有这项权限');
  await lockedCheckbox.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => lockedCheckbox.isChecked()).toBe(false);
  await page.keyboard.press('Control+s');
  const effectDialog = dialogNamed(page, '保存对“实习”的修改？');
  await effectDialog.getByText('没有启用的用户持有这个角色；以后获得它的人将使用新的权限。').waitFor();
  await clickButton(effectDialog, '保存');
  await toast(page, /^已更新/).waitFor();
  const administrators = page.getByRole('row').filter({ has: page.getByText('admin', { exact: true }) });
  const previewAction = administrators.getByRole('button', { name: '以此角色预览' });
  await expect.poll(() => previewAction.getAttribute('title')).toBe('这个角色的权限比你多');
});
