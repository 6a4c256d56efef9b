import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** The identity of what the contract's examples show. */
const EXAMPLE_ID = '12';

/** Lists of records, which have panels beside them. */
const RECORD_PAGES = [
  '/country',
  '/city',
  '/airline',
  '/cabin',
  '/protocol',
  '/airport',
  '/rate-board',
  '/eu-stations',
  '/train-station',
];

/** Returns the addresses of all pages of the console, and of the panels of each kind's first record. */
export function pageAddresses(root: string): string[] {
  const tree = readFileSync(path.join(root, 'ui/src/routeTree.gen.ts'), 'utf8');
  const [, union = ''] = /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(tree) ?? [];
  const paths = [...union.matchAll(/'([^']+)'/g)].map(([, address = '']) => address.replace('$id', EXAMPLE_ID));
  const panels = RECORD_PAGES.flatMap((page) => [`${page}?panel=new`, `${page}?id=1&panel=view`]);
  const others = ['edit', 'history'].map((panel) => `/country?id=1&panel=${panel}`);
  return [...paths.filter((address) => !address.includes('$') && address !== '/login'), ...panels, ...others];
}

const PASSWORD = 'gazetteer-demo';

/** Chooses the language of an account, which a sign-in takes over whatever the browser had before. */
async function chooseLanguage(url: string, username: string, language: string): Promise<void> {
  const call = (method: string, address: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/dc/api/v1${address}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const response = await call('POST', '/auth/login', { username, password: PASSWORD });
  const { data } = (await response.json()) as { data: { token: string } }; // Cast: the answer to a sign-in.
  await call('PUT', '/profile/preferences', { language }, { authorization: `Bearer ${data.token}` });
}

/** Opens a page of the browser, signed in, in a language. */
export async function openConsole(browser: Browser, url: string, language: string, role = 'admin'): Promise<Page> {
  await chooseLanguage(url, role, language);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // Vite transforms what a page needs only when it is first asked for
  page.setDefaultTimeout(120_000);
  await page.goto('/login');
  await page.locator('input').first().fill(role);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  await page.locator(`html[lang=${language}]`).waitFor();
  return page;
}

/** Visits addresses, and returns what went wrong on them: exceptions, errors in the console, refused requests, alerts, another language. */
export async function findFaults(page: Page, addresses: string[], language: string): Promise<string[]> {
  const faults: string[] = [];
  let address = '';
  const report = (fault: string) => faults.push(`${address}: ${fault}`);
  page.on('pageerror', (error) => report(error.message));
  page.on('console', (message) => message.type() === 'error' && report(message.text()));
  page.on('response', (response) => {
    if (response.status() >= 400) report(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  for (address of addresses) {
    await page.goto(address);
    await page.locator('main').waitFor();
    // the streams of some pages never end, so the page waits until nothing in it is busy
    await page.locator('main:not(:has([aria-busy=true]))').waitFor();
    await page.waitForLoadState('load');
    const shown = await page.locator('html').getAttribute('lang');
    if (shown !== language) report(`is shown in ${shown}`);
    for (const text of await page.locator('[role=alert]').allInnerTexts()) if (text.trim()) report(text.trim());
  }
  page.removeAllListeners();
  return faults;
}
