import { hash } from '@node-rs/argon2';
import { type Seed, system } from './seed.ts';

export const demoAccounts = [
  { username: 'admin', displayName: '演示管理员' },
  { username: 'editor', displayName: '演示编辑' },
  { username: 'reviewer', displayName: '演示审核' },
  { username: 'viewer', displayName: '演示访客' },
];

export const demoPassword = 'gazetteer-demo';

/** OWASP's parameters for argon2id, which is the package's default algorithm. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const demoUsers: Seed = {
  name: 'demo users',
  demoOnly: true,
  async run(trx) {
    const now = new Date();
    for (const { username, displayName } of demoAccounts) {
      const [userId] = await trx('user').insert({
        username,
        email: `${username}@gazetteer.example`,
        display_name: displayName,
        password_hash: await hash(demoPassword, argon2),
        status: 'active',
        version: 1,
        create_time: now,
        update_time: now,
        created_by: system,
        updated_by: system,
      });
      // Each demo account has the role of its own name.
      const role = await trx('role').where({ name: username }).first('id');
      await trx('user_role').insert({ user_id: userId, role_id: role.id });
    }
  },
};
