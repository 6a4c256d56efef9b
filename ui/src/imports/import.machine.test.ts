import { expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { walkMachine } from '#testing/walk-machine.ts';
import { importMachine } from './import.machine.ts';
import { isWorking } from './import.ts';
import { applyOptionChange, type CorrectAction, type ImportContext, type ImportInput } from './import-context.ts';
import {
  fileFixture,
  importFixture,
  previewFixture,
  startTestImport,
  testOptions,
  testProblem,
} from './import-fixtures.ts';

const statuses = ['uploading', 'uploaded', 'staging', 'failed', 'staged', 'applying', 'applied'] as const;
const doneEvents = (name: string) =>
  statuses.map((status) => ({ type: `xstate.done.actor.${name}`, output: importFixture(status) }));
const errorEvents = (name: string, ...codes: number[]) =>
  codes.map((status) => ({ type: `xstate.error.actor.${name}`, error: testProblem(status) }));

const correction = (row: number): CorrectAction => ({
  type: 'correct',
  body: { rows: [{ row, excluded: true }] },
  doneText: 'Excluded',
});

const events: AnyEventObject[] = [
  { type: 'CHOOSE_FILE', entity: 'cabin', file: fileFixture() },
  { type: 'CHOOSE_FILE', entity: 'cabin', file: fileFixture('others.csv') },
  { type: 'PROGRESS', received: 2, isReconnecting: true },
  { type: 'CHANGE_OPTIONS', changes: { separator: ';' } },
  { type: 'RUN_ACTION', action: { type: 'stage' } },
  { type: 'RUN_ACTION', action: { type: 'discard' } },
  { type: 'RUN_ACTION', action: correction(1) },
  { type: 'DISMISS_PROBLEM' },
  ...statuses.map((status) => ({ type: 'SERVER_UPDATE', update: importFixture(status) })),
  { type: 'REMAP' },
  { type: 'REPORT' },
  { type: 'RETRY' },
  { type: 'xstate.done.actor.create', output: importFixture('uploading') },
  ...errorEvents('create', 413),
  ...doneEvents('load'),
  ...errorEvents('load', 0, 403, 404),
  { type: 'xstate.done.actor.upload', output: importFixture('uploaded') },
  ...errorEvents('upload', 0),
  { type: 'xstate.done.actor.read', output: previewFixture() },
  { type: 'xstate.done.actor.read', output: previewFixture(importFixture('staged')) },
  ...errorEvents('read', 500),
  { type: 'xstate.done.actor.preview', output: previewFixture() },
  ...errorEvents('preview', 422),
  { type: 'xstate.done.actor.runAction', output: importFixture('staging') },
  ...errorEvents('runAction', 0, 404, 409),
];

/** Checks that the substate of `watched` follows from the status on the server. */
function expectSubstate({ value, context }: AnyMachineSnapshot): void {
  const { import: importJob }: ImportContext = context;
  const substate = typeof value === 'object' && 'watched' in value ? value.watched : undefined;
  if (!importJob || substate === undefined) return;
  expect(substate).toBe(
    isWorking(importJob)
      ? 'working'
      : importJob.status === 'failed' || importJob.status === 'staged'
        ? importJob.status
        : 'applied',
  );
}

it('follows the status on the server through every state and transition', async () => {
  const unvisited = await walkMachine({
    machine: importMachine,
    inputs: [
      { id: null, file: null },
      { id: 7, file: null },
      { id: 7, file: fileFixture() },
    ],
    events,
    // leaves out problems and progress, which do not affect transitions
    serialize: ({ value, context }) => {
      const action = value === 'runningAction' && context.action?.type;
      const isQueued = context.queuedActions.length > 0;
      return JSON.stringify([value, context.id, context.file?.name, context.import?.status, action, isQueued]);
    },
    start: (walkInput, inspect) => {
      // the cast: one of `inputs` above
      const input = walkInput as ImportInput;
      const harness = startTestImport(input, inspect);
      let previousSnapshot: AnyMachineSnapshot = harness.actor.getSnapshot();
      return {
        actor: harness.actor,
        completeEffect: harness.settleCall,
        check: (snapshot, path) => {
          const event = path.at(-1);
          const context: ImportContext = snapshot.context;
          expectSubstate(snapshot);
          if (snapshot.matches('created')) expect(harness.effects.openCreatedImport).toHaveBeenCalledTimes(1);
          if (snapshot.matches({ sending: 'uploading' })) expect(context.file?.name).toBe(context.import?.filename);
          if (
            event?.type.startsWith('xstate.error') &&
            !snapshot.matches('missing') &&
            !snapshot.matches('forbidden')
          ) {
            expect(context.problem).not.toBeNull();
          }
          if (
            event?.type === 'CHANGE_OPTIONS' &&
            previousSnapshot.matches('mapping') &&
            previousSnapshot.context.options
          ) {
            const request = { id: 7, options: { ...testOptions, separator: ';', targets: [] }, skipsDebounce: false };
            expect(harness.effects.recordCall).toHaveBeenLastCalledWith('preview', request);
          }
          previousSnapshot = snapshot;
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
}, 30_000);

async function startActionOn(...actions: CorrectAction[]) {
  const harness = startTestImport({ id: 7, file: null });
  harness.actor.start();
  await harness.settleCall({ type: 'xstate.done.actor.load', output: importFixture('staged') });
  for (const action of actions) harness.actor.send({ type: 'RUN_ACTION', action });
  return harness;
}

it('runs corrections made in quick succession one after the other', async () => {
  const { actor, effects, settleCall } = await startActionOn(correction(1), correction(2), correction(3));
  const done = { type: 'xstate.done.actor.runAction', output: importFixture('staged') };
  for (const row of [1, 2, 3]) {
    expect(effects.recordCall).toHaveBeenLastCalledWith('runAction', { id: 7, action: correction(row) });
    await settleCall(done);
  }
  expect(effects.finishAction).toHaveBeenCalledTimes(3);
  expect(actor.getSnapshot().value).toEqual({ watched: 'staged' });
});

it('drops the corrections behind one that fails, and keeps its problem until it is dismissed', async () => {
  const { actor, effects, settleCall } = await startActionOn(correction(1), correction(2));
  await settleCall({ type: 'xstate.error.actor.runAction', error: testProblem(500) });
  expect(effects.recordCall).toHaveBeenCalledTimes(2);
  expect(actor.getSnapshot().value).toEqual({ watched: 'staged' });
  expect(actor.getSnapshot().context.problem?.status).toBe(500);
  actor.send({ type: 'DISMISS_PROBLEM' });
  expect(actor.getSnapshot().context.problem).toBeNull();
});

it('accepts an action or the same file while a loaded import cannot be loaded again', async () => {
  const { actor, settleCall } = await startActionOn(correction(1));
  await settleCall({ type: 'xstate.error.actor.runAction', error: testProblem(409) });
  await settleCall({ type: 'xstate.error.actor.load', error: testProblem(0) });
  expect(actor.getSnapshot().value).toBe('unreachable');
  actor.send({ type: 'RUN_ACTION', action: { type: 'discard' } });
  expect(actor.getSnapshot().value).toBe('runningAction');

  const upload = startTestImport({ id: 7, file: null });
  upload.actor.start();
  await upload.settleCall({ type: 'xstate.done.actor.load', output: importFixture('uploading') });
  upload.actor.send({ type: 'CHOOSE_FILE', entity: 'cabin', file: fileFixture() });
  await upload.settleCall({ type: 'xstate.error.actor.load', error: testProblem(0) });
  upload.actor.send({ type: 'CHOOSE_FILE', entity: 'cabin', file: fileFixture() });
  expect(upload.actor.getSnapshot().value).toBe('loading');
});

it('drops the column mapping only when a change affects how the file is parsed', () => {
  expect(applyOptionChange(testOptions, { separator: ';' })?.targets).toEqual([]);
  expect(applyOptionChange(testOptions, { header: false })?.targets).toEqual([]);
  expect(applyOptionChange(testOptions, { coordinates: 'gcj02' })?.targets).toEqual(['code', null]);
  expect(applyOptionChange(testOptions, { targets: [null, 'code'] })?.targets).toEqual([null, 'code']);
  expect(applyOptionChange(testOptions, { preset: null, targets: ['code'] })?.targets).toEqual(['code']);
  expect(applyOptionChange(null, { header: false })).toBeNull();
});
