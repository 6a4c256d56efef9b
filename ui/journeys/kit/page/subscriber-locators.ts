import type { Page } from 'playwright-core';
import type { ApiClient } from '../api-client.ts';
import { clickButton, dialogNamed } from './page-actions.ts';

/** Locators of the subscribers page by their Chinese labels. */
export const subscriberRow = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: '订阅方' })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) });
export const subscriberCard = (page: Page) => page.getByRole('complementary', { name: '订阅方信息' });
export const subscriberForm = (page: Page) => page.getByRole('complementary', { name: /^(新建|编辑)订阅方$/ });
export const subscriberField = (page: Page, name: string) =>
  subscriberForm(page).getByRole('textbox', { name, exact: true });
export const subscriberCheckbox = (page: Page, name: string) =>
  subscriberForm(page).getByRole('checkbox', { name, exact: true });
export const deliveryList = (page: Page) => subscriberCard(page).getByRole('region', { name: '最近的投递' });
export const deliveryPanel = (page: Page) => page.getByRole('complementary', { name: /^投递 \d+$/ });

/** Reads the secret and the token from the dialog that shows them once, and closes it. */
export async function readCredentials(page: Page, title: string): Promise<{ secret: string; token: string }> {
  const credentialsDialog = dialogNamed(page, title);
  const readCode = async (prefix: string) =>
    (await credentialsDialog.locator('code').allTextContents()).find((text) => text.startsWith(prefix)) ?? '';
  await credentialsDialog.locator('code').first().waitFor();
  const credentials = { secret: await readCode('whsec_'), token: await readCode('gzf_') };
  await clickButton(credentialsDialog, '已保存，关闭');
  await credentialsDialog.waitFor({ state: 'hidden' });
  return credentials;
}

/** Creates a subscriber through the API. */
export const createSubscriber = async ({ call }: ApiClient, name: string, url: string, changes: object = {}) =>
  (await call('POST', '/subscribers', { name, url, entities: ['country'], active: true, ...changes })) as {
    record: { id: number; version: number };
    secret: string;
    token: string;
  };

/** Updates some fields of a subscriber through the API. */
export async function updateSubscriber({ call }: ApiClient, id: number, changes: object): Promise<void> {
  const { name, url, entities, filter, active, version } = (await call('GET', `/subscribers/${id}`)).record;
  const body = { name, url, entities, active, ...(filter ? { filter } : {}), ...changes };
  await call('PUT', `/subscribers/${id}`, body, version);
}
