import path from 'node:path';
import { demoAccounts, demoPassword } from '../seeds/demo-users.ts';

const accountDescriptions: Record<string, string> = {
  admin: 'everything',
  editor: 'reads and writes reference data',
  reviewer: 'reads and reviews it',
  viewer: 'reads it',
};

type Start = {
  url: string;
  /** Demo accounts exist. */
  demo: boolean;
  /** The token to create the first administrator, if there is none. */
  setup?: string;
  /** The folder for e-mails, if there is no mail server. */
  mailFolder: string | undefined;
};

/** The final output of a start: the address and the accounts. */
export function welcome({ url, demo, setup, mailFolder }: Start): string {
  const lines = ['', `  Gazetteer  ${url}`, ''];
  if (demo) {
    for (const { username } of demoAccounts)
      lines.push(`  ${username.padEnd(10)} ${accountDescriptions[username] ?? ''}`);
    lines.push('', `  The password of each is ${demoPassword}.`);
  }
  if (setup) {
    lines.push('  There is no administrator yet. This address makes one, once, within a day:');
    lines.push(`  ${url}/register?setup=${setup}`, '');
  }
  if (mailFolder)
    lines.push(`  SMTP_URL is not set, so emails are written to ${path.relative(process.cwd(), mailFolder)}.`);
  return [...lines, '  Ctrl-C stops everything.', ''].join('\n');
}
