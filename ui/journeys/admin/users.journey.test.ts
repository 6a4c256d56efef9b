import { expect, test } from 'vitest';
import { signIn } from '../kit/api-client.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import {
  registerUser,
  roleCheckbox,
  setUserRoles,
  updateUser,
  userCard,
  userField,
  userRow,
} from '../kit/page/user-locators.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

test('a new user is invited with a role and listed as invited', async () => {
  const { page } = await product.open('admin', '/users/user-list');
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('n');
  await userField(page, '用户名').fill('lin wei');
  await userField(page, '姓名').fill('林薇');
  await userField(page, '邮箱').fill('lin.wei@gazetteer.example');
  await roleCheckbox(page, '编辑').check();
  await page.keyboard.press('Control+s');
  await expect.poll(() => userField(page, '用户名').getAttribute('aria-invalid')).toBe('true');
  await userField(page, '用户名').fill('lin.wei');
  await page.getByText('保存后，邀请将发往 lin.wei@gazetteer.example，由本人设置密码。').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await toast(page, '已创建，邀请将发往 lin.wei@gazetteer.example').waitFor();

  await userCard(page).getByText('已邀请').waitFor();
  await userCard(page).getByText('编辑', { exact: true }).first().waitFor();
  await userRow(page, 'lin.wei').getByText('已邀请').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await product.sql("SELECT kind, address FROM mail_outbox WHERE kind = 'invitation'")).toEqual([
    { kind: 'invitation', address: 'lin.wei@gazetteer.example' },
  ]);

  await clickButton(userCard(page), '重发邀请…');
  await clickButton(dialogNamed(page, '再次邀请 林薇？'), '重发邀请');
  await toast(page, '新的邀请将发往 lin.wei@gazetteer.example').waitFor();
});

test('a registration can be approved with a role or rejected with a reason', async () => {
  await registerUser(product.url, 'chen.jie', '陈杰');
  await registerUser(product.url, 'm.rossi', 'Marco Rossi');
  const { page } = await product.open('admin', '/users/user-list');
  await clickButton(page, /^待批准/);
  await waitForPath(page, /status=pending/);
  await userRow(page, 'chen.jie').click();
  await clickButton(userCard(page), '批准申请…');
  const confirmDialog = dialogNamed(page, '批准 陈杰 的账号申请？');
  await roleCheckbox(confirmDialog, '只读').check();
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(confirmDialog, '批准申请');
  await toast(page, '已批准 陈杰 的账号申请').waitFor();
  await userCard(page).getByText('启用', { exact: true }).waitFor();
  const { user } = await signIn(product.url, 'chen.jie');
  expect(user.roles).toMatchObject([{ name: 'viewer' }]);

  await userRow(page, 'm.rossi').click();
  await clickButton(userCard(page), '拒绝申请…');
  const rejectDialog = dialogNamed(page, '拒绝 Marco Rossi 的账号申请？');
  await clickButton(rejectDialog, '拒绝申请');
  await rejectDialog.getByText('请写明原因').waitFor();
  await rejectDialog.getByRole('textbox', { name: '原因' }).fill('未能确认所在部门');
  await clickButton(rejectDialog, '拒绝申请');
  await userCard(page).getByText('拒绝原因：未能确认所在部门').waitFor();
});

test('deactivating a user ends their sessions, and activating lets them sign in again', async () => {
  const viewerWindow = await product.open('viewer', '/country?q=CN');
  await viewerWindow.page.getByRole('grid', { name: '国家/地区' }).waitFor();
  // One or more of the user's next requests get a 401.
  viewerWindow.expectErrors(/^401 GET /);
  const { page } = await product.open('admin', '/users/user-list?q=viewer');
  await userRow(page, 'viewer').click();
  await userCard(page).getByText('127.0.0.1').first().waitFor();
  await clickButton(userCard(page), '停用…');
  const confirmDialog = dialogNamed(page, '停用 演示访客？');
  await confirmDialog.getByText(/在所有设备上立即退出/).waitFor();
  await clickButton(confirmDialog, '停用账号');
  await toast(page, '已停用 演示访客，其会话已全部结束').waitFor();
  await userCard(page).getByText('未登录').waitFor();

  await viewerWindow.page.getByRole('link', { name: '城市' }).click();
  await waitForPath(viewerWindow.page, /^\/login/);
  await toast(viewerWindow.page, '登录已过期，请重新登录').waitFor();

  await clickButton(userCard(page), '启用…');
  await clickButton(dialogNamed(page, '启用 演示访客？'), '启用账号');
  await toast(page, '已启用 演示访客').waitFor();
  expect((await signIn(product.url, 'viewer')).user.status).toBe('active');
});

test('concurrent changes of a user are merged', { tags: ['slow'] }, async () => {
  const { page, expectErrors } = await product.open('admin', '/users/user-list?q=editor');
  expectErrors(/^412 PUT \/dc\/api\/v1\/users\/\d+$/);
  await userRow(page, 'editor').click();
  await userCard(page).getByText('editor@gazetteer.example').waitFor();
  await page.keyboard.press('e');
  await userField(page, '邮箱').fill('desk@gazetteer.example');
  await userField(page, '姓名').fill('编辑台');
  const admin = await product.apiAs('admin');
  await updateUser(admin, 'editor', { displayName: '数据编辑' });

  await page.keyboard.press('Control+s');
  const conflictDialog = dialogNamed(page, '这个用户在你编辑时已被更新');
  await conflictDialog.getByRole('radio', { name: /^姓名.*编辑台$/ }).check();
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(conflictDialog, /^保存为/);
  await toast(page, /^已更新/).waitFor();
  await userCard(page).getByText('编辑台').waitFor();
  await userCard(page).getByText('desk@gazetteer.example').waitFor();
});

test('users cannot manage someone with more permissions or deactivate themselves', { tags: ['slow'] }, async () => {
  const admin = await product.apiAs('admin');
  const permissions = ['user:read', 'user:update', 'user:delete', 'role:read'];
  await admin.call('POST', '/roles', { name: 'people-desk', displayName: '人员管理', permissions });
  await setUserRoles(admin, 'reviewer', ['people-desk']);

  const reviewerWindow = await product.open('reviewer', '/users/user-list');
  await userRow(reviewerWindow.page, 'admin').click();
  await userCard(reviewerWindow.page).getByText('这个用户的权限比你多').first().waitFor();
  await expectDisabledWithReason(
    userCard(reviewerWindow.page).getByRole('button', { name: '编辑' }),
    reviewerWindow.page,
    '这个用户的权限比你多',
  );
  await expectDisabledWithReason(
    reviewerWindow.page.getByRole('button', { name: '新建用户' }),
    reviewerWindow.page,
    '需要“新建用户并发出邀请”权限',
  );
  await userRow(reviewerWindow.page, 'reviewer').click();
  await clickButton(userCard(reviewerWindow.page), '编辑');
  await roleCheckbox(reviewerWindow.page, '管理员').waitFor();
  await expect.poll(() => roleCheckbox(reviewerWindow.page, '管理员').isDisabled()).toBe(true);
  await expect.poll(() => roleCheckbox(reviewerWindow.page, '人员管理').isDisabled()).toBe(false);

  const adminWindow = await product.open('admin', '/users/user-list?q=admin');
  await userRow(adminWindow.page, 'admin').click();
  const deactivate = userCard(adminWindow.page).getByRole('button', { name: '停用…' });
  await expectDisabledWithReason(deactivate, adminWindow.page, '不能对自己的账号执行此操作');

  const editorWindow = await product.open('editor', '/users/user-list');
  await waitForPath(editorWindow.page, /^\/403$/);
});

test('long names and many roles fit into their cells, with the number of hidden roles', {
  tags: ['slow'],
}, async () => {
  const admin = await product.apiAs('admin');
  const roles = ['north', 'south', 'east', 'west'].map((direction) => `${direction}-desk`);
  for (const name of roles) {
    await admin.call('POST', '/roles', {
      name,
      displayName: `Maintenance of reference data, ${name}`,
      permissions: [],
    });
  }
  const username = 'w'.repeat(32);
  const displayName = '长名'.repeat(50);
  await admin.call('POST', '/users', { username, displayName, email: 'w@gazetteer.example', roles });
  const { page } = await product.open('admin', `/users/user-list?q=${username}`);
  const row = userRow(page, username);
  const hiddenRoleCount = row.getByText('+2', { exact: true });
  await hiddenRoleCount.waitFor();
  const overflowsCell = (node: Element) => {
    const cell = node.closest('td')?.getBoundingClientRect();
    return !cell || node.getBoundingClientRect().right > cell.right;
  };
  expect(await hiddenRoleCount.evaluate(overflowsCell)).toBe(false);
  expect(await row.getByText(username, { exact: true }).evaluate(overflowsCell)).toBe(false);
});
