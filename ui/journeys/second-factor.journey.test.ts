import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { password } from './kit/calls.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { text } from './kit/kind.ts';
import { dialog, expectRefused, press, toast } from './kit/screen.ts';
import { totp } from './kit/totp.ts';

const product = aProduct();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function fromMenu(page: Page, name: string): Promise<void> {
  await press(page, /^账号菜单/);
  await page.getByRole('menuitem', { name }).click();
}

async function givePassword(page: Page, username: string): Promise<void> {
  await text(page, '账号').fill(username);
  await text(page, '密码').fill(password);
  await press(page, '登录');
}

/** What the app would have scanned. */
async function secretOn(page: Page): Promise<string> {
  await page.getByRole('img', { name: '用于验证器应用的二维码' }).locator('path[d^=M]').waitFor();
  return (await page.locator('[data-secret]').innerText()).replaceAll(/\s/g, '');
}

/** The recovery codes, once; they go only when they are said to be kept. */
async function keepCodes(page: Page): Promise<string[]> {
  const layer = dialog(page, '保存恢复码');
  await layer.getByRole('listitem').first().waitFor();
  const codes = await layer.getByRole('listitem').allInnerTexts();
  await expectRefused(layer.getByRole('button', { name: '完成' }), page, '请先保存恢复码，再勾选确认');
  await page.keyboard.press('Escape');
  const file = page.waitForEvent('download');
  await press(layer, '下载');
  expect((await file).suggestedFilename()).toBe('gazetteer-恢复码.txt');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await layer.getByRole('checkbox', { name: '我已妥善保存这些恢复码' }).check();
  await press(layer, '完成');
  return codes;
}

test('a second factor of one’s own: set up, asked for, stood in for by a recovery code, renewed, removed', {
  tags: ['slow'],
}, async () => {
  const { page, foresee } = await product.open('editor', '/country?status=active');
  foresee(/^422 POST \/dc\/api\/v1\/profile\/totp$/, /^422 PUT \/dc\/api\/v1\/profile\/totp$/);
  foresee(/^422 POST \/dc\/api\/v1\/auth\/login\/totp$/);
  await fromMenu(page, '两步验证');
  await press(page, '启用两步验证');
  await text(page, '密码').fill('not-the-password');
  await press(page, '下一步');
  await page.getByText('密码不正确').waitFor();
  await text(page, '密码').fill(password);
  await press(page, '下一步');
  const secret = await secretOn(page);
  expect(await violationsInBothThemes(page)).toEqual([]);
  const code = text(page, '输入应用显示的 6 位验证码');
  await code.fill('000000');
  await page.getByText('验证码不正确或已用过').waitFor();
  await code.fill(totp(secret));
  const [recovery = ''] = await keepCodes(page);
  await dialog(page, '两步验证').getByText('还剩 10 个恢复码').waitFor();
  await page.keyboard.press('Escape');

  await fromMenu(page, '退出登录');
  await givePassword(page, 'editor');
  await heading(page, '两步验证');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await text(page, '验证码').fill('000000');
  await page.getByText('验证码不正确或已用过').waitFor();
  // pasted with a gap, it is taken and sent by itself
  const next = totp(secret, 1);
  await text(page, '验证码').fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await arrive(page, /^\/$/);

  await fromMenu(page, '退出登录');
  await givePassword(page, 'editor');
  await press(page, '改用恢复码');
  await text(page, '恢复码').fill(recovery);
  await press(page, '验证');
  await arrive(page, /^\/$/);
  await fromMenu(page, '两步验证');
  await dialog(page, '两步验证').getByText('还剩 9 个恢复码').waitFor();
  await press(page, '更换恢复码');
  await text(page, '密码').fill(password);
  await press(page, '更换恢复码');
  expect(await keepCodes(page)).not.toContain(recovery);
  await dialog(page, '两步验证').getByText('还剩 10 个恢复码').waitFor();
  await press(page, '停用两步验证');
  await text(page, '密码').fill(password);
  await press(page, '停用两步验证');
  await toast(page, '两步验证已停用').waitFor();
  await dialog(page, '两步验证').getByText('未启用').waitFor();
});

test('a role that asks for it: set up while signing in, and not to be removed; who takes too long begins anew', {
  tags: ['slow'],
}, async () => {
  const admin = await product.as('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  await admin.call('PUT', '/system-config', { ...settings, secondFactorRoles: ['viewer'] }, version);
  const { page, foresee } = await product.open(null, '/airline?status=active');
  foresee(/^422 POST \/dc\/api\/v1\/auth\/login\/totp$/);
  await givePassword(page, 'viewer');
  await heading(page, '设置两步验证');
  const late = await secretOn(page);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await product.sql('UPDATE one_time_token SET expire_time = NOW(3) WHERE used_time IS NULL');
  await text(page, '输入应用显示的 6 位验证码').fill(totp(late));
  await page.getByText('验证超时，请重新输入密码。').waitFor();

  await expect.poll(() => text(page, '账号').inputValue()).toBe('viewer');
  await text(page, '密码').fill(password);
  await press(page, '登录');
  await heading(page, '设置两步验证');
  await text(page, '输入应用显示的 6 位验证码').fill(totp(await secretOn(page)));
  await arrive(page, /^\/airline\?status=active$/);
  expect(await keepCodes(page)).toHaveLength(10);
  await fromMenu(page, '两步验证');
  const remove = dialog(page, '两步验证').getByRole('button', { name: '停用两步验证' });
  await expectRefused(remove, page, '你的角色要求两步验证，不能停用');
});
