import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, StateMachine } from 'xstate';
import { getStateNodes } from 'xstate/graph';

const sourceFolder = new URL('src/', import.meta.url);
export const machinesFile = new URL('../docs/machines.md', import.meta.url);

export interface FoundMachine {
  file: string;
  machine: AnyStateMachine;
}

/** Finds every `*.machine.ts` file, so that no machine can be forgotten. */
export async function findMachines(): Promise<FoundMachine[]> {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.machine.ts'))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(new URL(file, sourceFolder).href);
      const machine = Object.values(exported).find((value) => value instanceof StateMachine);
      if (!machine) throw new Error(`ui/src/${file} exports no machine`);
      return { file, machine };
    }),
  );
}

const pathOf = ({ path }: AnyStateNode): string => path.join('.');
const idOf = (node: AnyStateNode): string => node.path.join('_');
const initialLeaf = (node: AnyStateNode): AnyStateNode => node.initial?.target.map(initialLeaf)[0] ?? node;

/** A machine leaves such a state at once, so transitions of its parents never apply there. */
const isTransient = (node: AnyStateNode): boolean => (node.always ?? []).length > 0;

function selfAndAncestors(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...selfAndAncestors(node.parent)] : [node];
}

function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  if (isTransient(node)) return [...(node.always ?? [])];
  const handledEvents = new Set<string>();
  return selfAndAncestors(node).flatMap((each) =>
    [...each.transitions.entries()].flatMap(([event, transitions]) => {
      // An unguarded transition handles the event before any parent.
      if (handledEvents.has(event)) return [];
      if (transitions.some(({ guard }) => !guard)) handledEvents.add(event);
      return transitions;
    }),
  );
}

const typeName = (actionNames: unknown): string | undefined => {
  if (typeof actionNames === 'string') return actionNames;
  return typeof actionNames === 'object' &&
    actionNames !== null &&
    'type' in actionNames &&
    typeof actionNames.type === 'string'
    ? actionNames.type
    : undefined;
};

function labelOf({ source: sourceFolder, eventType, guard, actions }: AnyTransitionDefinition): string {
  const siblings = eventType === '' ? (sourceFolder.always ?? []) : (sourceFolder.transitions.get(eventType) ?? []);
  const condition = guard ? `[${typeName(guard) ?? '…'}]` : siblings.length > 1 ? '[else]' : '';
  const event = eventType
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 succeeds')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 fails');
  const actionNames = actions.map(typeName).filter((type) => type !== undefined && !type.startsWith('xstate.'));
  const parts = [event, condition, actionNames.length > 0 ? `/ ${actionNames.join(', ')}` : ''];
  return parts.filter(Boolean).join(' ');
}

/** Draws all states flat, named with their parents, because Mermaid cannot draw edges between nested groups. */
export function diagram(machine: AnyStateMachine): string {
  const leaves = getStateNodes(machine).filter((node) => Object.keys(node.states).length === 0);
  const edges = new Map<string, string[]>();
  for (const node of leaves) {
    for (const transition of transitionsOf(node)) {
      for (const target of transition.target ?? [node]) {
        const edge = `${idOf(node)} --> ${idOf(initialLeaf(target))}`;
        edges.set(edge, [...(edges.get(edge) ?? []), labelOf(transition)]);
      }
    }
  }
  return [
    'stateDiagram-v2',
    ...leaves.map((node) => `  state "${pathOf(node)}" as ${idOf(node)}`),
    `  [*] --> ${idOf(initialLeaf(machine.root))}`,
    ...[...edges].map(([edge, labels]) => {
      const label = labels.filter(Boolean).join('<br/>');
      return label === '' ? `  ${edge}` : `  ${edge} : ${label}`;
    }),
    ...leaves.filter(({ type }) => type === 'final').map((node) => `  ${idOf(node)} --> [*]`),
  ].join('\n');
}

export async function machinesPage(): Promise<string> {
  const sections = (await findMachines()).map(
    ({ file, machine }) => `## ${machine.id}\n\n\`ui/src/${file}\`\n\n\`\`\`mermaid\n${diagram(machine)}\n\`\`\`\n`,
  );
  const intro = 'Generated from the machines by `npm run machines -w ui`; a test fails when this page is out of date.';
  const legend = 'An edge reads `EVENT [guard] / actions`; an edge without an event is taken at once.';
  return `# Machines\n\n${intro}\n${legend}\n\n${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(machinesFile, await machinesPage());
  console.log('Wrote docs/machines.md.');
}
