import { type Entity, entitiesOf, entityShape } from '../contract/entities.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract, Tag } from '../contract/types.ts';
import { code, oneLine, table } from './markdown.ts';

const head = ['Method', 'Path', 'Operation', 'Permission', 'Answers'];

export function operationsSection(contract: Contract): string {
  const kinds = entitiesOf(contract);
  const others = contract.tags.filter(({ name }) => !kinds.some(({ tag }) => tag === name));
  const sectionOf = (tag: Tag) =>
    tagSection(
      tag,
      operationsOf(contract).filter((operation) => operation.tag === tag.name),
    );
  const [first] = kinds;
  return ['## Operations', ...others.map(sectionOf), ...(first ? [kindsSection(contract, first, kinds)] : [])].join(
    '\n\n',
  );
}

function tagSection(tag: Tag, operations: Operation[]): string {
  return [
    `### ${tag.name}`,
    tag.description ?? '',
    table(head, operations.map(row)),
    operations.map((operation) => notes(operation)).join('\n'),
  ].join('\n\n');
}

/** The operations of every kind, described for the first kind. */
function kindsSection(contract: Contract, first: Entity, kinds: Entity[]): string {
  const shared = Object.keys(entityShape).flatMap((verb) => first.operations[verb as keyof typeof entityShape] ?? []); // Cast: its own keys.
  const common = (first.operations.list?.parameters ?? [])
    .map(({ name }) => name)
    .filter((name) =>
      kinds.every(({ operations }) => operations.list?.parameters.some((parameter) => parameter.name === name)),
    );
  const rows = kinds.map(({ tag, label, path, review, operations }) => [
    code(tag),
    `${label?.en}, ${label?.['zh-CN']}`,
    code(path),
    code(operations.create?.id ?? ''),
    (operations.list?.parameters ?? [])
      .filter(({ name }) => !common.includes(name))
      .map(({ name }) => code(name))
      .join(' '),
    review === 'none' ? 'nobody' : 'a second person',
    contract.tags.find(({ name }) => name === tag)?.description ?? '',
  ]);
  return [
    '### Every kind of record',
    `Each has the operations below, told here of ${code(first.tag)}; paths, names and permissions of the others follow ` +
      `from this table. Every list takes ${common.map(code).join(', ')}, and the filters named here.`,
    table(['Kind', 'Name', 'Path', 'Created by', 'Filters', 'Reviewed by', ''], rows),
    filterNotes(kinds),
    table(head, shared.map(row)),
    shared.map((operation) => notes(operation, operation !== first.operations.list)).join('\n'),
  ].join('\n\n');
}

/** Descriptions of filters that only one kind has. */
function filterNotes(kinds: Entity[]): string {
  const filters = kinds.flatMap(({ tag, operations }) =>
    (operations.list?.parameters ?? []).map(({ name, description }) => ({ tag, name, description })),
  );
  const specificFilters = filters.filter(
    ({ description }) => filters.filter((parameter) => parameter.description === description).length === 1,
  );
  return specificFilters
    .map(({ tag, name, description }) => `- ${code(name)} of ${code(tag)}: ${description}`)
    .join('\n');
}

function row({ method, path, id, open, permission, answers }: Operation): string[] {
  return [
    method.toUpperCase(),
    code(path),
    code(id),
    open ? 'open' : code(permission ?? ''),
    answers.map(({ status }) => status).join(' '),
  ];
}

function notes({ id, summary, description, parameters }: Operation, withParameters = true): string {
  const parameterNames = parameters.filter(({ in: place }) => place !== 'path').map(({ name }) => code(name));
  const parameterNote = withParameters && parameterNames.length > 0 ? ` Takes ${parameterNames.join(', ')}.` : '';
  const descriptionNote = description ? ` ${oneLine(description)}` : '';
  return `- ${code(id)}: ${summary}.${descriptionNote}${parameterNote}`;
}
