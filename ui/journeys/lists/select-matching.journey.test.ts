import { test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryGrid } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('all records that match are deactivated in the background, and the report leads to those that were left', {
  tags: ['slow'],
}, async () => {
  const admin = await product.apiAs('admin');
  await admin.transition('AD', 'deactivate');
  const { page } = await product.open('reviewer', '/country?continent=EU&sort=code');
  await page.getByText(/^第 1–20 条，共 \d+ 条$/).waitFor();
  const total = Number((await page.getByText(/^第 1–20 条，共 \d+ 条$/).innerText()).match(/共 (\d+)/)?.[1]);
  await countryGrid(page).getByRole('checkbox', { name: '全选本页' }).click();
  const bar = page.getByRole('toolbar', { name: '对所选记录的操作' });
  await bar.getByText('已选 20 条').waitFor();
  await clickButton(bar, `选择全部 ${total} 条符合条件的记录`);
  await bar.getByText(`已选全部 ${total} 条符合条件的记录`).waitFor();
  await clickButton(bar, `停用 ${total - 1}`);

  const question = dialogNamed(page, `停用 ${total - 1} 条记录？`);
  await question.getByText('欧洲').waitFor();
  await question.getByText(`符合条件的 ${total} 条中，有 1 条状态不符`).waitFor();
  await clickButton(question, '停用');
  await bar.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('table') !== null);

  const progress = page.getByRole('region', { name: '后台操作' });
  await progress.getByText('停用国家/地区').waitFor();
  await page.getByRole('link', { name: '机场' }).first().click();
  await waitForPath(page, /^\/airport/);
  await progress.getByText(`已停用 ${total - 1} 条 · 1 条保持原样`).waitFor();
  await page.reload();
  await clickButton(progress, '查看结果');
  const report = dialogNamed(page, '停用国家/地区');
  await report.getByText('状态不符').waitFor();
  await report.getByRole('link', { name: /安道尔/ }).click();
  await waitForPath(page, /^\/country\?id=\d+&panel=view$/);
  await report.waitFor({ state: 'detached' });
  await clickButton(progress, '关闭');
  await progress.waitFor({ state: 'detached' });

  await page.goto('/country?continent=EU&status=inactive');
  await page.getByText(`第 1–20 条，共 ${total} 条`).waitFor();
});
