import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { getBrowser } from './browser.ts';
import { ErrorLog } from './error-log.ts';

const ACTION_TIMEOUT_MS = 20_000;
/** Animations took a fifth of the CPU time, so only journeys about motion turn them on. */
const defaultOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;

/**
 * A browser context that journeys use one after another. It keeps the compiled scripts, and clears stored data between
 * journeys.
 */
export class BrowserWindow {
  readonly options: BrowserContextOptions;
  readonly errorLog: ErrorLog;
  readonly #context: BrowserContext;
  readonly #keeperPage: Page;
  readonly #devTools: CDPSession;
  #isClaimed = false;

  private constructor(options: BrowserContextOptions, keepAlivePage: Page, devTools: CDPSession) {
    const context = keepAlivePage.context();
    this.options = options;
    this.#context = context;
    this.errorLog = new ErrorLog(context);
    this.#keeperPage = keepAlivePage;
    this.#devTools = devTools;
  }

  /** Creates a window with a page that keeps the renderer process and its compiled scripts alive between journeys. */
  static async create(options: BrowserContextOptions): Promise<BrowserWindow> {
    const context = await (await getBrowser()).newContext({ ...defaultOptions, ...options });
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    const keeperPage = await context.newPage();
    await keeperPage.goto('/healthz');
    return new BrowserWindow(options, keeperPage, await context.newCDPSession(keeperPage));
  }

  /** Opens an empty page, with only these entries in local storage. */
  async openPage(storage: Record<string, string>): Promise<Page> {
    await this.#keeperPage.evaluate((storage) => {
      // a page of the previous journey may have stored a form's draft while it was closing
      localStorage.clear();
      for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
    }, storage);
    const page = await this.#context.newPage();
    // The clock belongs to the context, so a journey that uses it claims the context.
    Object.defineProperty(page, 'clock', { get: () => this.claimContext().clock });
    return page;
  }

  /** Returns the context for changes, which is then closed instead of being reused. */
  claimContext(): BrowserContext {
    this.#isClaimed = true;
    return this.#context;
  }

  /** Returns the end of each page's text, which shows panels, dialogs and messages, for the report of a failed journey. */
  async describePages(): Promise<string[]> {
    const pages = this.#context.pages().filter((page) => page !== this.#keeperPage);
    const tailOfText = () => document.body.innerText.replace(/\s+/g, ' ').slice(-160);
    // A page that is navigating has no text.
    const textOf = (page: Page) => page.evaluate(tailOfText).catch((error: Error) => error.message);
    return Promise.all(pages.map(async (page) => `${page.url()} shows … ${await textOf(page)}`));
  }

  /** Closes the pages, and returns true if the window can be reused. */
  async reset(): Promise<boolean> {
    if (this.#isClaimed) {
      await this.#context.close();
      return false;
    }
    for (const page of this.#context.pages()) if (page !== this.#keeperPage) await page.close();
    await this.#clearStorage();
    return true;
  }

  /**
   * DevTools clears local storage with a delay before renderers notice, and the next page would still read the previous
   * session, so the page that stays open clears it in the renderer itself.
   */
  async #clearStorage(): Promise<void> {
    const { origin } = new URL(this.#keeperPage.url());
    const storageTypes = 'cookies,indexeddb,cache_storage,service_workers';
    await this.#devTools.send('Storage.clearDataForOrigin', { origin, storageTypes });
    await this.#keeperPage.evaluate(() => localStorage.clear());
  }
}

const idleWindows = new Map<string, BrowserWindow[]>();

/** Returns an idle window with these options, or a new one. */
export async function acquireWindow(options: BrowserContextOptions): Promise<BrowserWindow> {
  return idleWindowsFor(options).pop() ?? (await BrowserWindow.create(options));
}

/** Creates a window that is closed after use. */
export async function createFreshWindow(options: BrowserContextOptions): Promise<BrowserWindow> {
  const window = await BrowserWindow.create(options);
  window.claimContext();
  return window;
}

export async function releaseWindow(window: BrowserWindow): Promise<void> {
  if (await window.reset()) idleWindowsFor(window.options).push(window);
}

function idleWindowsFor(options: BrowserContextOptions): BrowserWindow[] {
  const key = JSON.stringify(options);
  const windows = idleWindows.get(key) ?? [];
  idleWindows.set(key, windows);
  return windows;
}
