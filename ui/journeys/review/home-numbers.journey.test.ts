import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { importCsv } from '../kit/csv-imports.ts';
import { setUpProduct } from '../kit/journey.ts';
import { createSubscriber } from '../kit/page/subscriber-locators.ts';

const product = setUpProduct();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Makes something of everything that the home page counts. */
async function fillHome(): Promise<void> {
  const [admin, editor, reviewer] = [
    await product.apiAs('admin'),
    await product.apiAs('editor'),
    await product.apiAs('reviewer'),
  ];
  const complete = (code: string) => ({ code, name: `国${code}`, continent: 'AS', alpha3Code: `X${code}` });
  const waitingDays = { XA: 0, XB: 1, XC: 3, XD: 10, XE: 40, XF: 41 };
  for (const [code, days] of Object.entries(waitingDays)) {
    await editor.create(complete(code));
    await product.sql('UPDATE country SET update_time = ? WHERE code = ?', [daysAgo(days), code]);
  }
  await editor.change('CN', { symbol: '元' });
  for (const code of ['XG', 'XH']) await admin.create({ code, name: `国${code}` });
  for (const code of ['XI', 'XJ', 'XL']) {
    await admin.create(complete(code));
    await reviewer.transition(code, 'reject', '重复');
  }
  await importCsv(editor, 'city', 'code,name,country\nHOMEA,甲,CN\nHOMEB,乙,CN\nHOMEC,丙,\n');
  const { changeSet } = await editor.call('POST', '/change-sets', { title: '待审核' });
  const item = { entity: 'country', action: 'create', values: complete('XM') };
  await editor.call('POST', `/change-sets/${changeSet.id}/items`, item);
  await editor.call('POST', `/change-sets/${changeSet.id}/transitions`, { event: 'submit' }, 2);
  await product.sql("UPDATE city SET country_id = NULL WHERE status = 'active' ORDER BY id LIMIT 4");
  await product.sql("UPDATE protocol SET valid_to = ? WHERE status = 'active' ORDER BY id LIMIT 2", [
    daysAgo(-10).toISOString().slice(0, 10),
  ]);
  await product.sql(
    "UPDATE rate_board SET quoted_at = quoted_at - INTERVAL 4000 DAY WHERE quote = 'CNY' AND base IN ('EUR', 'JPY')",
  );
  const { record } = await createSubscriber(admin, 'fare-engine', 'http://127.0.0.1:9/');
  await product.sql('UPDATE sync_lane SET attempts = 3, next_time = NOW(3) + INTERVAL 1 HOUR WHERE subscriber_id = ?', [
    record.id,
  ]);
  await product.sql(
    `INSERT INTO task (kind, params, status, create_time, next_time, created_by)
     VALUES ('snapshot', '{}', 'failed', NOW(3), NOW(3), 'admin')`,
  );
  await fetch(`${product.url}/dc/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      username: 'newcomer',
      displayName: '新同事',
      email: 'new@gazetteer.example',
      password: 'gazetteer-demo-7',
    }),
  });
}

interface CountedLink {
  href: string;
  text: string;
  count: number;
}

const toNumber = (text: string | null | undefined) => Number((text ?? '').replaceAll(/\D/g, ''));

/** Every link of the home page that says a number, and the kinds, whose rows say how many records they have. */
const readCounts = (page: Page): Promise<CountedLink[]> =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('a')].flatMap((link) => {
      const href = link.getAttribute('href') ?? '';
      const cell = link.closest('td:first-child')?.nextElementSibling;
      const label = link.getAttribute('aria-label');
      const ownNumbers = [...link.querySelectorAll('.font-mono')].map((each) => each.textContent ?? '');
      const text =
        cell?.textContent ??
        /([\d,]+)\D*$/.exec(label ?? '')?.[1] ??
        (/^[\d,]+$/.test(ownNumbers.at(-1) ?? '') ? ownNumbers.at(-1) : undefined) ??
        /([\d,]+) 条变更$/.exec(link.textContent ?? '')?.[1];
      return text === undefined
        ? []
        : [{ href, text: label ?? link.textContent ?? '', count: Number(text.replaceAll(',', '')) }];
    }),
  );

/** Reads how many items the page at an address has. */
async function readTotal(page: Page, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, product.url);
  await page.goto(href);
  if (pathname === '/') {
    const list = page.getByRole('main').getByRole('listitem');
    await list.first().waitFor();
    return searchParams.has('review') ? page.locator('[data-queue]').getByRole('listitem').count() : list.count();
  }
  if (pathname === '/sync-status') {
    const subscribers = page.getByRole('grid').getByRole('rowheader');
    await subscribers.first().waitFor();
    return subscribers.count();
  }
  if (pathname.startsWith('/imports/')) {
    const shown = await page.getByText(/^已显示 [\d,]+ \/ [\d,]+ 行$/).textContent();
    return toNumber(shown?.split('/')[1]);
  }
  const inAll = page.getByText(/^合计 [\d,]+ 条变更$/);
  const pager = page.getByText(/共 [\d,]+ 条$/).or(page.getByText('没有数据', { exact: true }));
  await pager.first().waitFor();
  if (pathname === '/data-logs' && (await inAll.count()) > 0) return toNumber(await inAll.textContent());
  return toNumber(/共 ([\d,]+) 条$/.exec((await pager.first().textContent()) ?? '')?.[1]);
}

test('each number on the home page is that of the list behind it', { tags: ['slow'], timeout: 180_000 }, async () => {
  await fillHome();
  const { page } = await product.open('admin', '/');
  await page.getByRole('list', { name: '每日变更' }).waitFor();
  await page.getByRole('heading', { name: '最近变更' }).waitFor();
  await page
    .getByRole('link', { name: /待审核的变更集/ })
    .first()
    .waitFor();
  await page.getByRole('list', { name: '等待时间' }).getByText(/\d$/).first().waitFor();
  const counts = await readCounts(page);
  const found = [];
  for (const { href } of counts) found.push({ href, count: await readTotal(page, href) });
  expect(found).toEqual(counts.map(({ href, count }) => ({ href, count })));
});
