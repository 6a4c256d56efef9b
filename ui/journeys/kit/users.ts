import type { Locator, Page } from 'playwright-core';
import { type actAs, password } from './calls.ts';

/** The names of things on the page of users as a Chinese reader finds them. */
export const listed = (page: Page, username: string) =>
  page
    .getByRole('grid', { name: '用户' })
    .getByRole('row')
    .filter({ has: page.getByText(username, { exact: true }) });
export const card = (page: Page) => page.getByRole('complementary', { name: '用户信息' });
export const userField = (page: Page, name: string) =>
  page.getByRole('complementary', { name: /^(新建|编辑)用户$/ }).getByRole('textbox', { name, exact: true });
export const roleBox = (place: Page | Locator, name: string) =>
  place.getByRole('checkbox', { name: new RegExp(`^${name}\\b|^${name} `) });

/** Somebody asks to be let in, with the password that all of a journey's people have. */
export async function register(url: string, username: string, displayName: string): Promise<void> {
  const body = { username, displayName, email: `${username}@gazetteer.example`, password };
  const response = await fetch(`${url}/dc/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 202) throw new Error(`registering ${username}: ${await response.text()}`);
}

type Actor = Awaited<ReturnType<typeof actAs>>;

/** Some of what a user is, changed by somebody elsewhere. */
export async function changeUser({ call }: Actor, name: string, part: object): Promise<void> {
  const { items } = await call('GET', '/users?page=1&pageSize=100');
  const user = items.find(({ username }: { username: string }) => username === name);
  const { id, version, username, displayName, email } = user;
  const roles = user.roles.map((role: { name: string }) => role.name);
  await call('PUT', `/users/${id}`, { username, displayName, email, roles, ...part }, version);
}

export const giveRoles = (actor: Actor, name: string, roles: string[]) => changeUser(actor, name, { roles });
