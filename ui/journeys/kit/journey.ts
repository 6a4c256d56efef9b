import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { browser } from './browser.ts';
import { type Account, actAs, signIn } from './calls.ts';
import { linkTo } from './letters.ts';
import { type Product, startProduct } from './product.ts';
import { Trouble } from './trouble.ts';

const patience = 20_000;

interface Options extends BrowserContextOptions {
  /** What this browser keeps from earlier, such as the language. */
  kept?: Record<string, string>;
}

let next: Promise<Product> | undefined;

/** The next file's product is made while the journeys of this one go on. */
function takeProduct(): Promise<Product> {
  const start = () => startProduct(inject('template'));
  const mine = next ?? start();
  next = mine.then(start);
  // heard of by the file that takes it; the last one nobody takes
  next.catch(() => {});
  return mine;
}

/** A product of its own for a file of journeys, and windows into it that report all trouble when a journey ends. */
export function aProduct() {
  let product: Product;
  const opened: { context: BrowserContext; trouble: Trouble }[] = [];

  beforeAll(async () => {
    product = await takeProduct();
  });
  afterAll(() => product?.stop());
  afterEach(async () => {
    const windows = opened.splice(0);
    for (const { context } of windows) await context.close();
    expect(windows.flatMap(({ trouble }) => trouble.unexpected())).toEqual([]);
  });

  /** A browser of its own: nobody's, or one in which somebody has signed in before. */
  async function open(account: Account | string | null, path = '/', { kept = {}, ...options }: Options = {}) {
    const stored = { ...kept };
    if (account !== null) {
      const { token, user } = await signIn(product.url, account);
      Object.assign(stored, { token, 'user-info': JSON.stringify(user) });
    }
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    const context = await (await browser()).newContext({
      baseURL: product.url,
      viewport: { width: 1440, height: 900 },
      storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
      ...options,
    });
    context.setDefaultTimeout(patience);
    const trouble = new Trouble(context);
    opened.push({ context, trouble });
    const page = await context.newPage();
    await page.goto(path);
    return {
      page,
      context,
      foresee: (...patterns: RegExp[]) => trouble.foresee(...patterns),
      allow: (...patterns: RegExp[]) => trouble.allow(...patterns),
    };
  }

  return {
    open,
    get url() {
      return product.url;
    },
    /** The link of the newest letter to somebody, once there is one. */
    linkTo: (address: string) => linkTo(product.mailFolder, address),
    sql: (statement: string, values?: unknown[]) => product.sql(statement, values),
    as: (account: Account) => actAs(product.url, account),
  };
}

/** The part of the address after the host. */
export const place = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

export const arrive = (page: Page, path: string | RegExp) =>
  expect.poll(() => decodeURIComponent(place(page)), { message: `the address ${path}` }).toMatch(path);
