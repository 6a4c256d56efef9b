import { type Logger, pino } from 'pino';
import { expect } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import type { Mail } from '../../src/mail/transport.ts';
import { createMail } from '../../src/worker/start-worker.ts';
import type { Service } from './service.ts';

export interface Letter extends Omit<Mail, 'id' | 'time'> {
  /** Every address in its text. */
  links: string[];
  /** The first of them, empty where there is none. */
  link: string;
  /** What its link's query holds, empty where there is none. */
  token: string;
}

/** Sends the letters that wait, which nobody else does here, and answers them in their order. */
export async function lettersOf(
  { db, url }: Pick<Service, 'db' | 'url'>,
  log: Logger = pino({ enabled: false }),
): Promise<Letter[]> {
  const sent: Mail[] = [];
  const transport = async (mail: Mail) => void sent.push(mail);
  await createMail({ db, settings: createSettings(db), url, log, transport }).drain();
  expect(await db('mail_outbox').whereNotNull('error').select('kind', 'error')).toEqual([]);
  return sent.map(read);
}

function read({ id: _id, time: _time, ...mail }: Mail): Letter {
  const links = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
  const [link = ''] = links;
  const [token = ''] = link ? new URL(link).searchParams.values() : [];
  return { ...mail, links, link, token };
}
