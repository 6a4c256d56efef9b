import type { Contract } from '../contract/types.ts';
import { code, table } from './markdown.ts';

export function transitionsSection(contract: Contract): string {
  const transitions = Object.entries(contract['x-transitions']);
  const mermaidLines = transitions.flatMap(([event, { from, to }]) =>
    from.map((status) => `  ${status} --> ${to}: ${event}`),
  );
  const rows = transitions.map(([event, { from, to, permission, secondPerson, reason }]) => [
    code(event),
    from.join(', '),
    to,
    code(`…:${permission}`),
    secondPerson ? 'yes' : 'no',
    reason ?? 'optional',
  ]);
  return [
    '## Status transitions of records',
    ['```mermaid', 'stateDiagram-v2', '  [*] --> pending: create', ...mermaidLines, '```'].join('\n'),
    table(['Event', 'From', 'To', 'Permission', 'By a second person', 'Reason'], rows),
  ].join('\n\n');
}
