import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Account, createApiClient, signIn } from './api-client.ts';
import { createProductDatabase, type Product, startProduct } from './product.ts';
import { acquireWindow, type BrowserWindow, createFreshWindow, releaseWindow } from './window.ts';

/** Decodes soft line breaks and equals signs, the only quoted-printable sequences in links. */
const decodeQuotedPrintable = (text: string): string => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

/** Decodes the parts of an e-mail whose texts are mostly Chinese. */
const decodeBase64 = (email: string): string =>
  email.replaceAll(/(?<=^Content-Transfer-Encoding: base64\r?\n(?:\S.*\r?\n)*\r?\n)[\w+/=\r\n]+/gm, (encoded) =>
    Buffer.from(encoded, 'base64').toString(),
  );

/** Returns the e-mails to an address, oldest first. */
async function emailsTo(folder: string, address: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  const emails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return emails
    .filter((email) => email.includes(`To: ${address}`))
    .map((email) => decodeBase64(decodeQuotedPrintable(email)));
}

/** Waits for an e-mail to an address, and returns the path and query of the link in the newest one. */
export async function waitForEmailedLink(folder: string, address: string): Promise<string> {
  const findLink = async () => (await emailsTo(folder, address)).at(-1)?.match(/\/(?:login|register)\?[\w=-]+/)?.[0];
  await expect.poll(findLink, { message: `an e-mail to ${address}` }).toBeDefined();
  return (await findLink()) ?? '';
}

interface OpenOptions extends BrowserContextOptions {
  /** Uses a browser context that has never loaded the product. */
  fresh?: boolean;
  /** Initial entries of local storage, such as the language. */
  storage?: Record<string, string>;
}

/** Marks the theme and the language as saved, or the console would save them for the other windows of the account, too. */
function choosersOf(user: string, { theme, language }: Record<string, string>) {
  if (!theme && !language) return {};
  return { 'chosen-by': JSON.stringify({ theme: { user, value: theme }, language: { user, value: language } }) };
}

let nextDatabase: Promise<string> | undefined;
/** All test files use the same port one after another, so the browser's cache stays valid. */
let port: string | undefined;

/** Starts a product, and creates the next file's database while this file's journeys run. */
async function startNextProduct(): Promise<Product> {
  const createDatabase = () => createProductDatabase(inject('template'));
  const database = nextDatabase ?? createDatabase();
  nextDatabase = database.then(createDatabase);
  // The next file reports a failure. After the last file the database is not needed.
  nextDatabase.catch(() => {});
  const product = await startProduct(await database, port);
  port = new URL(product.url).port;
  return product;
}

/** Starts a product for one test file. A journey fails if its browser windows log unexpected errors. */
export function setUpProduct(defaultOptions: BrowserContextOptions = {}) {
  let product: Product;
  const openWindows: BrowserWindow[] = [];

  beforeAll(async () => {
    product = await startNextProduct();
  });
  afterAll(async () => {
    await product?.stop();
  });
  afterEach(async ({ task }) => {
    const windows = openWindows.splice(0);
    const failed = task.result?.state === 'fail';
    const pageTexts = failed ? await Promise.all(windows.map((window) => window.describePages())) : [];
    for (const window of windows) await releaseWindow(window);
    const errors = windows.flatMap((window) => window.errorLog.takeUnexpected());
    if (failed) throw new Error([...pageTexts.flat(), ...errors].join('\n'));
    expect(errors).toEqual([]);
  });

  /** Opens a page in a browser context of its own, signed in as an account or, with `null`, signed out. */
  async function open(
    account: Account | string | null,
    path = '/',
    { storage = {}, fresh = false, ...options }: OpenOptions = {},
  ) {
    const storageEntries = { ...storage };
    if (account !== null) {
      const { token, user } = await signIn(product.url, account);
      Object.assign(storageEntries, { token, 'user-info': JSON.stringify(user), ...choosersOf(account, storage) });
    }
    const openWindow = fresh ? createFreshWindow : acquireWindow;
    const window = await openWindow({ baseURL: product.url, ...defaultOptions, ...options });
    openWindows.push(window);
    const page = await window.openPage(storageEntries);
    // an earlier journey may have saved preferences, also while its page was closing
    if (openWindows.length === 1) await product.sql('DELETE FROM user_preferences');
    await page.goto(path);
    return {
      page,
      get context() {
        return window.claimContext();
      },
      expectErrors: (...patterns: RegExp[]) => window.errorLog.expectErrors(...patterns),
      allowErrors: (...patterns: RegExp[]) => window.errorLog.allowErrors(...patterns),
    };
  }

  return {
    open,
    get url() {
      return product.url;
    },
    /** Waits for an e-mail to an address and returns the link in the newest one. */
    emailedLink: (address: string) => waitForEmailedLink(product.mailFolder, address),
    /** Returns the e-mails to an address, oldest first. */
    emailsTo: (address: string) => emailsTo(product.mailFolder, address),
    sql: (statement: string, values?: unknown[]) => product.sql(statement, values),
    apiAs: (account: Account) => createApiClient(product.url, account),
  };
}

export type JourneyProduct = ReturnType<typeof setUpProduct>;

/** Returns the page's path, query and fragment. */
export const pathOf = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

export const waitForPath = (page: Page, path: string | RegExp) =>
  expect.poll(() => decodeURIComponent(pathOf(page)), { message: `the path ${path}` }).toMatch(path);
