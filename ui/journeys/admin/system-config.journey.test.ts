import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createApiClient } from '../kit/api-client.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct({ reducedMotion: 'no-preference' });

const setting = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: /^保存/ });
const waitForSaved = (page: Page) => toast(page, '已更新 系统配置').waitFor();

async function changeSetting(page: Page, name: string, value: string): Promise<void> {
  await setting(page, name).fill(value);
  await setting(page, name).blur();
}

/** Signs in, and returns the lifetime of the new session in hours. */
async function measureSessionHours(username: string): Promise<number> {
  const { items } = await (await createApiClient(product.url, username)).call('GET', '/profile/sessions');
  const { createTime, expireTime } = items.find(({ current }: { current: boolean }) => current);
  return (Date.parse(expireTime) - Date.parse(createTime)) / 3_600_000;
}

test('a new session lifetime applies to the next sign-in, and the history restores the old one in the form', {
  tags: ['slow'],
}, async () => {
  expect(await measureSessionHours('viewer')).toBe(8);
  const { page } = await product.open('admin', '/system-config');
  await changeSetting(page, '登录有效期', '9999');
  await saveButton(page).click();
  await page.getByText('不大于 720').waitFor();
  await changeSetting(page, '登录有效期', '12');
  await page.getByText('1 处未保存').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await saveButton(page).click();
  await waitForSaved(page);
  await page.getByRole('button', { name: '登录有效期 恢复默认：8 小时' }).waitFor();
  // The bff reads its settings every two seconds.
  await expect.poll(() => measureSessionHours('viewer'), { interval: 250 }).toBe(12);

  await clickButton(page, '历史');
  await waitForPath(page, /panel=history/);
  const history = page.getByRole('complementary', { name: '历史' });
  await history.getByRole('cell', { name: '12 小时' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(history, '恢复改动前的值');
  await expect.poll(() => setting(page, '登录有效期').inputValue()).toBe('8');
  expect(await measureSessionHours('viewer')).toBe(12);
  await saveButton(page).click();
  await page.getByText(/^v3，admin/).waitFor();
  await expect.poll(() => measureSessionHours('viewer'), { interval: 250 }).toBe(8);
});

test('concurrent changes of two administrators are merged, and conflicts are resolved by the user', {
  tags: ['slow'],
}, async () => {
  const { page, expectErrors } = await product.open('admin', '/system-config');
  expectErrors(/^412 PUT \/dc\/api\/v1\/system-config$/);
  await changeSetting(page, '邀请有效期', '3');
  await changeSetting(page, '重设链接有效期', '45');
  const admin = await product.apiAs('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  await admin.call('PUT', '/system-config', { ...settings, invitationDays: 14, userLogDays: 90 }, version);
  await saveButton(page).click();
  const conflictDialog = dialogNamed(page, '系统配置在你编辑时已被更新');
  await conflictDialog.getByRole('radio', { name: /^邀请有效期, 对方.*14 天/ }).waitFor();
  await conflictDialog.getByRole('radio', { name: /^邀请有效期, 我的改动.*3 天/ }).check();
  await clickButton(conflictDialog, /^保存为/);
  await waitForSaved(page);
  const { settings: savedSettings } = await admin.call('GET', '/system-config');
  expect(savedSettings).toMatchObject({ invitationDays: 3, resetMinutes: 45, userLogDays: 90 });
});

test('leaving unsaved settings asks for confirmation', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/system-config');
  await changeSetting(page, '失败计数时段', '20');
  await page.getByRole('link', { name: '用户日志' }).click();
  const leaveDialog = dialogNamed(page, '离开并放弃未保存的更改？');
  await clickButton(leaveDialog, '继续编辑');
  await leaveDialog.waitFor({ state: 'detached' });
  await expect.poll(() => setting(page, '失败计数时段').inputValue()).toBe('20');
  await page.getByRole('link', { name: '用户日志' }).click();
  await clickButton(leaveDialog, '放弃并离开');
  await waitForPath(page, /^\/users\/user-log-list/);
});

test('unsaved settings survive the end of the session for the same user', { tags: ['slow'] }, async () => {
  const { page, expectErrors } = await product.open('admin', '/system-config');
  expectErrors(/^401 PUT \/dc\/api\/v1\/system-config$/);
  await changeSetting(page, '失败计数时段', '25');
  await page.waitForLoadState('networkidle');
  await product.sql('UPDATE session SET revoke_time = NOW(3)');
  await saveButton(page).click();
  await waitForPath(page, /^\/login\?to=\/system-config/);
  await clickButton(page, /^admin/);
  await clickButton(page, '登录');
  await waitForPath(page, /^\/system-config/);
  await clickButton(page, '继续编辑');
  await expect.poll(() => setting(page, '失败计数时段').inputValue()).toBe('25');
});

test('if registration is off, nobody can register', async () => {
  const { page: visitor } = await product.open(null, '/register');
  await visitor.getByRole('textbox', { name: '用户名' }).waitFor();
  const { page } = await product.open('admin', '/system-config');
  await page.getByRole('switch', { name: '开放注册' }).click();
  await saveButton(page).click();
  await waitForSaved(page);
  await expect
    .poll(async () => {
      await visitor.reload();
      return visitor.getByText('未开放注册').count();
    })
    .toBeGreaterThan(0);
  expect(await visitor.getByRole('textbox', { name: '用户名' }).count()).toBe(0);
});

test('requiring a second factor for the user’s own role shows a warning but can be saved', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/system-config');
  const roles = page.getByRole('combobox', { name: '要求两步验证的角色' });
  await roles.fill('admin');
  await page.getByRole('option', { name: /管理员/ }).click();
  await page.getByText(/保存后你会退出登录/).waitFor();
  expect(await saveButton(page).getAttribute('aria-disabled')).toBeNull();
});

test('Ctrl+S saves a number field that still has focus', async () => {
  const admin = await product.apiAs('admin');
  const storedDays = async () => (await admin.call('GET', '/system-config')).settings.userLogDays;
  const { page } = await product.open('admin', '/system-config');
  const field = setting(page, '用户日志保留期');
  await field.fill(String((await storedDays()) + 1));
  const typedDays = Number(await field.inputValue());
  await page.keyboard.press('Control+s');
  await waitForSaved(page);
  expect(await storedDays()).toBe(typedDays);
});

test('with read permission only, the settings are read-only with the reason', {
  tags: ['slow'],
}, async () => {
  await product.sql(
    "INSERT INTO role_permission (role_id, permission) SELECT id, 'system_config:read' FROM role WHERE name = 'reviewer'",
  );
  const { page } = await product.open('reviewer', '/system-config');
  await page.getByText('只能查看：需要“修改系统配置”权限。').waitFor();
  expect(await setting(page, '登录有效期').isEditable()).toBe(false);
  await expectDisabledWithReason(saveButton(page), page, '需要“修改系统配置”权限');
  const { page: viewer } = await product.open('viewer', '/system-config');
  await waitForPath(viewer, /^\/403$/);
});
