import { useEffect, useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import type { Read } from '#crud/use-read.ts';
import { t } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { blank, type LoadedForm, toValues } from './form-definition.ts';
import type { FormState } from './form-fields.tsx';
import { type FormTexts, useEditForm, useFormMachine, useInitialFocus, useSaveKey } from './form-shell.tsx';
import { recordCalls } from './record-calls.ts';
import { type RecordContext, useOwnProposal } from './use-own-proposal.ts';

interface Options {
  entity: EntityUi;
  id: number | null;
  parts: LoadedForm;
  place: FormState['place'];
  /** The record's proposals: without them, a save might replace one's own proposal by less. */
  recordContext: Pick<Read<RecordContext | undefined>, 'data' | 'problem' | 'reload'>;
}

/** A record being edited, or a new one where `id` is null. */
export function useRecordForm({ entity, id, parts, place, recordContext: { data, problem, reload } }: Options) {
  const { denialReason } = useSession();
  const [openedId] = useState(id);
  const machine = useFormMachine({
    name: entity.key,
    id,
    blank: { ...blank(entity.schema), ...parts.start?.() },
    toValues,
    staysOpenAfterSave: place === 'page',
    validate: parts.validate,
    calls: recordCalls(entity),
  });
  const { state, send } = machine;
  const ownProposal = useOwnProposal(machine, data);
  const { savesAsProposal, otherProposer, proposedValues, discard, fromProposal, changedSinceRejection } = ownProposal;
  const form = useEditForm(machine, {
    entity: entity.key,
    schema: entity.schema,
    place,
    disabledReason: denialReason(`${entity.key}:${state.context.id === null ? 'create' : 'update'}`),
    proposedValues,
    // one just made has no proposals, and what was shown once stays when it fails to be read again
    context: { isLoaded: openedId === null || data !== undefined, problem, reload },
  });
  useInitialFocus(form);
  useSaveKey(form.save, place);

  const isAlive = state.status === 'active';
  const record = data?.record;
  useEffect(() => {
    if (record && isAlive) send({ type: 'REFRESH', record });
  }, [record, isAlive, send]);

  return {
    ...form,
    entity,
    parts,
    discard,
    savesAsProposal,
    otherProposer,
    /** What is being changed is one's own proposal. */
    editsOwnProposal: proposedValues !== undefined,
    fromProposal,
    changedSinceRejection,
    /** By whom, when and why the record itself was rejected. */
    rejection: data?.rejection?.kind === 'record' ? data.rejection : undefined,
  };
}

export type RecordForm = ReturnType<typeof useRecordForm>;

/** What the shell says of a record. */
export const recordTexts = ({ key }: EntityUi): FormTexts => ({
  one: t(`entity.${key}.one`),
  failed: (problem) => t('form.reloadFailed', { problem }),
  missing: { title: t('record.missing'), text: t('record.missingText') },
});

/** The parts of an address that name a record's form, by where it stands. */
export const recordAddressParts = (place: FormState['place']) => (place === 'page' ? ['id'] : ['id', 'panel']);
