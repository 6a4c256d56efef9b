import { type EntityVerb, entitiesOf } from '../../contract/entities.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import { validatorsOf } from '../../contract/validators.ts';
import type { Call, CalledOperation } from './call.ts';

type Selector = (operation: CalledOperation) => boolean;

export const every: Selector = () => true;

export const ops =
  (...ids: string[]): Selector =>
  ({ id }) =>
    ids.includes(id);

/** The operations of these verbs of every kind of record. */
export const verbs =
  (...names: EntityVerb[]): Selector =>
  ({ verb }) =>
    verb !== undefined && names.includes(verb);

/** The operations of these verbs of one kind. */
export const ofKind =
  (kind: string, ...names: EntityVerb[]): Selector =>
  ({ tag, verb }) =>
    tag === kind && verb !== undefined && names.includes(verb);

export const tagged =
  (...tags: string[]): Selector =>
  ({ tag }) =>
    tags.includes(tag);

export const both =
  (...selectors: Selector[]): Selector =>
  (operation) =>
    selectors.every((selector) => selector(operation));

export const either =
  (...selectors: Selector[]): Selector =>
  (operation) =>
    selectors.some((selector) => selector(operation));

/** Returns a function that tells whether the body of a request is what the contract allows. */
export function bodyValidator(contract: Contract): (call: Call) => boolean {
  const validate = validatorsOf(contract);
  const withBody = new Set(operationsOf(contract).flatMap(({ id, body }) => (body ? [id] : [])));
  return ({ operation, json }) => {
    const { id, method, path } = operation;
    const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`;
    return !withBody.has(id) || validate(pointer, json) === undefined;
  };
}

export type FindOperation = (
  method: string,
  path: string,
) => { operation: CalledOperation; params: Record<string, string> } | undefined;

/** Returns a function that finds the operation of a request by its method and its path without `/dc`. */
export function operationFinder(contract: Contract): FindOperation {
  const verbsById = new Map(
    entitiesOf(contract).flatMap(({ operations }) =>
      // Cast: the keys of an entity's operations are its verbs.
      Object.entries(operations).map(([verb, { id }]) => [id, verb as EntityVerb] as const),
    ),
  );
  const routes = operationsOf(contract)
    .map(({ id, method, path, tag, parameters }) => ({
      operation: { id, method, path, tag, verb: verbsById.get(id), parameters: parameters.map(({ name }) => name) },
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }))
    // Literal paths come before those with parameters that they would match too.
    .sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);
  return (method, path) => {
    for (const { operation, pattern } of routes) {
      if (operation.method !== method.toLowerCase()) continue;
      const match = pattern.exec(path);
      if (match) return { operation, params: { ...match.groups } };
    }
    return undefined;
  };
}
