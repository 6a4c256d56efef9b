import type { BrowserContext, Request } from 'playwright-core';

/**
 * Hears of everything that goes wrong in a window: page errors, console errors (a breach of the content security policy
 * is one), refused and failed requests. What a journey brings about on purpose it must foresee, and it must come.
 */
export class Trouble {
  readonly #met: string[] = [];
  readonly #foreseen: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('weberror', (error) => this.#met.push(`page error: ${error.error().message}`));
    context.on('console', (message) => {
      // Chromium repeats there, without the address, what `response` and `requestfailed` tell in full.
      const repeated = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !repeated) this.#met.push(`console: ${message.text()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.#met.push(`${response.status()} ${placeOf(response.request())}`);
    });
    context.on('requestfailed', (request) => {
      // the page itself cancels what nobody waits for any more
      const cancelled = request.failure()?.errorText === 'net::ERR_ABORTED';
      if (!cancelled) this.#met.push(`${request.failure()?.errorText} ${placeOf(request)}`);
    });
  }

  foresee(...patterns: RegExp[]): void {
    this.#foreseen.push(...patterns);
  }

  /** For what may come or not, as chance has it; whoever calls this says why. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** What was met and not foreseen, and what was foreseen and never came; all of it is forgotten then. */
  unexpected(): string[] {
    const found = this.#unexpected();
    for (const list of [this.#met, this.#foreseen, this.#allowed]) list.length = 0;
    return found;
  }

  #unexpected(): string[] {
    const known = [...this.#foreseen, ...this.#allowed];
    const unforeseen = this.#met.filter((text) => !known.some((pattern) => pattern.test(text)));
    const missing = this.#foreseen.filter((pattern) => !this.#met.some((text) => pattern.test(text)));
    return [...unforeseen, ...missing.map((pattern) => `never came: ${pattern}`)];
  }
}

const placeOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
