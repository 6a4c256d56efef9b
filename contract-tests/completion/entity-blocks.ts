import { entityRoutes } from '../contract/entities.ts';
import type { ContractText } from './contract-text.ts';
import type { EntityDefinition, Schemas } from './entity-definitions.ts';
import { readExamples, withExamples } from './examples.ts';
import { filtersOf, withFieldNames, withFilters } from './parameters.ts';
import { componentsReachedFrom, type EntityTemplate, type Pattern, renamerFor } from './pattern.ts';

/** A part of the contract that an entity gets from the pattern, with its position in the document. */
export interface Block {
  keys: string[];
  /** The name of the part in messages. */
  name: string;
  lines: string[];
}

/** Returns everything that an entity gets from the pattern, in the order of the document. */
export function blocksOf(entity: EntityDefinition, pattern: Pattern, text: ContractText, schemas: Schemas): Block[] {
  const rename = renamerFor(entity, pattern);
  const filters = filtersOf(entity, text, schemas);
  const withEntityParameters = (lines: string[], route: string[]) => {
    const takesFilters = [entityRoutes.list, entityRoutes.export, entityRoutes.bulkMatching].some(
      (other) => other.join() === route.join(),
    );
    return takesFilters ? withFilters(withFieldNames(lines, entity, schemas), filters) : lines;
  };
  const paths = pattern.paths.map(({ suffix, members }) => ({
    suffix,
    members: withoutOwnOperations(members, entity, rename),
  }));
  const operations = paths.flatMap(({ suffix, members }) =>
    members.map((member): Block => {
      const path = entity.path + suffix;
      const lines = withEntityParameters(member.lines.map(rename), [member.key, suffix]);
      const name = member.operationId ? `operation ${rename(member.operationId)}` : `the parameters of ${path}`;
      return { keys: ['paths', path, member.key], name, lines };
    }),
  );
  const members = paths.flatMap((path) => path.members);
  const components = componentsReachedFrom(members, pattern).map(
    ({ section, name, lines }): Block => ({
      keys: ['components', section, rename(name)],
      name: `${section === 'schemas' ? 'schema' : 'response'} ${rename(name)}`,
      lines: lines.map(rename),
    }),
  );
  return withExamples([...operations, ...components], readExamples(text, entity));
}

/** Returns the members of a path without the entity's own operations, or no members if no other operation remains. */
function withoutOwnOperations(
  members: EntityTemplate[],
  entity: EntityDefinition,
  rename: (text: string) => string,
): EntityTemplate[] {
  const others = members.filter(({ operationId = '' }) => !entity.ownOperations.includes(rename(operationId)));
  return others.some(({ operationId }) => operationId) ? others : [];
}
