import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, type InspectionEvent, SimulatedClock } from 'xstate';
import { walkMachine } from '#testing/walk-machine.ts';
import { type DecisionOutcome, UNDO_MS, undoableDecisionMachine } from './undoable-decision.machine.ts';

function startDecision(inspect: (event: InspectionEvent) => void = () => {}) {
  const clock = new SimulatedClock();
  let [resolve, reject] = [(_outcome: DecisionOutcome) => {}, (_error: unknown) => {}];
  const send = vi.fn(
    () =>
      new Promise<DecisionOutcome>((onResolve, onReject) => {
        [resolve, reject] = [onResolve, onReject];
      }),
  );
  const machine = undoableDecisionMachine.provide({ actors: { send: fromPromise(send) } });
  return {
    actor: createActor(machine, { clock, inspect }).start(),
    clock,
    send,
    resolve: (outcome: DecisionOutcome) => resolve(outcome),
    reject: (error: unknown) => reject(error),
  };
}

it('sends a decision exactly once unless it is undone, on every path through the machine', async () => {
  const unvisited = await walkMachine({
    machine: undoableDecisionMachine,
    inputs: [undefined],
    events: [
      { type: 'UNDO' },
      { type: 'SEND' },
      { type: 'xstate.after.undo.decision.waiting' },
      ...(['done', 'overtaken', 'failed'] as const).map((output) => ({
        type: 'xstate.done.actor.0.decision.sending',
        output,
      })),
      { type: 'xstate.error.actor.0.decision.sending', error: new Error('bug') },
    ],
    start: (_input, inspect) => {
      const { actor, clock, send, resolve, reject } = startDecision(inspect);
      return {
        actor,
        send: ({ type }) => {
          if (type === 'UNDO' || type === 'SEND') actor.send({ type });
          else clock.increment(UNDO_MS);
        },
        completeEffect: async (event) => {
          const snapshot = actor.getSnapshot();
          if (event.type.startsWith('xstate.error.')) reject(event.error);
          else resolve(event.output);
          await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(snapshot));
        },
        check: ({ value }) => expect(send).toHaveBeenCalledTimes(value === 'waiting' || value === 'undone' ? 0 : 1),
      };
    },
  });
  expect(unvisited).toEqual([]);
});

it('never sends an undone decision, and none before the time to undo it is over', () => {
  const undone = startDecision();
  undone.clock.increment(UNDO_MS - 1);
  undone.actor.send({ type: 'UNDO' });
  undone.clock.increment(10 * UNDO_MS);
  expect(undone.send).not.toHaveBeenCalled();

  const { clock, send } = startDecision();
  clock.increment(UNDO_MS - 1);
  expect(send).not.toHaveBeenCalled();
  clock.increment(1);
  expect(send).toHaveBeenCalledOnce();
});
