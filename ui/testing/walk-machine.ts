import type {
  AnyActor,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths, getStateNodes, serializeSnapshot } from 'xstate/graph';

/** Test helper: a running actor with fakes for its effects. */
export interface MachineRun {
  actor: AnyActor;
  /** Causes an event, if that takes more than sending it to the actor. */
  send?: (event: AnyEventObject) => void;
  /** Completes the running fake effect (`xstate.done.actor.…`, `xstate.error.actor.…`). */
  completeEffect: (event: AnyEventObject) => Promise<void>;
  /** Asserts the state of the fakes after the events. */
  check: (snapshot: AnyMachineSnapshot, events: readonly AnyEventObject[]) => void;
}

export interface WalkOptions {
  /** used for its guards only, never for its effects */
  machine: AnyStateMachine;
  inputs: readonly unknown[];
  events: readonly AnyEventObject[];
  /** Identifies a state; by default by its value and the whole context. */
  serialize?: (snapshot: AnyMachineSnapshot) => string;
  start: (input: unknown, inspect: (event: InspectionEvent) => void) => MachineRun;
}

const isEffectResult = ({ type }: AnyEventObject): boolean => /^xstate\.(done|error)\.actor\./.test(type);
export const effectName = ({ type }: AnyEventObject): string => type.split('.').slice(3).join('.');

const targetIds = ({ target }: AnyTransitionDefinition): string[] => (target ?? []).map(({ id }) => id);

/** Identifies a transition by its index in its source, because `provide` creates new objects. */
function transitionName(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const siblings = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  const label = `${eventType || 'always'}[${siblings.indexOf(transition)}]`;
  return `${source.id} —${label}→ ${targetIds(transition).join(' ') || 'itself'}`;
}

function listDefinition(machine: AnyStateMachine): Set<string> {
  const nodes = getStateNodes(machine);
  const transitions = [machine.root, ...nodes].flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
  return new Set([...nodes.map(({ id }) => id), ...transitions.map(transitionName)]);
}

/**
 * Sends every event in every reachable state to the real actor, each time from a fresh start, and returns the states and
 * transitions that were never visited.
 */
export async function walkMachine({
  machine,
  inputs,
  events,
  start,
  serialize = serializeSnapshot,
}: WalkOptions): Promise<string[]> {
  const unvisited = listDefinition(machine);

  async function runPath(input: unknown, path: readonly AnyEventObject[], expected: AnyMachineSnapshot): Promise<void> {
    const run = start(input, (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) {
        for (const name of [transitionName(transition), transition.source.id, ...targetIds(transition)])
          unvisited.delete(name);
      }
    });
    const checkArrival = (count: number): AnyMachineSnapshot => {
      const snapshot: AnyMachineSnapshot = run.actor.getSnapshot();
      for (const node of snapshot._nodes) unvisited.delete(node.id);
      run.check(snapshot, path.slice(0, count));
      return snapshot;
    };
    run.actor.start();
    checkArrival(0);
    for (const [index, event] of path.entries()) {
      if (isEffectResult(event)) await run.completeEffect(event);
      else (run.send ?? ((each) => run.actor.send(each)))(event);
      // effects may start right after the step that invokes them
      await null;
      checkArrival(index + 1);
    }
    const [actualState, expectedState] = [run.actor.getSnapshot().value, expected.value].map((value) =>
      JSON.stringify(value),
    );
    if (actualState !== expectedState) throw new Error(`reached ${actualState} instead of ${expectedState}`);
    run.actor.stop();
  }

  // states reached with an earlier input are not visited again
  const visitedStates = new Set<string>();
  for (const input of inputs) {
    const traversal = {
      input,
      serializeState: serialize,
      events: (snapshot: AnyMachineSnapshot) =>
        events.filter(
          (event) => snapshot.can(event) && (!isEffectResult(event) || effectName(event) in snapshot.children),
        ),
    };
    const edges = new Map<string, { event: AnyEventObject; nextState: AnyMachineSnapshot }[]>();
    for (const { state, ...edge } of adjacencyMapToArray(getAdjacencyMap(machine, traversal))) {
      edges.set(serialize(state), [...(edges.get(serialize(state)) ?? []), edge]);
    }
    for (const { state, steps } of getShortestPaths(machine, traversal)) {
      const previousEvents = steps.slice(1).map(({ event }) => event);
      if (previousEvents.length > 0 && visitedStates.has(serialize(state))) continue;
      visitedStates.add(serialize(state));
      for (const { event, nextState } of edges.get(serialize(state)) ?? []) {
        const path = [...previousEvents, event];
        await runPath(input, path, nextState).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          throw new Error(`${path.map((each) => JSON.stringify(each)).join('\n→ ')}\n${message}`, { cause: error });
        });
      }
    }
  }
  return [...unvisited];
}
