import { expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { ReopeningDeclined } from '#crud/change-set/reopening.ts';
import { readPointer } from '#crud/pointers.ts';
import { createHarness, formInput, missingNameError, problem, record, toValues } from '#testing/record-form-harness.ts';
import { walkMachine } from '#testing/walk-machine.ts';
import { conflictSides } from './conflicts.ts';
import {
  hasChangedSinceSubmit,
  hasUnsavedChanges,
  type RecordFormContext,
  type RecordFormInput,
  savedValues,
} from './form-context.ts';
import { recordFormMachine } from './record-form.machine.ts';

const theirs = { ...record, version: 2, name: 'PRC', currency: 'CNH' };
const newerProposal = { version: 2, changes: [{ pointer: '/name', value: 'Cathay' }] };
const draftValues = { ...toValues(record), name: 'Chine' };

const eventTypesWithoutData = [
  'SAVE',
  'DISCARD',
  'LEAVE',
  'RETRY',
  'SESSION_ENDED',
  'RESUME_DRAFT',
  'DECLINE_DRAFT',
  'SAVE_MERGED',
  'CLOSE_CONFLICT',
  'DISCARD_MINE',
  'KEEP_AS_NEW',
  'AUTOSAVE',
  'CLEAR_DRAFT',
];
const events: AnyEventObject[] = [
  ...eventTypesWithoutData.map((type) => ({ type })),
  { type: 'CHANGE', pointer: '/name', value: 'Middle Kingdom' },
  { type: 'CHANGE', pointer: '/name', value: '' },
  { type: 'CHANGE', pointer: '/symbol', value: '¥' },
  { type: 'CHANGE', pointer: '/symbol', value: null },
  { type: 'SCHEDULE', effectiveOn: '2027-04-06' },
  { type: 'BECOME', become: 'pending' },
  { type: 'CHOOSE', pointer: '/name', side: 'mine' },
  { type: 'CHOOSE', pointer: '/name', side: 'theirs' },
  { type: 'REFRESH', record: { ...record, version: 2 } },
  { type: 'COMPARE', record: theirs },
  {
    type: 'REFRESH_PROPOSAL',
    ownProposal: { version: 1, changes: [{ pointer: '/currency', value: 'CNX' }] },
    upcoming: [],
  },
  { type: 'xstate.done.actor.load', output: record },
  { type: 'xstate.error.actor.load', error: problem(404) },
  { type: 'xstate.done.actor.save', output: { status: 200, record: { ...record, version: 2, name: 'Saved' } } },
  { type: 'xstate.done.actor.save', output: { status: 202, record } },
  { type: 'xstate.done.actor.save', output: { status: 202, record, datedSet: { id: 7 } } },
  { type: 'xstate.error.actor.save', error: problem(422, { fields: [missingNameError] }) },
  { type: 'xstate.error.actor.save', error: problem(412, { current: theirs }) },
  { type: 'xstate.error.actor.save', error: problem(412, { current: { ...record, ownProposal: newerProposal } }) },
  { type: 'xstate.error.actor.save', error: problem(404) },
  { type: 'xstate.error.actor.save', error: problem(401) },
  { type: 'xstate.error.actor.save', error: new TypeError('unexpected') },
  { type: 'xstate.error.actor.save', error: new ReopeningDeclined() },
];

/** Tracks independently of the machine what the user has typed and not discarded: the form must never lose it. */
function trackTyping({ draft, resumesDraft }: RecordFormInput) {
  let typedValues = new Map<string, unknown>();
  let submittedValues = new Map<string, unknown>();
  return {
    track(event: AnyEventObject, before: AnyMachineSnapshot): void {
      const isEditable = before.matches('editing') || before.matches('saving');
      if (event.type === 'CHANGE' && isEditable) typedValues.set(event.pointer, event.value);
      const isResumed = before.matches('draftOffered')
        ? event.type === 'RESUME_DRAFT'
        : resumesDraft === true && event.type === 'xstate.done.actor.load';
      if (isResumed) typedValues = new Map([['/name', draft?.values.name]]);
      if (['DISCARD', 'LEAVE'].includes(event.type) && before.matches('editing')) typedValues.clear();
      if (['DISCARD_MINE', 'LEAVE'].includes(event.type) && before.matches('conflict')) typedValues.clear();
      if (event.type === 'SAVE_MERGED' && before.matches('conflict')) {
        // A value equal to the base is no change, so the merge takes theirs.
        const { base } = conflictSides(before.context);
        typedValues = new Map([...typedValues].filter(([pointer, value]) => readPointer(base, pointer) !== value));
        if (before.context.choices['/name'] === 'theirs') typedValues.delete('/name');
      }
      if (event.type === 'SAVE' || event.type === 'SAVE_MERGED') submittedValues = new Map(typedValues);
      // After a successful save, only values typed after the submit are unsaved.
      if (event.output?.status && before.matches('saving')) {
        typedValues = new Map([...typedValues].filter(([pointer, value]) => submittedValues.get(pointer) !== value));
      }
    },
    expectIn: ({ values }: RecordFormContext) => {
      for (const [pointer, value] of typedValues) expect(readPointer(values, pointer)).toBe(value);
    },
  };
}

it('never loses typed values in any reachable state, and visits every state and transition', async () => {
  const draft = { values: draftValues, baseValues: toValues(record), version: 1 };
  const unvisited = await walkMachine({
    machine: recordFormMachine,
    inputs: [
      formInput(null),
      formInput(44),
      formInput(44, null, true),
      formInput(44, draft),
      { ...formInput(44, draft), resumesDraft: true },
      formInput(44, { ...draft, baseValues: { ...toValues(record), name: 'CN' }, version: 0 }),
    ],
    events,
    // Only what the machine's decisions depend on: other values must survive but lead to no new state.
    serialize: ({ value, context }) => {
      const { id, version, values, choices } = context;
      const hasNewChanges = value === 'saving' && hasChangedSinceSubmit(context);
      const isUnsaved = hasUnsavedChanges(context);
      return JSON.stringify([value, id, version, values.name, isUnsaved, hasNewChanges, choices['/name']]);
    },
    start: (walkInput, inspect) => {
      // The cast: walkInput is one of `inputs` above.
      const input = walkInput as RecordFormInput;
      const harness = createHarness(input, inspect);
      const { actor, effects } = harness;
      const typing = trackTyping(input);
      let before: AnyMachineSnapshot = actor.getSnapshot();
      return {
        actor,
        completeEffect: harness.settle,
        check: (snapshot, path) => {
          const event = path.at(-1);
          if (event) typing.track(event, before);
          const context: RecordFormContext = snapshot.context;
          const isSaving = snapshot.matches('saving');
          if (snapshot.status !== 'error') typing.expectIn(context);
          if (isSaving && !before.matches('saving')) {
            const { id, version, ownProposal, submittedValues, effectiveOn, become, upcoming } = context;
            const saveInput = { id, version, ownProposal, values: submittedValues, effectiveOn, become, upcoming };
            expect(effects.save).toHaveBeenLastCalledWith(saveInput);
          }
          if (snapshot.matches({ editing: 'pristine' })) expect(context.values).toEqual(savedValues(context));
          if (snapshot.matches({ editing: 'unsaved' })) expect(context.values).not.toEqual(savedValues(context));
          if (snapshot.matches('editing') && before.matches('saving') && event?.type.includes('error')) {
            // what the user has declined is no failure
            const isReported = !(event.error instanceof ReopeningDeclined);
            expect(context.problem !== null).toBe(isReported);
            if (isReported)
              expect([effects.focusFirstError.mock.calls.length > 0, effects.showResult.mock.calls.length > 0]).toEqual(
                [true, true],
              );
          }
          if (snapshot.matches('sessionEnded') && !before.matches('sessionEnded') && before.hasTag('unsaved')) {
            const { values, baseValues, version, effectiveOn, become, ownProposal } = context;
            const chosen = { ...(effectiveOn && { effectiveOn }), ...(become && { become }) };
            const draft = { values, baseValues, version, ...chosen, time: 0 };
            const basis = ownProposal.version > 0 && { ownProposal };
            expect(harness.readDraft(context.id)).toEqual({ ...draft, ...basis });
          }
          if (snapshot.matches('saved') || snapshot.matches('proposed')) {
            expect(harness.readDraft(input.id)).toBeNull();
            expect(snapshot.hasTag('unsaved')).toBe(false);
          }
          if (snapshot.matches('saved')) expect(snapshot.output?.status).toBe(200);
          if (snapshot.matches('proposed')) expect(snapshot.output?.status).toBe(202);
          before = snapshot;
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
}, 30_000);
