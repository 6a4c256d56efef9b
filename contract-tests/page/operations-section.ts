import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract, Tag } from '../contract/types.ts';
import { code, oneLine, table } from './markdown.ts';

export function operationsSection(contract: Contract): string {
  const operations = operationsOf(contract);
  const ofTag = (tag: Tag) =>
    tagSection(
      tag,
      operations.filter((operation) => operation.tag === tag.name),
    );
  return ['## Operations', ...contract.tags.map(ofTag)].join('\n\n');
}

function tagSection(tag: Tag, operations: Operation[]): string {
  const label = tag['x-label'] ? ` (${tag['x-label'].en}, ${tag['x-label']['zh-CN']})` : '';
  const rows = operations.map((operation) => [
    operation.method.toUpperCase(),
    code(operation.path),
    code(operation.id),
    operation.open ? 'open' : code(operation.permission ?? ''),
    operation.answers.map(({ status }) => status).join(' '),
  ]);
  return [
    `### ${tag.name}${label}`,
    tag.description ?? '',
    table(['Method', 'Path', 'Operation', 'Permission', 'Answers'], rows),
    operations.map(notes).join('\n'),
  ].join('\n\n');
}

function notes({ id, summary, description, parameters }: Operation): string {
  const taken = parameters.filter(({ in: place }) => place !== 'path').map(({ name }) => code(name));
  const takes = taken.length > 0 ? ` Takes ${taken.join(', ')}.` : '';
  const more = description ? ` ${oneLine(description)}` : '';
  return `- ${code(id)}: ${summary}.${more}${takes}`;
}
