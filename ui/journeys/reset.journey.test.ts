import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive, place } from './kit/journey.ts';
import { text } from './kit/kind.ts';
import { press, toast } from './kit/screen.ts';

const product = aProduct();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function ask(page: Page, email: string): Promise<string> {
  await page.goto('/login?forgot');
  await text(page, '邮箱').fill(email);
  await press(page, '发送链接');
  await heading(page, '请查收邮件');
  return (await page.getByText(email).innerText()).replace(email, '…');
}

test('a forgotten password: alike for every address, a link that works once, a new password, every session ended', async () => {
  const elsewhere = await product.open('editor', '/country');
  elsewhere.foresee(/^401 /);
  const { page, foresee } = await product.open(null, '/login');
  foresee(/^422 PUT \/dc\/possword$/);
  await page.getByRole('link', { name: '忘记密码' }).click();
  await heading(page, '重设密码');
  expect(await violationsInBothThemes(page)).toEqual([]);
  const unknown = await ask(page, 'nobody@gazetteer.example');
  expect(await ask(page, 'editor@gazetteer.example')).toBe(unknown);

  const link = await product.linkTo('editor@gazetteer.example');
  const answer = await page.goto(link);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await heading(page, '设置新密码');
  expect(place(page)).toBe('/login?reset=');
  await text(page, '新密码').fill('password1234');
  await page.getByRole('listitem').filter({ hasText: '不是常见或容易猜到的密码' }).getByText('尚未满足').waitFor();
  await press(page, '保存新密码');
  await page.getByText('这个密码太容易猜到').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  // what only the server knows: whose password it is
  await text(page, '新密码').fill('vq7-editor-xd9f');
  await press(page, '保存新密码');
  await page.getByText('不能包含用户名、姓名或邮箱').waitFor();
  await text(page, '新密码').fill('correct horse battery');
  await press(page, '保存新密码');
  await toast(page, '密码已重设，请用新密码登录').waitFor();
  await arrive(page, /^\/login$/);
  await press(elsewhere.page, /^启用/);
  await toast(elsewhere.page, '登录已过期，请重新登录').waitFor();

  await page.goto(link);
  await text(page, '新密码').fill('another horse battery');
  await press(page, '保存新密码');
  await heading(page, '链接已失效');
  await page.getByRole('link', { name: '重新申请链接' }).click();
  await heading(page, '重设密码');
  await page.getByRole('link', { name: '返回登录' }).click();
  await text(page, '账号').fill('editor@gazetteer.example');
  await text(page, '密码').fill('correct horse battery');
  await press(page, '登录');
  await arrive(page, /^\/$/);
});

test('the token of a link is not in the history, and a reloaded page asks to open the link again', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open(null, '/login');
  await ask(page, 'viewer@gazetteer.example');
  const link = await product.linkTo('viewer@gazetteer.example');
  await page.goto(link);
  await heading(page, '设置新密码');
  await page.getByRole('link', { name: '返回登录' }).click();
  await heading(page, '登录');
  await page.goBack();
  await heading(page, '设置新密码');
  expect(place(page)).toBe('/login?reset=');
  await page.reload();
  await heading(page, '请重新打开链接');
});
