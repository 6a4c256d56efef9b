import type { StaffMember } from '../../suite/accounts/staff.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

export const admin = { role: 'admin' };
export const readCountries = ['country:read'];

/** A member with one role, and the id of that role. */
export interface Reader extends StaffMember {
  roleId: number;
}

export async function memberWith({ backend }: CaseContext, permissions: string[]): Promise<Reader> {
  const { id } = await backend.spareMember.role(permissions);
  return { ...(await backend.spareMember.withPermissions(...permissions)), roleId: id };
}

export interface ViewList {
  items: RecordData[];
  roles: { id: number }[];
}

export async function viewsOf({ backend }: CaseContext, { token }: Pick<StaffMember, 'token'>): Promise<ViewList> {
  const { data } = await backend.callWith(token, backend.operation('listViews'), {});
  return data as unknown as ViewList; // Cast: validated by its own cases.
}

export const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
export const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

export async function createAs({ backend }: CaseContext, { token }: Pick<StaffMember, 'token'>, changes: object) {
  const body = backend.views.newBody(changes);
  return requireRecord((await backend.callWith(token, backend.operation('createView'), { body })).data.record);
}

export const updateAsAdmin = ({ backend }: CaseContext, view: RecordData, changes: object) => {
  const { name, search, shared } = view;
  const input = { ...versionedTarget(view), body: { name, search, shared, ...changes } };
  return backend.call(backend.operation('updateView'), 'admin', input);
};
