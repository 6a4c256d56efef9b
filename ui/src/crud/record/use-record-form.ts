import { Problem } from '#api/problem.ts';
import type { Validate } from '#api/validate.ts';
import { codeChangesOf } from '#crud/code-changes.ts';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import { currentOf, type ReadRecord, type RecordData, type Saved } from '#crud/record-form.ts';
import { resource } from '#crud/resource.ts';
import { t } from '#i18n/i18n.ts';
import { blank, toValues } from './form-values.ts';
import { type FormCalls, useFormMachine } from './use-form-machine.ts';

interface Options {
  validate: Validate;
  /** What a new record begins with. */
  start?: (() => Values) | undefined;
  stays: boolean;
}

const HISTORY_TIMEOUT_MS = 5000;

/** One record being edited, or a new one where `id` is null. */
export const useRecordForm = (entity: EntityUi, id: number | null, { validate, start, stays }: Options) =>
  useFormMachine({
    ...{ entity: entity.key, id, stays, validate, toValues },
    blank: { ...blank(entity.schema), ...start?.() },
    calls: callsOf(entity),
  });

function callsOf(entity: EntityUi): FormCalls {
  const calls = resource(entity);
  return {
    load: async (id, since) => withCodeChanges(entity, (await calls.get(id)).data.record, since),
    save: async (id, version, body) => {
      const answer = await (id === null ? calls.create(body) : calls.update(id, version ?? 0, body)).catch(
        async (error) => {
          const current = currentOf(error);
          if (!current) throw error;
          // what was typed is compared with it by what codes stand for
          throw new Problem({
            ...error,
            message: error.message,
            current: await withCodeChanges(entity, current, version),
          });
        },
      );
      // create and update answer with nothing else, by the contract
      return { status: answer.status as Saved['status'], record: answer.data.record, data: answer.data };
    },
    told: ({ status }) => {
      if (status === 202) notify.info(t('form.proposed'));
      else notify.success(t(status === 201 ? 'message.createSuccess' : 'message.updateSuccess'));
    },
  };
}

/** A record with the codes that have become others since a version that somebody typed over, as far as its latest changes tell. */
async function withCodeChanges(entity: EntityUi, record: RecordData, since: number | null): Promise<ReadRecord> {
  if (since === null || since >= record.version) return record;
  try {
    const { data } = await resource(entity).history(record.id, null, AbortSignal.timeout(HISTORY_TIMEOUT_MS));
    const codeChanges = data.items
      .filter(({ action, version }) => action === 'reference' && version > since && version <= record.version)
      .reverse()
      .flatMap(({ before, after }) => (before && after ? codeChangesOf(toValues(before), toValues(after)) : []));
    return { ...record, codeChanges };
  } catch {
    // a rename then looks like any other change, which is merged or asked about
    return record;
  }
}
