import { Problem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import { resource } from '#crud/resource.ts';
import { t } from '#i18n/i18n.ts';
import { toValues } from './form-definition.ts';
import type { FormCalls } from './form-shell.tsx';
import { codeChangesOf, currentOf, type ReadRecord, type RecordData, type Saved } from './merge.ts';

const HISTORY_TIMEOUT_MS = 5000;

/** The calls of a form whose collection is read and written as the contract has it for all of them. */
export function collectionCalls(
  collection: Pick<EntityUi, 'resource'>,
  toastAfterSave: FormCalls['toastAfterSave'],
): FormCalls {
  const calls = resource(collection);
  return {
    load: async (id) => (await calls.get(id)).data.record,
    save: async (id, version, body) => {
      const { status, data } = await (id === null ? calls.create(body) : calls.update(id, version ?? 0, body));
      // the cast: by the contract, no other status answers a save
      return { status: status as Saved['status'], record: data.record, data };
    },
    toastAfterSave,
  };
}

/** The same for records, whose references may get other codes while somebody types. */
export function recordCalls(entity: EntityUi): FormCalls {
  const { load, save, toastAfterSave } = collectionCalls(entity, ({ status }) => {
    if (status === 202) notify.info(t('form.proposed'));
    else notify.success(t(status === 201 ? 'message.createSuccess' : 'message.updateSuccess'));
  });
  return {
    load: async (id, since) => withCodeChanges(entity, await load(id, since), since),
    save: (id, version, body) =>
      save(id, version, body).catch(async (error) => {
        const current = currentOf(error);
        if (!current) throw error;
        const { message } = error;
        throw new Problem({ ...error, message, current: await withCodeChanges(entity, current, version) });
      }),
    toastAfterSave,
  };
}

/** A record with the code changes of its references since a version that somebody typed over, as far as its history tells. */
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
