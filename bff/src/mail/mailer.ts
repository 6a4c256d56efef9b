import type { Logger } from 'pino';
import type { Database } from '#database';
import { compose, type LinkIssuer, type MailSettings } from './compose.ts';
import { type ClaimedEmail, claimEmail, finishEmail, releaseEmail, retryEmailLater } from './outbox.ts';
import type { Transport } from './transport.ts';

export interface MailerDeps {
  db: Database;
  transport: Transport;
  linkIssuer: LinkIssuer;
  settings(): Promise<MailSettings>;
  /** The base URL of links while no public address is configured. */
  url: string;
  log: Logger;
  /** How long a claimed email is reserved for this worker; longer than sending takes. */
  leaseMs?: number;
  /** How long an email that is being sent may take after a stop. */
  graceMs?: number;
}

export interface Mailer {
  /** Delivers all due emails unless it is stopped; after a stop a slow delivery is left to another worker. */
  drain(stop?: AbortSignal): Promise<void>;
}

// a server may quote the email that it refuses, and a link in it is a secret
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/https?:\S*/gi, '…').slice(0, 500);

/**
 * Delivers the emails of the outbox. Each is claimed, sent and only then marked as sent, so a crash in between may repeat an email but
 * never loses one. Several workers may share an outbox.
 */
export function createMailer({
  db,
  transport,
  linkIssuer,
  settings,
  url,
  log,
  leaseMs: lease = 60_000,
  graceMs: grace = 3000,
}: MailerDeps): Mailer {
  const send = async (email: ClaimedEmail): Promise<boolean> => {
    const mail = await compose(email, linkIssuer, await settings(), url);
    if (mail) await transport(mail);
    return mail !== undefined;
  };
  const toLogFields = ({ id, kind, attempts }: ClaimedEmail) => ({ email: id, kind, attempts });

  const finish = async (email: ClaimedEmail, wasSent: boolean) => {
    await finishEmail(db, email, wasSent);
    log.info(toLogFields(email), wasSent ? 'email sent' : 'email no longer wanted');
  };
  const retryLater = async (email: ClaimedEmail, error: unknown) => {
    const reason = reasonOf(error);
    const pause = await retryEmailLater(db, email, reason);
    log.warn({ ...toLogFields(email), reason, pause }, pause ? 'email not sent, will be retried' : 'email given up');
  };
  const deliverNext = async (stop?: AbortSignal): Promise<boolean> => {
    const email = await claimEmail(db, lease);
    if (!email) return false;
    const delivery = send(email).then(
      (wasSent) => finish(email, wasSent),
      (error: unknown) => retryLater(email, error),
    );
    const finished = new AbortController();
    try {
      await (stop ? Promise.race([delivery, graceAfter(stop, grace, finished.signal)]) : delivery);
    } catch (error) {
      if (!(error instanceof GraceExpired)) throw error;
      delivery.catch(() => undefined);
      await releaseEmail(db, email);
    } finally {
      finished.abort();
    }
    return true;
  };
  return {
    async drain(stop) {
      while (!stop?.aborted && (await deliverNext(stop)));
    },
  };
}

class GraceExpired extends Error {}

/** Rejects some time after the stop unless the delivery has finished by then. */
const graceAfter = (stop: AbortSignal, grace: number, finished: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const startTimer = () => {
      const timer = setTimeout(() => reject(new GraceExpired()), grace);
      finished.addEventListener('abort', () => clearTimeout(timer));
    };
    if (stop.aborted) startTimer();
    else stop.addEventListener('abort', startTimer, { signal: finished });
  });
