import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { browser } from './browser.ts';
import { Trouble } from './trouble.ts';

const patience = 20_000;
/** What moves is drawn sixty times a second, which a fifth of all work went into: journeys about motion ask for it. */
const usual = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;

/**
 * A window of the browser that people have one after another: the program that it has loaded stays, as it is the same
 * for all; what somebody did or kept there does not.
 */
export class Window {
  readonly options: BrowserContextOptions;
  readonly trouble: Trouble;
  readonly #context: BrowserContext;
  readonly #keeper: Page;
  readonly #devTools: CDPSession;
  #changed = false;

  private constructor(options: BrowserContextOptions, keeper: Page, devTools: CDPSession) {
    const context = keeper.context();
    this.options = options;
    this.#context = context;
    this.trouble = new Trouble(context);
    this.#keeper = keeper;
    this.#devTools = devTools;
  }

  /** A page without the program keeps the process alive between two people, and the program compiled in it. */
  static async create(options: BrowserContextOptions): Promise<Window> {
    const context = await (await browser()).newContext({ ...usual, ...options });
    context.setDefaultTimeout(patience);
    const keeper = await context.newPage();
    await keeper.goto('/healthz');
    return new Window(options, keeper, await context.newCDPSession(keeper));
  }

  /** An empty page, in a browser that keeps only this. */
  async enter(kept: Record<string, string>): Promise<Page> {
    await this.#keeper.evaluate((kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    }, kept);
    const page = await this.#context.newPage();
    // the clock is the whole context's
    Object.defineProperty(page, 'clock', { get: () => this.own().clock });
    return page;
  }

  /** The context for somebody to change, who is then the last to have it. */
  own(): BrowserContext {
    this.#changed = true;
    return this.#context;
  }

  /** What stands on each of its pages, the end of it, where panels, layers and messages are: for a journey that has failed. */
  async shown(): Promise<string[]> {
    const pages = this.#context.pages().filter((page) => page !== this.#keeper);
    const text = () => document.body.innerText.replace(/\s+/g, ' ').slice(-160);
    // one that is on its way elsewhere has none
    const textOf = (page: Page) => page.evaluate(text).catch((error: Error) => error.message);
    return Promise.all(pages.map(async (page) => `${page.url()} shows … ${await textOf(page)}`));
  }

  /** Ends all that goes on in it, and says whether somebody else may have it. */
  async leave(): Promise<boolean> {
    if (this.#changed) {
      await this.#context.close();
      return false;
    }
    for (const page of this.#context.pages()) if (page !== this.#keeper) await page.close();
    await this.#forget();
    return true;
  }

  /**
   * The browser reports a cleared local storage to its renderers late, and the next page would still read the session
   * before it. The page that is left clears it in the renderer itself.
   */
  async #forget(): Promise<void> {
    const { origin } = new URL(this.#keeper.url());
    const storageTypes = 'cookies,indexeddb,cache_storage,service_workers';
    await this.#devTools.send('Storage.clearDataForOrigin', { origin, storageTypes });
    await this.#keeper.evaluate(() => localStorage.clear());
  }
}
