import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RenderedEmail } from './wording.ts';

export interface ComposedEmail extends RenderedEmail {
  id: number;
  kind: string;
  /** When it was queued. */
  time: Date;
  from: string;
  to: string;
}

/** Sends an email; rejects if it was not accepted. */
export type Transport = (mail: ComposedEmail) => Promise<void>;

/** Loads the package with the first email. */
const loadNodemailer = async () => (await import('nodemailer')).default;

const CONNECT_TIMEOUT_MS = 10_000;
/** The limit for a whole SMTP session; less than the lease. */
const SEND_TIMEOUT_MS = 40_000;

const toMessage = ({ from, to, subject, text, html }: ComposedEmail) => ({
  from: { name: 'Gazetteer', address: from },
  // as an object, so that any text is treated as a single address
  to: { name: '', address: to },
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated' },
  xMailer: false as const,
});

/** Sends by SMTP: `smtps:` uses TLS from the start, `smtp:` if the server offers it. */
export function smtpTransport(url: string): Transport {
  const timeouts = {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
  };
  return async (mail) => {
    const transport = (await loadNodemailer()).createTransport({ url, ...timeouts });
    await transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  };
}

/** How long files of emails are kept, which is longer than most of their links are valid. */
const RETENTION_DAYS = 30;

/** The names that `folderTransport` gives its files. */
const OWN_FILE = /^\d{4}-\d\d-\d\dT[\d.-]+Z-\w+-\d+\.eml(?:\.part)?$/;

/** Removes files of emails that are too old. */
async function removeOldEmails(folder: string): Promise<void> {
  const oldest = Date.now() - RETENTION_DAYS * 86_400_000;
  for (const name of await readdir(folder)) {
    if (!OWN_FILE.test(name)) continue;
    const file = path.join(folder, name);
    // another worker may have removed it
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < oldest) await rm(file, { force: true });
  }
}

/** Writes each email to a file that only its owner can read, as its links are secrets. A repeated email replaces its file. */
export function folderTransport(folder: string): Transport {
  return async (mail) => {
    const composer = (await loadNodemailer()).createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
    });
    const { message } = await composer.sendMail(toMessage(mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${mail.time.toISOString().replaceAll(':', '-')}-${mail.kind}-${mail.id}.eml`;
    const temporaryPath = path.join(folder, `${name}.part`);
    await writeFile(temporaryPath, message, { mode: 0o600 });
    await rename(temporaryPath, path.join(folder, name));
    // the email is written, so a failure to clean up must not send it again
    await removeOldEmails(folder).catch(() => undefined);
  };
}

/** Chooses SMTP if a server is configured, or else the folder; undefined if neither is. */
export function chooseTransport(options: { smtpUrl: string | undefined; mailFolder: string | undefined }) {
  if (options.smtpUrl) return smtpTransport(options.smtpUrl);
  return options.mailFolder ? folderTransport(options.mailFolder) : undefined;
}
