import type { Database } from '../../src/database.ts';

let made = 0;

const stamps = () => ({
  version: 1,
  create_time: new Date(),
  update_time: new Date(),
  created_by: 'test',
  updated_by: 'test',
});

/** A role by SQL; answers its id. */
export async function newRole(
  db: Database,
  permissions: string[],
  names: Partial<Record<'name' | 'display_name', string>> = {},
) {
  const name = `role-${++made}`;
  const [id] = await db('role').insert({ name, display_name: name, ...names, ...stamps() });
  if (permissions.length > 0)
    await db('role_permission').insert(permissions.map((permission) => ({ role_id: id, permission })));
  return Number(id);
}

/** A user by SQL with a role that holds these permissions, and the demo accounts' password. */
export async function newUser(db: Database, permissions: string[], columns: Record<string, unknown> = {}) {
  const username = `user-${++made}`;
  const { password_hash } = await db('user').where('username', 'editor').first('password_hash');
  const email = `${username}@gazetteer.example`;
  const own = { username, email, display_name: username, password_hash, status: 'active', ...columns };
  const [id] = await db('user').insert({ ...own, ...stamps() });
  await db('user_role').insert({ user_id: id, role_id: await newRole(db, permissions) });
  return { id: Number(id), username: own.username, email };
}
