import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { signIn } from './kit/calls.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { dialog, expectRefused, press, toast } from './kit/screen.ts';
import { card, changeUser, giveRoles, listed, register, roleBox, userField } from './kit/users.ts';

const product = aProduct();

test('a new user is invited to a role, and stands in the list as invited', async () => {
  const { page } = await product.open('admin', '/users/user-list');
  await press(page, '新建用户');
  await userField(page, '用户名').fill('lin wei');
  await userField(page, '显示名称').fill('林薇');
  await userField(page, '邮箱').fill('lin.wei@gazetteer.example');
  await roleBox(page, '编辑').check();
  await page.keyboard.press('Control+s');
  await expect.poll(() => userField(page, '用户名').getAttribute('aria-invalid')).toBe('true');
  await userField(page, '用户名').fill('lin.wei');
  await page.getByText('保存后，邀请将发往 lin.wei@gazetteer.example，由本人设定密码。').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await toast(page, '已创建，邀请将发往 lin.wei@gazetteer.example').waitFor();

  await card(page).getByText('已邀请').waitFor();
  await card(page).getByText('编辑', { exact: true }).first().waitFor();
  await listed(page, 'lin.wei').getByText('已邀请').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await product.sql("SELECT kind, address FROM mail_outbox WHERE kind = 'invitation'")).toEqual([
    { kind: 'invitation', address: 'lin.wei@gazetteer.example' },
  ]);

  await press(card(page), '重发邀请…');
  await press(dialog(page, '再次邀请 林薇？'), '重发邀请');
  await toast(page, '新的邀请将发往 lin.wei@gazetteer.example').waitFor();
});

test('who has registered is let in with a role and signs in, another is refused with a reason', async () => {
  await register(product.url, 'chen.jie', '陈杰');
  await register(product.url, 'm.rossi', 'Marco Rossi');
  const { page } = await product.open('admin', '/users/user-list');
  await press(page, /^待准入/);
  await arrive(page, /status=pending/);
  await listed(page, 'chen.jie').click();
  await press(card(page), '准入…');
  const ask = dialog(page, '准入 陈杰？');
  await roleBox(ask, '只读').check();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(ask, '准入');
  await toast(page, '陈杰 已获准入').waitFor();
  await card(page).getByText('启用', { exact: true }).waitFor();
  const { user } = await signIn(product.url, 'chen.jie');
  expect(user.roles).toMatchObject([{ name: 'viewer' }]);

  await listed(page, 'm.rossi').click();
  await press(card(page), '不准入…');
  const refuse = dialog(page, '不准入 Marco Rossi？');
  await press(refuse, '不准入');
  await refuse.getByText('请写明原因').waitFor();
  await refuse.getByRole('textbox', { name: '原因' }).fill('未能确认所在部门');
  await press(refuse, '不准入');
  await card(page).getByText('未获准的原因：未能确认所在部门').waitFor();
});

test('deactivating somebody signs them out where they are, and activating lets them back', async () => {
  const theirs = await product.open('viewer', '/country?q=CN');
  await theirs.page.getByRole('grid', { name: '国家/地区' }).waitFor();
  // whatever they ask next is answered so, once or several times
  theirs.foresee(/^401 GET /);
  const { page } = await product.open('admin', '/users/user-list?q=viewer');
  await listed(page, 'viewer').click();
  await card(page).getByText('127.0.0.1').first().waitFor();
  await press(card(page), '停用…');
  const ask = dialog(page, '停用 演示访客？');
  await ask.getByText(/在所有设备上立即退出/).waitFor();
  await press(ask, '停用账号');
  await toast(page, '已停用 演示访客，其会话已全部结束').waitFor();
  await card(page).getByText('目前没有登录。').waitFor();

  await theirs.page.getByRole('link', { name: '城市' }).click();
  await arrive(theirs.page, /^\/login/);
  await toast(theirs.page, '登录已过期，请重新登录').waitFor();

  await press(card(page), '启用…');
  await press(dialog(page, '启用 演示访客？'), '启用账号');
  await toast(page, '已启用 演示访客').waitFor();
  expect((await signIn(product.url, 'viewer')).user.status).toBe('active');
});

test('two who change one user lose nothing of what they typed', { tags: ['slow'] }, async () => {
  const { page, foresee } = await product.open('admin', '/users/user-list?q=editor');
  foresee(/^412 PUT \/dc\/api\/v1\/users\/\d+$/);
  await listed(page, 'editor').click();
  await card(page).getByText('editor@gazetteer.example').waitFor();
  await page.keyboard.press('e');
  await userField(page, '邮箱').fill('desk@gazetteer.example');
  await userField(page, '显示名称').fill('编辑台');
  const admin = await product.as('admin');
  await changeUser(admin, 'editor', { displayName: '数据编辑' });

  await page.keyboard.press('Control+s');
  const conflict = dialog(page, '这个用户在你编辑时已被更新');
  await conflict.getByRole('radio', { name: /^显示名称.*编辑台$/ }).check();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(conflict, /^保存为/);
  await toast(page, '更新成功').waitFor();
  await card(page).getByText('编辑台').waitFor();
  await card(page).getByText('desk@gazetteer.example').waitFor();
});

test('nobody is managed by who holds less, oneself is not locked out, and the page asks for its permission', async () => {
  const admin = await product.as('admin');
  const permissions = ['user:read', 'user:update', 'user:delete', 'role:read'];
  await admin.call('POST', '/roles', { name: 'people-desk', displayName: '人员管理', permissions });
  await giveRoles(admin, 'reviewer', ['people-desk']);

  const less = await product.open('reviewer', '/users/user-list');
  await listed(less.page, 'admin').click();
  await card(less.page).getByText('这个用户的权限比你多').first().waitFor();
  await expectRefused(card(less.page).getByRole('button', { name: '编辑' }), less.page, '这个用户的权限比你多');
  await expectRefused(less.page.getByRole('button', { name: '新建用户' }), less.page, '需要权限 user:create');
  await listed(less.page, 'reviewer').click();
  await press(card(less.page), '编辑');
  await roleBox(less.page, '管理员').waitFor();
  await expect.poll(() => roleBox(less.page, '管理员').isDisabled()).toBe(true);
  await expect.poll(() => roleBox(less.page, '人员管理').isDisabled()).toBe(false);

  const own = await product.open('admin', '/users/user-list?q=admin');
  await listed(own.page, 'admin').click();
  const deactivate = card(own.page).getByRole('button', { name: '停用…' });
  await expectRefused(deactivate, own.page, '不能对自己的账号执行此操作');

  const none = await product.open('editor', '/users/user-list');
  await arrive(none.page, /^\/403$/);
});

test('a long name and many roles stay within their cells, and how many more there are is seen', {
  tags: ['slow'],
}, async () => {
  const admin = await product.as('admin');
  const roles = ['north', 'south', 'east', 'west'].map((side) => `${side}-desk`);
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
  const row = listed(page, username);
  const more = row.getByText('+2', { exact: true });
  await more.waitFor();
  const outside = (node: Element) => {
    const cell = node.closest('td')?.getBoundingClientRect();
    return !cell || node.getBoundingClientRect().right > cell.right;
  };
  expect(await more.evaluate(outside)).toBe(false);
  expect(await row.getByText(username, { exact: true }).evaluate(outside)).toBe(false);
});
