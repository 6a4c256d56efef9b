import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '../kit/api-client.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { textField } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PERIOD_MS = 30_000;

function decodeBase32(base32: string): Buffer {
  const bits = [...base32].map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code of an authenticator app (RFC 6238). Each code is accepted once, so tests also use the next periods' codes. */
export function totp(secret: string, periodsAhead = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + periodsAhead));
  const hash = createHmac('sha1', decodeBase32(secret.replaceAll(/\s/g, '')))
    .update(step)
    .digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const product = setUpProduct();
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function openFromAccountMenu(page: Page, name: string): Promise<void> {
  await clickButton(page, /^账号菜单/);
  await page.getByRole('menuitem', { name }).click();
}

async function signInWithPassword(page: Page, username: string): Promise<void> {
  await textField(page, '账号').fill(username);
  await textField(page, '密码').fill(demoPassword);
  await clickButton(page, '登录');
}

/** Reads the secret that an authenticator app would scan from the QR code. */
async function readSecret(page: Page): Promise<string> {
  await page.getByRole('img', { name: '用于验证器应用的二维码' }).locator('path[d^=M]').waitFor();
  return (await page.locator('[data-testid=totp-secret]').innerText()).replaceAll(/\s/g, '');
}

/** Reads the recovery codes, which are shown once, and confirms that they are saved. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const codesDialog = dialogNamed(page, '保存恢复码');
  await codesDialog.getByRole('listitem').first().waitFor();
  const codes = await codesDialog.getByRole('listitem').allInnerTexts();
  await expectDisabledWithReason(codesDialog.getByRole('button', { name: '完成' }), page, '请先保存恢复码，再勾选确认');
  await page.keyboard.press('Escape');
  const file = page.waitForEvent('download');
  await clickButton(codesDialog, '下载');
  expect((await file).suggestedFilename()).toBe('gazetteer-恢复码.txt');
  expect(await findAxeViolations(page)).toEqual([]);
  await codesDialog.getByRole('checkbox', { name: '我已妥善保存这些恢复码' }).check();
  await clickButton(codesDialog, '完成');
  return codes;
}

test('a user can set up a second factor, sign in with it or a recovery code, renew the codes, and remove it', {
  tags: ['slow'],
}, async () => {
  const { page, expectErrors } = await product.open('editor', '/country?status=active');
  expectErrors(/^422 POST \/dc\/api\/v1\/profile\/totp$/, /^422 PUT \/dc\/api\/v1\/profile\/totp$/);
  expectErrors(/^422 POST \/dc\/api\/v1\/auth\/login\/totp$/);
  await openFromAccountMenu(page, '两步验证');
  await clickButton(page, '启用两步验证');
  await textField(page, '密码').fill('not-the-password');
  await clickButton(page, '下一步');
  await page.getByText('密码不正确').waitFor();
  await textField(page, '密码').fill(demoPassword);
  await clickButton(page, '下一步');
  const secret = await readSecret(page);
  expect(await findAxeViolations(page)).toEqual([]);
  const code = textField(page, '输入应用显示的 6 位验证码');
  await code.fill('000000');
  await page.getByText('验证码不正确或已用过').waitFor();
  await code.fill(totp(secret));
  const [recoveryCode = ''] = await saveRecoveryCodes(page);
  await dialogNamed(page, '两步验证').getByText('还剩 10 个恢复码').waitFor();
  await page.keyboard.press('Escape');

  await openFromAccountMenu(page, '退出登录');
  await signInWithPassword(page, 'editor');
  await waitForHeading(page, '两步验证');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await findAxeViolations(page)).toEqual([]);
  await textField(page, '验证码').fill('000000');
  await page.getByText('验证码不正确或已用过').waitFor();
  // A code pasted with a space is accepted and submitted at once.
  const nextCode = totp(secret, 1);
  await textField(page, '验证码').fill(`${nextCode.slice(0, 3)} ${nextCode.slice(3)}`);
  await waitForPath(page, /^\/$/);

  await openFromAccountMenu(page, '退出登录');
  await signInWithPassword(page, 'editor');
  await clickButton(page, '改用恢复码');
  await textField(page, '恢复码').fill(recoveryCode);
  await clickButton(page, '验证');
  await waitForPath(page, /^\/$/);
  await openFromAccountMenu(page, '两步验证');
  await dialogNamed(page, '两步验证').getByText('还剩 9 个恢复码').waitFor();
  await clickButton(page, '更换恢复码');
  await textField(page, '密码').fill(demoPassword);
  await clickButton(page, '更换恢复码');
  expect(await saveRecoveryCodes(page)).not.toContain(recoveryCode);
  await dialogNamed(page, '两步验证').getByText('还剩 10 个恢复码').waitFor();
  await clickButton(page, '停用两步验证');
  await textField(page, '密码').fill(demoPassword);
  await clickButton(page, '停用两步验证');
  await toast(page, '两步验证已停用').waitFor();
  await dialogNamed(page, '两步验证').getByText('未启用').waitFor();
});

test('a second factor required by a role is set up during sign-in, with a time limit, and cannot be removed', {
  tags: ['slow'],
}, async () => {
  const admin = await product.apiAs('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  await admin.call('PUT', '/system-config', { ...settings, secondFactorRoles: ['viewer'] }, version);
  const { page, expectErrors } = await product.open(null, '/airline?status=active');
  expectErrors(/^422 POST \/dc\/api\/v1\/auth\/login\/totp$/);
  await signInWithPassword(page, 'viewer');
  await waitForHeading(page, '设置两步验证');
  const expiredSecret = await readSecret(page);
  expect(await findAxeViolations(page)).toEqual([]);
  await product.sql('UPDATE one_time_token SET expire_time = NOW(3) WHERE used_time IS NULL');
  await textField(page, '输入应用显示的 6 位验证码').fill(totp(expiredSecret));
  await page.getByText('验证超时，请重新输入密码。').waitFor();

  await expect.poll(() => textField(page, '账号').inputValue()).toBe('viewer');
  await textField(page, '密码').fill(demoPassword);
  await clickButton(page, '登录');
  await waitForHeading(page, '设置两步验证');
  await textField(page, '输入应用显示的 6 位验证码').fill(totp(await readSecret(page)));
  await waitForPath(page, /^\/airline\?status=active$/);
  expect(await saveRecoveryCodes(page)).toHaveLength(10);
  await openFromAccountMenu(page, '两步验证');
  const removeButton = dialogNamed(page, '两步验证').getByRole('button', { name: '停用两步验证' });
  await expectDisabledWithReason(removeButton, page, '你的角色要求两步验证，不能停用');
});
