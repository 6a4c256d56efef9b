import type { Logger } from 'pino';
import type { Database } from '#database';
import { type AddresseeLookup, compose, type MailSettings } from './compose.ts';
import { type ClaimedEmail, claimEmail, finishEmail, releaseEmail, retryEmailLater } from './outbox.ts';
import type { Transport } from './transport.ts';

export interface MailerDeps {
  db: Database;
  transport: Transport;
  addressees: AddresseeLookup;
  settings(): Promise<MailSettings>;
  /** Where links lead while no public address is configured. */
  url: string;
  log: Logger;
  /** Milliseconds for which a claimed letter is nobody else's; longer than sending takes. */
  leaseMs?: number;
  /** Milliseconds that a letter in hand has after a stop. */
  graceMs?: number;
}

export interface Mailer {
  /** Delivers one letter after the other until none is due, or until it is stopped: one that takes long is then left to others. */
  drain(stop?: AbortSignal): Promise<void>;
}

// a server may quote the letter that it refuses, and a link in it is a secret
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/https?:\S*/gi, '…').slice(0, 500);

/**
 * Carries letters from the outbox. Each is claimed, sent and only then marked, so that whoever dies in between may repeat a
 * letter, but loses none; several may share an outbox.
 */
export function createMailer({
  db,
  transport,
  addressees,
  settings,
  url,
  log,
  leaseMs: lease = 60_000,
  graceMs: grace = 3000,
}: MailerDeps): Mailer {
  const carry = async (letter: ClaimedEmail): Promise<boolean> => {
    const mail = await compose(letter, addressees, await settings(), url);
    if (mail) await transport(mail);
    return mail !== undefined;
  };
  const about = ({ id, kind, attempts }: ClaimedEmail) => ({ letter: id, kind, attempts });

  const finish = async (letter: ClaimedEmail, sent: boolean) => {
    await finishEmail(db, letter, sent);
    log.info(about(letter), sent ? 'letter sent' : 'letter not wanted any more');
  };
  const putBack = async (letter: ClaimedEmail, error: unknown) => {
    const reason = reasonOf(error);
    const pause = await retryEmailLater(db, letter, reason);
    log.warn({ ...about(letter), reason, pause }, pause ? 'letter not sent, to be tried again' : 'letter given up');
  };
  const deliverNext = async (stop?: AbortSignal): Promise<boolean> => {
    const letter = await claimEmail(db, lease);
    if (!letter) return false;
    const carried = carry(letter).then(
      (sent) => finish(letter, sent),
      (error: unknown) => putBack(letter, error),
    );
    const done = new AbortController();
    try {
      await (stop ? Promise.race([carried, graceAfter(stop, grace, done.signal)]) : carried);
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      carried.catch(() => undefined);
      await releaseEmail(db, letter);
    } finally {
      done.abort();
    }
    return true;
  };
  return {
    async drain(stop) {
      while (!stop?.aborted && (await deliverNext(stop)));
    },
  };
}

class OutOfTime extends Error {}

/** Rejects some time after the stop, unless what it waits for is done. */
const graceAfter = (stop: AbortSignal, grace: number, done: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const begin = () => {
      const timer = setTimeout(() => reject(new OutOfTime()), grace);
      done.addEventListener('abort', () => clearTimeout(timer));
    };
    if (stop.aborted) begin();
    else stop.addEventListener('abort', begin, { signal: done });
  });
