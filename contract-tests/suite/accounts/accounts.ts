import type { Accounts } from './sessions.ts';

const demoRoles = ['admin', 'editor', 'reviewer', 'viewer'];

/** Returns the demo accounts, overridden by environment variables and `--user role=name:password` options. */
export function readAccounts(userOptions: string[], env: NodeJS.ProcessEnv): Accounts {
  const accounts: Accounts = {};
  for (const role of demoRoles) {
    const prefix = role.toUpperCase();
    accounts[role] = {
      name: env[`${prefix}_USERNAME`] ?? role,
      password: env[`${prefix}_PASSWORD`] ?? env.DEMO_PASSWORD ?? 'gazetteer-demo',
    };
  }
  for (const option of userOptions) {
    const [, role, name, password] = /^(\w+)=([^:]+):(.+)$/.exec(option) ?? [];
    if (!role || !name || !password) throw new Error(`--user ${option}: write it as role=name:password`);
    accounts[role] = { name, password };
  }
  return accounts;
}
