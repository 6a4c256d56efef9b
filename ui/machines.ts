import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, StateMachine } from 'xstate';
import { getStateNodes } from 'xstate/graph';

const source = new URL('src/', import.meta.url);
export const page = new URL('../docs/machines.md', import.meta.url);

export interface FoundMachine {
  file: string;
  machine: AnyStateMachine;
}

/** Every machine there is: a file named like one counts, so none can be forgotten. */
export async function findMachines(): Promise<FoundMachine[]> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.machine.ts'))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(new URL(file, source).href);
      const machine = Object.values(exported).find((value) => value instanceof StateMachine);
      if (!machine) throw new Error(`ui/src/${file} exports no machine`);
      return { file, machine };
    }),
  );
}

const pathOf = ({ path }: AnyStateNode): string => path.join('.');
const idOf = (node: AnyStateNode): string => node.path.join('_');
const entered = (node: AnyStateNode): AnyStateNode => node.initial?.target.map(entered)[0] ?? node;

/** A state that the machine leaves at once: what its parents listen to never reaches it. */
const passes = (node: AnyStateNode): boolean => (node.always ?? []).length > 0;

function withParents(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...withParents(node.parent)] : [node];
}

function heardBy(node: AnyStateNode): AnyTransitionDefinition[] {
  if (passes(node)) return [...(node.always ?? [])];
  const seen = new Set<string>();
  return withParents(node).flatMap((each) =>
    [...each.transitions.entries()].flatMap(([event, transitions]) => {
      // An unguarded listener keeps the event from the parents.
      if (seen.has(event)) return [];
      if (transitions.some(({ guard }) => !guard)) seen.add(event);
      return transitions;
    }),
  );
}

const typeOf = (named: unknown): string | undefined => {
  if (typeof named === 'string') return named;
  return typeof named === 'object' && named !== null && 'type' in named && typeof named.type === 'string'
    ? named.type
    : undefined;
};

function labelOf({ source, eventType, guard, actions }: AnyTransitionDefinition): string {
  const others = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  const condition = guard ? `[${typeOf(guard) ?? '…'}]` : others.length > 1 ? '[else]' : '';
  const event = eventType
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 succeeds')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 fails');
  const named = actions.map(typeOf).filter((type) => type !== undefined && !type.startsWith('xstate.'));
  const parts = [event, condition, named.length > 0 ? `/ ${named.join(', ')}` : ''];
  return parts.filter(Boolean).join(' ');
}

/** States side by side, named with their parents: Mermaid cannot draw an edge from within one group into another. */
export function diagram(machine: AnyStateMachine): string {
  const leaves = getStateNodes(machine).filter((node) => Object.keys(node.states).length === 0);
  const edges = new Map<string, string[]>();
  for (const node of leaves) {
    for (const transition of heardBy(node)) {
      for (const target of transition.target ?? [node]) {
        const edge = `${idOf(node)} --> ${idOf(entered(target))}`;
        edges.set(edge, [...(edges.get(edge) ?? []), labelOf(transition)]);
      }
    }
  }
  return [
    'stateDiagram-v2',
    ...leaves.map((node) => `  state "${pathOf(node)}" as ${idOf(node)}`),
    `  [*] --> ${idOf(entered(machine.root))}`,
    ...[...edges].map(([edge, labels]) => {
      const told = labels.filter(Boolean).join('<br/>');
      return told === '' ? `  ${edge}` : `  ${edge} : ${told}`;
    }),
    ...leaves.filter(({ type }) => type === 'final').map((node) => `  ${idOf(node)} --> [*]`),
  ].join('\n');
}

export async function machinesPage(): Promise<string> {
  const sections = (await findMachines()).map(
    ({ file, machine }) => `## ${machine.id}\n\n\`ui/src/${file}\`\n\n\`\`\`mermaid\n${diagram(machine)}\n\`\`\`\n`,
  );
  const intro = 'Made from the machines by `npm run machines -w ui`; a test fails when this page is not what they say.';
  const legend = 'An edge reads `EVENT [guard] / effects`; without an event it is taken at once.';
  return `# Machines\n\n${intro}\n${legend}\n\n${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(page, await machinesPage());
  console.log('Wrote docs/machines.md.');
}
