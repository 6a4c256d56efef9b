import { type EntityKey, enums, type Language, type Schemas } from '#api/metadata.gen.ts';
import { serverDate } from '#api/server-time.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import type { DotTone } from '#kit/display/status-mark.tsx';

export type ChangeSet = Schemas['ChangeSet'];
export type ChangeSetItem = Schemas['ChangeSetItem'];
export type SetStatus = Schemas['ChangeSetStatus'];
export type SetEvent = Schemas['ChangeSetEvent'];

export const statusTones: Record<SetStatus, DotTone> = {
  open: 'idle',
  submitted: 'pending',
  scheduled: 'approved',
  held: 'warn',
  rejected: 'rejected',
  released: 'active',
  reverted: 'inactive',
  withdrawn: 'inactive',
};

/** The events of each status, last the one that leads on. */
const EVENTS_FROM: Record<SetStatus, readonly SetEvent[]> = {
  open: ['withdraw', 'submit'],
  submitted: ['withdraw', 'reopen', 'reject', 'approve'],
  scheduled: ['withdraw', 'reopen'],
  held: ['withdraw', 'reopen', 'retry'],
  rejected: ['withdraw', 'reopen'],
  released: ['revert'],
  reverted: [],
  withdrawn: [],
};

/** What takes another set back is decided on or withdrawn, but neither edited nor taken back. */
const REVERT_EVENTS: ReadonlySet<SetEvent> = new Set(['withdraw', 'reject', 'approve']);

/** Returns the events of a set, last the one that leads on. */
export const eventsOf = ({ status, revertsId }: ChangeSet): readonly SetEvent[] =>
  EVENTS_FROM[status].filter((event) => revertsId === undefined || REVERT_EVENTS.has(event));

/** The local day and time at which a set takes effect: the time only where it is not midnight, the zone only where it differs from the viewer's. */
export function dateText({ effectiveOn, effectiveTime, zone }: SetDate): string | undefined {
  const offset = offsetText(zone, effectiveTime);
  if (offset) return `${effectiveOn?.replace('T', ' ')} ${offset}`;
  return effectiveOn?.replace(/T00:00$/, '').replace('T', ' ');
}

/** That date for the middle of a sentence: a word joiner after each hyphen keeps it in one line. */
export const dateInSentence = (set: SetDate): string => dateText(set)?.replaceAll('-', '-\u2060') ?? '';

type SetDate = Pick<ChangeSet, 'effectiveOn' | 'effectiveTime' | 'zone'>;

/** Returns the offset of a zone at a time, such as UTC+8, where that of the viewer is another one. */
function offsetText(zone: string | null, time: string | null): string | undefined {
  if (!zone || !time) return undefined;
  const offsetIn = (timeZone?: string) =>
    new Intl.DateTimeFormat('en', { ...(timeZone && { timeZone }), timeZoneName: 'shortOffset' })
      .formatToParts(new Date(time))
      .find(({ type }) => type === 'timeZoneName')?.value;
  const offset = offsetIn(zone);
  return offset === offsetIn() ? undefined : offset?.replace('GMT', 'UTC');
}

const MAX_SHORT_TITLE_LENGTH = 60;

/** The title of a set as a message names it, which has room for the beginning of a long one. */
export function shortTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= MAX_SHORT_TITLE_LENGTH) return title;
  return `${characters.slice(0, MAX_SHORT_TITLE_LENGTH).join('').trimEnd()}…`;
}

const DAY_MS = 86_400_000;

/** Returns the day that it is in a zone; Swedish dates have the form 2026-12-01. */
const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(serverDate());

/** Returns how many days the date of a set is ahead where that date applies; negative once it has passed. */
export function daysUntilDue(
  { effectiveOn, zone }: Pick<ChangeSet, 'effectiveOn' | 'zone'>,
  today = zone ? dayIn(zone) : '',
): number | undefined {
  if (!effectiveOn) return undefined;
  return (Date.parse(effectiveOn.slice(0, today.length)) - Date.parse(today)) / DAY_MS;
}

/** Whether a set would be held on its date by now, as records have changed since its approval. */
export const willBeHeld = ({ status, unsound }: Pick<ChangeSet, 'status' | 'unsound'>): boolean =>
  status === 'scheduled' && unsound > 0;

/** Returns the time until a set should take effect, negative once that has passed; undefined without a date. */
export const msUntilDue = ({ effectiveTime }: Pick<ChangeSet, 'effectiveTime'>): number | undefined =>
  effectiveTime === null ? undefined : Date.parse(effectiveTime) - serverDate().getTime();

/** Whether the time has come at which a set should take effect. */
export const isOverdue = (set: Pick<ChangeSet, 'effectiveTime'>): boolean => (msUntilDue(set) ?? 1) <= 0;

/** What an approval does now: it releases a set, schedules it for its date, or reverts another one. */
export function approvalOf(set: Pick<ChangeSet, 'effectiveTime' | 'revertsId'>) {
  if (set.revertsId !== undefined) return 'approveRevert';
  return set.effectiveTime === null || isOverdue(set) ? 'approve' : 'schedule';
}

/** Returns the kinds of records in a set, in the order of the menu, with the number of items of each. */
export const kindCounts = ({ items }: ChangeSet): [EntityKey, number][] =>
  enums.Entity.flatMap((entity): [EntityKey, number][] => {
    const count = items[entity];
    return count === undefined ? [] : [[entity, count]];
  });

export const itemCount = (set: ChangeSet): number => kindCounts(set).reduce((sum, [, count]) => sum + count, 0);

/** The code and the title by which people know the record of an item; a new one has those that it will have. */
export function identityOf({ entity, before, after, code, name }: ChangeSetItem, language: Language) {
  const known = before ?? after;
  if (!known) return { code, title: name };
  return { code: typeof known.code === 'string' ? known.code : null, title: recordTitle(entity, known, language) };
}

/** The permissions that adding, changing or removing an item needs, which are those of the direct act. */
export function permissionsForItem({ entity, action, before }: ChangeSetItem): string[] {
  if (action === 'create' || action === 'delete') return [`${entity}:${action}`];
  const revives = action === 'restore' && before === null;
  return revives ? [`${entity}:create`, `${entity}:update`] : [`${entity}:update`];
}
