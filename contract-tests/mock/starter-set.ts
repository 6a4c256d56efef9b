import { demoAccounts, demoPassword } from '../../db/seeds/demo-users.ts';
import { entitySeeds } from '../../db/seeds/index.ts';
import { permissionsByRole } from '../../db/seeds/permissions.ts';
import { displayNames } from '../../db/seeds/roles.ts';
import { newAccount } from './accounts/session.ts';
import { emptyData, type Fields, type MockData, type MockRecord, nextId } from './data.ts';
import type { Kind } from './kinds.ts';
import { toStoredFields } from './records/fields.ts';

const ACTOR = 'system';

/** Fills the mock with the starter set of the product: its records, roles and demo accounts. */
export function starterData(kinds: Kind[]): MockData {
  const data = emptyData();
  const time = new Date().toISOString();
  const written = { version: 1, createTime: time, updateTime: time, createdBy: ACTOR, updatedBy: ACTOR };
  for (const [name, displayName] of Object.entries(displayNames)) {
    // Cast: the roles have the names of their permissions.
    const permissions = permissionsByRole[name as keyof typeof permissionsByRole];
    data.roles.push({ id: nextId(data, 'role'), name, displayName, description: null, permissions, ...written });
  }
  for (const { username, displayName } of demoAccounts) {
    const email = `${username}@gazetteer.example`;
    const values = { username, displayName, email, status: 'active', roles: [username], password: demoPassword };
    data.accounts.push({ ...newAccount(data, values, ACTOR), createTime: time, updateTime: time });
  }
  for (const { kind: seed, records } of entitySeeds) {
    const kind = kinds.find(({ tag }) => tag === seed.key);
    if (!kind) continue;
    const table = new Map<number, MockRecord>();
    data.records.set(kind.tag, table);
    for (const { fields, warnings = [] } of records()) {
      const stored = toStoredFields(kind, toContractForm(fields), { username: ACTOR, current: undefined });
      const id = nextId(data, kind.tag);
      const record: MockRecord = { id, ...stored, status: 'active', ...written, warnings };
      table.set(id, record);
      const change = { entity: kind.tag, recordId: id, action: 'create', version: 1, actor: ACTOR, time };
      data.log.push({ seq: nextId(data, 'log'), ...change, before: null, after: record });
    }
  }
  return data;
}

/** The starter set has points in time as dates. */
const toContractForm = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );

/** Fits remembered records to a changed contract: new fields are empty, and fields that are gone are left out. */
export function adaptRecords(data: MockData, kinds: Kind[]): void {
  const system = ['id', 'status', 'warnings', 'version', 'createTime', 'updateTime', 'createdBy', 'updatedBy'];
  for (const kind of kinds) {
    const table = data.records.get(kind.tag) ?? new Map<number, MockRecord>();
    data.records.set(kind.tag, table);
    for (const record of table.values()) {
      const fields = toStoredFields(kind, record, { username: record.updatedBy, current: record });
      for (const name of Object.keys(record)) if (!system.includes(name) && !(name in fields)) delete record[name];
      Object.assign(record, fields);
    }
  }
}
