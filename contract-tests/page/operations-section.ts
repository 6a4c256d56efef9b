import { type Entity, entitiesOf, entityRoutes } from '../contract/entities.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract, Tag } from '../contract/types.ts';
import { code, oneLine, table } from './markdown.ts';

const columns = ['Method', 'Path', 'Operation', 'Permission', 'Responses'];

export function operationsSection(contract: Contract): string {
  const entities = entitiesOf(contract);
  const otherTags = contract.tags.filter(({ name }) => !entities.some(({ tag }) => tag === name));
  const sectionOf = (tag: Tag) =>
    tagSection(
      tag,
      operationsOf(contract).filter((operation) => operation.tag === tag.name),
    );
  const [firstEntity] = entities;
  return [
    '## Operations',
    ...otherTags.map(sectionOf),
    ...(firstEntity ? [entitiesSection(contract, firstEntity, entities)] : []),
  ].join('\n\n');
}

function tagSection(tag: Tag, operations: Operation[]): string {
  return [
    `### ${tag.name}`,
    tag.description ?? '',
    table(columns, operations.map(operationRow)),
    operations.map((operation) => operationNotes(operation)).join('\n'),
  ].join('\n\n');
}

/** Describes the operations of every entity, using those of the first one. */
function entitiesSection(contract: Contract, first: Entity, entities: Entity[]): string {
  const sharedOperations = Object.keys(entityRoutes).flatMap(
    (verb) => first.operations[verb as keyof typeof entityRoutes] ?? [],
  ); // Cast: the keys of entityRoutes.
  const entityOperationIds = new Set(
    entities.flatMap(({ operations }) => Object.values(operations).map(({ id }) => id)),
  );
  const furtherOperations = operationsOf(contract).filter(
    ({ id, tag }) => entities.some((entity) => entity.tag === tag) && !entityOperationIds.has(id),
  );
  const commonParameters = (first.operations.list?.parameters ?? [])
    .map(({ name }) => name)
    .filter((name) =>
      entities.every(({ operations }) => operations.list?.parameters.some((parameter) => parameter.name === name)),
    );
  const rows = entities.map(({ tag, label, path, review, operations }) => [
    code(tag),
    `${label?.en}, ${label?.['zh-CN']}`,
    code(path),
    code(operations.create?.id ?? ''),
    (operations.list?.parameters ?? [])
      .filter(({ name }) => !commonParameters.includes(name))
      .map(({ name }) => code(name))
      .join(' '),
    review === 'none' ? 'nobody' : 'a second person',
    contract.tags.find(({ name }) => name === tag)?.description ?? '',
  ]);
  return [
    '### Every kind of record',
    `Each has the operations below, shown here for ${code(first.tag)}. Paths, names and permissions of the others follow ` +
      `from this table. Every list has the parameters ${commonParameters.map(code).join(', ')} and the filters of this table.`,
    table(['Kind', 'Name', 'Path', 'Created by', 'Filters', 'Reviewed by', ''], rows),
    filterNotes(entities),
    table(columns, sharedOperations.map(operationRow)),
    sharedOperations.map((operation) => operationNotes(operation, operation !== first.operations.list)).join('\n'),
    'Operations of one kind:',
    table(columns, furtherOperations.map(operationRow)),
    furtherOperations.map((operation) => operationNotes(operation)).join('\n'),
  ].join('\n\n');
}

/** Returns the descriptions of filters that only one entity has. */
function filterNotes(entities: Entity[]): string {
  const filters = entities.flatMap(({ tag, operations }) =>
    (operations.list?.parameters ?? []).map(({ name, description }) => ({ tag, name, description })),
  );
  const specificFilters = filters.filter(
    ({ description }) => filters.filter((parameter) => parameter.description === description).length === 1,
  );
  return specificFilters
    .map(({ tag, name, description }) => `- ${code(name)} of ${code(tag)}: ${description}`)
    .join('\n');
}

function operationRow({ method, path, id, isPublic, permission, responses }: Operation): string[] {
  return [
    method.toUpperCase(),
    code(path),
    code(id),
    isPublic ? 'public' : code(permission ?? ''),
    responses.map(({ status }) => status).join(' '),
  ];
}

function operationNotes({ id, summary, description, parameters }: Operation, withParameters = true): string {
  const parameterNames = parameters.filter(({ in: location }) => location !== 'path').map(({ name }) => code(name));
  const parameterNote = withParameters && parameterNames.length > 0 ? ` Parameters: ${parameterNames.join(', ')}.` : '';
  const descriptionNote = description ? ` ${oneLine(description)}` : '';
  return `- ${code(id)}: ${summary}.${descriptionNote}${parameterNote}`;
}
