import { expect, test } from 'vitest';
import { checkNewPassword } from './passwords.ts';

const owner = { username: 'lin.wei', displayName: '林薇', email: 'lin.wei@gazetteer.example' };
const check = (password: string) => checkNewPassword(password, owner, 10, '/newPassword');
const refused = (rule: string) => ({ details: { fields: [{ pointer: '/newPassword', rule }] } });

test.each([
  ['short', 'minLength'],
  ['Lin.Wei and more', 'containsName'],
  ['linwei and 12345', 'containsName'],
  ['password123', 'commonPassword'],
  ['1234567890', 'commonPassword'],
  ['x'.repeat(128), 'commonPassword'],
])('%s is refused: %s', async (password, rule) => {
  await expect(check(password)).rejects.toMatchObject(refused(rule));
});

test.each([
  'correct horse battery',
  '三个字的词不算短密码',
  'it is as long as the contract allows, so that nobody else has it. '.repeat(2).slice(0, 128),
])('%s is taken', async (password) => {
  await check(password);
});

// a judgement takes longer with the square of the length, and holds everybody up
test('what is long is judged by its beginning', async () => {
  const strong = 'correct horse battery staple';
  await expect(check(`${'1991'.repeat(10)}${strong}`)).rejects.toMatchObject(refused('commonPassword'));
  await check(`${strong}${'1991'.repeat(25)}`);
});
