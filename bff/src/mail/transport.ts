import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rendered } from './wording.ts';

export interface Mail extends Rendered {
  id: number;
  kind: string;
  /** When it was queued. */
  time: Date;
  from: string;
  to: string;
}

/** Hands a mail over; rejects where it was not taken. */
export type Transport = (mail: Mail) => Promise<void>;

/** Loaded with the first email. */
const nodemailer = async () => (await import('nodemailer')).default;

const CONNECT_TIMEOUT_MS = 10_000;
/** All of the talk with a server; less than a claim lasts. */
const SEND_TIMEOUT_MS = 40_000;

const messageOf = ({ from, to, subject, text, html }: Mail) => ({
  from: { name: 'Gazetteer', address: from },
  // as an object: whatever it holds, it is one address
  to: { name: '', address: to },
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false as const,
});

/** By SMTP: TLS from the start with `smtps:`, with `smtp:` where the server offers it. */
export function smtpTransport(url: string): Transport {
  const TIMEOUTS = {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
  };
  return async (mail) => {
    const transport = (await nodemailer()).createTransport({ url, ...TIMEOUTS });
    await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  };
}

/** Writes each email to a file that only its owner can read, as its links are secrets. A repeated email replaces its file. */
export function folderTransport(folder: string): Transport {
  return async (mail) => {
    const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail(messageOf(mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${mail.time.toISOString().replaceAll(':', '-')}-${mail.kind}-${mail.id}.eml`;
    const draft = path.join(folder, `${name}.part`);
    await writeFile(draft, message, { mode: 0o600 });
    await rename(draft, path.join(folder, name));
  };
}

/** By SMTP where there is a server, else into the folder; undefined where there is neither. */
export function chooseTransport(where: { smtpUrl: string | undefined; mailFolder: string | undefined }) {
  if (where.smtpUrl) return smtpTransport(where.smtpUrl);
  return where.mailFolder ? folderTransport(where.mailFolder) : undefined;
}
