import type { BrowserContext, Request } from 'playwright-core';

/**
 * Records everything that goes wrong in a window: page errors, console errors (which include violations of the content
 * security policy), and failed requests. Errors that a journey causes on purpose must be expected, and must occur.
 */
export class ErrorLog {
  readonly #observed: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('weberror', (error) => this.#observed.push(`page error: ${error.error().message}`));
    context.on('console', (message) => {
      // Chromium also logs failed requests, but without the URL, which the listeners below have.
      const isFailedRequest = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isFailedRequest) this.#observed.push(`console: ${message.text()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.#observed.push(`${response.status()} ${requestLine(response.request())}`);
    });
    context.on('requestfailed', (request) => {
      // The page itself cancels requests whose responses it no longer needs.
      const isCancelled = request.failure()?.errorText === 'net::ERR_ABORTED';
      if (!isCancelled) this.#observed.push(`${request.failure()?.errorText} ${requestLine(request)}`);
    });
  }

  expectErrors(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** Allows errors that occur depending on timing. */
  allowErrors(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** Returns unexpected errors and expected ones that did not occur, and clears the log. */
  takeUnexpected(): string[] {
    const unexpected = this.#compare();
    for (const list of [this.#observed, this.#expected, this.#allowed]) list.length = 0;
    return unexpected;
  }

  #compare(): string[] {
    const patterns = [...this.#expected, ...this.#allowed];
    const unmatched = this.#observed.filter((text) => !patterns.some((pattern) => pattern.test(text)));
    const missing = this.#expected.filter((pattern) => !this.#observed.some((text) => pattern.test(text)));
    return [...unmatched, ...missing.map((pattern) => `did not occur: ${pattern}`)];
  }
}

const requestLine = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
