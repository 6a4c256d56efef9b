import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { type WorkingSet, workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { recordAdapter } from '#crud/form/definition/form-adapters.ts';
import { blankValues, editableFields, type LoadedForm } from '#crud/form/definition/form-definition.ts';
import { useEditForm, useInitialFocus, useSaveShortcut } from '#crud/form/edit-form.ts';
import type { FormState } from '#crud/form/form-fields.tsx';
import type { FormTexts } from '#crud/form/form-shell.tsx';
import type { StatusOnRelease } from '#crud/form/state/form-context.ts';
import { useFormMachine } from '#crud/form/state/use-form-machine.ts';
import type { Read } from '#crud/read/use-read.ts';
import { t } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { viewedDay } from '#session/viewed-day.ts';
import { type RecordWithProposals, useRecordProposals } from './use-record-proposals.ts';

interface Options {
  entity: EntityUi;
  id: number | null;
  parts: LoadedForm;
  layout: FormState['layout'];
  /** The JSON pointer of the field that gets the focus, if not the first. */
  field?: string | undefined;
  /** The values that the form starts with, if it is in a dialog over the form that will refer to its record. */
  startValues?: Values | undefined;
  /** The item that creates the edited record, and its change set. */
  created?: { set: WorkingSet; item: Schemas['ChangeSetItem'] } | undefined;
  /** The record's open and rejected proposals, which decide what a save does. */
  recordWithProposals: Pick<Read<RecordWithProposals | undefined>, 'data' | 'problem' | 'loading' | 'reload'> & {
    /** What the server has by now, if `data` waits for the user to show it. */
    newest?: RecordWithProposals | undefined;
  };
}

/** Returns the form of an existing record, or of a new one if `id` is null. */
export function useRecordForm({
  entity,
  id,
  parts,
  layout,
  field,
  startValues,
  created,
  recordWithProposals,
}: Options) {
  const { denialReason } = useSession();
  const navigate = useNavigate();
  const [openedId] = useState(id);
  // pages are mounted anew when one begins or stops working in a set
  const [set] = useState(() => created?.set ?? workingSet());
  const isNested = startValues !== undefined;
  const viewInSet = set && [`#${set.id}`, set.showsLive && 'live', created && `item ${created.item.id}`];
  const machine = useFormMachine({
    name: entity.key,
    view: viewInSet?.filter(Boolean).join(' ') ?? viewedDay() ?? undefined,
    id,
    blankValues: { ...blankValues(entity.schema), ...parts.initialValues?.() },
    startValues,
    toValues: editableFields,
    staysOpenAfterSave: layout === 'page',
    initialBecome: created?.item.become ?? undefined,
    validate: parts.validate,
    adapter: recordAdapter(entity, {
      set,
      item: created?.item,
      openSet: (setId) => void navigate({ to: '/change-sets/$id', params: { id: String(setId) } }),
    }),
  });
  const { state, send } = machine;
  // a deleted record that is saved as a new one has no proposals
  const ofThisRecord = (context?: RecordWithProposals) =>
    context?.record.id === state.context.id ? context : undefined;
  const data = ofThisRecord(recordWithProposals.data);
  const { savesAsProposal, openProposal, otherProposer, startingProposal, changedSinceRejection } = useRecordProposals(
    machine,
    data,
    ofThisRecord(recordWithProposals.newest),
  );
  const { effectiveOn, become } = state.context;
  const isCreatedBySet = state.context.id === null && (set !== null || effectiveOn !== null);
  const form = useEditForm(machine, {
    entity: entity.key,
    schema: entity.schema,
    layout,
    isNested,
    upcoming: data?.upcoming,
    set,
    needsApprovalFields: isCreatedBySet && become !== 'pending',
    disabledReason:
      denialReason(`${entity.key}:${state.context.id === null ? 'create' : 'update'}`) ||
      (set?.showsLive === true && t('workingSet.showsLive')),
    // a record created by this form has no proposals; a failed reload keeps the data already shown
    secondRead: { ...recordWithProposals, isLoaded: openedId === null || recordWithProposals.data !== undefined },
  });
  useInitialFocus(form, field);
  // the dialog handles the key, as the form below it may be in a dialog, too
  useSaveShortcut(form.save, layout, !isNested);

  const isAlive = state.status === 'active';
  const record = data?.record;
  useEffect(() => {
    if (record && isAlive) send({ type: 'REFRESH', record });
  }, [record, isAlive, send]);

  return {
    ...form,
    entity,
    parts,
    savesAsProposal: savesAsProposal && !set,
    savesToSet: set !== null,
    // a form below this one needs the record at once, and a set has a date of its own
    setEffectiveOn:
      set || isNested || viewedDay()
        ? undefined
        : (effectiveOn: string | null) => send({ type: 'SCHEDULE', effectiveOn }),
    setBecome:
      set && state.context.id === null
        ? (status: StatusOnRelease) => send({ type: 'BECOME', become: status })
        : undefined,
    openProposal,
    otherProposer: set ? undefined : otherProposer,
    /** Whether the form edits the user's own proposal. */
    editsOwnProposal: !set && state.context.ownProposal.changes.length > 0,
    startingProposal,
    changedSinceRejection,
    /** Loads the proposals again. */
    reloadProposals: recordWithProposals.reload,
    /** Who rejected the record itself, when and why. */
    rejection: data?.rejection?.kind === 'record' ? data.rejection : undefined,
  };
}

export type RecordForm = ReturnType<typeof useRecordForm>;

/** Returns the form shell's texts for a record. */
export const recordTexts = ({ key }: EntityUi): FormTexts => ({
  subject: t(`entity.${key}.one`),
  loadFailed: (problem) => t('form.reloadFailed', { problem }),
  notFound: { title: t('record.missing'), text: t('record.missingText') },
});

/** Returns the URL parameters that identify a record's form. */
export const recordIdentityParams = (layout: FormState['layout']) => (layout === 'page' ? ['id'] : ['id', 'panel']);
