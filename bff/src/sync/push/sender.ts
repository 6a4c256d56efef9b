import { inSpan, traceHeaders } from '#tracing';
import { createHttpClient, type HttpResponse } from './http-client.ts';
import type { ReadListenAddresses } from './listen-addresses.ts';
import { type Message, type Recipient, signedHeaders } from './messages.ts';

/** The result of one attempt to send a message. */
export interface Attempt {
  delivered: boolean;
  status: number | null;
  /** Null if the message was delivered. */
  error: string | null;
  /** The first 2 KiB of the response body. */
  answer: string | null;
  /** Milliseconds. */
  duration: number;
  /** The pause that the receiver requests, in milliseconds. */
  retryAfter: number | null;
}

export interface Sender {
  /** Never rejects. `time` is that of the signature. */
  send(message: Message, to: Pick<Recipient, 'url' | 'secrets'>, time: Date, timeout: number): Promise<Attempt>;
  /** Closes idle connections. */
  close(): void;
}

const MAX_ANSWER_BYTES = 2048;

export function createSender(readListenAddresses: ReadListenAddresses): Sender {
  const client = createHttpClient(readListenAddresses);
  return {
    send(message, { url, secrets }, time, timeoutMs) {
      const attributes = {
        'http.request.method': 'POST',
        'server.address': hostOf(url),
        'gazetteer.message_id': message.id,
      };
      return inSpan('deliver', { kind: 'client', attributes }, async (span) => {
        const startTime = performance.now();
        const headers = {
          ...signedHeaders(message, secrets, time),
          ...traceHeaders(),
          'Content-Type': 'application/json',
        };
        const body = Buffer.from(message.body);
        const outcome = await client
          .request(url, { method: 'POST', headers, body, timeoutMs, maxBytes: MAX_ANSWER_BYTES })
          .then(toOutcome, toFailedOutcome);
        if (outcome.status !== null) span.set({ 'http.response.status_code': outcome.status });
        if (outcome.error !== null) span.fail(outcome.error);
        return { ...outcome, duration: Math.round(performance.now() - startTime) };
      });
    },
    close: client.close,
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

type Outcome = Omit<Attempt, 'duration'>;

function toOutcome({ status, headers, body }: HttpResponse): Outcome {
  const delivered = status >= 200 && status < 300;
  const redirectNote = status >= 300 && status < 400 ? ', which is not followed' : '';
  const error = delivered ? null : `HTTP ${status}${redirectNote}`;
  const retryAfter = status === 429 || status === 503 ? parseRetryAfter(headers['retry-after'], headers.date) : null;
  // `stream` omits a character that the limit cuts in two
  const answer = new TextDecoder().decode(body, { stream: true });
  return { delivered, status, error, answer, retryAfter };
}

const toFailedOutcome = (error: unknown): Outcome => ({
  delivered: false,
  status: null,
  error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
  answer: null,
  retryAfter: null,
});

/** Parses a number of seconds, or a date by the receiver's own clock (RFC 9110 §10.2.3). */
function parseRetryAfter(retryAfter: string | undefined, date: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.parse(date ?? '');
  return wait > 0 ? wait : null;
}

/** The pauses after failed attempts; there are nine attempts in total. */
export const BACKOFF_MS = [1, 5, 30, 120, 600, 1800, 7200, 21_600].map((seconds) => seconds * 1000);

/** The longest pause that a receiver may request. */
const MAX_RETRY_AFTER_MS = 3_600_000;
const JITTER = 0.2;

/** Returns the longest possible pause. */
export const maxPauseMs = (pauses: number[]) =>
  Math.max(MAX_RETRY_AFTER_MS, ...pauses.map((pause) => pause * (1 + JITTER)));

export type Retry =
  /** The change is tried again after a pause in milliseconds. */
  | { outcome: 'failed'; pause: number }
  /** The lane stops until a user resumes it. */
  | { outcome: 'parked' }
  /** The receiver is permanently gone. */
  | { outcome: 'gone' };

/** Decides what follows after the `attempts`-th failed attempt of a change. */
export function decideRetry({ status, retryAfter }: Attempt, attempts: number, pauses: number[]): Retry {
  if (status === 410) return { outcome: 'gone' };
  const pause = pauses[attempts - 1];
  if (pause === undefined) return { outcome: 'parked' };
  // jitter spreads the retries of messages that failed at the same time
  const jitteredPause = pause * (1 + JITTER * (2 * Math.random() - 1));
  return {
    outcome: 'failed',
    pause: Math.round(Math.max(jitteredPause, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS))),
  };
}
