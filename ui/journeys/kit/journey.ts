import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Account, actAs, signIn } from './calls.ts';
import { linkTo } from './letters.ts';
import { makeDatabase, type Product, startProduct } from './product.ts';
import type { Window } from './window.ts';
import { freshWindow, giveBack, takeWindow } from './windows.ts';

interface Options extends BrowserContextOptions {
  /** In a browser that has never loaded anything of the product. */
  fresh?: boolean;
  /** What this browser keeps from earlier, such as the language. */
  kept?: Record<string, string>;
}

let next: Promise<string> | undefined;
/** Where the products of all files listen, one after another: browsers know what they have loaded by its address. */
let port: string | undefined;

/** The next file's database is made while the journeys of this one go on. */
async function takeProduct(): Promise<Product> {
  const make = () => makeDatabase(inject('template'));
  const mine = next ?? make();
  next = mine.then(make);
  // heard of by the file that takes it; the last one nobody takes
  next.catch(() => {});
  const product = await startProduct(await mine, port);
  port = new URL(product.url).port;
  return product;
}

/** A product of its own for a file of journeys, and windows into it that report all trouble when a journey ends. */
export function aProduct(usual: BrowserContextOptions = {}) {
  let product: Product;
  const opened: Window[] = [];

  beforeAll(async () => {
    product = await takeProduct();
  });
  afterAll(async () => {
    await product?.stop();
  });
  afterEach(async ({ task }) => {
    const windows = opened.splice(0);
    const failed = task.result?.state === 'fail';
    const shown = failed ? await Promise.all(windows.map((window) => window.shown())) : [];
    for (const window of windows) await giveBack(window);
    const trouble = windows.flatMap((window) => window.trouble.unexpected());
    if (failed) throw new Error([...shown.flat(), ...trouble].join('\n'));
    expect(trouble).toEqual([]);
  });

  /** A browser of its own: nobody's, or one in which somebody has signed in before. */
  async function open(
    account: Account | string | null,
    path = '/',
    { kept = {}, fresh = false, ...options }: Options = {},
  ) {
    const stored = { ...kept };
    if (account !== null) {
      const { token, user } = await signIn(product.url, account);
      Object.assign(stored, { token, 'user-info': JSON.stringify(user) });
    }
    const take = fresh ? freshWindow : takeWindow;
    const window = await take({ baseURL: product.url, ...usual, ...options });
    opened.push(window);
    const page = await window.enter(stored);
    await page.goto(path);
    return {
      page,
      get context() {
        return window.own();
      },
      foresee: (...patterns: RegExp[]) => window.trouble.foresee(...patterns),
      allow: (...patterns: RegExp[]) => window.trouble.allow(...patterns),
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
