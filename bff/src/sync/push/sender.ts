import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { faultOf, portOf } from './addresses.ts';
import { type Answer, exchange, NoAnswer } from './exchange.ts';
import type { Listening } from './listen-addresses.ts';
import { AddressRefused, createResolver, guardedLookup } from './lookup.ts';
import { type Message, signedHeaders } from './message.ts';
import type { Recipient } from './recipients.ts';

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

const idleFor = 30_000;

export function createSender(listening: Listening): Sender {
  // no limit on connections: who never answers holds those of others up in no queue
  const kept = { keepAlive: true, maxFreeSockets: 8, timeout: idleFor };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  const resolver = createResolver();

  const post = async (...[message, { url, secrets }, time, timeout]: Parameters<Sender['send']>): Promise<Answer> => {
    const addresses = await listening();
    if (faultOf(url, addresses)) throw new AddressRefused(url);
    const parsed = new URL(url);
    const body = Buffer.from(message.body);
    const options = {
      agent: parsed.protocol === 'https:' ? agents.https : agents.http,
      lookup: guardedLookup(resolver, portOf(parsed), addresses),
      headers: {
        ...signedHeaders(message, secrets, time),
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'User-Agent': 'Gazetteer',
      },
    };
    const startedAt = performance.now();
    return exchange(parsed, options, body, timeout).catch((error: unknown) => {
      if (!(error instanceof NoAnswer && error.stale)) throw error;
      // the other end may close an idle connection at any time; a new one tells whether it is there
      const left = timeout - (performance.now() - startedAt);
      if (left <= 0) throw error;
      return exchange(parsed, { ...options, agent: false }, body, left);
    });
  };
  return {
    async send(...parameters) {
      const startedAt = performance.now();
      const outcome = await post(...parameters).then(fromAnswer, fromError);
      return { ...outcome, duration: Math.round(performance.now() - startedAt) };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

type Outcome = Omit<Attempt, 'duration'>;

function fromAnswer({ status, headers, text }: Answer): Outcome {
  const delivered = status >= 200 && status < 300;
  const redirect = status >= 300 && status < 400 ? ', which is not followed' : '';
  const error = delivered ? null : `HTTP ${status}${redirect}`;
  const retryAfter = status === 429 || status === 503 ? waitOf(headers['retry-after'], headers.date) : null;
  return { delivered, status, error, answer: text, retryAfter };
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
