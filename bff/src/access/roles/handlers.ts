import type { Settings } from '#config/settings.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { roleEffect } from './effect.ts';
import { listRoles } from './list-roles.ts';
import { type PreviewDeps, previewRole } from './preview.ts';
import { findRole, type RoleRecord } from './role.ts';
import { confirmAdministrator, createRole, deleteRole, updateRole } from './write-role.ts';

export type RoleOperation = Extract<
  OperationId,
  | 'listRoles'
  | 'createRole'
  | 'getRole'
  | 'updateRole'
  | 'deleteRole'
  | 'confirmAdministratorRole'
  | 'getRoleEffect'
  | 'previewRole'
>;

export interface RoleDeps extends PreviewDeps {
  /** Told of every change, since roles are configured by name. */
  settings: Pick<Settings, 'changed'>;
  /** Another value whenever the user's roles or permissions are others. */
  accessVersionOf(user: Schemas['User']): string;
}

const answer = <S extends 200 | 201>(status: S, record: RoleRecord) => ({
  status,
  data: { record },
  version: record.version,
});

export function roleHandlers(deps: RoleDeps): Pick<Handlers, RoleOperation> {
  const { db, settings, accessVersionOf } = deps;
  return {
    listRoles: async ({ query, caller }) => ({ status: 200, data: await listRoles(db, query, caller) }),
    createRole: async (request) => answer(201, await createRole(db, request)),
    getRole: async ({ path, caller }) => answer(200, await findRole(db, path.id, caller)),
    updateRole: async (request) => {
      const role = await updateRole(db, request);
      settings.changed();
      return answer(200, role);
    },
    confirmAdministratorRole: async (request) => answer(200, await confirmAdministrator(db, request)),
    deleteRole: async (request) => {
      await deleteRole(db, request);
      settings.changed();
      return { status: 200, data: {} };
    },
    getRoleEffect: async ({ path, body, caller }) => ({
      status: 200,
      data: await roleEffect(db, path.id, body, caller),
    }),
    previewRole: async (request) => {
      const data = await previewRole(deps, request);
      return { status: 201, data, accessVersion: accessVersionOf(data.user) };
    },
  };
}
