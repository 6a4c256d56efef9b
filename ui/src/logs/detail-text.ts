import { type BodyName, type ErrorKey, errorTexts, type Rule, ruleTexts, settings } from '#api/metadata.gen.ts';
import { interpolate } from '#api/texts.ts';
import { splitObjectChanges } from '#crud/record/history/field-changes.ts';
import { labelIn, nameSettings, valueText } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { language, t } from '#i18n/i18n.ts';
import type { LogEntry } from './use-logs.ts';

nameSettings(settings);

type ActTarget = Pick<LogEntry, 'act' | 'target'>;

/** The maximum length of a change that is shown with its values; a longer one shows only its field's name. */
const MAX_CHANGE_LENGTH = 40;

/** Returns the schema that an entry's changes refer to. */
export function schemaOf({ act, target }: ActTarget): BodyName {
  if (act === 'settingsChanged') return 'Settings';
  if (target?.kind === 'subscriber') return 'SubscriberBody';
  return target?.kind === 'role' ? 'RoleBody' : 'UserBody';
}

const isErrorKey = (key: string): key is ErrorKey => Object.hasOwn(errorTexts, key);

const isRule = (key: string): key is Rule => Object.hasOwn(ruleTexts, key);

/** Returns why a request was denied, or a sign-in failed, as text. */
export function denialText(key: string): string {
  if (isRule(key)) return interpolate(ruleTexts[key], language());
  return isErrorKey(key) ? interpolate(errorTexts[key], language()) : key;
}

/** Summarizes changes in one line: a single short change with both values, others by their field names. */
export function changesText(entry: ActTarget & Pick<LogEntry, 'details'>): string {
  const changes = splitObjectChanges(entry.details.changes ?? []);
  const [first, second] = changes;
  const schema = schemaOf(entry);
  const names = [...new Set(changes.map(({ pointer }) => labelIn(schema, pointer)))].join(t('common.separator'));
  if (!first || second) return names;
  const toText = (value: unknown) => valueText(schema, first.pointer, value) || '—';
  const text = `${names} ${toText(first.before)} → ${toText(first.after)}`;
  return text.length > MAX_CHANGE_LENGTH ? names : text;
}

/** Returns what the count of an entry's details counts, as text: ended sessions, or rows of an export. */
export function countText({ act, details: { count } }: Pick<LogEntry, 'act' | 'details'>): string | undefined {
  if (count === undefined) return undefined;
  const n = number(count);
  return act === 'userSessionsEnded' ? t('logs.sessions', { count, n }) : t('logs.rows', { count, rows: n });
}

/** Returns the details of an entry in one line. */
export function detailText(entry: ActTarget & Pick<LogEntry, 'details'>): string {
  const { permission, reason, key } = entry.details;
  // a missing permission already explains the denial
  return [changesText(entry), permission ?? (key && denialText(key)), reason, countText(entry)]
    .filter(Boolean)
    .join(' · ');
}
