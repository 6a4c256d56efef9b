import { type Language, type Schemas, transitions } from '#api/metadata.gen.ts';
import { serverDate } from '#api/server-time.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { readPointer } from '#crud/pointers.ts';
import { labelIn, valueText } from '#crud/text/value-text.ts';
import type { useTexts } from '#i18n/i18n.ts';
import { effectiveText } from './effective-text.ts';

export type UpcomingChange = Schemas['UpcomingChange'];

interface Context {
  entity: Pick<EntityUi, 'schema'>;
  language: Language;
  t: ReturnType<typeof useTexts>['t'];
}

/** Whether the date of a change has passed, so that it takes effect as soon as it is approved. */
const isPast = ({ effectiveTime }: UpcomingChange): boolean => Date.parse(effectiveTime) <= serverDate().getTime();

export const isInReview = ({ changeSet }: UpcomingChange): boolean => changeSet.status === 'submitted';

/** Puts what is approved before what waits for its approval, and otherwise keeps the order. */
export const inOrderOfCertainty = (upcoming: readonly UpcomingChange[]): readonly UpcomingChange[] =>
  upcoming.toSorted((a, b) => Number(isInReview(a)) - Number(isInReview(b)));

/** Says when a change takes effect: 4 月 6 日起, or once it is approved where its date has passed. */
export function whenText(change: UpcomingChange, { language, t }: Omit<Context, 'entity'>): string {
  const stages = isInReview(change) ? (['overdue', 'submitted'] as const) : (['due', 'scheduled'] as const);
  const date = effectiveText(change.effectiveOn, language);
  return t(`upcoming.when.${isPast(change) ? stages[0] : stages[1]}`, { date });
}

/** Says when a change takes effect where there is little room: its day, or once it is approved. */
export function shortWhenText(change: UpcomingChange, context: Omit<Context, 'entity'>): string {
  const [day = ''] = change.effectiveOn.split('T');
  return isPast(change) ? whenText(change, context) : effectiveText(day, context.language);
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

const whenAndWhat = (change: UpcomingChange, what: string, context: Context): string =>
  context.t('upcoming.what', { when: whenText(change, context), what });

/** Says when and what: 4 月 6 日起：ISL. */
export const upcomingText = (change: UpcomingChange, context: Context): string =>
  whenAndWhat(change, actionText(change, context), context);

/** Says when a field gets which value, beside its label. */
export const upcomingValueText = (change: UpcomingChange, pointer: string, context: Context): string =>
  whenAndWhat(change, futureValueText(change, pointer, context), context);
