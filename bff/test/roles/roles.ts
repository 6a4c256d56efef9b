import type { Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { newRole } from '../kit/insert-users.ts';
import type { Service } from '../kit/service.ts';

export type Role = Schemas['Role'];
export type RoleBody = Schemas['RoleBody'];

let made = 0;

/** The body of a role that nothing is wrong with. */
export const roleBody = (change: Partial<RoleBody> = {}): RoleBody => {
  const name = `made-${++made}`;
  return { name, displayName: `Made ${made}`, permissions: [], ...change };
};

/** What of a role a person writes, with a change. */
export const bodyOf = ({ name, displayName, description, permissions }: Role, change: Partial<RoleBody> = {}) => ({
  ...{ name, displayName, description, permissions },
  ...change,
});

export const newRecord = async (client: Client, change: Partial<RoleBody> = {}): Promise<Role> =>
  (await client.ok('createRole', { body: roleBody(change) }, 201)).record;

export const getRole = async (client: Client, id: number): Promise<Role> =>
  (await client.ok('getRole', { path: { id } })).record;

/** The role of a starter's name. */
export async function roleNamed(service: Service, client: Client, name: string): Promise<Role> {
  const { id } = await service.db('role').where({ name }).first('id');
  return getRole(client, id);
}

export const give = (service: Service, userId: number, roleId: number) =>
  service.db('user_role').insert({ user_id: userId, role_id: roleId });

/** A role by SQL with its record, as this client reads it. */
export const readNewRole = async (service: Service, client: Client, ...role: [string[], { display_name: string }?]) =>
  getRole(client, await newRole(service.db, ...role));

/** What the log has of a role, in its order. */
export async function logOf(service: Service, roleId: number) {
  const rows = await service.db('user_log').where({ target_kind: 'role', target_id: roleId }).orderBy('id');
  return rows.map(({ act, username, target, details }) => ({ act, username, target, details: JSON.parse(details) }));
}
