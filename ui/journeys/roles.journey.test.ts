import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { focused, tabTo } from './kit/keyboard.ts';
import { dialog, expectRefused, press, toast } from './kit/screen.ts';
import { giveRoles } from './kit/users.ts';

const product = aProduct();

test('a role is changed by keyboard, after what that gives and takes, and from whom, has been seen', async () => {
  const { page } = await product.open('admin', '/users/role-list');
  await page.getByRole('row').filter({ hasText: 'editor' }).click();
  const matrix = page.getByRole('grid', { name: '基础数据权限' });
  const box = (name: string | RegExp) => matrix.getByRole('checkbox', { name });
  await tabTo(page, matrix);
  await box('删除国家/地区').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await focused(box('审核、启用和停用城市'))).toBe(true);
  await page.keyboard.press('Space');
  await page.getByText('给出 1 项').waitFor();
  await page.getByText('收回 1 项').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.keyboard.press('Control+s');
  const effect = dialog(page, '保存对「编辑」的修改？');
  await effect.getByText('1 名启用的用户持有这个角色，他们的权限会立即变化。').waitFor();
  await expect
    .poll(() => effect.getByRole('listitem').allTextContents())
    .toEqual(['审核、启用和停用城市city:review1 人editor', '删除国家/地区country:delete1 人editor']);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(effect, '保存');
  await toast(page, '更新成功').waitFor();
  await arrive(page, /^\/users\/role-list$/);
  const { items } = await (await product.as('admin')).call('GET', '/roles?page=1&pageSize=10&q=editor');
  expect(items[0].permissions).toContain('city:review');
  expect(items[0].permissions).not.toContain('country:delete');
});

test('a new role takes whole rows and brings reading along; nobody has it, so it can be deleted', async () => {
  const { page } = await product.open('admin', '/users/role-list');
  await press(page, '新建角色');
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('rail-desk');
  await page.getByRole('textbox', { name: '显示名称', exact: true }).fill('铁路数据组');
  await press(page, /^火车站，0\/7/);
  await page.getByRole('checkbox', { name: '导出数据日志' }).check();
  await expect.poll(() => page.getByRole('checkbox', { name: /^查看数据日志/ }).isChecked()).toBe(true);
  await page.keyboard.press('Control+s');
  await toast(page, '创建成功').waitFor();
  const made = page.getByRole('row').filter({ hasText: 'rail-desk' });
  await made.getByText('9', { exact: true }).waitFor();

  const editor = page.getByRole('row').filter({ hasText: 'editor' });
  await press(editor, '删除');
  const refused = dialog(page, '删除角色「编辑」？');
  await expectRefused(
    refused.getByRole('button', { name: '删除角色' }),
    page,
    '有 1 人持有这个角色，先给他们换一个角色才能删除。',
  );
  await refused.getByRole('link', { name: '查看这些人' }).click();
  await arrive(page, /^\/users\/user-list\?role=editor$/);
  await page.getByRole('row').filter({ hasText: 'editor@gazetteer.example' }).waitFor();

  await page.goBack();
  await press(made, '删除');
  await press(dialog(page, '删除角色「铁路数据组」？'), '删除角色');
  await toast(page, '删除成功').waitFor();
  await made.waitFor({ state: 'detached' });
});

test('an administrator’s role holds everything by its name, and a role can be seen through', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/users/role-list');
  await page.getByRole('row').filter({ hasText: 'admin' }).first().click();
  await page.getByText(/^管理员角色持有全部权限：/).waitFor();
  const boxes = page.getByRole('checkbox');
  expect(await boxes.evaluateAll((all) => all.every((box) => (box as HTMLInputElement).checked))).toBe(true);
  await expect.poll(() => boxes.first().getAttribute('aria-disabled')).toBe('true');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('button', { name: '返回列表' }).last().click();
  const viewer = page.getByRole('row').filter({ has: page.getByText('viewer', { exact: true }) });
  await press(viewer, '以此角色预览');
  await page.getByRole('region', { name: '角色预览' }).getByText('正在以「只读」的眼光查看').waitFor();
  expect(await page.getByRole('link', { name: '用户', exact: true }).count()).toBe(0);
});

test('who holds less gives no more than that', async () => {
  const admin = await product.as('admin');
  const permissions = ['role:read', 'role:update', 'country:read', 'country:update'];
  await admin.call('POST', '/roles', { name: 'role-desk', displayName: '角色管理', permissions });
  const made = await admin.call('POST', '/roles', {
    name: 'intern',
    displayName: '实习',
    permissions: ['country:read'],
  });
  await giveRoles(admin, 'viewer', ['role-desk']);

  const { page } = await product.open('viewer', `/users/role-list?id=${made.record.id}&panel=edit`);
  await page.getByRole('checkbox', { name: '修改国家/地区' }).check();
  const locked = page.getByRole('checkbox', { name: /^删除国家\/地区/ });
  await expect.poll(() => locked.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => locked.getAttribute('aria-label')).toContain('你自己没有这项权限');
  await locked.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => locked.isChecked()).toBe(false);
  await page.keyboard.press('Control+s');
  const effect = dialog(page, '保存对「实习」的修改？');
  await effect.getByText('没有启用的用户持有这个角色；以后获得它的人按新的权限。').waitFor();
  await press(effect, '保存');
  await toast(page, '更新成功').waitFor();
});
