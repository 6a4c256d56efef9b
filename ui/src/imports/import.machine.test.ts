import { expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { walk } from '#session/walk-machine.ts';
import { importMachine } from './import.machine.ts';
import { isWorking } from './import.ts';
import { changed, type ImportContext, type ImportInput } from './import-context.ts';
import { aFile, anImport, aPreview, importWorld, options, problem } from './import-world.ts';

const statuses = ['uploading', 'uploaded', 'staging', 'failed', 'staged', 'applying', 'applied'] as const;
const found = (name: string) =>
  statuses.map((status) => ({ type: `xstate.done.actor.${name}`, output: anImport(status) }));
const failing = (name: string, ...codes: number[]) =>
  codes.map((status) => ({ type: `xstate.error.actor.${name}`, error: problem(status) }));

const events: AnyEventObject[] = [
  { type: 'CHOOSE', entity: 'cabin', file: aFile() },
  { type: 'CHOOSE', entity: 'cabin', file: aFile('others.csv') },
  { type: 'PROGRESS', received: 2, broken: true },
  { type: 'CHANGE', part: { separator: ';' } },
  { type: 'ACT', act: { act: 'stage' } },
  { type: 'ACT', act: { act: 'discard' } },
  ...statuses.map((status) => ({ type: 'NEWS', news: anImport(status) })),
  { type: 'REMAP' },
  { type: 'REPORT' },
  { type: 'RETRY' },
  { type: 'xstate.done.actor.create', output: anImport('uploading') },
  ...failing('create', 413),
  ...found('load'),
  ...failing('load', 0, 403, 404),
  { type: 'xstate.done.actor.upload', output: anImport('uploaded') },
  ...failing('upload', 0),
  { type: 'xstate.done.actor.read', output: aPreview() },
  { type: 'xstate.done.actor.read', output: aPreview(anImport('staged')) },
  ...failing('read', 500),
  { type: 'xstate.done.actor.preview', output: aPreview() },
  ...failing('preview', 422),
  { type: 'xstate.done.actor.act', output: anImport('staging') },
  ...failing('act', 0, 404, 409),
];

/** In which states the page may be while the server says a status. */
function shows({ value, context }: AnyMachineSnapshot): void {
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

it('always stands where the server says, whatever happens, and leaves no state or transition unvisited', async () => {
  const unvisited = await walk({
    machine: importMachine,
    inputs: [
      { id: null, file: null },
      { id: 7, file: null },
      { id: 7, file: aFile() },
    ],
    events,
    // What the machine decides by; problems and progress are only shown.
    serialize: ({ value, context }) => {
      const act = value === 'acting' && context.act?.act;
      return JSON.stringify([value, context.id, context.file?.name, context.import?.status, act]);
    },
    start: (given, inspect) => {
      // The cast: one of `inputs` above.
      const input = given as ImportInput;
      const world = importWorld(input, inspect);
      let before: AnyMachineSnapshot = world.actor.getSnapshot();
      return {
        actor: world.actor,
        answer: world.answer,
        check: (snapshot, path) => {
          const event = path.at(-1);
          const context: ImportContext = snapshot.context;
          shows(snapshot);
          if (snapshot.matches('begun')) expect(world.effects.announce).toHaveBeenCalledTimes(1);
          if (snapshot.matches({ sending: 'uploading' })) expect(context.file?.name).toBe(context.import?.filename);
          if (
            event?.type.startsWith('xstate.error') &&
            !snapshot.matches('missing') &&
            !snapshot.matches('forbidden')
          ) {
            expect(context.problem).not.toBeNull();
          }
          if (event?.type === 'CHANGE' && before.matches('mapping') && before.context.options) {
            const asked = { id: 7, options: { ...options, separator: ';', targets: [] }, settled: false };
            expect(world.effects.asked).toHaveBeenLastCalledWith('preview', asked);
          }
          before = snapshot;
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
}, 30_000);

it('forgets what columns fill when the file is read in another way, and only then', () => {
  expect(changed(options, { separator: ';' })?.targets).toEqual([]);
  expect(changed(options, { header: false })?.targets).toEqual([]);
  expect(changed(options, { coordinates: 'gcj02' })?.targets).toEqual(['code', null]);
  expect(changed(options, { targets: [null, 'code'] })?.targets).toEqual([null, 'code']);
  expect(changed(options, { preset: null, targets: ['code'] })?.targets).toEqual(['code']);
  expect(changed(null, { header: false })).toBeNull();
});
