import type { Data } from '#crud/pointers.ts';
import type { RecordData } from '#crud/record-form.ts';

/** What is edited in a form of access: a user or a role. */
export interface SubjectSpec {
  key: 'user' | 'role';
  /** Its collection in the contract. */
  resource: string;
  /** The schema of what a person writes. */
  schema: 'UserBody' | 'RoleBody';
  blank: Data;
  /** What a person writes of it. */
  toValues: (record: RecordData) => Data;
  /** Said once it is saved. */
  told: (record: RecordData, isNew: boolean) => string;
}
