import type { Database } from '../../../src/database/database.ts';

let insertedCount = 0;

const metadata = () => ({
  version: 1,
  create_time: new Date(),
  update_time: new Date(),
  created_by: 'test',
  updated_by: 'test',
});

/** Inserts a role by SQL and returns its id. */
export async function insertRole(
  db: Database,
  permissions: string[],
  names: Partial<Record<'name' | 'display_name', string>> = {},
) {
  const name = `role-${++insertedCount}`;
  const [id] = await db('role').insert({ name, display_name: name, ...names, ...metadata() });
  if (permissions.length > 0)
    await db('role_permission').insert(permissions.map((permission) => ({ role_id: id, permission })));
  return Number(id);
}

/** Inserts a user by SQL, with a role that has these permissions and the password of the demo accounts. */
export async function insertUser(db: Database, permissions: string[], columns: Record<string, unknown> = {}) {
  const username = `user-${++insertedCount}`;
  const { password_hash } = await db('user').where('username', 'editor').first('password_hash');
  const email = `${username}@gazetteer.example`;
  const values = {
    username,
    email,
    display_name: username,
    password_hash,
    status: 'active',
    language: 'zh-CN',
    ...columns,
  };
  const [id] = await db('user').insert({ ...values, ...metadata() });
  await db('user_role').insert({ user_id: id, role_id: await insertRole(db, permissions) });
  return { id: Number(id), username: values.username, email };
}
