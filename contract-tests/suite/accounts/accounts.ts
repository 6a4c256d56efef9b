import type { Account, Accounts } from './sessions.ts';

export const demoRoles = ['admin', 'editor', 'reviewer', 'viewer'];

/**
 * Returns the accounts of a file, or without one the demo accounts with the names and passwords of environment variables, each
 * overridden by `--user role=name:password`.
 */
export function readAccounts(
  userOptions: string[],
  env: NodeJS.ProcessEnv,
  file?: { name: string; text: string },
): Accounts {
  const accounts = file ? parseAccounts(file.name, file.text) : demoAccounts(env);
  for (const option of userOptions) {
    const [role, account] = parseAccount(option, `--user ${option}`);
    accounts[role] = account;
  }
  return accounts;
}

function demoAccounts(env: NodeJS.ProcessEnv): Accounts {
  const toEntry = (role: string): [string, Account] => {
    const prefix = role.toUpperCase();
    const password = env[`${prefix}_PASSWORD`] ?? env.DEMO_PASSWORD ?? 'gazetteer-demo';
    return [role, { name: env[`${prefix}_USERNAME`] ?? role, password }];
  };
  return Object.fromEntries(demoRoles.map(toEntry));
}

/** Reads `{"role": {"name": …, "password": …}}`, or a line `role=name:password` for each role. */
function parseAccounts(fileName: string, text: string): Accounts {
  if (text.trimStart().startsWith('{')) return parseJsonAccounts(fileName, text);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const accountLines = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    accountLines.map((line) => parseAccount(line, `${fileName}, line ${lines.indexOf(line) + 1}`)),
  );
}

function parseJsonAccounts(fileName: string, text: string): Accounts {
  let parsed: Record<string, Partial<Account>>;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`${fileName} is not JSON: ${(error as Error).message}`); // Cast: JSON.parse throws errors.
  }
  return Object.fromEntries(
    Object.entries(parsed).map(([role, { name, password }]) => {
      if (!name || !password) throw new Error(`${fileName}: ${role} needs a "name" and a "password"`);
      return [role, { name, password }];
    }),
  );
}

function parseAccount(text: string, place: string): [string, Account] {
  const [, role, name, password] = /^([\w-]+)=([^:]+):(.+)$/.exec(text) ?? [];
  if (!role || !name || !password) throw new Error(`${place}: write it as role=name:password`);
  return [role, { name, password }];
}
