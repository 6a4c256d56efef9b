import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

const table = (page: Page) => page.getByRole('grid', { name: '数据日志' });
const entries = (page: Page) => table(page).locator('tbody tr');
const entry = (page: Page, ...texts: string[]) =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), table(page).getByRole('row'));
const card = (page: Page) => page.getByRole('complementary', { name: '变更详情' });
const confirmRestore = (page: Page, version: number) =>
  clickButton(dialogNamed(page, `恢复到 v${version}？`), '恢复到此版本');

const countries = async () => (await product.apiAs('editor')).resource('/countries');
const requiredFields = { alpha3Code: 'QXX', continent: 'AS' };

async function filter(page: Page, name: string, option: string): Promise<void> {
  await clickButton(page, '筛选');
  const menu = dialogNamed(page, '添加筛选条件');
  await menu.getByRole('button', { name, exact: true }).click();
  await menu.getByRole('button', { name: option, exact: true }).click();
}

test('the log filters changes by entity and action, shows the changed fields, and undoes a change', async () => {
  const editor = await countries();
  await editor.create({ ...requiredFields, code: 'QX', name: 'Oldland' });
  await editor.change('QX', { name: 'Newland', symbol: 'Q$' });

  const { page } = await product.open('admin', '/data-logs');
  await entry(page, 'QX', '修改', '货币符号（空）→Q$').getByText('Oldland').waitFor();
  await filter(page, '类别', '国家/地区');
  await filter(page, '操作', '修改');
  await waitForPath(page, /entity=country&action=update/);
  await expect.poll(() => entries(page).count()).toBe(1);
  await entry(page, 'Newland').click();
  const changedRow = card(page).getByRole('row', { name: /名称/ });
  await changedRow.getByRole('cell', { name: 'Oldland' }).waitFor();
  await changedRow.getByRole('cell', { name: 'Newland' }).waitFor();
  await card(page).getByText('当前版本').waitFor();
  expect(await card(page).getByRole('button', { name: '恢复到此版本' }).count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);

  await filter(page, '字段', '货币符号');
  await waitForPath(page, /field=symbol/);
  await expect.poll(() => entries(page).count()).toBe(1);
  await filter(page, '字段', '大洲');
  await page.getByText('没有符合条件的变更').waitFor();
  await clickButton(page, '移除 字段');
  await clickButton(page, '移除 操作');
  await entry(page, 'QX', '新建').click();
  await clickButton(card(page), '恢复到此版本');
  await confirmRestore(page, 1);
  await toast(page, '已恢复 QX').waitFor();
  // beside the card, the list has no room for the changed values
  await page.keyboard.press('Escape');
  await card(page).waitFor({ state: 'detached' });
  // The list updates without a reload.
  await entry(page, 'QX', '恢复', '货币符号Q$→（空）').getByText('Newland').waitFor();
});

test('filters of the log are saved as a view, with which it opens, without what the log no longer knows of it', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/data-logs?entity=country&actor=editor');
  const tabs = page.getByRole('navigation', { name: '视图' });
  await clickButton(page, '保存视图');
  const saveDialog = dialogNamed(page, '保存为视图');
  await saveDialog.getByRole('textbox', { name: '名称' }).fill('编辑的国家变更');
  await saveDialog.getByRole('checkbox').click();
  await clickButton(saveDialog, '保存');
  await waitForPath(page, /^\/data-logs\?(?=.*entity=country)(?=.*actor=editor)(?=.*savedView=\d+)/);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goto('/data-logs');
  await waitForPath(page, /^\/data-logs\?(?=.*entity=country)(?=.*actor=editor)(?=.*savedView=\d+)/);
  await clickButton(page, '移除 操作人');
  await tabs.getByText('已更改，尚未保存').waitFor({ state: 'attached' });
  await tabs.getByRole('link', { name: '全部变更' }).click();
  await waitForPath(page, /^\/data-logs\?savedView=none$/);
  await filter(page, '类别', '城市');
  await waitForPath(page, /^\/data-logs\?(?=.*entity=city)(?=.*savedView=none)/);
  await clickButton(page, '移除 类别');
  await waitForPath(page, /^\/data-logs\?savedView=none$/);

  const admin = await product.apiAs('admin');
  const search = 'entity=country&field=symbol&weather=dry';
  const { record } = await admin.call('POST', '/views', { list: 'data_log', name: '旧条件', search });
  await page.goto(`/data-logs?entity=country&field=symbol&savedView=${record.id}`);
  await page.getByText('weather（dry）').waitFor();
  await clickButton(page, '从视图中移除');
  await page.getByText('weather（dry）').waitFor({ state: 'detached' });
});

test('what a task changed is one row, which Enter opens', async () => {
  const { page } = await product.open('admin', '/data-logs?entity=cabin');
  await product.sql("UPDATE data_log SET task_id = 900 WHERE entity = 'cabin'");
  for (const entity of ['', 'cabin'])
    await product.sql(
      `INSERT INTO data_log_task SELECT 900, '${entity}', 'importApply', 9, 'cabins.csv', MIN(actor), COUNT(*), MIN(seq), MIN(time), MAX(time)
       FROM data_log WHERE task_id = 900`,
    );
  await page.reload();
  await expect.poll(() => entries(page).count()).toBe(1);
  await entry(page, 'cabins.csv', '导入').getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await waitForPath(page, '/data-logs?entity=cabin&task=900');
  await expect.poll(() => entries(page).count()).toBeGreaterThan(10);
  await page.getByText('cabins.csv').waitFor();
  await product.sql("UPDATE data_log SET task_id = 0 WHERE entity = 'cabin'");
  await product.sql('DELETE FROM data_log_task');
});

test('the log restores a deleted record, and its history links to the log', { tags: ['slow'] }, async () => {
  const admin = await product.apiAs('admin');
  const { id } = await (await countries()).create({
    ...requiredFields,
    alpha3Code: 'QYX',
    code: 'QY',
    name: 'Lostland',
  });
  await admin.call('DELETE', `/countries/${id}`, undefined, 1);

  const { page } = await product.open('admin', '/data-logs?code=QY');
  await entry(page, '删除').click();
  await card(page).getByText('删除前的内容').waitFor();
  expect(await card(page).getByRole('link').count()).toBe(0);
  await clickButton(card(page), '恢复这条记录');
  await dialogNamed(page, '恢复到 v1？').getByText('记录回到列表').waitFor();
  await confirmRestore(page, 1);
  await toast(page, '已恢复 QY').waitFor();

  await card(page).getByRole('link', { name: 'Lostland' }).click();
  await waitForPath(page, new RegExp(`^/country\\?id=${id}`));
  await clickButton(page.getByRole('complementary', { name: '国家/地区信息' }), '历史');
  await page.getByRole('complementary', { name: '历史' }).getByRole('link', { name: '数据日志' }).click();
  await waitForPath(page, `/data-logs?entity=country&recordId=${id}`);
  await expect.poll(() => entries(page).count()).toBe(3);
  await clickButton(page, '移除 国家/地区');
  // somebody with a default view gets all changes by saying so
  await waitForPath(page, /^\/data-logs(\?savedView=none)?$/);
});

test('the log pages by cursor and exports the filtered entries', async () => {
  const { page } = await product.open('admin', '/data-logs?entity=cabin&pageSize=10');
  const pagination = page.getByRole('navigation', { name: '分页' });
  const { total } = await (await product.apiAs('viewer')).call('GET', '/data-logs?entity=cabin&limit=1');
  await page.getByText(`第 1–10 条，共 ${total} 条`, { exact: true }).waitFor();
  await clickButton(pagination, '下一页');
  await page.getByText(`第 11–20 条，共 ${total} 条`, { exact: true }).waitFor();
  const secondPage = pathOf(page);
  await page.reload();
  await page.getByText(`第 11–20 条，共 ${total} 条`, { exact: true }).waitFor();
  expect(pathOf(page)).toBe(secondPage);

  await clickButton(page, '导出');
  await page.getByText(`导出当前筛选的 ${total} 条`).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /NDJSON/ }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  expect(file.suggestedFilename()).toBe('data-log.ndjson');
  expect(lines.map((line) => JSON.parse(line).entity)).toEqual(Array(total).fill('cabin'));
});

test('export and restore are disabled with the reason without their permissions, and /403 opens without read permission', {
  tags: ['slow'],
}, async () => {
  await (await countries()).create({ ...requiredFields, alpha3Code: 'QZX', code: 'QZ', name: 'Stillland' });
  await (await countries()).change('QZ', { symbol: 'Q$' });
  const { page } = await product.open('viewer', '/data-logs?code=QZ&action=create');
  await expectDisabledWithReason(page.getByRole('button', { name: '导出' }), page, '需要“导出数据日志”权限');
  await entry(page, 'Stillland').click();
  await expectDisabledWithReason(
    card(page).getByRole('button', { name: '恢复到此版本' }),
    page,
    '需要“修改国家/地区”权限',
  );

  await product.sql(
    "DELETE FROM role_permission WHERE permission = 'data_log:read' AND role_id = (SELECT id FROM role WHERE name = 'viewer')",
  );
  await page.goto('/data-logs');
  await waitForPath(page, /^\/403$/);
});
