import type { Locator, Page } from 'playwright-core';
import { type ApiClient, demoPassword } from '../api-client.ts';

/** Locators of the users page by their Chinese labels. */
export const userRow = (page: Page, username: string) =>
  page
    .getByRole('grid', { name: '用户' })
    .getByRole('row')
    .filter({ has: page.getByText(username, { exact: true }) });
export const userCard = (page: Page) => page.getByRole('complementary', { name: '用户信息' });
export const userField = (page: Page, name: string) =>
  page.getByRole('complementary', { name: /^(新建|编辑)用户$/ }).getByRole('textbox', { name, exact: true });
export const roleCheckbox = (scope: Page | Locator, name: string) =>
  scope.getByRole('checkbox', { name: new RegExp(`^${name}\\b|^${name} `) });

/** Registers an account with the password that all accounts of the journeys share. */
export async function registerUser(url: string, username: string, displayName: string): Promise<void> {
  const body = { username, displayName, email: `${username}@gazetteer.example`, password: demoPassword };
  const response = await fetch(`${url}/dc/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 202) throw new Error(`registering ${username}: ${await response.text()}`);
}

/** Updates some fields of a user through the API. */
export async function updateUser({ call }: ApiClient, name: string, changes: object): Promise<void> {
  const { items } = await call('GET', '/users?page=1&pageSize=100');
  const user = items.find(({ username }: { username: string }) => username === name);
  const { id, version, username, displayName, email } = user;
  const roles = user.roles.map((role: { name: string }) => role.name);
  await call('PUT', `/users/${id}`, { username, displayName, email, roles, ...changes }, version);
}

export const setUserRoles = (client: ApiClient, name: string, roles: string[]) => updateUser(client, name, { roles });
