import { type Logger, pino } from 'pino';
import { expect } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import type { ComposedEmail } from '../../src/mail/transport.ts';
import { createServiceMailer } from '../../src/worker/start-worker.ts';
import type { Service } from './service.ts';

export interface SentEmail extends Omit<ComposedEmail, 'id' | 'time'> {
  /** The URLs in the text. */
  links: string[];
  /** The first URL, or empty. */
  link: string;
  /** The query parameter of the first URL, or empty. */
  token: string;
}

/** Sends the queued emails, because no mailer runs in these tests, and returns them in order. */
export async function sendQueuedEmails(
  { db, url }: Pick<Service, 'db' | 'url'>,
  log: Logger = pino({ enabled: false }),
): Promise<SentEmail[]> {
  const sentMails: ComposedEmail[] = [];
  const transport = async (mail: ComposedEmail) => void sentMails.push(mail);
  await createServiceMailer({ db, settings: createSettings(db), url, log, transport }).drain();
  expect(await db('mail_outbox').whereNotNull('error').select('kind', 'error')).toEqual([]);
  return sentMails.map(parseEmail);
}

function parseEmail({ id: _id, time: _time, ...mail }: ComposedEmail): SentEmail {
  const links = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
  const [link = ''] = links;
  const [token = ''] = link ? new URL(link).searchParams.values() : [];
  return { ...mail, links, link, token };
}
