import { permissionsByRole } from './permissions.ts';
import { type Seed, system } from './seed.ts';

export const displayNames = { admin: '管理员', editor: '编辑', reviewer: '审核', viewer: '只读' };

export type RoleName = keyof typeof displayNames;

export const roles: Seed = {
  name: 'roles',
  async run(trx) {
    const now = new Date();
    // Cast: Object.entries loses the type of the keys.
    for (const [name, displayName] of Object.entries(displayNames) as [RoleName, string][]) {
      const [roleId] = await trx('role').insert({
        name,
        display_name: displayName,
        version: 1,
        create_time: now,
        update_time: now,
        created_by: system,
        updated_by: system,
      });
      await trx('role_permission').insert(
        permissionsByRole[name].map((permission) => ({ role_id: roleId, permission })),
      );
    }
  },
};
