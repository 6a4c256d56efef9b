import { type BodyName, type ErrorKey, errorTexts } from '#api/facts.gen.ts';
import { errorText } from '#api/texts.ts';
import { splitObjectChanges } from '#crud/record/field-changes.ts';
import { pointerText, valueText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { language, t } from '#i18n/i18n.ts';
import type { LogEntry } from './use-logs.ts';

type Subject = Pick<LogEntry, 'act' | 'target'>;

/** Longer ones are told by their fields alone. */
const short = 40;

/** Of which body an entry's changes are. */
export function schemaOf({ act, target }: Subject): BodyName {
  if (act === 'settingsChanged') return 'Settings';
  return target?.kind === 'role' ? 'RoleBody' : 'UserBody';
}

const isErrorKey = (key: string): key is ErrorKey => Object.hasOwn(errorTexts, key);

/** Why a call was refused, in words. */
export const keyText = (key: string): string => (isErrorKey(key) ? errorText(key, language()) : key);

/** What changed, in a line: one short change with both values, several by their names. */
export function changesText(entry: Subject & Pick<LogEntry, 'details'>): string {
  const changes = splitObjectChanges(entry.details.changes ?? []);
  const [first, second] = changes;
  const names = [...new Set(changes.map(({ pointer }) => pointerText(pointer)))].join(t('common.separator'));
  if (!first || second) return names;
  const words = (value: unknown) => valueText(schemaOf(entry), first.pointer, value) || '—';
  const whole = `${names} ${words(first.before)} → ${words(first.after)}`;
  return whole.length > short ? names : whole;
}

/** All that an entry tells beyond who, what and where, in a line. */
export function detailText(entry: Subject & Pick<LogEntry, 'details'>): string {
  const { permission, reason, key, count } = entry.details;
  const rows = count === undefined ? undefined : t('logs.rows', { rows: number(count) });
  // which permission is missing says that it was refused for that
  return [changesText(entry), permission ?? (key && keyText(key)), reason, rows].filter(Boolean).join(' · ');
}
