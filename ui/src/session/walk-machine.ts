import type {
  AnyActor,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths, getStateNodes, serializeSnapshot } from 'xstate/graph';

/** Test helper: an actor run for real, with fakes for its effects. */
export interface Run {
  actor: AnyActor;
  /** How an event really comes about, where it is more than a message to the actor. */
  send?: (event: AnyEventObject) => void;
  /** Lets the fake effect under way answer (`xstate.done.actor.…`, `xstate.error.actor.…`). */
  answer: (event: AnyEventObject) => Promise<void>;
  /** What must be true of the fakes by now. */
  check: (snapshot: AnyMachineSnapshot, events: readonly AnyEventObject[]) => void;
}

export interface Walk {
  /** Only its guards are asked here, never its effects. */
  machine: AnyStateMachine;
  inputs: readonly unknown[];
  events: readonly AnyEventObject[];
  /** What tells two situations apart; by default the state and all of the context. */
  serialize?: (snapshot: AnyMachineSnapshot) => string;
  start: (input: unknown, inspect: (event: InspectionEvent) => void) => Run;
}

const isAnswer = ({ type }: AnyEventObject): boolean => /^xstate\.(done|error)\.actor\./.test(type);
export const effectOf = ({ type }: AnyEventObject): string => type.split('.').slice(3).join('.');

const targetsOf = ({ target }: AnyTransitionDefinition): string[] => (target ?? []).map(({ id }) => id);

/** By its place among its source's definitions, since `provide` makes other objects of the same ones. */
function nameOf(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const siblings = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  const label = `${eventType || 'always'}[${siblings.indexOf(transition)}]`;
  return `${source.id} —${label}→ ${targetsOf(transition).join(' ') || 'itself'}`;
}

function definitionOf(machine: AnyStateMachine): Set<string> {
  const nodes = getStateNodes(machine);
  const transitions = [machine.root, ...nodes].flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
  return new Set([...nodes.map(({ id }) => id), ...transitions.map(nameOf)]);
}

/**
 * Takes every event in every situation that the machine can get into, each time from a fresh start, against the real
 * actor; answers what of the definition that never visited.
 */
export async function walk({ machine, inputs, events, start, serialize = serializeSnapshot }: Walk): Promise<string[]> {
  const unvisited = definitionOf(machine);

  async function go(input: unknown, path: readonly AnyEventObject[], expected: AnyMachineSnapshot): Promise<void> {
    const run = start(input, (inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) {
        for (const name of [nameOf(transition), transition.source.id, ...targetsOf(transition)]) unvisited.delete(name);
      }
    });
    const arrive = (count: number): AnyMachineSnapshot => {
      const snapshot: AnyMachineSnapshot = run.actor.getSnapshot();
      for (const node of snapshot._nodes) unvisited.delete(node.id);
      run.check(snapshot, path.slice(0, count));
      return snapshot;
    };
    run.actor.start();
    arrive(0);
    for (const [index, event] of path.entries()) {
      if (isAnswer(event)) await run.answer(event);
      else (run.send ?? ((each) => run.actor.send(each)))(event);
      // Effects may come right after the step that asked for them.
      await null;
      arrive(index + 1);
    }
    const [reached, wanted] = [run.actor.getSnapshot().value, expected.value].map((value) => JSON.stringify(value));
    if (reached !== wanted) throw new Error(`reached ${reached} instead of ${wanted}`);
    run.actor.stop();
  }

  // A situation that another input led to already has been walked from there.
  const known = new Set<string>();
  for (const input of inputs) {
    const traversal = {
      input,
      serializeState: serialize,
      events: (snapshot: AnyMachineSnapshot) =>
        events.filter((event) => snapshot.can(event) && (!isAnswer(event) || effectOf(event) in snapshot.children)),
    };
    const edges = new Map<string, { event: AnyEventObject; nextState: AnyMachineSnapshot }[]>();
    for (const { state, ...edge } of adjacencyMapToArray(getAdjacencyMap(machine, traversal))) {
      edges.set(serialize(state), [...(edges.get(serialize(state)) ?? []), edge]);
    }
    for (const { state, steps } of getShortestPaths(machine, traversal)) {
      const before = steps.slice(1).map(({ event }) => event);
      if (before.length > 0 && known.has(serialize(state))) continue;
      known.add(serialize(state));
      for (const { event, nextState } of edges.get(serialize(state)) ?? []) {
        const path = [...before, event];
        await go(input, path, nextState).catch((error: unknown) => {
          const told = error instanceof Error ? error.message : String(error);
          throw new Error(`${path.map((each) => JSON.stringify(each)).join('\n→ ')}\n${told}`, { cause: error });
        });
      }
    }
  }
  return [...unvisited];
}
