import { expect, test } from 'vitest';
import { changeSetClient } from '../kit/change-sets.ts';
import { setUpProduct } from '../kit/journey.ts';
import { clickButton, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('a revert that overwrites what somebody has changed since waits for a second person', {
  tags: ['slow'],
}, async () => {
  const [editor, reviewer, admin] = [
    await product.apiAs('editor'),
    await product.apiAs('reviewer'),
    await product.apiAs('admin'),
  ];
  const before = await editor.find('KR');
  const sets = changeSetClient(editor);
  const setId = await sets.create('韩元符号');
  await sets.addUpdate(setId, 'country', '/countries', 'KR', { symbol: '원', name: 'Korea' });
  await sets.transition(setId, 'submit');
  await changeSetClient(reviewer).transition(setId, 'approve');
  const { id } = await admin.resource('/countries').change('KR', { symbol: 'W' });
  const { proposal } = await admin.call('GET', `/countries/${id}/proposal`);
  await reviewer.call('POST', `/countries/${id}/proposal/decision`, { decision: 'approve' }, proposal.version);

  const author = (await product.open('editor', `/change-sets/${setId}`)).page;
  await clickButton(author, '撤销变更');
  const dialog = author.getByRole('alertdialog');
  const fields = dialog.getByRole('group', { name: '生效后被改过的字段' });
  await fields.getByText('未勾选的字段保持不变').waitFor();
  const symbol = fields.getByRole('checkbox', { name: /^覆盖“货币符号”/ });
  expect(await fields.getByRole('checkbox').count()).toBe(1);
  await symbol.check();
  await fields.getByText('覆盖他人后来的改动须由另一人审核，通过后才会撤销').waitFor();
  await clickButton(dialog, '提交撤销审核');
  await author.getByText('通过后恢复到生效之前').waitFor();
  expect(await editor.find('KR')).toMatchObject({ symbol: 'W', name: 'Korea' });

  const approver = (await product.open('reviewer', '/change-sets?scope=toReview')).page;
  await approver.getByRole('row').filter({ hasText: '韩元符号' }).click();
  await clickButton(approver, '通过并撤销');
  await clickButton(approver.getByRole('alertdialog'), '通过并撤销');
  await toast(approver, /原变更集已撤销$/).waitFor();
  expect(await editor.find('KR')).toMatchObject({ symbol: before.symbol, name: before.name });
  await author.goto(`/change-sets/${setId}`);
  await author.getByText('已恢复到生效之前').first().waitFor();
});
