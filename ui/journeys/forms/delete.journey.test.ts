import { expect, test } from 'vitest';
import { pauseClock, waitWithPausedClock } from '../kit/clock.ts';
import { setUpProduct } from '../kit/journey.ts';
import { countryCard, countryRow } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, snackbar, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct({ reducedMotion: 'no-preference' });

test('deleting asks for confirmation, and the snackbar offers undo for five seconds', async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XA', name: '试验国' });
  const { page } = await product.open('editor', '/country?q=XA');
  await countryRow(page, 'XA').hover();
  await clickButton(countryRow(page, 'XA'), '删除');
  const deleteDialog = dialogNamed(page, '确定删除这个国家/地区吗？');
  await clickButton(deleteDialog, '取消');
  await deleteDialog.waitFor({ state: 'detached' });
  await countryRow(page, 'XA').waitFor();

  // The card stays open, and beside it the actions are in a menu.
  await clickButton(countryRow(page, 'XA'), '行操作');
  await page.getByRole('menuitem', { name: '删除' }).click();
  await clickButton(deleteDialog, '删除国家/地区');
  // The snackbar stays while it is hovered, so it does not disappear on a slow machine.
  await snackbar(page, '已删除 XA 试验国').hover();
  await countryRow(page, 'XA').waitFor({ state: 'detached' });
  expect(await editor.find('XA')).toBeUndefined();
  await snackbar(page, '撤销').click();
  await toast(page, '已恢复 XA 试验国').waitFor();
  await countryRow(page, 'XA').waitFor();

  await page.clock.install();
  await pauseClock(page);
  await clickButton(countryRow(page, 'XA'), '删除');
  await clickButton(deleteDialog, '删除国家/地区');
  const undo = snackbar(page, '撤销');
  await waitWithPausedClock(page, undo);
  await page.clock.runFor(4_900);
  expect(await undo.isVisible()).toBe(true);
  await page.clock.runFor(300);
  await undo.waitFor({ state: 'detached' });
});

test('a dialog that is cancelled while it opens on a busy page disappears', { tags: ['slow'] }, async () => {
  const { page } = await product.open('editor', '/country?q=FR');
  const deleteDialog = dialogNamed(page, '确定删除这个国家/地区吗？');
  await countryRow(page, 'FR').hover();
  // Opening the dialog for the first time loads its code.
  await clickButton(countryRow(page, 'FR'), '删除');
  await clickButton(deleteDialog, '取消');
  await deleteDialog.waitFor({ state: 'detached' });
  // Beside the open card the button would be in a menu.
  await page.keyboard.press('Escape');
  await countryRow(page, 'FR').hover();
  const deleteButton = countryRow(page, 'FR').getByRole('button', { name: /^删除/ });
  await deleteButton.evaluate(async (button: HTMLElement) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const findCancelButton = () => document.querySelector<HTMLElement>('[role="alertdialog"] button:not([aria-label])');
    const block = (ms: number) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
    document.documentElement.style.setProperty('--slow', '1500ms');
    button.click();
    while (!findCancelButton()) await nextFrame();
    for (let frame = 0; frame < 6; frame += 1) await nextFrame();
    findCancelButton()?.click();
    // These tasks delay React, so frames are painted between a state change and its render.
    const { port1, port2 } = new MessageChannel();
    let tasks = 60;
    port1.onmessage = () => {
      block(8);
      tasks -= 1;
      if (tasks > 0) port2.postMessage(null);
    };
    for (let task = 0; task < 6; task += 1) port2.postMessage(null);
  });
  await deleteDialog.waitFor({ state: 'detached' });
});

test('deleting an active record creates a proposal for another person to decide', async () => {
  const { id } = await (await product.apiAs('viewer')).find('AQ');
  const { page } = await product.open('editor', `/country?id=${id}&panel=delete`);
  const deleteDialog = dialogNamed(page, '确定删除这个国家/地区吗？');
  await deleteDialog.getByText('删除须由另一人审核通过后生效').waitFor();
  await clickButton(deleteDialog, '提交审核');
  await toast(page, /^已提交删除申请：/).waitFor();
  await countryCard(page).getByRole('heading', { name: '审核中的删除' }).waitFor();

  const reviewer = await product.open('reviewer', '/');
  reviewer.expectErrors(/^404 GET \/dc\/api\/v1\/countries\/\d+$/, /^404 GET .*\/references$/);
  await reviewer.page.getByRole('listitem').filter({ hasText: '南极洲' }).getByText('删除').first().waitFor();
  await reviewer.page.goto(`/country?id=${id}&panel=view`);
  await clickButton(countryCard(reviewer.page), '通过');
  await toast(reviewer.page, /^已通过 .* 的删除申请，记录已删除$/).waitFor();
  await countryCard(reviewer.page).getByRole('heading', { name: '这条记录不存在，或已被删除' }).waitFor();
  await clickButton(countryCard(reviewer.page), '历史');
  await reviewer.page.getByText('删除前的内容').waitFor();
});
