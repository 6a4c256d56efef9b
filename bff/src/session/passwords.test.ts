import { expect, test } from 'vitest';
import { checkNewPassword } from './passwords.ts';

const owner = { username: 'lin.wei', displayName: '林薇', email: 'lin.wei@gazetteer.example' };
const check = (password: string) => checkNewPassword(password, owner, 10, '/newPassword');
const refusal = (rule: string) => ({ details: { fields: [{ pointer: '/newPassword', rule }] } });

test.each([
  ['short', 'minLength'],
  ['Lin.Wei and more', 'containsName'],
  ['linwei and 12345', 'containsName'],
  ['password123', 'commonPassword'],
  ['1234567890', 'commonPassword'],
  ['x'.repeat(128), 'commonPassword'],
])('refuses %s: %s', async (password, rule) => {
  await expect(check(password)).rejects.toMatchObject(refusal(rule));
});

test.each([
  'correct horse battery',
  '三个字的词不算短密码',
  'it is as long as the contract allows, so that nobody else has it. '.repeat(2).slice(0, 128),
])('accepts %s', async (password) => {
  await check(password);
});

// scoring takes quadratic time and blocks the event loop
test('scores a long password by its beginning', async () => {
  const strong = 'correct horse battery staple';
  await expect(check(`${'1991'.repeat(10)}${strong}`)).rejects.toMatchObject(refusal('commonPassword'));
  await check(`${strong}${'1991'.repeat(25)}`);
});
