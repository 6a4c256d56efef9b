import { demoAccounts, demoPassword } from '../seeds/demo-users.ts';

const abilities: Record<string, string> = {
  admin: 'everything',
  editor: 'reads and writes reference data',
  reviewer: 'reads and reviews it',
  viewer: 'reads it',
};

/** The last thing a start prints: where to go, and as whom. */
export function welcome(url: string, demo: boolean): string {
  const lines = ['', `  Gazetteer  ${url}`, ''];
  if (demo) {
    for (const { username } of demoAccounts) lines.push(`  ${username.padEnd(10)} ${abilities[username] ?? ''}`);
    lines.push('', `  The password of each is ${demoPassword}.`);
  }
  return [...lines, '  Ctrl-C stops everything.', ''].join('\n');
}
