import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { card, comes, dialog, press, row, snack, stopClock, toast } from './kit/screen.ts';

const product = aProduct({ reducedMotion: 'no-preference' });

test('deleting asks first; the snackbar takes it back, for five seconds', async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XA', name: '试验国' });
  const { page } = await product.open('editor', '/country?q=XA');
  await row(page, 'XA').hover();
  await press(row(page, 'XA'), '删除');
  const question = dialog(page, '确定删除这个国家/地区吗？');
  await press(question, '取消');
  await question.waitFor({ state: 'detached' });
  await row(page, 'XA').waitFor();

  await press(row(page, 'XA'), '删除');
  await press(question, '删除国家/地区');
  // it stays while the pointer is on it, however long a busy machine takes
  await snack(page, '已删除 试验国').hover();
  await row(page, 'XA').waitFor({ state: 'detached' });
  expect(await editor.find('XA')).toBeUndefined();
  await snack(page, '撤销').click();
  await toast(page, '已恢复 试验国').waitFor();
  await row(page, 'XA').waitFor();

  await page.clock.install();
  await stopClock(page);
  await press(row(page, 'XA'), '删除');
  await press(question, '删除国家/地区');
  const undo = snack(page, '撤销');
  await comes(page, undo);
  await page.clock.runFor(4_900);
  expect(await undo.isVisible()).toBe(true);
  await page.clock.runFor(300);
  await undo.waitFor({ state: 'detached' });
});

test('the deletion of an active record is a proposal, which another person decides on', async () => {
  const { id } = await (await product.as('viewer')).find('AQ');
  const { page } = await product.open('editor', `/country?id=${id}&panel=delete`);
  const question = dialog(page, '确定删除这个国家/地区吗？');
  await question.getByText('删除须由另一人审核通过后生效').waitFor();
  await press(question, '提交审核');
  await toast(page, '已提交删除申请，由另一人通过后生效').waitFor();
  await card(page).getByRole('heading', { name: '审核中的删除' }).waitFor();

  const reviewer = await product.open('reviewer', '/');
  reviewer.foresee(/^404 GET \/dc\/api\/v1\/countries\/\d+$/, /^404 GET .*\/references$/);
  await reviewer.page.getByRole('listitem').filter({ hasText: '南极洲' }).getByText('删除').first().waitFor();
  await reviewer.page.goto(`/country?id=${id}&panel=view`);
  await press(card(reviewer.page), '通过');
  await toast(reviewer.page, '已通过，修改生效').waitFor();
  await card(reviewer.page).getByRole('heading', { name: '这条记录不存在，或已被删除' }).waitFor();
  await press(card(reviewer.page), '历史');
  await reviewer.page.getByText('删除前的内容').waitFor();
});
