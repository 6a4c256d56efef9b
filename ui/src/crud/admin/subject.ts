import type { Data } from '#crud/pointers.ts';
import type { RecordData } from '#crud/record-form.ts';

/** What is administered and edited in a form, but is no record. */
export interface SubjectSpec {
  key: 'user' | 'role' | 'subscriber';
  /** Its tag in the contract, with which its permissions begin. */
  tag: 'user' | 'role' | 'data_subscriber';
  /** Its collection in the contract. */
  resource: string;
  /** The schema of what a person writes. */
  schema: 'UserBody' | 'RoleBody' | 'SubscriberBody';
  blank: Data;
  /** What a person writes of it. */
  toValues: (record: RecordData) => Data;
  /** Said once it is saved. */
  told: (record: RecordData, isNew: boolean) => string;
}
