import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import { entityLocators, fillFields } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('a change of a record is saved for a day, approved, shown ahead, and live once the day has come', {
  tags: ['slow'],
}, async () => {
  const airports = (await product.apiAs('viewer')).resource('/airports');
  const { id } = await airports.find('IST');
  const { page: author } = await product.open('editor', `/airport/form?id=${id}`);
  await fillFields(author, { 代码: 'ISL' });
  await clickButton(author, '选择生效日期…');
  const calendar = dialogNamed(author, '修改生效日期');
  await calendar.getByRole('button').nth(1).click();
  await calendar.getByRole('button', { name: /\D6日/ }).click();
  await author.getByRole('button', { name: /月 6 日起生效$/ }).waitFor();
  await clickButton(author, /^提交排期/);
  await toast(author, /^已提交审核：IST .*，通过后于 .*月 6 日生效$/).waitFor();
  await author.getByRole('region', { name: /月 6 日起的变更$/ }).waitFor();
  expect(await airports.find('ISL')).toBeUndefined();

  const { page: reviewer } = await product.open('reviewer', '/change-sets?scope=toReview');
  await reviewer.getByRole('row').filter({ hasText: '修改 IST' }).click();
  await clickButton(reviewer, '通过并排期');
  await clickButton(reviewer.getByRole('alertdialog'), '通过并排期');
  await toast(reviewer, /将于 .* 生效$/).waitFor();
  await reviewer.goto('/airport?q=IST');
  const { card } = entityLocators(reviewer, '机场');
  await reviewer.getByText(/月 6 日起：ISL$/).click();
  await card
    .getByRole('region', { name: /月 6 日起的变更$/ })
    .getByText('ISL')
    .waitFor();

  // the worker looks for sets whose date has come
  await product.sql("UPDATE change_set SET due_time = '2020-01-01' WHERE status = 'scheduled'");
  await expect.poll(() => airports.find('ISL'), { timeout: 20_000 }).toMatchObject({ id, version: 2 });
  await reviewer.goto(`/airport?q=ISL&id=${id}&panel=view`);
  await card.getByText('ISL').first().waitFor();
  expect(await card.getByRole('region', { name: /起的变更$/ }).count()).toBe(0);
});
