import { expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type Data, readPointer } from '#crud/pointers.ts';
import { walk } from '#session/walk-machine.ts';
import { hasTypedSinceSent, isDirty, type RecordFormContext, type RecordFormInput } from './merge.ts';
import { recordFormMachine } from './record-form.machine.ts';
import { createHarness, inputOf, nameMissing, problem, record, toValues } from './record-form-harness.ts';

const theirs = { ...record, version: 2, name: 'PRC', currency: 'CNH' };
const older = { ...toValues(record), name: 'Chine' };

const simple = [
  'SAVE',
  'DISCARD',
  'RETRY',
  'SESSION_ENDED',
  'RESUME_DRAFT',
  'DROP_DRAFT',
  'SAVE_MERGED',
  'CLOSE_CONFLICT',
  'DISCARD_MINE',
  'KEEP_AS_NEW',
  'AUTOSAVE',
  'DISCARD_DRAFT',
];
const events: AnyEventObject[] = [
  ...simple.map((type) => ({ type })),
  { type: 'CHANGE', pointer: '/name', value: 'Middle Kingdom' },
  { type: 'CHANGE', pointer: '/name', value: '' },
  { type: 'CHANGE', pointer: '/symbol', value: '¥' },
  { type: 'CHANGE', pointer: '/symbol', value: null },
  { type: 'CHOOSE', pointer: '/name', side: 'mine' },
  { type: 'CHOOSE', pointer: '/name', side: 'theirs' },
  { type: 'REFRESH', record: { ...record, version: 2 } },
  { type: 'xstate.done.actor.load', output: record },
  { type: 'xstate.error.actor.load', error: problem(404) },
  { type: 'xstate.done.actor.save', output: { status: 200, record: { ...record, version: 2, name: 'Saved' } } },
  { type: 'xstate.done.actor.save', output: { status: 202, record } },
  { type: 'xstate.error.actor.save', error: problem(422, { fields: [nameMissing] }) },
  { type: 'xstate.error.actor.save', error: problem(412, { current: theirs }) },
  { type: 'xstate.error.actor.save', error: problem(404) },
  { type: 'xstate.error.actor.save', error: problem(401) },
  { type: 'xstate.error.actor.save', error: new TypeError('a mistake of ours') },
];

/** What a person has typed and not taken back, followed by itself: whatever happens, the form must still hold it. */
function typist(draft: Data | undefined) {
  let typed = new Map<string, unknown>();
  let sent = new Map<string, unknown>();
  return {
    follow(event: AnyEventObject, before: AnyMachineSnapshot): void {
      const editable = before.matches('editing') || before.matches('saving');
      if (event.type === 'CHANGE' && editable) typed.set(event.pointer, event.value);
      if (event.type === 'RESUME_DRAFT' && before.matches('draftOffered')) typed = new Map([['/name', draft?.name]]);
      if (event.type === 'DISCARD' && before.matches('editing')) typed.clear();
      if (event.type === 'DISCARD_MINE' && before.matches('conflict')) typed.clear();
      if (event.type === 'SAVE_MERGED' && before.matches('conflict')) {
        // Typed back to what it was over is not changed: theirs is taken.
        const base = before.context.baseValues;
        typed = new Map([...typed].filter(([pointer, value]) => readPointer(base, pointer) !== value));
        if (before.context.choices['/name'] === 'theirs') typed.delete('/name');
      }
      if (event.type === 'SAVE' || event.type === 'SAVE_MERGED') sent = new Map(typed);
      // A save that took: what was sent is the server's now, what was typed since is not.
      if (event.output?.status === 200 && before.matches('saving')) {
        typed = new Map([...typed].filter(([pointer, value]) => sent.get(pointer) !== value));
      }
    },
    expectIn: ({ values }: RecordFormContext) => {
      for (const [pointer, value] of typed) expect(readPointer(values, pointer)).toBe(value);
    },
  };
}

it('loses nothing typed, whatever happens, and leaves no state or transition unvisited', async () => {
  const draft = { values: older, baseValues: toValues(record), version: 1 };
  const unvisited = await walk({
    machine: recordFormMachine,
    inputs: [
      inputOf(null),
      inputOf(44),
      inputOf(44, null, true),
      inputOf(44, draft),
      inputOf(44, { ...draft, baseValues: { ...toValues(record), name: 'CN' }, version: 0 }),
    ],
    events,
    // What the machine decides by; the symbol, and what exactly was sent, only have to survive.
    serialize: ({ value, context }) => {
      const { id, version, values, choices } = context;
      const sent = value === 'saving' && hasTypedSinceSent(context);
      return JSON.stringify([value, id, version, values.name, isDirty(context), sent, choices['/name']]);
    },
    start: (given, inspect) => {
      // The cast: one of `inputs` above.
      const input = given as RecordFormInput;
      const harness = createHarness(input, inspect);
      const { actor, effects } = harness;
      const typing = typist(input.draft?.values);
      let before: AnyMachineSnapshot = actor.getSnapshot();
      return {
        actor,
        answer: harness.answer,
        check: (snapshot, path) => {
          const event = path.at(-1);
          if (event) typing.follow(event, before);
          const context: RecordFormContext = snapshot.context;
          const saving = snapshot.matches('saving');
          if (!snapshot.matches('discarded') && snapshot.status !== 'error') typing.expectIn(context);
          if (saving && !before.matches('saving')) {
            const { id, version, sent } = context;
            expect(effects.save).toHaveBeenLastCalledWith({ id, version, values: sent });
          }
          if (snapshot.matches({ editing: 'pristine' })) expect(context.values).toEqual(context.baseValues);
          if (snapshot.matches({ editing: 'dirty' })) expect(context.values).not.toEqual(context.baseValues);
          if (snapshot.matches('editing') && before.matches('saving') && event?.type.includes('error')) {
            expect(context.problem).not.toBeNull();
            expect([effects.focusFirst.mock.calls.length > 0, effects.notify.mock.calls.length > 0]).toEqual([
              true,
              true,
            ]);
          }
          if (snapshot.matches('ended') && !before.matches('ended') && before.hasTag('dirty')) {
            const { values, baseValues, version } = context;
            expect(harness.draftOf(context.id)).toEqual({ values, baseValues, version, time: 0 });
          }
          if (snapshot.matches('saved') || snapshot.matches('proposed') || snapshot.matches('discarded')) {
            expect(harness.draftOf(input.id)).toBeNull();
            expect(snapshot.hasTag('dirty')).toBe(false);
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
