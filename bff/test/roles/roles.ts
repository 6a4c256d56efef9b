import type { Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { insertRole } from '../kit/database/insert-users.ts';
import type { Service } from '../kit/service.ts';

export type Role = Schemas['Role'];
export type RoleBody = Schemas['RoleBody'];

let roleCount = 0;

/** Builds a valid body of a new role. */
export const newRoleBody = (change: Partial<RoleBody> = {}): RoleBody => {
  const name = `made-${++roleCount}`;
  return { name, displayName: `Made ${roleCount}`, permissions: [], ...change };
};

/** Returns the body of an update, which has the role's editable fields with `change`. */
export const bodyFrom = ({ name, displayName, description, permissions }: Role, change: Partial<RoleBody> = {}) => ({
  name,
  displayName,
  description,
  permissions,
  ...change,
});

export const createRole = async (client: Client, change: Partial<RoleBody> = {}): Promise<Role> =>
  (await client.ok('createRole', { body: newRoleBody(change) }, 201)).record;

export const getRole = async (client: Client, id: number): Promise<Role> =>
  (await client.ok('getRole', { path: { id } })).record;

export async function getRoleByName(service: Service, client: Client, name: string): Promise<Role> {
  const { id } = await service.db('role').where({ name }).first('id');
  return getRole(client, id);
}

export const assignRole = (service: Service, userId: number, roleId: number) =>
  service.db('user_role').insert({ user_id: userId, role_id: roleId });

/** Inserts a role by SQL and reads it with this client. */
export const insertAndReadRole = async (
  service: Service,
  client: Client,
  ...role: [string[], { display_name: string }?]
) => getRole(client, await insertRole(service.db, ...role));

/** Reads the log entries about a role, oldest first. */
export async function readLogOfRole(service: Service, roleId: number) {
  const rows = await service.db('user_log').where({ target_kind: 'role', target_id: roleId }).orderBy('id');
  return rows.map(({ act, username, target, details }) => ({ act, username, target, details: JSON.parse(details) }));
}
