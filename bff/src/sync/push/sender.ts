import { createHttpClient, type HttpAnswer } from './http-client.ts';
import type { Listening } from './listen-addresses.ts';
import { type Message, type Recipient, signedHeaders } from './messages.ts';

/** What came of sending a message once. */
export interface Attempt {
  delivered: boolean;
  status: number | null;
  /** Null where it was delivered. */
  error: string | null;
  /** The first 2 KiB of the answer. */
  answer: string | null;
  /** Milliseconds. */
  duration: number;
  /** The milliseconds for which the answer asks to be left alone. */
  retryAfter: number | null;
}

export interface Sender {
  /** Never rejects; `time` is that of the signature, `timeout` in milliseconds. */
  send(message: Message, to: Pick<Recipient, 'url' | 'secrets'>, time: Date, timeout: number): Promise<Attempt>;
  /** Closes the connections kept for what comes next. */
  close(): void;
}

const MAX_ANSWER_BYTES = 2048;

export function createSender(listening: Listening): Sender {
  const client = createHttpClient(listening);
  return {
    async send(message, { url, secrets }, time, timeoutMs) {
      const startedAt = performance.now();
      const headers = { ...signedHeaders(message, secrets, time), 'Content-Type': 'application/json' };
      const body = Buffer.from(message.body);
      const outcome = await client
        .request(url, { method: 'POST', headers, body, timeoutMs, maxBytes: MAX_ANSWER_BYTES })
        .then(fromAnswer, fromError);
      return { ...outcome, duration: Math.round(performance.now() - startedAt) };
    },
    close: client.close,
  };
}

type Outcome = Omit<Attempt, 'duration'>;

function fromAnswer({ status, headers, body }: HttpAnswer): Outcome {
  const delivered = status >= 200 && status < 300;
  const redirect = status >= 300 && status < 400 ? ', which is not followed' : '';
  const error = delivered ? null : `HTTP ${status}${redirect}`;
  const retryAfter = status === 429 || status === 503 ? waitOf(headers['retry-after'], headers.date) : null;
  // `stream` leaves out a character that is cut in two
  const answer = new TextDecoder().decode(body, { stream: true });
  return { delivered, status, error, answer, retryAfter };
}

const fromError = (error: unknown): Outcome => ({
  delivered: false,
  status: null,
  error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
  answer: null,
  retryAfter: null,
});

/** Seconds, or a moment by the answerer's own clock (RFC 9110 §10.2.3). */
function waitOf(retryAfter: string | undefined, date: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.parse(date ?? '');
  return wait > 0 ? wait : null;
}

/** After each failed try but the last, in milliseconds; eight tries in all. */
export const BACKOFF_MS = [5, 30, 120, 600, 1800, 7200, 21_600].map((seconds) => seconds * 1000);

/** Longer than this no receiver is left alone because it asks for it. */
const MAX_RETRY_AFTER_MS = 3_600_000;
const JITTER = 0.2;

/** No pause is longer. */
export const maxPauseMs = (pauses: number[]) =>
  Math.max(MAX_RETRY_AFTER_MS, ...pauses.map((each) => each * (1 + JITTER)));

export type Retry =
  /** To be tried again in so many milliseconds. */
  | { outcome: 'failed'; pause: number }
  /** The lane stops until a person lets it go on. */
  | { outcome: 'parked' }
  /** The receiver wants nothing more, ever. */
  | { outcome: 'gone' };

/** What follows the `attempts`-th failed try of a change. */
export function decideRetry({ status, retryAfter }: Attempt, attempts: number, pauses: number[]): Retry {
  if (status === 410) return { outcome: 'gone' };
  const pause = pauses[attempts - 1];
  if (pause === undefined) return { outcome: 'parked' };
  // so that those who failed together do not come back together
  const ours = pause * (1 + JITTER * (2 * Math.random() - 1));
  return { outcome: 'failed', pause: Math.round(Math.max(ours, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS))) };
}
