import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { textField } from '../kit/page/form-controls.ts';
import { clickButton, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function requestReset(page: Page, email: string): Promise<string> {
  await page.goto('/login?forgot');
  await textField(page, '邮箱').fill(email);
  await clickButton(page, '发送链接');
  await waitForHeading(page, '请查收邮件');
  return (await page.getByText(email).innerText()).replace(email, '…');
}

test('a password reset responds alike to every address, ends all sessions, and its link works once', {
  tags: ['slow'],
}, async () => {
  const otherWindow = await product.open('editor', '/country');
  otherWindow.expectErrors(/^401 /);
  const { page, expectErrors } = await product.open(null, '/login');
  expectErrors(/^422 PUT \/dc\/possword$/);
  await page.getByRole('link', { name: '忘记密码' }).click();
  await waitForHeading(page, '重设密码');
  expect(await findAxeViolations(page)).toEqual([]);
  const textForUnknownEmail = await requestReset(page, 'nobody@gazetteer.example');
  expect(await requestReset(page, 'editor@gazetteer.example')).toBe(textForUnknownEmail);

  const link = await product.emailedLink('editor@gazetteer.example');
  const response = await page.goto(link);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await waitForHeading(page, '设置新密码');
  expect(pathOf(page)).toBe('/login?reset=');
  await textField(page, '新密码').fill('password1234');
  await page.getByRole('listitem').filter({ hasText: '不是常见或容易猜到的密码' }).getByText('尚未满足').waitFor();
  await clickButton(page, '保存新密码');
  await page.getByText('这个密码太容易猜到').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  // Only the server knows the user, so only it can refuse a password that contains the user name.
  await textField(page, '新密码').fill('vq7-editor-xd9f');
  await clickButton(page, '保存新密码');
  await page.getByText('不能包含用户名、姓名或邮箱').waitFor();
  await textField(page, '新密码').fill('correct horse battery');
  await clickButton(page, '保存新密码');
  await toast(page, '密码已重设，请用新密码登录').waitFor();
  await waitForPath(page, /^\/login$/);
  await clickButton(otherWindow.page, /^启用/);
  await toast(otherWindow.page, '登录已过期，请重新登录').waitFor();

  await page.goto(link);
  await textField(page, '新密码').fill('another horse battery');
  await clickButton(page, '保存新密码');
  await waitForHeading(page, '链接已失效');
  await page.getByRole('link', { name: '重新申请链接' }).click();
  await waitForHeading(page, '重设密码');
  await page.getByRole('link', { name: '返回登录' }).click();
  await textField(page, '账号').fill('editor@gazetteer.example');
  await textField(page, '密码').fill('correct horse battery');
  await clickButton(page, '登录');
  await waitForPath(page, /^\/$/);
});

test('the reset token is not in the browser history, so a reloaded page asks to open the link again', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open(null, '/login');
  await requestReset(page, 'viewer@gazetteer.example');
  const link = await product.emailedLink('viewer@gazetteer.example');
  await page.goto(link);
  await waitForHeading(page, '设置新密码');
  await page.getByRole('link', { name: '返回登录' }).click();
  await waitForHeading(page, '登录');
  await page.goBack();
  await waitForHeading(page, '设置新密码');
  expect(pathOf(page)).toBe('/login?reset=');
  await page.reload();
  await waitForHeading(page, '请重新打开链接');
});
