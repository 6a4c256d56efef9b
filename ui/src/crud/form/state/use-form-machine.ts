import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { fromPromise } from 'xstate';
import type { Schemas } from '#api/metadata.gen.ts';
import type { Validate } from '#api/validate.ts';
import { changesBefore } from '#crud/change-set/upcoming-changes.ts';
import { beforeChangeOfView } from '#crud/change-set/working-set.ts';
import { toRequestBody } from '#crud/form/definition/form-definition.ts';
import { focusFirstError } from '#crud/form/form-fields.tsx';
import { clearError, notify } from '#crud/notify.ts';
import type { Data } from '#crud/pointers.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { language } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';
import { toDraft } from './conflicts.ts';
import { createDrafts, createFormId, type DraftKey, draftsToResume } from './drafts.ts';
import type { LoadedRecord, RecordFormContext, RecordFormInput, SaveResult, StatusOnRelease } from './form-context.ts';
import { isEqual } from './merge.ts';
import { recordFormMachine } from './record-form.machine.ts';

export const drafts = createDrafts();

/** When a save takes effect, and the items of change sets before that on which it is based. */
export interface SaveDate {
  effectiveOn: string;
  basedOn: Schemas['ItemVersion'][];
}

/** Loads and saves what a form edits: a record, or anything else that has a version. */
export interface FormAdapter {
  /** `draftVersion` is the version that the user's draft is based on; null without a draft. */
  load: (id: number, draftVersion: number | null) => Promise<LoadedRecord>;
  /**
   * `version` is null for a new record; `body` is the request body; without a `date` it is in effect at once. `proposalVersion` is that of the
   * user's own open proposal, which the save may replace; 0 if there is none. `become` is the status that a change set gives to a new record.
   */
  save: (
    id: number | null,
    version: number | null,
    body: Record<string, unknown>,
    date: SaveDate | null,
    proposalVersion?: number,
    become?: StatusOnRelease,
  ) => Promise<SaveResult>;
  toastAfterSave: (result: SaveResult) => void;
}

interface FormOptions
  extends Pick<RecordFormInput, 'id' | 'blankValues' | 'toValues' | 'staysOpenAfterSave' | 'initialBecome'> {
  /** The entity or resource name in the storage keys of drafts. */
  name: string;
  /** Which values of the record the form shows, if not those that are stored now; each view has drafts of its own. */
  view?: string | undefined;
  /** The values that a new record starts with instead of those of its draft. */
  startValues?: Data | undefined;
  validate: Validate;
  adapter: FormAdapter;
}

/** Runs a form's machine with its requests, its drafts in local storage and its toasts. */
export function useFormMachine({ name, view, startValues, validate, adapter: calls, ...options }: FormOptions) {
  const input = { ...options, blankValues: { ...options.blankValues, ...startValues } };
  // the form is remounted for another record
  const [{ machine, draft, resumesDraft, hasDraftInOtherView, draftKey }] = useState(() => {
    // the user who opened the form: when the session has ended, the current user is unknown
    const owner = { user: session.user?.username ?? '', entity: view ? `${name} ${view}` : name };
    const key = { ...owner, id: input.id };
    const formId = createFormId();
    // a new record keeps the key of the draft that it continues, and otherwise has one of its own
    const draftKey: DraftKeyOf = ({ id, draft }) => ({ ...owner, id, formId: draft ? draft.formId : formId });
    return {
      machine: provideEffects(draftKey, calls),
      draft: startValues ? null : drafts.find(key),
      resumesDraft: draftsToResume.has(key),
      hasDraftInOtherView: draftsToResume.hasOfOtherView(key),
      draftKey,
    };
  });
  const [state, send, actor] = useMachine(machine, {
    input: { ...input, draft, resumesDraft, validate: (values) => validate(toRequestBody(values), language()) },
  });
  useEffect(() => session.subscribe(() => !session.loggedIn && actor.send({ type: 'SESSION_ENDED' })), [actor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is remounted for another record
  useEffect(() => draftsToResume.remove(draftKey(state.context)), []);
  return { draftKey, validate, state, send, hasDraftInOtherView };
}

type DraftKeyOf = (context: RecordFormContext) => DraftKey;

export type FormMachine = ReturnType<typeof useFormMachine>;

function provideEffects(draftKey: DraftKeyOf, { load, save, toastAfterSave }: FormAdapter) {
  const errorKey = `form ${createFormId()}`;
  let savedKey: DraftKey | undefined;
  return recordFormMachine.provide({
    actors: {
      load: fromPromise(({ input }) => load(input.id ?? 0, input.draftVersion)),
      save: fromPromise(async ({ input: { id, version, ownProposal, values, effectiveOn, become, upcoming } }) => {
        const basedOn = changesBefore(upcoming, effectiveOn).map(({ item }) => item);
        const date = effectiveOn === null ? null : { effectiveOn, basedOn };
        const result = await save(id, version, toRequestBody(values), date, ownProposal.version, become);
        // the form may have been left meanwhile, which has saved a draft
        if (savedKey && isEqual(drafts.read(savedKey)?.values, values)) drafts.remove(savedKey);
        return result;
      }),
    },
    actions: {
      saveDraft: ({ context }) => {
        savedKey = draftKey(context);
        drafts.save(savedKey, toDraft(context));
      },
      discardDraft: ({ context }) => drafts.remove(draftKey(context)),
      focusFirstError: ({ context }) => context.errors.length > 0 && focusFirstError(),
      showResult: ({ context: { saveResult, problem } }) => {
        if (problem) return void notify.error(problem.message, errorKey);
        if (!saveResult) return;
        clearError(errorKey);
        refreshReads();
        toastAfterSave(saveResult);
      },
    },
  });
}

const AUTOSAVE_DELAY_MS = 800;

/**
 * Saves unsaved values as a draft whenever typing pauses. Returns the time of the last draft, and a function that saves one at once, which
 * the next form of the record resumes without a question; it returns whether there was something to save.
 */
export function useDraftAutosave({ draftKey, state, send }: FormMachine, isUnsaved: boolean) {
  const [time, setTime] = useState<number>();
  const { values, effectiveOn, become, draft } = state.context;
  const isEditing = state.matches('editing');
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits until the values have not changed for a while
  useEffect(() => {
    if (!isEditing || (!isUnsaved && time === undefined && draft === null)) return;
    const timer = setTimeout(() => {
      send({ type: isUnsaved ? 'AUTOSAVE' : 'CLEAR_DRAFT' });
      setTime(drafts.read(draftKey(state.context))?.time);
    }, AUTOSAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isEditing, isUnsaved, values, effectiveOn, become]);
  function keepDraft(): boolean {
    if (!isEditing || !isUnsaved) return false;
    send({ type: 'AUTOSAVE' });
    draftsToResume.add(draftKey(state.context));
    return true;
  }
  const keepBeforeChange = useEffectEvent(() => void keepDraft());
  useEffect(() => beforeChangeOfView(() => keepBeforeChange()), []);
  return { draftSavedAt: time === undefined ? undefined : new Date(time).toISOString(), keepDraft };
}
