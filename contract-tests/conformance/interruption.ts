import { setTimeout as delay } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';

export const INTERRUPTED = 130;

/** How long a case may go on after an interrupt. */
const GRACE_MS = 5000;
const MAX_NAMED = 20;

/**
 * What Ctrl-C does. Before the first case it ends the process. After that it ends the run, whose last case may go on for some seconds;
 * a second one ends the process and says what is left behind.
 */
export class Interruption {
  readonly #interrupted = new AbortController();
  readonly #graceEnded = new AbortController();
  readonly #onSignal = () => this.#interrupt();
  #say: (text: string) => void;
  /** What the run has created and not deleted yet. */
  #remaining: (() => Iterable<string>) | undefined;

  constructor(stream: Pick<WriteStream, 'write'>) {
    this.#say = (text) => stream.write(`${text}\n`);
    process.on('SIGINT', this.#onSignal).on('SIGTERM', this.#onSignal);
  }

  /** Aborted by the first interrupt. */
  get signal(): AbortSignal {
    return this.#interrupted.signal;
  }

  /** Aborted when a case has had its time to end. */
  get stopSignal(): AbortSignal {
    return this.#graceEnded.signal;
  }

  runStarts(say: (text: string) => void, remaining: () => Iterable<string>): void {
    this.#say = say;
    this.#remaining = remaining;
  }

  close(): void {
    process.off('SIGINT', this.#onSignal).off('SIGTERM', this.#onSignal);
    this.#graceEnded.abort();
  }

  #interrupt(): void {
    if (!this.#remaining) this.#end('Interrupted before the first case. Nothing was created.');
    if (this.signal.aborted) this.#end(`Ended at once. ${describeRemaining([...this.#remaining()])}`);
    this.#interrupted.abort();
    this.#say(
      `Interrupted: the current case has ${GRACE_MS / 1000} seconds to end, then everything that the run created is deleted. Ctrl-C again ends at once.`,
    );
    void delay(GRACE_MS, undefined, { signal: this.stopSignal, ref: false }).then(
      () => this.#graceEnded.abort(),
      () => undefined, // the run has ended
    );
  }

  #end(text: string): never {
    this.#say(text);
    process.exit(INTERRUPTED);
  }
}

function describeRemaining(remaining: string[]): string {
  if (remaining.length === 0) return 'Nothing is left behind but open sessions.';
  const named = remaining.slice(0, MAX_NAMED).join(', ');
  const rest = remaining.length - MAX_NAMED;
  return `Left behind: ${named}${rest > 0 ? ` and ${rest} more` : ''}, and open sessions.`;
}
