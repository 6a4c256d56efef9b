import type { Accounts } from './sessions.ts';

const roles = ['admin', 'editor', 'reviewer', 'viewer'];

/** The demo accounts, but for what the environment or `--user role=name:password` says. */
export function accountsFrom(given: string[], env: NodeJS.ProcessEnv): Accounts {
  const accounts: Accounts = {};
  for (const role of roles) {
    const upper = role.toUpperCase();
    accounts[role] = {
      name: env[`${upper}_USERNAME`] ?? role,
      password: env[`${upper}_PASSWORD`] ?? env.DEMO_PASSWORD ?? 'gazetteer-demo',
    };
  }
  for (const text of given) {
    const [, role, name, password] = /^(\w+)=([^:]+):(.+)$/.exec(text) ?? [];
    if (!role || !name || !password) throw new Error(`--user ${text}: write it as role=name:password`);
    accounts[role] = { name, password };
  }
  return accounts;
}
