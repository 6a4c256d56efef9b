import type { Contract } from '../contract/types.ts';
import { code, table } from './markdown.ts';

export function lifeSection(contract: Contract): string {
  const moves = Object.entries(contract['x-transitions']);
  const arrows = moves.flatMap(([event, { from, to }]) => from.map((status) => `  ${status} --> ${to}: ${event}`));
  const rows = moves.map(([event, { from, to, permission, secondPerson, reason }]) => [
    code(event),
    from.join(', '),
    to,
    code(`…:${permission}`),
    secondPerson ? 'yes' : 'no',
    reason ?? 'may be given',
  ]);
  return [
    '## The life of a record',
    ['```mermaid', 'stateDiagram-v2', '  [*] --> pending: create', ...arrows, '```'].join('\n'),
    table(['Event', 'From', 'To', 'Permission', 'By a second person', 'Reason'], rows),
  ].join('\n\n');
}
