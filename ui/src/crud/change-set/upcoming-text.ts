import { type Language, type Schemas, transitions } from '#api/metadata.gen.ts';
import { serverDate } from '#api/server-time.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { readPointer } from '#crud/pointers.ts';
import { labelIn, valueText } from '#crud/text/value-text.ts';
import type { useTexts } from '#i18n/i18n.ts';

export type UpcomingChange = Schemas['UpcomingChange'];

interface Context {
  entity: Pick<EntityUi, 'schema'>;
  language: Language;
  t: ReturnType<typeof useTexts>['t'];
}

/** Formats a local day and time as short as possible: 4 月 6 日, 2027 年 4 月 6 日 08:30, or 6 Apr. */
export function effectiveText(effectiveOn: string, language: Language, now = serverDate()): string {
  const [day = '', time = '00:00'] = effectiveOn.split('T');
  const [year, month, dayOfMonth] = day.split('-').map(Number);
  const isThisYear = year === now.getFullYear();
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  };
  const dayText =
    language === 'en'
      ? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(day))
      : `${isThisYear ? '' : `${year} 年 `}${month} 月 ${dayOfMonth} 日`;
  return time === '00:00' ? dayText : `${dayText} ${time}`;
}

/** The fields whose values need no name beside them. */
const IDENTIFYING = new Set(['/code', '/name']);

const futureValueText = ({ values }: UpcomingChange, pointer: string, { entity, t }: Context): string =>
  valueText(entity.schema, pointer, readPointer(values ?? {}, pointer)) || t('history.empty');

function changeText(change: UpcomingChange, pointer: string, context: Context): string {
  const value = futureValueText(change, pointer, context);
  const { entity, t } = context;
  return IDENTIFYING.has(pointer) ? value : t('upcoming.value', { field: labelIn(entity.schema, pointer), value });
}

/** Says what becomes of the record besides its fields: 删除, or its status; nothing where only fields change. */
export function outcomeText({ action, event }: UpcomingChange, t: Context['t']): string | undefined {
  if (action === 'delete') return t('act.delete');
  return event ? t(`status.${transitions[event].to}`).toLowerCase() : undefined;
}

/** Says what an upcoming change does: ISL, or 停用; of several fields, all of them. */
function actionText(change: UpcomingChange, context: Context): string {
  const outcome = outcomeText(change, context.t);
  const parts = change.changes.map((pointer) => changeText(change, pointer, context));
  return [...parts, ...(outcome ? [outcome] : [])].join(context.t('common.separator'));
}

const fromWhat = ({ effectiveOn }: UpcomingChange, what: string, { language, t }: Context): string =>
  t('upcoming.fromWhat', { date: effectiveText(effectiveOn, language), what });

/** Says from when and what: 4 月 6 日起：ISL. */
export const upcomingText = (change: UpcomingChange, context: Context): string =>
  fromWhat(change, actionText(change, context), context);

/** Says from when a field has which value, beside its label. */
export const upcomingValueText = (change: UpcomingChange, pointer: string, context: Context): string =>
  fromWhat(change, futureValueText(change, pointer, context), context);
