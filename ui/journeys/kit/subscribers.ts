import type { Page } from 'playwright-core';
import type { actAs } from './calls.ts';
import { dialog, press } from './screen.ts';

/** The names of things on the page of subscribers as a Chinese reader finds them. */
export const listed = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: '订阅方' })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) });
export const card = (page: Page) => page.getByRole('complementary', { name: '订阅方信息' });
export const form = (page: Page) => page.getByRole('complementary', { name: /^(新建|编辑)订阅方$/ });
export const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
export const box = (page: Page, name: string) => form(page).getByRole('checkbox', { name, exact: true });
export const deliveries = (page: Page) => card(page).getByRole('region', { name: '最近的投递' });
export const delivery = (page: Page) => page.getByRole('complementary', { name: /^投递 \d+$/ });

/** Reads what a dialog shows this once, and says that it is kept. */
export async function keep(page: Page, title: string): Promise<{ secret: string; token: string }> {
  const shown = dialog(page, title);
  const read = async (prefix: string) =>
    (await shown.locator('code').allTextContents()).find((text) => text.startsWith(prefix)) ?? '';
  await shown.locator('code').first().waitFor();
  const kept = { secret: await read('whsec_'), token: await read('gzf_') };
  await press(shown, '已保存，关闭');
  await shown.waitFor({ state: 'hidden' });
  return kept;
}

type Actor = Awaited<ReturnType<typeof actAs>>;

/** A subscriber made elsewhere. */
export const subscribe = async ({ call }: Actor, name: string, url: string, part: object = {}) =>
  (await call('POST', '/subscribers', { name, url, entities: ['country'], active: true, ...part })) as {
    record: { id: number; version: number };
    secret: string;
    token: string;
  };

/** Some of what a subscriber is, changed by somebody elsewhere. */
export async function changeSubscriber({ call }: Actor, id: number, part: object): Promise<void> {
  const { name, url, entities, filter, active, version } = (await call('GET', `/subscribers/${id}`)).record;
  const body = { name, url, entities, active, ...(filter ? { filter } : {}), ...part };
  await call('PUT', `/subscribers/${id}`, body, version);
}
