import { expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { walkMachine } from '#session/walk-machine.ts';
import { importMachine } from './import.machine.ts';
import { isWorking } from './import.ts';
import { applyOptionChange, type ImportContext, type ImportInput } from './import-context.ts';
import { aFile, anImport, aPreview, startTestImport, testOptions, testProblem } from './import-fixtures.ts';

const statuses = ['uploading', 'uploaded', 'staging', 'failed', 'staged', 'applying', 'applied'] as const;
const doneEvents = (name: string) =>
  statuses.map((status) => ({ type: `xstate.done.actor.${name}`, output: anImport(status) }));
const errorEvents = (name: string, ...codes: number[]) =>
  codes.map((status) => ({ type: `xstate.error.actor.${name}`, error: testProblem(status) }));

const events: AnyEventObject[] = [
  { type: 'CHOOSE', entity: 'cabin', file: aFile() },
  { type: 'CHOOSE', entity: 'cabin', file: aFile('others.csv') },
  { type: 'PROGRESS', received: 2, broken: true },
  { type: 'CHANGE', part: { separator: ';' } },
  { type: 'ACT', act: { act: 'stage' } },
  { type: 'ACT', act: { act: 'discard' } },
  ...statuses.map((status) => ({ type: 'SERVER_UPDATE', update: anImport(status) })),
  { type: 'REMAP' },
  { type: 'REPORT' },
  { type: 'RETRY' },
  { type: 'xstate.done.actor.create', output: anImport('uploading') },
  ...errorEvents('create', 413),
  ...doneEvents('load'),
  ...errorEvents('load', 0, 403, 404),
  { type: 'xstate.done.actor.upload', output: anImport('uploaded') },
  ...errorEvents('upload', 0),
  { type: 'xstate.done.actor.read', output: aPreview() },
  { type: 'xstate.done.actor.read', output: aPreview(anImport('staged')) },
  ...errorEvents('read', 500),
  { type: 'xstate.done.actor.preview', output: aPreview() },
  ...errorEvents('preview', 422),
  { type: 'xstate.done.actor.act', output: anImport('staging') },
  ...errorEvents('act', 0, 404, 409),
];

/** The substate of `watched` follows from the status on the server. */
function expectSubstate({ value, context }: AnyMachineSnapshot): void {
  const { import: server }: ImportContext = context;
  const watched = typeof value === 'object' && 'watched' in value ? value.watched : undefined;
  if (!server || watched === undefined) return;
  expect(watched).toBe(
    isWorking(server)
      ? 'working'
      : server.status === 'failed' || server.status === 'staged'
        ? server.status
        : 'applied',
  );
}

it('follows the status on the server through every state and transition', async () => {
  const unvisited = await walkMachine({
    machine: importMachine,
    inputs: [
      { id: null, file: null },
      { id: 7, file: null },
      { id: 7, file: aFile() },
    ],
    events,
    // Only what decides about transitions; problems and progress are merely displayed.
    serialize: ({ value, context }) => {
      const act = value === 'acting' && context.act?.act;
      return JSON.stringify([value, context.id, context.file?.name, context.import?.status, act]);
    },
    start: (walkInput, inspect) => {
      // The cast: one of `inputs` above.
      const input = walkInput as ImportInput;
      const harness = startTestImport(input, inspect);
      let before: AnyMachineSnapshot = harness.actor.getSnapshot();
      return {
        actor: harness.actor,
        completeEffect: harness.answer,
        check: (snapshot, path) => {
          const event = path.at(-1);
          const context: ImportContext = snapshot.context;
          expectSubstate(snapshot);
          if (snapshot.matches('begun')) expect(harness.effects.announce).toHaveBeenCalledTimes(1);
          if (snapshot.matches({ sending: 'uploading' })) expect(context.file?.name).toBe(context.import?.filename);
          if (
            event?.type.startsWith('xstate.error') &&
            !snapshot.matches('missing') &&
            !snapshot.matches('forbidden')
          ) {
            expect(context.problem).not.toBeNull();
          }
          if (event?.type === 'CHANGE' && before.matches('mapping') && before.context.options) {
            const request = { id: 7, options: { ...testOptions, separator: ';', targets: [] }, isImmediate: false };
            expect(harness.effects.requested).toHaveBeenLastCalledWith('preview', request);
          }
          before = snapshot;
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
}, 30_000);

it('drops the column mapping only when a change affects how the file is parsed', () => {
  expect(applyOptionChange(testOptions, { separator: ';' })?.targets).toEqual([]);
  expect(applyOptionChange(testOptions, { header: false })?.targets).toEqual([]);
  expect(applyOptionChange(testOptions, { coordinates: 'gcj02' })?.targets).toEqual(['code', null]);
  expect(applyOptionChange(testOptions, { targets: [null, 'code'] })?.targets).toEqual([null, 'code']);
  expect(applyOptionChange(testOptions, { preset: null, targets: ['code'] })?.targets).toEqual(['code']);
  expect(applyOptionChange(null, { header: false })).toBeNull();
});
