import { verify } from '@node-rs/argon2';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { kinds } from '../test-contract.ts';
import { testDatabase } from '../test-database.ts';
import { demoPassword } from './demo-users.ts';

let database = testDatabase();

afterEach(async () => {
  await database.drop();
  database = testDatabase();
});

async function permissionsOf(role: string): Promise<string[]> {
  return database
    .knex('role_permission')
    .join('role', 'role.id', 'role_id')
    .where({ name: role })
    .orderBy('permission')
    .pluck('permission');
}

test('a database of the user’s own gets the roles and nobody who holds them', async () => {
  await migrate(database.url, { demo: false });
  expect(await database.knex('role').pluck('display_name')).toEqual(['管理员', '编辑', '审核', '只读']);
  expect(await database.knex('user')).toEqual([]);
});

test('editors write, reviewers review, viewers only read', async () => {
  await migrate(database.url, { demo: false });
  const [editor, reviewer, viewer] = await Promise.all(['editor', 'reviewer', 'viewer'].map(permissionsOf));
  const others = ['data_log:read', 'data_subscriber:read', 'sync_status:read', 'task:read'];
  expect(viewer?.toSorted()).toEqual([...[...kinds].map((kind) => `${kind}:read`), ...others].toSorted());
  expect(editor).toEqual(expect.arrayContaining([...(viewer ?? []), 'country:import', 'rate_board:delete']));
  expect(editor).not.toContain('country:review');
  expect(reviewer).toEqual(expect.arrayContaining([...(viewer ?? []), 'country:review']));
  expect(reviewer).not.toContain('country:update');
});

test('in demo mode each account holds the role of its name and signs in with the printed password', async () => {
  await migrate(database.url, { demo: true });
  const held = await database
    .knex('user')
    .join('user_role', 'user.id', 'user_id')
    .join('role', 'role.id', 'role_id')
    .select('username', 'role.name', 'email', 'password_hash', 'status');
  expect(held.map(({ username, name }) => [username, name])).toEqual([
    ['admin', 'admin'],
    ['editor', 'editor'],
    ['reviewer', 'reviewer'],
    ['viewer', 'viewer'],
  ]);
  expect(held[0]).toMatchObject({ email: 'admin@gazetteer.example', status: 'active' });
  expect(held[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verify(held[0].password_hash, demoPassword)).toBe(true);
});
