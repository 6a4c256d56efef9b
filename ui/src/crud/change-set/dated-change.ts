import type { Event, Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { DATE_POINTER, type RecordData, type SaveResult } from '#crud/form/state/form-context.ts';
import type { SaveDate } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { language, t } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { effectiveText } from './effective-text.ts';

const MAX_TITLE_LENGTH = 200;
const ITEM_VALUES = /^\/item\/values(?=\/)/;

/** Saves a record in the version of `target`, or a new one, from a day on: as a change set of its own, which is submitted at once. */
export async function saveFromDate(
  { key: entity }: Pick<EntityUi, 'key'>,
  { effectiveOn, basedOn }: SaveDate,
  values: Values,
  target: RecordData | undefined,
): Promise<SaveResult> {
  const name = codeAndTitle(entity, target ?? values, language());
  const title = t(target ? 'upcoming.setUpdate' : 'upcoming.setCreate', { name });
  const item: Schemas['ChangeSetItemBody'] = target
    ? {
        entity,
        action: 'update',
        recordId: target.id,
        recordVersion: target.version,
        values,
        ...(basedOn.length > 0 && { basedOn }),
      }
    : { entity, action: 'create', values };
  const datedSet = await createDatedSet(title, effectiveOn, item);
  return { status: 202, record: target ?? { ...values, id: 0, version: 0 }, datedSet };
}

/** Deletes a record, or gives it another status, from a day on. Errors point to fields like those of a form. */
export function actFromDate(
  { key: entity }: Pick<EntityUi, 'key'>,
  { effectiveOn, basedOn }: SaveDate,
  act: Event | 'delete',
  record: AnyRecord,
): Promise<Schemas['ChangeSet']> {
  const { id: recordId, version: recordVersion } = record;
  const title = t('upcoming.setAct', { act: t(`event.${act}`), name: codeAndTitle(entity, record, language()) });
  const target = { entity, recordId, recordVersion };
  const basis = basedOn.length > 0 ? { basedOn } : {};
  if (act === 'delete') return createDatedSet(title, effectiveOn, { ...target, action: 'delete', ...basis });
  return createDatedSet(title, effectiveOn, { ...target, action: 'transition', event: act, ...basis });
}

async function createDatedSet(
  title: string,
  effectiveOn: string,
  item: Schemas['ChangeSetItemBody'],
): Promise<Schemas['ChangeSet']> {
  const body = { title: [...title].slice(0, MAX_TITLE_LENGTH).join(''), effectiveOn, item };
  try {
    return (await api.POST('/api/v1/change-sets', { body })).data.changeSet;
  } catch (error) {
    throw error instanceof Problem ? withFormPointers(error) : error;
  }
}

/** Returns the problem with pointers to the form's fields and its date. What belongs to neither becomes the message. */
function withFormPointers(problem: Problem): Problem {
  if (problem.fields.length === 0) return problem;
  const { status, code, key, traceId, current, references, permission, retryAfter } = problem;
  const isMissing = problem.fields.some(
    ({ pointer, rule }) => pointer === '/item/recordId' && rule === 'unknownReference',
  );
  if (problem.fields.some(({ pointer }) => pointer.startsWith('/item/basedOn'))) {
    // the form moves its values onto what is upcoming by now
    refreshReads();
    return new Problem({ status, code, key, message: t('upcoming.basisChanged'), traceId });
  }
  const fields = problem.fields
    .map((field) => ({ ...field, pointer: field.pointer.replace(ITEM_VALUES, '') }))
    .filter(({ pointer }) => pointer === DATE_POINTER || !pointer.startsWith('/item'));
  const message = fields.length > 0 ? problem.message : (problem.fields[0]?.message ?? problem.message);
  // the form asks what to do with the values of a record that has been deleted meanwhile
  const common = isMissing ? { status: 404, code: 404, key: 'notFound' as const } : { status, code, key };
  return new Problem({ ...common, message, traceId, current, references, permission, retryAfter, fields });
}

/** Says when a save takes effect, and offers to open its change set. */
export function notifyDated(
  { id, status, effectiveOn }: Schemas['ChangeSet'],
  name: string,
  openSet: (id: number) => void,
): void {
  const date = effectiveText(effectiveOn ?? '', language());
  const message = t(status === 'scheduled' ? 'upcoming.scheduled' : 'upcoming.submitted', { name, date });
  notify.info(message, { label: t('workingSet.open', { id }), onSelect: () => openSet(id) });
}
