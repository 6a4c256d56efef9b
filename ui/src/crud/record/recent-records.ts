import type { EntityKey, Language } from '#api/metadata.gen.ts';
import type { AnyRecord } from '#crud/define-entity.ts';
import { isPlainObject } from '#crud/pointers.ts';
import { recordTitle } from '#crud/text/record-names.ts';

/** A record that a user has opened on this device, as it was named then. */
export interface RecentRecord {
  entity: EntityKey;
  id: number;
  code: string | null;
  names: Record<Language, string>;
}

const MAX_RECENT_RECORDS = 8;

const storageKey = (user: string): string => `recent-records:${user}`;

const isRecentRecord = (value: unknown): value is RecentRecord =>
  isPlainObject(value) &&
  typeof value.entity === 'string' &&
  typeof value.id === 'number' &&
  isPlainObject(value.names);

/** Returns the records that a user opened last on this device, newest first. */
export function readRecentRecords(user: string): RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentRecord) : [];
  } catch {
    return [];
  }
}

/** Replaces the records; without browser storage, none are offered. */
function writeRecentRecords(user: string, records: readonly RecentRecord[]): void {
  try {
    localStorage.setItem(storageKey(user), JSON.stringify(records.slice(0, MAX_RECENT_RECORDS)));
  } catch {
    // the browser refuses storage
  }
}

const readOthers = (user: string, entity: EntityKey, id: number): RecentRecord[] =>
  readRecentRecords(user).filter((other) => other.entity !== entity || other.id !== id);

export function rememberRecord(user: string, entity: EntityKey, record: AnyRecord): void {
  const { id, code = null } = record;
  const names = { 'zh-CN': recordTitle(entity, record, 'zh-CN'), en: recordTitle(entity, record, 'en') };
  writeRecentRecords(user, [{ entity, id, code, names }, ...readOthers(user, entity, id)]);
}

export const forgetRecord = (user: string, entity: EntityKey, id: number): void =>
  writeRecentRecords(user, readOthers(user, entity, id));
