import type { Validate } from '#api/validate.ts';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import type { Saved } from '#crud/record-form.ts';
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
    load: async (id) => (await calls.get(id)).data.record,
    save: async (id, version, body) => {
      const answer = id === null ? await calls.create(body) : await calls.update(id, version ?? 0, body);
      // create and update answer with nothing else, by the contract
      return { status: answer.status as Saved['status'], record: answer.data.record, data: answer.data };
    },
    told: ({ status }) => {
      if (status === 202) notify.info(t('form.proposed'));
      else notify.success(t(status === 201 ? 'message.createSuccess' : 'message.updateSuccess'));
    },
  };
}
