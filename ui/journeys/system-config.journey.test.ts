import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { actAs } from './kit/calls.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { dialog, expectRefused, press, toast } from './kit/screen.ts';

const product = aProduct({ reducedMotion: 'no-preference' });

const setting = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^保存/ });
const saved = (page: Page) => toast(page, '保存成功').waitFor();

async function change(page: Page, name: string, value: string): Promise<void> {
  await setting(page, name).fill(value);
  await setting(page, name).blur();
}

/** How long the newest session of an account lasts, in hours. */
async function sessionHours(username: string): Promise<number> {
  const { items } = await (await actAs(product.url, username)).call('GET', '/profile/sessions');
  const { createTime, expireTime } = items.find(({ current }: { current: boolean }) => current);
  return (Date.parse(expireTime) - Date.parse(createTime)) / 3_600_000;
}

test('another session length holds for the next sign-in, and history puts the old one back into the form', async () => {
  expect(await sessionHours('viewer')).toBe(8);
  const { page } = await product.open('admin', '/system-config');
  await change(page, '登录有效期', '9999');
  await save(page).click();
  await page.getByText('不大于 720').waitFor();
  await change(page, '登录有效期', '12');
  await page.getByText('1 处未保存').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await save(page).click();
  await saved(page);
  await page.getByRole('button', { name: '登录有效期 恢复默认：8 小时' }).waitFor();
  // the service reads its configuration every two seconds
  await expect.poll(() => sessionHours('viewer'), { interval: 250 }).toBe(12);

  await press(page, '历史');
  await arrive(page, /panel=history/);
  const history = page.getByRole('complementary', { name: '历史' });
  await history.getByRole('cell', { name: '12 小时' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(history, '放回改动前的值');
  await expect.poll(() => setting(page, '登录有效期').inputValue()).toBe('8');
  expect(await sessionHours('viewer')).toBe(12);
  await save(page).click();
  await page.getByText(/^v3，admin/).waitFor();
  await expect.poll(() => sessionHours('viewer'), { interval: 250 }).toBe(8);
});

test('two administrators lose nothing: theirs stands beside mine, and what does not collide is kept of both', {
  tags: ['slow'],
}, async () => {
  const { page, foresee } = await product.open('admin', '/system-config');
  foresee(/^412 PUT \/dc\/api\/v1\/system-config$/);
  await change(page, '邀请有效期', '3');
  await change(page, '重设链接有效期', '45');
  const admin = await product.as('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  await admin.call('PUT', '/system-config', { ...settings, invitationDays: 14, userLogDays: 90 }, version);
  await save(page).click();
  const conflict = dialog(page, '系统配置在你编辑时已被更新');
  await conflict.getByRole('radio', { name: /^邀请有效期, 对方.*14 天/ }).waitFor();
  await conflict.getByRole('radio', { name: /^邀请有效期, 我的改动.*3 天/ }).check();
  await press(conflict, /^保存为/);
  await saved(page);
  const { settings: now } = await admin.call('GET', '/system-config');
  expect(now).toMatchObject({ invitationDays: 3, resetMinutes: 45, userLogDays: 90 });
});

test('leaving unsaved settings asks first', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/system-config');
  await change(page, '失败计数时段', '20');
  await page.getByRole('link', { name: '用户日志' }).click();
  const question = dialog(page, '离开并放弃未保存的更改？');
  await press(question, '继续编辑');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => setting(page, '失败计数时段').inputValue()).toBe('20');
  await page.getByRole('link', { name: '用户日志' }).click();
  await press(question, '放弃并离开');
  await arrive(page, /^\/users\/user-log-list/);
});

test('a session that ends while one types keeps what was typed for the same person', async () => {
  const { page, foresee } = await product.open('admin', '/system-config');
  foresee(/^401 PUT \/dc\/api\/v1\/system-config$/);
  await change(page, '失败计数时段', '25');
  await page.waitForLoadState('networkidle');
  await product.sql('UPDATE session SET revoke_time = NOW(3)');
  await save(page).click();
  await arrive(page, /^\/login\?to=\/system-config/);
  await press(page, /^admin/);
  await press(page, '登录');
  await arrive(page, /^\/system-config/);
  await press(page, '继续编辑');
  await expect.poll(() => setting(page, '失败计数时段').inputValue()).toBe('25');
});

test('with registration off, nobody can register', async () => {
  const { page: visitor } = await product.open(null, '/register');
  await visitor.getByRole('textbox', { name: '用户名' }).waitFor();
  const { page } = await product.open('admin', '/system-config');
  await page.getByRole('switch', { name: '开放注册' }).click();
  await save(page).click();
  await saved(page);
  await expect
    .poll(async () => {
      await visitor.reload();
      return visitor.getByText('未开放注册').count();
    })
    .toBeGreaterThan(0);
  expect(await visitor.getByRole('textbox', { name: '用户名' }).count()).toBe(0);
});

test('a role of one’s own that comes to need a second factor is warned of, not held up', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/system-config');
  const roles = page.getByRole('combobox', { name: '须用两步验证的角色' });
  await roles.fill('admin');
  await page.getByRole('option', { name: /管理员/ }).click();
  await page.getByText(/保存后你会被登出/).waitFor();
  expect(await save(page).getAttribute('aria-disabled')).toBeNull();
});

test('what was just typed into a field of numbers is saved by the keys that save, without leaving it', async () => {
  const admin = await product.as('admin');
  const kept = async () => (await admin.call('GET', '/system-config')).settings.userLogDays;
  const { page } = await product.open('admin', '/system-config');
  const field = setting(page, '用户日志保留');
  await field.fill(String((await kept()) + 1));
  const typed = Number(await field.inputValue());
  await page.keyboard.press('Control+s');
  await saved(page);
  expect(await kept()).toBe(typed);
});

test('who may only read the configuration sees all of it and why nothing can be saved', {
  tags: ['slow'],
}, async () => {
  await product.sql(
    "INSERT INTO role_permission (role_id, permission) SELECT id, 'system_config:read' FROM role WHERE name = 'reviewer'",
  );
  const { page } = await product.open('reviewer', '/system-config');
  await page.getByText('只能查看：需要权限 system_config:update。').waitFor();
  expect(await setting(page, '登录有效期').isEditable()).toBe(false);
  await expectRefused(save(page), page, '需要权限 system_config:update');
  const { page: viewer } = await product.open('viewer', '/system-config');
  await arrive(viewer, /^\/403$/);
});
