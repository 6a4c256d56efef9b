import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

const csvFile = (text: string, name = 'cabins.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const cabinFile = csvFile(`代码,airline,klass,name,订座舱位
JA,CA,economy,Journey Economy,J;A
JB,CA,business,Journey Business,B
JC,ZZ,economy,No Such Airline,C
JD,CA,sofa,Wrong Class,D
JA,CA,first,Twice,E
`);

const rowGrid = (page: Page) => page.getByRole('grid', { name: '逐行结果' });
const reportRow = (page: Page, code: string) => rowGrid(page).getByRole('row').filter({ hasText: code }).first();
const outcomeTab = (page: Page, name: string) =>
  page.getByRole('group', { name: '按结果筛选' }).getByRole('button', { name });
const waitForStatus = (page: Page, name: string) =>
  page.getByRole('main').getByText(name, { exact: true }).first().waitFor();
const fileInput = (page: Page) => page.locator('input[type=file]');

const queueItem = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'cabins.csv', exact: true }) });
const isFocused = (element: Element) => element === document.activeElement;

async function uploadFile(page: Page, file: ReturnType<typeof csvFile>): Promise<void> {
  await page.getByText('把文件拖到这里').waitFor();
  await fileInput(page).setInputFiles(file);
  await waitForPath(page, /^\/imports\/\d+$/);
}

/** Drops a file from the desktop on the page. */
async function dropFile(page: Page, text: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gazetteer-drop-'));
  // The file must exist until the page uploads it.
  onTestFinished(() => rm(folder, { recursive: true }));
  const droppedFile = path.join(folder, 'quote.csv');
  await writeFile(droppedFile, text);
  const zone = await page.getByText('把文件拖到这里').boundingBox();
  const devtools = await page.context().newCDPSession(page);
  const dropPoint = {
    x: zone?.x ?? 0,
    y: zone?.y ?? 0,
    data: { items: [], files: [droppedFile], dragOperationsMask: 1 },
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...dropPoint });
  }
  await page.getByText('quote.csv').first().waitFor();
}

/** Maps a column that is ignored by default to a field. */
async function mapColumn(page: Page, column: string, field: string): Promise<void> {
  await clickButton(page, `“${column}”对应的字段: 忽略此列`);
  await page.getByRole('searchbox', { name: `“${column}”对应的字段` }).fill(field);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `“${column}”对应的字段: ${field}` }).waitFor();
}

const mapCabinClass = (page: Page, column: string) => mapColumn(page, column, '舱位等级');

test('a file is mapped, checked, applied, approved by a second person, imported again without changes, and reverted', async () => {
  const { page } = await product.open('editor', '/imports/new?kind=cabin');
  await uploadFile(page, cabinFile);
  await page.getByText('5 列 · 对应 4 列 · 忽略 1 列').waitFor();
  await mapCabinClass(page, 'klass');
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(page, '核对全部行');

  await waitForStatus(page, '待写入');
  await outcomeTab(page, '新增 1').waitFor();
  await outcomeTab(page, '已拒绝 4').click();
  await reportRow(page, 'JC').getByText('引用的记录不存在').last().waitFor();
  await reportRow(page, 'JD').getByText('不在可选范围内').last().waitFor();
  await clickButton(page, '筛选');
  await clickButton(page.getByRole('dialog'), '问题');
  await clickButton(page.getByRole('dialog'), /^与文件中另一行重复/);
  await page.getByText('已显示 2 / 2 行').waitFor();
  await reportRow(page, 'Twice').click();
  const rowPanel = page.getByRole('complementary', { name: '这一行' });
  await rowPanel.getByText('与第 2 行重复').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await reportRow(page, 'Journey Economy').click();
  await clickButton(rowPanel, '采用这一行');
  await outcomeTab(page, '新增 2').waitFor();
  await page.getByText('已显示 1 / 1 行').waitFor();

  const downloaded = page.waitForEvent('download');
  await clickButton(page, '下载报告');
  await page.getByRole('menuitem', { name: '只含冲突和拒绝的行' }).click();
  expect((await readFile(await (await downloaded).path(), 'utf8')).trim().split('\n')).toHaveLength(4);

  await clickButton(page, '导入 2 行…');
  const confirmDialog = dialogNamed(page, '导入 2 行？');
  await expect.poll(() => confirmDialog.getByRole('radio', { name: '全部行' }).isDisabled()).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(confirmDialog, '导入 2 行');
  await waitForStatus(page, '已写入');
  await expectDisabledWithReason(page.getByRole('button', { name: '通过' }), page, '需要“审核、启用和停用舱位”权限');

  const editorHomePage = (await product.open('editor')).page;
  await queueItem(editorHomePage).getByText('舱位 · 导入：新增 2 条').waitFor();
  await expectDisabledWithReason(
    queueItem(editorHomePage).getByRole('button', { name: '审核' }),
    editorHomePage,
    '需要“审核、启用和停用舱位”权限',
  );
  const reviewer = (await product.open('reviewer')).page;
  await queueItem(reviewer).waitFor();
  expect(await findAxeViolations(reviewer)).toEqual([]);
  await queueItem(reviewer).getByRole('link').focus();
  await reviewer.keyboard.press('Tab');
  await expect.poll(() => queueItem(reviewer).getByRole('button', { name: '审核' }).evaluate(isFocused)).toBe(true);
  await reviewer.keyboard.press('Enter');
  await waitForPath(reviewer, new URL(page.url()).pathname);
  await clickButton(reviewer, '通过 2');
  await clickButton(dialogNamed(reviewer, '通过 2 条记录？'), '通过 2 条');
  await reviewer.getByText(/^reviewer 通过 2 条/).waitFor();
  await page.getByText(/^reviewer 通过 2 条/).waitFor();
  await reviewer.goto('/');
  await reviewer.getByRole('heading', { name: '没有待审核的内容' }).waitFor();

  const secondImport = (await product.open('editor', '/imports/new?kind=cabin')).page;
  await uploadFile(secondImport, csvFile(cabinFile.buffer.toString().split('\n').slice(0, 3).join('\n')));
  await secondImport.getByRole('button', { name: '“klass”对应的字段: 舱位等级' }).waitFor();
  await clickButton(secondImport, '核对全部行');
  await outcomeTab(secondImport, '不变 2').waitFor();
  await expectDisabledWithReason(
    secondImport.getByRole('button', { name: '导入 0 行…' }),
    secondImport,
    '没有要写入的行',
  );

  await clickButton(page, '撤回导入…');
  await dialogNamed(page, '撤回这次导入？').getByText('删除新增的 2 条').waitFor();
  await clickButton(dialogNamed(page, '撤回这次导入？'), '撤回导入');
  await waitForStatus(page, '已撤回');
  await outcomeTab(page, '新增 2').click();
  await reportRow(page, 'JA').getByText('已删除').waitFor();
});

test('the report corrects one cell or all equal ones, offers suggestions, resets corrections, and excludes rows', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/imports/new?kind=cabin');
  const rows = ['KA,C1A,economy,Fix One', 'KB,C1A,economy,Fix Two', 'KC,CA,Busines,Fix Three', 'KD,CA,first,Left Out'];
  await uploadFile(page, csvFile(`code,airline,cabinClass,name\n${rows.join('\n')}\n`, 'fix.csv'));
  await clickButton(page, '核对全部行');
  await outcomeTab(page, '已拒绝 3').click();
  await reportRow(page, 'Fix One').click();
  const rowPanel = page.getByRole('complementary', { name: '这一行' });
  const value = rowPanel.getByRole('textbox', { name: '“airline”的新值' });
  const edit = rowPanel.getByRole('button', { name: '更正“airline”' });

  await edit.focus();
  await page.keyboard.press('Enter');
  await rowPanel.getByRole('checkbox', { name: /^另外 1 行/ }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await value.waitFor({ state: 'detached' });
  await expect.poll(() => edit.evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Enter');
  await value.fill('CA');
  await page.keyboard.press('Enter');
  await outcomeTab(page, '新增 3').waitFor();
  await rowPanel.getByText('文件中为 C1A').waitFor();
  await expect.poll(() => edit.evaluate(isFocused)).toBe(true);
  await clickButton(rowPanel, '把“airline”还原为文件中的值');
  await outcomeTab(page, '新增 2').waitFor();

  await clickButton(page, '匹配未知值');
  const panel = page.getByRole('complementary', { name: '未知值' });
  await panel.getByText('C1A').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await panel.getByRole('group', { name: '“Busines”可能是' }).getByRole('button').first().click();
  await outcomeTab(page, '新增 3').waitFor();
  await clickButton(page.getByRole('status').filter({ hasText: '已更正 1 行' }), '撤销');
  await outcomeTab(page, '新增 2').waitFor();
  await panel.getByRole('group', { name: '“Busines”可能是' }).getByRole('button').first().click();
  await outcomeTab(page, '新增 3').waitFor();
  await panel.getByRole('combobox', { name: '“C1A”匹配为' }).fill('CA');
  await page.getByRole('option', { name: /^CA/ }).first().click();
  await outcomeTab(page, '新增 4').waitFor();
  await panel.getByText('没有未匹配的值').waitFor();
  await clickButton(panel, '关闭');

  await outcomeTab(page, '新增 4').click();
  await reportRow(page, 'Left Out').click();
  await clickButton(rowPanel, '不导入这一行');
  await outcomeTab(page, '已排除 1').waitFor();
  await clickButton(page, '更改列对应关系');
  const confirmDialog = dialogNamed(page, '更改列对应关系？');
  await confirmDialog.getByText('4 行的更正或排除不会保留').waitFor();
  await clickButton(confirmDialog, '取消');
  await clickButton(page, '导入 3 行…');
  await clickButton(dialogNamed(page, '导入 3 行？'), '导入 3 行');
  await waitForStatus(page, '已写入');
  await reportRow(page, 'Fix Three').getByText('已新增').waitFor();
});

test('a mapped status column sets the statuses, which the approval dialog lists', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/imports/new?kind=cabin');
  const rows = ['SA,CA,economy,Status One,active', 'SB,CA,first,Status Two,inactive', 'SC,CA,first,Status Three,open'];
  await uploadFile(page, csvFile(`code,airline,cabinClass,name,status\n${rows.join('\n')}\n`, 'status.csv'));
  await page.getByText('5 列 · 对应 4 列 · 忽略 1 列').waitFor();
  await mapColumn(page, 'status', '状态');
  await clickButton(page, '核对全部行');
  await outcomeTab(page, '已拒绝 1').click();
  await reportRow(page, 'Status Three').getByText('不在可选范围内').last().waitFor();
  await outcomeTab(page, '新增 2').click();
  await reportRow(page, 'Status Two').click();
  const rowPanel = page.getByRole('complementary', { name: '这一行' });
  await rowPanel.getByRole('row', { name: '状态 停用' }).waitFor();
  await clickButton(page, '导入 2 行…');
  await clickButton(dialogNamed(page, '导入 2 行？'), '导入 2 行');
  await waitForStatus(page, '已写入');

  const reviewer = (await product.open('reviewer', new URL(page.url()).pathname)).page;
  await clickButton(reviewer, '通过 2');
  const confirmDialog = dialogNamed(reviewer, '通过 2 条记录？');
  await confirmDialog.getByText('新增记录通过后的状态：启用 1 · 停用 1').waitFor();
  expect(await findAxeViolations(reviewer)).toEqual([]);
  await clickButton(confirmDialog, '通过 2 条');
  await reviewer.getByText(/^reviewer 通过 2 条/).waitFor();
  await reviewer.goto('/cabin?q=Status');
  const list = reviewer.getByRole('grid', { name: '舱位' });
  await list.getByRole('row').filter({ hasText: 'Status One' }).getByText('启用', { exact: true }).waitFor();
  await list.getByRole('row').filter({ hasText: 'Status Two' }).getByText('停用', { exact: true }).waitFor();
});

test('an import can be left and resumed during upload, mapping and report', {
  tags: ['slow'],
}, async () => {
  const uploadedFile = csvFile(cabinFile.buffer.toString().replace('klass', 'comfort'), 'comfort.csv');
  const editor = await product.apiAs('editor');
  const { import: createdImport } = await editor.call('POST', '/imports', {
    entity: 'cabin',
    filename: uploadedFile.name,
    bytes: uploadedFile.buffer.length,
  });
  const importPath = `/imports/${createdImport.id}`;
  const { page } = await product.open('editor', importPath);
  await page.getByText('上传停在 0 B').waitFor();
  await fileInput(page).setInputFiles(csvFile('code\n'));
  await page.getByText(/^这不是同一个文件/).waitFor();
  await fileInput(page).setInputFiles(uploadedFile);
  await mapCabinClass(page, 'comfort');

  await clickButton(page, '返回导入列表');
  await page.getByRole('grid', { name: '导入' }).getByRole('row').filter({ hasText: 'comfort.csv' }).click();
  await page.getByRole('button', { name: '“comfort”对应的字段: 舱位等级' }).waitFor();
  await clickButton(page, '核对全部行');
  await outcomeTab(page, '已拒绝 4').click();
  await waitForPath(page, `${importPath}?state=refused`);
  await page.reload();
  await waitForStatus(page, '待写入');
  await reportRow(page, 'JD').waitFor();

  await clickButton(page, '更改列对应关系');
  await clickButton(page, '返回核对结果');
  await clickButton(page, '丢弃');
  await clickButton(dialogNamed(page, '丢弃这次导入？'), '丢弃');
  await toast(page, '已丢弃导入').waitFor();
  await waitForPath(page, '/imports');
});

test('a file needs an entity before it is uploaded, a template helps to write one, and an unreadable file is reported with the reason', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/imports/new');
  await fileInput(page).setInputFiles(cabinFile);
  await page.getByText('请先选择类别').waitFor();
  await page.goto('/imports/new?kind=cabin');
  const downloaded = page.waitForEvent('download');
  await clickButton(page, '舱位模板，CSV');
  const template = await downloaded;
  expect(template.suggestedFilename()).toBe('cabin-template.csv');
  expect(await readFile(await template.path(), 'utf8')).toMatch(/^\ufeff"代码","名称","舱位等级"/);
  await uploadFile(page, csvFile('', 'empty.csv'));
  await page.getByText('文件是空的').first().waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await expectDisabledWithReason(page.getByRole('button', { name: '核对全部行' }), page, '文件是空的');
  await page.goto('/imports/new?kind=cabin');
  await dropFile(page, 'code,airline\nA,"never closed\n');
  await waitForPath(page, /^\/imports\/\d+$/);
  await page.getByText('第 2 行的引号没有闭合').first().waitFor();
});

test('users without an import permission cannot open the import pages', async () => {
  const { page } = await product.open('viewer', '/imports');
  await page.getByRole('heading', { name: '没有权限访问此页面' }).waitFor();
  expect(await page.getByRole('link', { name: '导入', exact: true }).count()).toBe(0);
  await page.goto('/imports/new?kind=cabin');
  await page.getByRole('heading', { name: '没有权限访问此页面' }).waitFor();
});
