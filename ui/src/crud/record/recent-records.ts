import type { Entity, Language } from '#api/facts.gen.ts';
import type { AnyRecord } from '#crud/define-entity.ts';
import { isPlainObject } from '#crud/pointers.ts';
import { recordTitle } from '#crud/text/record-names.ts';

/** A record that a user has opened on this device, as it was named then. */
export interface RecentRecord {
  entity: Entity;
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

export function rememberRecord(user: string, entity: Entity, record: AnyRecord): void {
  const others = readRecentRecords(user).filter((other) => other.entity !== entity || other.id !== record.id);
  const names = { 'zh-CN': recordTitle(entity, record, 'zh-CN'), en: recordTitle(entity, record, 'en') };
  const recent: RecentRecord = { entity, id: record.id, code: record.code ?? null, names };
  try {
    localStorage.setItem(storageKey(user), JSON.stringify([recent, ...others].slice(0, MAX_RECENT_RECORDS)));
  } catch {
    // without browser storage, no records are offered
  }
}

export function forgetRecord(user: string, entity: Entity, id: number): void {
  const others = readRecentRecords(user).filter((other) => other.entity !== entity || other.id !== id);
  try {
    localStorage.setItem(storageKey(user), JSON.stringify(others));
  } catch {
    // it was not stored either
  }
}
